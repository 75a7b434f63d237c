"""Chess tables: what solving, compressing, keeping and probing them costs, and what is required."""
import contextlib
import hashlib
import json
import os
import pathlib
import statistics
import tempfile

from known import STARTPOS, TABLES_OF_4_MEN, TABLES_OF_5_MEN, table_sums
from programs import Failure, Run
from published import SCALE_SECONDS

# What is required, at most or at least, of a core that takes published.SCALE_SECONDS for Stockfish's `go perft 6`; and the power of
# another core's seconds, in multiples of these, that it is scaled by: 1 for times, -1 for rates.
REQUIRED = {
    "35 tables, CPU seconds": ("most", 75, 1),
    "35 tables, CPU seconds solving": ("most", 15, 1),
    "KQRvKR, CPU seconds solving": ("most", 10, 1),
    "KRPvKR, CPU seconds": ("most", 140, 1),
    "35 tables, bytes of WDL and DTZ": ("most", 6_500_000, 0),
    "35 tables, bytes of DTM": ("most", 26_000_000, 0),
    "2 threads, times one": ("least", 1.8, 0),
    "opening, seconds": ("most", 0.05, 0),
    "resident bytes of the prober beyond its cache": ("most", 105 << 20, 0),  # 1 MiB a file
    "WDL, probes a second": ("least", 3_000_000, -1),
    "DTZ, probes a second": ("least", 1_000_000, -1),
    "DTM, probes a second": ("least", 1_000_000, -1),
}

CHESS = ("wdl", "dtz", "dtm")


# ---- files ----

def check_files(folder, sums):
    """Compares each file of a folder of tables with its SHA-256; Failure if one differs or is unknown. Returns their
    number."""
    files = sorted(pathlib.Path(folder).iterdir())
    for file in files:
        if hashlib.sha256(file.read_bytes()).hexdigest() != sums.get(file.name):
            raise Failure(f"{file.name}: not the bytes of results/known", 4)
    return len(files)


@contextlib.contextmanager
def new_folder(tabuleiro):
    """An empty folder next to the program, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="tables-", dir=pathlib.Path(tabuleiro.path).parent) as folder:
        yield pathlib.Path(folder)


# ---- solving ----

def solve(tabuleiro, materials, folder, threads, device="cpu", environment=None, limit=None, game="chess"):
    """The figures of one `tabuleiro solve` into a folder, and the records of its tables by material. CPU seconds are
    those of the whole process."""
    record, run = tabuleiro.record("solve", game, *materials, "--out", folder, "--device", device, "--quiet",
                                   "--threads", threads, environment=environment, limit=limit)
    lines = [json.loads(line) for line in run.output.splitlines() if line.startswith("{")]
    tables = {line["material"]: line for line in lines if line["record"] == "table"}
    return {"tables": record["tables"], "positions": record["positions"], "device": device, "threads": threads,
            "cpu_seconds": run.cpu_seconds, "solving": record["solving"], "compressing": record["compressing"],
            "seconds": record["wall_seconds"], "solving_seconds": sum(map(solving_seconds, tables.values())),
            "bytes": {metric: str(size) for metric, size in record["bytes"].items()}}, tables


def solving_seconds(table, clock="seconds"):
    """Of a table's record, by the clock or (cpu_seconds) of the processor."""
    return sum(table[clock][phase] for phase in table[clock] if phase != "write")


def solve_all(tabuleiro, list_name, threads, device="cpu", environment=None):
    """Solves into a new folder and checks every byte."""
    with new_folder(tabuleiro) as folder:
        figures, _ = solve(tabuleiro, [list_name], folder, threads, device, environment)
        check_files(folder, table_sums(TABLES_OF_4_MEN))
    return figures


def median_figures(runs, **more):
    """Of several runs of the same job: the medians of all times; every run's CPU seconds and time."""
    figures = {**more, **runs[0]}
    for key in ("cpu_seconds", "solving", "compressing", "seconds", "solving_seconds"):
        figures[key] = round(statistics.median(run[key] for run in runs), 6)
    for key in ("cpu_seconds", "seconds"):
        figures[f"{key}_runs"] = [round(run[key], 6) for run in runs]
    return figures


def solve_jobs(tabuleiro, list_name, sets):
    """What is measured, by name: one thread with each instruction set, the best one first, two threads, OpenCL."""
    jobs = {f"cpu, {name}": lambda n=name: solve_all(tabuleiro, list_name, 1, environment={"TABULEIRO_CPU": n})
            for name in sets}
    if len(os.sched_getaffinity(0)) > 1:
        jobs["cpu, 2 threads"] = lambda: solve_all(tabuleiro, list_name, 2)
    for device in tabuleiro.devices("opencl")[:1]:
        threads = len(os.sched_getaffinity(0))
        jobs[device["id"]] = lambda: solve_all(tabuleiro, list_name, threads, device["id"])
    return jobs


def solve_one(tabuleiro, material, folder):
    """One table with its children, one thread: the CPU seconds of the table alone."""
    _, tables = solve(tabuleiro, [material], folder, 1)
    check_files(folder, {**table_sums(TABLES_OF_4_MEN), **table_sums(TABLES_OF_5_MEN)})
    table = tables[material]
    solving = solving_seconds(table, "cpu_seconds")
    compressing = table["cpu_seconds"]["write"]
    return {"material": material, "positions": table["positions"], "solving": round(solving, 6),
            "compressing": round(compressing, 6), "cpu_seconds": round(solving + compressing, 6),
            "bytes": {metric: str(table["bytes"][metric]) for metric in CHESS}}


