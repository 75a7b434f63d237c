/* SPDX-License-Identifier: MIT */
/* Checks a finished table position by position: each value has to follow from those behind the legal moves.
 *
 * If none is wrong here and in the tables that captures and promotions lead to, all distances are right, by
 * induction from mate, and drawn positions can be held for ever. Moves come from rules/chess/moves.h one at a
 * time, values from the source's probe: nothing is shared with the set-wise solver. A successor with an en
 * passant capture is valued by its own moves.
 *
 *     const VerifyOptions options = {.what = PROBE_DTZ | PROBE_DTM};
 *     VerifyReport report;
 *     if (verify_table(&walk, &options, &report, error) == WALK_DONE && report.wrong) ... report.first.fen
 */
#ifndef SOLVER_CHESS_VERIFY_H
#define SOLVER_CHESS_VERIFY_H

#include "../walk/verify.h"
#include "table_walk.h"

/* Checksums first, then positions, with what `options` says. Steps of progress: blocks, or runs of a
 * sample. The report is deterministic, with any number of threads. Wrong positions are no failure: WALK_DONE.
 * A checksum that differs is WALK_BROKEN, and no positions are checked then. If it is stopped or fails later,
 * the report is about what was checked until then. */
WalkStatus verify_table(const TableWalk *walk, const VerifyOptions *options, VerifyReport *report,
                        char error[PROBER_ERROR]);

#endif
