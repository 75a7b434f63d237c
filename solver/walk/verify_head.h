/* SPDX-License-Identifier: MIT */
/* Compares what the head of a table's file says with the positions: results, and the longest wins and losses.
 */
#ifndef SOLVER_VERIFY_HEAD_H
#define SOLVER_VERIFY_HEAD_H

#include "statistics.h"
#include "../files/table_file.h"

/* Two heads of one metric, of which `counted` has what the positions say. 1, or 0 after writing one line about the first
 * difference. Thread-safe. */
int verify_head_counts(const TableHead *head, const TableHead *counted, char wrong[PROBER_ERROR]);

/* counted: of the same metric. 1, or 0 after writing one line about the first difference. Thread-safe. */
int verify_head(const TableHead *head, const Statistics *counted, char wrong[PROBER_ERROR]);

#endif
