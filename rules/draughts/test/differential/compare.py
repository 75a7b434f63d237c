"""Legal moves of another program against ours, on random positions, move for move.

    compare.py pydraughts|py-draughts DUMP POSITIONS [SEED [VARIANT...]]

DUMP: the program draughts_dump. The library is that of the Python which runs this; both are imported as `draughts`. Exit
code 1: a difference that KNOWN below does not explain.
"""
import multiprocessing
import re
import signal
import subprocess
import sys
import time

PATIENCE = 20  # seconds for one position: some have more routes than a library can follow

# Our game, their name.
VARIANTS = {
    "pydraughts": [("international", "standard"), ("checkers", "english"), ("italian", "italian"),
                   ("russian", "russian"), ("brazilian", "brazilian"), ("turkish", "turkish"), ("frisian", "frisian"),
                   ("frysk", "frysk!"), ("antidraughts", "antidraughts"), ("breakthrough", "breakthrough")],
    "py-draughts": [("international", "StandardBoard"), ("checkers", "AmericanBoard"), ("russian", "RussianBoard"),
                    ("brazilian", "BrazilianBoard"), ("frisian", "FrisianBoard"), ("frysk", "FryskBoard"),
                    ("antidraughts", "AntidraughtsBoard"), ("breakthrough", "BreakthroughBoard")],
}

# (library, game): why moves may differ, and a function that says whether this explains a position's difference.
KNOWN = {}


def known(library, *games):
    def add(function):
        for game in games:
            KNOWN[library, game] = function
        return function
    return add


# ---- squares and positions ----

def to_letters(game, number):
    """Our number, from the top left, as a letter and a row."""
    if game == "turkish":
        return "abcdefgh"[(number - 1) % 8] + str(8 - (number - 1) // 8)
    row = (number - 1) // 4
    return "abcdefgh"[(number - 1) % 4 * 2 + (row % 2 == 0)] + str(8 - row)


def from_bottom(game, number):
    """Their number, which counts from a1, as ours."""
    width = 8 if game == "turkish" else 4
    return (7 - (number - 1) // width) * width + (number - 1) % width + 1


def our_moves(text):
    moves = set()
    for move in text.split():
        origin, target, *taken = re.split("[-x:]", move)
        moves.add((int(origin), int(target), tuple(sorted(int(n) for n in taken[0].split(","))) if taken else ()))
    return moves


def pieces(fen):
    """Squares with pieces, and those with kings, by our numbers."""
    found = re.findall(r"(K?)(\d+)", fen)
    return {int(n) for _, n in found}, {int(n) for king, n in found if king}


# ---- differences that are known; all are theirs but where the text says otherwise ----

@known("py-draughts", "checkers")
def _(fen, ours, theirs):
    """py-draughts 1.10.1 says "Captures optional": quiet moves are listed with the captures. WCDF rules: captures are
    compulsory."""
    return any(taken for *_, taken in ours) and {move for move in theirs if move[2]} == ours


@known("py-draughts", "breakthrough")
@known("pydraughts", "breakthrough")
def _(fen, ours, theirs):
    """Neither theirs nor ours: the first king has won, so that we give no moves; both libraries leave it to the caller
    to ask whether the game is over."""
    return not ours and bool(pieces(fen)[1])


@known("pydraughts", "turkish")
def _(fen, ours, theirs):
    """pydraughts 0.6.7 lets kings without a capture fly over any pieces on their line."""
    occupied = pieces(fen)[0]

    def passes(origin, target):
        step = 8 if (origin - target) % 8 == 0 else 1
        return any(n in occupied for n in range(min(origin, target) + step, max(origin, target), step))

    return ours <= theirs and all(not taken and passes(origin, target) for origin, target, taken in theirs - ours)


@known("pydraughts", "frisian", "frysk")
def _(fen, ours, theirs):
    """pydraughts 0.6.7 adds 1.501 for each king and 1 for each man in the order of the jumps, and asks whether sums of
    such fractions are equal. So captures of equal value are lost to rounding, and three kings (4.503) are less than five
    men. By article 11 of the Frisian rules n kings are more than 2n - 1 men and less than 2n."""
    kings = pieces(fen)[1]

    def value(moves):
        return max((sum(1.5 if n in kings else 1 for n in taken) for *_, taken in moves), default=0)

    return bool(theirs) and (theirs < ours or value(theirs) > value(ours))


# ---- the libraries ----

def pydraughts_moves(game, name, fen):
    import draughts
    letters = name in ("russian", "brazilian", "turkish")
    if letters:
        fen = re.sub(r"\d+", lambda match: to_letters(game, int(match[0])), fen)
    square = (lambda number: from_bottom(game, number)) if letters else int
    moves, captures = draughts.Board(variant=name, fen=fen)._legal_moves_board()
    return {(square(move[0][0]), square(move[-1][1]), tuple(sorted(square(n) for n in taken if n is not None)))
            for move, taken in zip(moves, captures)}


def py_draughts_moves(game, name, fen):
    import draughts
    return {(move.square_list[0] + 1, move.square_list[-1] + 1, tuple(sorted(n + 1 for n in move.captured_list)))
            for move in getattr(draughts, name).from_fen(fen).legal_moves}


# ---- comparison ----

def compare(job):
    library, game, name, line = job
    fen, ours = line.split("\t")
    signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(TimeoutError()))
    signal.alarm(PATIENCE)
    try:
        function = pydraughts_moves if library == "pydraughts" else py_draughts_moves
        theirs = function(game, name, fen)
    except TimeoutError:
        return "slow", fen, None, None
    except Exception as error:  # theirs
        return "error", fen, None, repr(error)
    finally:
        signal.alarm(0)
    ours = our_moves(ours)
    if ours == theirs:
        return "equal", fen, None, None
    explained = KNOWN.get((library, game))
    kind = "known" if explained and explained(fen, ours, theirs) else "differs"
    return kind, fen, sorted(ours - theirs), sorted(theirs - ours)


def check(library, dump, positions, seed, game, name, pool):
    lines = subprocess.run([dump, game, positions, seed], check=True, capture_output=True, text=True).stdout.splitlines()
    count = dict.fromkeys(("equal", "known", "differs", "error", "slow"), 0)
    for kind, fen, ours, theirs in pool.imap(compare, ((library, game, name, line) for line in lines), 16):
        count[kind] += 1
        if kind in ("differs", "error") and count[kind] <= 5:
            print(f"{kind}: {game} {fen}\n  only ours: {ours}\n  only theirs: {theirs}")
    print(f"{library} {game}: " + ", ".join(f"{number} {kind}" for kind, number in count.items()), flush=True)
    return count["differs"] + count["error"] == 0 and count["equal"] > 0


def main():
    library, dump, positions, *rest = sys.argv[1:]
    seed, *wanted = rest or [str(int(time.time()))]
    print(f"seed {seed}")
    with multiprocessing.Pool() as pool:
        good = [check(library, dump, positions, seed, game, name, pool)
                for game, name in VARIANTS[library] if not wanted or game in wanted]
    return 0 if good and all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
