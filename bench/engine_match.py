#!/usr/bin/env python3
"""A match of tabuleiro's chess engine against another one that speaks UCI or xboard's protocol.

engine_match.py PROGRAM OPPONENT [--protocol xboard|uci] [--games N] [--seconds S] [--increment S] [--tables DIR]
                [--argument OPPONENT-ARGUMENT]... [--pgn FILE]

Every opening is played twice, with each colour. One core: the engines take turns, nobody ponders. Clocks count the CPU
seconds of an engine's process, so that a busy machine costs nobody a game; the engines themselves watch the wall clock.
Needs PyPI's `chess`; prints a line a game and a summary. Exit code 1 if a game ended by an illegal move, a crash or a time forfeit of
PROGRAM.
"""
import argparse
import os
import subprocess
import sys

import chess
import chess.engine
import chess.pgn

import elo

OPENINGS = """
e4 e5 Nf3 Nc6 Bb5 a6|e4 e5 Nf3 Nc6 Bc4 Bc5|e4 e5 Nf3 Nc6 d4 exd4|e4 e5 Nf3 Nf6 Nxe5 d6|e4 e5 Nc3 Nf6 f4 d5
e4 e5 Bc4 Nf6 d3 c6|e4 e5 Nf3 d6 d4 exd4|e4 e5 Nf3 Nc6 Nc3 Nf6|e4 e5 f4 exf4 Nf3 g5|e4 e5 Nf3 Nc6 Bb5 Nf6
e4 c5 Nf3 d6 d4 cxd4|e4 c5 Nf3 Nc6 d4 cxd4|e4 c5 Nf3 e6 d4 cxd4|e4 c5 c3 Nf6 e5 Nd5|e4 c5 Nc3 Nc6 g3 g6
e4 c5 Nf3 g6 d4 cxd4|e4 c5 d4 cxd4 c3 Nf6|e4 e6 d4 d5 Nc3 Nf6|e4 e6 d4 d5 Nd2 c5|e4 e6 d4 d5 e5 c5
e4 e6 d4 d5 exd5 exd5|e4 c6 d4 d5 Nc3 dxe4|e4 c6 d4 d5 e5 Bf5|e4 c6 d4 d5 exd5 cxd5|e4 d6 d4 Nf6 Nc3 g6
e4 g6 d4 Bg7 Nc3 d6|e4 d5 exd5 Qxd5 Nc3 Qa5|e4 d5 exd5 Nf6 d4 Nxd5|e4 Nf6 e5 Nd5 d4 d6|e4 Nc6 d4 d5 e5 Bf5
d4 d5 c4 e6 Nc3 Nf6|d4 d5 c4 c6 Nf3 Nf6|d4 d5 c4 dxc4 Nf3 Nf6|d4 d5 Nf3 Nf6 Bf4 c5|d4 d5 c4 e6 Nf3 c5
d4 Nf6 c4 g6 Nc3 Bg7|d4 Nf6 c4 g6 Nc3 d5|d4 Nf6 c4 e6 Nc3 Bb4|d4 Nf6 c4 e6 Nf3 b6|d4 Nf6 c4 e6 g3 d5
d4 Nf6 c4 c5 d5 e6|d4 Nf6 Bg5 e6 e4 h6|d4 f5 g3 Nf6 Bg2 e6|d4 d6 c4 e5 Nf3 e4|d4 Nf6 c4 e5 dxe5 Ng4
c4 e5 Nc3 Nf6 Nf3 Nc6|c4 c5 Nf3 Nf6 Nc3 d5|c4 e6 Nf3 d5 b3 Nf6|Nf3 d5 g3 Nf6 Bg2 c6|Nf3 Nf6 g3 g6 b3 Bg7
""".replace("\n", "|").strip("|").split("|")


