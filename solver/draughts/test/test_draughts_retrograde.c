/* SPDX-License-Identifier: MIT */
/* Draughts slices solved in memory: the index, its published sizes; small slices of every game against the
 * reference solver; the same bytes from every build and any number of threads; stopping. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "draughts_checks.h"

static const char *const builds[] = {"plain", "avx2", "avx512"};
enum { BUILDS = 3 };

static const DraughtsGame *game_named(const char *name)
{
    for (int i = 0; i < DRAUGHTS_GAMES; i++)
        if (!strcmp(draughts_games[i].name, name)) return &draughts_games[i];
    fail_msg("no game %s", name);
    return NULL;
}

static DraughtsSolved *solve(const DraughtsGame *game, int pieces, int threads)
{
    Workers *workers = workers_open(threads);
    DraughtsSolved *solved = draughts_solved_open(game);
    assert_true(workers && solved);
    if (draughts_solved_add(solved, pieces, workers)) fail_msg("%s: not solved", game->name);
    workers_close(workers);
    return solved;
}

/* ---- slices and their index ---- */

static void names(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",   "v",    "KvKv", "K",          "Kv",
                                        "vK", "MKvK", "KQvK", "KKKKKvKKKK", "KvKvK"};
    DraughtsSlice slice;
    char name[DRAUGHTS_SLICE_NAME];
    assert_int_equal(draughts_slice_parse("KMMvKK", &slice), 0);
    assert_int_equal(slice.count[0][DRAUGHTS_MEN], 2);
    assert_int_equal(slice.count[1][DRAUGHTS_KINGS], 2);
    draughts_slice_name(draughts_slice_turned(slice), name);
    assert_string_equal(name, "KKvKMM");
    assert_int_equal(draughts_slice_parse("KKKKvKKKK", &slice), 0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(draughts_slice_parse(wrong[i], &slice), -1);
}

/* One-sided positions too, as in Schaeffer's counts: OEIS A055213. */
static u64 placements(const char *game, int pieces)
{
    u64 all = 0;
    for (int own = 0; own <= pieces; own++)
        for (int own_men = 0; own_men <= own; own_men++)
            for (int men = 0; men <= pieces - own; men++)
                all += draughts_slice_placements(game_named(game),
                                                 (DraughtsSlice){{{(u8)own_men, (u8)(own - own_men)},
                                                                  {(u8)men, (u8)(pieces - own - men)}}});
    return all;
}

static void published_sizes(void **state)
{
    (void)state;
    static const u64 checkers[] = {120,       6972,       261224,      7092774,
                                   148688232, 2503611964, 34779531480, 406309208481};
    for (int n = 1; n <= 8; n++) assert_int_equal(placements("checkers", n), checkers[n - 1]);
    static const u64 others[4][3] = {{17685, 1074760, 47955250},
                                     {37554, 3358100, 221965215},
                                     {28344, 2195728, 125488092},
                                     {3885, 107060, 2114850}};
    static const char *const games[] = {"international", "canadian", "turkish", "damma"};
    for (int i = 0; i < 4; i++)
        for (int n = 2; n <= 4; n++) assert_int_equal(placements(games[i], n), others[i][n - 2]);
}

static void index_and_back(void **state)
{
    (void)state;
    static const char *const slices[] = {"KvM", "KMvM", "MMvM", "KKvKM", "MMvMM", "KMMvK", "KMvKMM"};
    for (int id = 0; id < DRAUGHTS_GAMES; id++) {
        const DraughtsGame *game = &draughts_games[id];
        for (size_t k = 0; k < sizeof slices / sizeof *slices; k++) {
            DraughtsSlice slice;
            DraughtsIndex index;
            assert_int_equal(draughts_slice_parse(slices[k], &slice), 0);
            assert_int_equal(draughts_index_open(&index, game, slice), 0);
            const u64 stride = index.size < 5000 ? 1 : index.size / 2503;
            for (u64 i = 0; i < index.size; i += stride) {
                const DraughtsPosition p = draughts_index_position(&index, i);
                const DraughtsSlice again = draughts_slice_of(game, p);
                if (draughts_index_of(&index, p) != i || !draughts_slice_equal(again, slice))
                    fail_msg("%s %s: %llu is another", game->name, slices[k], (unsigned long long)i);
            }
        }
    }
}

/* ---- values ---- */

