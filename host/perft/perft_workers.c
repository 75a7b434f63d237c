/* SPDX-License-Identifier: MIT */
#include "perft_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_BATCH 1e8      /* leaves, about, of the first batch of a device that is host cores */
#define FIRST_BATCH_GPU 1e10 /* and of others */
#define TYPICAL_MOVES 30
#define MOST_MISMATCHES 3
#define CHECK_SHARE 0.02 /* of a device's time, for recomputing units */
#define CHECK_RATE 1e8   /* nodes per second that a recomputation surely reaches */

static void run_native(Worker *worker)
{
    PerftRun *run = worker->run;
    const GameRules rules = run->pool->rules;
    const int depth = run->plan->depth;
    PerftTable *table = run->pool->table == NULL ? NULL : &worker->table;
    PerftUnit *unit;
    while (run_take(run, 1, &unit)) {
        const double start = run_clock(CLOCK_MONOTONIC);
        uint64_t stats[GAME_MAX_STATS] = {0};
        Nodes nodes = 0;
        worker->table.found = 0;
        if (run->job->stats) rules.game->perft->stats(rules, &unit->position, depth, stats, &run->pool->stop);
        else nodes = rules.game->perft->count(rules, &unit->position, depth, table, &run->pool->stop);
        run_add(worker, &unit, 1, run->job->stats ? NULL : &nodes, run->job->stats ? stats : NULL,
                worker->table.found, run_clock(CLOCK_MONOTONIC) - start);
    }
}

/* Leaves below positions on the device, deeper than 64 bits hold: the upper plies are walked here. */
static DeviceStatus count_wide(Worker *worker, const GamePosition *positions, size_t n, int depth,
                               Nodes *nodes, DeviceError *error)
{
    const Game *game = worker->run->pool->rules.game;
    DeviceStatus status = DEVICE_OK;
    if (depth <= game->perft->narrow_depth) {
        status = perft_device_count(&worker->perft, positions, (uint32_t)n, depth, worker->totals, error);
        for (size_t i = 0; i < n; i++) nodes[i] = worker->totals[i];
        return status;
    }
    for (size_t i = 0; !status && i < n && !run_is_stopped(worker->run); i++) {
        GamePosition children[GAME_MAX_MOVES];
        Nodes sums[GAME_MAX_MOVES];
        const int count = game->perft->children(worker->run->pool->rules, &positions[i], children);
        if (count > GAME_MAX_MOVES) {
            snprintf(error->text, sizeof error->text, "%s: a position has more than %d moves",
                     worker->tally->id, GAME_MAX_MOVES);
            return DEVICE_FAILED;
        }
        status = count_wide(worker, children, (size_t)count, depth - 1, sums, error);
        nodes[i] = 0;
        for (int k = 0; k < count; k++) nodes[i] += sums[k];
    }
    return status;
}

/* Counts one unit of a batch again, natively, as far as that costs little. */
static void check_unit(Worker *worker, PerftUnit *const *units, size_t n, Nodes *nodes)
{
    PerftRun *run = worker->run;
    worker->random = worker->random * 6364136223846793005u + 1442695040888963407u;
    const size_t i = (size_t)(worker->random >> 33) % n;
    const double budget = CHECK_SHARE * worker->tally->seconds - worker->checking;
    if (run_is_stopped(run) || (double)nodes[i] > budget * CHECK_RATE) return;

    const double start = run_clock(CLOCK_MONOTONIC);
    const GamePerft *perft = run->pool->rules.game->perft;
    const Nodes again =
        perft->count(run->pool->rules, &units[i]->position, run->plan->depth, NULL, &run->pool->stop);
    worker->checking += run_clock(CLOCK_MONOTONIC) - start;
    if (run_is_stopped(run)) return;
    worker->tally->checked++;
    if (again == nodes[i]) return;
    nodes[i] = again;
    if (++worker->mismatches < MOST_MISMATCHES) return;
    char text[256], position[GAME_TEXT];
    const GameRecord record = {.position = units[i]->position};
    run->pool->rules.game->format(run->pool->rules.game, &record, position);
    snprintf(text, sizeof text, "%s: %d of %llu recomputed units differ from the native count, lately %.100s",
             worker->tally->id, worker->mismatches, (unsigned long long)worker->tally->checked, position);
    run_fail(run, PERFT_DEVICE, text);
}

static size_t first_batch(const PerftRun *run, const Worker *worker)
{
    double units = worker->device->info.is_cpu ? FIRST_BATCH : FIRST_BATCH_GPU;
    for (int i = 0; i < run->plan->depth; i++) units /= TYPICAL_MOVES;
    return units < 1 ? 1 : units < (double)run->most_batch ? (size_t)units : run->most_batch;
}

