#include "perft_plan.h"

#include <stdint.h>
#include <stdlib.h>

#define UNITS_WHEN_DEEP 20000 /* so that units of long runs end within seconds */
#define DEEP_UNIT 6
#define MOST_UNITS (1u << 20)
#define LEAST_DEPTH 2         /* below, a unit costs less than handing it out */

static size_t size_of_next_layer(GameRules rules, const PerftPlan *plan)
{
    GamePosition children[GAME_MAX_MOVES];
    size_t n = 0;
    for (size_t i = 0; i < plan->count && n <= MOST_UNITS; i++) {
        const int count = rules.game->perft->children(rules, &plan->units[i].position, children);
        if (count > GAME_MAX_MOVES) return SIZE_MAX;
        n += (size_t)count;
    }
    return n;
}

/* One layer of the tree deeper, of the size told. 0, or -1 without memory. */
static int deepen(GameRules rules, PerftPlan *plan, size_t size, PerftResult *result)
{
    PerftUnit *deeper = malloc((size + 1) * sizeof *deeper);
    size_t n = 0;
    if (deeper == NULL) return -1;
    for (size_t i = 0; i < plan->count; i++) {
        const int root = plan->units[i].root;
        GamePosition children[GAME_MAX_MOVES];
        const int count = rules.game->perft->children(rules, &plan->units[i].position, children);
        for (int k = 0; k < count; k++) deeper[n++] = (PerftUnit){children[k], root};
        result->root_open[root] += count - 1;
    }
    free(plan->units);
    plan->units = deeper;
    plan->count = n;
    plan->depth--;
    return 0;
}

static int is_coarse(const PerftPlan *plan, size_t wanted)
{
    if (plan->count == 0 || plan->depth <= LEAST_DEPTH) return 0;
    return plan->count < wanted || (plan->depth > DEEP_UNIT && plan->count < UNITS_WHEN_DEEP);
}

/* The root alone, where there is no ply to cut or its moves are too many for a list. */
static void plan_root(const PerftJob *job, PerftPlan *plan, PerftResult *result)
{
    plan->units[0] = (PerftUnit){job->root->position, 0};
    plan->count = 1;
    plan->depth = job->depth;
    result->root_open[0] = 1;
}

static void plan_root_moves(const Game *game, const PerftJob *job, PerftPlan *plan, PerftResult *result)
{
    for (int i = 0; i < result->root_count; i++) {
        GameRecord next;
        game->make(game, job->root, result->root[i], &next);
        plan->units[i] = (PerftUnit){next.position, i};
        result->root_open[i] = 1;
    }
    plan->count = (size_t)result->root_count;
    plan->depth = job->depth - 1;
}

int perft_plan(GameRules rules, const PerftJob *job, size_t wanted, PerftPlan *plan, PerftResult *result)
{
    result->root_count = rules.game->moves(rules.game, job->root, result->root);
    const int unlisted = result->root_count > GAME_MAX_MOVES;
    if (unlisted) result->root_count = 0;
    plan->units = malloc((size_t)(result->root_count + 1) * sizeof *plan->units);
    if (plan->units == NULL) return -1;
    if (job->depth == 1 || unlisted) {
        plan_root(job, plan, result);
        return 0;
    }
    plan_root_moves(rules.game, job, plan, result);
    while (is_coarse(plan, wanted)) {
        const size_t size = size_of_next_layer(rules, plan);
        if (size > MOST_UNITS) break;
        if (deepen(rules, plan, size, result)) return -1;
    }
    return 0;
}

void perft_plan_free(PerftPlan *plan)
{
    free(plan->units);
    plan->units = NULL;
}

uint64_t perft_memory(void)
{
    return (uint64_t)MOST_UNITS * 2 * sizeof(PerftUnit); /* a layer is built beside the one above it */
}
