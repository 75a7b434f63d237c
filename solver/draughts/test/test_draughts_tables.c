/* SPDX-License-Identifier: MIT */
/* Draughts tables through files: what is written, what the prober finds, what it refuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "draughts_files.h"
#include "solver/draughts/prober_tables.h"
#include "solver/solve_game.h"
#include "solver/files/table_file.h"

/* ---- files of solved slices ---- */

static void check_position(DraughtsProber *prober, const DraughtsTable *table, u64 i)
{
    const DraughtsGame *game = table->index.game;
    const DraughtsPosition position = draughts_index_position(&table->index, i);
    const int value = table->value[i], won = draughts_value_wins(game, (u8)value);
    const Wdl wdl = value == 0 ? WDL_DRAW : won ? WDL_WIN : WDL_LOSS;
    char name[DRAUGHTS_SLICE_NAME], error[PROBER_ERROR];
    DraughtsValue found;
    draughts_slice_name(table->index.slice, name);
    for (int metrics = PROBE_WDL; metrics <= PROBE_DTW; metrics *= PROBE_DTW) {
        if (draughts_prober_probe(prober, position, metrics, &found, error))
            fail_msg("%s %s: %s", game->name, name, error);
        if (found.wdl != wdl)
            fail_msg("%s %s %llu: %d for %d", game->name, name, (unsigned long long)i, found.wdl, wdl);
    }
    const int dtw = value == 0 ? 0 : won ? value - 1 : 1 - value;
    if (found.dtw != dtw)
        fail_msg("%s %s %llu: %d plies for %d", game->name, name, (unsigned long long)i, found.dtw, dtw);
}

/* Every stride-th position of each slice, with what may be huffed. */
static void check_files(const char *name, int pieces, u64 stride)
{
    const DraughtsGame *game = draughts_game_named(name);
    const TableFolder folder = folder_make();
    DraughtsSolved *solved = draughts_files_solve(game, pieces, &folder);
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
    static const char *const games[] = {"checkers", "perde-ganha", "damma",
                                        "turkish",  "frisian",     "breakthrough"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) check_files(games[i], 3, SANITIZED ? 101 : 7);
}

/* ---- solve ---- */

/* Tables read from files, with what may be huffed, lead to the same files. */
static void carried_on(void **state)
{
    (void)state;
    static const char *const games[] = {"checkers", "damma", "perde-ganha", "breakthrough"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const DraughtsGame *game = draughts_game_named(games[i]);
        const TableFolder at_once = folder_make(), in_steps = folder_make();
        folder_solve_draughts(&at_once, game, "all-3", 1);
        folder_solve_draughts(&in_steps, game, "all-2", 2);
        folder_solve_draughts(&in_steps, game, "all-3", 2);
        folder_assert_equal(&in_steps, &at_once);
        folder_remove(&at_once);
        folder_remove(&in_steps);
    }
}

static u64 size_of(const DraughtsGame *game, DraughtsSlice slice)
{
    DraughtsIndex index;
    assert_int_equal(draughts_index_open(&index, game, slice), 0);
    return index.size;
}

/* What is said of a table before it is opened, and what of it is read: both sides to move, each with its own size. */
static void both_sides_count(void **state)
{
    (void)state;
    static SolveItem list[SOLVE_LIST];
    for (int g = 0; g < DRAUGHTS_GAMES; g++) {
        const SolveGame game = solve_game_draughts(&draughts_games[g]);
        int count = game.ops->list(game.draughts, 2, list);
        count += game.ops->list(game.draughts, 3, list + count);
        for (int i = 0; i < count; i++) {
            const DraughtsSlice first = list[i].draughts, second = draughts_slice_turned(first);
            const u64 size = size_of(game.draughts, first) +
                             (draughts_slice_equal(first, second) ? 0 : size_of(game.draughts, second));
            void *table = game.ops->open(game.draughts, &list[i], 0);
            assert_non_null(table);
            if (game.ops->bytes(game.draughts, &list[i]) != size || game.ops->items(table) != size)
                fail_msg("%s %s: not %llu", game.draughts->name, list[i].name, (unsigned long long)size);
            game.ops->close(table);
        }
    }
}

/* ---- what is refused ---- */

/* Changes a head, under a right checksum. */
static void change_head(const TableFolder *folder, const char *name, void (*change)(TableHead *head))
{
    size_t size;
    TableHead head;
    unsigned char *bytes = folder_read(folder, name, &size);
    memcpy(&head, bytes, sizeof head);
    change(&head);
    head.head_check = table_head_check(&head);
    memcpy(bytes, &head, sizeof head);
    folder_write(folder, name, bytes, size);
    free(bytes);
}

static void as_version_1(TableHead *head) { head->version = 1; }
static void one_win_more(TableHead *head) { head->results[1][4]++; }

/* What solving goes on with says why not, and nothing is written. */
static void expect_unsolved(const TableFolder *folder, const DraughtsGame *game, const char *expected)
{
    static SolveItem list[SOLVE_LIST];
    const SolveOptions options = {
        .game = solve_game_draughts(game), .directory = folder->path, .metrics = PROBE_DTW, .threads = 2};
    const char *const name = "KKvKK";
    char error[SOLVE_ERROR] = "";
    const int files = folder_count(folder), planned = solve_plan(&options, &name, 1, list, error);
    if (planned >= 0) assert_int_equal(solve_run(&options, list, planned, error), SOLVE_INPUT);
    if (!strstr(error, expected)) fail_msg("'%s' does not contain '%s'", error, expected);
    assert_int_equal(folder_count(folder), files);
}

