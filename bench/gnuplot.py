"""The language of gnuplot: text that draws, and the program that draws it."""
import subprocess

from programs import Failure

COLOURS = ["#1b6ca8", "#e08e2b", "#4a9c5d", "#b5404a", "#7d5ba6", "#5d6d7e", "#2aa7a1", "#a3732c"]
HOLLOW, FULL = 6, 7  # point types

STYLE = """
set terminal pngcairo size {width},{height} font "DejaVu Sans,12" background "#ffffff"
set title {title} font ",15"
set border 3 lc rgb "#555555"
set grid lc rgb "#dddddd" lt 1 lw 1
set tics nomirror out
set key top left reverse Left opaque box lc rgb "#dddddd" height 0.3 width 1
"""


def quoted(text):
    """A gnuplot string without enhanced text; lines may be broken."""
    for mark in "\\_^@&{}":
        text = text.replace(mark, "\\" + mark)
    return '."\\n".'.join("'" + line.replace("'", "''") + "'" for line in text.split("\n"))


def style(title, width=1000, height=600):
    return STYLE.format(title=quoted(title), width=width, height=height)


def table(name, rows):
    """A data block; entries are numbers, or quoted without white space at their ends."""
    lines = [" ".join(str(entry) for entry in row) for row in rows]
    return "\n".join([f"${name} << EOD", *lines, "EOD", ""])


def footnote(text):
    return f"set label {quoted(text)} at screen 0.5,0.05 center font ',10' tc rgb '#666666'\n"


def ticks(axis, labels, font=10):
    """A tick at 0, 1, 2 ... for each label."""
    places = ", ".join(f"{quoted(label)} {i}" for i, label in enumerate(labels))
    return f"set {axis}tics ({places}) scale 0 font ',{font}'\n"


def rows_of_points(labels, series):
    """Points in rows, from the top: the set-up and the plot command. A series is a title and for each row None or a
    value, the text next to it, and FULL or HOLLOW; within a row every series has a line of its own."""
    script = ticks("y", labels) + f"set yrange [{len(labels) - 0.5}:-0.5]\nunset grid\nset grid xtics lc rgb '#dddddd'\n"
    plots = []
    for k, (title, entries) in enumerate(series):
        shift, colour = (k - (len(series) - 1) / 2) * 0.7 / len(series), f"lc rgb '{COLOURS[k % len(COLOURS)]}'"
        script += table(f"points{k}", [(float(entry[0]), f"{row + shift:.3f}", f'"{entry[1]}"', entry[2])
                                       for row, entry in enumerate(entries) if entry])
        plots.append(f"$points{k} using 1:2:4 with points pt variable ps 1.4 lw 2 {colour} notitle")
        plots.append(f"$points{k} using 1:2:3 with labels left offset 0.9,0 font ',10' notitle")
        plots.append(f"keyentry with points pt {FULL} ps 1.4 {colour} title {quoted(title)}")
    return script + rules_between(len(labels)), "plot " + ", ".join(plots) + "\n"


def rules_between(rows):
    return "".join(f"set arrow from graph 0, first {row - 0.5} to graph 1, first {row - 0.5} nohead back "
                   "lc rgb '#eeeeee'\n" for row in range(1, rows))


def groups_of_bars(labels, series):
    """Bars side by side, from zero: the set-up and the plot command. A series is a title and for each label a value, or
    None."""
    width, plots = 0.8 / len(series), []
    script = ticks("x", labels, 11) + f"set xrange [-0.6:{len(labels) - 0.4}]\n"
    for k, (title, values) in enumerate(series):
        x = (k - (len(series) - 1) / 2) * width
        script += table(f"bars{k}", [(f"{i + x:.3f}", float(value), f'"{value:.3g}"')
                                     for i, value in enumerate(values) if value is not None])
        plots.append(f"$bars{k} using 1:2:({width * 0.92}) with boxes fs solid 1 noborder lc rgb '{COLOURS[k]}' "
                     f"title {quoted(title)}")
        plots.append(f"$bars{k} using 1:2:3 with labels offset 0,0.7 font ',10' notitle")
    highest = max(value for _, values in series for value in values if value is not None)
    return script + f"set yrange [0:{highest * 1.3}]\n", "plot " + ", ".join(plots) + "\n"


def draw(script):
    """The picture (PNG)."""
    try:
        done = subprocess.run(["gnuplot", "-"], input=script.encode(), capture_output=True, check=False)
    except FileNotFoundError:
        raise Failure("gnuplot is not installed; 'scripts/setup chart' installs it", 69) from None
    if done.returncode or not done.stdout.startswith(b"\x89PNG"):
        said = done.stderr.decode(errors="replace").split("\n")
        reason = next((line.strip() for line in reversed(said) if line.strip()), f"exit code {done.returncode}")
        raise Failure(f"gnuplot failed: {reason}")
    return done.stdout
