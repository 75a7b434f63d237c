/* SPDX-License-Identifier: MIT */
#include "walk.h"

#include <stdatomic.h>
#include <stdio.h>

typedef struct {
    const Walk *walk;
    WalkStep *step;
    void *user;
    u64 count;
    atomic_uint_fast64_t done;
    atomic_int ended;  /* nobody begins another step */
    atomic_int failed; /* somebody's status is the walk's */
    WalkStatus status; /* of whoever set `failed`; read when all have finished */
    char *error;
} Loop;

static void end_walk(Loop *loop, WalkStatus status, const char *error)
{
    if (!atomic_exchange(&loop->failed, 1)) {
        loop->status = status;
        snprintf(loop->error, PROBER_ERROR, "%s", error);
    }
    atomic_store(&loop->ended, 1);
}

static void piece(void *user, u64 first, u64 end, int worker)
{
    Loop *loop = user;
    const Walk *walk = loop->walk;
    for (u64 i = first; i < end && !atomic_load(&loop->ended); i++) {
        char error[PROBER_ERROR] = "";
        const WalkStatus status = loop->step(loop->user, i, worker, error);
        if (status != WALK_DONE) {
            end_walk(loop, status, error);
            return;
        }
        const u64 done = atomic_fetch_add(&loop->done, 1) + 1;
        if (worker == 0 && walk->progress && walk->progress(walk->user, done, loop->count))
            end_walk(loop, WALK_STOPPED, "");
    }
}

WalkStatus walk_run(const Walk *walk, u64 count, WalkStep *step, void *user, char error[PROBER_ERROR])
{
    Loop loop = {.walk = walk, .step = step, .user = user, .count = count, .error = error};
    workers_run(walk->workers, count, 16, piece, &loop);
    return loop.status;
}

WalkStatus walk_fail(const char *material, WalkStatus status, const char *what, char error[PROBER_ERROR])
{
    snprintf(error, PROBER_ERROR, "%s: %s", material, what);
    return status;
}

WalkStatus walk_status(ProbeStatus status)
{
    switch (status) {
    case PROBE_DONE: return WALK_DONE;
    case PROBE_NO_TABLE: return WALK_NO_TABLE;
    case PROBE_MEMORY: return WALK_MEMORY;
    default: return WALK_BROKEN;
    }
}
