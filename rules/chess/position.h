/* SPDX-License-Identifier: MIT */
/* A chess position: four planes, 32 bytes, seen by the side to move, who always plays up the board.
 *
 * Square = 8 * rank + file, a1 = 0, rank 0 is the mover's first rank. When Black is to move the ranks are
 * mirrored, files stay. Each square's 4-bit code is the piece kind in kind0 (lowest bit), kind1, kind2, and
 * its owner in `own` (set: the side to move). A rook that may still castle is a kind of its own, so rights
 * are part of the planes. `own` set on an empty square marks the en passant target (on rank 5, counted from
 * 0), set only when at least one capture of it is legal. Equality of planes is therefore equality of
 * positions, Chess960 included. Clocks, move number and colour belong to the game record.
 */
#ifndef RULES_CHESS_POSITION_H
#define RULES_CHESS_POSITION_H

#include "../portable.h"

#define CHESS_EMPTY 0u
#define CHESS_PAWN 1u
#define CHESS_KNIGHT 2u
#define CHESS_BISHOP 3u
#define CHESS_ROOK 4u
#define CHESS_QUEEN 5u
#define CHESS_KING 6u
#define CHESS_CASTLE_ROOK 7u /* a rook that may still castle */

/* Room for a list of legal moves: 218 is the most that a game can reach, 266 the most found among placements
 * with many queens, and no placement has 560 (8 slider arrivals a square that is not own, and knights, pawns,
 * king). */
#define CHESS_MAX_MOVES 576u

typedef struct {
    u64 kind0, kind1, kind2, own;
} ChessPosition;

/* from | to << 6 | promotion kind << 12 (0: none), in the mover's squares. Castling is written as the king
 * taking its own rook. En passant and double steps follow from the position. */
typedef u16 ChessMove;

FN ChessMove chess_move(u32 from, u32 to, u32 promotion)
{
    return (ChessMove)(from | to << 6 | promotion << 12);
}
FN u32 chess_move_from(ChessMove m) { return m & 63u; }
FN u32 chess_move_to(ChessMove m) { return m >> 6 & 63u; }
FN u32 chess_move_promotion(ChessMove m) { return m >> 12; }

FN u64 chess_occupied(ChessPosition p) { return p.kind0 | p.kind1 | p.kind2; }
FN u64 chess_pawns(ChessPosition p) { return p.kind0 & ~p.kind1 & ~p.kind2; }
FN u64 chess_knights(ChessPosition p) { return p.kind1 & ~p.kind0 & ~p.kind2; }
FN u64 chess_kings(ChessPosition p) { return p.kind2 & p.kind1 & ~p.kind0; }
FN u64 chess_castle_rooks(ChessPosition p) { return p.kind0 & p.kind1 & p.kind2; }
/* bishops and queens; rooks of both kinds and queens */
FN u64 chess_diagonal_sliders(ChessPosition p) { return p.kind0 & (p.kind1 ^ p.kind2); }
FN u64 chess_orthogonal_sliders(ChessPosition p) { return p.kind2 & (p.kind0 | ~p.kind1); }
/* the en passant target square, or 0 */
FN u64 chess_en_passant(ChessPosition p) { return p.own & ~chess_occupied(p); }

/* CHESS_EMPTY to CHESS_CASTLE_ROOK; square 0 to 63 */
FN u32 chess_kind_at(ChessPosition p, u32 square)
{
    return (u32)((p.kind0 >> square & 1) | (p.kind1 >> square & 1) << 1 | (p.kind2 >> square & 1) << 2);
}

/* The same pieces seen by the other side; an en passant target is dropped. */
FN ChessPosition chess_flip(ChessPosition p)
{
    ChessPosition q;
    q.kind0 = byteswap64(p.kind0);
    q.kind1 = byteswap64(p.kind1);
    q.kind2 = byteswap64(p.kind2);
    q.own = byteswap64(chess_occupied(p) & ~p.own);
    return q;
}

#endif
