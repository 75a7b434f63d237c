/* SPDX-License-Identifier: MIT */
/* Walking through a table of any game step by step, with several threads: what table_walk.h (chess) and
 * draughts_walk.h stand on.
 *
 * A Walk is not written. */
#ifndef SOLVER_WALK_H
#define SOLVER_WALK_H

#include "../base/values.h"
#include "../base/workers.h"

#define WALK_FEN 320 /* room for a position of any game */

typedef struct {
    Workers *workers;
    /* NULL: none. Called from the thread that walks, after steps: `done` of `all`; nonzero stops. */
    int (*progress)(void *user, u64 done, u64 all);
    void *user;
} Walk;

typedef enum {
    WALK_DONE,
    WALK_STOPPED,  /* by progress(); no line in error */
    WALK_NO_TABLE, /* of this material, or of one that it captures or promotes into */
    WALK_BROKEN,   /* a file is damaged, cannot be read, or holds what no table can hold */
    WALK_MEMORY
} WalkStatus;

/* One step of a walk; `worker` counts from 0. An error needs one line. */
typedef WalkStatus WalkStep(void *user, u64 step, int worker, char error[PROBER_ERROR]);

/* Calls `step` for 0 to count - 1, each once, those of a worker in rising order. A failure ends it. */
WalkStatus walk_run(const Walk *walk, u64 count, WalkStep *step, void *user, char error[PROBER_ERROR]);

/* What a prober's answer means for a walk. */
WalkStatus walk_status(ProbeStatus status);

/* A line about a material, "KQvKR: ...". Returns `status`. */
WalkStatus walk_fail(const char *material, WalkStatus status, const char *what, char error[PROBER_ERROR]);

#endif
