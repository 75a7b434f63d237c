"""The charts of result files and of endgame tables, as scripts for gnuplot."""
import re

import gnuplot
import published
from gnuplot import COLOURS, FULL, HOLLOW, quoted
from known import KIWIPETE, STARTPOS, Line
from programs import Failure
from series import of_line, rates

LINES = {STARTPOS: "chess, start position", KIWIPETE: "chess, Kiwipete", Line("checkers"): "checkers",
         Line("international", merged=True): "international, merged", Line("damma"): "Damma"}

# What draughts are to reach, times Stockfish.
GOALS = {"every ruleset": 0.45, "international": 1.25, "checkers": 1.5}
TICKS = [0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100]


# ---- devices ----

def device_label(device):
    """Its id and what it runs on."""
    name = device["name"]
    if device["id"] == "cpu":
        return "cpu: native engine"
    if device["id"] == "loop":
        return "loop: C over threads"
    if device.get("is_cpu", name.startswith(("pthread", "basic", "cpu"))):
        driver = "PoCL" if device["driver"].startswith("Portable Computing Language") else device["driver"]
        name = f"{driver} on the CPU"
    return f"{device['id']}: {name}"


def devices_of(results):
    """Every measured device of the results, each with a label of its own."""
    return [{**device, "label": device_label(device) + (f", {result['device']}" if len(results) > 1 else "")}
            for result in results for device in result.get("devices", [])]


def common_depth(devices, line):
    """The deepest depth of a line that every device with figures of it was measured at; 0 if there is none."""
    measured = [set(found) for found in (rates(device, line) for device in devices) if found]
    return max(set.intersection(*measured), default=0) if measured else 0


def of_devices(devices):
    """Rates at equal depths, a row each line."""
    depths = {line: depth for line in LINES if (depth := common_depth(devices, line))}
    if not depths:
        raise Failure("these devices have no depth in common")
    series = []
    for device in devices:
        found = [rates(device, line).get(depth) for line, depth in depths.items()]
        series.append((device["label"], [(rate, f"{rate / 1e9:.3g}", FULL) if rate else None for rate in found]))
    values = [entry[0] for _, entries in series for entry in entries if entry]
    script = gnuplot.style("Perft with all threads, at equal depths",
                           1000, 150 + len(depths) * max(60, 26 * len(devices)))
    setup, plot = gnuplot.rows_of_points([f"{LINES[line]},\ndepth {depth}" for line, depth in depths.items()], series)
    return (script + setup + "set key outside bottom center horizontal nobox\nset lmargin 24\nset logscale x\n"
            f"set format x '%.0s %c'\nset xrange [{min(values) / 2}:{max(values) * 3}]\n"
            "set xlabel 'leaves visited a second; the numbers: giga'\n" + plot)


def of_depths(devices):
    """Rate against depth, from the start position of chess."""
    script, plots = gnuplot.style("Perft of the chess start position: rate against depth"), []
    for i, device in enumerate(device for device in devices if rates(device, STARTPOS)):
        script += gnuplot.table(f"line{i}", [(depth, float(rate)) for depth, rate in
                                             sorted(rates(device, STARTPOS).items())])
        plots.append(f"$line{i} using 1:2 with linespoints lw 2.5 pt 7 ps 1.1 lc rgb '{COLOURS[i % len(COLOURS)]}' "
                     f"title {quoted(device['label'])}")
    if not plots:
        raise Failure("no device counted the start position of chess")
    depths = [int(depth) for device in devices for depth in rates(device, STARTPOS)]
    return (script + "set key bottom right\nset logscale y\nset format y '%.0s %c'\nset mytics 10\n"
            "set xlabel 'depth'\nset ylabel 'leaves visited a second'\n"
            f"set xrange [{min(depths) - 0.3}:{max(depths) + 0.3}]\nset xtics 1\nplot " + ", ".join(plots) + "\n")


# ---- one core ----

COUNTED_BY_OTHERS = [("startpos", 7), ("kiwipete", 6)]


