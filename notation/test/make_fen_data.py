#!/usr/bin/env python3
"""Makes data/fens.tsv: reads FENs, one a line, adds their canonical forms according to python-chess.

    pip install chess==1.11.2
    ./make_fen_data.py < fens.txt > data/fens.tsv

Columns: the FEN as found, X-FEN, Shredder-FEN; in both an en passant square only if a capture is legal.
"""
import sys

import chess

# Placements that no game reaches are wanted too.
TOLERATED = (chess.STATUS_TOO_MANY_WHITE_PIECES | chess.STATUS_TOO_MANY_BLACK_PIECES
             | chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK)

print("# made by make_fen_data.py with python-chess", chess.__version__)
print("fen\tx-fen\tshredder-fen")
for line in sys.stdin:
    fen = line.strip()
    board = chess.Board(fen, chess960=True)
    assert not board.status() & ~TOLERATED, (fen, board.status())
    print(fen, board.fen(en_passant="legal"), board.fen(shredder=True, en_passant="legal"), sep="\t")
