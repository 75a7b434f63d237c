/* SPDX-License-Identifier: MIT */
/* Branches, and where lanes wait for each other. */
#include "run.h"

static u32 where_given(const Warp *w, const Instruction *i)
{
    return i->given_count > 0 ? w->executing & predicate(w, i->given[0]) : w->executing;
}

void run_nop(Warp *w, const Instruction *i)
{
    (void)w;
    (void)i;
}

/* Calls, too: the program itself has put the address of return into a register. */
void run_bra(Warp *w, const Instruction *i)
{
    u32 where = where_given(w, i);
    /* DIV: where lanes of the mask that are still there do something else */
    if (HAS(i, DIV) && (source(w, i, 0)[0] & w->alive) == where) where = 0;
    warp_branch(w, i, where, i->target);
}

/* To the address in a register; lanes that return elsewhere execute it again. */
void run_ret(Warp *w, const Instruction *i)
{
    const u32 returning = where_given(w, i);
    if (returning == 0) return;
    const Lanes to = source(w, i, 0);
    const u32 address = to[first_lane(returning)], same = gather((Lanes)(to == address)) & returning;
    if (address % 16 || address / 16 >= w->launch->kernel->count) warp_fail(w, i, "returns to 0x%x", address);
    if (same != returning) w->next = (u32)(i - w->launch->kernel->instructions);
    warp_branch(w, i, same, address / 16);
}

void run_exit(Warp *w, const Instruction *i)
{
    (void)i;
    warp_end_lanes(w, w->executing);
}

/* ---- convergence ---- */

void run_bssy(Warp *w, const Instruction *i)
{
    w->barriers[i->barrier] = choose(spread(w->executing), lanes_of(w->executing), w->barriers[i->barrier]);
}

void run_bsync(Warp *w, const Instruction *i) { warp_wait(w, (int)i->barrier); }

/* These lanes will not arrive. */
void run_break(Warp *w, const Instruction *i)
{
    w->barriers[i->barrier] &= ~where_given(w, i);
    warp_pause(w); /* others may have waited for them alone */
}

void run_bmov(Warp *w, const Instruction *i)
{
    if (i->destination == ZERO_REGISTER && i->source_count > 0) {
        w->barriers[i->barrier] = choose(spread(w->executing), source(w, i, 0), w->barriers[i->barrier]);
        return;
    }
    put(w, i, w->barriers[i->barrier]);
    if (HAS(i, CLEAR)) w->barriers[i->barrier] &= ~spread(w->executing);
}

/* All lanes meet here. COLLECTIVE: those of a mask, which must be all, for the instructions up to ENDCOLLECTIVE. */
void run_warpsync(Warp *w, const Instruction *i)
{
    if (HAS(i, COLLECTIVE) && ~source(w, i, 0)[first_lane(w->executing)] & w->alive)
        warp_fail(w, i, "a part of the warp as mask is unknown");
    warp_wait(w, WAITS_FOR_WARP);
}

/* ---- the block ---- */

void run_bar(Warp *w, const Instruction *i)
{
    if (i->number[0] != 0 || HAS(i, SYNC) == HAS(i, RED)) warp_fail(w, i, "this form of BAR is unknown");
    if (HAS(i, RED)) {
        Reduction *r = &w->block->pending;
        r->missing += (u32)__builtin_popcount(w->executing & ~where_given(w, i));
        r->held += (u32)__builtin_popcount(where_given(w, i));
        r->holds = HAS(i, AND) ? r->missing == 0 : r->held > 0;
    }
    warp_wait(w, WAITS_FOR_BLOCK);
}

/* What the last BAR.RED found: how many predicates held, and whether one did, or all. */
void run_b2r(Warp *w, const Instruction *i)
{
    const Reduction *found = &w->block->found;
    put(w, i, lanes_of(found->held));
    if (i->set_count > 0) set_predicate(w, i->set[0], found->holds ? ALL_LANES : 0);
}
