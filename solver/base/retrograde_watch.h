/* SPDX-License-Identifier: MIT */
/* How whoever solves a table watches the work, and how it ends; the same for all games. */
#ifndef SOLVER_RETROGRADE_WATCH_H
#define SOLVER_RETROGRADE_WATCH_H

#include "../../rules/portable.h"

typedef struct {
    /* Called from the thread that solves, at least once a ply, some hundred times a second: it has to
     * be quick. decided: positions, up to the last ply. NULL: not. Nonzero stops the work. */
    int (*progress)(void *user, int level, int levels, int ply, u64 decided);
    void *user;
} RetrogradeWatch;

typedef enum {
    RETROGRADE_DONE,
    RETROGRADE_STOPPED, /* by progress() */
    RETROGRADE_MEMORY,
    RETROGRADE_TOO_LONG, /* a distance above DISTANCE_MOST as stored */
    RETROGRADE_DEVICE    /* on devices alone: see the error */
} RetrogradeStatus;

#endif
