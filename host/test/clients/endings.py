#!/usr/bin/env python3
"""Chess endings with tables: the engine against best defence, from random positions.

    endings.py TABULEIRO MEN POSITIONS FOLDER [SEED]

Builds the tables of up to MEN men in FOLDER. Of won positions the engine must mate in no more moves than the distance
to mate, or, where the halfmove clock is short, within the 50-move rule. Drawn ones it must never lose, whatever moves
that hold the draw the other side tries. Needs PyPI's `chess`.
"""
import json
import pathlib
import random
import subprocess
import sys

import chess
import chess.engine

DRAWN_PLIES = 40


class Tables:
    def __init__(self, program, folder):
        self.process = subprocess.Popen([program, "probe", "chess", "-", "--json", "--tables", folder], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1)

    def probe(self, board):
        self.process.stdin.write(board.fen() + "\n")
        return json.loads(self.process.stdout.readline())


def random_position(draw, men):
    """Legal, both kings and up to men - 2 others; the clock is short now and then."""
    while True:
        board = chess.Board.empty()
        squares = draw.sample(range(64), men)
        pieces = [(chess.KING, True), (chess.KING, False)]
        pieces += [(draw.choice([1, 2, 3, 4, 5]), draw.random() < 0.6) for _ in range(men - 2)]
        for square, (kind, colour) in zip(squares, pieces):
            board.set_piece_at(square, chess.Piece(kind, colour))
        board.turn = draw.random() < 0.6
        if board.is_valid() and not board.is_game_over():
            if draw.random() < 0.2:
                board.halfmove_clock = draw.randrange(100)
                board.fullmove_number = 60
            return board


def fail(seed, start, board, what):
    moves = " ".join(move.uci() for move in board.move_stack)
    sys.exit(f"seed {seed}: {start}: {what}\nmoves: {moves}")


def win(engine, tables, start, value, seed):
    """Plays it out. Moves taken."""
    board, side, game = start.copy(), start.turn, object()
    while not board.is_checkmate():
        if board.turn == side:
            board.push(engine.play(board, chess.engine.Limit(time=10), game=game).move)
        else:
            board.push_uci(tables.probe(board)["moves"][0]["move"])  # longest to mate
        if board.is_stalemate() or board.is_insufficient_material() or board.is_fifty_moves() or board.is_repetition(3):
            fail(seed, start.fen(), board, "a win was thrown away")
    moves = (len(board.move_stack) + 1) // 2
    if board.turn == side:
        fail(seed, start.fen(), board, "a won position was lost")
    if start.halfmove_clock == 0 and moves > (value["dtm"] + 1) // 2:
        fail(seed, start.fen(), board, f"mate in {moves} moves, distance {value['dtm']} plies")
    return moves


def hold(engine, tables, start, draw, seed):
    """Plays some moves; the other side tries whatever does not lose."""
    board, side, game = start.copy(), start.turn, object()
    while not board.is_game_over(claim_draw=True) and len(board.move_stack) < DRAWN_PLIES:
        if board.turn == side:
            board.push(engine.play(board, chess.engine.Limit(nodes=1000), game=game).move)
            if not board.is_game_over() and tables.probe(board)["wdl_at_clock"] == "win":
                fail(seed, start.fen(), board, "a draw was thrown away")
        else:
            moves = tables.probe(board)["moves"]
            holding = [move["move"] for move in moves if move["wdl_at_clock"] not in ("loss",)]
            board.push_uci(draw.choice(holding))
    outcome = board.outcome()
    if outcome and outcome.winner is (not side):
        fail(seed, start.fen(), board, "a drawn position was lost")


def main():
    program, men, count, folder = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    seed = int(sys.argv[5]) if len(sys.argv) > 5 else random.randrange(1 << 32)
    draw = random.Random(seed)
    print(f"seed {seed}", flush=True)
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    subprocess.run([program, "solve", "chess", f"all-{men}", "--out", folder, "-q"], check=True, stdout=subprocess.DEVNULL)
    tables = Tables(program, folder)
    engine = chess.engine.SimpleEngine.popen_uci([program, "uci", "--tables", folder])
    won = drawn = moves = 0
    while won < count or drawn < count // 4:
        start = random_position(draw, draw.choice(range(3, men + 1)) if draw.random() < 0.1 else men)
        value = tables.probe(start)
        if value["wdl_at_clock"] == "win" and won < count:
            moves += win(engine, tables, start, value, seed)
            won += 1
        elif value["wdl_at_clock"] in ("draw", "cursed-win", "blessed-loss") and drawn < count // 4:
            hold(engine, tables, start, draw, seed)
            drawn += 1
    engine.quit()
    tables.process.stdin.close()
    print(f"{won} won endings of up to {men} men won, in {moves} moves; {drawn} drawn ones held")


main()
