/* SPDX-License-Identifier: MIT */
/* What the tests of statistics, checks and zugzwangs begin with: tables in memory and threads to walk them. */
#ifndef SOLVER_TEST_SOLVED_FIXTURE_H
#define SOLVER_TEST_SOLVED_FIXTURE_H

#include "solved_tables.h"

extern Workers *workers, *one_worker; /* three threads, one thread */
extern SolvedTables *tables;

/* For cmocka_run_group_tests. */
int open_tables(void **state);
int close_tables(void **state);

/* The material of that name, solved with what it leads to. */
Material solved(const char *name);

/* Through `tables`, by `workers`. */
TableWalk walk_of(const Material *material);

#endif
