/* SPDX-License-Identifier: MIT */
/* Files of draughts tables that were solved in memory, for tests. What fails ends the test. */
#ifndef SOLVER_TEST_DRAUGHTS_FILES_H
#define SOLVER_TEST_DRAUGHTS_FILES_H

#include "draughts_solved.h"
#include "../../test/table_folder.h"

const DraughtsGame *draughts_game_named(const char *name);

/* Writes all that is solved, both metrics. */
void draughts_files_write(const DraughtsSolved *solved, const TableFolder *folder, Workers *workers);

/* Solves all slices up to so many pieces and writes them. To be closed. */
DraughtsSolved *draughts_files_solve(const DraughtsGame *game, int pieces, const TableFolder *folder);

#endif
