"""Rates of one device by depth."""
import math
import statistics
import time

from known import KIWIPETE, STARTPOS, Line, known

SERIES = [STARTPOS, KIWIPETE, Line("checkers"), Line("international", merged=True), Line("damma")]


def figures(line, depth, records):
    """The median of some runs' wall-clock time, devices being opened excluded."""
    seconds = [record["seconds"] for record in records]
    median = statistics.median(seconds)
    nodes = known(line)[depth]
    return {**line.figures(), "depth": depth, "nodes": str(nodes), "split": records[0]["split"],
            "visited": records[0]["visited"], "seconds": round(median, 6),
            "rate": round(int(records[0]["visited"]) / median), "seconds_runs": [round(s, 6) for s in seconds],
            "cpu_seconds": round(statistics.median(record["cpu_seconds"] for record in records), 6)}


def measure(tabuleiro, device, line, runs, longest, deadline=math.inf, like=None):
    """The figures of each known depth, as deep as a run is expected to stay within `longest` seconds and to end before
    the deadline (time.monotonic()), the first one in any case; fewer runs where there is no time for all. Also how
    leaves are counted. `like`: figures of another device; then its depths are counted, each with the tree cut where
    that device cut it, so that both visit the same leaves."""
    series, counting = [], ""
    cuts = {f["depth"]: f["split"] for f in like} if like else None
    for depth, nodes in sorted(known(line).items()):
        if cuts and depth not in cuts:
            continue
        if series and series[-1]["seconds"] * nodes / int(series[-1]["nodes"]) > min(longest, deadline - time.monotonic()):
            break
        cut = ["--split", cuts[depth]] if cuts and cuts[depth] else []
        records = []
        while len(records) < runs and (not records or time.monotonic() + records[-1]["seconds"] < deadline):
            records.append(tabuleiro.perft(line, depth, "--device", device, *cut)[0])
        series.append(figures(line, depth, records))
        counting = records[0]["counting"]
    return series, counting


def described(device, measured):
    """A device of `tabuleiro devices`, for a result file, with what `measure` gave for each line."""
    return {**{key: device[key] for key in ("id", "name", "driver", "units", "is_cpu")},
            "counting": {line.game: counting for line, (_, counting) in measured.items()},
            "series": [figures for series, _ in measured.values() for figures in series]}


def of_line(figures, line):
    """Whether an entry of a result file is one of that line."""
    return (figures["game"], figures["position"], figures.get("merged", False)) == line


def rates(device, line):
    """Its rates of a line by depth: leaves visited a second, also of files whose `rate` is of nodes."""
    return {figures["depth"]: int(figures["visited"]) / figures["seconds"] if "visited" in figures else figures["rate"] for figures in device["series"] if of_line(figures, line)}
