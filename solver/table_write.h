/* Writing a table in memory to its file. */
#ifndef SOLVER_TABLE_WRITE_H
#define SOLVER_TABLE_WRITE_H

#include "prober.h"
#include "retrograde.h"

typedef enum { WRITE_DONE, WRITE_IO, WRITE_MEMORY, WRITE_STOPPED } WriteStatus;

/* Compresses the table and writes the file of `what` into the folder: whole and synced, or not at all; a file that is
 * there already stays. what: PROBE_WDL or PROBE_DTZ of a table of METRIC_DTZ, PROBE_DTM of one of METRIC_DTM. child:
 * as for retrograde_solve, of METRIC_DTZ, results alone are enough; not called for PROBE_DTM. stop: called now and then
 * from the calling thread, nonzero ends the work (NULL: not). The bytes do not depend
 * on the number of workers. *bytes: of the file. error: one line. */
WriteStatus table_write(const char *directory, const Table *table, int what, ChildTable *child, int (*stop)(void *user),
                        void *user, Workers *workers, u64 *bytes, char error[PROBER_ERROR]);

#endif
