/* SPDX-License-Identifier: MIT */
#include "perft_estimate.h"

#include "student_t.h"

#define XXH_INLINE_ALL
#include <xxhash.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EXACT_PLIES 3    /* counting them costs about as much as the path above them */
#define FIRST_UNITS 2000 /* where paths begin */

/* The step-th random number of a path, the same whatever was drawn before. */
static uint64_t draw_bits(const PerftEstimate *e, uint64_t path, uint64_t step)
{
    const uint64_t place[2] = {path, step};
    return XXH3_64bits_withSeed(place, sizeof place, e->seed);
}

/* 0 to n - 1 */
static size_t draw(const PerftEstimate *e, uint64_t path, uint64_t step, size_t n)
{
    return (size_t)((Nodes)draw_bits(e, path, step) * n >> 64);
}

static void cumulate(PerftEstimate *e)
{
    Nodes sum = 0;
    for (size_t i = 0; i < e->upper.count; i++) e->cumulated[i] = sum += e->upper.units[i].times;
}

PlanStatus perft_estimate_open(PerftEstimate *e, GameRules rules, const GameRecord *root, int depth,
                               uint64_t seed)
{
    memset(e, 0, sizeof *e);
    e->rules = rules;
    e->depth = depth;
    e->seed = seed;
    const PlanRequest request = {root, depth, 0, FIRST_UNITS, 1, 0};
    PlanStatus status = perft_plan(rules, &request, &e->upper);
    if (status) return status;
    e->exact = e->upper.depth < EXACT_PLIES ? e->upper.depth : EXACT_PLIES;
    e->plan.split = depth - e->exact;
    e->plan.depth = e->exact;
    e->plan.units = malloc(PERFT_ESTIMATE_BATCH * sizeof *e->plan.units);
    e->weight = malloc(PERFT_ESTIMATE_BATCH * sizeof *e->weight);
    e->cumulated = malloc((e->upper.count + 1) * sizeof *e->cumulated);
    if (e->plan.units == NULL || e->weight == NULL || e->cumulated == NULL) {
        perft_estimate_close(e);
        return PLAN_NO_MEMORY;
    }
    cumulate(e);
    return PLAN_DONE;
}

void perft_estimate_close(PerftEstimate *e)
{
    perft_plan_free(&e->upper);
    perft_plan_free(&e->plan);
    free(e->weight);
    free(e->cumulated);
    e->weight = NULL;
    e->cumulated = NULL;
}

/* The unit below the chosen one of all paths. */
static const PerftUnit *begin_path(const PerftEstimate *e, uint64_t path)
{
    const Nodes all = e->cumulated[e->upper.count - 1];
    const Nodes chosen = (((Nodes)draw_bits(e, path, 0) << 64) | draw_bits(e, path, UINT64_MAX)) % all;
    size_t low = 0, high = e->upper.count - 1;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (chosen < e->cumulated[middle]) high = middle;
        else low = middle + 1;
    }
    return &e->upper.units[low];
}

/* One path down to `exact` plies above the leaves; its weight, 0 if it ends before. */
static double walk(const PerftEstimate *e, uint64_t path, GamePosition *end)
{
    double weight = (double)e->cumulated[e->upper.count - 1];
    *end = begin_path(e, path)->position;
    for (int ply = e->upper.split; ply < e->depth - e->exact && weight > 0; ply++) {
        GamePosition children[GAME_MAX_MOVES];
        const int count = e->rules.game->perft->children(e->rules, end, children);
        if (count > GAME_MAX_MOVES) return NAN; /* they cannot be drawn from */
        weight *= count;
        if (count) *end = children[draw(e, path, (uint64_t)ply, (size_t)count)];
    }
    return weight;
}

void perft_estimate_draw(PerftEstimate *e, size_t n)
{
    PerftPlan *plan = &e->plan;
    plan->count = e->dead = 0;
    for (size_t i = 0; i < n; i++) {
        PerftUnit unit = {.times = 1};
        const double weight = e->upper.count ? walk(e, e->drawn++, &unit.position) : 0;
        if (weight > 0 || isnan(weight)) {
            e->weight[plan->count] = weight;
            plan->units[plan->count++] = unit;
        } else {
            e->dead++;
        }
    }
}

static void take_value(PerftEstimate *e, double value)
{
    const double before = value - e->mean;
    e->count++;
    e->mean += before / (double)e->count;
    e->squares += before * (value - e->mean);
}

void perft_estimate_add(PerftEstimate *e)
{
    for (size_t i = 0; i < e->plan.count; i++) take_value(e, e->weight[i] * (double)e->plan.units[i].nodes);
    for (size_t i = 0; i < e->dead; i++) take_value(e, 0);
}

double perft_estimate_error(const PerftEstimate *e)
{
    const double n = (double)e->count;
    return e->count < 2 ? INFINITY : sqrt(e->squares / (n - 1) / n);
}

double perft_estimate_margin(const PerftEstimate *e)
{
    return e->count < 2 ? INFINITY : student_t_95(e->count - 1) * perft_estimate_error(e);
}
