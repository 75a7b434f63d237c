/* SPDX-License-Identifier: MIT */
#include "statistics.h"

#include "retrograde.h"

#include <stdlib.h>
#include <string.h>

enum { VALUES = 256 };

typedef struct {
    u64 count[2][VALUES]; /* by side to move and value, as draughts_prober_values gives them */
    u64 first[2][VALUES]; /* the least index of each */
} Share;                  /* of a worker */

typedef struct {
    const DraughtsWalk *walk;
    int metrics;
    DraughtsIndex index[2]; /* of placements, by side to move */
    Share *shares;
} Counting;

static WalkStatus count_run(void *user, u64 run, int worker, char error[PROBER_ERROR])
{
    const Counting *c = user;
    Share *share = &c->shares[worker];
    u8 values[DRAUGHTS_RUN];
    for (int side = 0; side < 2; side++) {
        const u64 first = run * DRAUGHTS_RUN;
        const u32 length = draughts_run_length(&c->index[side], run);
        const ProbeStatus status = draughts_prober_values(c->walk->prober, &c->index[side], c->metrics, first,
                                                          length, values, error);
        if (status != PROBE_DONE) return walk_status(status);
        for (u32 i = 0; i < length; i++)
            if (!share->count[side][values[i]]++) share->first[side][values[i]] = first + i;
    }
    return WALK_DONE;
}

/* ---- the sum ---- */

typedef struct {
    u64 count, first;
} Sum;

static Sum sum_of(const Counting *c, int side, int value)
{
    Sum sum = {0, 0};
    for (int i = 0; i < workers_count(c->walk->steps.workers); i++) {
        const u64 count = c->shares[i].count[side][value], first = c->shares[i].first[side][value];
        if (count && (sum.count == 0 || first < sum.first)) sum.first = first;
        sum.count += count;
    }
    return sum;
}

static void add(PositionCounts *counts, u64 more)
{
    counts->all += more;
    counts->unique += more;
    counts->ordered += more;
}

/* Values come in rising order: the last of a result is its longest. */
static void tell_value(const Counting *c, int side, int value, SideStatistics *of)
{
    const Sum sum = sum_of(c, side, value);
    const int won = draughts_value_wins(c->walk->game, (u8)value), plies = value - 1;
    const int result = (value == 0 ? WDL_DRAW : won ? WDL_WIN : WDL_LOSS) + 2;
    add(&of->results[result], sum.count);
    if (value == 0 || sum.count == 0) return;
    LongestDistance *longest = &of->longest[result];
    PositionCounts *counts = &(won ? of->won : of->lost)[plies];
    add(counts, sum.count);
    *longest = (LongestDistance){.plies = plies, .count = *counts, .index = sum.first};
}

static void tell_side(const Counting *c, int side, SideStatistics *of)
{
    for (int result = 0; result < 5; result++) of->longest[result].plies = -1;
    for (int value = 0; value < VALUES; value++) tell_value(c, side, value, of);
    for (int result = 0; result < 5; result++)
        if (of->longest[result].plies >= 0)
            draughts_index_fen(&c->index[side], of->longest[result].index, (u32)side,
                               of->longest[result].fen);
}

WalkStatus draughts_statistics_count(const DraughtsWalk *walk, int metrics, Statistics *statistics,
                                     char error[PROBER_ERROR])
{
    Counting c = {.walk = walk, .metrics = metrics};
    memset(statistics, 0, sizeof *statistics);
    statistics->metrics = metrics;
    for (u32 side = 0; side < 2; side++) {
        draughts_walk_index(walk, side, &c.index[side]);
        draughts_index_placements(&c.index[side]);
    }
    c.shares = calloc((size_t)workers_count(walk->steps.workers), sizeof *c.shares);
    if (c.shares == NULL) return draughts_walk_fail(walk, WALK_MEMORY, "no memory for the statistics", error);
    const WalkStatus status = walk_run(&walk->steps, draughts_runs(&c.index[0]), count_run, &c, error);
    for (int side = 0; side < 2 && status == WALK_DONE; side++) tell_side(&c, side, &statistics->side[side]);
    free(c.shares);
    return status;
}
