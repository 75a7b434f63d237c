"""Random games judged by python-chess and by `tabuleiro referee`, ply by ply.

    compare.py TABULEIRO GAMES [SEED]

Compared are checks, claims (on the board and by a move), how and when the game ends. python-chess needs milliseconds to
look for claims of repetition by a move, so it is asked where a position has occurred before, and on a sample of the other
plies. Some games begin from few pieces, in Chess960, or near the move counts. Exit code 1: a difference.
"""
import json
import random
import subprocess
import sys
import time

import chess

REASONS = {
    chess.Termination.CHECKMATE: "checkmate",
    chess.Termination.STALEMATE: "stalemate",
    chess.Termination.INSUFFICIENT_MATERIAL: "material",
    chess.Termination.SEVENTYFIVE_MOVES: "move_count",
    chess.Termination.FIVEFOLD_REPETITION: "repetition",
}
MOST_PLIES = 400
CHUNK = 200  # games in one file


def random_endgame(rng):
    """A few pieces on random squares, the clock somewhere."""
    while True:
        board = chess.Board(None)
        letters = "KkQ" + rng.choice(["", "q", "r", "P", "pP"]) if rng.random() < 0.5 else \
            "Kk" + "".join(rng.choice("PpNnBbRrBb") for _ in range(rng.randrange(1, 4)))
        for letter, square in zip(letters, rng.sample(range(64), len(letters))):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = rng.random() < 0.5
        board.halfmove_clock = rng.choice([0, 0, 0, 90, 95, 140])
        if board.is_valid():
            return board


def first_position(rng):
    kind = rng.random()
    if kind < 0.5:
        return chess.Board()
    if kind < 0.6:
        return chess.Board.from_chess960_pos(rng.randrange(960))
    return random_endgame(rng)


def choose(rng, board, temper, last):
    """temper: how much this game likes to go back, and dislikes captures and pawn moves."""
    moves = list(board.legal_moves)
    if rng.random() < temper and last:
        back = chess.Move(last.to_square, last.from_square)
        if back in moves:
            return back
    if rng.random() < temper:
        moves = [move for move in moves if not board.is_zeroing(move)] or moves
    return rng.choice(moves)


def expect(rng, board, times):
    """What happens in this position, as a set of (kind, detail)."""
    outcome = board.outcome(claim_draw=False)
    found = set()
    if board.is_check() and not (outcome and outcome.termination == chess.Termination.CHECKMATE):
        found.add(("check", ""))
    if outcome:
        found.add(("end", REASONS[outcome.termination] + " " + outcome.result()))
        return found, True
    if times >= 3:
        found.add(("claim repetition", "now"))
    elif times >= 2 or rng.random() < 0.05:
        if board.can_claim_threefold_repetition():
            found.add(("claim repetition", "by a move"))
    else:
        found.add(("claim repetition", "not asked"))
    if board.can_claim_fifty_moves():
        found.add(("claim move_count", "now" if board.is_fifty_moves() else "by a move"))
    return found, False


def play(rng):
    """A game: its text, and what is expected after each ply, the first position included."""
    board = first_position(rng)
    fen = board.fen(shredder=True) if board.chess960 else board.fen()
    start = fen if board.chess960 or fen != chess.STARTING_FEN else None
    in_san, temper = rng.random() < 0.3, rng.choice([0, 0, 0.5, 0.9])
    words, last, times = [], {}, {}
    expected = []
    while True:
        key = board._transposition_key()
        times[key] = times.get(key, 0) + 1
        found, over = expect(rng, board, times[key])
        expected.append(found)
        if over or len(words) == MOST_PLIES:
            break
        move = choose(rng, board, temper, last.get(board.turn))
        last[board.turn] = move
        words.append(board.san(move) if in_san else board.uci(move))
        board.push(move)
    tags = f'[SetUp "1"]\n[FEN "{start}"]\n' if start else ""
    return f'[Event "?"]\n{tags}\n{" ".join(words)} *\n\n', expected, start


def told(record, start):
    """The referee's events by ply."""
    black_first = bool(start) and start.split()[1] == "b"
    first = int(start.split()[5]) if start else 1
    plies = {}
    for event in record["events"]:
        ply = 0
        if event["number"]:
            ply = 2 * (event["number"] - first) + (event["side"] == "black") - black_first + 1
        kind, detail = event["event"], ""
        if kind == "claim":
            kind, detail = "claim " + event["reason"], "by a move" if event["moves"] else "now"
        elif kind == "end":
            detail = event["reason"] + " " + event["outcome"]
        elif kind == "perpetual_check":
            continue  # the library knows none
        plies.setdefault(ply, set()).add((kind, detail))
    return plies


def compare(record, expected, start, text):
    plies = told(record, start)
    for ply, wanted in enumerate(expected):
        given = plies.pop(ply, set())
        if ("claim repetition", "not asked") in wanted:
            wanted = {item for item in wanted if item[0] != "claim repetition"}
            given = {item for item in given if item[0] != "claim repetition"}
        if given != wanted:
            print(f"ply {ply}: the library says {sorted(wanted)}, the referee {sorted(given)}\n{text}")
            return False
    if plies:
        print(f"the referee tells of plies that are none: {plies}\n{text}")
    return not plies


def main():
    tabuleiro, games = sys.argv[1], int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else int(time.time())
    print(f"seed {seed}", flush=True)
    rng = random.Random(seed)
    count = {}
    plies = wrong = 0
    for begun in range(0, games, CHUNK):
        made = [play(rng) for _ in range(min(CHUNK, games - begun))]
        answer = subprocess.run([tabuleiro, "referee", "chess", "-", "--rules", "fide", "--json"], encoding="utf-8",
                                input="".join(text for text, _, _ in made), capture_output=True, check=False)
        records = [json.loads(line) for line in answer.stdout.splitlines()]
        if answer.returncode != 0 or len(records) != len(made) + 1:
            sys.exit(f"exit code {answer.returncode}, {len(records)} records: {answer.stderr}")
        for record, (text, expected, start) in zip(records, made):
            wrong += not compare(record, expected, start, text)
            plies += len(expected) - 1
            count[record["reason"] or "unfinished"] = count.get(record["reason"] or "unfinished", 0) + 1
    print(f"{games} games, {plies} plies, {wrong} judged otherwise:", dict(sorted(count.items())))
    sys.exit(1 if wrong else 0)


main()
