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

static void run_native(Crew *crew)
{
    Run *run = crew->run;
    const GameRules rules = run->machine->rules;
    const int depth = run->plan->depth;
    PerftTable *table = run->machine->table == NULL ? NULL : &crew->table;
    PerftUnit *unit;
    while (run_take(run, 1, &unit)) {
        const double start = run_clock(CLOCK_MONOTONIC);
        uint64_t stats[GAME_MAX_STATS] = {0};
        Nodes nodes = 0;
        crew->table.found = 0;
        if (run->job->stats)
            rules.game->perft->stats(rules, &unit->position, depth, stats, &run->machine->stop);
        else nodes = rules.game->perft->count(rules, &unit->position, depth, table, &run->machine->stop);
        run_book(crew, &unit, 1, run->job->stats ? NULL : &nodes, run->job->stats ? stats : NULL,
                 crew->table.found, run_clock(CLOCK_MONOTONIC) - start);
    }
}

/* Leaves below positions on the device, deeper than 64 bits hold: the upper plies are walked here. */
static DeviceStatus count_wide(Crew *crew, const GamePosition *positions, size_t n, int depth, Nodes *nodes,
                               DeviceError *error)
{
    const Game *game = crew->run->machine->rules.game;
    DeviceStatus status = DEVICE_OK;
    if (depth <= game->perft->narrow_depth) {
        status = perft_device_count(&crew->perft, positions, (uint32_t)n, depth, crew->totals, error);
        for (size_t i = 0; i < n; i++) nodes[i] = crew->totals[i];
        return status;
    }
    for (size_t i = 0; !status && i < n && !run_is_stopped(crew->run); i++) {
        GamePosition children[GAME_MAX_MOVES];
        Nodes sums[GAME_MAX_MOVES];
        const int count = game->perft->children(crew->run->machine->rules, &positions[i], children);
        if (count > GAME_MAX_MOVES) {
            snprintf(error->text, sizeof error->text, "%s: a position has more than %d moves",
                     crew->worker->id, GAME_MAX_MOVES);
            return DEVICE_FAILED;
        }
        status = count_wide(crew, children, (size_t)count, depth - 1, sums, error);
        nodes[i] = 0;
        for (int k = 0; k < count; k++) nodes[i] += sums[k];
    }
    return status;
}

/* Counts one unit of a batch again, natively, as far as that costs little. */
static void check_unit(Crew *crew, PerftUnit *const *units, size_t n, Nodes *nodes)
{
    Run *run = crew->run;
    crew->random = crew->random * 6364136223846793005u + 1442695040888963407u;
    const size_t i = (size_t)(crew->random >> 33) % n;
    const double budget = CHECK_SHARE * crew->worker->seconds - crew->checking;
    if (run_is_stopped(run) || (double)nodes[i] > budget * CHECK_RATE) return;

    const double start = run_clock(CLOCK_MONOTONIC);
    const GamePerft *perft = run->machine->rules.game->perft;
    const Nodes again =
        perft->count(run->machine->rules, &units[i]->position, run->plan->depth, NULL, &run->machine->stop);
    crew->checking += run_clock(CLOCK_MONOTONIC) - start;
    if (run_is_stopped(run)) return;
    crew->worker->checked++;
    if (again == nodes[i]) return;
    nodes[i] = again;
    if (++crew->mismatches < MOST_MISMATCHES) return;
    char text[256], position[GAME_TEXT];
    const GameRecord record = {.position = units[i]->position};
    run->machine->rules.game->format(run->machine->rules.game, &record, position);
    snprintf(text, sizeof text, "%s: %d of %llu recomputed units differ from the native count, lately %.100s",
             crew->worker->id, crew->mismatches, (unsigned long long)crew->worker->checked, position);
    run_fail(run, PERFT_DEVICE, text);
}

static size_t first_batch(const Run *run, const Crew *crew)
{
    double units = crew->device->info.is_cpu ? FIRST_BATCH : FIRST_BATCH_GPU;
    for (int i = 0; i < run->plan->depth; i++) units /= TYPICAL_MOVES;
    return units < 1 ? 1 : units < (double)run->most_batch ? (size_t)units : run->most_batch;
}

