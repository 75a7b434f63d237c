/* SPDX-License-Identifier: MIT */
/* Statistics of finished tables: counts up to symmetry against plain enumeration, what ends the counting, and
 * cursed and blessed results. statistics_known compares with known figures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "solved_fixture.h"
#include "../../test/table_folder.h"
#include "solver/chess/block_symmetry.h"
#include "solver/chess/statistics.h"

enum { LAST_IN_TIME = 100 };

static Statistics statistics, again;
static char error[PROBER_ERROR];

/* ---- enumeration: every placement, the two extra men distinguished ---- */

typedef struct {
    u32 square[4]; /* the extra men, then the kings */
} Placed;

static int compare(const Placed *a, const Placed *b, int count)
{
    for (int i = 0; i < count; i++)
        if (a->square[i] != b->square[i]) return a->square[i] < b->square[i] ? -1 : 1;
    return 0;
}

static Placed in_order(Placed placed)
{
    if (placed.square[0] <= placed.square[1]) return placed;
    return (Placed){{placed.square[1], placed.square[0], placed.square[2], placed.square[3]}};
}

/* 1 if no image is less; of images that are alike one counts. alike: the extra men are not distinguished. */
static int is_least(Placed placed, u32 symmetries, int alike)
{
    for (u32 s = 1; s < symmetries; s++) {
        Placed image = placed;
        for (int i = 0; i < 4; i++) image.square[i] = symmetry_square(s, placed.square[i]);
        if (alike) image = in_order(image);
        if (compare(&image, &placed, 4) < 0) return 0;
    }
    return 1;
}

static void count_placed(Placed placed, u32 symmetries, int equal, Value value, PositionCounts results[3])
{
    PositionCounts *of = &results[1 + (value > 0) - (value < 0)];
    const int once = !equal || placed.square[0] < placed.square[1];
    of->all += (u64)once;
    of->unique += (u64)(once && is_least(placed, symmetries, equal));
    of->ordered += (u64)is_least(placed, symmetries, 0);
}

static void enumerate(const Material *material, u32 side, PositionCounts results[3])
{
    static ValueBlock values;
    const Table *table = solved_table(tables, material, METRIC_DTM);
    const int equal =
        material->man[0].kind == material->man[1].kind && material->man[0].side == material->man[1].side;
    for (u32 code = 0; code < 4096; code++) {
        if (table->placements->map[code] == PLACEMENT_NONE) continue;
        table_values(table, code, side, &values);
        for (u32 p = 0; p < 64; p++)
            for (u32 q = 0; q < 64; q++)
                if (values.at[p][q] != VALUE_ILLEGAL)
                    count_placed((Placed){{code >> 6, code & 63, p, q}}, material_symmetries(material), equal,
                                 values.at[p][q], results);
    }
}

static void assert_counts(PositionCounts got, PositionCounts expected)
{
    assert_int_equal(got.all, expected.all);
    assert_int_equal(got.unique, expected.unique);
    assert_int_equal(got.ordered, expected.ordered);
}

static void counts_are_those_of_enumeration(void **state)
{
    (void)state;
    const char *names[] = {"KNNvK", "KBvKN", "KPPvK"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const Material material = solved(names[i]);
        const TableWalk walk = walk_of(&material);
        assert_int_equal(statistics_count(&walk, PROBE_DTM, &statistics, error), WALK_DONE);
        for (u32 side = 0; side < 2; side++) {
            PositionCounts results[3] = {{0, 0, 0}};
            enumerate(&material, side, results);
            assert_counts(statistics.side[side].results[WDL_LOSS + 2], results[0]);
            assert_counts(statistics.side[side].results[WDL_DRAW + 2], results[1]);
            assert_counts(statistics.side[side].results[WDL_WIN + 2], results[2]);
        }
    }
}

/* ---- what is shown ---- */

