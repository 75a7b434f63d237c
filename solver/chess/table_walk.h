/* SPDX-License-Identifier: MIT */
/* Walking through finished chess tables, block by block, with several threads: what statistics.h, verify.h
 * and zugzwang.h stand on.
 *
 *     const TableWalk walk = {.steps = {.workers = workers}, .source = prober_source(prober), .material =
 * &material}; switch (statistics_count(&walk, PROBE_DTZ, &statistics, error)) ...
 *
 * A walk is not written; the source's functions are called from all threads of `steps.workers` at once.
 */
#ifndef SOLVER_TABLE_WALK_H
#define SOLVER_TABLE_WALK_H

#include "../../notation/chess_notation.h"
#include "table_blocks.h"
#include "../walk/walk.h"

/* Where values come from. On failure `error` has one line. */
typedef struct {
    /* As prober_placements. */
    const Placements *(*placements)(void *user, const Material *material);
    /* As prober_block. */
    ProbeStatus (*block)(void *user, const Material *material, int metrics, u32 block, u32 side,
                         ValueBlock *values, char error[PROBER_ERROR]);
    /* As prober_probe; not asked for positions with an en passant capture. */
    ProbeStatus (*probe)(void *user, const ChessPosition *position, int metrics, ProbeValue *value,
                         char error[PROBER_ERROR]);
    /* Compares the checksums of the files of a material; `metrics`: PROBE_ bits. NULL: there are none. */
    ProbeStatus (*check)(void *user, const Material *material, int metrics, char error[PROBER_ERROR]);
    void *user;
} TableSource;

/* The files of a folder. The prober stays the caller's, who closes it last. */
TableSource prober_source(Prober *prober);

typedef struct {
    Walk steps;
    TableSource source;
    const Material *material;
} TableWalk;

/* The placements of the walk's material. WALK_DONE, or WALK_NO_TABLE with a line in error. */
WalkStatus walk_placements(const TableWalk *walk, const Placements **placements, char error[PROBER_ERROR]);

/* source.block for the walk's material. */
WalkStatus walk_block(const TableWalk *walk, int metrics, u32 block, u32 side, ValueBlock *values,
                      char error[PROBER_ERROR]);

/* The position with that index (see placements.h) as FEN, the first side being White. side: to move. */
void index_fen(const Material *material, const Placements *placements, u64 index, u32 side,
               char fen[WALK_FEN]);

#endif
