"""Charts of result files and of endgame tables by gnuplot: see scripts/plot, which prepares and calls it."""
import json
import pathlib
import subprocess
import sys

import results
from known import KIWIPETE, STARTPOS, Line
from programs import Failure, Parser
from series import of_line
from tables import PUBLISHED, SCALE_SECONDS

COLOURS = ["#1b6ca8", "#e08e2b", "#4a9c5d", "#b5404a", "#7d5ba6", "#5d6d7e", "#2aa7a1", "#a3732c"]
CHESS = {STARTPOS: "start position", KIWIPETE: "Kiwipete"}
DEVICES = {STARTPOS: "chess", KIWIPETE: "Kiwipete", Line("checkers"): "checkers",
           Line("international", merged=True): "international, merged", Line("damma"): "Damma"}

# What draughts are to reach, times Stockfish.
GOALS = [(0.45, "every ruleset"), (1.25, "international"), (1.5, "checkers")]

# One core, times Stockfish at start position 7 and Kiwipete 6, as measured on another core (Emerald Rapids, AVX-512).
PEERS = [("MPerft 5.3", 5.4, 4.2), ("Gigantua", 4.7, 6.2), ("chessbit", 5.9, 7.7)]

STYLE = """
set terminal pngcairo size {width},{height} font "DejaVu Sans,{font}" background "#ffffff"
set output {output}
set title {title} font ",{title_font}"
set border 3 lc rgb "#555555"
set grid ytics lc rgb "#dddddd" lt 1 lw 1
set tics nomirror out
set key top left reverse Left opaque box lc rgb "#dddddd" height 0.3
"""


def quoted(text):
    """A gnuplot string without enhanced text."""
    for mark in "\\_^@&{}":
        text = text.replace(mark, "\\" + mark)
    return "'" + text.replace("'", "''") + "'"


def style(output, title, width=1000, height=600):
    return STYLE.format(output="'" + str(output).replace("'", "''") + "'", title=quoted(title), width=width,
                        height=height, font=12, title_font=15)


def table(name, rows):
    """A gnuplot data block; entries without white space, or quoted."""
    lines = [" ".join(str(entry) for entry in row) for row in rows]
    return "\n".join([f"${name} << EOD", *lines, "EOD", ""])


def draw(script):
    done = subprocess.run(["gnuplot", "-"], input=script, text=True, capture_output=True, check=False)
    if done.returncode or done.stderr:
        raise Failure(f"gnuplot: {done.stderr.strip()}")


def read_devices(paths):
    """Every measured device of the files, with a label that tells them apart."""
    devices = []
    for path in paths:
        result = results.load(path)
        for device in result.get("devices", []):
            machine = f"\n{result['device']}" if len(paths) > 1 or device["id"].startswith("cuda") else ""
            devices.append({**device, "label": device["id"] + machine})
    return devices


def rates(device, line):
    return {f["depth"]: f["rate"] for f in device["series"] if of_line(f, line)}


def bars(titles, entries):
    """Set-up and plot command for groups of bars. An entry is a label, then for each title a value and what to write
    over its bar."""
    width = 0.8 / len(titles)
    turned = "left rotate by 90 offset 0,0.4" if len(titles) > 2 else "offset 0,0.7"
    rows = [[i] + [f'"{cell}"' if isinstance(cell, str) else cell for pair in pairs for cell in pair]
            for i, (_, *pairs) in enumerate(entries)]
    ticks = ", ".join(f'"{label}" {i}' for i, (label, *_) in enumerate(entries)).replace("\n", "\\n")
    plots = []
    for k, title in enumerate(titles):
        x, value = f"($1+{(k - (len(titles) - 1) / 2) * width})", 2 * k + 2
        plots.append(f"$bars using {x}:{value}:({width * 0.92}) with boxes fs solid 1 noborder lc rgb '{COLOURS[k]}' "
                     f"title {quoted(title)}")
        plots.append(f"$bars using {x}:{value}:{value + 1} with labels {turned} font ',10' notitle")
    setup = f"set xtics ({ticks}) scale 0\nset xrange [-0.6:{len(entries) - 0.4}]\nset bmargin 5\n"
    return table("bars", rows) + setup, "plot " + ", ".join(plots)


