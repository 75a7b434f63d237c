/* SPDX-License-Identifier: MIT */
/* What lanes learn of each other: votes, shuffles, sums. */
#include "run.h"

void run_vote(Warp *w, const Instruction *i)
{
    const u32 voted = predicate(w, i->given[0]) & w->executing;
    const bool none = voted == 0, all = voted == w->executing;
    put(w, i, lanes_of(voted));
    if (i->set_count > 0)
        set_predicate(w, i->set[0], (HAS(i, ALL) ? all : HAS(i, ANY) ? !none : all || none) ? ALL_LANES : 0);
}

/* The value of a lane; lanes must agree on it, or the program cannot mean them all. */
void run_r2ur(Warp *w, const Instruction *i) { put(w, i, source(w, i, 0)); }

/* Segments of lanes: `clamp` has the last lane of the first segment, in bits 8 to 12 those that distinguish segments. */
static int shuffle_source(const Instruction *i, int lane, u32 by, u32 clamp, bool *in_range)
{
    const u32 l = (u32)lane, kept = clamp >> 8 & 31, last = (l & kept) | (clamp & 31 & ~kept);
    const u32 step = by & 31;
    const int from = (int)(HAS(i, UP)     ? l - step
                           : HAS(i, DOWN) ? l + step
                           : HAS(i, BFLY) ? l ^ step
                                          : (l & kept) | (step & ~kept));
    *in_range = HAS(i, UP) ? from >= (int)last : from <= (int)last;
    return *in_range ? from : lane;
}

void run_shfl(Warp *w, const Instruction *i)
{
    const Lanes x = source(w, i, 0), by = source(w, i, 1), clamp = source(w, i, 2);
    Lanes y;
    u32 in_range = 0;
    EACH_LANE(l)
    {
        bool ok;
        y[l] = x[shuffle_source(i, l, by[l], clamp[l], &ok)];
        in_range |= (u32)ok << l;
    }
    set_predicate(w, i->set[0], in_range);
    put(w, i, y);
}

static u32 reduce(const Instruction *i, u32 a, u32 b)
{
    if (HAS(i, SUM)) return a + b;
    if (HAS(i, OR)) return a | b;
    if (HAS(i, XOR)) return a ^ b;
    const bool less = HAS(i, S32) ? (i32)a < (i32)b : a < b;
    if (HAS(i, MIN)) return less ? a : b;
    if (HAS(i, MAX)) return less ? b : a;
    return a & b; /* where nothing is said */
}

void run_redux(Warp *w, const Instruction *i)
{
    const Lanes x = source(w, i, 0);
    u32 sum = x[first_lane(w->executing)];
    EACH_LANE_OF(w->executing & (w->executing - 1), l) sum = reduce(i, sum, x[l]);
    put(w, i, lanes_of(sum));
}

/* The lanes that hold the same value. */
void run_match(Warp *w, const Instruction *i)
{
    const WideLanes x = HAS(i, 64) ? wide_source(w, i, 0) : widen(source(w, i, 0));
    Lanes y;
    EACH_LANE(l) y[l] = gather(low_half((WideLanes)(x == wide_of(x[l])))) & w->executing;
    put(w, i, y);
}
