/* Draughts tables through files: what is written, what the prober finds, what it refuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "draughts_solved.h"
#include "solver/draughts_prober_tables.h"
#include "solver/draughts_write.h"
#include "table_folder.h"

static const DraughtsGame *game_named(const char *name)
{
    for (int i = 0; i < DRAUGHTS_GAMES; i++)
        if (!strcmp(draughts_games[i].name, name)) return &draughts_games[i];
    fail_msg("no game %s", name);
    return NULL;
}

/* ---- files of solved slices ---- */

static void write_all(const DraughtsSolved *solved, const TableFolder *folder, Workers *workers)
{
    for (int i = 0; i < solved->count; i++) {
        const DraughtsTable *table = &solved->tables[i];
        const DraughtsSlice slice = table->index.slice;
        int turned;
        draughts_material_of(slice, &turned);
        if (turned) continue;
        const DraughtsTable *const sides[2] = {table, draughts_solved_table(solved, draughts_slice_turned(slice))};
        static const int what[2] = {PROBE_WDL, PROBE_DTW};
        for (int k = 0; k < 2; k++) {
            char error[PROBER_ERROR];
            u64 bytes;
            if (draughts_write(folder->path, sides, what[k], NULL, NULL, workers, &bytes, error))
                fail_msg("%s", error);
        }
    }
}

static DraughtsSolved *solve_into(const DraughtsGame *game, int pieces, const TableFolder *folder)
{
    Workers *workers = workers_open(2);
    DraughtsSolved *solved = draughts_solved_open(game);
    assert_true(workers && solved);
    if (draughts_solved_add(solved, pieces, workers)) fail_msg("%s: not solved", game->name);
    write_all(solved, folder, workers);
    workers_close(workers);
    return solved;
}

static void check_position(DraughtsProber *prober, const DraughtsTable *table, u64 i)
{
    const DraughtsGame *game = table->index.game;
    const DraughtsPosition position = draughts_index_position(&table->index, i);
    const int value = table->value[i], won = draughts_value_wins(game, (u8)value);
    const Wdl wdl = value == 0 ? WDL_DRAW : won ? WDL_WIN : WDL_LOSS;
    char name[DRAUGHTS_SLICE_NAME], error[PROBER_ERROR];
    DraughtsValue found;
    draughts_slice_name(table->index.slice, name);
    for (int what = PROBE_WDL; what <= PROBE_DTW; what *= PROBE_DTW) {
        if (draughts_prober_probe(prober, position, what, &found, error)) fail_msg("%s %s: %s", game->name, name, error);
        if (found.wdl != wdl) fail_msg("%s %s %llu: %d for %d", game->name, name, (unsigned long long)i, found.wdl, wdl);
    }
    const int dtw = value == 0 ? 0 : won ? value - 1 : 1 - value;
    if (found.dtw != dtw) fail_msg("%s %s %llu: %d plies for %d", game->name, name, (unsigned long long)i, found.dtw, dtw);
}

/* Every stride-th position of each slice, with what may be huffed. */
static void check_files(const char *name, int pieces, u64 stride)
{
    const DraughtsGame *game = game_named(name);
    const TableFolder folder = folder_make();
    DraughtsSolved *solved = solve_into(game, pieces, &folder);
    char error[PROBER_ERROR];
    DraughtsProber *prober = draughts_prober_open(folder.path, game, 8 << 20, error);
    if (!prober) fail_msg("%s", error);
    for (int t = 0; t < solved->count; t++)
        for (u64 i = (u64)t % stride; i < solved->tables[t].index.size; i += stride)
            check_position(prober, &solved->tables[t], i);
    draughts_prober_close(prober);
    draughts_solved_close(solved);
    folder_remove(&folder);
}

static void two_pieces_of_all_games(void **state)
{
    (void)state;
    for (int i = 0; i < DRAUGHTS_GAMES; i++) check_files(draughts_games[i].name, 2, 1);
}

static void three_pieces(void **state)
{
    (void)state;
    static const char *const games[] = {"checkers", "perde-ganha", "damma", "turkish", "frisian", "breakthrough"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) check_files(games[i], 3, SANITIZED ? 101 : 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_pieces_of_all_games),
        cmocka_unit_test(three_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
