#!/usr/bin/env python3
"""Draughts tables, read by read_draughts.py, against their own moves and what is known of them.

    test_read_draughts.py TABULEIRO KNOWN FOLDER [GAME[:MATERIAL...]...]

Has TABULEIRO solve the tables into FOLDER: of each game all of 2 pieces, and the materials named. KNOWN:
results/known. Compared are every position's result and distance with the best of its moves, by the reader's
own move generator; the order of positions with the formula of docs/tables.md; counts and longest distances with
the file's head and with the known ones; known positions; and that a damaged file is reported.
Without games named it is some of each kind, and of a larger table the counts.
"""
import collections
import math
import pathlib
import shutil
import subprocess
import sys

import read_draughts
from read_draughts import METRICS, Tables, material_of, position_of
from table_bytes import DRAW, plies_of
from table_checks import check_damage, expect, wrong

GAMES = ["checkers", "brazilian", "perde-ganha", "turkish", "damma:KKvK"]

# A table of several groups that asks for all numbers of a context; of optional captures, so that it needs no other file.
LARGER = ("russas", "MMMvM")


def solve(program, game, materials, folder):
    subprocess.run([program, "solve", game, *materials, "--out", folder, "--quiet"], check=True,
                   stdout=subprocess.DEVNULL)


def slices(material):
    """Of one side to move and of the other; two that are alike are one."""
    mine, theirs = material.split("v")
    return dict.fromkeys((material, f"{theirs}v{mine}"))


# ---- the order of positions, as a formula

def set_number(squares, room):
    ranks = sorted(room.index(square) for square in squares)
    return sum(math.comb(rank, i) for i, rank in enumerate(ranks, 1))


def index_of(game, position):
    barred = sorted(game.their_crown)
    men, kings, their_men, their_kings = position[:4]
    low, high = set(men) & game.their_crown, set(men) - game.their_crown
    middle = [s for s in game.squares if s not in game.their_crown | game.crown]
    theirs = [s for s in game.squares if s not in game.their_crown and s not in men]
    rest = [s for s in game.squares if s not in men + their_men]
    last = [s for s in rest if s not in kings]

    def per_set(b):
        """Positions of one set of men on barred squares."""
        return (math.comb(len(middle), len(men) - b)
                * math.comb(len(game.squares) - len(barred) - (len(men) - b), len(their_men))
                * math.comb(len(rest), len(kings)) * math.comb(len(last), len(their_kings)))

    before = sum(math.comb(len(barred), b) * per_set(b) for b in range(len(low)))
    number = set_number(low, barred)
    for squares, room in ((high, middle), (their_men, theirs), (kings, rest), (their_kings, last)):
        number = number * math.comb(len(room), len(squares)) + set_number(squares, room)
    return before + number


# ---- checks

def check_values(tables, name):
    """Each position against its moves. How many there are."""
    of = tables.slice(name)
    values = {metric: tables.values(name, metric) for metric in METRICS}
    for i, (position, context) in enumerate(zip(of.positions, of.contexts)):
        told = f"{tables.name} {read_draughts.text_of(tables.game, position)}"
        for metric in METRICS:
            expect(f"{told} {metric}", values[metric][i], tables.best_of(context.successors(), metric))
        sign = (values["dtw"][i] > 0) - (values["dtw"][i] < 0)
        expect(f"{told} results of both", sign, (values["wdl"][i] - DRAW) // 2)
        if i % 7 == 0:
            expect(f"{told} index", index_of(tables.game, position), i)
    return len(of.positions)


def longest(values, sign):
    return max((plies_of(value) for value in values if value * sign > 0), default=0)


def check_head(tables, name):
    """Counts, longest distances."""
    material, side = material_of(name)
    results, distances = tables.values(name, "wdl"), tables.values(name, "dtw")
    counts = [results.count(result) for result in range(5)]
    for metric in METRICS:
        expect(f"{tables.name}-{material}.{metric} {side}: results in the head",
               list(tables.file(material, metric).results[5 * side:5 * side + 5]), counts)
    expect(f"{tables.name}-{material} {side}: longest in the head",
           list(tables.file(material, "dtw").longest[2 * side:2 * side + 2]),
           [longest(distances, 1), longest(distances, -1)])


def check_known(tables, name, row):
    results, distances = tables.values(name, "wdl"), tables.values(name, "dtw")
    wins = [plies_of(value) for value in distances if value > 0]
    losses = [plies_of(value) for value in distances if value < 0]
    most = max(wins, default="-")
    got = [len(results), len(wins), results.count(DRAW), len(losses), most, wins.count(most),
           row[6], max(losses, default="-")]
    known = row[:5] + [row[5].replace("-", "0")] + row[6:8]
    expect(f"{tables.name} {name}: counts and longest distances",
           ["?" if field == "?" else str(value) for field, value in zip(known, got)], known)
    if ":" in row[6]:
        value = tables.value(position_of(tables.game, row[6]), "dtw")
        expect(f"{tables.name} {row[6]}", read_draughts.value_text("dtw", value), f"win in {row[4]}")


def known_rows(known):
    rows = collections.defaultdict(list)
    for line in (known / "draughts_tables.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            game, name, *row = line.split("\t")
            rows[game, name].append(row)
    return rows


def main():
    program, known, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    shutil.rmtree(folder, ignore_errors=True)
    rows = known_rows(known)
    positions = compared = 0
    for text in sys.argv[4:] or GAMES:
        game, *materials = text.split(":")
        solve(program, game, ["all-2", *materials], folder)
        tables = Tables(folder, game)
        small = [name for name in ("KvK", "KvM", "MvM") if (folder / f"{game}-{name}.wdl").exists()]
        for name in (name for material in small + materials for name in slices(material)):
            positions += check_values(tables, name)
            check_head(tables, name)
            for row in rows[game, name]:
                check_known(tables, name, row)
                compared += 1
    if not sys.argv[4:]:
        game, material = LARGER
        solve(program, game, [material], folder)
        check_head(Tables(folder, game), material)
        check_damage(folder / "checkers-KvM.wdl", lambda: Tables(folder, "checkers").file("KvM", "wdl"))
    print(f"{positions} positions, {compared} known slices: {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
