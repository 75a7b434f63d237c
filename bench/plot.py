"""Draws the charts of result files and of endgame tables: see scripts/plot, which prepares and calls it."""
import json
import os
import pathlib
import sys

import charts
import gnuplot
from programs import Failure, Parser, main_program

MEASURED = {"one_core": ("one-core", charts.of_one_core), "draughts": ("draughts", charts.of_draughts),
            "tables": ("tables", charts.of_tables)}


# ---- reading: every problem of a file is a Failure that names it ----

def read_text(path):
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as problem:
        raise Failure(f"{path}: {problem.strerror}", 2) from None
    except UnicodeDecodeError:
        raise Failure(f"{path}: not JSON: bytes that are no text", 2) from None
    if not text.strip():
        raise Failure(f"{path}: the file is empty", 2)
    return text


def read_records(path):
    """The JSON values of a file: one, or JSON Lines."""
    text = read_text(path)
    try:
        return [json.loads(text)]
    except ValueError as whole:
        try:
            return [json.loads(line) for line in text.splitlines() if line.strip()]
        except ValueError:
            raise Failure(f"{path}: not JSON, or cut short: {whole}", 2) from None
    except RecursionError:
        raise Failure(f"{path}: not a result file: nested too deeply", 2) from None


def read(path):
    """A result, or a list of the tables' records with distances."""
    records = read_records(path)
    if not all(isinstance(record, dict) for record in records):
        records = []
    if len(records) == 1 and records[0].get("format") == 1:
        return records[0]
    tables = [record for record in records if record.get("record") == "statistics"]
    if not tables:
        raise Failure(f"{path}: neither a result file of scripts/bench or gpu-check nor what 'tabuleiro table stats TABLE "
                      "--json' prints", 2)
    with_distances = [table for table in tables if table.get("metric") in charts.METRICS]
    if not with_distances:
        raise Failure(f"{path}: these tables have results without distances (wdl); expected .dtz, .dtm or .dtw", 2)
    return with_distances


# ---- charts: name and script of each ----

def scripts_of_file(path, content):
    if isinstance(content, list):
        return [(f"{charts.title_of(table)}-{table['metric']}", charts.of_distances(table)) for table in content]
    return [(f"{path.stem.removesuffix(f'-{name}')}-{name}", chart(content))
            for key, (name, chart) in MEASURED.items() if key in content]


def named(path, build, *arguments):
    """What `build` makes of a file's content; a Failure that names the file where that is of another kind."""
    try:
        return build(*arguments)
    except Failure as failure:
        raise Failure(f"{path}: {failure}", 2) from None
    except KeyError as problem:
        raise Failure(f"{path}: not a result file of this format: no key {problem}", 2) from None
    except (TypeError, ValueError, AttributeError, IndexError, ZeroDivisionError) as problem:
        raise Failure(f"{path}: not a result file of this format: {problem}", 2) from None


def scripts_of_devices(stem, results):
    if not results:
        return []
    devices = charts.devices_of(results)
    return [(f"{stem}-devices", charts.of_devices(devices)), (f"{stem}-depth", charts.of_depths(devices))]


def all_scripts(contents):
    """Every chart of the files, devices of all of them in one; Failure if a file has nothing to draw."""
    scripts = []
    measured = {path: content for path, content in contents.items()
                if isinstance(content, dict) and content.get("devices")}
    for path, content in contents.items():
        found = named(path, scripts_of_file, path, content)
        if not found and not content.get("devices"):
            raise Failure(f"{path}: nothing to draw: no devices, one_core, draughts or tables", 2)
        scripts += found
    stem = next(iter(contents)).stem if len(contents) == 1 else "perft"
    return scripts + named(", ".join(map(str, measured)), scripts_of_devices, stem, list(measured.values()))


# ---- writing ----

def write(path, picture):
    """The whole file or none."""
    new = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(picture)
        os.replace(new, path)
    except OSError as problem:
        raise Failure(f"{path}: cannot write: {problem.strerror}", 74) from None


def draw(folder, scripts):
    names = [name for name, _ in scripts]
    for name in names:
        if names.count(name) > 1:
            raise Failure(f"two charts would be {folder / name}.png; draw the files one by one", 1)
    for name, script in scripts:
        path = folder / f"{name}.png"
        write(path, named_drawing(path, script))
        print(path)


def named_drawing(path, script):
    try:
        return gnuplot.draw(script)
    except Failure as failure:
        raise Failure(f"{path}: {failure}", failure.code) from None


def run():
    parser = Parser(prog="plot", allow_abbrev=False)
    parser.add_argument("results", nargs="+", type=pathlib.Path, metavar="RESULTS.json")
    parser.add_argument("--out", type=pathlib.Path, help="folder of the charts (default: that of the first file)")
    arguments = parser.parse_args()
    contents = {path: read(path) for path in arguments.results}
    draw(arguments.out or arguments.results[0].parent, all_scripts(contents))
    return 0


if __name__ == "__main__":
    sys.exit(main_program("plot", run))
