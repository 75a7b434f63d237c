/* SPDX-License-Identifier: MIT */
#include "perft_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMALL_RUN 1e6 /* leaves that are counted before other threads would have started */

static void set_up_workers(PerftRun *run)
{
    PerftPool *pool = run->pool;
    PerftResult *result = run->result;
    const GamePerft *perft = pool->rules.game->perft;
    stop_set(&pool->stop, stop_asked(run->job->stop));
    result->tally_count = pool->devices.count;
    for (int i = 0; i < pool->devices.count; i++) {
        const int native = pool->devices.choices[i].backend == NULL;
        PerftTally *tally = &result->tally[i];
        snprintf(tally->id, sizeof tally->id, "%s", pool->devices.choices[i].id);
        tally->threads = native ? pool->threads : 0;
        tally->counting = run->job->stats ? "every move made, one by one"
                          : native        ? perft->engine().counting
                                          : perft->device_counting;
    }
    for (int i = 0; i < pool->worker_count; i++) {
        Worker *worker = &pool->worker[i];
        worker->run = run;
        worker->tally = &result->tally[worker->tally_index];
        worker->mismatches = 0;
        worker->checking = 0;
        if (pool->table != NULL) worker->table = *pool->table;
    }
}

static void report_progress(PerftRun *run)
{
    if (run->job->progress == NULL || run->running == 0) return;
    PerftProgress now = {.nodes = run->result->nodes - run->result->before,
                         .fraction = run->to_do ? (double)run->done / (double)run->to_do : 1.0,
                         .seconds = run_clock(CLOCK_MONOTONIC) - run->start,
                         .tally_count = run->result->tally_count};
    for (int i = 0; i < now.tally_count; i++) {
        const PerftTally *tally = &run->result->tally[i];
        now.id[i] = tally->id;
        now.busy[i] = tally->seconds / now.seconds / (tally->threads ? tally->threads : 1);
    }
    pthread_mutex_unlock(&run->mutex);
    run->job->progress(run->job->context, &now);
    pthread_mutex_lock(&run->mutex);
}

/* Guesses the leaves from the layer of units. */
static int is_small(const PerftRun *run)
{
    const int depth = run->job->depth, plies = run->plan->split;
    /* a root whose moves cannot be listed may take very long */
    if (plies == 0) return run->result->root_count > 0;
    return pow((double)run->result->paths, (double)depth / plies) < SMALL_RUN;
}

/* The first worker does it all, on this thread. */
static void work_alone(PerftRun *run)
{
    PerftTally *tally = run->pool->worker[0].tally;
    if (tally->threads > 1) tally->threads = 1;
    run->running = 1;
    worker_main(&run->pool->worker[0]);
    pthread_mutex_lock(&run->mutex);
    run_save(run);
    pthread_mutex_unlock(&run->mutex);
}

static void obey_stop(PerftRun *run)
{
    if (!stop_asked(run->job->stop)) return;
    if (run->job->save != NULL && !stop_asked(run->job->give_up)) run->closing = 1;
    else stop_set(&run->pool->stop, 1);
}

/* Starts the threads and waits, with an eye on the stop flag. */
static void work_together(PerftRun *run)
{
    Worker *workers = run->pool->worker;
    const int count = run->pool->worker_count;
    pthread_mutex_lock(&run->mutex);
    int started = 0;
    for (; started < count; started++) {
        if (pthread_create(&workers[started].thread, NULL, worker_main, &workers[started])) break;
        run->running++;
    }
    if (started == 0) {
        run->status = PERFT_OUT_OF_MEMORY;
        snprintf(run->error, PERFT_ERROR, "cannot start a thread");
    }
    while (run->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100000000;
        if (until.tv_nsec >= 1000000000) {
            until.tv_sec++;
            until.tv_nsec -= 1000000000;
        }
        pthread_cond_timedwait(&run->changed, &run->mutex, &until);
        obey_stop(run);
        if (run->running == 0 || run_is_stopped(run) || run_save_is_due(run)) run_save(run);
        report_progress(run);
    }
    run_save(run); /* where none ran at all, or the last ended while results were being saved */
    pthread_mutex_unlock(&run->mutex);
    for (int i = 0; i < started; i++) pthread_join(workers[i].thread, NULL);
}

static PerftStatus make_plan(const PerftPool *pool, const PerftJob *job, PerftPlan *plan,
                             char error[PERFT_ERROR])
{
    const PlanRequest request = {job->root, job->depth, job->split, 0, 0, job->stats};
    switch (perft_plan(pool->rules, &request, plan)) {
    case PLAN_DONE: return PERFT_DONE;
    case PLAN_TOO_FINE:
        snprintf(error, PERFT_ERROR, "--split %d makes more than %u units; expected a smaller number",
                 job->split, PERFT_MOST_UNITS);
        return PERFT_OUT_OF_MEMORY;
    case PLAN_NO_MEMORY: break;
    }
    snprintf(error, PERFT_ERROR, "no memory for the plan of units");
    return PERFT_OUT_OF_MEMORY;
}

static PerftStatus prepare(PerftRun *run)
{
    PerftStatus status = PERFT_DONE;
    run->plan = run->job->plan != NULL ? run->job->plan : &run->own_plan;
    if (run->plan == &run->own_plan) status = make_plan(run->pool, run->job, run->plan, run->error);
    if (status) return status;
    run_start_accounting(run);
    if (run->job->save != NULL) run->unsaved = malloc((run->plan->count + 1) * sizeof(PerftUnit *));
    if (!pool_allot_batches(run) && (run->job->save == NULL || run->unsaved != NULL)) return PERFT_DONE;
    snprintf(run->error, PERFT_ERROR, "no memory for the plan of units");
    return PERFT_OUT_OF_MEMORY;
}

PerftStatus perft_run(PerftPool *pool, const PerftJob *job, PerftResult *result, char error[PERFT_ERROR])
{
    memset(result, 0, sizeof *result);
    error[0] = 0;
    const double cpu = run_clock(CLOCK_PROCESS_CPUTIME_ID);
    PerftRun run = {.pool = pool, .job = job, .result = result, .error = error};
    run.start = run.saved = run_clock(CLOCK_MONOTONIC);
    set_up_workers(&run);
    if (job->depth == 0) {
        result->nodes = 1;
        return PERFT_DONE;
    }
    run.status = prepare(&run);
    if (!run.status) {
        pthread_mutex_init(&run.mutex, NULL);
        pthread_cond_init(&run.changed, NULL);
        if (is_small(&run)) work_alone(&run);
        else work_together(&run);
        pthread_cond_destroy(&run.changed);
        pthread_mutex_destroy(&run.mutex);
        if (!run.status && run.done < run.to_do) run.status = PERFT_STOPPED;
    }
    if (!run.status && job->depth == 1)
        for (int i = 0; i < result->root_count; i++) result->root_nodes[i] = 1;
    pool_free_batches(pool);
    free(run.unsaved);
    perft_plan_free(&run.own_plan);
    result->seconds = run_clock(CLOCK_MONOTONIC) - run.start;
    result->cpu_seconds = run_clock(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    return run.status;
}

uint64_t perft_memory(void) { return perft_plan_memory(); }
