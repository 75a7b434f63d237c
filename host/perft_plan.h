/* How a perft's tree is cut into units: a layer of the tree, deep enough that there are many. */
#ifndef HOST_PERFT_PLAN_H
#define HOST_PERFT_PLAN_H

#include "perft.h"

typedef struct {
    GamePosition position;
    int root; /* index of the root move above it */
} PerftUnit;

typedef struct {
    PerftUnit *units;
    size_t count;
    int depth; /* left below every unit */
} PerftPlan;

/* Cuts the job's tree into `wanted` units or more where there are as many, and fills the root members of the
 * result. At depth 1 (the least), and
 * where the root has more than GAME_MAX_MOVES moves, the root is the only unit. 0, or -1 without memory. */
int perft_plan(GameRules rules, const PerftJob *job, size_t wanted, PerftPlan *plan, PerftResult *result);
void perft_plan_free(PerftPlan *plan);

#endif
