/* SPDX-License-Identifier: MIT */
/* Squares as the players see them, for the files of this folder. */
#ifndef RULES_NOTATION_SQUARES_H
#define RULES_NOTATION_SQUARES_H

#include "chess_notation.h"

/* The board's square (a1 = 0) of a mover's square, and back. */
FN u32 board_square(const ChessRecord *record, u32 square) { return record->black ? square ^ 56 : square; }

FN char file_letter(u32 square) { return (char)('a' + (square & 7)); }
FN char row_digit(u32 square) { return (char)('1' + (square >> 3)); }

/* Castling is written as the king taking its own rook; no other move goes to an own piece. */
FN int is_castling(ChessPosition p, ChessMove move)
{
    return (int)((p.own & chess_occupied(p)) >> chess_move_to(move) & 1);
}

/* The rook stands on the h-side of its king. */
FN int is_castling_short(ChessMove move) { return chess_move_to(move) > chess_move_from(move); }

FN int is_capture(ChessPosition p, ChessMove move)
{
    const u64 to = U64(1) << chess_move_to(move);
    if (chess_occupied(p) & to) return !(p.own & to);
    return chess_kind_at(p, chess_move_from(move)) == CHESS_PAWN &&
           ((chess_move_from(move) ^ chess_move_to(move)) & 7);
}

#endif
