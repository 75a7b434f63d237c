/* SPDX-License-Identifier: MIT */
/* Checks of solved draughts slices, for tests. What fails ends the test. */
#ifndef SOLVER_TEST_DRAUGHTS_CHECKS_H
#define SOLVER_TEST_DRAUGHTS_CHECKS_H

#include "draughts_reference.h"
#include "draughts_solved.h"

/* Every position of every slice that the reference solver has; returns how many. */
u64 check_against_reference(const DraughtsSolved *solved, const DraughtsReference *reference);

/* The rows of `folder`/draughts_tables.tsv about what is solved; returns how many. */
int check_known_rows(const DraughtsSolved *solved, const char *folder);

/* Every stride-th position of a slice against what the mailbox generator's moves lead to, on boards of one
 * word without huffing; returns how many. */
u64 check_successors(const DraughtsSolved *solved, const DraughtsTable *table, u64 stride);

#endif
