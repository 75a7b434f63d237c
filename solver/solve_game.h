/* SPDX-License-Identifier: MIT */
/* What solve.c knows of a game: a table of functions. Tables: solve_chess.c, solve_draughts.c. */
#ifndef SOLVER_SOLVE_GAME_H
#define SOLVER_SOLVE_GAME_H

#include "solve.h"
#include "chess/retrograde.h"
#include "files/table_write.h"

/* For one table in work. */
typedef struct {
    struct SolveRun *run;
    int pass;
} SolveChildren;

/* A table that the one in work leads to, in memory. */
const void *solve_child(const SolveChildren *children, u64 key);

/* A name as given, for messages: strange bytes are shown as ?, long ones are cut. */
#define SOLVE_SHOWN 40
static inline const char *solve_shown(const char *text, char out[SOLVE_SHOWN])
{
    size_t n = 0;
    for (; text[n] && n < SOLVE_SHOWN - 1; n++) out[n] = text[n] >= ' ' && text[n] <= '~' ? text[n] : '?';
    out[n] = 0;
    return out;
}

#define SOLVE_CHILDREN 128 /* of a table, at most */

struct SolveOps {
    int fewest, most; /* men of a table */
    struct {
        const char *name, *phase; /* "dtz", "solve dtz" */
        int metrics;              /* PROBE_ bits of the files that come of it */
        int read;                 /* the PROBE_ bit of the file that a table is read from */
        int plies;                /* distances can be as long */
    } pass[SOLVE_PASSES];
    int passes;

    /* Reads a name. 0, or -1 with a line in error. */
    int (*parse)(const DraughtsGame *game, const char *text, SolveItem *item, char error[SOLVE_ERROR]);
    /* All tables with so many men; their number. list may be NULL. */
    int (*list)(const DraughtsGame *game, int men, SolveItem *list);
    /* The tables that the item's moves lead to, each once; their number. */
    int (*children)(const DraughtsGame *game, const SolveItem *item, SolveItem children[SOLVE_CHILDREN]);
    TableId (*id)(const DraughtsGame *game, const SolveItem *item);
    /* Nobody can win: there is no file, and it is solved whenever it is needed. */
    int (*bare)(const SolveItem *item);

    /* Memory: of a table, and what solving needs in addition to it and its children. */
    u64 (*bytes)(const DraughtsGame *game, const SolveItem *item);
    u64 (*extra_bytes)(const DraughtsGame *game, const SolveItem *item);
    /* Positions with both sides to move, about, before the table is opened; then exactly. */
    u64 (*about)(const DraughtsGame *game, const SolveItem *item);
    u64 (*positions)(const void *table);

    void *(*open)(const DraughtsGame *game, const SolveItem *item, int pass); /* NULL: no memory */
    void (*close)(void *table);

    void *(*open_prober)(const DraughtsGame *game, const char *directory, u64 cache,
                         char error[PROBER_ERROR]);
    void (*close_prober)(void *prober);
    /* Fills a table from files, by several threads, `piece` items at a time: all that the table holds of both sides to
     * move, whose number is items(). */
    u64 piece;
    u64 (*items)(const void *table);
    ProbeStatus (*read)(void *prober, void *table, int pass, u64 first, u64 end, char error[PROBER_ERROR]);
    /* Adds what a head says of the positions to an empty one with its `metrics`. 0, or -1: no memory. */
    int (*count)(const void *table, Workers *workers, TableHead *head);

    RetrogradeStatus (*solve)(void *table, SolveChildren *children, Workers *workers, Device *device,
                              const RetrogradeWatch *watch, DeviceError *error);
    WriteStatus (*write)(const char *directory, const void *table, SolveChildren *children, int metrics,
                         int (*stop)(void *user), void *user, Workers *workers, u64 *bytes,
                         char error[PROBER_ERROR]);
};

#endif