def deepest(device, line):
    """Depth and rate of its deepest run, where it is fastest; 0, 0 if there is none."""
    return max(rates(device, line).items(), default=(0, 0))


def chart_devices(devices, output):
    """Each device at the deepest depth that it was measured at."""
    entries = []
    for device in devices:
        pairs = [(rate / 1e9, f"{rate / 1e9:.3g} (d{depth})")
                 for depth, rate in (deepest(device, line) for line in DEVICES)]
        entries.append((device["label"], *pairs))
    values = [pair[0] for entry in entries for pair in entry[1:]]
    setup, plot = bars(DEVICES.values(), entries)
    script = style(output, "Perft: processor and devices, all threads", max(900, 380 * len(entries)))
    script += setup + "set bmargin 3.5\nset key outside top center horizontal nobox\nset ylabel 'giga-nodes a second (at depth d)'\n"
    if max(values) > 30 * min(filter(None, values), default=1):
        script += f"set logscale y\nset yrange [{min(values) / 2}:{max(values) * 8}]\n"
    else:
        script += f"set yrange [0:{max(values) * 1.25}]\n"
    draw(script + plot + "\n")


def chart_depth(devices, output):
    """Rate against depth, from the start position."""
    script, plots = "", []
    for i, device in enumerate(devices):
        script += table(f"line{i}", sorted(rates(device, STARTPOS).items()))
        plots.append(f"$line{i} using 1:2 with linespoints lw 2.5 pt 7 ps 1.1 lc rgb '{COLOURS[i % len(COLOURS)]}' "
                     f"title {quoted(device['label'].replace(chr(10), ', '))}")
    depths = [depth for device in devices for depth in rates(device, STARTPOS)]
    script += style(output, "Perft of the chess start position: rate against depth")
    script += "set logscale y\nset format y '%.0s %c'\nset mytics 10\nset xlabel 'depth'\nset ylabel 'nodes a second'\n"
    script += f"set xrange [{min(depths) - 0.3}:{max(depths) + 0.3}]\nset xtics 1\n"
    draw(script + "plot " + ", ".join(plots) + "\n")


def chart_one_core(result, output):
    """Ours beside the peers, as multiples of Stockfish."""
    entries = [("Stockfish", 1.0, 1.0), *PEERS]
    ours = {}
    for figures in result["one_core"]:
        ours.setdefault(figures["instruction_set"], []).append(figures["ratio"])
    entries += [(f"Tabuleiro\n{name}", *ratios) for name, ratios in reversed(ours.items())]
    highest = max(value for entry in entries for value in entry[1:])
    setup, plot = bars(["start position, depth 7", "Kiwipete, depth 6"],
                       [(label, *((value, f"{value:.1f}") for value in values)) for label, *values in entries])
    script = style(output, "Perft on one core, no hash table", max(700, 120 * len(entries)))
    script += setup + f"set ylabel 'times {result['yardstick']['program']}, nodes a CPU second'\n"
    script += f"set yrange [0:{highest * 1.15}]\n"
    script += (f"set label 'Tabuleiro: measured on {result['device']}; the peers: on an Emerald Rapids core with "
               "AVX-512' at screen 0.5,0.03 center font ',10' tc rgb '#666666'\n")
    draw(script + plot + "\n")


