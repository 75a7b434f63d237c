/* SPDX-License-Identifier: MIT */
/* All slices of a draughts game up to so many pieces, solved in memory, for tests. */
#ifndef SOLVER_TEST_DRAUGHTS_SOLVED_H
#define SOLVER_TEST_DRAUGHTS_SOLVED_H

#include "solver/draughts/retrograde.h"

enum { DRAUGHTS_SOLVED_TABLES = 512 };

typedef struct {
    const DraughtsGame *game;
    int count;
    DraughtsTable tables[DRAUGHTS_SOLVED_TABLES];
} DraughtsSolved;

/* Solves what is missing, in an order in which moves lead to what is there. Returns the status of what
 * failed, or RETROGRADE_DONE. */
RetrogradeStatus draughts_solved_add(DraughtsSolved *solved, int pieces, Workers *workers);

/* The same by another solver, or of one slice alone, whose children are there. */
typedef RetrogradeStatus DraughtsSolver(void *how, DraughtsTable *table, DraughtsTable *turned,
                                        DraughtsChild *child, void *user);
RetrogradeStatus draughts_solved_add_by(DraughtsSolved *solved, int pieces, DraughtsSolver *solver,
                                        void *how);
RetrogradeStatus draughts_solved_add_slice(DraughtsSolved *solved, DraughtsSlice slice,
                                           DraughtsSolver *solver, void *how);

/* NULL: not there. */
const DraughtsTable *draughts_solved_table(const DraughtsSolved *solved, DraughtsSlice slice);

DraughtsSolved *draughts_solved_open(const DraughtsGame *game); /* NULL: no memory */
void draughts_solved_close(DraughtsSolved *solved);             /* NULL is allowed */

#endif
