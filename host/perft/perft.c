/* SPDX-License-Identifier: MIT */
#include "perft_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNITS_PER_THREAD 64
#define SMALL_RUN 1e6 /* leaves that are counted before other threads would have started */

static void brief(Run *run)
{
    PerftMachine *machine = run->machine;
    PerftResult *result = run->result;
    const GamePerft *perft = machine->rules.game->perft;
    stop_set(&machine->stop, stop_asked(run->job->stop));
    result->worker_count = machine->devices.count;
    for (int i = 0; i < machine->devices.count; i++) {
        const int native = machine->devices.choices[i].backend == NULL;
        PerftWorker *worker = &result->worker[i];
        snprintf(worker->id, sizeof worker->id, "%s", machine->devices.choices[i].id);
        worker->threads = native ? machine->threads : 0;
        worker->counting = run->job->stats ? "every move made, one by one"
                           : native        ? perft->engine().counting
                                           : perft->device_counting;
    }
    for (int i = 0; i < machine->crew_count; i++) {
        Crew *crew = &machine->crew[i];
        crew->run = run;
        crew->worker = &result->worker[crew->worker_index];
        crew->mismatches = 0;
        crew->checking = 0;
        if (machine->table != NULL) crew->table = *machine->table;
    }
}

static void tell(Run *run)
{
    if (run->job->progress == NULL || run->running == 0) return;
    PerftProgress now = {.nodes = run->result->nodes - run->result->before,
                         .fraction = run->to_do ? (double)run->done / (double)run->to_do : 1.0,
                         .seconds = run_clock(CLOCK_MONOTONIC) - run->start,
                         .worker_count = run->result->worker_count};
    for (int i = 0; i < now.worker_count; i++) {
        const PerftWorker *worker = &run->result->worker[i];
        now.id[i] = worker->id;
        now.busy[i] = worker->seconds / now.seconds / (worker->threads ? worker->threads : 1);
    }
    pthread_mutex_unlock(&run->mutex);
    run->job->progress(run->job->context, &now);
    pthread_mutex_lock(&run->mutex);
}

/* Guesses the leaves from the layer of units. */
static int is_small(const Run *run)
{
    const int depth = run->job->depth, plies = run->plan->split;
    /* a root whose moves cannot be listed may take very long */
    if (plies == 0) return run->result->root_count > 0;
    return pow((double)run->result->paths, (double)depth / plies) < SMALL_RUN;
}

/* The first crew does it all, on this thread. */
static void work_alone(Run *run)
{
    PerftWorker *worker = run->machine->crew[0].worker;
    if (worker->threads > 1) worker->threads = 1;
    run->running = 1;
    crew_main(&run->machine->crew[0]);
    pthread_mutex_lock(&run->mutex);
    run_save(run);
    pthread_mutex_unlock(&run->mutex);
}

static void heed_stop(Run *run)
{
    if (!stop_asked(run->job->stop)) return;
    if (run->job->save != NULL && !stop_asked(run->job->give_up)) run->closing = 1;
    else stop_set(&run->machine->stop, 1);
}

/* Starts the threads and waits, with an eye on the stop flag. */
static void work_together(Run *run)
{
    Crew *crews = run->machine->crew;
    const int count = run->machine->crew_count;
    pthread_mutex_lock(&run->mutex);
    int started = 0;
    for (; started < count; started++) {
        if (pthread_create(&crews[started].thread, NULL, crew_main, &crews[started])) break;
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
        heed_stop(run);
        if (run->running == 0 || run_is_stopped(run) || run_save_is_due(run)) run_save(run);
        tell(run);
    }
    run_save(run); /* where none ran at all, or the last ended while results were being saved */
    pthread_mutex_unlock(&run->mutex);
    for (int i = 0; i < started; i++) pthread_join(crews[i].thread, NULL);
}

PerftStatus perft_make_plan(const PerftMachine *machine, const PerftJob *job, size_t wanted, PerftPlan *plan,
                            char error[PERFT_ERROR])
{
    const size_t cores = (size_t)machine->crew_count * UNITS_PER_THREAD;
    if (!wanted) wanted = machine->device_count ? PERFT_SPLIT_MANY : cores;
    const PlanRequest request = {job->root, job->depth, job->split, wanted, job->stats};
    switch (perft_plan(machine->rules, &request, plan)) {
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

static PerftStatus prepare(Run *run)
{
    PerftStatus status = PERFT_DONE;
    run->plan = run->job->plan != NULL ? run->job->plan : &run->own_plan;
    if (run->plan == &run->own_plan)
        status = perft_make_plan(run->machine, run->job, 0, run->plan, run->error);
    if (status) return status;
    run_open_books(run);
    if (run->job->save != NULL) run->unsaved = malloc((run->plan->count + 1) * sizeof(PerftUnit *));
    if (!crews_allot_batches(run) && (run->job->save == NULL || run->unsaved != NULL)) return PERFT_DONE;
    snprintf(run->error, PERFT_ERROR, "no memory for the plan of units");
    return PERFT_OUT_OF_MEMORY;
}

PerftStatus perft_run(PerftMachine *machine, const PerftJob *job, PerftResult *result,
                      char error[PERFT_ERROR])
{
    memset(result, 0, sizeof *result);
    error[0] = 0;
    const double cpu = run_clock(CLOCK_PROCESS_CPUTIME_ID);
    Run run = {.machine = machine, .job = job, .result = result, .error = error};
    run.start = run.saved = run_clock(CLOCK_MONOTONIC);
    brief(&run);
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
    crews_free_batches(machine);
    free(run.unsaved);
    perft_plan_free(&run.own_plan);
    result->seconds = run_clock(CLOCK_MONOTONIC) - run.start;
    result->cpu_seconds = run_clock(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    return run.status;
}

uint64_t perft_memory(void) { return perft_plan_memory(); }
