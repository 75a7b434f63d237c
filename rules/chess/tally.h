/* SPDX-License-Identifier: MIT */
/* Sums of the weights of squares (replies_tmpl.h), bit by bit: differences_tmpl.h's TALLY where no vector holds 64 bytes. */
#ifndef RULES_CHESS_TALLY_H
#define RULES_CHESS_TALLY_H

typedef struct {
    const ChessReplies_x1 *r;
    u64 sum;
} Tally;

FN Tally tally_begin(const ChessReplies_x1 *r)
{
    Tally t;
    t.r = r;
    t.sum = 0;
    return t;
}

FN u64 tally_weight(const Tally *t, u32 square)
{
    u64 weight = 0;
    for (u32 k = 0; k < CHESS_WEIGHT_BITS; k++) weight |= (t->r->weight[k] >> square & 1) << k;
    return weight;
}

FN u64 tally_weigh(const Tally *t, u64 squares)
{
    u64 sum = 0;
    for (u32 k = 0; k < CHESS_WEIGHT_BITS; k++) sum += (u64)popcount64(squares & t->r->weight[k]) << k;
    return sum;
}

FN void tally_enter(Tally *t, u64 squares) { t->sum += tally_weigh(t, squares); }
FN void tally_leave(Tally *t, u64 squares) { t->sum -= tally_weigh(t, squares); }

/* weights of the squares entered less those of the squares left */
FN u64 tally_sum(const Tally *t) { return t->sum; }

#endif
