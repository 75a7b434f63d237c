"""The CPU benchmark: see scripts/bench, which prepares and calls it."""
import argparse
import os
import pathlib
import shutil
import statistics
import sys

import machine
import results
import tables
from known import KIWIPETE, RULESETS, STARTPOS, known
from programs import Failure, Parser, Stockfish, Tabuleiro, Timed, main_program
from series import SERIES, described, measure, rates

YARDSTICK = {STARTPOS: 6, KIWIPETE: 5}
ONE_CORE = {STARTPOS: 7, KIWIPETE: 6}
HASHED = [(STARTPOS, 7, "256M"), (STARTPOS, 8, "256M"), (KIWIPETE, 6, "256M")]


def note(text):
    print(text, file=sys.stderr, flush=True)


def interleave(runs, jobs, once=()):
    """Every job once, then every job again, so that all meet the same disturbances; those in `once` in the first round
    only. A list of results a job."""
    taken = {name: [] for name in jobs}
    for i in range(runs):
        note(f"  round {i + 1} of {runs}")
        for name, job in jobs.items():
            if i == 0 or name not in once:
                taken[name].append(job())
    return taken


def cpu_figures(nodes, cpu_seconds, visited=None, **more):
    """The figures of one job: its median, and every run. The rate is of leaves visited, by default all of them."""
    visited = nodes if visited is None else visited
    median = statistics.median(cpu_seconds)
    return {**more, "nodes": str(nodes), "visited": str(visited), "cpu_seconds": round(median, 6),
            "rate": round(visited / median),
            "cpu_seconds_runs": [round(seconds, 6) for seconds in cpu_seconds]}


# ---- one core, against the yardstick ----

def yardstick_jobs(stockfish, lines):
    jobs = {}
    for line in lines:
        jobs["start-up", line] = lambda l=line: stockfish.perft(l, 1)
        jobs["stockfish", line] = lambda l=line: stockfish.perft(l, YARDSTICK[l])
    return jobs


def yardstick_figures(stockfish, line, taken):
    """Seconds beyond the start-up, which is `go perft 1`."""
    start_up = statistics.median(run.cpu_seconds for l in YARDSTICK for run in taken.get(("start-up", l), []))
    seconds = [run.cpu_seconds - start_up for run in taken["stockfish", line]]
    depth = YARDSTICK[line]
    return cpu_figures(known(line)[depth], seconds, **line.figures(), depth=depth,
                       start_up_cpu_seconds=round(start_up, 6), counting=stockfish.counting)


def one_core_job(tabuleiro, instruction_set, line, depth):
    return lambda: tabuleiro.perft(line, depth, "--threads", "1", "--device", "cpu", "--split", "1",
                                   environment={"TABULEIRO_CPU": instruction_set})


def one_core_figures(instruction_set, line, depth, taken, yard):
    runs = taken[instruction_set, line]
    nodes, visited = known(line)[depth], int(runs[0][0]["visited"])
    figures = cpu_figures(nodes, [run.cpu_seconds for _, run in runs], visited, split=1, instruction_set=instruction_set,
                          **line.figures(), depth=depth, threads=1, hash="0", counting=runs[0][0]["counting"])
    figures["ratio"] = round(figures["rate"] / yard["rate"], 3)
    figures["ratio_runs"] = [round(visited / ours / (int(yard["nodes"]) / theirs), 3) for ours, theirs in
                             zip(figures["cpu_seconds_runs"], yard["cpu_seconds_runs"])]
    return figures


def supported_sets(tabuleiro, line):
    """The builds of the line's engine that the program holds and this processor has, best first."""
    return [name for name in tabuleiro.record("version")[0]["usable"] if
            tabuleiro.perft(line, 1, environment={"TABULEIRO_CPU": name})[0]["instruction_set"] == name]


def run_one_core(tabuleiro, stockfish, runs, result):
    note("Chess on one core, no table, against Stockfish")
    sets = supported_sets(tabuleiro, STARTPOS)
    jobs = {**yardstick_jobs(stockfish, ONE_CORE), **{(name, line): one_core_job(tabuleiro, name, line, depth)
                                                      for line, depth in ONE_CORE.items() for name in sets}}
    taken = interleave(runs, jobs, once=[job for job in jobs if job[0].endswith("-last-ply")])
    yard = {line: yardstick_figures(stockfish, line, taken) for line in ONE_CORE}
    result["yardstick"] = {"program": stockfish.name, "figures": list(yard.values())}
    result["one_core"] = [one_core_figures(name, line, ONE_CORE[line], taken, yard[line])
                          for name in sets for line in ONE_CORE]