static u64 compare(const DraughtsGame *game, int pieces)
{
    char error[NOTATION_ERROR];
    DraughtsReference *reference = draughts_reference_open_all(game, pieces, error);
    if (!reference) fail_msg("%s", error);
    DraughtsSolved *solved = solve(game, pieces, 2);
    const u64 compared = check_against_reference(solved, reference);
    draughts_solved_close(solved);
    draughts_reference_close(reference);
    return compared;
}

static void two_pieces_of_all_games(void **state)
{
    (void)state;
    for (int id = 0; id < DRAUGHTS_GAMES; id++) assert_true(compare(&draughts_games[id], 2) > 1000);
}

static void three_pieces(void **state)
{
    (void)state;
    static const char *const games[] = {"checkers", "brazilian", "russas", "perde-ganha", "breakthrough"};
    static const u64 positions[] = {199520, 199520, 199520, 199520, 87565};
    for (int i = 0; i < 5; i++) assert_int_equal(compare(game_named(games[i]), 3), positions[i]);
}

static void known_tables_of_three_pieces(void **state)
{
    (void)state;
    for (int id = 0; id < DRAUGHTS_GAMES; id++) {
        const DraughtsGame *game = &draughts_games[id];
        DraughtsSolved *solved = solve(game, draughts_words(&game->rules) == 2 ? 2 : 3, 2);
        const int rows = check_known_rows(solved, KNOWN_FOLDER);
        if (!strcmp(game->name, "checkers")) assert_true(rows > 15);
        draughts_solved_close(solved);
    }
}

static void successors(void **state)
{
    (void)state;
    static const char *const games[] = {"italian", "frisian", "turkish", "killer", "spantsireti"};
    for (int k = 0; k < 5; k++) {
        DraughtsSolved *solved = solve(game_named(games[k]), 3, 2);
        for (int i = 0; i < solved->count; i++)
            assert_true(check_successors(solved, &solved->tables[i], 101) > 0);
        draughts_solved_close(solved);
    }
}

/* ---- sameness ---- */

static void assert_same(const DraughtsSolved *a, const DraughtsSolved *b, const char *what)
{
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++)
        if (memcmp(a->tables[i].value, b->tables[i].value, a->tables[i].index.size))
            fail_msg("%s, table %d: %s differs", a->game->name, i, what);
}

static void same_from_all_builds_and_threads(void **state)
{
    (void)state;
    static const char *const games[] = {"checkers", "international", "turkish", "damma"};
    for (int k = 0; k < 4; k++) {
        const DraughtsGame *game = game_named(games[k]);
        DraughtsSolved *first = solve(game, 3, 1);
        for (int i = 0; i < BUILDS; i++) {
            setenv("TABULEIRO_CPU", builds[i], 1); /* one that this processor lacks is passed over */
            DraughtsSolved *again = solve(game, 3, 3);
            assert_same(first, again, builds[i]);
            draughts_solved_close(again);
        }
        unsetenv("TABULEIRO_CPU");
        draughts_solved_close(first);
    }
}

static const DraughtsTable *no_child(void *user, DraughtsSlice slice)
{
    (void)slice;
    return user;
}

static int stop_at_one(void *user, int level, int levels, int ply, u64 decided)
{
    (void)level;
    (void)levels;
    (void)decided;
    *(int *)user = ply;
    return ply == 1;
}

static void stops(void **state)
{
    (void)state;
    static const char *const games[] = {"checkers", "damma"};
    for (int k = 0; k < 2; k++) {
        DraughtsSlice slice;
        DraughtsTable table;
        int ply = -1;
        const RetrogradeWatch watch = {stop_at_one, &ply};
        Workers *workers = workers_open(2);
        assert_non_null(workers);
        assert_int_equal(draughts_slice_parse("KvK", &slice), 0);
        assert_int_equal(draughts_table_open(&table, game_named(games[k]), slice), 0);
        assert_true(draughts_retrograde_bytes(game_named(games[k]), slice) > 0);
        assert_int_equal(draughts_retrograde_solve(&table, &table, no_child, &table, workers, &watch),
                         RETROGRADE_STOPPED);
        assert_int_equal(ply, 1);
        draughts_table_close(&table);
        workers_close(workers);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),          cmocka_unit_test(published_sizes),
        cmocka_unit_test(index_and_back), cmocka_unit_test(two_pieces_of_all_games),
        cmocka_unit_test(three_pieces),   cmocka_unit_test(known_tables_of_three_pieces),
        cmocka_unit_test(successors),     cmocka_unit_test(same_from_all_builds_and_threads),
        cmocka_unit_test(stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