static void longest_is_the_first_by_index(void **state)
{
    (void)state;
    const Material material = solved("KRvK");
    const Table *table = solved_table(tables, &material, METRIC_DTM);
    const TableWalk walk = walk_of(&material);
    assert_int_equal(statistics_count(&walk, PROBE_DTM, &statistics, error), WALK_DONE);
    const LongestDistance *longest = &statistics.side[1].longest[WDL_LOSS + 2];
    assert_int_equal(longest->plies, 32);
    u64 first = 0;
    for (;; first++) {
        ValueBlock values;
        table_values(table, table->placements->codes[first / BLOCK_CELLS], 1, &values);
        if (values.at[first >> 6 & 63][first & 63] == value_loss(32)) break;
    }
    assert_int_equal(longest->index, first);
    assert_int_equal(statistics.side[1].longest[WDL_WIN + 2].plies, -1);
    assert_int_equal(statistics.side[1].longest[WDL_DRAW + 2].plies, -1);
}

static void threads_make_no_difference(void **state)
{
    (void)state;
    const Material material = solved("KQvKR");
    TableWalk walk = walk_of(&material);
    assert_int_equal(statistics_count(&walk, PROBE_DTZ, &statistics, error), WALK_DONE);
    walk.steps.workers = one_worker;
    assert_int_equal(statistics_count(&walk, PROBE_DTZ, &again, error), WALK_DONE);
    assert_memory_equal(&statistics, &again, sizeof statistics);
}

static void results_alone(void **state)
{
    (void)state;
    const Material material = solved("KQvKR");
    const TableWalk walk = walk_of(&material);
    assert_int_equal(statistics_count(&walk, PROBE_DTZ, &statistics, error), WALK_DONE);
    assert_int_equal(statistics_count(&walk, PROBE_WDL, &again, error), WALK_DONE);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 5; i++)
            assert_counts(again.side[side].results[i], statistics.side[side].results[i]);
    assert_counts(again.side[0].won[1], again.side[0].results[WDL_WIN + 2]);
}

/* ---- values as no table of three men has them ---- */

enum { CHANGED_BLOCK = 3 };

static Value changed_from, changed_to;

/* Of one block, with the first side to move, all values of one kind are others. */
static ProbeStatus changed_block(void *user, const Material *material, int metrics, u32 block, u32 side,
                                 ValueBlock *values, char why[PROBER_ERROR])
{
    const TableSource source = solved_source(user);
    const ProbeStatus status = source.block(user, material, metrics, block, side, values, why);
    for (u32 i = 0; block == CHANGED_BLOCK && side == 0 && i < BLOCK_CELLS; i++)
        if (values->at[i >> 6][i & 63] == changed_from) values->at[i >> 6][i & 63] = changed_to;
    return status;
}

static void spoilt_results(void **state)
{
    (void)state;
    const Material material = solved("KRvK");
    TableWalk walk = walk_of(&material);
    walk.source.block = changed_block;
    const SideStatistics *of = &statistics.side[0];
    changed_from = value_win(9);
    changed_to = value_win(LAST_IN_TIME);
    assert_int_equal(statistics_count(&walk, PROBE_DTZ, &statistics, error), WALK_DONE);
    assert_int_equal(of->results[WDL_CURSED_WIN + 2].all, 0);
    assert_int_equal(of->longest[WDL_WIN + 2].plies, LAST_IN_TIME);
    const u64 wins = of->results[WDL_WIN + 2].all, changed = of->won[LAST_IN_TIME].all;
    assert_true(changed > 0);

    changed_to = value_win(LAST_IN_TIME + 1);
    assert_int_equal(statistics_count(&walk, PROBE_DTZ, &statistics, error), WALK_DONE);
    assert_int_equal(of->results[WDL_CURSED_WIN + 2].all, changed);
    assert_int_equal(of->results[WDL_WIN + 2].all, wins - changed);
    assert_int_equal(of->longest[WDL_WIN + 2].plies, 31);
    assert_int_equal(of->longest[WDL_CURSED_WIN + 2].plies, LAST_IN_TIME + 1);
    assert_int_equal(of->longest[WDL_CURSED_WIN + 2].index / BLOCK_CELLS, CHANGED_BLOCK);
    assert_counts(of->longest[WDL_CURSED_WIN + 2].count, of->results[WDL_CURSED_WIN + 2]);

    changed_to = value_loss(LAST_IN_TIME + 20);
    assert_int_equal(statistics_count(&walk, PROBE_DTZ, &statistics, error), WALK_DONE);
    assert_int_equal(of->results[WDL_BLESSED_LOSS + 2].all, changed);
    assert_int_equal(of->longest[WDL_BLESSED_LOSS + 2].plies, LAST_IN_TIME + 20);
    assert_int_equal(of->longest[WDL_LOSS + 2].plies, -1);

    changed_to = value_win(LAST_IN_TIME + 1); /* mates know no cursed wins */
    assert_int_equal(statistics_count(&walk, PROBE_DTM, &statistics, error), WALK_DONE);
    assert_int_equal(of->results[WDL_CURSED_WIN + 2].all, 0);
    assert_int_equal(of->longest[WDL_WIN + 2].plies, LAST_IN_TIME + 1);
}

