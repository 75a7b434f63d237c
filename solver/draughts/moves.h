/* SPDX-License-Identifier: MIT */
/* What can be moved in a draughts position, whatever the width of its board.
 *
 *     DraughtsMoves moves = draughts_moves_open(game);
 *     draughts_moves_each(&moves, position, visit, user);
 *
 * Thread-safe.
 */
#ifndef SOLVER_DRAUGHTS_MOVES_H
#define SOLVER_DRAUGHTS_MOVES_H

#include "../index/draughts_slice.h"

typedef struct {
    const DraughtsGame *game;
    union { /* by draughts_words */
        DraughtsGeometry_x1 geometry_x1;
        DraughtsGeometry_x2 geometry_x2;
    };
} DraughtsMoves;

DraughtsMoves draughts_moves_open(const DraughtsGame *game);

/* The position with the other side to move; nothing can be huffed in it. */
DraughtsPosition draughts_moves_turned(const DraughtsMoves *moves, DraughtsPosition position);

/* 1: the mover has to capture. */
int draughts_moves_must_capture(const DraughtsMoves *moves, DraughtsPosition position);

/* `next` is seen by the opponent, whose move it is; nonzero ends the visit. */
typedef int DraughtsMovesVisit(void *user, DraughtsPosition next);

/* Visits what every legal move leads to, huffs included; captures with equal results may come once. */
void draughts_moves_each(const DraughtsMoves *moves, DraughtsPosition position, DraughtsMovesVisit *visit,
                         void *user);

#endif
