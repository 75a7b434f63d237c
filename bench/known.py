"""What is counted, and the known counts; the known bytes of tables."""
import pathlib
from typing import NamedTuple


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

DRAUGHTS = {
    Line("checkers"): [
        7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128, 388623673, 1766623630, 7978439499,
        36263167175, 165629569428],
    Line("international", merged=True): [
        9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423, 258895763, 1665861398, 10749771911, 70612863532],
    Line("damma"): [4, 12, 63, 516, 4853, 49476, 573376, 7265845, 100252024],
}

# The start position of every ruleset at one depth, some tenths of a second on one core if such a count is known. Those
# that nobody has published are what both generators of the project give.
RULESETS = {
    Line("checkers"): (12, 388623673), Line("international", merged=True): (9, 41022423),
    Line("brazilian"): (11, 105534946), Line("russian"): (11, 110961169), Line("italian"): (11, 81647058),
    Line("pool"): (11, 110877932), Line("spanish"): (11, 81383200), Line("portuguese"): (11, 81383200),
    Line("czech"): (11, 84967210), Line("thai"): (9, 114530830), Line("thai12"): (11, 84892793),
    Line("turkish"): (8, 123285642), Line("armenian"): (6, 135963566), Line("canadian"): (8, 31839070),
    Line("frisian"): (10, 90161025), Line("frysk"): (9, 157945922), Line("killer"): (9, 41022614),
    Line("antidraughts"): (9, 41022614), Line("breakthrough"): (9, 41022614), Line("spantsireti"): (9, 37612363),
    Line("damas64"): (11, 105436804), Line("damas100"): (9, 41022614), Line("diagonal12"): (15, 76054681),
    Line("diagonal9"): (11, 87310636), Line("diagonal12-corner"): (13, 58032312),
    Line("diagonal9-corner"): (9, 26822463), Line("damma"): (9, 100252024), Line("damma-fwd"): (9, 45710656),
    Line("italianas"): (11, 105509557), Line("inglesas"): (11, 110776040), Line("russas"): (9, 110979306),
    Line("perde-ganha"): (11, 105436804), Line("ludomania"): (11, 113384707),
}


def known(line):
    """Depth to count, from depth 1."""
    counts = {**CHESS, **DRAUGHTS}.get(line)
    return dict(enumerate(counts, 1)) if counts else dict([RULESETS[line]])


# Checksums of chess tables of 3 and 4 men; of some of 5 men.
TABLES_OF_4_MEN, TABLES_OF_5_MEN = "chess_tables.sha256", "chess_tables_5men.sha256"
CHECKERS_TABLES = "checkers_tables.sha256"


def table_sums(name):
    """SHA-256 by file name."""
    path = pathlib.Path(__file__).resolve().parent.parent / "results/known" / name
    lines = path.read_text(encoding="utf-8").splitlines()
    return {file: digest for digest, file in (line.split() for line in lines if not line.startswith("#"))}
