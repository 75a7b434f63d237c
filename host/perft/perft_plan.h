/* SPDX-License-Identifier: MIT */
/* How a perft's tree is cut into units: the different positions of one ply, each with the number of paths
 * that lead to it. Equal positions are one unit, so that it is counted once. */
#ifndef HOST_PERFT_PLAN_H
#define HOST_PERFT_PLAN_H

#include "../games/game.h"

__extension__ typedef unsigned __int128 Nodes;

#define PERFT_NAME 33 /* 128 bits in hexadecimal, with the final 0 */
#define PERFT_MOST_UNITS (1u << 20)
#define PERFT_SPLIT_MANY 2000 /* units of a session: what a stop loses, and what shards divide, is small */

typedef enum {
    UNIT_OPEN,
    UNIT_COUNTED, /* but not yet saved: see PerftJob.save */
    UNIT_DONE,
    UNIT_FOREIGN /* not to be counted here: another shard's, or not drawn */
} PerftUnitState;

/* Paths to a unit that begin with one move of the root. */
typedef struct {
    Nodes times;
    int root; /* index of that move */
} PerftOrigin;

typedef struct {
    GamePosition position;
    Nodes times; /* paths that lead here */
    Nodes nodes; /* leaves below, once counted or done */
    uint32_t first_origin, origin_count;
    PerftUnitState state;
    int tally; /* that counted it, in this run */
} PerftUnit;

typedef struct {
    PerftUnit *units; /* in the order of the tree: neighbours have much in common */
    size_t count;
    PerftOrigin *origins;
    int split;      /* the ply of the units */
    int depth;      /* plies left below every unit */
    int root_count; /* moves of the root, 0 if they are too many to be listed */
    GameMove root[GAME_MAX_MOVES];
} PerftPlan;

typedef enum { PLAN_DONE, PLAN_NO_MEMORY, PLAN_TOO_FINE /* more than PERFT_MOST_UNITS */ } PlanStatus;

typedef struct {
    const GameRecord *root;
    int depth;    /* 1 or more */
    int split;    /* the ply of the cut, up to depth - 1; 0: chosen by the tree alone, see perft_plan */
    size_t least; /* with split 0: units, even where planning them is not repaid */
    int sampled;  /* with split 0: 1: paths are drawn below units, which finer cuts would spread too thin */
    int unmerged; /* 1: a unit for each path */
} PlanRequest;

/* The ply of the cut, unless requested, is the last one whose units are expected to have 4,000 leaves each, so
 * that counting equal positions once saves more than planning them costs. It depends on neither devices nor
 * threads, so that all of them visit the same leaves and their rates compare.
 *
 * At depth 1, and where the root has more than GAME_MAX_MOVES moves, the root is the only unit. The same
 * request gives the same plan on every machine. Unless PLAN_DONE nothing is left to be freed. */
PlanStatus perft_plan(GameRules rules, const PlanRequest *request, PerftPlan *plan);
void perft_plan_free(PerftPlan *plan);

/* Leaves the open units of one shard of `shards` open, 0 to shards - 1, and makes the others foreign.
 * Neighbours stay together, for the sake of tables. */
void perft_plan_shard(PerftPlan *plan, int shard, int shards);

/* The name of a unit: a hash of game, rules, position and depth, the same everywhere. */
void perft_unit_name(GameRules rules, const PerftPlan *plan, const PerftUnit *unit, char name[PERFT_NAME]);
/* The name of a plan: a hash of its units' names and times, in whatever order they are. 0, or -1 without
 * memory. */
int perft_plan_name(GameRules rules, const PerftPlan *plan, char name[PERFT_NAME]);

/* Bytes that a plan needs at most while it is made. */
uint64_t perft_plan_memory(void);

#endif
