"""Checks and measures one GPU: see scripts/gpu-check, which prepares and calls it."""
import argparse
import glob
import json
import math
import os
import pathlib
import re
import shutil
import sys
import time

import machine
import results
import tables
from known import CHECKERS_TABLES, STARTPOS, TABLES_OF_4_MEN, TABLES_OF_5_MEN, Line, table_sums
from programs import Failure, Parser, Run, Tabuleiro, main_program
from series import SERIES, described, measure

ROOT = pathlib.Path(__file__).resolve().parent.parent

# What is checked: the suites of each, every so manieth position of them.
SUITES = {
    Line("chess"): ("results/known/chess*.epd", 10),
    Line("checkers"): ("results/known/draughts/checkers.epd", 1),
    Line("international", merged=True): ("results/known/draughts/international-merged.epd", 1),
    Line("damma"): ("results/known/draughts/damma.epd", 1),
}

# By backend: positions of kcheck, of each game; the largest count of a suite. Others than cuda are for trying this
# script out.
SIZES = {"cuda": (100_000, 100_000_000), "opencl": (2_000, 5_000_000), "loop": (2_000, 1_000_000)}
# The depths that are counted with a table in the device's memory, and its size.
DEEP = {"cuda": ([10, 11], "free"), "opencl": ([6, 7], "256M"), "loop": ([6, 7], "256M")}
# The tables that are solved, by game and backend; KRPvKR needs four more of 5 men, by promotion.
SOLVED = {"chess": {"cuda": ["all-4", "KRPvKR"], "opencl": ["all-3"], "loop": ["all-3"]},
          "checkers": {"cuda": ["all-5", "KKKvKKK"], "opencl": ["all-3"], "loop": ["all-3"]}}
SUMS = {"chess": (TABLES_OF_4_MEN, TABLES_OF_5_MEN), "checkers": (CHECKERS_TABLES,)}
TOOLS = f"{os.environ.get('PATH', '')}:{os.environ.get('CUDA_PATH', '')}/bin:/usr/local/cuda/bin"
SANITIZED_POSITIONS = 300
RATES_SECONDS = 100
# Counts of fewer nodes are over before their rate stands out from the start-up.
LEAST_NODES = 1_000_000


class Check:
    """What the stages share."""

    def __init__(self, arguments):
        self.backend = arguments.backend
        self.limit = arguments.limit
        self.build = pathlib.Path(arguments.build)
        self.program = Tabuleiro(self.build / "tabuleiro")
        self.deadline = 0

    def left(self):
        """Seconds; None without a limit."""
        return None if self.deadline == math.inf else max(1, self.deadline - time.monotonic())

    def late(self):
        return self.deadline <= time.monotonic()

    def too_late(self, what):
        return Failure(f"{what}: not finished after the {self.limit:g} s of --limit", 1)

    def run(self, *command, text=""):
        """A Run within the stage's time, text for its standard input; Failure if it ends badly."""
        run = Run([str(part) for part in command], text, limit=self.left())
        if run.code:
            print(run.output, file=sys.stderr)
            name = pathlib.Path(command[0]).name
            if self.late():
                raise self.too_late(name)
            raise Failure(f"{name}: exit code {run.code}: {run.last_line()}", 4 if run.code == 4 else 1)
        return run

    def device(self):
        devices = self.program.devices(self.backend)
        if not devices:
            missing = self.program.record("devices")[0]["missing"]
            reasons = [entry["reason"] for entry in missing if entry["backend"] == self.backend]
            raise Failure(f"no device: {', '.join(reasons) or self.backend}", 3)
        return devices[0]


# ---- stages: each returns what goes into the result, with a line for the table in "told" ----