static void values_out_of_range(void **state)
{
    (void)state;
    const Value bad[] = {value_win(STATISTICS_PLIES), value_loss(STATISTICS_PLIES), VALUE_NONE, 1, -1, 20000};
    const Material material = solved("KRvK");
    TableWalk walk = walk_of(&material);
    walk.source.block = changed_block;
    changed_from = value_win(9);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        changed_to = bad[i];
        assert_int_equal(statistics_count(&walk, PROBE_DTZ, &statistics, error), WALK_BROKEN);
        assert_string_equal(error, "KRvK: distances that no table can hold");
    }
}

/* ---- what ends it ---- */

static u64 last_done, last_all;

static int stop_after_two(void *user, u64 done, u64 all)
{
    (void)user;
    last_done = done;
    last_all = all;
    return done >= 2;
}

static void stopping(void **state)
{
    (void)state;
    const Material material = solved("KRvK");
    TableWalk walk = walk_of(&material);
    walk.steps.workers = one_worker;
    walk.steps.progress = stop_after_two;
    assert_int_equal(statistics_count(&walk, PROBE_DTZ, &statistics, error), WALK_STOPPED);
    assert_int_equal(last_done, 2);
    assert_int_equal(last_all, solved_table(tables, &material, METRIC_DTZ)->placements->blocks);
}

static ProbeStatus broken_block(void *user, const Material *material, int metrics, u32 block, u32 side,
                                ValueBlock *values, char why[PROBER_ERROR])
{
    const TableSource source = solved_source(user);
    if (block != CHANGED_BLOCK) return source.block(user, material, metrics, block, side, values, why);
    strcpy(why, "KRvK.dtz: damaged");
    return PROBE_BROKEN;
}

static void failures_of_the_source(void **state)
{
    (void)state;
    const Material material = solved("KRvK"), unsolved = material_named("KQQvKR");
    TableWalk walk = walk_of(&material);
    walk.source.block = broken_block;
    assert_int_equal(statistics_count(&walk, PROBE_DTZ, &statistics, error), WALK_BROKEN);
    assert_string_equal(error, "KRvK.dtz: damaged");
    walk.material = &unsolved;
    assert_int_equal(statistics_count(&walk, PROBE_DTZ, &statistics, error), WALK_NO_TABLE);
    assert_non_null(strstr(error, "KQQvKR: no table"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_those_of_enumeration),
        cmocka_unit_test(longest_is_the_first_by_index),
        cmocka_unit_test(threads_make_no_difference),
        cmocka_unit_test(results_alone),
        cmocka_unit_test(spoilt_results),
        cmocka_unit_test(values_out_of_range),
        cmocka_unit_test(stopping),
        cmocka_unit_test(failures_of_the_source),
    };
    return cmocka_run_group_tests(tests, open_tables, close_tables);
}
