"""Rates of one device by depth."""
import math
import statistics
import time

from known import KNOWN

SERIES = {"startpos": range(1, 10), "kiwipete": range(1, 8)}


def figures(position, depth, records):
    """The median of some runs' wall-clock time, devices being opened excluded."""
    seconds = [record["seconds"] for record in records]
    median = statistics.median(seconds)
    nodes = KNOWN[position][depth]
    return {"position": position, "depth": depth, "nodes": str(nodes), "seconds": round(median, 6),
            "rate": round(nodes / median), "seconds_runs": [round(s, 6) for s in seconds],
            "cpu_seconds": round(statistics.median(record["cpu_seconds"] for record in records), 6)}


def measure(tabuleiro, device, position, runs, longest, deadline=math.inf):
    """The figures of each depth, as deep as a run is expected to stay within `longest` seconds and to end before the
    deadline (time.monotonic()); fewer runs where there is no time for all. Also how leaves are counted."""
    series, rate, counting = [], math.inf, ""
    for depth in SERIES[position]:
        if KNOWN[position][depth] / rate > min(longest, deadline - time.monotonic()):
            break
        records = []
        while len(records) < runs and (not records or time.monotonic() + records[-1]["seconds"] < deadline):
            records.append(tabuleiro.perft(position, depth, "--device", device)[0])
        series.append(figures(position, depth, records))
        rate = series[-1]["rate"]
        counting = records[0]["counting"]
    return series, counting


def described(device, series, counting):
    """A device of `tabuleiro devices` with its series, for a result file."""
    return {**{key: device[key] for key in ("id", "name", "driver", "units")}, "counting": counting, "series": series}