def chart_draughts(result, output):
    """Every ruleset as a line of dots, one an instruction set, the fastest on top."""
    figures = result["draughts"]["one_core"]
    sets = list(dict.fromkeys(f["instruction_set"] for f in figures))
    order = sorted((f for f in figures if f["instruction_set"] == sets[0]), key=lambda f: f["ratio"])
    names = {f["game"]: f"{f['game']}{', merged' if f.get('merged') else ''} (d{f['depth']})" for f in order}
    rows = {game: y for y, game in enumerate(names)}
    script, plots = "", []
    for i, name in enumerate(sets):
        script += table(f"set{i}", [(f["ratio"], rows[f["game"]]) for f in figures if f["instruction_set"] == name])
        plots.append(f"$set{i} using 1:2 with points pt 7 ps {1.6 - 0.3 * i} lc rgb '{COLOURS[i]}' "
                     f"title {quoted(name)}")
    lowest, highest = (edge(f["ratio"] for f in figures) for edge in (min, max))
    script += style(output, f"Draughts on one core, times {result['draughts']['yardstick']['program']}'s chess", 900,
                    140 + 22 * len(rows))
    script += "set key bottom right\nset grid xtics\nset logscale x\n"
    script += f"set xrange [{min(lowest, GOALS[0][0]) * 0.8}:{highest * 1.2}]\nset yrange [-0.7:{len(rows) - 0.3}]\n"
    script += "set xtics (0.1, 0.2, 0.3, 0.45, 0.7, 1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16) font ',10'\n"
    labels = ", ".join(f"{quoted(name)} {rows[game]}" for game, name in names.items())
    goals = ", ".join(f"{who} {goal}" for goal, who in GOALS)
    script += f"set ytics ({labels}) font ',10'\n"
    script += f"set xlabel 'nodes a CPU second, in multiples; goals: {goals}' font ',10' offset -8\n"
    for goal, _ in GOALS:
        script += f"set arrow from {goal}, graph 0 to {goal}, graph 1 nohead lw 2 dt 2 lc rgb '#b5404a' back\n"
    draw(script + "plot " + ", ".join(plots) + "\n")


def peer_entries(scale):
    """The published tables: label, MB of WDL and DTZ, of DTM, CPU seconds, of which solving; "" where not told."""
    for name, peer in PUBLISHED.items():
        sizes = peer["bytes"]
        metrics = [sizes["wdl"] + sizes["dtz"] if "wdl" in sizes else "", sizes.get("dtm", "")]
        yield (name, *[size / 1e6 if size else "" for size in metrics],
               *[seconds * scale if seconds else "" for seconds in (peer["cpu_seconds"], peer.get("solving", ""))])


def chart_tables(result, output):
    """Chess tables of 3 and 4 men: bytes and CPU seconds beside those of others, whose times are scaled by the
    yardstick."""
    figures = result["tables"]
    scale = figures["yardstick"]["figures"][0]["cpu_seconds"] / SCALE_SECONDS
    best = figures["solve"][0]
    sizes = {metric: int(count) / 1e6 for metric, count in best["bytes"].items()}
    entries = [("Tabuleiro", sizes["wdl"] + sizes["dtz"], sizes["dtm"], best["cpu_seconds"], best["solving"]),
               *peer_entries(scale)]
    script = style(output, "The 35 chess tables of 3 and 4 men", 1000, 560)
    script += "set multiplot layout 1,2 title 'The 35 chess tables of 3 and 4 men, one thread' font ',15'\n"
    script += "unset title\n"
    panels = [(["WDL and DTZ", "DTM"], "megabytes"), (["complete", "of it solving"], "CPU seconds")]
    for i, (titles, unit) in enumerate(panels):
        chosen = [(label, values[2 * i:2 * i + 2]) for label, *values in entries]
        highest = max(value for _, values in chosen for value in values if value)
        setup, plot = bars(titles, [(label, *((value or "NaN", f"{value:.3g}" if value else "") for value in values))
                                    for label, values in chosen])
        script += f"{setup}set ylabel '{unit}'\nset yrange [0:{highest * 1.25}]\n{plot}\n"
    script += "unset multiplot\n"
    draw(script)


METRICS = {"dtz": "plies to the next capture, pawn move or mate", "dtm": "plies to mate", "dtw": "plies to the end"}
SIDES = ["first side to move", "second side to move"]


