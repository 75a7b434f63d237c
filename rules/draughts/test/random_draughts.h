/* SPDX-License-Identifier: MIT */
/* Random positions of any draughts game for tests, the same from the same seed: positions of random games, and
 * placements that crowd what goes wrong in generators: many kings, captures that go on and on, men about to become
 * kings.
 *
 *   RandomDraughts random;
 *   random_draughts_start(&random, game, seed, 0);
 *   const char *kind = random_draughts_next(&random, &position);
 *
 * Every position is one that slow_parse accepts; placements need not be reachable from the first position. In games
 * with huffing the squares that may be huffed come from a move that was played. A RandomDraughts is used by one thread
 * at a time. */
#ifndef DRAUGHTS_TEST_RANDOM_DRAUGHTS_H
#define DRAUGHTS_TEST_RANDOM_DRAUGHTS_H

#include "mailbox.h"

typedef struct RandomDraughts {
    const SlowGame *game;
    uint64_t state;
    SlowPosition empty;     /* the game's board */
    SlowSquare square[256]; /* its squares */
    int square_count;
    SlowPosition playing; /* the random game */
    int plies_left;       /* of it; 0: none is being played */
} RandomDraughts;

/* Streams of one seed are independent: threads take one each, and results do not depend on their number. */
void random_draughts_start(RandomDraughts *random, const SlowGame *game, uint64_t seed, uint64_t stream);

/* Gives the next position and says in a word or two how it was made (a constant string). */
const char *random_draughts_next(RandomDraughts *random, SlowPosition *position);

#endif
