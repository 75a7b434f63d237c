/* SPDX-License-Identifier: MIT */
/* Walking through finished draughts tables, run by run of positions, with several threads: what
 * draughts_statistics.h, draughts_verify.h and draughts_zugzwang.h stand on.
 *
 *     const DraughtsWalk walk = {.steps = {.workers = workers}, .prober = prober, .game = game, .material =
 * material};
 *
 * Both sides to move have as many placements (draughts_slice.h); a run is DRAUGHTS_RUN of them. A walk is not
 * written; the prober is asked from all threads of `steps.workers` at once.
 */
#ifndef SOLVER_DRAUGHTS_WALK_H
#define SOLVER_DRAUGHTS_WALK_H

#include "prober_tables.h"
#include "../walk/walk.h"

#define DRAUGHTS_RUN 4096

typedef struct {
    Walk steps;
    DraughtsProber *prober;
    const DraughtsGame *game;
    DraughtsSlice material;
} DraughtsWalk;

/* A line about the walk's material. Returns `status`. */
WalkStatus draughts_walk_fail(const DraughtsWalk *walk, WalkStatus status, const char *what,
                              char error[PROBER_ERROR]);

/* Opens the index of the material with that side to move, the first side being 0. */
void draughts_walk_index(const DraughtsWalk *walk, u32 side, DraughtsIndex *index);

/* The runs of an index, and how many placements one has. */
u64 draughts_runs(const DraughtsIndex *index);
u32 draughts_run_length(const DraughtsIndex *index, u64 run);

/* The position with that index as FEN, the first side being White. side: to move. */
void draughts_index_fen(const DraughtsIndex *index, u64 i, u32 side, char fen[WALK_FEN]);

#endif