def stage_build(check):
    """Takes the time that it needs: a build that was cut off would be no use to the other stages."""
    check.deadline = math.inf
    if check.backend == "cuda" and not shutil.which("nvcc", path=TOOLS):
        raise Failure("nvcc is not installed", 69)
    cuda = "ON" if check.backend == "cuda" else "AUTO"
    generator = ["-G", "Ninja"] if shutil.which("ninja") and not (check.build / "CMakeCache.txt").exists() else []
    check.run("cmake", "-S", ROOT, "-B", check.build, *generator, "-DCMAKE_BUILD_TYPE=Release", f"-DWITH_CUDA={cuda}",
              "-DBUILD_TESTING=OFF")
    check.run("cmake", "--build", check.build, "-j", len(os.sched_getaffinity(0)))
    version = check.program.record("version")[0]
    told = f"{version['compiler']}, backends {' '.join(version['backends'])}"
    stage = {"compiler": version["compiler"], "told": told}
    if check.backend == "cuda":
        try:
            stage["kernels"] = kernel_resources(check)
        except Failure as failure:  # the programs are built all the same
            stage["told"] += f"; resources of the kernels are not known: {failure}"
    return stage


def kernel_resources(check):
    """Registers, stack and spills by kernel and architecture, as the build target prints them."""
    lines = check.run("cmake", "--build", check.build, "--target", "kernel-resources").output.splitlines()
    rows = [line.split() for line in lines if re.fullmatch(r"\w+ +\w+( +[\w-]+){4}", line)]
    names = next((row for row in rows if row[0] == "kernel"), [])
    return [{name: int(entry) if entry.isdigit() else entry for name, entry in zip(names, row)}
            for row in rows if row is not names]


def stage_kcheck(check):
    positions, games = SIZES[check.backend][0], [line.game for line in SUITES]
    commands = {game: [check.build / "kcheck", "--device", check.device()["id"], "--game", game, "--positions"]
                for game in games}
    outputs = {game: check.run(*command, positions).output.splitlines() for game, command in commands.items()}
    stage = {"positions": positions, "output": outputs,
             "told": f"{positions} positions of each game right: {', '.join(games)}"}
    if check.backend == "cuda":
        stage["sanitizer"] = {game: sanitize(check, [*command, SANITIZED_POSITIONS])
                              for game, command in commands.items()}
        stage["told"] += f"; compute-sanitizer: {', '.join(dict.fromkeys(stage['sanitizer'].values()))}"
    return stage


def sanitize(check, command):
    """compute-sanitizer's verdict on a small batch, or why it is missing."""
    tool = shutil.which("compute-sanitizer", path=TOOLS)
    if not tool:
        return "not installed"
    run = Run([tool, "--tool", "memcheck", *map(str, command)], limit=check.left())
    found = re.search(r"ERROR SUMMARY: (\d+) error", run.output)
    if re.search("not supported", run.output, re.I):
        return "does not support this device"
    if not found or run.code or found.group(1) != "0":
        print(run.output, file=sys.stderr)
        raise Failure(f"compute-sanitizer: {found.group() if found else run.last_line()}")
    return f"0 errors in {SANITIZED_POSITIONS} positions"


def run_suites(check, line, pattern, every):
    """The record of one game's sample, which goes through standard input."""
    files = sorted(glob.glob(pattern, root_dir=ROOT))
    lines = [text for file in files for text in (ROOT / file).read_text(encoding="utf-8").splitlines()]
    sample = [text for text in lines if text and not text.startswith("#")][::every]
    if not sample:
        raise Failure(f"no suites: {pattern}")
    merge = ["--merge-captures"] if line.merged else []
    run = check.run(check.program.path, "suite", line.game, "-", *merge, "--device", check.device()["id"],
                    "--max-nodes", SIZES[check.backend][1], "--quiet", "--json", text="\n".join(sample) + "\n")
    record = json.loads(run.last_line())
    return {**{key: record[key] for key in ("positions", "right", "wrong", "skipped", "nodes", "seconds")},
            "files": files}


def stage_suite(check):
    suites = {str(line): run_suites(check, line, *suite) for line, suite in SUITES.items()}
    for name, suite in suites.items():
        if not suite["right"]:
            raise Failure(f"{name}: no count was compared, all {suite['skipped']} were skipped")
    told = ", ".join(f"{name} {suite['right']} counts right, {suite['wrong']} wrong" for name, suite in suites.items())
    return {"suites": suites, "max_nodes": str(SIZES[check.backend][1]), "told": told}


