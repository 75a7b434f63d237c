#!/usr/bin/env python3
"""UCI as programs and people may speak it: right, wrong, broken off.

    uci_protocol.py TABULEIRO

Standard library only. Prints each case that fails; exit code 1 if any does.
"""
import re
import signal
import subprocess
import sys
import threading
import time

PROGRAM = sys.argv[1]
PATIENCE = 60  # seconds: machines may be busy
PROMPT = 3     # seconds for what takes 0.2 where no other work is done
failed = []


def check(case, right, seen):
    if not right:
        failed.append(case)
        print(f"{case}: {str(seen)[-600:]}")


class Session:
    def __init__(self, *arguments):
        self.process = subprocess.Popen([PROGRAM, "uci", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, bufsize=0)
        self.guard = threading.Timer(PATIENCE, self.process.kill)
        self.guard.start()

    def send(self, text):
        self.process.stdin.write((text + "\n").encode())
        return self

    def until(self, start):
        lines = []
        while True:
            line = self.process.stdout.readline().decode()
            if not line:
                return lines + ["END"]
            lines.append(line.rstrip("\n"))
            if line != "\n" and line.startswith(start):
                return lines

    def end(self, text="quit"):
        """The exit code, and what was still printed."""
        out, error = self.process.communicate((text + "\n").encode() if text else None)
        self.guard.cancel()
        return self.process.returncode, out.decode() + error.decode()


def script(text, *arguments):
    """What the program answers to a whole script at once, at whose end the input ends."""
    data = text if isinstance(text, bytes) else (text + "\n").encode()
    done = subprocess.run([PROGRAM, "uci", *arguments], input=data, capture_output=True, timeout=PATIENCE)
    check("a script ends well", done.returncode == 0 and not done.stderr, (data[:80], done.returncode, done.stderr))
    check("a script is answered in ASCII", done.stdout.isascii(), done.stdout)
    return done.stdout.decode(errors="replace")


def introduction():
    session = Session()
    lines = session.send("uci").until("uciok")
    for name in ["Hash", "Threads", "TablePath", "MultiPV", "UCI_Chess960", "Ponder", "Clear Hash"]:
        check(f"option {name}", any(line.startswith(f"option name {name} type ") for line in lines), lines)
    check("readyok", session.send("isready").until("readyok")[-1] == "readyok", "")
    check("quit", session.end()[0] == 0, "")


def limits():
    for limit in ["depth 4", "nodes 3000", "movetime 60", "wtime 900 btime 900", "wtime 500 btime 500 winc 50 binc 50",
                  "wtime 400 btime 400 movestogo 1", "wtime -50 btime -50", "wtime 0 btime 0", "mate 1 depth 3",
                  "depth 3 searchmoves a2a3 h2h4", "movetime 0", "depth -5", "depth 99999999999999999999 movetime 50"]:
        out = script(f"go {limit}")
        check(f"go {limit}", re.search(r"^bestmove [a-h]", out, re.M), out)
    out = script("position startpos moves e2e4\ngo searchmoves a7a6 depth 5")
    check("searchmoves", "bestmove a7a6" in out, out)
    out = script("position fen 7k/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\ngo mate 1")
    check("mate in 1", "score mate 1" in out and "bestmove d1d8" in out, out)
    out = script("setoption name MultiPV value 3\ngo depth 5")
    check("MultiPV", all(re.search(rf"depth 5 seldepth \d+ multipv {i} ", out) for i in (1, 2, 3)), out)


def running():
    session = Session()
    session.send("position startpos").send("go infinite")
    check("readyok meanwhile", session.send("isready").until("readyok")[-1] == "readyok", "")
    time.sleep(0.1)
    check("stop", session.send("stop").until("bestmove")[-1].startswith("bestmove "), "")
    session.send("stop").send("ponderhit")
    session.send("go ponder wtime 300 btime 300")
    time.sleep(0.6)
    check("no best move while pondering", "bestmove" not in "".join(session.send("isready").until("readyok")), "")
    check("ponderhit", session.send("ponderhit").until("bestmove")[-1].startswith("bestmove "), "")
    session.send("go ponder depth 2")
    check("stop while pondering", session.send("stop").until("bestmove")[-1].startswith("bestmove "), "")
    session.send("go infinite").send("position startpos moves d2d4").send("go depth 2")
    check("a search ends the one before", session.until("bestmove")[-1].startswith("bestmove ")
          and session.until("bestmove")[-1].startswith("bestmove "), "")
    session.send("go infinite").send("setoption name Threads value 3").send("setoption name Hash value 2")
    session.until("bestmove")
    check("threads", session.send("go depth 6").until("bestmove")[-1].startswith("bestmove "), "")
    session.send("ucinewgame").send("setoption name Clear Hash").send("go infinite")
    code, out = session.end()
    check("quit while searching", code == 0 and "bestmove" in out, out)


def compliance():
    """What tournament managers ask of an engine before they let it play (fastchess --compliance, of 2024 and 2025)."""
    session = Session()
    lines = session.send("uci").until("uciok")
    check("id name, id author", any(line.startswith("id name T") for line in lines)
          and any(line.startswith("id author ") for line in lines), lines)
    numbers = {"depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time", "currmovenumber"}

    def ready(*commands):
        for command in commands:
            session.send(command)
        check(f"ready after {commands}", session.send("isready").until("readyok")[-1] == "readyok", commands)

    def answers(go):
        lines = session.send(go).until("bestmove")
        last = lines[-2].split()
        check(f"{go}: a score in the last line", lines[-2].startswith("info ") and " score " in lines[-2], lines[-2:])
        for name, value in zip(last, last[1:]):
            if name in numbers:
                check(f"{go}: {name} is a number", re.fullmatch(r"\d+", value), lines[-2])
            if name == "score":
                check(f"{go}: score", re.search(r"score (cp|mate) -?\d+ ", lines[-2]), lines[-2])
        check(f"{go}: best move", re.match(r"bestmove [a-h][1-8][a-h][1-8]", lines[-1]), lines[-1])

    ready("ucinewgame")
    ready("position startpos")
    ready("position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27")
    for go in ["wtime 100", "btime 100", "wtime 100 winc 100 btime 100 binc 100", "btime 100 binc 100 wtime 100 winc 100"]:
        answers(f"go {go}")
    session.send("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    for go in ["btime 100", "wtime 100", "wtime 100 winc 100 btime 100 binc 100", "movetime 30", "nodes 1", "depth 1"]:
        answers(f"go {go}")
    ready("ucinewgame", "position startpos")
    answers("go wtime 100 btime 100")
    session.send("position startpos moves e2e4 e7e5")
    answers("go wtime 100 btime 100")
    check("compliance: quit", session.end()[0] == 0, "")


def blanks():
    out = script("position startpos  moves e2e4 e7e5\nd\ngo depth 4")
    check("two blanks", "4p3/4P3" in out and "bestmove" in out, out)
    out = script("  position \tstartpos\tmoves\v e2e4\f\te7e5 \t \r\n\td\t\ngo \t depth\t 2\r")
    check("any white space", "4p3/4P3" in out and "depth 2" in out and "not understood" not in out, out)
    out = script("position\tfen   7k/5Q2/6K1/8/8/8/8/8\t\tw  -\t-  0   1   moves   f7f8\nd")
    check("white space in a FEN", "5Q1k/8/6K1/8/8/8/8/8 b - - 1 1" in out, out)
    out = script("setoption\tname  Move \t Overhead\tvalue \t 7 \nsetoption name\tMultiPV\tvalue\t2\t\nuci\ngo depth 1")
    check("white space in options", "Overhead type spin default 7 " in out and "multipv 2" in out, out)
    out = script("position startpos moves\nd\nposition fen\nposition")
    check("no moves", "RNBQKBNR w KQkq - 0 1" in out and out.count("position not understood: column 1") == 2, out)
    out = script(b"\xef\xbb\xbfgo depth 1")
    check("a byte order mark", "bestmove" in out and "unknown" not in out, out)


def perft():
    session = Session()
    out = session.send("setoption name Threads value 2").send("go perft 4").until("Nodes searched")
    check("perft", out[-1] == "Nodes searched: 197281" and "e2e4: 13160" in out, out)
    session.send("position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9").send("go perft 3")
    check("perft of Chess960", session.until("Nodes searched")[-1] == "Nodes searched: 12189", "")
    check("perft 0", session.send("go perft 0").until("Nodes searched")[-1] == "Nodes searched: 1", "")
    for wrong in ["x", "", "-1", "41", "4x", "99999999999999999999"]:
        check(f"go perft '{wrong}'", session.send(f"go perft {wrong}").until("")[-1]
              == f"info string go perft takes a number from 0 to 40, not '{wrong}'", wrong)
    session.send("position startpos").send("go perft 12")
    check("ready while counting", session.send("isready").until("")[-1] == "readyok", "")
    asked = time.time()
    check("perft is stopped", session.send("stop").until("")[-1].startswith("info string perft stopped after "), "")
    check("and soon", time.time() - asked < PROMPT, time.time() - asked)
    session.send("go perft 12").send("go depth 2")
    check("a search ends a perft", session.until("bestmove")[0].startswith("info string perft stopped"), "")
    session.end()
    for way, code in [("quit", 0), (None, 0), (signal.SIGTERM, 75), (signal.SIGINT, 75)]:
        session = Session()
        session.send("go perft 12").send("isready").until("readyok")
        asked = time.time()
        if isinstance(way, signal.Signals):
            session.process.send_signal(way)
        ended, out = session.end(way if way == "quit" else None)
        check(f"{way or 'the end of the input'} ends a perft", ended == code and "perft stopped" in out, (ended, out))
        check(f"{way or 'the end of the input'} ends it soon", time.time() - asked < PROMPT, time.time() - asked)


def numbers():
    for words, name, given in [("depth x", "depth", "x"), ("nodes 1e3", "nodes", "1e3"), ("wtime 10.5 btime 50", "wtime", "10.5"),
                               ("movetime", "movetime", ""), ("wtime btime 50", "wtime", "btime"), ("depth 3 mate +", "mate", "+"),
                               ("movetime 20 depth 3 infinite2", None, "infinite2")]:
        out = script(f"go {words}")
        wanted = f"info string go {name} takes a number, not '{given}'" if name else f"info string go: '{given}' not understood"
        check(f"go {words}", out.startswith(wanted + "\n") and re.search("^bestmove [a-h]", out, re.M)
              and out.count("info string") == 1, out)
    out = script("go btime 60")
    check("the other side's clock stands in", re.search("^bestmove [a-h]", out, re.M), out)


def ended_games():
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"]:
        check("no move: " + fen, "bestmove 0000" in script(f"position fen {fen}\ngo depth 3"), fen)
    out = script("setoption name UCI_Chess960 value true\nposition fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"
                 "go depth 1 searchmoves e1h1")
    check("castling of Chess960", "bestmove e1h1" in out, out)
    out = script("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo depth 1 searchmoves e1g1")
    check("castling", "bestmove e1g1" in out, out)


def rubbish():
    for text in ["", "\n\n\n", "foo bar", "position", "position fen", "position fen 8/8/8/8 w", "position startpos moves e2e5",
                 "position startpos moves e2e4 e7e5 zzzz", "setoption", "setoption name", "setoption name Foo value 1",
                 "setoption name Hash value -1", "setoption name Hash value x", "setoption name Threads value 9999999",
                 "setoption name TablePath value /no/such/folder", "go depth", "go wtime", "go depth 1 foo", "go mate x depth 1",
                 "ucinewgame", "debug on", "register later", "d", "go perft", "go perft 0", "stop", "ponderhit",
                 "position kiwipete\ngo depth 1"]:
        script(text)
    script(b"\x00\x01\xff\xfe\r\n\x80go depth 1\x00\n" * 20)
    script(b"position startpos moves " + b"e2e4 " * 100000 + b"\ngo depth 1")
    script(b"x" * (3 << 20) + b"\ngo depth 1\n")
    script(b"go depth 1")  # without the end of its line
    moves = " ".join(["g1f3 g8f6 f3g1 f6g8"] * 700)
    out = script(f"position startpos moves {moves}\ngo depth 3")
    check("a long game", re.search(r"^bestmove [a-h]", out, re.M), out)
    check("the position stays", "bestmove e7" in script("position startpos moves e2e4\nposition fen rubbish\n"
                                                         "go depth 1 searchmoves e7e5 e7e6"), "")


for case in [introduction, limits, compliance, running, blanks, perft, numbers, ended_games, rubbish]:
    case()
print("failed: " + ", ".join(failed) if failed else "every case is right")
sys.exit(1 if failed else 0)
