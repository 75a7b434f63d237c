#!/usr/bin/env python3
"""Every line that a search prints is legal, true, and agrees with the best move: random positions, various limits.

    uci_lines.py TABULEIRO POSITIONS FOLDER [SEED]

Builds the tables of 3 men in FOLDER. Positions are of random games and of endings of 3 and 4 men. The last line's first
move must be the best move, its second the one to ponder on; no line may go on where the 50-move rule has ended the game;
the line of an ending that tables win must reach the mate that its score announces. Needs PyPI's `chess`.
"""
import pathlib
import random
import re
import subprocess
import sys
import threading
import time

import chess

PATIENCE = 120  # seconds for one search: machines may be busy


class Failure(Exception):
    pass


class Engine:
    def __init__(self, program, folder, threads):
        self.process = subprocess.Popen([program, "uci", "--tables", folder, "--threads", str(threads)], text=True, bufsize=1,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def until(self, start):
        """Lines up to the one that begins so."""
        guard = threading.Timer(PATIENCE, self.process.kill)
        guard.start()
        lines = []
        while not lines or not lines[-1].startswith(start):
            line = self.process.stdout.readline()
            if not line:
                raise Failure(f"ended, or silent for {PATIENCE} s, after {lines[-1:]}")
            lines.append(line.rstrip("\n"))
        guard.cancel()
        return lines


def random_game(draw):
    board = chess.Board()
    for _ in range(draw.randrange(120)):
        moves = list(board.legal_moves)
        board.push(draw.choice(moves))
        if board.is_game_over():
            board.pop()
            break
    if draw.random() < 0.2:
        board.halfmove_clock = draw.randrange(80, 100)
        board.clear_stack()
    return board


def random_ending(draw, men):
    """Kings and some other men; the clock is far on now and then."""
    while True:
        board = chess.Board.empty()
        squares = draw.sample(range(64), men)
        pieces = [(chess.KING, True), (chess.KING, False)]
        pieces += [(draw.choice([1, 1, 2, 3, 4, 5]), i == 0 or draw.random() < 0.3) for i in range(men - 2)]
        for square, (kind, colour) in zip(squares, pieces):
            board.set_piece_at(square, chess.Piece(kind, colour))
        board.turn = draw.random() < 0.5
        board.halfmove_clock = draw.choice([0, 0, draw.randrange(100)])
        board.fullmove_number = 80
        if board.is_valid() and not board.is_game_over():
            return board


def follow(board, moves):
    """The board behind the moves. The 50-move rule ends a line, unless mate came first."""
    board = board.copy()
    for i, word in enumerate(moves):
        move = chess.Move.from_uci(word)
        if move not in board.legal_moves:
            raise Failure(f"illegal {word} in {' '.join(moves)}")
        if i > 0 and board.halfmove_clock >= 100:
            raise Failure(f"{word} behind the 50-move rule's draw in {' '.join(moves)}")
        board.push(move)
    return board


def check_mate(line, moves, end):
    """A mate that is announced, or a win that tables know, is reached by the line, or cut off by its own length."""
    mate = re.search(r" score mate (-?\d+) ", line)
    won = re.search(r" score cp -?[12]\d{4} ", line)
    if (mate or won) and not end.is_checkmate() and "lowerbound" not in line:
        raise Failure(f"no mate at the end of {line}")
    if mate and "lowerbound" not in line:
        plies = 2 * int(mate[1]) - 1 if int(mate[1]) > 0 else -2 * int(mate[1])
        if plies != len(moves):
            raise Failure(f"mate in {plies} plies, {len(moves)} moves: {line}")


def check_answer(board, lines, wanted, allowed, whole):
    """wanted: lines of MultiPV; allowed: moves to choose among; whole: time is no reason for a line to be short."""
    last = {}
    for line in lines[:-1]:
        if not line.startswith("info "):
            raise Failure(f"no info line: {line}")
        if " currmove " in line:
            follow(board, [re.search(r" currmove (\S+)", line)[1]])
        if " pv " not in line:
            continue
        moves = line.split(" pv ")[1].split()
        end = follow(board, moves)
        if whole and board.occupied.bit_count() <= 3:
            check_mate(line, moves, end)
        number = int(re.search(r" multipv (\d+) ", line)[1])
        last[number] = moves
        if number == 1:
            last = {1: moves}
    best = re.fullmatch(r"bestmove (\S+)(?: ponder (\S+))?", lines[-1])
    if not best or not last:
        raise Failure(f"no best move, or no line: {lines[-1]}")
    if [best[1]] + ([best[2]] if best[2] else []) != last[1][:2]:
        raise Failure(f"{lines[-1]}, but the last line is {' '.join(last[1])}")
    if " score " not in lines[-2] and " depth 0 " not in lines[-2]:
        raise Failure(f"the last line has no score: {lines[-2]}")
    firsts = {moves[0] for moves in last.values()}
    if len(last) != min(wanted, len(allowed)) or len(firsts) != len(last) or not firsts <= allowed:
        raise Failure(f"lines {last}, {wanted} wanted, of {sorted(allowed)}")


def choose_limit(draw):
    """Words of `go`; whether the lines have the time that they need; what is sent while it thinks."""
    return draw.choice([
        (f"depth {draw.randrange(1, 8)}", True, []),
        (f"nodes {draw.choice([1, 50, 500, 5000])}", True, []),
        ("movetime 20", False, []),
        ("wtime 300 btime 300 winc 10 binc 10", False, []),
        ("infinite", False, ["stop"]),
        ("ponder wtime 500 btime 500", False, ["ponderhit"]),
        ("ponder depth 5", False, ["stop"]),
        ("mate 3 depth 5", True, []),
    ])


def search(draw, engine, board):
    words, whole, later = choose_limit(draw)
    wanted = draw.choice([1, 1, 1, 2, 5])
    legal = sorted(move.uci() for move in board.legal_moves)
    allowed = draw.sample(legal, draw.randint(1, len(legal))) if draw.random() < 0.3 else legal
    if allowed is not legal:
        words += " searchmoves " + " ".join(allowed)
    engine.send(f"setoption name MultiPV value {wanted}")
    engine.send(f"position fen {board.fen()}")
    engine.send(f"go {words}")
    for line in later:
        time.sleep(draw.choice([0, 0.001, 0.03]))
        engine.send(line)
    try:
        check_answer(board, engine.until("bestmove"), wanted, set(allowed), whole)
    except Failure as failure:
        raise Failure(f"{board.fen()}, go {words}, MultiPV {wanted}: {failure}") from None


def check_progress(engine):
    """A second without a line brings the move that is being searched; many lines make depths long."""
    board = chess.Board("r1bqkb1r/pp1n1ppp/2p1pn2/3p4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 0 6")
    engine.send("setoption name MultiPV value 40")
    engine.send(f"position fen {board.fen()}")
    engine.send("go infinite")
    lines = []
    while not lines or " currmove " not in lines[-1]:
        lines += engine.until("info ")
    engine.send("stop")
    lines += engine.until("bestmove")
    check_answer(board, lines, 40, {move.uci() for move in board.legal_moves}, False)
    if not any(re.match(r"info nodes \d+ nps \d+ ", line) for line in lines):
        raise Failure("progress without nodes")


def main():
    program, count, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else random.randrange(1 << 32)
    draw = random.Random(seed)
    print(f"seed {seed}", flush=True)
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    subprocess.run([program, "solve", "chess", "all-3", "--out", folder, "-q"], check=True, stdout=subprocess.DEVNULL)
    engines = [Engine(program, folder, threads) for threads in (1, 3)]
    try:
        for i in range(count):
            board = random_game(draw) if i % 3 else random_ending(draw, draw.choice([3, 3, 4]))
            search(draw, engines[i % 7 == 0], board)
        check_progress(engines[0])
    except Failure as failure:
        sys.exit(f"seed {seed}: {failure}")
    finally:
        for engine in engines:
            engine.process.stdin.close()
            engine.process.wait()
    print(f"the lines of {count} searches are legal and agree with the best move")


main()
