/* SPDX-License-Identifier: MIT */
/* Checks a finished draughts table position by position, as verify.h does: each value has to follow from
 * those behind the moves, with what may be huffed. If none is wrong here and in the tables that moves lead
 * to, all distances are right, by induction from positions without a move, and drawn positions can be held
 * for ever.
 *
 * Values come from the prober, moves from rules/draughts: nothing is shared with the set-wise solver.
 */
#ifndef SOLVER_DRAUGHTS_VERIFY_H
#define SOLVER_DRAUGHTS_VERIFY_H

#include "walk.h"
#include "../walk/verify.h"

/* As verify_table; options->metrics: PROBE_DTW, with which the results are compared too. Positions are those of
 * the index (draughts_slice.h): in games with huffing a placement counts once for each set that may be
 * huffed. Steps of progress: runs, or runs of a sample. */
WalkStatus draughts_verify_table(const DraughtsWalk *walk, const VerifyOptions *options, VerifyReport *report,
                                 char error[PROBER_ERROR]);

#endif
