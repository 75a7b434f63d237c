/* SPDX-License-Identifier: MIT */
/* Tables solved in memory as what a walk reads, for tests that need no files.
 *
 *     SolvedTables *tables = solved_tables_open(workers);
 *     if (tables && solved_tables_add(tables, &material) == 0) walk.source = solved_source(tables);
 *     solved_tables_close(tables);
 *
 * The source may be read by several threads while nothing is added or written.
 */
#ifndef SOLVER_TEST_SOLVED_TABLES_H
#define SOLVER_TEST_SOLVED_TABLES_H

#include "../table.h"
#include "../table_walk.h"

typedef struct SolvedTables SolvedTables;

/* NULL: no memory. The workers stay the caller's. */
SolvedTables *solved_tables_open(Workers *workers);
void solved_tables_close(SolvedTables *tables); /* NULL is allowed */

/* Solves a material in both metrics, and before it what it captures and promotes into; what is there already
 * stays. 0, or -1: no memory. */
int solved_tables_add(SolvedTables *tables, const Material *material);

/* All materials of 3 to `men` men. 0, or -1: no memory. */
int solved_tables_add_all(SolvedTables *tables, int men);

/* NULL: not solved. May be written, for tests of broken tables. */
Table *solved_table(const SolvedTables *tables, const Material *material, Metric metric);

/* Lasts as long as the tables. Knows no en passant captures and no castling. */
TableSource solved_source(SolvedTables *tables);

#endif
