/* SPDX-License-Identifier: MIT */
/* Perft over a whole machine: the tree is cut into units, and every device and core takes units until none is
 * left. */
#ifndef HOST_PERFT_H
#define HOST_PERFT_H

#include "../devices/devices.h"
#include "../games/game.h"
#include "perft_plan.h"

typedef enum {
    PERFT_DONE,
    PERFT_STOPPED, /* *stop was set; the result holds what is known so far */
    PERFT_DEVICE,  /* a device failed, or answered wrongly */
    PERFT_OUT_OF_MEMORY,
    PERFT_UNSAVED /* PerftJob.save failed, and has reported why */
} PerftStatus;

typedef struct {
    Nodes nodes;     /* counted so far, in this run */
    double fraction; /* of this run's units, 0 to 1 */
    double seconds;
    int tally_count;
    const char *id[DEVICES_MAX]; /* of each tally */
    double busy[DEVICES_MAX];    /* part of the time in which it did work that is finished, 0 to 1 */
} PerftProgress;

/* The devices and cores that work together, with the table of the native engine; kept from run to run. */
typedef struct PerftPool PerftPool;

typedef struct {
    const GameRecord *root;
    int depth;       /* 0 to PERFT_MAX_DEPTH */
    int stats;       /* 1: statistics of the last ply as well; every last move is made then */
    int split;       /* the ply at which the tree is cut, up to depth - 1; 0: chosen */
    PerftPlan *plan; /* with units that are done or foreign passed over; NULL: one is made. No statistics */
    /* Keeps the results of units, which count as done when 0 is returned; called from the calling thread,
     * every save_period seconds, or less often where that takes long, and not again once it failed. May be NULL. */
    int (*save)(void *context, PerftUnit *const *units, size_t n);
    void *save_context;
    double save_period;
    const volatile int *stop;    /* set: no more units are begun, and without save those begun are given up */
    const volatile int *give_up; /* set besides: units that were begun are given up. Both may be NULL */
    void (*progress)(void *context, const PerftProgress *now); /* ten times a second or less; may be NULL */
    void *context;
} PerftJob;

#define PERFT_ERROR GAME_TEXT
#define PERFT_MAX_DEPTH 40

typedef struct {
    char id[24];
    const char *counting; /* how it counts leaves, in words */
    int threads;          /* of the native engine; 0 for others */
    uint64_t units;       /* finished; nodes may hold parts of others when stopped */
    Nodes nodes;          /* of units times the paths that lead to them */
    Nodes visited;        /* those counted once, and not taken from a table */
    double seconds;       /* busy; of the native engine, summed over its threads */
    uint64_t checked;     /* units recomputed natively */
} PerftTally;

typedef struct {
    Nodes nodes;                  /* all that are known, those of units done before among them */
    Nodes before;                 /* of units that were done before */
    Nodes visited;                /* leaves counted in this run, each unit once */
    Nodes from_table;             /* leaves taken from the table in this run, each unit once */
    int split;                    /* the ply of the units */
    uint64_t units, units_before; /* of the plan; those that were done before, or are foreign */
    Nodes paths;                  /* that lead to the units */
    Nodes stats[GAME_MAX_STATS];
    int root_count; /* moves at the root */
    GameMove root[GAME_MAX_MOVES];
    Nodes root_nodes[GAME_MAX_MOVES]; /* zero with statistics */
    int root_open[GAME_MAX_MOVES];    /* units not yet counted below this move */
    double seconds;                   /* wall clock of the run, the cutting into units included */
    double cpu_seconds;               /* of the process, in that time */
    int tally_count;
    PerftTally tally[DEVICES_MAX];
} PerftResult;

#define PERFT_HASH_LEAST (1u << 20)
#define PERFT_HASH_FREE UINT64_MAX

/* Opens the devices of the list, each of which answers a known question of the game. threads: of the native
 * engine and of devices that are host cores; 0: all allowed. hash: bytes of the perft hash table that the
 * native engine has, and each device in its own memory; 0: none; at least PERFT_HASH_LEAST; PERFT_HASH_FREE:
 * as much as is free. Keys are those of set `key`. Unless PERFT_DONE, *pool is NULL and error holds one line. */
PerftStatus perft_pool_open(GameRules rules, const DeviceList *devices, int threads, uint64_t hash,
                            uint64_t key, PerftPool **pool, char error[PERFT_ERROR]);
/* Of the tables that these devices would have, how many stand in the host's memory. */
int perft_host_tables(const DeviceList *devices);
/* Bytes of all its tables. */
uint64_t perft_pool_hash(const PerftPool *pool);
/* NULL is allowed. */
void perft_pool_close(PerftPool *pool);

/* Runs the job; fills result (also when stopped) and, unless done or unsaved, one line of error. Calls
 * progress from the calling thread. While devices run, random units are counted again natively, and three
 * that differ end the run. One run at a time on a pool. */
PerftStatus perft_run(PerftPool *pool, const PerftJob *job, PerftResult *result, char error[PERFT_ERROR]);

/* Bytes that the host needs for a run beyond the table, at most. */
uint64_t perft_memory(void);

#endif
