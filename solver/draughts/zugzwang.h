/* SPDX-License-Identifier: MIT */
/* Mutual zugzwangs of draughts, in the form of zugzwang.h: placements in which neither side wants to move,
 * that is in which the first side's result is worse with it to move than with the other.
 *
 * Looked at are placements in which neither side has a compulsory capture. Nothing can be huffed in them, and
 * no two are held to be the same: `unique` is what the count of all is. Where both sides have the same pieces
 * every zugzwang is there twice, with colours exchanged.
 */
#ifndef SOLVER_DRAUGHTS_ZUGZWANG_H
#define SOLVER_DRAUGHTS_ZUGZWANG_H

#include "walk.h"
#include "../walk/zugzwang.h"

/* As zugzwang_count; positions are listed with White, the first side, to move. options->fifty_moves is not
 * looked at. Steps of progress: runs. */
WalkStatus draughts_zugzwang_count(const DraughtsWalk *walk, const ZugzwangOptions *options,
                                   ZugzwangReport *report, char error[PROBER_ERROR]);

#endif
