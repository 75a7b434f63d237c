/* Perft over a whole machine: the tree is cut into units, and every device and core takes units until none is
 * left. */
#ifndef HOST_PERFT_H
#define HOST_PERFT_H

#include "devices.h"
#include "game.h"

typedef unsigned __int128 Nodes;

typedef enum {
    PERFT_DONE,
    PERFT_STOPPED,        /* *stop was set; the result holds what is known so far */
    PERFT_DEVICE,         /* a device failed, or answered wrongly */
    PERFT_OUT_OF_MEMORY
} PerftStatus;

typedef struct {
    Nodes nodes;          /* counted so far */
    double fraction;      /* of the units, 0 to 1 */
    double seconds;
} PerftProgress;

/* The devices and cores that work together, with the table of the native engine; kept from run to run. */
typedef struct PerftMachine PerftMachine;

typedef struct {
    const GameRecord *root;
    int depth;                    /* 0 to PERFT_MAX_DEPTH */
    int stats;                    /* 1: statistics of the last ply as well; every last move is made then */
    const volatile int *stop;     /* may be NULL */
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
    Nodes nodes;
    double seconds;       /* busy; of the native engine, summed over its threads */
    uint64_t checked;     /* units recomputed natively */
} PerftWorker;

typedef struct {
    Nodes nodes;
    Nodes stats[GAME_MAX_STATS];
    int root_count;                         /* moves at the root */
    GameMove root[GAME_MAX_MOVES];
    Nodes root_nodes[GAME_MAX_MOVES];       /* zero with statistics */
    int root_open[GAME_MAX_MOVES];          /* units not yet counted below this move */
    double seconds;                         /* wall clock of the run, the cutting into units included */
    double cpu_seconds;                     /* of the process, in that time */
    int worker_count;
    PerftWorker worker[DEVICES_MAX];
} PerftResult;

/* Opens the devices of the list, each of which answers a known question of the game. threads: of the native
 * engine and of devices that are host cores; 0: all allowed. hash_bytes: of the native engine's table; 0:
 * none. Unless PERFT_DONE, *machine is NULL and error holds one line. */
PerftStatus perft_machine_open(GameRules rules, const DeviceList *devices, int threads, uint64_t hash_bytes,
                               PerftMachine **machine, char error[PERFT_ERROR]);
/* NULL is allowed. */
void perft_machine_close(PerftMachine *machine);

/* Runs the job; fills result (also when stopped) and, unless done, one line of error. Calls progress from the
 * calling thread. While devices run, random units are counted again natively, and three that differ end the
 * run. One run at a time on a machine. */
PerftStatus perft_run(PerftMachine *machine, const PerftJob *job, PerftResult *result, char error[PERFT_ERROR]);

/* Bytes that the host needs for a run beyond the table, at most. */
uint64_t perft_memory(void);

#endif