class XBoard:
    """The little of xboard's protocol that a game needs; older engines cannot set a position up, so games begin with
    the moves of the opening."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
                                        stderr=subprocess.DEVNULL)
        self.game, self.sent = None, []
        self.send("xboard", "protover 2")
        while "done=1" not in self.read():
            pass

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            raise chess.engine.EngineTerminatedError("the engine died")
        return line.strip()

    def begin(self, board, limit, game):
        minutes, seconds = divmod(int(limit.white_clock), 60)
        self.game, self.sent = game, []
        self.send("ping 1")
        while not self.read().startswith("pong"):  # of the last game
            pass
        self.send("new", f"level 0 {minutes}:{seconds:02} {limit.white_inc:g}", "easy", "nopost", "force")

    def play(self, board, limit, game):
        moves = [move.uci() for move in board.move_stack]
        mine, other = limit.white_clock, limit.black_clock
        if not board.turn:
            mine, other = other, mine
        if game is not self.game:
            self.begin(board, limit, game)
        new = moves[len(self.sent):]
        times = [f"time {max(1, int(100 * mine))}", f"otim {max(1, int(100 * other))}"]
        if self.sent and len(new) == 1:  # it plays this game already
            self.send(*times, new[0])
        else:
            self.send("force", *new, *times, "go")
        self.sent = moves
        while True:
            words = self.read().split()
            if not words:
                continue
            if words[0] in ("1-0", "0-1", "resign"):
                return chess.engine.PlayResult(None, None, resigned=True)
            if words[0] == "1/2-1/2":
                return chess.engine.PlayResult(None, None, draw_offered=True)
            if words[0].startswith("Illegal"):
                raise chess.engine.EngineError("the opponent took a move for illegal: " + " ".join(words))
            if words[0] == "move":
                self.sent = moves + [words[1]]
                return chess.engine.PlayResult(board.parse_uci(words[1]), None)

    def close(self):
        self.process.kill()


def cpu_seconds(engine):
    pid = engine.process.pid if isinstance(engine, XBoard) else engine.transport.get_pid()
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def play(engines, opening, options):
    """The game, and why it ended if not by a rule. engines: of White and Black."""
    board = chess.Board()
    for move in opening.split():
        board.push_san(move)
    clocks = [options.seconds, options.seconds]
    game_id = object()
    while board.outcome(claim_draw=True) is None and board.fullmove_number <= 250:
        side = 0 if board.turn else 1
        limit = chess.engine.Limit(white_clock=clocks[0], black_clock=clocks[1],
                                   white_inc=options.increment, black_inc=options.increment)
        start = cpu_seconds(engines[side])
        try:
            result = engines[side].play(board, limit, game=game_id)
        except chess.engine.EngineError as error:
            return board, 1 - side, f"{'white' if side == 0 else 'black'}: {error}"
        clocks[side] -= cpu_seconds(engines[side]) - start
        if clocks[side] < 0:
            return board, 1 - side, f"{'white' if side == 0 else 'black'} forfeits on time"
        clocks[side] += options.increment
        if result.resigned:
            return board, 1 - side, "resigned"
        if result.draw_offered and result.move is None:
            return board, None, "draw claimed by the opponent"
        if result.move is None:
            return board, 1 - side, f"{'white' if side == 0 else 'black'} gives no move"
        board.push(result.move)
    outcome = board.outcome(claim_draw=True)
    if outcome is None or outcome.winner is None:
        return board, None, outcome.termination.name.lower() if outcome else "too long"
    return board, 0 if outcome.winner else 1, outcome.termination.name.lower()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("opponent")
    parser.add_argument("--argument", action="append", default=[])
    parser.add_argument("--protocol", choices=["xboard", "uci"], default="xboard")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--increment", type=float, default=0.04)
    parser.add_argument("--tables")
    parser.add_argument("--pgn")
    options = parser.parse_args()
    ours = chess.engine.SimpleEngine.popen_uci([options.program, "uci"] + (["--tables", options.tables] if options.tables else []))
    theirs = (XBoard if options.protocol == "xboard" else chess.engine.SimpleEngine.popen_uci)(
        [options.opponent] + options.argument)
    tally, faults = [0, 0, 0], 0  # won, drawn, lost
    for number in range(options.games):
        white = number % 2 == 0
        engines = [ours, theirs] if white else [theirs, ours]
        board, winner, why = play(engines, OPENINGS[number // 2 % len(OPENINGS)], options)
        result = 1 if winner is None else 0 if (winner == 0) == white else 2
        ours_at_fault = result == 2 and ":" in why or (result == 2 and ("forfeits" in why or "no move" in why))
        faults += ours_at_fault
        tally[result] += 1
        print(f"{number + 1:4} {'white' if white else 'black'} {['won', 'drawn', 'lost'][result]:5} in "
              f"{board.fullmove_number:3} moves, {why}   +{tally[0]} ={tally[1]} -{tally[2]}", flush=True)
        if options.pgn:
            game = chess.pgn.Game.from_board(board)
            game.headers["White"], game.headers["Black"] = ("tabuleiro", options.opponent) if white else (options.opponent, "tabuleiro")
            game.headers["Result"] = "1/2-1/2" if winner is None else "1-0" if winner == 0 else "0-1"
            with open(options.pgn, "a", encoding="utf-8") as out:
                print(game, end="\n\n", file=out)
    print(f"{options.games} games: {tally[0]} won, {tally[1]} drawn, {tally[2]} lost, {elo.described(*tally)}; "
          f"{options.seconds:g} s + {options.increment:g} s; faults of ours: {faults}")
    ours.quit()
    theirs.close()
    return 1 if faults else 0


sys.exit(main())
