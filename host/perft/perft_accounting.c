/* SPDX-License-Identifier: MIT */
#include "perft_run.h"

#include <stdio.h>
#include <string.h>

#define SAVE_SHARE 0.02 /* of the time, for saving */

double run_clock(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void run_fail(PerftRun *run, PerftStatus status, const char *text)
{
    pthread_mutex_lock(&run->mutex);
    if (run->status == PERFT_DONE) {
        run->status = status;
        snprintf(run->error, PERFT_ERROR, "%s", text);
    }
    stop_set(&run->pool->stop, 1);
    pthread_mutex_unlock(&run->mutex);
}

size_t run_take(PerftRun *run, size_t most, PerftUnit **units)
{
    size_t n = 0;
    PerftPlan *plan = run->plan;
    pthread_mutex_lock(&run->mutex);
    for (; !run->closing && !run_is_stopped(run) && n < most && run->next < plan->count; run->next++)
        if (plan->units[run->next].state == UNIT_OPEN) units[n++] = &plan->units[run->next];
    pthread_mutex_unlock(&run->mutex);
    return n;
}

/* Adds leaves below a unit, or some of them, to the sums. */
static void add_nodes(PerftRun *run, const PerftUnit *unit, Nodes nodes)
{
    run->result->nodes += nodes * unit->times;
    for (uint32_t i = 0; i < unit->origin_count; i++) {
        const PerftOrigin *origin = &run->plan->origins[unit->first_origin + i];
        run->result->root_nodes[origin->root] += nodes * origin->times;
    }
}

static void close_unit(PerftRun *run, PerftUnit *unit)
{
    unit->state = UNIT_DONE;
    for (uint32_t i = 0; i < unit->origin_count; i++)
        run->result->root_open[run->plan->origins[unit->first_origin + i].root]--;
}

/* Adds what was counted of a unit; when the run is stopped, it stays open. With save it is done later. */
static void add_unit(Worker *worker, PerftUnit *unit, Nodes nodes, int whole)
{
    PerftRun *run = worker->run;
    if (whole) unit->nodes = nodes;
    if (run->job->save != NULL) {
        if (!whole) return;
        unit->tally = worker->tally_index;
        unit->state = UNIT_COUNTED;
        run->counted++;
    } else {
        add_nodes(run, unit, nodes);
        if (whole) close_unit(run, unit);
    }
    worker->tally->nodes += nodes * unit->times;
}

void run_add(Worker *worker, PerftUnit *const *units, size_t n, const Nodes *nodes, const uint64_t *stats,
             Nodes from_table, double seconds)
{
    PerftRun *run = worker->run;
    PerftResult *result = run->result;
    Nodes visited = 0;
    pthread_mutex_lock(&run->mutex);
    const int whole = !run_is_stopped(run);
    for (size_t i = 0; i < n; i++) {
        if (nodes == NULL) {
            if (whole) close_unit(run, units[i]);
            continue;
        }
        add_unit(worker, units[i], nodes[i], whole);
        visited += nodes[i];
    }
    if (stats != NULL) {
        const GamePerft *perft = run->pool->rules.game->perft;
        for (int i = 0; i < perft->stat_count; i++) game_add_stat(perft, i, &result->stats[i], stats[i]);
        result->nodes += stats[0];
        worker->tally->nodes += stats[0];
        visited = stats[0];
    }
    worker->tally->units += whole ? n : 0;
    worker->tally->visited += visited - from_table;
    worker->tally->seconds += seconds;
    result->visited += visited - from_table;
    result->from_table += from_table;
    if (run->job->save == NULL) run->done += whole ? n : 0;
    pthread_mutex_unlock(&run->mutex);
}

int run_save_is_due(const PerftRun *run)
{
    const double passed = run_clock(CLOCK_MONOTONIC) - run->saved;
    return passed > run->job->save_period && passed > run->saving / SAVE_SHARE;
}

void run_save(PerftRun *run)
{
    size_t n = 0;
    if (run->job->save == NULL || run->counted == 0 || run->save_failed) return;
    for (size_t i = 0; i < run->next; i++)
        if (run->plan->units[i].state == UNIT_COUNTED) run->unsaved[n++] = &run->plan->units[i];
    run->counted = 0;
    pthread_mutex_unlock(&run->mutex);
    const double start = run_clock(CLOCK_MONOTONIC);
    run->save_failed = run->job->save(run->job->save_context, run->unsaved, n) != 0;
    pthread_mutex_lock(&run->mutex);
    run->saved = run_clock(CLOCK_MONOTONIC);
    run->saving = run->saved - start;
    if (run->save_failed) {
        if (run->status == PERFT_DONE) run->status = PERFT_UNSAVED;
        stop_set(&run->pool->stop, 1);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        add_nodes(run, run->unsaved[i], run->unsaved[i]->nodes);
        close_unit(run, run->unsaved[i]);
    }
    run->done += n;
}

void run_start_accounting(PerftRun *run)
{
    PerftResult *result = run->result;
    PerftPlan *plan = run->plan;
    result->root_count = plan->root_count;
    memcpy(result->root, plan->root, sizeof result->root);
    result->split = plan->split;
    result->units = plan->count;
    for (size_t i = 0; i < plan->count; i++) {
        PerftUnit *unit = &plan->units[i];
        for (uint32_t k = 0; k < unit->origin_count; k++)
            result->root_open[plan->origins[unit->first_origin + k].root]++;
        result->paths += unit->times;
        run->to_do += unit->state == UNIT_OPEN;
        if (unit->state != UNIT_DONE) continue;
        add_nodes(run, unit, unit->nodes);
        close_unit(run, unit);
    }
    result->before = result->nodes;
    result->units_before = plan->count - run->to_do;
}
