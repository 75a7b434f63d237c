#!/usr/bin/env python3
"""An independent reader of table files, by docs/tables.md: what it needs to know has to stand there.

    read_table.py FOLDER MATERIAL wdl|dtz|dtm [--list] [--no-checksums]

Counts the positions by side to move and value; or lists them, a line of FEN and value for each position up to
symmetry. Plain and slow: some seconds for a table of 3 men, some minutes for one of 4.
"""
import argparse
import collections
import functools
import itertools
import pathlib
import struct
import sys

import table_bytes
from table_bytes import (BLESSED_LOSS, CURSED_WIN, DRAW, LOSS, WIN, Damaged, SymbolReader, TableFile, before, clamped,
                         loss, plies_of, win)

METRICS = {"wdl": 1, "dtz": 2, "dtm": 4}
ILLEGAL = 5
RESULTS = ("loss", "blessed-loss", "draw", "cursed-win", "win")
CELLS = 4096


# ---- chess

# Men of (kind, side, square), side 0 playing up the board; the side to move; the square that the last double step
# passed over, if it can be captured there, or None.
Position = collections.namedtuple("Position", "men side passed", defaults=[None])

STEPS = {"R": [(0, 1), (1, 0), (0, -1), (-1, 0)], "B": [(1, 1), (1, -1), (-1, -1), (-1, 1)],
         "N": [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]}
STEPS["Q"] = STEPS["K"] = STEPS["R"] + STEPS["B"]


def bit(square):
    return 1 << square


def ray(square, step, length):
    """The squares in a direction, the next one first."""
    squares = []
    file, rank = square % 8 + step[0], square // 8 + step[1]
    while 0 <= file < 8 and 0 <= rank < 8 and len(squares) < length:
        squares.append(8 * rank + file)
        file, rank = file + step[0], rank + step[1]
    return squares


def attack_table(kind, side):
    """By square: a list of (target, the squares between as bits)."""
    steps = STEPS[kind] if kind != "P" else [(-1, 1 - 2 * side), (1, 1 - 2 * side)]
    table = []
    for square in range(64):
        rays = [ray(square, step, 8 if kind in "RBQ" else 1) for step in steps]
        table.append([(to, sum(map(bit, r[:i]))) for r in rays for i, to in enumerate(r)])
    return table


ATTACKS = {(kind, side): attack_table(kind, side) for kind in "PNBRQK" for side in (0, 1)}
BETWEEN = {key: [dict(targets) for targets in table] for key, table in ATTACKS.items()}


def occupied(men):
    taken = 0
    for man in men:
        taken |= bit(man[2])
    return taken


def in_check(men, side):
    """The king of that side is attacked."""
    taken = occupied(men)
    king = next(square for kind, owner, square in men if kind == "K" and owner == side)
    for kind, owner, square in men:
        targets = BETWEEN[kind, owner][square]
        if owner != side and king in targets and not targets[king] & taken:
            return True
    return False


def is_legal(position):
    return not in_check(position.men, 1 - position.side)


def without(men, i):
    return men[:i] + men[i + 1:]


