/* SPDX-License-Identifier: MIT */
/* The number of leaves at depths that cannot be counted, from random paths.
 *
 * A path begins at one of the units of a plan, drawn by the number of paths to it, which is exact; goes on by
 * moves that are drawn with equal chances; and ends some plies above the leaves, where they are counted. The
 * product of the numbers of choices and that count is an unbiased estimate of the whole (D. E. Knuth,
 * "Estimating the efficiency of backtrack programs", 1975); the mean of many has a standard error that their
 * spread says.
 */
#ifndef HOST_PERFT_ESTIMATE_H
#define HOST_PERFT_ESTIMATE_H

#include "perft_plan.h"

typedef struct {
    GameRules rules;
    PerftPlan upper;      /* where paths begin */
    PerftPlan plan;       /* a batch of paths' ends, to be counted */
    double *weight;       /* of each: the product of the numbers of choices */
    Nodes *cumulated;     /* paths to the upper units up to and with each */
    int depth, exact;     /* plies in all; those counted */
    uint64_t seed, drawn; /* paths so far */
    size_t dead;          /* paths of this batch that ended early */
    double mean, squares; /* of the values so far; squares: sum of squared differences from the mean */
    uint64_t count;       /* values so far */
} PerftEstimate;

#define PERFT_ESTIMATE_BATCH 16384u

/* depth: 1 or more. Equal seeds draw equal paths. Unless PLAN_DONE nothing is left to be freed. */
PlanStatus perft_estimate_open(PerftEstimate *estimate, GameRules rules, const GameRecord *root, int depth,
                               uint64_t seed);
void perft_estimate_close(PerftEstimate *estimate);

/* Fills estimate->plan with the ends of n more paths, up to PERFT_ESTIMATE_BATCH; those that end early are no
 * units. */
void perft_estimate_draw(PerftEstimate *estimate, size_t n);
/* Takes the values of the batch in, whose units are done. */
void perft_estimate_add(PerftEstimate *estimate);

/* The standard error of the mean; with less than two values infinite. */
double perft_estimate_error(const PerftEstimate *estimate);
/* Half the width of the interval around the mean that holds the count with 95 % confidence, by Student's
 * t-distribution; with less than two values infinite. */
double perft_estimate_margin(const PerftEstimate *estimate);

#endif