def stage_deep(check):
    """Deep counts of the start position with a perft hash table in the device's memory."""
    depths, size = DEEP[check.backend]
    device, counts = check.device()["id"], []
    for depth in depths:
        try:
            record, _ = check.program.perft(STARTPOS, depth, "--device", device, "--hash", size, limit=check.left())
        except Failure as failure:
            raise check.too_late(f"depth {depth}") if check.late() else failure
        counts.append({key: record[key] for key in ("depth", "nodes", "seconds", "visited", "from_table", "hash")})
    told = ", ".join(f"depth {count['depth']} in {count['seconds']:.2f} s, visiting "
                     f"{100 * int(count['visited']) / int(count['nodes']):.1f} %" for count in counts)
    return {"counts": counts, "told": f"counts right: {told}"}


def stage_rates(check):
    """The device's rates, and those of the native engine at the same depths and cuts of the tree: each line has a share
    of the time, of which the device has half."""
    device, measured = check.device(), {}
    share, start = min(check.limit, RATES_SECONDS) / len(SERIES), time.monotonic()
    for i, line in enumerate(SERIES):
        end = start + share * (i + 1)
        theirs = measure(check.program, device["id"], line, 3, check.limit, end - share / 2)
        if int(theirs[0][-1]["nodes"]) < LEAST_NODES:
            raise Failure(f"{line}: nothing was measured: beyond depth {theirs[0][-1]['depth']} the {check.limit:g} s of "
                          "--limit do not reach")
        measured[line] = theirs, measure(check.program, "cpu", line, 3, check.limit, end, like=theirs[0])
    deepest = ", ".join(f"{line} {theirs[0][-1]['depth']} (cpu {cpu[0][-1]['depth']})"
                        for line, (theirs, cpu) in measured.items())
    return {"devices": [described(device, {line: theirs for line, (theirs, _) in measured.items()}),
                        described(check.program.devices("cpu")[0], {line: cpu for line, (_, cpu) in measured.items()})],
            "told": f"counts right, to depth {deepest}"}


def stage_solve(check, game="chess"):
    """Tables solved on the device; compressed by all cores of the processor. Their bytes are the known ones."""
    sums = {name: known for file in SUMS[game] for name, known in table_sums(file).items()}
    with tables.new_folder(check.program) as folder:
        try:
            figures, solved = tables.solve(check.program, SOLVED[game][check.backend], folder,
                                           len(os.sched_getaffinity(0)), check.device()["id"], limit=check.left(),
                                           game=game)
        except Failure as failure:
            raise check.too_late("solve") if check.late() else failure
        files = tables.check_files(folder, sums)
    if not solved or not files:
        raise Failure("no table was solved")
    rate = int(figures["positions"]) / figures["solving_seconds"]
    rates = {name: round(int(table["positions"]) / tables.solving_seconds(table)) for name, table in solved.items()}
    return {"solve": figures, "files": files, "rate": round(rate), "rates": rates,
            "told": f"{figures['tables']} tables, {files} files with the known bytes, solved in "
                    f"{figures['solving_seconds']:.1f} s of {figures['seconds']:.1f} s, "
                    f"{results.per_second(rate)} positions/s"}


def stage_solve_checkers(check):
    return stage_solve(check, "checkers")


STAGES = {"build": stage_build, "kcheck": stage_kcheck, "suite": stage_suite, "deep": stage_deep,
          "solve": stage_solve, "solve-checkers": stage_solve_checkers, "rates": stage_rates}


# ---- running and reporting ----

def run_stage(check, name):
    print(f"{name} ...", file=sys.stderr, flush=True)
    start = time.monotonic()
    check.deadline = start + check.limit
    try:
        stage = {"ok": True, **STAGES[name](check)}
    except Failure as failure:
        stage = {"ok": False, "code": failure.code, "told": str(failure)}
    stage["seconds_in_all"] = round(time.monotonic() - start, 1)
    return stage