/* Batches of about a second keep a device busy, and no more is lost when the run is stopped. */
static size_t next_batch(const Run *run, size_t batch, double seconds)
{
    if (seconds > 2) return (batch + 1) / 2;
    if (seconds > 0.25) return batch;
    return batch < run->most_batch / 4 ? 4 * batch : run->most_batch;
}

/* A batch that a device gave up. */
static void count_natively(Run *run, PerftUnit *const *units, size_t n, Nodes *nodes, uint64_t *stats)
{
    const GameRules rules = run->machine->rules;
    const volatile int *stop = &run->machine->stop;
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

static void run_device(Crew *crew)
{
    Run *run = crew->run;
    DeviceError error = {""};
    DeviceStatus status = DEVICE_OK;
    Nodes *nodes = crew->nodes;
    size_t n;
    crew->batch = first_batch(run, crew);
    while (!status && (n = run_take(run, crew->batch, crew->units)) > 0) {
        const double start = run_clock(CLOCK_MONOTONIC);
        uint64_t stats[GAME_MAX_STATS] = {0};
        crew->perft.visited = 0;
        for (size_t i = 0; i < n; i++) crew->positions[i] = crew->units[i]->position;
        if (run->job->stats)
            status = perft_device_stats(&crew->perft, crew->positions, (uint32_t)n, run->plan->depth, stats,
                                        &error);
        else status = count_wide(crew, crew->positions, n, run->plan->depth, nodes, &error);
        if (status || run_is_stopped(run)) break;
        if (crew->perft.overflowed) count_natively(run, crew->units, n, nodes, stats);
        const Nodes from_table =
            run->job->stats || crew->perft.overflowed ? 0 : sum(nodes, n) - crew->perft.visited;
        if (!run->job->stats) check_unit(crew, crew->units, n, nodes);
        const double seconds = run_clock(CLOCK_MONOTONIC) - start;
        run_book(crew, crew->units, n, run->job->stats ? NULL : nodes, run->job->stats ? stats : NULL,
                 from_table, seconds);
        crew->batch = next_batch(run, crew->batch, seconds);
    }
    if (status) run_fail(run, perft_status_of(status), error.text);
}

void *crew_main(void *argument)
{
    Crew *crew = argument;
    if (crew->device != NULL) run_device(crew);
    else run_native(crew);
    pthread_mutex_lock(&crew->run->mutex);
    crew->run->running--;
    pthread_cond_signal(&crew->run->changed);
    pthread_mutex_unlock(&crew->run->mutex);
    return NULL;
}

void crews_free_batches(PerftMachine *machine)
{
    for (int i = 0; i < machine->crew_count; i++) {
        Crew *crew = &machine->crew[i];
        free(crew->units);
        free(crew->positions);
        free(crew->totals);
        free(crew->nodes);
        crew->units = NULL;
        crew->positions = NULL;
        crew->totals = NULL;
        crew->nodes = NULL;
    }
}

/* A few batches a device, so that none waits long for another at the end. */
int crews_allot_batches(Run *run)
{
    PerftMachine *machine = run->machine;
    const size_t count = (size_t)machine->crew_count, share = run->plan->count / (4 * count) + 1;
    run->most_batch = machine->batch < share ? machine->batch : share;
    const size_t room = run->most_batch > GAME_MAX_MOVES ? run->most_batch : GAME_MAX_MOVES;
    for (int i = 0; i < machine->crew_count; i++) {
        Crew *crew = &machine->crew[i];
        if (crew->device == NULL) continue;
        crew->units = malloc(room * sizeof *crew->units);
        crew->positions = malloc(room * sizeof *crew->positions);
        crew->totals = malloc(room * sizeof *crew->totals);
        crew->nodes = malloc(room * sizeof *crew->nodes);
        if (crew->units == NULL || crew->positions == NULL || crew->totals == NULL || crew->nodes == NULL)
            return -1;
    }
    return 0;
}