# ---- probing ----

def probe(tabuleiro, folder, men, *options):
    """The record of probe_rate, which is in the folder of the program."""
    program = pathlib.Path(tabuleiro.path).with_name("probe_rate")
    run = Run([str(program), str(folder), "--men", str(men), "--json", *options])
    if run.code:
        raise Failure(f"probe_rate: exit code {run.code}: {run.last_line()}")
    return json.loads(run.last_line())


def grown(record):
    """Bytes of resident memory that the prober added to the process."""
    return record["resident_after"] - record["resident_before"]


# ---- against what is required ----

def measured(tables):
    """What has been measured, by the names of REQUIRED."""
    runs = {figures["job"]: figures for figures in tables["solve"]}
    best = tables["solve"][0]
    found = {"35 tables, CPU seconds": best["cpu_seconds"], "35 tables, CPU seconds solving": best["solving"],
             "35 tables, bytes of WDL and DTZ": int(best["bytes"]["wdl"]) + int(best["bytes"]["dtz"]),
             "35 tables, bytes of DTM": int(best["bytes"]["dtm"])}
    for table in tables["alone"]:
        found[f"{table['material']}, CPU seconds"] = table["cpu_seconds"]
        found[f"{table['material']}, CPU seconds solving"] = table["solving"]
    if "cpu, 2 threads" in runs:
        found["2 threads, times one"] = best["seconds"] / runs["cpu, 2 threads"]["seconds"]
    found["opening, seconds"] = tables["probe"]["open_seconds"]
    found["resident bytes of the prober beyond its cache"] = grown(tables["probe"]) - tables["probe"]["cache"]
    for rate in tables["probe"]["rates"]:
        found[f"{rate['metric'].upper()}, probes a second"] = rate["one"]
    return found


def against_required(tables, yardstick_seconds):
    """Rows of what is required (scaled by the yardstick), measured and met; what was not measured is left out."""
    scale, found, rows = yardstick_seconds / SCALE_SECONDS, measured(tables), []
    for what, (at, bound, power) in REQUIRED.items():
        if what in found:
            required = bound * scale ** power
            met = found[what] <= required if at == "most" else found[what] >= required
            rows.append({"what": what, "at": at, "required": round(required, 3), "measured": round(found[what], 3),
                         "met": met})
    return rows


# ---- all of it ----

def jobs(tabuleiro, list_name="all-4"):
    """The jobs of one round, and the names of those that one round is enough for."""
    sets = [name for name in tabuleiro.record("version")[0]["usable"] if not name.endswith("-last-ply")]
    all_jobs = solve_jobs(tabuleiro, list_name, sets)
    return all_jobs, [name for name in all_jobs if name not in (f"cpu, {sets[0]}", "cpu, 2 threads")]


def measure_folder(tabuleiro, alone, list_name="all-4", men=4, *options):
    """Solves all once more to keep them, and probes them, with options of probe_rate; then the tables that are solved
    alone."""
    with new_folder(tabuleiro) as folder:
        solve(tabuleiro, [list_name], folder, len(os.sched_getaffinity(0)))
        probing = probe(tabuleiro, folder, men, *options)
        return probing, [solve_one(tabuleiro, material, folder) for material in alone]


def figures_of(taken, probing, alone, yard, program):
    """What goes into a result file."""
    tables = {"yardstick": {"program": program, "figures": [yard]},
              "solve": [median_figures(runs, job=name) for name, runs in taken.items()],
              "alone": alone, "probe": probing}
    tables["required"] = against_required(tables, yard["cpu_seconds"])
    return tables


def size(count):
    return f"{int(count) / 1e6:.2f} MB"


def rows_of_solving(tables):
    rows = [["35 chess tables", "threads", "solving", "compressing", "CPU seconds", "wall clock", "of it solving"]]
    for f in tables["solve"]:
        rows.append([f["job"], f["threads"], f"{f['solving']:.2f}", f"{f['compressing']:.2f}",
                     f"{f['cpu_seconds']:.2f}", f"{f['seconds']:.2f}", f"{f['solving_seconds']:.2f}"])
    for f in tables["alone"]:
        rows.append([f"{f['material']} alone", 1, f"{f['solving']:.2f}", f"{f['compressing']:.2f}",
                     f"{f['cpu_seconds']:.2f}", "", ""])
    return rows


def rows_of_probing(tables):
    rows = [["Probes a second", "cold", "warm", f"{tables['probe']['threads']} threads"]]
    for rate in tables["probe"]["rates"]:
        rows.append([rate["metric"], *(f"{rate[key]:,}" for key in ("cold", "one", "all"))])
    return rows


def number(value):
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3f}"


def rows_of_required(tables):
    rows = [["Required, by the yardstick", "", "", "measured", ""]]
    for row in tables["required"]:
        rows.append([row["what"], f"at {row['at']}", number(row["required"]), number(row["measured"]),
                     "met" if row["met"] else "MISSED"])
    return rows


def lines_of_memory(tables):
    """Sizes by metric; what the prober added to the process."""
    sizes = ", ".join(f"{metric} {size(count)}" for metric, count in tables["solve"][0]["bytes"].items())
    return [f"sizes: {sizes}", f"resident memory of the prober: {grown(tables['probe']) >> 20} MiB, of which its cache has "
                               f"{tables['probe']['cache'] >> 20} MiB at most"]