def begin_result(check, folder):
    """A new result, or the one in the file if that is of the same commit."""
    device = check.device()
    name = machine.slug(device["name"]) + ("" if check.backend == "cuda" else f"-{check.backend}")
    result = results.begin(name, check.program, machine.machine_facts())
    result["gpu"] = {**{key: device[key] for key in ("name", "driver", "units")}, "memory": str(device["memory"])}
    path = pathlib.Path(folder) / f"{name}.json"
    old = results.load(path) if path.exists() else {}
    if old.get("commit") == result["commit"] and "stages" in old:
        return {**old, **result}
    return {**result, "devices": [], "stages": {}}


def report(stages, result):
    print()
    results.print_table([["stage", "", "seconds"]] +
                        [[name, "ok" if stage["ok"] else "FAILED", stage["seconds_in_all"]]
                         for name, stage in stages.items()])
    for name, stage in stages.items():
        print(f"{name}: {stage['told']}")
    if stages.get("rates", {}).get("ok"):
        report_rates(*result["devices"])


def report_rates(device, cpu):
    """Both at the same depth and cut of the tree."""
    for measured in (device, cpu):
        print(f"\n{measured['id']}: {measured['name']}")
        for game, counting in measured["counting"].items():
            print(f"  {game}: {counting}")
    rows = [["game", "position", "depth", "nodes", "visited", "seconds", "visited/s", "cpu", "times cpu"]]
    for f in device["series"]:
        if int(f["nodes"]) >= LEAST_NODES:
            same = [c for c in cpu["series"] if all(c[key] == f[key] for key in ("game", "position", "depth"))]
            rows.append([f["game"], f["position"], f["depth"], f["nodes"], f["visited"], f"{f['seconds']:.4f}",
                         results.per_second(f["rate"])]
                        + ([results.per_second(same[0]["rate"]), f"{f['rate'] / same[0]['rate']:.2f}"] if same
                           else ["-", "-"]))
    print()
    results.print_table(rows)


def seconds(text):
    number = float(text)
    if not 0 < number < math.inf:
        raise ValueError
    return number


def folder_name(text):
    if not text:
        raise ValueError
    return text


def parse_arguments():
    parser = Parser(prog="gpu-check", allow_abbrev=False)
    parser.add_argument("--build", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--only", action="append", choices=list(STAGES), help="this stage alone; may be given again")
    parser.add_argument("--backend", default="cuda", choices=list(SIZES), help="cuda; others try the script out")
    parser.add_argument("--limit", type=seconds, default=170, metavar="SECONDS",
                        help="seconds that each stage may take, the build excepted (default 170); one that is not finished "
                        "then has FAILED, and rates go less deep")
    parser.add_argument("--out", type=folder_name, metavar="FOLDER", help="folder of the result file (default: results; the build folder if not cuda)")
    arguments = parser.parse_args()
    arguments.out = arguments.out or (ROOT / "results" if arguments.backend == "cuda" else arguments.build)
    return arguments


def run_stages(check, names, stages, folder):
    """Runs them and saves what they found. Returns the result, None if only the build ran and failed. A missing device
    ends it before the first measurement."""
    result = None
    for name in names:
        if name != "build" and result is None:
            result = begin_result(check, folder)
        stages[name] = run_stage(check, name)
        if name == "build" and not stages[name]["ok"]:
            return None
    result = result or begin_result(check, folder)
    result["stages"].update(stages)
    if stages.get("rates", {}).get("ok"):
        result["devices"] = result["stages"]["rates"].pop("devices")
    print(f"written: {results.save(result, folder)}")
    return result


def main():
    arguments = parse_arguments()
    check = Check(arguments)
    names = [name for name in STAGES if name in (arguments.only or STAGES)]
    if "build" not in names and not pathlib.Path(check.program.path).exists():
        names.insert(0, "build")
    stages, result = {}, None
    try:
        result = run_stages(check, names, stages, arguments.out)
    except Failure as failure:
        print(f"gpu-check: {failure}", file=sys.stderr)
        stages["device"] = {"ok": False, "code": failure.code, "told": str(failure), "seconds_in_all": 0}
    report(stages, result)
    return max((stage.get("code", 0) for stage in stages.values()), default=0)


if __name__ == "__main__":
    sys.exit(main_program("gpu-check", main))
