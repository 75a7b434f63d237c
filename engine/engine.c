/* SPDX-License-Identifier: MIT */
#include "worker.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STACK = 8 << 20, DEEPEST = ENGINE_PLIES - 8 };

struct Engine {
    const EngineGame *game;
    Positions *positions;
    void *tables;
    int table_men;
    int threads;
    void *trees[ENGINE_MAX_THREADS]; /* of the threads that have searched so far */
    Search search;

    EngineTask task;
    EngineListener listener;
    Worker *workers[ENGINE_MAX_THREADS]; /* of the search that runs */
    int worker_count;

    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t changed;
    int running, released; /* released: a result may be reported */
    pthread_t thread;
    int joinable;
};

/* ---- opening and setting ---- */

static int fail(char error[ENGINE_ERROR], const char *text)
{
    snprintf(error, ENGINE_ERROR, "%s", text);
    return -1;
}

Engine *engine_open(const EngineGame *game, u64 hash_bytes, char error[ENGINE_ERROR])
{
    Engine *engine = calloc(1, sizeof *engine);
    if (engine) engine->positions = positions_make(hash_bytes);
    if (!engine || !engine->positions) {
        free(engine);
        fail(error, "not enough memory for the engine's hash table");
        return NULL;
    }
    engine->game = game;
    engine->threads = 1;
    pthread_mutex_init(&engine->lock, NULL);
    pthread_cond_init(&engine->changed, NULL);
    return engine;
}

static void close_tables(Engine *engine)
{
    if (engine->tables) engine->game->close_tables(engine->tables);
    engine->tables = NULL;
    engine->table_men = 0;
}

void engine_close(Engine *engine)
{
    if (!engine) return;
    engine_stop(engine);
    engine_wait(engine);
    close_tables(engine);
    positions_free(engine->positions);
    for (int i = 0; i < ENGINE_MAX_THREADS; i++) free(engine->trees[i]);
    pthread_mutex_destroy(&engine->lock);
    pthread_cond_destroy(&engine->changed);
    free(engine);
}

int engine_set_hash(Engine *engine, u64 hash_bytes, char error[ENGINE_ERROR])
{
    Positions *positions = positions_make(hash_bytes);
    if (!positions) return fail(error, "not enough memory for a hash table of that size");
    positions_free(engine->positions);
    engine->positions = positions;
    return 0;
}

void engine_set_threads(Engine *engine, int threads)
{
    engine->threads = threads < 1 ? 1 : threads > ENGINE_MAX_THREADS ? ENGINE_MAX_THREADS : threads;
}

int engine_set_tables(Engine *engine, const char *folder, u64 cache_bytes, char error[ENGINE_ERROR])
{
    close_tables(engine);
    if (!folder || !*folder) return 0;
    if (!engine->game->open_tables) {
        snprintf(error, ENGINE_ERROR, "there are no tables of %s", engine->game->name);
        return -1;
    }
    engine->tables = engine->game->open_tables(engine->game, folder, cache_bytes, &engine->table_men, error);
    return engine->tables ? 0 : -1;
}

void engine_clear(Engine *engine)
{
    positions_clear(engine->positions);
    for (int i = 0; i < ENGINE_MAX_THREADS; i++)
        if (engine->trees[i]) engine->game->forget(engine->trees[i]);
}

int engine_zeroing(const EngineGame *game, const EnginePosition *before, const EnginePosition *after)
{
    return game->zeroing(game, before, after);
}

/* ---- workers ---- */

static void free_workers(Engine *engine)
{
    for (int i = 0; i < engine->worker_count; i++) {
        Worker *worker = engine->workers[i];
        for (int k = 0; i == 0 && k < worker->root_count; k++) free(worker->root[k].long_line);
        free(worker->root);
        free(worker);
    }
    engine->worker_count = 0;
}

/* The game so far, as far as it can come again. */
static void place(Worker *worker, const EngineTask *task)
{
    int count = task->history_count < ENGINE_HISTORY ? task->history_count : ENGINE_HISTORY;
    const EnginePosition *history = task->history + task->history_count - count;
    for (int i = 0; i < count; i++) worker->keys[i] = engine_key(history[i].word);
    worker->base = count - 1;
    worker->clock = task->clock;
    worker->position = history[count - 1];
}