def print_one_core(result):
    rows = [["Chess, one core, CPU seconds", "position", "depth", "seconds", "visited/s", "x Stockfish", "of the runs"]]
    for figures in result["yardstick"]["figures"]:
        rows.append([result["yardstick"]["program"], figures["position"], figures["depth"],
                     f"{figures['cpu_seconds']:.3f}", results.per_second(figures["rate"]), "1", ""])
    for figures in result["one_core"]:
        rows.append([figures["instruction_set"], figures["position"], figures["depth"],
                     f"{figures['cpu_seconds']:.3f}", results.per_second(figures["rate"]), f"{figures['ratio']:.2f}",
                     f"{min(figures['ratio_runs']):.2f} to {max(figures['ratio_runs']):.2f}"])
    results.print_table(rows)
    print("How leaves are counted:")
    print(f"  {result['yardstick']['program']}: {result['yardstick']['figures'][0]['counting']}")
    for name, counting in {f["instruction_set"]: f["counting"] for f in result["one_core"]}.items():
        print(f"  {name}: {counting}")


# ---- draughts on one core ----

def run_draughts(tabuleiro, stockfish, runs, result):
    note("Draughts on one core, against Stockfish's chess")
    for game in set(tabuleiro.games()) - {"chess"} - {line.game for line in RULESETS}:
        note(f"  {game} is not measured: it has no entry in known.py")
    sets = supported_sets(tabuleiro, next(iter(RULESETS)))
    jobs = {**yardstick_jobs(stockfish, [STARTPOS]), **{(name, line): one_core_job(tabuleiro, name, line, depth)
                                                        for line, (depth, _) in RULESETS.items() for name in sets}}
    taken = interleave(runs, jobs)
    yard = yardstick_figures(stockfish, STARTPOS, taken)
    result["draughts"] = {"yardstick": {"program": stockfish.name, "figures": [yard]},
                          "one_core": [one_core_figures(name, line, RULESETS[line][0], taken, yard)
                                       for name in sets for line in RULESETS]}


def print_draughts(result):
    figures = result["draughts"]["one_core"]
    sets = list(dict.fromkeys(entry["instruction_set"] for entry in figures))
    rows = [["Draughts, one core, CPU seconds", "depth", "nodes", "visited", "seconds", "visited/s",
             *[f"x Stockfish, {name}" for name in sets]]]
    for best in (entry for entry in figures if entry["instruction_set"] == sets[0]):
        same = [entry for entry in figures if entry["game"] == best["game"]]
        rows.append([best["game"] + (", merged" if best.get("merged") else ""), best["depth"], best["nodes"],
                     best["visited"],
                     f"{best['cpu_seconds']:.3f}", results.per_second(best["rate"]),
                     *[f"{entry['ratio']:.2f}" for entry in same]])
    results.print_table(rows)


# ---- with a hash table ----

def run_hashed(tabuleiro, runs, result):
    note("One core, with a hash table")
    jobs = {job: lambda j=job: tabuleiro.perft(j[0], j[1], "--threads", "1", "--device", "cpu", "--hash", j[2])
            for job in HASHED}
    taken = interleave(runs, jobs)
    result["hashed"] = []
    for (line, depth, size), pairs in taken.items():
        record = pairs[0][0]
        result["hashed"].append(cpu_figures(
            known(line)[depth], [run.cpu_seconds for _, run in pairs], int(record["visited"]), split=record["split"],
            instruction_set=record["instruction_set"], **line.figures(), depth=depth, threads=1,
            hash=str(record["hash"]), counting=record["counting"] + "; equal positions once"))


def print_hashed(result):
    rows = [["One core, with a table", "position", "depth", "table", "nodes", "visited", "seconds", "visited/s"]]
    for figures in result["hashed"]:
        rows.append([figures["instruction_set"], figures["position"], figures["depth"],
                     f"{int(figures['hash']) >> 20} MiB", figures["nodes"], figures["visited"],
                     f"{figures['cpu_seconds']:.3f}",
                     results.per_second(figures["rate"])])
    results.print_table(rows)


# ---- devices ----

def run_devices(tabuleiro, runs, longest, result):
    result["devices"] = []
    for device in tabuleiro.devices():
        note(f"{device['id']}, all threads: {device['name']}")
        result["devices"].append(described(device, {line: measure(tabuleiro, device["id"], line, runs, longest)
                                                    for line in SERIES}))


