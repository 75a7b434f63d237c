"""Charts of result files by gnuplot: see scripts/plot, which prepares and calls it."""
import argparse
import pathlib
import subprocess
import sys

import results
from programs import Failure

COLOURS = ["#1b6ca8", "#e08e2b", "#4a9c5d", "#b5404a", "#7d5ba6", "#5d6d7e", "#2aa7a1", "#a3732c"]
POSITIONS = {"startpos": "start position", "kiwipete": "Kiwipete"}

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


def rates(device, position):
    return {f["depth"]: f["rate"] for f in device["series"] if f["position"] == position}


def common_depth(devices, position):
    """The deepest that all of them have, else None."""
    depths = set.intersection(*(set(rates(device, position)) for device in devices))
    return max(depths) if depths else None


def bars(titles, entries, number):
    """Set-up and plot command for groups of bars, a value over each; an entry is a label and a value for each title."""
    width = 0.8 / len(titles)
    data = table("bars", [[i, *values] for i, (_, *values) in enumerate(entries)])
    ticks = ", ".join(f'"{label}" {i}'.replace("\n", "\\n") for i, (label, *_) in enumerate(entries))
    plots = []
    for k, title in enumerate(titles):
        offset = (k - (len(titles) - 1) / 2) * width
        plots.append(f"$bars using ($1+{offset}):{k + 2}:({width * 0.92}) with boxes fs solid 1 noborder "
                     f"lc rgb '{COLOURS[k]}' title {quoted(title)}")
        plots.append(f"$bars using ($1+{offset}):{k + 2}:(sprintf('{number}', ${k + 2})) with labels "
                     f"offset 0,0.7 font ',10' notitle")
    return f"{data}\nset xtics ({ticks}) scale 0\nset xrange [-0.6:{len(entries) - 0.4}]\n", "plot " + ", ".join(plots)


def chart_devices(devices, output):
    """Rates of all devices at the same depth."""
    depths = {p: common_depth(devices, p) for p in POSITIONS}
    depths = {p: depth for p, depth in depths.items() if depth}
    if not depths:
        return False
    entries = [(device["label"], *(rates(device, p)[depth] / 1e9 for p, depth in depths.items())) for device in devices]
    values = [value for entry in entries for value in entry[1:]]
    titles = [f"{POSITIONS[p]}, depth {depth}" for p, depth in depths.items()]
    setup, plot = bars(titles, entries, "%.3g")
    script = style(output, "Perft: processor and devices, all threads", max(700, 170 * len(entries)))
    script += setup + "set ylabel 'giga-nodes a second'\n"
    if max(values) / min(values) > 30:
        script += f"set logscale y\nset yrange [{min(values) / 2}:{max(values) * 4}]\n"
    else:
        script += f"set yrange [0:{max(values) * 1.25}]\n"
    draw(script + plot + "\n")
    return True


def chart_depth(devices, output):
    """Rate against depth, from the start position."""
    script, plots = "", []
    for i, device in enumerate(devices):
        script += table(f"line{i}", sorted(rates(device, "startpos").items()))
        plots.append(f"$line{i} using 1:2 with linespoints lw 2.5 pt 7 ps 1.1 lc rgb '{COLOURS[i % len(COLOURS)]}' "
                     f"title {quoted(device['label'].replace(chr(10), ', '))}")
    depths = [depth for device in devices for depth in rates(device, "startpos")]
    script += style(output, "Perft of the chess start position: rate against depth")
    script += "set logscale y\nset format y '%.0s %c'\nset mytics 10\nset xlabel 'depth'\nset ylabel 'nodes a second'\n"
    script += f"set xrange [{min(depths) - 0.3}:{max(depths) + 0.3}]\nset xtics 1\n"
    draw(script + "plot " + ", ".join(plots) + "\n")


def chart_one_core(result, output):
    """Ours beside the peers, as multiples of Stockfish."""
    entries = [("Stockfish", 1, 1), *PEERS]
    ours = {}
    for figures in result["one_core"]:
        ours.setdefault(figures["instruction_set"], {})[figures["position"]] = figures["ratio"]
    entries += [(f"Tabuleiro\n{name}", *(ratio[p] for p in POSITIONS)) for name, ratio in reversed(ours.items())]
    setup, plot = bars(["start position, depth 7", "Kiwipete, depth 6"], entries, "%.1f")
    highest = max(value for entry in entries for value in entry[1:])
    script = style(output, "Perft on one core, no hash table", max(700, 120 * len(entries)))
    script += setup + f"set ylabel 'times {result['yardstick']['program']}, nodes a CPU second'\n"
    script += f"set yrange [0:{highest * 1.15}]\nset bmargin 5\n"
    script += (f"set label 'Tabuleiro: measured on {result['device']}; the peers: on an Emerald Rapids core with "
               "AVX-512' at screen 0.5,0.03 center font ',10' tc rgb '#666666'\n")
    draw(script + plot + "\n")


def main():
    parser = argparse.ArgumentParser(prog="plot", allow_abbrev=False)
    parser.add_argument("results", nargs="+", type=pathlib.Path, metavar="RESULTS.json")
    parser.add_argument("--out", type=pathlib.Path, help="folder of the charts (default: that of the first file)")
    arguments = parser.parse_args()
    folder = arguments.out or arguments.results[0].parent
    folder.mkdir(parents=True, exist_ok=True)
    name = arguments.results[0].stem if len(arguments.results) == 1 else "perft"
    made = []
    try:
        devices = read_devices(arguments.results)
        if devices and chart_devices(devices, folder / f"{name}-devices.png"):
            made.append(f"{name}-devices.png")
        if devices:
            chart_depth(devices, folder / f"{name}-depth.png")
            made.append(f"{name}-depth.png")
        for path in arguments.results:
            result = results.load(path)
            if "one_core" in result:
                chart_one_core(result, folder / f"{path.stem}-one-core.png")
                made.append(f"{path.stem}-one-core.png")
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
