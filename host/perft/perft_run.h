/* SPDX-License-Identifier: MIT */
/* What the parts of a perft run share: the pool (perft_pool.c), its workers (perft_workers.c), and the accounting
 * of a run (perft_accounting.c), of a run; perft.c runs them. */
#ifndef HOST_PERFT_RUN_H
#define HOST_PERFT_RUN_H

#include <pthread.h>
#include <time.h>

#include "perft.h"
#include "perft_device.h"
#include "../base/stop.h"

typedef struct Worker Worker;

struct PerftPool {
    GameRules rules;
    DeviceList devices;
    int threads;
    PerftTable *table;
    uint64_t host_table; /* bytes of a table in the host's memory, the native engine's or a device's */
    uint64_t hash;       /* bytes of all tables */
    Worker *worker;
    int worker_count, device_count;
    size_t batch;      /* units that every device can take at once */
    volatile int stop; /* set on request, on failure, or when all is done */
};

/* What is done and what is left to do. */
typedef struct {
    PerftPool *pool;
    const PerftJob *job;
    PerftResult *result;
    PerftPlan *plan, own_plan;
    size_t next, done, to_do; /* units */
    size_t counted;           /* units not yet saved */
    PerftUnit **unsaved;      /* room for all units, with save */
    double saved, saving;     /* when, by the clock, and how long it took */
    int closing;              /* no more units are begun */
    int save_failed;
    size_t most_batch; /* units that a device takes at once, at most */
    PerftStatus status;
    char *error;
    pthread_mutex_t mutex; /* guards next, done, counted, closing, status, error, result, the units' states */
    pthread_cond_t changed;
    int running;  /* threads */
    double start; /* by the clock */
} PerftRun;

/* One thread: a core with the native engine, or a device. */
struct Worker {
    PerftRun *run;
    int tally_index;
    PerftTally *tally;
    Device *device; /* NULL: native */
    PerftDevice perft;
    PerftTable table;  /* this thread's view of the pool's, of native ones */
    size_t batch;      /* units to take at once */
    PerftUnit **units; /* a device's batch, its positions and sums */
    GamePosition *positions;
    uint64_t *totals;
    Nodes *nodes;
    int mismatches;
    double checking; /* seconds spent recomputing units */
    uint64_t random;
    pthread_t thread;
};

/* Seconds by a clock. */
double run_clock(clockid_t id);

static inline PerftStatus perft_status_of(DeviceStatus status)
{
    return status == DEVICE_OUT_OF_MEMORY ? PERFT_OUT_OF_MEMORY : PERFT_DEVICE;
}

static inline int run_is_stopped(const PerftRun *run) { return stop_asked(&run->pool->stop); }

/* ---- perft_accounting.c: calls from any thread, unless said otherwise ---- */

/* Counts what is known before anything is counted, and what is left to do. */
void run_start_accounting(PerftRun *run);
/* Ends the run. The first failure is the one that is reported. */
void run_fail(PerftRun *run, PerftStatus status, const char *text);
/* Takes up to `most` open units; 0 when there is nothing left to do. */
size_t run_take(PerftRun *run, size_t most, PerftUnit **units);
/* Adds what a worker counted of n units in some seconds. nodes is NULL with statistics, which carry the sum
 * alone. from_table: leaves among them. */
void run_add(Worker *worker, PerftUnit *const *units, size_t n, const Nodes *nodes, const uint64_t *stats,
             Nodes from_table, double seconds);
/* Saving is up to the caller's thread, with the mutex held. */
int run_save_is_due(const PerftRun *run);
/* Saves what was counted since the last call. */
void run_save(PerftRun *run);

/* ---- perft_workers.c ---- */

/* A worker's thread: counts until there is nothing left to do. argument: the Worker. */
void *worker_main(void *argument);
/* Room for the batches of devices; 0, or -1 if memory is short. */
int pool_allot_batches(PerftRun *run);
void pool_free_batches(PerftPool *pool);

#endif