def print_devices(result):
    """At the largest depth that every device has been measured at."""
    rows = [["All threads, wall clock, leaves visited/s", "depth"] + [device["id"] for device in result["devices"] for _ in (0, 1)]]
    rows[0][3::2] = ["of cpu" for _ in result["devices"]]
    for line in SERIES:
        by_device = [rates(device, line) for device in result["devices"]]
        depth = min(max(by_depth) for by_depth in by_device)
        row = [str(line), depth]
        for by_depth in by_device:
            row += [results.per_second(by_depth[depth]), f"{by_depth[depth] / by_device[0][depth]:.2f}"]
        rows.append(row)
    results.print_table(rows)


# ---- chess tables ----

def run_tables(tabuleiro, stockfish, runs, alone, result):
    note("Chess tables of 3 and 4 men, against Stockfish")
    jobs, once = tables.jobs(tabuleiro)
    taken = interleave(runs, {**yardstick_jobs(stockfish, [STARTPOS]), **jobs}, once)
    yard = yardstick_figures(stockfish, STARTPOS, taken)
    note(f"  probing; alone: {', '.join(alone)}")
    probing, figures = tables.measure_folder(tabuleiro, alone)
    result["tables"] = tables.figures_of({name: taken[name] for name in jobs}, probing, figures, yard, stockfish.name)


def print_tables(result):
    for rows in (tables.rows_of_solving, tables.rows_of_probing, tables.rows_of_required):
        results.print_table(rows(result["tables"]))
        print()
    for line in tables.lines_of_memory(result["tables"]):
        print(line)


# ---- all of it ----

PARTS = ("one-core", "draughts", "hashed", "devices", "tables")


def parse_arguments():
    parser = Parser(prog="bench", allow_abbrev=False)
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--runs", type=int, default=3, help="of each measurement (default 3)")
    parser.add_argument("--longest", type=float, default=4, help="seconds of a run in the series by depth (default 4)")
    parser.add_argument("--only", choices=PARTS, help="only this part; the others stay as they are in the result file")
    parser.add_argument("--long", action="store_true", help="tables: KRPvKR, too, and what it needs: two minutes")
    parser.add_argument("--out", default="results", help="folder of the result file (default: results)")
    arguments = parser.parse_args()
    if arguments.runs < 1:
        parser.error("--runs: expected 1 or more")
    return arguments


def find_stockfish():
    path = shutil.which("stockfish", path=os.environ.get("PATH", "") + ":/usr/games")
    if not path:
        raise Failure("stockfish, the yardstick, is not installed", 69)
    return Stockfish(path)


def begin_result(arguments, tabuleiro):
    facts = machine.machine_facts()
    result = results.begin(machine.cpu_slug(facts), tabuleiro, facts)
    old = pathlib.Path(arguments.out) / f"{result['device']}.json"
    if arguments.only and old.exists():
        old = results.load(old)
        if old["commit"] != result["commit"]:
            raise Failure(f"--only: the result file is of commit {old['commit']}, the program of {result['commit']}")
        result = {**old, **result}
    result["runs"] = arguments.runs
    result["machine"]["load_average"] = [os.getloadavg()[0]]
    return result


def run(arguments):
    tabuleiro = Tabuleiro(arguments.program, Timed)
    result = begin_result(arguments, tabuleiro)
    parts = [arguments.only] if arguments.only else PARTS
    if "one-core" in parts:
        run_one_core(tabuleiro, find_stockfish(), arguments.runs, result)
    if "draughts" in parts:
        run_draughts(tabuleiro, find_stockfish(), arguments.runs, result)
    if "hashed" in parts:
        run_hashed(tabuleiro, arguments.runs, result)
    if "devices" in parts:
        run_devices(tabuleiro, arguments.runs, arguments.longest, result)
    if "tables" in parts:
        alone = ["KQRvKR", *(["KRPvKR"] if arguments.long else [])]
        run_tables(tabuleiro, find_stockfish(), arguments.runs, alone, result)
    result["machine"]["load_average"].append(os.getloadavg()[0])
    return result


def report(result):
    for part, printer in (("one_core", print_one_core), ("draughts", print_draughts), ("hashed", print_hashed),
                          ("devices", print_devices), ("tables", print_tables)):
        if part in result:
            printer(result)
            print()
    print(f"{result['device']}, {result['machine']['cores']} cores, {result['compiler']}, commit {result['commit']}, "
          f"load average {' to '.join(f'{load:.1f}' for load in result['machine']['load_average'])}")


def main():
    arguments = parse_arguments()
    result = run(arguments)
    path = results.save(result, arguments.out)
    report(result)
    print(f"written: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main_program("bench", main))
