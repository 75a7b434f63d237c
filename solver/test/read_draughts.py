#!/usr/bin/env python3
"""An independent reader of draughts tables, by docs/tables.md: what it needs to know has to stand there.

    read_draughts.py FOLDER GAME SLICE wdl|dtw [--list] [--no-checksums]
    read_draughts.py FOLDER GAME POSITION

Counts the positions of a slice (KMvK, KvKM: the side to move first) by value; or lists them, a line of
position and value each. Or prints the result and the distance of one position: W:WKc3:Bf8. Plain and slow: some
seconds for a slice of 3 pieces.
"""
import argparse
import collections
import functools
import itertools
import pathlib
import re
import struct
import sys

from draughts_moves import COMPASS, DIRECTIONS, GAMES, Position
from table_bytes import (DRAW, LOSS, WIN, Damaged, SymbolReader, TableFile, before, clamped, loss, plies_of,
                         predicted, steps_reached, win)

METRICS = {"wdl": 1, "dtw": 8}
BEFORE = {"wdl": lambda result: WIN - result, "dtw": before}
BLOCK = 4096


# ---- slices, the order of positions

def strength(pieces):
    return len(pieces), pieces.count("K")


def material_of(slice_name):
    """The file's material, the side to move there."""
    mine, theirs = slice_name.split("v")
    return (f"{theirs}v{mine}", 1) if strength(theirs) > strength(mine) else (slice_name, 0)


def slice_of(position):
    return "K" * len(position.kings) + "M" * len(position.men) + "v" + \
           "K" * len(position.their_kings) + "M" * len(position.their_men)


def sets(room, size):
    return sorted(itertools.combinations(sorted(room), size), key=lambda squares: squares[::-1])


def positions_of(game, slice_name):
    """In the order of their index."""
    men, kings, their_men, their_kings = (part.count(kind) for part in slice_name.split("v") for kind in "MK")
    board, barred = set(game.squares), game.their_crown
    for low in range(men + 1):
        for own in itertools.product(sets(barred, low), sets(board - barred - game.crown, men - low)):
            own_men = own[0] + own[1]
            for opponents in sets(board - barred - set(own_men), their_men):
                room = board - set(own_men + opponents)
                for own_kings in sets(room, kings):
                    for others in sets(room - set(own_kings), their_kings):
                        yield Position(tuple(sorted(own_men)), own_kings, opponents, others)