/* With huffing, or of a board that was mirrored, version 0.1 may have written wrong values. Other games' files stay what they were. */
static void version_0_1(void **state)
{
    (void)state;
    static const char *const games[] = {"damma", "damma-fwd", "portuguese"};
    static const char *const files[] = {"damma-KvK.wdl", "damma-fwd-KvK.wdl", "portuguese-KvK.wdl"};
    static const char expected[] =
        "KvK.wdl: written by version 0.1, whose tables of this game may be wrong: solve it again";
    for (int i = 0; i < 3; i++) {
        const DraughtsGame *game = draughts_game_named(games[i]);
        const TableFolder folder = folder_make();
        const DraughtsPosition position = {.own = 1, .opponent = 2, .kings = 3};
        DraughtsValue value;
        char error[PROBER_ERROR];
        folder_solve_draughts(&folder, game, "KvK", 1);
        change_head(&folder, files[i], as_version_1);
        DraughtsProber *prober = draughts_prober_open(folder.path, game, 0, error);
        assert_int_equal(draughts_prober_probe(prober, position, PROBE_WDL, &value, error), PROBE_BROKEN);
        if (!strstr(error, expected)) fail_msg("'%s' does not contain '%s'", error, expected);
        draughts_prober_close(prober);
        expect_unsolved(&folder, game, expected);
        folder_remove(&folder);
    }
}

/* A table of which the head says something else is not used to solve others. */
static void other_counts(void **state)
{
    (void)state;
    const DraughtsGame *game = draughts_game_named("damma");
    const TableFolder folder = folder_make();
    folder_solve_draughts(&folder, game, "KKvK", 2);
    change_head(&folder, "damma-KKvK.dtw", one_win_more);
    expect_unsolved(&folder, game, "damma-KKvK.dtw: damaged: its head says win ");
    folder_remove(&folder);
}

static void refused(void **state)
{
    (void)state;
    const DraughtsGame *game = draughts_game_named("checkers");
    const TableFolder folder = folder_make();
    char error[PROBER_ERROR];
    folder_solve_draughts(&folder, game, "all-2", 1);
    DraughtsProber *prober = draughts_prober_open(folder.path, game, 0, error);
    assert_non_null(prober);
    DraughtsValue value;
    const DraughtsPosition three = {.own = 3, .opponent = U64(1) << 20, .kings = 3};
    assert_int_equal(draughts_prober_probe(prober, three, PROBE_WDL, &value, error), PROBE_NO_TABLE);
    assert_non_null(strstr(error, "KKvM"));
    const DraughtsPosition nine = {.own = 0xff, .opponent = U64(1) << 20, .kings = 0xff};
    assert_int_equal(draughts_prober_probe(prober, nine, PROBE_WDL, &value, error), PROBE_MEN);
    const DraughtsPosition crowned = {.own = U64(1) << 33, .opponent = U64(1) << 20};
    assert_int_equal(draughts_prober_probe(prober, crowned, PROBE_WDL, &value, error), PROBE_ILLEGAL);
    /* Nobody left: the last piece's owner has won, or lost in giveaway. */
    const DraughtsPosition alone = {.own = 2, .kings = 2}, none = {.opponent = 2, .kings = 2};
    assert_int_equal(draughts_prober_probe(prober, alone, PROBE_DTW, &value, error), PROBE_DONE);
    assert_int_equal(value.dtw, 1);
    assert_int_equal(draughts_prober_probe(prober, none, PROBE_DTW, &value, error), PROBE_DONE);
    assert_int_equal(value.wdl, WDL_LOSS);
    draughts_prober_close(prober);
    assert_null(draughts_prober_open("no/such/folder", game, 0, error));
    folder_remove(&folder);
}

/* Whatever byte is flipped, no value is given that is not the table's. */
static void flipped_bytes(void **state)
{
    (void)state;
    const DraughtsGame *game = draughts_game_named("checkers");
    const TableFolder good = folder_make(), bad = folder_make();
    static const char *const names[] = {"checkers-KvM.wdl", "checkers-KvM.dtw"};
    char error[PROBER_ERROR];
    folder_solve_draughts(&good, game, "all-2", 1);
    DraughtsIndex index;
    DraughtsSlice slice;
    u8 values[1024], again[1024];
    assert_int_equal(draughts_slice_parse("KvM", &slice) || draughts_index_open(&index, game, slice), 0);
    DraughtsProber *prober = draughts_prober_open(good.path, game, 0, error);
    assert_int_equal(draughts_prober_values(prober, &index, PROBE_DTW, 0, (u32)index.size, values, error),
                     PROBE_DONE);
    draughts_prober_close(prober);
    for (int f = 0; f < 2; f++) {
        size_t size;
        unsigned char *bytes = folder_read(&good, names[f], &size);
        for (size_t at = 0; at < size; at += SANITIZED ? 7 : 1) {
            folder_copy(&good, &bad);
            bytes[at] ^= (unsigned char)(1 << at % 8);
            folder_write(&bad, names[f], bytes, size);
            bytes[at] ^= (unsigned char)(1 << at % 8);
            prober = draughts_prober_open(bad.path, game, 0, error);
            const ProbeStatus status =
                draughts_prober_values(prober, &index, PROBE_DTW, 0, (u32)index.size, again, error);
            if (status == PROBE_DONE) assert_memory_equal(values, again, index.size);
            else assert_int_equal(status, PROBE_BROKEN);
            draughts_prober_close(prober);
        }
        free(bytes);
    }
    folder_remove(&good);
    folder_remove(&bad);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_pieces_of_all_games),
        cmocka_unit_test(three_pieces),
        cmocka_unit_test(carried_on),
        cmocka_unit_test(both_sides_count),
        cmocka_unit_test(refused),
        cmocka_unit_test(version_0_1),
        cmocka_unit_test(other_counts),
        cmocka_unit_test(flipped_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