/* Batches of about a second keep a device busy, and no more is lost when the run is stopped. */
static size_t next_batch(const PerftRun *run, size_t batch, double seconds)
{
    if (seconds > 2) return (batch + 1) / 2;
    if (seconds > 0.25) return batch;
    return batch < run->most_batch / 4 ? 4 * batch : run->most_batch;
}

/* A batch that a device gave up. */
static void count_natively(PerftRun *run, PerftUnit *const *units, size_t n, Nodes *nodes, uint64_t *stats)
{
    const GameRules rules = run->pool->rules;
    const volatile int *stop = &run->pool->stop;
    memset(stats, 0, GAME_MAX_STATS * sizeof *stats);
    for (size_t i = 0; i < n; i++) {
        if (run->job->stats)
            rules.game->perft->stats(rules, &units[i]->position, run->plan->depth, stats, stop);
        else nodes[i] = rules.game->perft->count(rules, &units[i]->position, run->plan->depth, NULL, stop);
    }
}

static Nodes sum(const Nodes *nodes, size_t n)
{
    Nodes total = 0;
    for (size_t i = 0; i < n; i++) total += nodes[i];
    return total;
}

static void run_device(Worker *worker)
{
    PerftRun *run = worker->run;
    DeviceError error = {""};
    DeviceStatus status = DEVICE_OK;
    Nodes *nodes = worker->nodes;
    size_t n;
    worker->batch = first_batch(run, worker);
    while (!status && (n = run_take(run, worker->batch, worker->units)) > 0) {
        const double start = run_clock(CLOCK_MONOTONIC);
        uint64_t stats[GAME_MAX_STATS] = {0};
        worker->perft.visited = 0;
        for (size_t i = 0; i < n; i++) worker->positions[i] = worker->units[i]->position;
        if (run->job->stats)
            status = perft_device_stats(&worker->perft, worker->positions, (uint32_t)n, run->plan->depth,
                                        stats, &error);
        else status = count_wide(worker, worker->positions, n, run->plan->depth, nodes, &error);
        if (status || run_is_stopped(run)) break;
        if (worker->perft.overflowed) count_natively(run, worker->units, n, nodes, stats);
        const Nodes from_table =
            run->job->stats || worker->perft.overflowed ? 0 : sum(nodes, n) - worker->perft.visited;
        if (!run->job->stats) check_unit(worker, worker->units, n, nodes);
        const double seconds = run_clock(CLOCK_MONOTONIC) - start;
        run_add(worker, worker->units, n, run->job->stats ? NULL : nodes, run->job->stats ? stats : NULL,
                from_table, seconds);
        worker->batch = next_batch(run, worker->batch, seconds);
    }
    if (status) run_fail(run, perft_status_of(status), error.text);
}

void *worker_main(void *argument)
{
    Worker *worker = argument;
    if (worker->device != NULL) run_device(worker);
    else run_native(worker);
    pthread_mutex_lock(&worker->run->mutex);
    worker->run->running--;
    pthread_cond_signal(&worker->run->changed);
    pthread_mutex_unlock(&worker->run->mutex);
    return NULL;
}

void pool_free_batches(PerftPool *pool)
{
    for (int i = 0; i < pool->worker_count; i++) {
        Worker *worker = &pool->worker[i];
        free(worker->units);
        free(worker->positions);
        free(worker->totals);
        free(worker->nodes);
        worker->units = NULL;
        worker->positions = NULL;
        worker->totals = NULL;
        worker->nodes = NULL;
    }
}

/* A few batches a device, so that none waits long for another at the end. */
int pool_allot_batches(PerftRun *run)
{
    PerftPool *pool = run->pool;
    const size_t count = (size_t)pool->worker_count, share = run->plan->count / (4 * count) + 1;
    run->most_batch = pool->batch < share ? pool->batch : share;
    const size_t room = run->most_batch > GAME_MAX_MOVES ? run->most_batch : GAME_MAX_MOVES;
    for (int i = 0; i < pool->worker_count; i++) {
        Worker *worker = &pool->worker[i];
        if (worker->device == NULL) continue;
        worker->units = malloc(room * sizeof *worker->units);
        worker->positions = malloc(room * sizeof *worker->positions);
        worker->totals = malloc(room * sizeof *worker->totals);
        worker->nodes = malloc(room * sizeof *worker->nodes);
        if (worker->units == NULL || worker->positions == NULL || worker->totals == NULL ||
            worker->nodes == NULL)
            return -1;
    }
    return 0;
}
