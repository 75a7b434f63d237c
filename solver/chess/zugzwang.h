/* SPDX-License-Identifier: MIT */
/* Mutual zugzwangs: positions, legal whoever is to move, in which neither side wants to.
 *
 * Let first be the result for the first side when it is to move, second its result when the second side is.
 * Mutual zugzwang means first < second; the three kinds are those of the literature:
 *
 *     full point:               loss, win    whoever moves loses
 *     half point, first wins:   draw, win    the first side wins if the second must move
 *     half point, second wins:  loss, draw   the second side wins if the first must move
 *
 * Legal whoever is to move: no king is in check. En passant rights are not looked at.
 *
 *     static ZugzwangReport report;
 *     const ZugzwangOptions options = {.list = 10};
 *     if (zugzwang_count(&walk, &options, &report, error) == WALK_DONE) ... report.kind[ZUGZWANG_FULL].unique
 */
#ifndef SOLVER_CHESS_ZUGZWANG_H
#define SOLVER_CHESS_ZUGZWANG_H

#include "../walk/zugzwang.h"
#include "table_walk.h"

/* Counts those of the walk's material. Steps of progress: blocks. Deterministic, with any number of threads.
 * Reads results (PROBE_WDL) alone. The report holds only if it returns WALK_DONE. */
WalkStatus zugzwang_count(const TableWalk *walk, const ZugzwangOptions *options, ZugzwangReport *report,
                          char error[PROBER_ERROR]);

#endif