static int make_worker(Engine *engine, int i)
{
    Worker *worker = calloc(1, sizeof *worker);
    if (!worker) return -1;
    worker->root = malloc(ENGINE_MAX_MOVES * sizeof *worker->root);
    if (!engine->trees[i]) engine->trees[i] = calloc(1, engine->game->tree_bytes);
    worker->tree = engine->trees[i];
    if (!worker->root || !worker->tree) {
        free(worker->root);
        free(worker);
        return -1;
    }
    worker->search = &engine->search;
    worker->number = i;
    place(worker, &engine->task);
    engine->workers[engine->worker_count++] = worker;
    return 0;
}

static int make_workers(Engine *engine)
{
    for (int i = 0; i < engine->threads; i++)
        if (make_worker(engine, i)) {
            free_workers(engine);
            return -1;
        }
    return 0;
}

/* ---- reporting ---- */

typedef struct {
    u64 nodes, table_hits;
} Sums;

static Sums sum_up(const Engine *engine)
{
    Sums sums = {0, 0};
    for (int i = 0; i < engine->worker_count; i++) {
        sums.nodes += __atomic_load_n(&engine->workers[i]->nodes, __ATOMIC_RELAXED);
        sums.table_hits += __atomic_load_n(&engine->workers[i]->table_hits, __ATOMIC_RELAXED);
    }
    return sums;
}

/* What tables say is exact, whatever the depth. */
static EngineLine line_of(const Engine *engine, const Worker *worker, int number)
{
    const RootMove *move = &worker->root[number];
    const Sums sums = sum_up(engine);
    return (EngineLine){.number = number + 1,
                        .depth = move->line_depth,
                        .selective_depth = move->selective_depth,
                        .score = move->decided ? move->table_score : move->line_score,
                        .kind = move->decided ? ENGINE_EXACT : move->kind,
                        .nodes = sums.nodes,
                        .table_hits = sums.table_hits,
                        .seconds = clock_elapsed(&engine->search.clock),
                        .hash_permille = positions_permille(engine->positions),
                        .moves = move->long_count ? move->long_line : move->line,
                        .move_count = move->long_count ? move->long_count : move->line_count};
}

static void report_lines(Worker *worker, void *user)
{
    const Engine *engine = user;
    for (int i = 0; engine->listener.line && i < engine->task.lines && i < worker->root_count; i++) {
        worker_extend_line(worker, &worker->root[i]);
        const EngineLine line = line_of(engine, worker, i);
        engine->listener.line(engine->listener.user, &line);
    }
}

static void report_progress(Worker *worker, void *user)
{
    const Engine *engine = user;
    const Sums sums = sum_up(engine);
    const EngineProgress progress = {.depth = worker->depth,
                                     .move = worker->root[worker->root_now].after,
                                     .move_number = worker->root_now + 1,
                                     .nodes = sums.nodes,
                                     .table_hits = sums.table_hits,
                                     .seconds = clock_elapsed(&engine->search.clock),
                                     .hash_permille = positions_permille(engine->positions)};
    if (engine->listener.progress) engine->listener.progress(engine->listener.user, &progress);
}

/* A patient search is not over before it is released. */
static void wait_for_release(Engine *engine)
{
    pthread_mutex_lock(&engine->lock);
    while (!engine->released) pthread_cond_wait(&engine->changed, &engine->lock);
    pthread_mutex_unlock(&engine->lock);
}

/* Lines that were not reported come first, so that the last of them begins with the best move. */
static void report_done(Engine *engine)
{
    Worker *worker = engine->workers[0];
    EngineLine line = {.number = 1, .score = engine->game->ended(engine->game, &worker->position)};
    worker->grace = clock_now() + (engine->search.clock.most > 0 ? 0.005 : 0.1);
    if (worker->root_count > 0) {
        if (worker->news || worker->depth_done == 0) report_lines(worker, engine);
        line = line_of(engine, worker, 0);
    }
    engine->listener.done(engine->listener.user, &line,
                          __atomic_load_n(&engine->search.broken, __ATOMIC_RELAXED) ? engine->search.trouble
                                                                                    : "");
}

/* ---- searching ---- */

static void *help(void *data)
{
    Worker *worker = data;
    worker_deepen(worker, DEEPEST, 1, 0);
    return NULL;
}

static int spawn(pthread_t *thread, void *(*run)(void *), void *data)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    const int failed = pthread_create(thread, &attributes, run, data);
    pthread_attr_destroy(&attributes);
    return failed ? -1 : 0;
}

