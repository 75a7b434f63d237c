#!/usr/bin/env python3
"""Makes data/moves.tsv: positions with all their legal moves in UCI and SAN according to python-chess.

    pip install chess==1.11.2
    ./make_san_data.py > data/moves.tsv

A line: the FEN, a tab, then for each move its UCI and its SAN text, all separated by blanks. Castling is
written king takes rook where our reader marks the position as Chess960: a file letter among the castling
rights, or a right that does not belong to a king on the e-file and a rook in the corner.
"""
import random

import chess

random.seed(20240229)


def marked_960(board, fen):
    if any(letter in "ABCDEFGHabcdefgh" for letter in fen.split()[2]):
        return True
    corners = chess.BB_A1 | chess.BB_H1 | chess.BB_A8 | chess.BB_H8
    for colour, row in ((chess.WHITE, chess.BB_RANK_1), (chess.BLACK, chess.BB_RANK_8)):
        rights = board.castling_rights & row
        if rights and (rights & ~corners or chess.square_file(board.king(colour)) != 4):
            return True
    return False


def show(fen):
    board = chess.Board(fen, chess960=True)
    moves = list(board.legal_moves)
    board960 = marked_960(board, fen)
    words = []
    for move in moves:
        words += [board.uci(move, chess960=board960), board.san(move)]
    print(fen, " ".join(words), sep="\t")


def play(board, wanted):
    """Random games until a position satisfies `wanted`."""
    start = board.copy()
    while True:
        board = start.copy()
        for _ in range(random.randrange(4, 160)):
            moves = list(board.legal_moves)
            if not moves:
                break
            lively = [m for m in moves if m.promotion or board.is_castling(m) or board.is_en_passant(m)]
            if wanted(board):
                return board
            if lively and wanted is not any_position and random.random() < 0.2:
                moves = lively
            board.push(random.choice(moves))
        if wanted(board) and any(board.legal_moves):
            return board


def any_position(board):
    return board.ply() >= 6 and random.random() < 0.03


def can_castle(board):
    return any(board.is_castling(m) for m in board.legal_moves)


def can_promote(board):
    return any(m.promotion for m in board.legal_moves)


def can_take_en_passant(board):
    return board.has_legal_en_passant()


def can_mate(board):
    return any(board.san(m).endswith("#") for m in board.legal_moves)


def crowd(kinds, count):
    """A random placement with many pieces that share destinations."""
    while True:
        board = chess.Board(None)
        squares = random.sample(range(64), 2 + count)
        board.set_piece_at(squares[0], chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(squares[1], chess.Piece(chess.KING, chess.BLACK))
        for square in squares[2:]:
            board.set_piece_at(square, chess.Piece(random.choice(kinds), random.random() < 0.75))
        board.turn = chess.WHITE
        if random.random() < 0.5:
            board = board.mirror()
        if not board.was_into_check() and board.legal_moves.count() > 20:
            return board


def main():
    print("# made by make_san_data.py with python-chess", chess.__version__)
    standard = chess.Board()
    for wanted, count in ((any_position, 20), (can_castle, 15), (can_promote, 15),
                          (can_take_en_passant, 15), (can_mate, 10)):
        for _ in range(count):
            show(play(standard, wanted).fen())
    for i in range(40):
        start = chess.Board.from_chess960_pos(random.randrange(960))
        board = play(start, can_castle if i < 30 else any_position)
        show(board.fen(shredder=i % 2 == 0))
    for kinds in ((chess.QUEEN,), (chess.KNIGHT,), (chess.ROOK, chess.BISHOP),
                  (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)):
        for _ in range(8):
            show(crowd(kinds, random.randrange(6, 12)).fen())
    # two captures en passant, one pinned; castling through b1 under attack; king and rook swap; both wings
    for fen in ("8/8/8/1PpP3r/1K5k/8/5pP1/1R6 w - c6 0 5", "4k3/8/K6r/3pP3/8/8/8/8 w - d6 0 1",
                "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
                "2r1k1r1/8/8/8/8/8/8/RR2K1RR w GBgc - 3 40", "4k3/P6P/8/8/8/8/p6p/4K3 b - - 0 1"):
        show(fen)


main()
