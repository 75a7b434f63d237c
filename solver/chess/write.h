/* SPDX-License-Identifier: MIT */
/* Writing a table of chess in memory to its file. */
#ifndef SOLVER_CHESS_WRITE_H
#define SOLVER_CHESS_WRITE_H

#include "retrograde.h"
#include "../files/table_write.h"

/* Adds to an empty head, whose `metrics` is given, the results and longest distances of a table, which may be one read from
 * files. 0, or -1: no memory. */
int chess_count_table(const Table *table, Workers *workers, TableHead *head);

/* Compresses the table and writes the file of `metrics` into the folder, as table_write. metrics: PROBE_WDL or PROBE_DTZ of a
 * table of METRIC_DTZ, PROBE_DTM of one of METRIC_DTM. child: as for retrograde_solve, of METRIC_DTZ, results alone are
 * enough; not called for PROBE_DTM. stop: called now and then from the calling thread, nonzero ends the work (NULL:
 * not). */
WriteStatus chess_write(const char *directory, const Table *table, int metrics, ChildTable *child,
                        int (*stop)(void *user), void *user, Workers *workers, u64 *bytes,
                        char error[PROBER_ERROR]);

#endif
