"""The CPU benchmark: see scripts/bench, which prepares and calls it."""
import argparse
import os
import pathlib
import shutil
import statistics
import sys

import machine
import results
from known import KNOWN
from programs import Failure, Parser, Stockfish, Tabuleiro
from series import SERIES, described, measure

YARDSTICK = {"startpos": 6, "kiwipete": 5}
ONE_CORE = {"startpos": 7, "kiwipete": 6}
HASHED = [("startpos", 7, "256M"), ("startpos", 8, "256M"), ("kiwipete", 6, "256M")]


def note(text):
    print(text, file=sys.stderr, flush=True)


def interleave(runs, jobs):
    """Every job once, then every job again, so that all meet the same disturbances. A list of results a job."""
    taken = {name: [] for name in jobs}
    for i in range(runs):
        note(f"  round {i + 1} of {runs}")
        for name, job in jobs.items():
            taken[name].append(job())
    return taken


def cpu_figures(nodes, cpu_seconds, **more):
    """The figures of one job: its median, and every run."""
    median = statistics.median(cpu_seconds)
    return {**more, "nodes": str(nodes), "cpu_seconds": round(median, 6), "rate": round(nodes / median),
            "cpu_seconds_runs": [round(seconds, 6) for seconds in cpu_seconds]}


# ---- one core, against the yardstick ----

def yardstick_figures(stockfish, position, taken):
    """Seconds beyond the start-up, which is `go perft 1`."""
    start_up = statistics.median(run.cpu_seconds for p in YARDSTICK for run in taken["start-up", p])
    seconds = [run.cpu_seconds - start_up for run in taken["stockfish", position]]
    depth = YARDSTICK[position]
    return cpu_figures(KNOWN[position][depth], seconds, position=position, depth=depth,
                       start_up_cpu_seconds=round(start_up, 6), counting=stockfish.counting)


def one_core_figures(instruction_set, position, taken, yard):
    runs = taken[instruction_set, position]
    depth = ONE_CORE[position]
    nodes = KNOWN[position][depth]
    figures = cpu_figures(nodes, [run.cpu_seconds for _, run in runs], instruction_set=instruction_set,
                          position=position, depth=depth, threads=1, hash="0",
                          counting=runs[0][0]["counting"])
    figures["ratio"] = round(figures["rate"] / yard["rate"], 3)
    figures["ratio_runs"] = [round(nodes / ours / (int(yard["nodes"]) / theirs), 3) for ours, theirs in
                             zip(figures["cpu_seconds_runs"], yard["cpu_seconds_runs"])]
    return figures


def supported_sets(tabuleiro):
    """The instruction sets that the program holds and this processor has, best first."""
    held = tabuleiro.record("version")[0]["instruction_sets"]
    return [name for name in held if
            tabuleiro.record("version", environment={"TABULEIRO_CPU": name})[0]["instruction_set"] == name]


def run_one_core(tabuleiro, stockfish, runs, result):
    note("One core, no table, against Stockfish")
    sets = supported_sets(tabuleiro)
    jobs = {}
    for position in ONE_CORE:
        jobs["start-up", position] = lambda p=position: stockfish.perft(p, 1)
        jobs["stockfish", position] = lambda p=position: stockfish.perft(p, YARDSTICK[p])
        for name in sets:
            jobs[name, position] = lambda p=position, n=name: tabuleiro.perft(
                p, ONE_CORE[p], "--threads", "1", "--device", "cpu", environment={"TABULEIRO_CPU": n})
    taken = interleave(runs, jobs)
    yard = {position: yardstick_figures(stockfish, position, taken) for position in ONE_CORE}
    result["yardstick"] = {"program": stockfish.name, "figures": list(yard.values())}
    result["one_core"] = [one_core_figures(name, position, taken, yard[position])
                          for name in sets for position in ONE_CORE]


def print_one_core(result):
    rows = [["One core, CPU seconds", "position", "depth", "seconds", "nodes/s", "x Stockfish", "of the runs"]]
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


# ---- with a hash table ----