def of_one_core(result):
    """Ours, and others' figures (hollow), as multiples of Stockfish."""
    yardstick, rows = result["yardstick"]["program"], {}
    for f in result["one_core"]:
        rows.setdefault(f"Tabuleiro, {f['instruction_set']}", {})[f["position"], int(f["depth"])] = f["ratio"], FULL
    lines = list(dict.fromkeys(line for row in rows.values() for line in row))
    if lines == COUNTED_BY_OTHERS:
        rows.update({f"{name} *": dict(zip(lines, [(ratio, HOLLOW) for ratio in ratios]))
                     for name, ratios in published.PERFT.items()})
    rows[yardstick] = dict.fromkeys(lines, (1, FULL))
    series = [(f"{LINES[Line('chess', position)]}, depth {depth}",
               [(row[position, depth][0], f"{row[position, depth][0]:.1f}", row[position, depth][1])
                if (position, depth) in row else None for row in rows.values()]) for position, depth in lines]
    setup, plot = gnuplot.rows_of_points(list(rows), series)
    highest = max(ratio for row in rows.values() for ratio, _ in row.values())
    return (gnuplot.style("Perft on one core, no hash table", 1000, 190 + 40 * len(rows)) + setup
            + "set key bottom right\nset lmargin 27\nset bmargin 7\n"
            f"set xrange [0:{highest * 1.12}]\nset xlabel 'times {yardstick}, nodes a CPU second'\n"
            + (gnuplot.footnote(f"Tabuleiro and {yardstick}: measured on {result['device']}; last-ply: not by differences.\n"
                                f"* hollow: figures of others, of {published.PERFT_CORE}; sources in results/README.md")
               if lines == COUNTED_BY_OTHERS else "") + plot)


def of_tables(result):
    """Chess tables of 3 and 4 men: bytes and CPU seconds, and those of others, whose times are scaled by the
    yardstick."""
    figures = result["tables"]
    scale = figures["yardstick"]["figures"][0]["cpu_seconds"] / published.SCALE_SECONDS
    best = figures["solve"][0]
    entries = {"Tabuleiro": (sizes(best["bytes"]), (best["cpu_seconds"], best["solving"]))}
    for name, peer in published.TABLES.items():
        entries[f"{name}\n(of others)"] = sizes(peer["bytes"]), (peer["cpu_seconds"] * scale, peer["solving"] * scale)
    title = f"The 35 chess tables of 3 and 4 men, one thread ({best['job']})"
    script = gnuplot.style("", 1000, 580) + "unset grid\nset grid ytics lc rgb '#dddddd'\nset bmargin 6\n"
    script += gnuplot.footnote(
        f"of others: figures of another core, their seconds times {scale:.2f} by {figures['yardstick']['program']}'s go "
        "perft 6 on both; sources in results/README.md")
    script += f"set multiplot layout 1,2 title {quoted(title)} font ',14'\nunset title\n"
    for i, (titles, unit) in enumerate(((("WDL and DTZ", "DTM"), "megabytes"),
                                        (("complete", "of it solving"), "CPU seconds"))):
        setup, plot = gnuplot.groups_of_bars(entries, [(title, [entry[i][k] for entry in entries.values()])
                                                       for k, title in enumerate(titles)])
        script += f"{setup}set ylabel '{unit}'\n{plot}unset label\n"
    return script + "unset multiplot\n"


def sizes(count):
    """Megabytes of WDL and DTZ together, and of DTM; None for what a set of tables does not have."""
    count = {metric: int(size) / 1e6 for metric, size in count.items()}
    return (count["wdl"] + count["dtz"] if "wdl" in count else None), count.get("dtm")


