/* SPDX-License-Identifier: MIT */
/* Draughts analysis position by position, for games with huffing and boards of two words:
 * draughts_retrograde.c chooses. */
#ifndef SOLVER_DRAUGHTS_RETROGRADE_EACH_H
#define SOLVER_DRAUGHTS_RETROGRADE_EACH_H

#include "retrograde.h"

#define B B128
#define B_WORDS 2
#include "conversions_tmpl.h"
#undef B
#undef B_WORDS

/* As draughts_retrograde_solve; the source's `known` is filled. */
RetrogradeStatus draughts_each_solve(DraughtsTable *table, DraughtsTable *turned,
                                     const DraughtsSource *source, Workers *workers,
                                     const RetrogradeWatch *watch);

/* The bytes needed in addition to the tables. */
u64 draughts_each_bytes(const DraughtsGame *game, DraughtsSlice slice);

#endif
