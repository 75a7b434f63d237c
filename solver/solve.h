/* Building tables and what they need, and writing them. */
#ifndef SOLVER_SOLVE_H
#define SOLVER_SOLVE_H

#include "../kernels/device.h"
#include "material.h"
#include "prober.h"

#define SOLVE_ERROR 512

typedef enum {
    SOLVE_DONE,
    SOLVE_STOPPED,  /* on request */
    SOLVE_INPUT,    /* a file in the folder is broken or of another version */
    SOLVE_MEMORY,   /* told before the start */
    SOLVE_IO,       /* the folder cannot be written, the disk is full */
    SOLVE_DEVICE,
    SOLVE_LIMIT     /* distances too long for the format */
} SolveStatus;

typedef struct {
    const char *material;    /* the table in work */
    int number, total;       /* of the tables to be built */
    const char *phase;       /* "read", "solve dtz", "solve dtm", "write" */
    int level, levels, ply;  /* of a solving phase */
    u64 decided;             /* positions with a known result so far, in this table and phase */
    u64 done, all;           /* positions of all tables, about: of those that are finished, and in all */
} SolveProgress;

typedef struct {
    const char *material;
    u64 positions;                    /* cells, both sides to move, illegal ones too */
    double seconds_read, seconds_solve[2], seconds_write; /* wall; solve: dtz, dtm */
    double cpu_read, cpu_solve[2], cpu_write;             /* processor seconds, all threads */
    u64 bytes[3];                     /* of the files: wdl, dtz, dtm; 0: not built */
} SolveReport;

typedef struct {
    const char *directory;   /* made if it is not there */
    int what;                /* PROBE_DTZ (results come with it), PROBE_DTM */
    int threads;             /* 1 or more */
    u64 memory;              /* bytes that may be used; 0: what is available now */
    Device *device;          /* NULL: the native engine */
    /* Both may be NULL. progress: from the calling thread; nonzero stops. report: a table is on disk. */
    int (*progress)(void *user, const SolveProgress *progress);
    void (*report)(void *user, const SolveReport *report);
    void *user;
} SolveOptions;

/* What is to be built: the materials and all that they need by capture and promotion, in order, each once, without
 * those whose files are there already. Returns their number, -1 on error. list: room for SOLVE_LIST. */
#define SOLVE_LIST 2048
int solve_plan(const SolveOptions *options, const Material *materials, int count, Material list[SOLVE_LIST],
               char error[SOLVE_ERROR]);

/* Bytes of memory that building a planned list needs at least. What more may be used (SolveOptions.memory) keeps tables
 * that later ones need. */
u64 solve_memory(const SolveOptions *options, const Material *list, int count);

/* Builds a planned list. Tables that are finished stay if it fails or is stopped; nothing half-written does. */
SolveStatus solve_run(const SolveOptions *options, const Material *list, int count, char error[SOLVE_ERROR]);

#endif
