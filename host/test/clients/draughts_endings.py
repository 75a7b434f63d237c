#!/usr/bin/env python3
"""Draughts endings with tables: the engine against best defence, from random positions, in `tabuleiro play`.

    draughts_endings.py TABULEIRO PIECES POSITIONS FOLDER SEED|- GAME...

Builds each game's tables of up to PIECES pieces in FOLDER. Of won positions the engine must win in no more plies than
the tables say. Drawn ones it must never lose, whatever moves that hold the draw the other side tries. Standard library
only.
"""
import pathlib
import random
import re
import subprocess
import sys

DRAWN_PLIES = 24


class Game:
    """A game in the terminal, from a position."""

    def __init__(self, program, game, fen, folder):
        self.process = subprocess.Popen([program, "play", game, fen, "--engine", "none", "-q", "--depth", "6",
                                         "--tables", folder],
                                        text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1)

    def ask(self, *lines):
        """What is answered; the position's text comes last and is dropped."""
        self.process.stdin.write("".join(line + "\n" for line in lines) + "fen\n")
        told = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                sys.exit("play ended: " + " / ".join(told))
            if re.match(r"[WB]:W", line):
                self.fen = line.strip()
                return told
            told.append(line.rstrip("\n"))

    def values(self):
        """[(move, result, plies)], best first; None if the tables do not know."""
        found = [re.match(r"  (\S+)\s+(won|lost|drawn)(?: in (\d+) pl)?", line) for line in self.ask("tables")]
        if not found or None in found:
            return None
        return [(match[1], match[2], int(match[3] or 0)) for match in found]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def size_of(program, game):
    rules = subprocess.run([program, "games", game], capture_output=True, text=True, check=True).stdout
    width, height = map(int, re.search(r"^board\s+(\d+) by (\d+)", rules, re.M).groups())
    return width, height


def random_position(draw, program, game, pieces, counts={}):
    if game not in counts:
        width, height = size_of(program, game)
        counts[game] = width * height // 2, width // 2
    count, row = counts[game]
    while True:
        men = [[], []]
        for number in draw.sample(range(1, count + 1), pieces):
            white, king = draw.random() < 0.6, draw.random() < 0.5
            if not king and ((white and number <= row) or (not white and number > count - row)):
                king = True
            men[white].append(("K" if king else "") + str(number))
        if men[0] and men[1]:
            return f"{draw.choice('WB')}:W{','.join(men[1])}:B{','.join(men[0])}"


def fail(game, start, what):
    sys.exit(f"{game}: {start}: {what}")


def win(play, game, start, plies):
    side = "white" if start[0] == "W" else "black"
    told, taken = play.ask(f"engine {side}"), 1
    while not any("has no move" in line for line in told):
        if any("draw" in line for line in told):
            fail(game, start, "a win was thrown away")
        if taken > plies:
            fail(game, start, f"not won in {plies} plies, now {play.fen}")
        values = play.values()
        told = play.ask(values[0][0])
        taken += 2
    wins = f"{side.capitalize()} wins" in " ".join(told)
    if not wins:
        fail(game, start, "a won position was lost")
    taken -= sum(line.startswith(("White plays", "Black plays")) for line in told) == 1 and taken > 1
    if taken > plies:
        fail(game, start, f"won in {taken} plies, not {plies}")
    return taken


def hold(play, game, start, draw):
    side = "white" if start[0] == "W" else "black"
    told = play.ask(f"engine {side}")
    for _ in range(DRAWN_PLIES // 2):
        if any("draw" in line for line in told):
            return
        if any("wins" in line for line in told):
            if f"{side.capitalize()} wins" not in " ".join(told):
                fail(game, start, "a drawn position was lost")
            return
        values = play.values()
        if values[0][1] == "won":
            fail(game, start, f"a draw was thrown away, now {play.fen}")
        told = play.ask(draw.choice([move for move, result, _ in values if result == values[0][1]]))


def run(draw, program, game, pieces, count, folder):
    subprocess.run([program, "solve", game, f"all-{pieces}", "--out", folder, "-q"], check=True, stdout=subprocess.DEVNULL)
    won = drawn = plies = 0
    while won < count or drawn < count // 4:
        start = random_position(draw, program, game, pieces)
        play = Game(program, game, start, folder)
        values = play.values()
        if values and values[0][1] == "won" and won < count:
            plies += win(play, game, start, values[0][2])
            won += 1
        elif values and values[0][1] == "drawn" and drawn < count // 4:
            hold(play, game, start, draw)
            drawn += 1
        play.close()
    print(f"{game}: {won} won endings of {pieces} pieces won, in {plies} plies; {drawn} drawn ones held", flush=True)


def main():
    program, pieces, count, folder, seed, *games = sys.argv[1:]
    seed = random.randrange(1 << 32) if seed == "-" else int(seed)
    print(f"seed {seed}", flush=True)
    draw = random.Random(seed)
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    for game in games:
        run(draw, program, game, int(pieces), int(count), folder)


main()
