/* SPDX-License-Identifier: MIT */
/* The best of a position's moves, by the values that they lead to: 0 drawn, else 1 + the plies until somebody
 * cannot move, both sides playing for the result and then for its time. */
#ifndef RULES_DRAUGHTS_BEST_H
#define RULES_DRAUGHTS_BEST_H

#include "index.h"

/* At most: with 8 pieces there are 256 ways to choose the piece that captures, the pieces taken, and man or
 * king at the end; where the piece may end is a set. Up to 6 pieces, 64. */
#define DRAUGHTS_MERGED_CAPTURES 256
#if DRAUGHTS_SLICE_PIECES != 8
#error "captures are counted for 8 pieces"
#endif

/* Of the moves looked at. */
typedef struct {
    u32 moves;
    i32 score; /* of the best: above 0 wins, below 0 loses */
    u32 value; /* which may be above 255 */
    u32 cut;   /* 1: some captures were left out for want of room */
} DraughtsBest;

FN DraughtsBest draughts_best_of_none(void)
{
    DraughtsBest best;
    best.moves = best.value = best.cut = 0;
    best.score = 0;
    return best;
}

/* Early wins above late ones, above draws, above late losses. */
FN i32 draughts_score(const DraughtsRuleset *r, u32 value)
{
    if (!value) return 0;
    const i32 plies = (i32)value - 1, win = (plies & 1) != (r->goal == DRAUGHTS_GIVEAWAY);
    return win ? 1000 - plies : plies - 1000;
}

/* Adds a move, given the value that the opponent then has. */
FN void draughts_best_add(const DraughtsRuleset *r, u32 value, DraughtsBest *best)
{
    if (value) value++;
    const i32 score = draughts_score(r, value);
    if (best->moves++ && score <= best->score) return;
    best->score = score;
    best->value = value;
}

#endif
