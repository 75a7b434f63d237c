/* SPDX-License-Identifier: MIT */
/* A table in memory: the results and distances of every position of a material, both sides to move. */
#ifndef SOLVER_TABLE_H
#define SOLVER_TABLE_H

#include <stddef.h>

#include "value_block.h"

typedef struct {
    Material material;
    Placements *placements; /* owned */
    Metric metric;
    /* By side to move; block * 64 + first king's square: a bit for each square of the second king. `won` has the
     * illegal cells too. */
    u64 *won[2], *lost[2];
    /* By side to move and index. Plies, of METRIC_DTZ read from files 1 or 101, since results alone are needed; to mate: half of them, rounded down (wins are odd, losses even). 0 for draws,
     * DISTANCE_ILLEGAL for illegal cells, whatever it was for others. */
    u8 *distance[2];
} Table;

/* Zeros, in whole cache lines of 64 bytes; free() frees them. NULL: no memory. */
void *table_zeros(size_t count, size_t size);

/* All draws, to be filled. NULL: no memory. */
Table *table_open(const Material *material, Metric metric);
void table_close(Table *table); /* NULL is allowed */

/* The bytes that table_open needs. */
u64 table_bytes(const Material *material);

/* A BlockSource's work for one table. The code is as it is, not canonical. Thread-safe for a table that is not
 * written. */
void table_values(const Table *table, u32 code, u32 side, ValueBlock *values);

#endif
