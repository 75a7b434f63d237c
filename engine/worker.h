/* SPDX-License-Identifier: MIT */
/* What the threads of a search share, and what each has for itself. */
#ifndef ENGINE_WORKER_H
#define ENGINE_WORKER_H

#include "clock.h"
#include "positions.h"
#include "engine_game.h"

#define ENGINE_HISTORY 1024 /* plies of the game that are looked at for repetitions */

/* A move of the position to be searched. */
typedef struct {
    EnginePosition after;
    int zeroing;
    int rank;    /* by tables, the higher the better; equal where they know nothing */
    int decided; /* tables know the score below */
    int table_score, table_result, table_plies; /* as in EngineTableMove */
    int score, last_score;                      /* in the search that runs, and at the depth before */
    /* the line that was found last, and where */
    int line_depth, line_score, selective_depth;
    EngineScoreKind kind;
    EnginePosition line[ENGINE_LINE]; /* begins with `after` */
    int line_count;
    EnginePosition *long_line; /* as tables extend it: room for ENGINE_LONG_LINE, or NULL */
    int long_count;            /* 0: they do not */
} RootMove;

typedef struct {
    const EngineGame *game;
    Positions *positions;
    Clock clock;
    u64 node_limit;
    void *tables;      /* to be asked within the tree; NULL: none */
    void *line_tables; /* that extend lines; NULL: none */
    int table_men;
    int stop;   /* atomic */
    int broken; /* atomic: 1 once trouble is written */
    char trouble[ENGINE_ERROR];
    /* Called by the first thread: for the lines of a depth; and a second after the last call of either. */
    void (*report_lines)(Worker *worker, void *user);
    void (*report_progress)(Worker *worker, void *user);
    void *user;
} Search;

struct Worker {
    Search *search;
    int number;            /* 0: the one that watches the clock and reports */
    u64 nodes, table_hits; /* atomic */
    u64 unwatched;         /* nodes since the clock was looked at */
    double reported;       /* when a line was, or progress: seconds of the search */
    double grace;          /* until when lines may be lengthened in spite of the clock; 0: not at all */
    int news;              /* a line was found, or progress reported, since lines were */
    int selective_depth;
    /* keys of the game's positions and of the line being searched; the root's is keys[base] */
    u64 keys[ENGINE_HISTORY + ENGINE_PLIES + 1];
    int base;
    int clock; /* at the root */
    EnginePosition position;
    RootMove *root;
    int root_count, root_now; /* moves; the one that is being searched */
    int depth, depth_done;
    void *tree;
};

static inline int worker_stopped(const Worker *worker)
{
    return __atomic_load_n(&worker->search->stop, __ATOMIC_RELAXED);
}

/* 1 while the search may go on, or its last lines be lengthened. */
static inline int worker_has_time(Worker *worker)
{
    return (!worker_stopped(worker) && !clock_is_over(&worker->search->clock)) || clock_now() < worker->grace;
}

/* Looks at the clock, and reports progress where it is due. The first depth is finished, however short the time. */
void worker_watch(Worker *worker);

/* Counts a node; 1 if the search shall end. */
static inline int worker_count(Worker *worker)
{
    __atomic_store_n(&worker->nodes, worker->nodes + 1, __ATOMIC_RELAXED);
    if (worker->number == 0 && ++worker->unwatched >= 512) worker_watch(worker);
    if (worker->search->node_limit && worker->number == 0 && worker->nodes >= worker->search->node_limit &&
        worker->depth_done > 0)
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

/* Asks the tables within the tree, while there is time. 1: *score is that of the position, `ply` plies below the
 * root. */
int worker_probe(Worker *worker, const EnginePosition *position, int clock, int ply, int *score);

/* Looks up the legal moves of the position, best first; clock: plies since a zeroing move before them. 1; 0: tables do
 * not know them all, or the search's time is over. */
int worker_table_moves(Worker *worker, void *tables, const EnginePosition *position, int clock,
                       ProbeMoves *moves);

/* Deepens until the search is over. */
void worker_deepen(Worker *worker, int depth_limit, int lines, int mate);

/* The root moves of the worker's position, ranked by tables; only: NULL, or those to choose among. */
void worker_list_root(Worker *worker, void *tables, int table_men, const EnginePosition *only,
                      int only_count);

/* Lengthens the move's line by the tables, while there is time: long_line. Without memory the line stays as it is. */
void worker_extend_line(Worker *worker, RootMove *move);

#endif
