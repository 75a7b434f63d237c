#!/usr/bin/env python3
"""Tables of 3 men, read by read_table.py, against what other programs know of them.

    test_read_table.py TABULEIRO KNOWN FOLDER

Has TABULEIRO solve the tables into FOLDER. KNOWN: results/known. Compared are every count of every distance to mate,
all results, the longest distances, and each position with its values; and that a damaged file is reported.
"""
import collections
import pathlib
import shutil
import subprocess
import sys

import read_table
from read_table import METRICS, RESULTS, Tables
from table_checks import check_damage, expect, wrong

MATERIALS = ("KQvK", "KRvK", "KBvK", "KNvK", "KPvK")
KINDS = {"win": ("win", "cursed-win"), "loss": ("loss", "blessed-loss"), "draw": ("draw",)}


def rows(path):
    """Lines of fields, without comments."""
    lines = path.read_text().splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


class Counts:
    """Of a table: for each side to move and value (positions, unique ones)."""

    def __init__(self, tables, name, metric):
        self.counts = collections.defaultdict(lambda: [0, 0])
        for position, value, weight in read_table.cells(tables, name, metric):
            count = self.counts["wb"[position.side], self.kind(metric, value), value]
            count[0] += weight
            count[1] += 1

    @staticmethod
    def kind(metric, value):
        if metric == "wdl":
            return next(kind for kind, names in KINDS.items() if RESULTS[value] in names)
        return "draw" if value is None else "win" if value > 0 else "loss"

    def total(self, side, kind):
        chosen = [count for key, count in self.counts.items() if key[:2] == (side, kind)]
        return [sum(count[i] for count in chosen) for i in (0, 1)]

    def longest(self, side, kind):
        plies = [abs(value) for s, k, value in self.counts if (s, k) == (side, kind)]
        return str(max(plies)) if plies else "-"


def check_head(tables, name, metric, counts):
    file = tables.file(name, metric)
    results = [n for i, n in enumerate(file.results) if i % 5 in (0, 2, 4)]  # 3 men have no cursed ones
    got = [counts.total(side, kind)[0] for side in "wb" for kind in ("loss", "draw", "win")]
    expect(f"{name}.{metric}: results in the head", got, results)
    if metric != "wdl":
        longest = [counts.longest(side, kind) for side in "wb" for kind in ("win", "loss")]
        got = [0 if n == "-" else int(n) for n in longest]
        expect(f"{name}.{metric}: longest in the head", got, list(file.longest))


def check_counts(counts, known):
    for table, side, *fields in rows(known / "chess_dtm.tsv"):
        for metric in METRICS if table in MATERIALS else ():
            of = counts[table, metric]
            got = [of.total(side, kind)[i] for i in (0, 1) for kind in ("win", "draw", "loss")]
            expect(f"{table}.{metric} {side}: wins, draws, losses", got, [int(n) for n in fields[:6]])
            if metric == "dtm":
                longest = [of.longest(side, kind) for kind in ("win", "loss")]
                expect(f"{table}.dtm {side}: longest", longest, [fields[6], fields[9]])
    for table, side, longest_win, longest_loss, *_ in rows(known / "chess_dtz.tsv"):
        if table in MATERIALS:
            longest = [counts[table, "dtz"].longest(side, kind) for kind in ("win", "loss")]
            expect(f"{table}.dtz {side}: longest", longest, [longest_win, longest_loss])


def check_histograms(counts, known):
    wanted = {(table, side, int(plies) if result == "win" else -int(plies)): [int(positions), int(unique)]
              for table, side, result, plies, positions, unique in rows(known / "chess_dtm_histogram.tsv")
              if table in MATERIALS}
    got = {(table, side, value): count for table in MATERIALS
           for (side, kind, value), count in counts[table, "dtm"].counts.items() if kind != "draw"}
    expect("numbers of mates", len(got), len(wanted))
    for key, count in wanted.items():
        expect(f"mates of {key}", got.get(key), count)


def position_of(text):
    """Of a FEN without rights."""
    board, turn = text.split()[:2]
    men = []
    for rank, row in zip(range(7, -1, -1), board.split("/")):
        file = 0
        for c in row:
            if c.isdigit():
                file += int(c)
            else:
                men.append((c.upper(), int(c.islower()), 8 * rank + file))
                file += 1
    return read_table.Position(tuple(men), "wb".index(turn))


def check_positions(tables, known):
    checked = 0
    for text, _, _, _, result, dtz, _, dtm in rows(known / "chess_tb_positions.tsv"):
        position = position_of(text)
        if len(position.men) != 3 or text.split()[2:4] != ["-", "-"]:
            continue
        checked += 1
        expect(f"{text}: result", tables.result(position) - read_table.DRAW, int(result))
        for metric, wanted in (("dtz", dtz), ("dtm", dtm)):
            value = tables.value(position, metric)
            plies = read_table.plies_of(value)
            expect(f"{text}: {metric}", "-" if value == 0 else str(plies if value > 0 else -plies), wanted)
    expect("are there positions", checked > 0, True)
    return checked


def main():
    program, known, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([program, "solve", "chess", *MATERIALS, "--out", folder, "--quiet"], check=True,
                   stdout=subprocess.DEVNULL)
    tables = Tables(folder)
    counts = {}
    for name in MATERIALS:
        for metric in METRICS:
            counts[name, metric] = Counts(tables, name, metric)
            check_head(tables, name, metric, counts[name, metric])
    check_counts(counts, known)
    check_histograms(counts, known)
    checked = check_positions(tables, known)
    check_damage(folder / "chess-KRvK.dtm", lambda: Tables(folder).file("KRvK", "dtm"))
    print(f"{len(counts)} tables, {checked} positions of others: {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
