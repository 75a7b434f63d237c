/* SPDX-License-Identifier: MIT */
#ifndef SOLVER_CHESS_ZEROING_H
#define SOLVER_CHESS_ZEROING_H

#include "../../rules/chess/moves.h"

/* 1: a capture or pawn move, behind which the count of the 50-move rule begins anew. */
static inline int chess_is_zeroing(const ChessPosition *p, ChessMove move)
{
    const u32 to = chess_move_to(move);
    return chess_kind_at(*p, chess_move_from(move)) == CHESS_PAWN ||
           (chess_kind_at(*p, to) != CHESS_EMPTY && !(p->own >> to & 1)); /* castling goes to an own rook */
}

#endif
