"""What is counted, and the known counts."""
import pathlib
import re
from typing import NamedTuple

SUITES = pathlib.Path(__file__).resolve().parent.parent / "results/known/draughts"


class Line(NamedTuple):
    """A game, a position of it, and for draughts whether captures with equal results count once (merged) or each
    route counts."""
    game: str
    position: str = "startpos"
    merged: bool = False

    def __str__(self):
        return " ".join([self.game, *([self.position] if self.position != "startpos" else []),
                         *(["merged"] if self.merged else [])])

    def figures(self):
        """What the entries of a result file have in common with the line."""
        return self._asdict() if self.merged else {"game": self.game, "position": self.position}


STARTPOS = Line("chess")
KIWIPETE = Line("chess", "kiwipete")
KIWIPETE_FEN = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

CHESS = {
    STARTPOS: [20, 400, 8902, 197281, 4865609, 119060324, 3195901860, 84998978956, 2439530234167],
    KIWIPETE: [48, 2039, 97862, 4085603, 193690690, 8031647685, 374190009323],
}

# Not published; both generators of the project give them.
COUNTED_HERE = {
    Line("thai"): {9: 114530830},
    Line("armenian"): {6: 135963566},
    Line("frysk"): {9: 157945922},
    Line("diagonal12-corner"): {13: 58032312},
    Line("diagonal9-corner"): {9: 26822463},
}

# Games with the tree of another one: its mirror image, or another goal.
SAME_TREE = {"portuguese": "spanish", "antidraughts": "international", "perde-ganha": "damas64"}


def start_counts(game, merged):
    """Depth to count, from the game's suite: the line of its start position is announced by a comment."""
    suite = SUITES / f"{SAME_TREE.get(game, game)}{'-merged' if merged else ''}.epd"
    try:
        text = suite.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    found = re.search(r"^# The start position\.\n(?:#.*\n)*(.*)", text, re.M)
    return {int(depth): int(count) for depth, count in re.findall(r";D(\d+) (\d+)", found.group(1))} if found else {}


def known(line):
    """Depth to count, from depth 1."""
    if line in CHESS:
        return dict(enumerate(CHESS[line], 1))
    return {**start_counts(line.game, line.merged), **COUNTED_HERE.get(line, {})}
