/* Compares what the head of a table's file says with the positions: results, and the longest wins and losses.
 */
#ifndef SOLVER_VERIFY_HEAD_H
#define SOLVER_VERIFY_HEAD_H

#include "statistics.h"
#include "table_file.h"

/* counted: of the same metric. 1, or 0 after writing one line about the first difference. Thread-safe. */
int verify_head(const TableHead *head, const Statistics *counted, char wrong[PROBER_ERROR]);

#endif
