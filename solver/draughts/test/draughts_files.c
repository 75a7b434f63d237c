/* SPDX-License-Identifier: MIT */
#include "draughts_files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "solver/draughts/write.h"

const DraughtsGame *draughts_game_named(const char *name)
{
    for (int i = 0; i < DRAUGHTS_GAMES; i++)
        if (!strcmp(draughts_games[i].name, name)) return &draughts_games[i];
    fail_msg("no game %s", name);
    return NULL;
}

void draughts_files_write(const DraughtsSolved *solved, const TableFolder *folder, Workers *workers)
{
    for (int i = 0; i < solved->count; i++) {
        const DraughtsTable *table = &solved->tables[i];
        const DraughtsSlice slice = table->index.slice;
        int turned;
        draughts_material_of(slice, &turned);
        if (turned) continue;
        const DraughtsTable *const sides[2] = {table,
                                               draughts_solved_table(solved, draughts_slice_turned(slice))};
        static const int metrics[2] = {PROBE_WDL, PROBE_DTW};
        for (int k = 0; k < 2; k++) {
            char error[PROBER_ERROR];
            u64 bytes;
            if (draughts_write(folder->path, sides, metrics[k], NULL, NULL, workers, &bytes, error))
                fail_msg("%s", error);
        }
    }
}

DraughtsSolved *draughts_files_solve(const DraughtsGame *game, int pieces, const TableFolder *folder)
{
    Workers *workers = workers_open(2);
    DraughtsSolved *solved = draughts_solved_open(game);
    assert_true(workers && solved);
    if (draughts_solved_add(solved, pieces, workers)) fail_msg("%s: not solved", game->name);
    draughts_files_write(solved, folder, workers);
    workers_close(workers);
    return solved;
}
