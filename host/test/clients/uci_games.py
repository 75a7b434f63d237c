#!/usr/bin/env python3
"""Games of the engine against itself and against random moves, by a real client: PyPI's `chess`.

    uci_games.py TABULEIRO GAMES SECONDS INCREMENT wall|cpu [SEED]

Every third game is Chess960. `chess` checks every move, and the clocks are kept here: an illegal move, a death or a
flag that falls is a failure. With the wall clock odd games ponder, and one engine has two threads; CPU seconds, for
machines that are busy with other things, are those of one thread that does not.
"""
import os
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


def seconds_of(engine, clock):
    if clock == "wall":
        return time.monotonic()
    with open(f"/proc/{engine.transport.get_pid()}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def play(draw, engines, board, seconds, increment, clock, ponder):
    clocks, game = [seconds, seconds], object()
    while board.outcome(claim_draw=True) is None and len(board.move_stack) < 400:
        side = 0 if board.turn else 1
        limit = chess.engine.Limit(white_clock=clocks[0], black_clock=clocks[1], white_inc=increment,
                                   black_inc=increment)
        start = seconds_of(engines[side], clock) if engines[side] else 0
        move = choose(draw, board, engines[side], limit, game, ponder)
        taken = seconds_of(engines[side], clock) - start if engines[side] else 0
        clocks[side] -= taken
        if clocks[side] < 0:
            sys.exit(f"the flag fell in {board.fen()}: {-1000 * clocks[side]:.0f} ms too late, the move took "
                     f"{1000 * taken:.0f} ms")
        clocks[side] += increment
        board.push(move)
    return board.outcome(claim_draw=True)


def main():
    program, games, seconds, increment = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4])
    clock = sys.argv[5]
    seed = int(sys.argv[6]) if len(sys.argv) > 6 else random.randrange(1 << 32)
    draw = random.Random(seed)
    print(f"seed {seed}", flush=True)
    ours = [chess.engine.SimpleEngine.popen_uci([program, "uci"]) for _ in range(2)]
    ours[1].configure({"Threads": 2 if clock == "wall" else 1, "Hash": 4})
    plies, ends, lost_to_random = 0, {}, 0
    for number in range(games):
        chess960 = number % 3 == 2
        board = chess.Board.from_chess960_pos(draw.randrange(960)) if chess960 else chess.Board()
        for _ in range(draw.randrange(6)):
            board.push(draw.choice(list(board.legal_moves)))
        engines = list(ours)
        if number % 4 == 3:
            engines[number // 4 % 2] = None
        outcome = play(draw, engines, board, seconds, increment, clock, clock == "wall" and number % 2 == 1)
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
