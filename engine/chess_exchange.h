/* SPDX-License-Identifier: MIT */
/* What a capture wins or loses once all that can have taken back on its square: for the order of moves. */
#ifndef ENGINE_CHESS_EXCHANGE_H
#define ENGINE_CHESS_EXCHANGE_H

#include "../rules/chess/moves.h"

/* Of kinds, CHESS_EMPTY to CHESS_CASTLE_ROOK, in hundredths of a pawn. */
static const int chess_exchange_value[8] = {0, 100, 320, 330, 500, 950, 20000, 500};

/* Pieces of both sides that attack `square` when only `occupied` stands on the board. */
static inline u64 chess_all_attackers(const ChessPosition *p, u32 square, u64 occupied)
{
    const u64 bit = U64(1) << square, pawns = chess_pawns(*p), own = p->own;
    const u64 from_below = (bit >> 7 & CHESS_NOT_A) | (bit >> 9 & CHESS_NOT_H);
    const u64 from_above = (bit << 7 & CHESS_NOT_H) | (bit << 9 & CHESS_NOT_A);
    return ((chess_orthogonal_attacks(square, occupied) & chess_orthogonal_sliders(*p)) |
            (chess_diagonal_attacks(square, occupied) & chess_diagonal_sliders(*p)) |
            (chess_knight_attacks_x1(bit) & chess_knights(*p)) |
            (chess_king_attacks_x1(bit) & chess_kings(*p)) | (from_below & pawns & own) |
            (from_above & pawns & ~own)) &
           occupied;
}

/* The least valuable of the pieces, as a bit, and its value. */
static inline u64 chess_least_of(const ChessPosition *p, u64 pieces, int *value)
{
    static const u8 order[] = {CHESS_PAWN,        CHESS_KNIGHT, CHESS_BISHOP, CHESS_ROOK,
                               CHESS_CASTLE_ROOK, CHESS_QUEEN,  CHESS_KING};
    for (u32 i = 0; i < sizeof order; i++) {
        const u32 kind = order[i];
        const u64 of_kind = pieces & (kind & 1 ? p->kind0 : ~p->kind0) & (kind & 2 ? p->kind1 : ~p->kind1) &
                            (kind & 4 ? p->kind2 : ~p->kind2);
        if (!of_kind) continue;
        *value = chess_exchange_value[kind];
        return of_kind & (0 - of_kind);
    }
    return 0;
}

/* victim: value of what the move takes, 0 for none */
static inline int chess_exchange(const ChessPosition *p, u32 from, u32 to, int victim)
{
    int gain[34], depth = 0, standing = chess_exchange_value[chess_kind_at(*p, from)];
    u64 occupied = chess_occupied(*p) & ~(U64(1) << from);
    u64 side = ~p->own; /* who takes back next; `own` marks an empty square too, which is not occupied */
    gain[0] = victim;
    while (depth < 32) {
        int value = 0;
        const u64 attackers = chess_all_attackers(p, to, occupied);
        const u64 taker = chess_least_of(p, attackers & side, &value);
        if (!taker) break;
        occupied &= ~taker;
        if (value == chess_exchange_value[CHESS_KING] && (chess_all_attackers(p, to, occupied) & ~side))
            break;
        depth++;
        gain[depth] = standing - gain[depth - 1];
        standing = value;
        side = ~side;
    }
    for (; depth > 0; depth--)
        if (gain[depth] > -gain[depth - 1]) gain[depth - 1] = -gain[depth];
    return gain[0];
}

#endif
