/* What the threads of a search share, and what each has for itself. */
#ifndef ENGINE_WORKER_H
#define ENGINE_WORKER_H

#include "clock.h"
#include "positions.h"
#include "row.h"

#define ENGINE_HISTORY 1024 /* plies of the game that are looked at for repetitions */

/* A move of the position to be searched. */
typedef struct {
    EnginePosition after;
    int zeroing;
    int rank;        /* by tables, the higher the better; equal where they know nothing */
    int decided;     /* tables know the score below */
    int table_score, table_result, table_plies; /* as in EngineTableMove */
    int score, last_score;
    int selective_depth;
    EnginePosition line[ENGINE_LINE]; /* begins with `after` */
    int line_count;
} RootMove;

typedef struct {
    const EngineGame *game;
    Positions *positions;
    Clock clock;
    u64 node_limit;
    void *tables;    /* NULL: none are to be asked within the tree */
    int table_men;
    int stop;        /* atomic */
    int broken;      /* atomic: 1 once trouble is written */
    char trouble[ENGINE_ERROR];
} Search;

struct Worker {
    Search *search;
    int number;      /* 0: the one that watches the clock and tells */
    u64 nodes, table_hits; /* atomic */
    u64 unwatched;   /* nodes since the clock was looked at */
    int selective_depth;
    /* keys of the game's positions and of the line being searched; the root's is keys[base] */
    u64 keys[ENGINE_HISTORY + ENGINE_PLIES + 1];
    int base;
    int clock;       /* at the root */
    EnginePosition position;
    RootMove *root;
    int root_count;
    int depth_done;
    void *tree;
};

static inline int worker_stopped(const Worker *worker)
{
    return __atomic_load_n(&worker->search->stop, __ATOMIC_RELAXED);
}

/* Counts a node; 1 if the search shall end. */
static inline int worker_count(Worker *worker)
{
    __atomic_store_n(&worker->nodes, worker->nodes + 1, __ATOMIC_RELAXED);
    if (worker->number == 0 && ++worker->unwatched >= 512) {
        worker->unwatched = 0;
        if (clock_is_over(&worker->search->clock))
            __atomic_store_n(&worker->search->stop, 1, __ATOMIC_RELAXED);
    }
    if (worker->search->node_limit && worker->number == 0 && worker->nodes >= worker->search->node_limit)
        __atomic_store_n(&worker->search->stop, 1, __ATOMIC_RELAXED);
    return worker_stopped(worker);
}

/* 1 if the position `ply` plies below the root, whose key is in its place, is drawn by repetition: it came
 * once since the root, or twice before. clock: plies since a zeroing move. */
static inline int worker_repeats(const Worker *worker, int ply, int clock)
{
    const int here = worker->base + ply, first = here - clock > 0 ? here - clock : 0;
    int before = 0;
    for (int i = here - 4; i >= first; i -= 2) {
        if (worker->keys[i] != worker->keys[here]) continue;
        if (i >= worker->base || ++before == 2) return 1;
    }
    return 0;
}

/* Asks the tables within the tree. 1: *score is that of the position, `ply` plies below the root. */
int worker_probe(Worker *worker, const EnginePosition *position, int clock, int ply, int *score);

/* Deepens until the search is over. `tell` is called for each line that is new; NULL: nobody listens. */
void worker_deepen(Worker *worker, int depth_limit, int lines, int mate,
                   void (*tell)(Worker *worker, int number, int depth, void *user), void *user);

/* The root moves of the worker's position, ranked by tables; only: NULL, or those to choose among. */
void worker_list_root(Worker *worker, void *tables, int table_men, const EnginePosition *only,
                      int only_count);

#endif
