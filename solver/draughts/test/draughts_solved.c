/* SPDX-License-Identifier: MIT */
#include "draughts_solved.h"

#include <stdlib.h>

DraughtsSolved *draughts_solved_open(const DraughtsGame *game)
{
    DraughtsSolved *solved = calloc(1, sizeof *solved);
    if (solved) solved->game = game;
    return solved;
}

void draughts_solved_close(DraughtsSolved *solved)
{
    if (!solved) return;
    for (int i = 0; i < solved->count; i++) draughts_table_close(&solved->tables[i]);
    free(solved);
}

const DraughtsTable *draughts_solved_table(const DraughtsSolved *solved, DraughtsSlice slice)
{
    for (int i = 0; i < solved->count; i++)
        if (draughts_slice_equal(solved->tables[i].index.slice, slice)) return &solved->tables[i];
    return NULL;
}

static const DraughtsTable *child_of(void *user, DraughtsSlice slice)
{
    const DraughtsTable *table = draughts_solved_table(user, slice);
    if (!table) abort();
    return table;
}

static DraughtsTable *add_table(DraughtsSolved *solved, DraughtsSlice slice)
{
    DraughtsTable *table = &solved->tables[solved->count];
    if (solved->count == DRAUGHTS_SOLVED_TABLES) return NULL;
    if (draughts_table_open(table, solved->game, slice)) return NULL;
    solved->count++;
    return table;
}

RetrogradeStatus draughts_solved_add_slice(DraughtsSolved *solved, DraughtsSlice slice,
                                           DraughtsSolver *solver, void *how)
{
    const DraughtsSlice back = draughts_slice_turned(slice);
    if (draughts_solved_table(solved, slice)) return RETROGRADE_DONE;
    DraughtsTable *table = add_table(solved, slice), *turned = table;
    if (table && !draughts_slice_equal(slice, back)) turned = add_table(solved, back);
    if (!table || !turned) return RETROGRADE_MEMORY;
    return solver(how, table, turned, child_of, solved);
}

/* Captures take pieces away; promotions leave fewer men. */
RetrogradeStatus draughts_solved_add_by(DraughtsSolved *solved, int pieces, DraughtsSolver *solver, void *how)
{
    const int kings = solved->game->rules.goal != DRAUGHTS_BREAKTHROUGH;
    for (int all = 2; all <= pieces; all++)
        for (int men = kings ? 0 : all; men <= all; men++)
            for (int own = 1; own < all; own++)
                for (int own_men = 0; own_men <= own; own_men++) {
                    const int others = all - own, other_men = men - own_men;
                    if (other_men < 0 || other_men > others) continue;
                    const DraughtsSlice slice = {
                        {{(u8)own_men, (u8)(own - own_men)}, {(u8)other_men, (u8)(others - other_men)}}};
                    const RetrogradeStatus status = draughts_solved_add_slice(solved, slice, solver, how);
                    if (status != RETROGRADE_DONE) return status;
                }
    return RETROGRADE_DONE;
}

static RetrogradeStatus solve_natively(void *workers, DraughtsTable *table, DraughtsTable *turned,
                                       DraughtsChild *child, void *user)
{
    return draughts_retrograde_solve(table, turned, child, user, workers, NULL);
}

RetrogradeStatus draughts_solved_add(DraughtsSolved *solved, int pieces, Workers *workers)
{
    return draughts_solved_add_by(solved, pieces, solve_natively, workers);
}