/* Fewer helpers than wanted only make the search slower. */
static void search_together(Engine *engine)
{
    pthread_t helpers[ENGINE_MAX_THREADS];
    Worker *first = engine->workers[0];
    int count = 0;
    for (int i = 1; i < engine->worker_count; i++) {
        Worker *worker = engine->workers[i];
        memcpy(worker->root, first->root, (size_t)first->root_count * sizeof *first->root);
        worker->root_count = first->root_count;
        if (spawn(&helpers[count], help, worker)) break;
        count++;
    }
    const EngineTask *task = &engine->task;
    worker_deepen(first, task->depth > 0 && task->depth < DEEPEST ? task->depth : DEEPEST, task->lines,
                  task->mate);
    __atomic_store_n(&engine->search.stop, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < count; i++) pthread_join(helpers[i], NULL);
}

static void *think(void *data)
{
    Engine *engine = data;
    Worker *first = engine->workers[0];
    worker_list_root(first, engine->tables, engine->table_men, engine->task.only, engine->task.only_count);
    if (first->root_count > 0) {
        if (first->root[0].decided) engine->search.tables = NULL; /* the ranks say it all */
        search_together(engine);
    }
    if (engine->task.patient || engine->task.ponder) wait_for_release(engine);
    report_done(engine);
    free_workers(engine);
    pthread_mutex_lock(&engine->lock);
    engine->running = 0;
    pthread_cond_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->lock);
    return NULL;
}

static void prepare(Engine *engine, const EngineTask *task)
{
    engine->task = *task;
    if (engine->task.lines < 1) engine->task.lines = 1;
    engine->search = (Search){.game = engine->game,
                              .positions = engine->positions,
                              .clock = clock_of(task),
                              .node_limit = task->nodes,
                              .tables = engine->tables,
                              .line_tables = engine->tables,
                              .table_men = engine->table_men,
                              .report_lines = report_lines,
                              .report_progress = report_progress,
                              .user = engine};
}

int engine_start(Engine *engine, const EngineTask *task, const EngineListener *listener,
                 char error[ENGINE_ERROR])
{
    engine_wait(engine);
    prepare(engine, task);
    engine->listener = *listener;
    positions_next_search(engine->positions);
    if (make_workers(engine)) return fail(error, "not enough memory for the threads of a search");
    engine->running = 1;
    engine->released = 0;
    if (spawn(&engine->thread, think, engine)) {
        free_workers(engine);
        engine->running = 0;
        return fail(error, "no thread can be started for a search");
    }
    engine->joinable = 1;
    return 0;
}

static void release(Engine *engine)
{
    pthread_mutex_lock(&engine->lock);
    engine->released = 1;
    pthread_cond_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->lock);
}

void engine_stop(Engine *engine)
{
    __atomic_store_n(&engine->search.stop, 1, __ATOMIC_RELAXED);
    release(engine);
}

void engine_ponder_hit(Engine *engine)
{
    clock_ponder_hit(&engine->search.clock);
    release(engine);
}

void engine_wait(Engine *engine)
{
    pthread_mutex_lock(&engine->lock);
    while (engine->running) pthread_cond_wait(&engine->changed, &engine->lock);
    const int joinable = engine->joinable;
    engine->joinable = 0;
    pthread_mutex_unlock(&engine->lock);
    if (joinable) pthread_join(engine->thread, NULL);
}

int engine_busy(Engine *engine)
{
    pthread_mutex_lock(&engine->lock);
    const int running = engine->running;
    pthread_mutex_unlock(&engine->lock);
    return running;
}

int engine_table_moves(Engine *engine, const EngineTask *task, EngineTableMove *list)
{
    int count = -1;
    if (!engine->tables) return -1;
    prepare(engine, task);
    engine->listener = (EngineListener){0};
    if (make_worker(engine, 0)) return -1;
    Worker *worker = engine->workers[0];
    worker_list_root(worker, engine->tables, engine->table_men, NULL, 0);
    if (worker->root_count == 0 || worker->root[0].decided) count = worker->root_count;
    for (int i = 0; i < count; i++) {
        const RootMove *move = &worker->root[i];
        list[i] =
            (EngineTableMove){move->after, move->table_result, move->table_result ? move->table_plies : -1};
    }
    free_workers(engine);
    return count;
}
