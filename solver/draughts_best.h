/* The best of the values that a draughts position's moves lead to. */
#ifndef SOLVER_DRAUGHTS_BEST_H
#define SOLVER_DRAUGHTS_BEST_H

#include "draughts_slice.h"

/* Of the moves looked at. */
typedef struct {
    u32 moves;
    i32 score;  /* of the best: above 0 wins, below 0 loses */
    u32 value;  /* 0: drawn, else 1 + plies, which may be above 255 */
} DraughtsBest;

/* Early wins above late ones, above draws, above late losses. */
static inline i32 draughts_score(const DraughtsGame *game, u32 value)
{
    if (!value) return 0;
    const i32 plies = (i32)value - 1, win = (plies & 1) != (game->rules.goal == DRAUGHTS_GIVEAWAY);
    return win ? 1000 - plies : plies - 1000;
}

/* Adds a move, given the value that the opponent then has. */
static inline void draughts_best_add(const DraughtsGame *game, u32 value, DraughtsBest *best)
{
    if (value) value++;
    const i32 score = draughts_score(game, value);
    if (best->moves++ && score <= best->score) return;
    best->score = score;
    best->value = value;
}

#endif
