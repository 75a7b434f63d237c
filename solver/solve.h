/* SPDX-License-Identifier: MIT */
/* Building tables and what they need, and writing them; of chess and of every draughts game.
 *
 *     const SolveOptions options = {.game = solve_game_chess(), .directory = "tables", .what = ..., .threads = 2};
 *     static SolveItem list[SOLVE_LIST];
 *     const int count = solve_plan(&options, names, n, list, error);
 *     if (count > 0) status = solve_run(&options, list, count, error);
 */
#ifndef SOLVER_SOLVE_H
#define SOLVER_SOLVE_H

#include "../kernels/device.h"
#include "index/draughts_slice.h"
#include "index/material.h"
#include "prober.h"

#define SOLVE_ERROR 512
#define SOLVE_NAME 16
#define SOLVE_PASSES 2 /* kinds of distances, each solved by itself */
#define SOLVE_FILES 4  /* kinds of files, by bit of PROBE_WDL, PROBE_DTZ, PROBE_DTM, PROBE_DTW */

typedef enum {
    SOLVE_DONE,
    SOLVE_STOPPED, /* on request */
    SOLVE_INPUT,   /* a file in the folder is broken or of another version */
    SOLVE_MEMORY,  /* reported before work begins */
    SOLVE_IO,      /* the folder cannot be written, the disk is full */
    SOLVE_DEVICE,
    SOLVE_LIMIT /* some tables have distances too long for the format; all that do not need them are built */
} SolveStatus;

/* Whose tables. */
typedef struct {
    const struct SolveOps *ops;
    const DraughtsGame *draughts; /* NULL: chess */
} SolveGame;

SolveGame solve_game_chess(void);
SolveGame solve_game_draughts(const DraughtsGame *game);

/* What distinguishes the runs over a game's tables: solve_pass(game, 0) is "dtz" in chess, "dtw" in draughts; NULL past
 * the last. */
const char *solve_pass(SolveGame game, int pass);

/* A table to be built. */
typedef struct {
    u64 key;               /* equal keys, equal tables */
    char name[SOLVE_NAME]; /* of the material */
    int men;
    union {
        Material chess;
        DraughtsSlice draughts;
    };
} SolveItem;

typedef struct {
    const char *material; /* the table in work, NULL before the first */
    int number, total;    /* of the tables to be built */
    const char *
        phase; /* "wait": another run is at work in the folder, no table yet; "read", "solve dtz", "solve dtm", "solve dtw", "write" */
    int level, levels, ply; /* of a solving phase */
    u64 decided;            /* positions with a known result so far, in this table and phase */
    u64 done, of, all; /* positions, about: of the tables that are finished, of the one in work, of all */
} SolveProgress;

typedef struct {
    const char *material;
    u64 positions; /* both sides to move, illegal ones too */
    double seconds_read, seconds_solve[SOLVE_PASSES], seconds_write; /* wall */
    double cpu_read, cpu_solve[SOLVE_PASSES], cpu_write;             /* processor seconds, all threads */
    u64 bytes[SOLVE_FILES];                                          /* of the files; 0: not built */
} SolveReport;

typedef struct {
    SolveGame game;
    const char *directory; /* made, with all above it, if it is not there */
    int metrics;    /* chess: PROBE_DTZ, PROBE_DTM or both; draughts: PROBE_DTW. Results come with them */
    int threads;    /* 1 or more */
    u64 memory;     /* bytes that may be used; 0: what is available now */
    Device *device; /* NULL: the native engine */
    /* Both may be NULL. progress: from the calling thread; nonzero stops. report: a table is on disk. */
    int (*progress)(void *user, const SolveProgress *progress);
    void (*report)(void *user, const SolveReport *report);
    void *user;
} SolveOptions;

/* What is to be built: the tables named ("KQvKR", "KMvKK", "all-4") and all that they need by capture and promotion, in
 * order, each once, without those whose files are there already. Returns their number, -1 on error. list: room for
 * SOLVE_LIST. */
#define SOLVE_LIST 2048
int solve_plan(const SolveOptions *options, const char *const *names, int count, SolveItem list[SOLVE_LIST],
               char error[SOLVE_ERROR]);

/* Bytes of memory that building a planned list needs at least. What more may be used (SolveOptions.memory) keeps tables
 * that later ones need. */
u64 solve_memory(const SolveOptions *options, const SolveItem *list, int count);

/* Builds a planned list, once no other run is at work in the folder, without what is there by then. Tables that are finished stay if it fails or is stopped; nothing half-written does. */
SolveStatus solve_run(const SolveOptions *options, const SolveItem *list, int count, char error[SOLVE_ERROR]);

#endif
