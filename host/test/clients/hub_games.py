#!/usr/bin/env python3
"""Games of the engine against itself over Hub, by a real client of PyPI.

    hub_games.py TABULEIRO GAMES MOVE-SECONDS [SEED]

pydraughts keeps the board, speaks Hub and checks every move. Each game begins with some random moves. Variants in turn:
those that it plays on a board of 50 squares, which is what it can write in Hub.
"""
import random
import sys

program, games, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
seed = int(sys.argv[4]) if len(sys.argv) > 4 else random.randrange(1 << 32)
draw = random.Random(seed)
MOST_PLIES = 160


class Match:
    # their name, Hub's
    variants = [("standard", "normal"), ("breakthrough", "bt"), ("antidraughts", "losing"), ("frisian", "frisian"),
                ("frysk!", "frysk")]

    def __init__(self, variant):
        import draughts
        import draughts.engine
        import draughts.engines.hub
        self.draughts = draughts
        self.board = draughts.Board(variant=variant[0])
        self.engine = draughts.engines.hub.HubEngine([program, "hub"])
        self.engine.setoption("variant", variant[1])
        self.engine.init()

    def legal(self):
        return self.board.legal_moves()

    def over(self):
        return self.board.is_over() or not self.board.legal_moves()

    def push_random(self):
        self.board.push(draw.choice(self.legal()))

    def push_best(self):
        limit = self.draughts.engine.Limit(time=None, inc=None, depth=None, nodes=None, movetime=seconds)
        move = self.engine.play(self.board, limit, False).move
        squares = move.hub_move.replace("-", "x").split("x")
        legal = [m.hub_move.replace("-", "x").split("x") for m in self.legal()]
        if not any(squares[:2] == other[:2] and sorted(squares[2:]) == sorted(other[2:]) for other in legal):
            sys.exit(f"{move.hub_move} is not legal in {self.board.fen}")
        self.board.push(move)

    def close(self):
        self.engine.quit()
        self.engine.p.communicate()


print(f"seed {seed}", flush=True)
plies = 0
for number in range(games):
    game = Match(Match.variants[number % len(Match.variants)])
    for _ in range(draw.randrange(4, 9)):
        if not game.over():
            game.push_random()
    for _ in range(MOST_PLIES):
        if game.over():
            break
        game.push_best()
        plies += 1
    game.close()
print(f"{games} games, {plies} plies")
