#!/usr/bin/env python3
"""Games of the engine against itself and against random moves, by a real client: PyPI's `chess`.

    uci_games.py TABULEIRO GAMES SECONDS INCREMENT [SEED]

Every third game is Chess960. `chess` checks every move, and the clocks are kept here: an illegal move, a death or a
flag that falls is a failure. Odd games ponder; some have two threads, some two lines.
"""
import random
import sys
import time

import chess
import chess.engine


def choose(draw, board, engine, limit, game, ponder):
    if engine is None:
        return draw.choice(list(board.legal_moves))
    result = engine.play(board, limit, game=game, ponder=ponder)
    if result.move is None or result.resigned:
        sys.exit(f"no move in {board.fen()}")
    return result.move


def play(draw, engines, board, seconds, increment, ponder):
    clocks, game = [seconds, seconds], object()
    while board.outcome(claim_draw=True) is None and len(board.move_stack) < 400:
        side = 0 if board.turn else 1
        limit = chess.engine.Limit(white_clock=clocks[0], black_clock=clocks[1], white_inc=increment,
                                   black_inc=increment)
        start = time.monotonic()
        move = choose(draw, board, engines[side], limit, game, ponder)
        if engines[side] is not None:
            clocks[side] += increment - (time.monotonic() - start)
        if clocks[side] - increment < 0:
            sys.exit(f"the flag fell in {board.fen()}: {1000 * (clocks[side] - increment):.0f} ms left after a move of {1000 * (time.monotonic() - start):.0f} ms")
        board.push(move)
    return board.outcome(claim_draw=True)


def main():
    program, games, seconds, increment = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4])
    seed = int(sys.argv[5]) if len(sys.argv) > 5 else random.randrange(1 << 32)
    draw = random.Random(seed)
    print(f"seed {seed}", flush=True)
    ours = [chess.engine.SimpleEngine.popen_uci([program, "uci"]) for _ in range(2)]
    ours[1].configure({"Threads": 2, "Hash": 4})
    plies, ends, lost_to_random = 0, {}, 0
    for number in range(games):
        chess960 = number % 3 == 2
        board = chess.Board.from_chess960_pos(draw.randrange(960)) if chess960 else chess.Board()
        for _ in range(draw.randrange(6)):
            board.push(draw.choice(list(board.legal_moves)))
        engines = list(ours)
        if number % 4 == 3:
            engines[number // 4 % 2] = None
        outcome = play(draw, engines, board, seconds, increment, number % 2 == 1)
        plies += len(board.move_stack)
        name = outcome.termination.name.lower() if outcome else "too long"
        ends[name] = ends.get(name, 0) + 1
        if None in engines and outcome and outcome.winner is not None and engines[0 if outcome.winner else 1] is None:
            lost_to_random += 1
    for engine in ours:
        engine.quit()
    print(f"{games} games, {plies} plies: " + ", ".join(f"{count} {name}" for name, count in sorted(ends.items())))
    if lost_to_random:
        sys.exit(f"{lost_to_random} games lost to random moves")


main()