def of_draughts(result):
    """Every ruleset as a row of points, one an instruction set, the fastest on top."""
    figures = result["draughts"]["one_core"]
    sets = list(dict.fromkeys(f["instruction_set"] for f in figures))
    order = sorted((f for f in figures if f["instruction_set"] == sets[0]), key=lambda f: -f["ratio"])
    rows = {f["game"]: row for row, f in enumerate(order)}
    script = gnuplot.style(f"Draughts on one core, times {result['draughts']['yardstick']['program']}'s chess", 900,
                           190 + 22 * len(rows))
    script += gnuplot.ticks("y", [f"{f['game']}{', merged' if f.get('merged') else ''}, depth {f['depth']}"
                                  for f in order])
    plots = []
    for i, name in enumerate(sets):
        script += gnuplot.table(f"set{i}", [(f["ratio"], rows[f["game"]]) for f in figures
                                            if f["instruction_set"] == name and f["game"] in rows])
        plots.append(f"$set{i} using 1:2 with points pt 7 ps {max(0.7, 1.6 - 0.3 * i)} "
                     f"lc rgb '{COLOURS[i % len(COLOURS)]}' title {quoted(name)}")
    ratios = [f["ratio"] for f in figures]
    return (script + "set key bottom right\nset logscale x\n"
            f"set xtics ({', '.join(map(str, TICKS))}) font ',10'\nset yrange [{len(rows) - 0.3}:-0.7]\n"
            f"set xrange [{min(*ratios, *GOALS.values()) * 0.8}:{max(*ratios, *GOALS.values()) * 1.2}]\n"
            "set xlabel 'nodes a CPU second, in multiples; dashed: the goals'\n" + goals()
            + "plot " + ", ".join(plots) + "\n")


def goals():
    """Dashed lines, named above the chart in turns, each on a line of its own."""
    script = f"set tmargin {len(GOALS) + 3}\nset title offset 0,{len(GOALS)}\n"
    for i, (who, goal) in enumerate(GOALS.items()):
        script += f"set arrow from {goal}, graph 0 to {goal}, graph 1 nohead lw 2 dt 2 lc rgb '#b5404a' back\n"
        script += (f"set label {quoted(f'{who} {goal}')} at {goal}, graph 1 center offset 0,{len(GOALS) - i - 0.4} "
                   "font ',10' tc rgb '#b5404a'\n")
    return script


# ---- endgame tables ----

METRICS = {"dtz": "plies to the next capture, pawn move or mate", "dtm": "plies to mate", "dtw": "plies to the end"}
SIDES = ["first side to move", "second side to move"]


def parted(counts):
    """Rows for lines that do not bridge distances that are missing; to mate, every other ply is."""
    rows = []
    for d in counts:
        if rows and d["plies"] > rows[-1][0] + 2:
            rows.append(())
        rows.append((int(d["plies"]), int(d.get("unique", d["positions"]))))
    return rows


def title_of(statistics):
    """KQvKR, of draughts checkers-KKvK: a part of a file's name, too."""
    game, material = statistics.get("game", "chess"), statistics["material"]
    title = material if game == "chess" else f"{game}-{material}"
    if not re.fullmatch(r"[\w-]+", title):
        raise Failure(f"'{title}' is not the name of a table")
    return title


def of_distances(statistics):
    """How many positions are won and lost in so many plies, for each side to move."""
    title = title_of(statistics)
    script, plots = gnuplot.style(f"{title}: {METRICS[statistics['metric']]}"), []
    for i, (side, who) in enumerate(zip(statistics["sides"], SIDES)):
        for k, key in enumerate(["won", "lost"]):
            if not side[key]:
                continue
            script += gnuplot.table(f"{key}{i}", parted(side[key]))
            plots.append(f"${key}{i} using 1:2 with linespoints lw 2 pt 7 ps 0.6 lc rgb '{COLOURS[2 * i + k]}' "
                         f"title {quoted(f'{who}, {key}')}")
    if not plots:
        raise Failure(f"{title}: nothing is won or lost, there are no distances to draw")
    counted = "positions up to symmetry" if statistics.get("game", "chess") == "chess" else "positions"
    return (script + "set key outside top center horizontal nobox\nset logscale y\nset format y '%.0s %c'\n"
            f"set xrange [0:]\nset yrange [0.8:]\nset xlabel 'plies'\nset ylabel '{counted}'\nplot "
            + ", ".join(plots) + "\n")