class Slice:
    def __init__(self, game, name):
        self.game, self.name = game, name
        self.material, self.side = material_of(name)
        self.positions = list(positions_of(game, name))
        self.number = {position: i for i, position in enumerate(self.positions)}

    def blocks(self):
        return -(-len(self.positions) // BLOCK)

    @functools.cached_property
    def contexts(self):
        return [Look(self.game, position) for position in self.positions]


# ---- the context of a position

class Look:
    """What is seen on the board, and the moves."""

    def __init__(self, game, position):
        self.game, self.position = game, position
        self.threat = int(bool(game.captures(game.seen_by_opponent(position))))
        self.crowns = int(any(is_king for _, _, is_king in game.man_steps(position)))
        self.parity = sum(game.spot[s][1] % 2 for squares in position[:4] for s in squares) % 2

    @functools.cached_property
    def moves(self):
        return list(self.game.moves(self.position))

    def successors(self):
        return [successor for successor, _ in self.moves]

    def captured(self):
        return [successor for successor, is_capture in self.moves if is_capture]


def back_steps(game):
    """By square: the square one step back, if there is one."""
    name = next(name for name in COMPASS if name in DIRECTIONS[game.king_steps]
                and any(s < square for square in game.squares for s in game.rays[name][square]))
    return {square: game.rays[name][square][0] for square in game.squares if game.rays[name][square]}


class Neighbours:
    """The numbers of positions in which one piece stands elsewhere; None where that is no position."""

    ORDER = [Position._fields.index(name) for name in ("their_kings", "kings", "their_men", "men")]

    def __init__(self, of):
        self.of, self.steps = of, back_steps(of.game)

    def low(self, position, k):
        return self.with_piece(position, k, lambda square: square - 1)

    def back(self, position, k):
        return self.with_piece(position, k, self.steps.get)

    def with_piece(self, position, k, step):
        for field in self.ORDER:
            squares = position[field]
            if k < len(squares):
                moved = squares[:k] + (step(squares[k]),) + squares[k + 1:]
                if None in moved:
                    return None
                return self.of.number.get(position[:field] + (tuple(sorted(moved)),) + position[field + 1:])
            k -= len(squares)
        return None


# ---- files

class Tables:
    """A folder's tables of one game."""

    def __init__(self, folder, game, checksums=True):
        self.folder, self.name, self.game, self.checksums = pathlib.Path(folder), game, GAMES[game], checksums
        wins = self.game.no_move_wins
        self.no_move = {"wdl": WIN if wins else LOSS, "dtw": win(0) if wins else loss(0)}

    @functools.lru_cache(maxsize=None)
    def slice(self, name):
        return Slice(self.game, name)

    @functools.lru_cache(maxsize=None)
    def file(self, material, metric):
        return TableFile(self.folder / f"{self.name}-{material}.{metric}", self.name[:16], material,
                         METRICS[metric], self.slice(material).blocks(), self.checksums,
                         known_version=2 if self.game.must == "huff" or self.name == "portuguese" else 1)

    # values: of wdl results, of dtw values as of chess

    def value(self, position, metric):
        if not position.men + position.kings or self.game.is_over(position):
            best = self.no_move[metric]
        else:
            plain = position._replace(huffable=()) if position.huffable else position
            name = slice_of(position)
            best = self.values(name, metric)[self.slice(name).number[plain]]
        if position.huffable:
            best = max(best, self.best_of(self.game.huffs(position), metric))
        return best

    def best_of(self, successors, metric):
        return max((BEFORE[metric](self.value(successor, metric)) for successor in successors),
                   default=self.no_move[metric])

    @functools.lru_cache(maxsize=None)
    def values(self, slice_name, metric):
        """By index."""
        of = self.slice(slice_name)
        file = self.file(of.material, metric)
        if of.side not in file.groups:
            if metric == "wdl":
                raise Damaged(f"{of.material}: a side to move lacks")
            return [self.best_of(context.successors(), metric) for context in of.contexts]
        results = self.values(slice_name, "wdl") if metric == "dtw" else None
        values = []
        for i, context in enumerate(of.contexts):
            known = None
            if results and results[i] == DRAW:
                known = 0
            elif self.game.must == "yes" and context.captured():
                known = self.best_of(context.captured(), metric)
            values.append(known)
        decode = self.decode_results if metric == "wdl" else self.decode_distances
        per_group = file.group * BLOCK
        for group, data in enumerate(file.groups[of.side]):
            coded = [i for i in range(per_group * group, min(per_group * (group + 1), len(values)))
                     if values[i] is None]
            reader = SymbolReader(data)
            for i, value in decode(of, results, coded, file.codec[of.side], reader):
                values[i] = value
            reader.end()
        return values

    # groups

    def decode_results(self, of, _, coded, codec, reader):
        near, found, last = Neighbours(of), {}, {}
        look_of = {LOSS: 0, DRAW: 1, WIN: 2, None: 3}
        for i in coded:
            position, context = of.positions[i], of.contexts[i]
            low = [found.get(near.low(position, k)) for k in range(3)]
            back = [found.get(near.back(position, k)) for k in range(3)]
            seen = last.get((context.threat, context.parity)), low[0], back[0], back[1], low[1], back[2], low[2]
            symbol = reader.symbol(codec.leaf(
                (*(look_of[result] for result in seen), context.threat + 2 * context.parity + 4 * context.crowns)))
            if symbol not in (LOSS, DRAW, WIN):
                raise Damaged("group")
            found[i] = last[context.threat, context.parity] = symbol
        return found.items()

    def decode_distances(self, of, results, coded, codec, reader):
        near, found = Neighbours(of), {}
        for i in coded:
            position, context, won = of.positions[i], of.contexts[i], results[i] == WIN
            numbers = [near.low(position, k) for k in range(4)] + [near.back(position, k) for k in range(4)]
            seen = [found.get(n) if n is not None and results[n] == results[i] else None for n in numbers]
            prediction = predicted([half for half in seen if half is not None])
            near_ones = [clamped(half, prediction, most) for half, most in zip(seen, (3, 3, 3, 3, 1, 1))]
            symbol = reader.symbol(codec.leaf((*near_ones, steps_reached(prediction),
                                               won + 2 * context.threat + 4 * context.crowns)))
            found[i] = symbol + prediction & 255
        for i, half in found.items():
            won = results[i] == WIN
            plies = 2 * half + (won != self.game.no_move_wins)  # who cannot move has lost in 0, or won
            if plies > 254:
                raise Damaged("group")
            yield i, win(plies) if won else loss(plies)


# ---- positions as text

def position_of(game, text):
    """Of W:WKc3:Bf8 and the like, squares in letters or numbered from the top left; may end in :S and the
    squares that can be huffed."""
    turn, *parts = text.split(":")
    numbered = sorted(game.squares, key=lambda s: (-game.spot[s][1], game.spot[s][0]))
    named = {game.name(s): s for s in game.squares} | {str(i): s for i, s in enumerate(numbered, 1)}
    found = collections.defaultdict(list)
    for part in parts:
        for king, name in re.findall(r"(K?)([a-l]?\d+)", part[1:]):
            if name not in named:
                raise ValueError(f"{name}: no square of the board")
            found[part[0] + king].append(named[name])
    mine, theirs = "WB" if turn == "W" else "BW"
    fields = [sorted(found[key]) for key in (mine, mine + "K", theirs, theirs + "K", "S")]
    return Position(*(tuple(field) if turn == "W" else game.turned_squares(field) for field in fields))


def text_of(game, position):
    names = lambda squares, king: [king + game.name(s) for s in squares]
    sides = [",".join(names(position[i + 1], "K") + names(position[i], "")) for i in (0, 2)]
    return f"W:W{sides[0]}:B{sides[1]}"


def value_text(metric, value):
    if metric == "wdl":
        return {LOSS: "loss", DRAW: "draw", WIN: "win"}[value]
    return "draw" if value == 0 else f"{'win' if value > 0 else 'loss'} in {plies_of(value)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("game", choices=GAMES, metavar="GAME")
    parser.add_argument("what", metavar="SLICE or POSITION")
    parser.add_argument("metric", choices=METRICS, nargs="?")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--no-checksums", action="store_true")
    options = parser.parse_args()
    if ":" not in options.what and not (options.metric and re.fullmatch("K*M*v(?=.)K*M*", options.what)):
        parser.error("a slice such as KMvK and a metric are needed, or a position")
    tables = Tables(options.folder, options.game, not options.no_checksums)
    try:
        if ":" in options.what:
            position = position_of(tables.game, options.what)
            print(*(value_text(metric, tables.value(position, metric)) for metric in METRICS), sep=", ")
            return
        values = tables.values(options.what, options.metric)
    except (Damaged, OSError, ValueError, struct.error) as error:
        sys.exit(f"read_draughts: {error}")
    if options.list:
        for position, value in zip(tables.slice(options.what).positions, values):
            print(text_of(tables.game, position), value_text(options.metric, value))
    else:
        counts = collections.Counter(values)
        for value in sorted(counts):
            print(value_text(options.metric, value), counts[value])


if __name__ == "__main__":
    main()