def read_tables(path):
    """The records with distances that `tabuleiro table stats --json` printed; none of any other file."""
    try:
        records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except ValueError:
        return []
    return [r for r in records if isinstance(r, dict) and r.get("record") == "statistics" and r["metric"] in METRICS]


def parted(counts):
    """Rows for lines that do not bridge distances that are missing; to mate, every other ply is."""
    rows = []
    for d in counts:
        if rows and d["plies"] > rows[-1][0] + 2:
            rows.append(())
        rows.append((d["plies"], d.get("unique", d["positions"])))
    return rows


def title_of(statistics):
    """KQvKR, of draughts checkers-KKvK."""
    game = statistics.get("game", "chess")
    return statistics["material"] if game == "chess" else f"{game}-{statistics['material']}"


def chart_distances(statistics, output):
    """How many positions are won and lost in so many plies, for each side to move."""
    script, plots = "", []
    for i, (side, who) in enumerate(zip(statistics["sides"], SIDES)):
        for k, key in enumerate(["won", "lost"]):
            if not side[key]:
                continue
            name = f"{key}{i}"
            script += table(name, parted(side[key]))
            plots.append(f"${name} using 1:2 with linespoints lw 2 pt 7 ps 0.6 lc rgb '{COLOURS[2 * i + k]}' "
                         f"title {quoted(f'{who}, {key}')}")
    if not plots:
        raise Failure(f"{title_of(statistics)}: nothing is won or lost, there are no distances to draw")
    script += style(output, f"{title_of(statistics)}: {METRICS[statistics['metric']]}")
    script += "set key outside top center horizontal nobox\nset logscale y\nset format y '%.0s %c'\n"
    script += "set xrange [0:]\nset yrange [0.8:]\n"
    counted = "positions up to symmetry" if statistics.get("game", "chess") == "chess" else "positions"
    script += f"set xlabel 'plies'\nset ylabel '{counted}'\n"
    draw(script + "plot " + ", ".join(plots) + "\n")


def main():
    parser = Parser(prog="plot", allow_abbrev=False)
    parser.add_argument("results", nargs="+", type=pathlib.Path, metavar="RESULTS.json")
    parser.add_argument("--out", type=pathlib.Path, help="folder of the charts (default: that of the first file)")
    arguments = parser.parse_args()
    folder = arguments.out or arguments.results[0].parent
    folder.mkdir(parents=True, exist_ok=True)
    name = arguments.results[0].stem if len(arguments.results) == 1 else "perft"
    made = []
    try:
        tables = {path: read_tables(path) for path in arguments.results}
        for statistics in sum(tables.values(), []):
            made.append(f"{title_of(statistics)}-{statistics['metric']}.png")
            chart_distances(statistics, folder / made[-1])
        measured = [path for path in arguments.results if not tables[path]]
        devices = read_devices(measured)
        if devices:
            chart_devices(devices, folder / f"{name}-devices.png")
            chart_depth(devices, folder / f"{name}-depth.png")
            made += [f"{name}-devices.png", f"{name}-depth.png"]
        for path in measured:
            result = results.load(path)
            if "one_core" in result:
                chart_one_core(result, folder / f"{path.stem}-one-core.png")
                made.append(f"{path.stem}-one-core.png")
            if "draughts" in result:
                chart_draughts(result, folder / f"{path.stem}-draughts.png")
                made.append(f"{path.stem}-draughts.png")
            if "tables" in result:
                chart_tables(result, folder / f"{path.stem}-tables.png")
                made.append(f"{path.stem}-tables.png")
        if not made:
            raise Failure("nothing to draw in these files")
    except (Failure, OSError, ValueError, KeyError) as problem:
        print(f"plot: {problem if not isinstance(problem, KeyError) else f'not a result file: no key {problem}'}",
              file=sys.stderr)
        return getattr(problem, "code", 1)
    for chart in made:
        print(folder / chart)
    return 0


if __name__ == "__main__":
    sys.exit(main())
