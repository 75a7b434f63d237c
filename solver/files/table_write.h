/* SPDX-License-Identifier: MIT */
/* Writing the file of a table: which groups are counted, what is encoded, which side to move is stored. */
#ifndef SOLVER_TABLE_WRITE_H
#define SOLVER_TABLE_WRITE_H

#include "table_file.h"
#include "../base/workers.h"

typedef enum { WRITE_DONE, WRITE_IO, WRITE_MEMORY, WRITE_STOPPED } WriteStatus;

/* What a head says of the positions, as one worker counted them. */
typedef struct {
    u64 results[2][5];
    u32 longest[2][2];
} TableCounts;

/* Adds to an empty head what all workers counted, the longest distances unless head->metrics is PROBE_WDL. */
void table_head_add(TableHead *head, const TableCounts *counts, int workers);

/* The groups of a table, for a side to move; called from all threads of the workers at once. */
typedef struct {
    /* Counts a group. 0, or -1: no memory. */
    int (*count)(void *user, u32 side, u32 group, int worker, CodecCounts *counts);
    /* As codec_encode. */
    long (*encode)(void *user, u32 side, u32 group, int worker, const Codec *codec, u8 *out, size_t room);
    int (*stop)(void *user); /* from the calling thread: nonzero ends the work */
    void *user;
} TableCells;

/* Writes the file into the folder: whole and synced, or not at all; a file that is there already stays. head: metrics,
 * blocks, group, longest and results are given, zero otherwise; the rest is filled in. The bytes do not depend on the
 * number of workers. *bytes: of the file. error: one line. */
WriteStatus table_write(const char *directory, TableId id, TableHead *head, const TableCells *cells,
                        Workers *workers, u64 *bytes, char error[PROBER_ERROR]);

#endif
