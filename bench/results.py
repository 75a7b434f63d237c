"""The result files (results/README.md has the format) and the tables that are printed."""
import datetime
import json
import os
import pathlib
import re


def begin(device, tabuleiro, machine):
    """A new result: what ran, where, when."""
    version = tabuleiro.record("version")[0]
    return {
        "format": 1,
        "device": device,
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "commit": version["commit"],
        "compiler": version["compiler"],
        "build": version["build"],
        "machine": machine,
    }


def save(result, folder):
    """Writes FOLDER/<device>.json and returns its path."""
    path = pathlib.Path(folder) / f"{result['device']}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".json.new")
    text = json.dumps(result, indent=2)
    text = re.sub(r"\[[^][{}]*\]", lambda numbers: re.sub(r"\s+", " ", numbers.group()), text)
    new.write_text(text + "\n", encoding="utf-8")
    os.replace(new, path)
    return path


def load(path):
    return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))


def per_second(rate):
    """"1.23 G" """
    for unit, name in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rate >= unit:
            return f"{rate / unit:.3g} {name}"
    return f"{rate:.3g}"


def print_table(rows):
    """Columns as wide as their widest entry; numbers to the right, the first column to the left."""
    rows = [[str(entry) for entry in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        cells = [entry.rjust(width) for entry, width in zip(row, widths)]
        cells[0] = row[0].ljust(widths[0])
        print("  ".join(cells).rstrip())
