/* Walking through finished tables, block by block, with several threads: what statistics.h, verify.h and
 * zugzwang.h stand on.
 *
 *     const TableWalk walk = {.source = prober_source(prober), .material = &material, .workers = workers};
 *     switch (statistics_count(&walk, PROBE_DTZ, &statistics, error)) ...
 *
 * A walk is not written; the source's functions are called from all threads of `workers` at once.
 */
#ifndef SOLVER_TABLE_WALK_H
#define SOLVER_TABLE_WALK_H

#include "../rules/notation/chess_notation.h"
#include "table_blocks.h"
#include "workers.h"

/* Where values come from. On failure `error` has one line. */
typedef struct {
    /* As prober_placements. */
    const Placements *(*placements)(void *user, const Material *material);
    /* As prober_block. */
    ProbeStatus (*block)(void *user, const Material *material, int what, u32 block, u32 side,
                         ValueBlock *values, char error[PROBER_ERROR]);
    /* As prober_probe; not asked for positions with an en passant capture. */
    ProbeStatus (*probe)(void *user, const ChessPosition *position, int what, ProbeValue *value,
                         char error[PROBER_ERROR]);
    /* Compares the checksums of the files of a material; `what`: PROBE_ bits. NULL: there are none. */
    ProbeStatus (*check)(void *user, const Material *material, int what, char error[PROBER_ERROR]);
    void *user;
} TableSource;

/* The files of a folder. The prober stays the caller's, who closes it last. */
TableSource prober_source(Prober *prober);

typedef struct {
    TableSource source;
    const Material *material;
    Workers *workers;
    /* NULL: none. Called from the thread that walks, after steps: `done` of `all`; nonzero stops. */
    int (*progress)(void *user, u64 done, u64 all);
    void *user;
} TableWalk;

typedef enum {
    WALK_DONE,
    WALK_STOPPED,  /* by progress(); no line in error */
    WALK_NO_TABLE, /* of this material, or of one that it captures or promotes into */
    WALK_BROKEN,   /* a file is damaged, cannot be read, or holds what no table can hold */
    WALK_MEMORY
} WalkStatus;

/* One step of a walk; `worker` counts from 0. An error needs one line. */
typedef WalkStatus WalkStep(void *user, u64 step, int worker, char error[PROBER_ERROR]);

/* Calls `step` for 0 to count - 1, each once, those of a worker in rising order. A failure ends it. */
WalkStatus table_walk(const TableWalk *walk, u64 count, WalkStep *step, void *user, char error[PROBER_ERROR]);

/* The placements of the walk's material. WALK_DONE, or WALK_NO_TABLE with a line in error. */
WalkStatus walk_placements(const TableWalk *walk, const Placements **placements, char error[PROBER_ERROR]);

/* source.block for the walk's material. */
WalkStatus walk_block(const TableWalk *walk, int what, u32 block, u32 side, ValueBlock *values,
                      char error[PROBER_ERROR]);

/* What a source's answer means for a walk. */
WalkStatus walk_status(ProbeStatus status);

/* A line about the walk's material, "KQvKR: ...". Returns `status`. */
WalkStatus walk_fail(const TableWalk *walk, WalkStatus status, const char *what, char error[PROBER_ERROR]);

/* The position with that index (see placements.h) as FEN, the first side being White. side: to move. */
void index_fen(const Material *material, const Placements *placements, u64 index, u32 side,
               char fen[CHESS_FEN_TEXT]);

#endif
