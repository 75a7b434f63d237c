/* SPDX-License-Identifier: MIT */
/* Writing a draughts table in memory to its file. */
#ifndef SOLVER_DRAUGHTS_WRITE_H
#define SOLVER_DRAUGHTS_WRITE_H

#include "retrograde.h"
#include "../files/table_write.h"

/* Adds to an empty head, whose `metrics` is given, the results and longest distances of a material, table as for
 * draughts_write; what can be huffed does not count. 0, or -1: no memory. */
int draughts_count_table(const DraughtsTable *const table[2], Workers *workers, TableHead *head);

/* Compresses a solved material and writes the file of `metrics`, PROBE_WDL or PROBE_DTW, into the folder, as table_write.
 * table: by side to move, the first side's slice first; the second may be the first where both sides have the same
 * pieces. stop: called now and then from the calling thread, nonzero ends the work (NULL: not). */
WriteStatus draughts_write(const char *directory, const DraughtsTable *const table[2], int metrics,
                           int (*stop)(void *user), void *user, Workers *workers, u64 *bytes,
                           char error[PROBER_ERROR]);

#endif