def arrivals(man, to):
    """What can stand on the square: the man, or what it promotes to."""
    kind, side, _ = man
    return [(k, side, to) for k in ("NBRQ" if kind == "P" and to // 8 in (0, 7) else kind)]


def pawn_steps(man, taken):
    """(square, the square passed over or None)"""
    _, side, square = man
    once, twice = square + (8, -8)[side], square + (16, -16)[side]
    if taken & bit(once):
        return
    yield once, None
    if square // 8 == (1, 6)[side] and not taken & bit(twice):
        yield twice, once


def captures(position, en_passant):
    """The men after each capture."""
    men, side, passed = position
    taken, theirs = occupied(men), occupied(man for man in men if man[1] != side)
    for man in men:
        kind, owner, square = man
        for to, between in ATTACKS[kind, owner][square] if owner == side else ():
            victim = to + (-8, 8)[side] if en_passant and kind == "P" and to == passed else to
            if theirs & bit(victim) and not between & taken:
                rest = tuple(m for m in men if m[2] not in (square, victim))
                yield from (rest + (m,) for m in arrivals(man, to))


def other_moves(position):
    """The men after each other move, whether a pawn moved, the square that it passed over or None."""
    men, side, _ = position
    taken = occupied(men)
    for i, man in enumerate(men):
        kind, owner, square = man
        if owner == side and kind == "P":
            for to, over in pawn_steps(man, taken):
                yield from ((without(men, i) + (m,), True, over) for m in arrivals(man, to))
        elif owner == side:
            for to, between in ATTACKS[kind, owner][square]:
                if not (between | bit(to)) & taken:
                    yield without(men, i) + ((kind, side, to),), False, None


def moves(position):
    """(successor, whether a capture or a pawn move led to it)"""
    side = 1 - position.side
    found = itertools.chain(((men, True, None) for men in captures(position, True)), other_moves(position))
    for men, zeroing, over in found:
        successor = Position(men, side, over if is_capturable(men, side, over) else None)
        if is_legal(successor):
            yield successor, zeroing


def conversions(position):
    """The successors by captures, but en passant, and promotions."""
    side = 1 - position.side
    found = list(captures(position, False))
    if any(kind == "P" and square // 8 == (6, 1)[owner] for kind, owner, square in position.men):
        found += [men for men, _, _ in other_moves(position) if kinds_of(men) != kinds_of(position.men)]
    return filter(is_legal, (Position(men, side) for men in found))


def kinds_of(men):
    return sorted(kind for kind, _, _ in men)


def is_capturable(men, side, over):
    """A pawn of that side attacks the square."""
    return over is not None and any(kind == "P" and owner == side and over in BETWEEN["P", side][square]
                                    for kind, owner, square in men)


def fen(position):
    """Side 0 is White."""
    board = {square: kind if side == 0 else kind.lower() for kind, side, square in position.men}
    rows = []
    for rank in range(7, -1, -1):
        row = "".join(board.get(8 * rank + file, ".") for file in range(8))
        rows.append("".join(str(len(list(run))) if c == "." else "".join(run) for c, run in itertools.groupby(row)))
    return "/".join(rows) + (" w" if position.side == 0 else " b") + " - - 0 1"


# ---- material, placements, index

SYMMETRIES = range(8)


def turned(symmetry, square):
    if symmetry & 1:
        square ^= 7
    if symmetry & 2:
        square ^= 56
    return square >> 3 | (square & 7) << 3 if symmetry & 4 else square


TURNED = [[turned(s, square) for square in range(64)] for s in SYMMETRIES]


def strength(kinds):
    return len(kinds), [kinds.count(kind) for kind in "QRBNP"]


class Material:
    """name; men: (kind, side) in the order of codes; and the blocks of its table."""

    def __init__(self, name):
        self.name = name
        kinds = [part[1:] for part in name.split("v")]
        self.men = [(kind, side) for kind in "PNBRQ" for side in (0, 1) for _ in range(kinds[side].count(kind))]
        self.symmetric = kinds[0] == kinds[1]
        self.symmetries = range(2) if any(kind == "P" for kind, _ in self.men) else SYMMETRIES
        blocks = []
        for squares in itertools.product(range(64), repeat=len(self.men)):
            if self.is_placement(squares) and self.canonical(squares)[0] == squares:
                blocks.append(squares)
        blocks.sort(key=lambda squares: (self.level(squares), squares))
        self.blocks = blocks
        self.number = {squares: i for i, squares in enumerate(blocks)}

    def is_placement(self, squares):
        return len(set(squares)) == len(squares) and not any(
            kind == "P" and square // 8 in (0, 7) for (kind, _), square in zip(self.men, squares))

    def level(self, squares):
        return sum((6 - square // 8, square // 8 - 1)[side]
                   for (kind, side), square in zip(self.men, squares) if kind == "P")

    def image(self, symmetry, squares):
        """Equal men in the order of their squares."""
        return tuple(square for _, square in sorted(
            (("PNBRQ".index(kind), side), TURNED[symmetry][square])
            for (kind, side), square in zip(self.men, squares)))

    @functools.lru_cache(maxsize=None)
    def canonical(self, squares):
        """The least image, and a symmetry that makes it."""
        return min((self.image(s, squares), s) for s in self.symmetries)

    @functools.lru_cache(maxsize=None)
    def stabiliser(self, squares):
        return [s for s in self.symmetries if self.image(s, squares) == squares]

    def position(self, squares, cell, side):
        kings = (("K", 0, cell >> 6), ("K", 1, cell & 63))
        return Position(kings + tuple((k, s, square) for (k, s), square in zip(self.men, squares)), side)


@functools.lru_cache(maxsize=None)
def arrangement(men, side):
    """Of men as (kind, side), and the side to move: the table's name and its side to move; in its order the numbers
    of the men, kings first; and what turns the squares."""
    kinds = ["".join(sorted((kind for kind, owner in men if owner == s and kind != "K"), key="QRBNP".index))
             for s in (0, 1)]
    stronger = strength(kinds[0]), strength(kinds[1])
    swap = side if stronger[0] == stronger[1] else int(stronger[0] < stronger[1])
    order = sorted(range(len(men)), key=lambda i: ("KPNBRQ".index(men[i][0]), men[i][1] ^ swap))
    return f"K{kinds[swap]}vK{kinds[1 - swap]}", side ^ swap, order, 56 * swap


def locate(position):
    """The name of the table, its side to move, the men's squares and the kings' as the table sees them."""
    name, side, order, flip = arrangement(tuple(man[:2] for man in position.men), position.side)
    squares = [position.men[i][2] ^ flip for i in order]
    return name, side, tuple(squares[2:]), squares[:2]


# ---- the codec's contexts

def spot(cell):
    """A board with a border: the neighbour west is 1 less, south 10; of the first king a hundred times that."""
    first, second = cell >> 6, cell & 63
    return 100 * (10 * (first // 8) + first % 8 + 11) + 10 * (second // 8) + second % 8 + 11


SPOTS = [spot(cell) for cell in range(CELLS)]
Q_WEST, Q_EAST, Q_SOUTH = -1, 1, -10
P_WEST, P_EAST, P_SOUTH = -100, 100, -1000
NO_RESULT = 5
COARSE = (0, 0, 1, 2, 2, 3)


def look_of_result(plane, reference, at, hint):
    near = lambda step: plane.get(at + step, NO_RESULT)
    return (near(Q_SOUTH), near(P_SOUTH), COARSE[near(Q_WEST)], COARSE[near(P_WEST)],
            COARSE[near(P_SOUTH + P_EAST)], COARSE[near(P_SOUTH + P_WEST)], COARSE[reference.get(at, NO_RESULT)], hint)


def predict(plane, reference, at):
    known = []
    for step in (P_SOUTH, Q_SOUTH, P_WEST, Q_WEST, None, P_SOUTH + P_WEST, Q_SOUTH + Q_EAST, Q_SOUTH + Q_WEST):
        distance = reference.get(at) if step is None else plane.get(at + step)
        if distance is not None:
            known.append(distance)
    return table_bytes.predicted(known)


def look_of_distance(plane, reference, at, hint, predicted):
    near = lambda step, most: clamped(plane.get(at + step), predicted, most)
    return (near(Q_WEST, 3), near(Q_SOUTH, 3), near(P_WEST, 3), near(P_SOUTH, 3),
            clamped(reference.get(at), predicted, 1), near(P_SOUTH + P_WEST, 1),
            table_bytes.steps_reached(predicted), hint)


class Block:
    """known: values by cell; hints: by cell to be decoded."""

    def __init__(self):
        self.known, self.hints = {}, {}


def decode(codec, data, blocks, references):
    """Values by cell, for each block of a group."""
    reader = SymbolReader(data)
    planes, decoded = [], []
    for block, number in zip(blocks, references):
        plane = collections.defaultdict(dict)  # of distances two: of won cells, of lost ones
        planes.append(plane)
        reference = planes[number] if number is not None else {}
        values = dict(block.known)
        for cell, value in block.known.items():
            plane[codec.distances][SPOTS[cell]] = value  # known distances are of won cells
        for cell, hint in sorted(block.hints.items()):
            at = SPOTS[cell]
            kind = int(hint > DRAW) if codec.distances else 0
            here, there = plane[kind], reference.get(kind, {})
            if codec.distances:
                predicted = predict(here, there, at)
                symbol = reader.symbol(codec.leaf(look_of_distance(here, there, at, hint, predicted)))
                values[cell] = here[at] = symbol + predicted & 255
            else:
                symbol = reader.symbol(codec.leaf(look_of_result(here, there, at, hint)))
                if symbol > WIN:
                    raise Damaged("group")
                values[cell] = here[at] = symbol
        decoded.append(values)
    reader.end()
    return decoded


# ---- values; None: illegal

def result_of(value):
    if value is None:
        return ILLEGAL
    if value == 0:
        return DRAW
    cursed = plies_of(value) > 100
    return WIN - cursed if value > 0 else LOSS + cursed


VALUE_BEFORE_ZEROING = {LOSS: win(1), BLESSED_LOSS: win(101), DRAW: 0, CURSED_WIN: loss(101), WIN: loss(1)}


def mate_result(result):
    """Without a 50-move rule."""
    return {BLESSED_LOSS: LOSS, CURSED_WIN: WIN}.get(result, result)


class Tables:
    """A folder."""

    def __init__(self, folder, checksums=True):
        self.folder, self.checksums = pathlib.Path(folder), checksums
        self.decoded = {}

    @functools.lru_cache(maxsize=None)
    def material(self, name):
        return Material(name)

    @functools.lru_cache(maxsize=None)
    def file(self, name, metric):
        return TableFile(self.folder / f"chess-{name}.{metric}", "chess", name, METRICS[metric],
                         len(self.material(name).blocks), self.checksums)

    # results

    def result(self, position):
        """Of a legal position."""
        if position.passed is not None:
            return result_of(self.by_moves(position, "dtz"))
        if len(position.men) == 2:
            return DRAW
        return self.at(position, "wdl")

    def value(self, position, metric):
        """Of a legal position: dtz or dtm."""
        if position.passed is not None:
            return self.by_moves(position, metric)
        return 0 if len(position.men) == 2 else self.at(position, metric)

    def at(self, position, metric):
        name, side, squares, kings = locate(position)
        material = self.material(name)
        squares, symmetry = material.canonical(squares)
        cell = 64 * TURNED[symmetry][kings[0]] + TURNED[symmetry][kings[1]]
        return self.block(name, metric, material.number[squares], side)[cell]

    def by_moves(self, position, metric):
        """The best that the moves give."""
        values = [VALUE_BEFORE_ZEROING[self.result(after)] if metric == "dtz" and zeroing
                  else before(self.value(after, metric)) for after, zeroing in moves(position)]
        return max(values) if values else loss(0) if in_check(position.men, position.side) else 0

    def conversions(self, position):
        """The best result of captures and promotions as a value, None if there are none."""
        return max((VALUE_BEFORE_ZEROING[self.result(after)] for after in conversions(position)), default=None)

    # blocks

    def block(self, name, metric, number, side):
        """By cell: results of wdl, values of dtz and dtm."""
        key = name, metric, number, side
        if key not in self.decoded:
            file = self.file(name, metric)
            if side in file.groups:
                self.decode_group(name, metric, number // file.group, side)
            else:
                self.decoded[key] = self.derived_block(name, metric, number, side)
        return self.decoded[key]

    def derived_block(self, name, metric, number, side):
        """Of the side to move that is not stored."""
        material = self.material(name)
        positions = (material.position(material.blocks[number], cell, side) for cell in range(CELLS))
        return [self.by_moves(position, metric) if has_men_apart(position) and is_legal(position) else None
                for position in positions]

    def decode_group(self, name, metric, group, side):
        file, material = self.file(name, metric), self.material(name)
        first = group * file.group
        numbers = range(first, min(first + file.group, file.count))
        prepare = self.prepare_results if metric == "wdl" else self.prepare_distances
        blocks = [prepare(material, number, side, metric) for number in numbers]
        references = [reference_of(material, first, number) for number in numbers]
        decoded = decode(file.codec[side], file.groups[side][group], blocks, references)
        for number, values in zip(numbers, decoded):
            spread(material, material.blocks[number], values)
            self.decoded[name, metric, number, side] = self.finished(name, metric, number, side, values)

    def finished(self, name, metric, number, side, values):
        if metric == "wdl":
            return [values.get(cell, ILLEGAL) for cell in range(CELLS)]
        finished = []
        for cell, result in enumerate(self.block(name, "wdl", number, side)):
            stored = values.get(cell)
            if result in (DRAW, ILLEGAL):
                finished.append(0 if result == DRAW else None)
            elif metric == "dtz":
                finished.append(win(stored) if result > DRAW else loss(stored))
            else:
                finished.append(win(2 * stored + 1) if result > DRAW else loss(2 * stored))
        return finished

    # what is to be decoded

    def prepare_results(self, material, number, side, _):
        block = Block()
        squares = material.blocks[number]
        coded = first_of_like(material, squares)
        for cell in range(CELLS):
            position = material.position(squares, cell, side)
            if not has_men_apart(position) or not is_legal(position):
                continue
            best = self.conversions(position)
            if best == win(1):
                block.known[cell] = WIN
            elif coded[cell]:
                block.hints[cell] = 0 if best is None else 1 + result_of(best)
        return block

    def prepare_distances(self, material, number, side, metric):
        block = Block()
        squares = material.blocks[number]
        coded = first_of_like(material, squares)
        for cell, result in enumerate(self.block(material.name, "wdl", number, side)):
            if result in (DRAW, ILLEGAL):
                continue
            if metric == "dtz" and result == WIN and self.conversions(material.position(squares, cell, side)) == win(1):
                block.known[cell] = 1
            elif coded[cell]:
                block.hints[cell] = mate_result(result) if metric == "dtm" else result
        return block


def has_men_apart(position):
    return len({square for _, _, square in position.men}) == len(position.men)


def images(material, squares, cell):
    """The cells that symmetry makes the same."""
    return {64 * TURNED[s][cell >> 6] + TURNED[s][cell & 63] for s in material.stabiliser(squares)}


def first_of_like(material, squares):
    return [cell == min(images(material, squares, cell)) for cell in range(CELLS)]


def spread(material, squares, values):
    for cell in range(CELLS):
        first = min(images(material, squares, cell))
        if first in values:
            values[cell] = values[first]


def reference_of(material, first, number):
    """The number within the group of the block that is most like."""
    if number == first:
        return None
    squares = material.blocks[number]
    south = None
    for other in range(number - 1, first - 1, -1):
        if material.blocks[other][:-1] != squares[:-1]:
            break
        last = material.blocks[other][-1]
        if squares[-1] % 8 and last == squares[-1] - 1:
            return other - first
        if last + 8 == squares[-1]:
            south = other - first
    return south if south is not None else number - 1 - first


# ---- what can be seen of a table

def cells(tables, name, metric):
    """(position, value, how many positions it stands for), one for each legal position up to symmetry. The value: a
    result, or plies, negative for losses, None for draws."""
    material = tables.material(name)
    for side in (0,) if material.symmetric else (0, 1):
        for number, squares in enumerate(material.blocks):
            block = tables.block(name, metric, number, side)
            for cell, value in enumerate(block):
                if value is None or (metric == "wdl" and value == ILLEGAL):
                    continue
                like = images(material, squares, cell)
                if cell != min(like):
                    continue
                weight = len(like) * len(material.symmetries) // len(material.stabiliser(squares))
                if metric != "wdl":  # mated is a loss in 0
                    value = None if value == 0 else plies_of(value) if value > 0 else -plies_of(value)
                yield material.position(squares, cell, side), value, weight


def value_text(metric, value):
    return RESULTS[value] if metric == "wdl" else "draw" if value is None else str(value)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("material")
    parser.add_argument("metric", choices=METRICS)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--no-checksums", action="store_true")
    options = parser.parse_args()
    tables = Tables(options.folder, not options.no_checksums)
    counts, unique = collections.Counter(), collections.Counter()
    try:
        for position, value, weight in cells(tables, options.material, options.metric):
            if options.list:
                print(fen(position), value_text(options.metric, value))
            counts[position.side, value_text(options.metric, value)] += weight
            unique[position.side, value_text(options.metric, value)] += 1
    except (Damaged, OSError, struct.error) as error:
        sys.exit(f"read_table: {error}")
    if not options.list:
        for side, text in sorted(counts, key=lambda key: (key[0], len(key[1]), key[1])):
            print("wb"[side], text, counts[side, text], unique[side, text])


if __name__ == "__main__":
    main()
