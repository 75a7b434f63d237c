#!/usr/bin/env python3
"""A game in a terminal: what is typed while the engine thinks.

    play_terminal.py TABULEIRO

Standard library only.
"""
import os
import pty
import select
import subprocess
import sys
import time

PROGRAM = sys.argv[1]
PATIENCE = 60  # seconds: machines may be busy


class Terminal:
    def __init__(self, *arguments):
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen([PROGRAM, "play", "chess", "-q", *arguments], stdin=slave, stdout=slave, stderr=slave)
        os.close(slave)
        self.shown = ""

    def until(self, text):
        end = time.monotonic() + PATIENCE
        while text not in self.shown:
            if not select.select([self.master], [], [], max(0, end - time.monotonic()))[0]:
                self.process.kill()
                sys.exit(f"no '{text}' in {PATIENCE} s: {self.shown}")
            try:
                self.shown += os.read(self.master, 4096).decode()
            except OSError:  # the program is over
                break
        found, _, self.shown = self.shown.partition(text)
        return found

    def type(self, text):
        os.write(self.master, text.encode())

    def end(self):
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            sys.exit(f"still at work after {PATIENCE} s")
        finally:
            os.close(self.master)


def check(right, what):
    if not right:
        sys.exit(what)


terminal = Terminal("--move-time", "3600000")
terminal.until("White> ")
terminal.type("e2e4\n")
terminal.until("White plays e4")
terminal.type("moves\n")
terminal.until("The engine is thinking: stop lets it move at once, quit ends the program.")
terminal.type("\nstop\n")
terminal.until("Black plays ")
terminal.until("White> ")
terminal.type("stop\n")
terminal.until("The engine is not thinking.")
terminal.until("White> ")
terminal.type("hint\nquit\n")
check(terminal.end() == 0, "quit while the engine thinks: exit code")

for way in ["quit\n", "\x04"]:
    terminal = Terminal("--move-time", "3600000", "--engine", "white")
    time.sleep(0.3)
    terminal.type(way)
    ended = terminal.end()
    check(ended == 0, f"{way!r} while the engine thinks: exit code {ended}, expected 0")
print("every case is right")
