/* SPDX-License-Identifier: MIT */
/* Statistics of a finished draughts table, in the form of statistics.h.
 *
 * Counted are all placements of the pieces, with nothing that may be huffed. No two are held to be the same:
 * `unique` and `ordered` are what `all` is. Wins and losses are of three kinds: win, draw, loss.
 */
#ifndef SOLVER_DRAUGHTS_STATISTICS_H
#define SOLVER_DRAUGHTS_STATISTICS_H

#include "walk.h"
#include "../walk/statistics.h"

/* Counts the walk's material. metrics: PROBE_DTW; PROBE_WDL counts the results alone, distances are then 0 or 1.
 * Steps of progress: runs. Otherwise as statistics_count. */
WalkStatus draughts_statistics_count(const DraughtsWalk *walk, int metrics, Statistics *statistics,
                                     char error[PROBER_ERROR]);

#endif
