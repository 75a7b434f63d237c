/* SPDX-License-Identifier: MIT */
/* What the threads that solve a table sum up in a ply, and whether the one who watches has stopped them.
 *
 *     PlyTotals totals = {.watch = watch, .levels = 1};
 *     in each thread:        if (ply_totals_watch(&totals, worker, ply)) return;
 *                            ply_totals_add(&totals, decided);
 *     when all have ended:   newly_solved = ply_totals_take(&totals);
 */
#ifndef SOLVER_PLY_TOTALS_H
#define SOLVER_PLY_TOTALS_H

#include <stdatomic.h>

#include "retrograde_watch.h"

typedef struct {
    const RetrogradeWatch *watch; /* NULL: nobody watches */
    int level, levels;
    u64 decided_before; /* positions, up to the last ply */
    atomic_int stopped;
    atomic_uint_fast64_t decided; /* positions, in this ply */
    atomic_uint longest;          /* plies of what is scheduled */
} PlyTotals;

/* 1: the work shall end. Worker 0, the thread that called the solver, asks who watches. */
static inline int ply_totals_watch(PlyTotals *totals, int worker, u32 ply)
{
    const RetrogradeWatch *w = totals->watch;
    if (worker == 0 && w && w->progress && !atomic_load_explicit(&totals->stopped, memory_order_relaxed) &&
        w->progress(w->user, totals->level, totals->levels, (int)ply, totals->decided_before))
        atomic_store(&totals->stopped, 1);
    return atomic_load_explicit(&totals->stopped, memory_order_relaxed);
}

static inline void ply_totals_add(PlyTotals *totals, u64 decided)
{
    if (decided) atomic_fetch_add_explicit(&totals->decided, decided, memory_order_relaxed);
}

static inline void ply_totals_schedule(PlyTotals *totals, u32 plies)
{
    unsigned seen = atomic_load_explicit(&totals->longest, memory_order_relaxed);
    while (plies > seen && !atomic_compare_exchange_weak(&totals->longest, &seen, plies)) {}
}

/* Positions decided in this ply, which are counted as decided before from now on. */
static inline u64 ply_totals_take(PlyTotals *totals)
{
    const u64 decided = atomic_exchange(&totals->decided, 0);
    totals->decided_before += decided;
    return decided;
}

static inline int ply_totals_stopped(PlyTotals *totals) { return atomic_load(&totals->stopped); }

#endif