def run_hashed(tabuleiro, runs, result):
    note("One core, with a hash table")
    jobs = {job: lambda j=job: tabuleiro.perft(j[0], j[1], "--threads", "1", "--device", "cpu", "--hash", j[2])
            for job in HASHED}
    taken = interleave(runs, jobs)
    result["hashed"] = []
    for (position, depth, size), pairs in taken.items():
        record = pairs[0][0]
        result["hashed"].append(cpu_figures(
            KNOWN[position][depth], [run.cpu_seconds for _, run in pairs],
            instruction_set=record["instruction_set"], position=position, depth=depth, threads=1,
            hash=str(record["hash"]), counting=record["counting"] + "; equal positions once"))


def print_hashed(result):
    rows = [["One core, with a table", "position", "depth", "table", "seconds", "nodes/s"]]
    for figures in result["hashed"]:
        rows.append([figures["instruction_set"], figures["position"], figures["depth"],
                     f"{int(figures['hash']) >> 20} MiB", f"{figures['cpu_seconds']:.3f}",
                     results.per_second(figures["rate"])])
    results.print_table(rows)


# ---- devices ----

def run_devices(tabuleiro, runs, longest, result):
    result["devices"] = []
    for device in tabuleiro.devices():
        note(f"{device['id']}, all threads: {device['name']}")
        series = []
        for position in SERIES:
            figures, counting = measure(tabuleiro, device["id"], position, runs, longest)
            series += figures
        result["devices"].append(described(device, series, counting))


def deepest_common(devices, position):
    """The largest depth that every device of the list has been measured at."""
    return min(max(figures["depth"] for figures in device["series"] if figures["position"] == position)
               for device in devices)


def rate_at(device, position, depth):
    for figures in device["series"]:
        if (figures["position"], figures["depth"]) == (position, depth):
            return figures["rate"]
    return None


def print_devices(result):
    devices = result["devices"]
    depths = {position: deepest_common(devices, position) for position in SERIES}
    rows = [["All threads, wall clock"] + [f"{p} {d}" for p, d in depths.items() for _ in (0, 1)]]
    rows[0][2::2] = ["of cpu" for _ in depths]
    for device in devices:
        row = [device["id"]]
        for position, depth in depths.items():
            rate = rate_at(device, position, depth)
            row += [results.per_second(rate), f"{rate / rate_at(devices[0], position, depth):.2f}"]
        rows.append(row)
    results.print_table(rows)


# ---- all of it ----

PARTS = ("one-core", "hashed", "devices")


def parse_arguments():
    parser = Parser(prog="bench", allow_abbrev=False)
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--runs", type=int, default=5, help="of each measurement (default 5)")
    parser.add_argument("--longest", type=float, default=12, help="seconds of a run in the series by depth (default 12)")
    parser.add_argument("--only", choices=PARTS, help="only this part; the others stay as they are in the result file")
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
    tabuleiro = Tabuleiro(arguments.program)
    result = begin_result(arguments, tabuleiro)
    parts = [arguments.only] if arguments.only else PARTS
    if "one-core" in parts:
        run_one_core(tabuleiro, find_stockfish(), arguments.runs, result)
    if "hashed" in parts:
        run_hashed(tabuleiro, arguments.runs, result)
    if "devices" in parts:
        run_devices(tabuleiro, arguments.runs, arguments.longest, result)
    result["machine"]["load_average"].append(os.getloadavg()[0])
    return result


def report(result):
    for part, printer in (("one_core", print_one_core), ("hashed", print_hashed), ("devices", print_devices)):
        if part in result:
            printer(result)
            print()
    print(f"{result['device']}, {result['machine']['cores']} cores, {result['compiler']}, commit {result['commit']}, "
          f"load average {' to '.join(f'{load:.1f}' for load in result['machine']['load_average'])}")


def main():
    arguments = parse_arguments()
    try:
        result = run(arguments)
        report(result)
        print(f"written: {results.save(result, arguments.out)}")
    except Failure as failure:
        note(f"bench: {failure}")
        return failure.code
    except KeyboardInterrupt:
        return 75
    return 0


if __name__ == "__main__":
    sys.exit(main())
