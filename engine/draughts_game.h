/* SPDX-License-Identifier: MIT */
/* What the engine knows of a draughts game apart from its rules. */
#ifndef ENGINE_DRAUGHTS_GAME_H
#define ENGINE_DRAUGHTS_GAME_H

#include "../rules/draughts/draughts.h"

#define DRAUGHTS_SQUARES 128

typedef struct {
    const DraughtsGame *game;
    DraughtsGeometry_x1 one; /* of boards of one word, or */
    DraughtsGeometry_x2 two;
    /* hundredths of a man, of the side that plays up the board, by square */
    short man[DRAUGHTS_SQUARES], king[DRAUGHTS_SQUARES];
} DraughtsEvaluation;

/* Fills it from the rules of the game. Thread-safe. */
void draughts_evaluation_fill(DraughtsEvaluation *e, const DraughtsGame *game);

/* Plies without a capture or a man's move after which the engine counts the game as drawn: the shortest of
 * the game's rules that hold for any pieces, or some number. Thread-safe. */
int draughts_clock_limit(const DraughtsGame *game);

#endif
