/* SPDX-License-Identifier: MIT */
#include "warp.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void warp_fail(const Warp *w, const Instruction *i, const char *format, ...)
{
    const Launch *launch = w->launch;
    char what[200];
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    snprintf(launch->error, PROGRAM_ERROR, "%s+0x%x: '%.*s': %s", launch->kernel->name, i->offset,
             (int)strcspn(i->text, " ;\n") + 40 < 100 ? (int)strcspn(i->text, ";\n") : 100, i->text, what);
    longjmp(*launch->failed, 1);
}

void warp_start(Warp *w, u32 threads)
{
    memset(w->predicates, 0, sizeof w->predicates);
    memset(w->uniform_predicates, 0, sizeof w->uniform_predicates);
    w->predicates[TRUE_PREDICATE] = w->uniform_predicates[TRUE_PREDICATE] = ALL_LANES;
    w->registers[ZERO_REGISTER] = lanes_of(0);
    w->uniform[ZERO_REGISTER] = 0;
    w->alive = threads >= LANES ? ALL_LANES : (1u << threads) - 1;
    w->groups[0] = (Group){w->alive, 0, READY};
    w->group_count = 1;
}

/* ---- groups ---- */

static void add_group(Warp *w, Group group) { w->groups[w->group_count++] = group; }

static void drop_empty(Warp *w)
{
    int kept = 0;
    for (int k = 0; k < w->group_count; k++)
        if (w->groups[k].mask) w->groups[kept++] = w->groups[k];
    w->group_count = kept;
}

/* The group that runs becomes one of those that do not. */
static void leave(Warp *w, u32 mask, u32 next, int waits_for)
{
    w->groups[w->current] = (Group){mask, next, waits_for};
    w->leaves = true;
}

void warp_branch(Warp *w, const Instruction *i, u32 taken, u32 target)
{
    (void)i;
    if (taken == 0) return;
    if (taken == w->active) {
        w->next = target;
        return;
    }
    w->launch->kernel->divergences++;
    leave(w, taken, target, READY);
    add_group(w, (Group){w->active & ~taken, w->next, READY}); /* runs first */
}

void warp_wait(Warp *w, int waits_for)
{
    const u32 others = w->active & ~w->executing;
    leave(w, w->executing, w->next, waits_for);
    if (others) add_group(w, (Group){others, w->next, READY});
}

void warp_pause(Warp *w) { leave(w, w->active, w->next, READY); }

void warp_end_lanes(Warp *w, u32 lanes)
{
    w->alive &= ~lanes;
    leave(w, w->active & ~lanes, w->next, READY);
}

/* ---- convergence ---- */

/* The lanes for which a waiting group waits. */
static u32 needed(const Warp *w, const Group *g)
{
    if (g->waits_for == WAITS_FOR_WARP) return w->alive;
    return w->barriers[g->waits_for][__builtin_ctz(g->mask)] & w->alive;
}

static bool waits_with(const Group *a, const Group *b)
{
    return a->mask && a->waits_for == b->waits_for && a->next == b->next;
}

/* Merges the groups that wait with this one, if all that are needed do. */
static bool open_barrier(Warp *w, Group *g)
{
    const u32 need = needed(w, g);
    u32 together = 0;
    for (int k = 0; k < w->group_count; k++)
        if (waits_with(&w->groups[k], g) && (w->groups[k].mask & ~need) == 0) together |= w->groups[k].mask;
    if (need & ~together) return false;
    const Group merged = {together | g->mask, g->next, READY};
    for (int k = 0; k < w->group_count; k++)
        if (w->groups[k].mask & merged.mask) w->groups[k].mask = 0;
    drop_empty(w);
    add_group(w, merged);
    return true;
}

static void open_barriers(Warp *w)
{
    for (int k = 0; k < w->group_count; k++) {
        const int waits_for = w->groups[k].waits_for;
        if (waits_for != READY && waits_for != WAITS_FOR_BLOCK && open_barrier(w, &w->groups[k])) k = -1;
    }
}

/* The newest group that is ready, -1 if no group is ready. */
static int newest_ready(const Warp *w)
{
    int k = w->group_count - 1;
    while (k >= 0 && w->groups[k].waits_for != READY) k--;
    return k;
}

void warp_release_block(Warp *w)
{
    u32 mask = 0, next = 0;
    for (int k = 0; k < w->group_count; k++) {
        mask |= w->groups[k].mask;
        next = w->groups[k].next;
    }
    w->groups[0] = (Group){mask, next, READY};
    w->group_count = mask != 0;
}

/* ---- running ---- */

static void step(Warp *w, Instruction *i)
{
    w->executing = w->active & predicate(w, i->guard);
    i->issued++;
    i->lanes += (u64)__builtin_popcount(w->active);
    w->next++;
    if (w->executing) i->run(w, i);
}

static void run_group(Warp *w)
{
    Instruction *instructions = w->launch->kernel->instructions;
    const u32 count = w->launch->kernel->count;
    w->active = w->groups[w->current].mask;
    w->next = w->groups[w->current].next;
    w->leaves = false;
    while (!w->leaves) {
        if (w->next >= count) warp_fail(w, &instructions[count - 1], "the code ends here");
        step(w, &instructions[w->next]);
        if (w->leaves) break;
    }
}

/* Groups that wait for the block must be all that is left, at one instruction. */
static bool all_wait_for_block(const Warp *w)
{
    for (int k = 0; k < w->group_count; k++)
        if (w->groups[k].waits_for != WAITS_FOR_BLOCK || w->groups[k].next != w->groups[0].next) return false;
    return true;
}

bool warp_run(Warp *w)
{
    while ((w->current = newest_ready(w)) >= 0) {
        run_group(w);
        drop_empty(w);
        open_barriers(w);
    }
    if (!all_wait_for_block(w))
        warp_fail(w, &w->launch->kernel->instructions[w->groups[0].next - 1], "lanes wait here for ever");
    return w->group_count == 0;
}
