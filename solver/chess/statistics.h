/* SPDX-License-Identifier: MIT */
/* Statistics of a finished table: results, distances, the longest of them.
 *
 *     static Statistics statistics;                                        about 100 kB
 *     if (statistics_count(&walk, PROBE_DTZ, &statistics, error) == WALK_DONE)
 *         ... statistics.side[0].results[WDL_WIN + 2].unique               the first side to move and winning
 *
 * Counted are legal positions without castling and en passant rights, halfmove clock 0. The sums do not
 * depend on the number of threads, nor does which position is shown.
 */
#ifndef SOLVER_CHESS_STATISTICS_H
#define SOLVER_CHESS_STATISTICS_H

#include "../walk/statistics.h"
#include "table_walk.h"

/* Counts the walk's material. metrics: PROBE_DTZ or PROBE_DTM; PROBE_WDL counts the results alone, distances are
 * then 1 or 101. Steps of progress: blocks, each with both sides to move. Fails as the source does; values
 * out of range are WALK_BROKEN. The statistics hold only if it returns WALK_DONE. Takes up to 7 MB a thread.
 */
WalkStatus statistics_count(const TableWalk *walk, int metrics, Statistics *statistics,
                            char error[PROBER_ERROR]);

#endif
