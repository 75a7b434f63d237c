/* SPDX-License-Identifier: MIT */
/* The check of finished tables: good ones pass, each kind of wrong value is found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "solved_fixture.h"
#include "solver/chess/verify.h"

static VerifyReport report, again;
static char error[PROBER_ERROR];

static void verify(const TableWalk *walk, const VerifyOptions *options)
{
    if (verify_table(walk, options, &report, error) != WALK_DONE) fail_msg("%s", error);
}

static void expect_right(const Material *material)
{
    if (report.wrong == 0) return;
    char stored[VERIFY_VALUE], expected[VERIFY_VALUE];
    verify_value_text(report.first.metrics, report.first.stored, stored);
    verify_value_text(report.first.metrics, report.first.expected, expected);
    fail_msg("%s: %s is stored as %s, expected %s", material->name, report.first.fen, stored, expected);
}

static int is_same(const VerifyReport *a, const VerifyReport *b)
{
    return a->checked == b->checked && a->wrong == b->wrong && a->first.index == b->first.index &&
           a->first.side == b->first.side && a->first.metrics == b->first.metrics &&
           a->first.stored == b->first.stored && a->first.expected == b->first.expected &&
           !strcmp(a->first.fen, b->first.fen);
}

/* ---- good tables ---- */

static u64 legal_cells(const Material *material)
{
    const Placements *placements = solved_table(tables, material, METRIC_DTZ)->placements;
    u64 legal = 0;
    for (u32 block = 0; block < placements->blocks; block++)
        for (u32 side = 0; side < 2; side++) {
            u64 illegal[BLOCK_WORDS];
            block_illegal(material, placements->codes[block], side, illegal);
            for (int i = 0; i < BLOCK_WORDS; i++) legal += 64 - popcount64(illegal[i]);
        }
    return legal;
}

static void tables_of_three_men(void **state)
{
    (void)state;
    const char *names[] = {"KQvK", "KRvK", "KBvK", "KNvK", "KPvK"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const Material material = solved(names[i]);
        const TableWalk walk = walk_of(&material);
        verify(&walk, &(VerifyOptions){.metrics = PROBE_DTZ | PROBE_DTM});
        expect_right(&material);
        assert_int_equal(report.checked, legal_cells(&material));
    }
}

/* With captures en passant, and distances that the results of other tables end. */
static void sample_of_four_men(void **state)
{
    (void)state;
    const Material material = solved("KPvKP");
    const TableWalk walk = walk_of(&material);
    verify(&walk, &(VerifyOptions){.metrics = PROBE_DTZ | PROBE_DTM, .sample = 20000, .seed = 1});
    expect_right(&material);
    assert_int_equal(report.checked, 20000);
}

/* ---- wrong values ---- */

/* Of one cell `block` says something else, `probe` does not: no other position's value changes with it. */
typedef struct {
    int metrics;
    u64 index;
    u32 side;
    Value from, to;
} Change;

static Change change;

static ProbeStatus changed_block(void *user, const Material *material, int metrics, u32 block, u32 side,
                                 ValueBlock *values, char why[PROBER_ERROR])
{
    const TableSource source = solved_source(user);
    const ProbeStatus status = source.block(user, material, metrics, block, side, values, why);
    Value *value = &values->at[change.index >> 6 & 63][change.index & 63];
    if (metrics == change.metrics && side == change.side && block == change.index / BLOCK_CELLS) {
        assert_int_equal(*value, change.from);
        *value = change.to;
    }
    return status;
}

/* The first cell with that value. */
static u64 index_of(const Material *material, int metrics, u32 side, Value value)
{
    const TableSource source = solved_source(tables);
    static ValueBlock values;
    const u64 cells = (u64)source.placements(source.user, material)->blocks * BLOCK_CELLS;
    for (u64 index = 0; index < cells; index++) {
        if (index % BLOCK_CELLS == 0)
            source.block(source.user, material, metrics, (u32)(index / BLOCK_CELLS), side, &values, error);
        if (values.at[index >> 6 & 63][index & 63] == value) return index;
    }
    fail_msg("%s has no value %d", material->name, value);
    return 0;
}

static void one_changed_value(void **state)
{
    (void)state;
    const struct {
        const char *name;
        int metrics;
        u32 side;
        Value from, to;
    } cases[] = {
        {"KPvK", PROBE_DTM, 0, value_win(15), value_win(17)},
        {"KQvK", PROBE_DTM, 1, value_loss(0), value_loss(2)}, /* mate */
        {"KPvK", PROBE_DTM, 1, 0, value_loss(4)},             /* a draw */
        {"KPvK", PROBE_DTZ, 1, value_loss(2), 0},
        {"KPvK", PROBE_DTZ, 0, value_win(1), value_win(2)},
        {"KPvK", PROBE_WDL, 0, value_win(1), value_win(101)},
        {"KPvK", PROBE_WDL, 0, VALUE_ILLEGAL, value_win(1)}, /* no position at all */
        {"KQvK", PROBE_DTM, 1, VALUE_ILLEGAL, 0},
        {"KPvK", PROBE_DTZ, 1, value_loss(8), VALUE_ILLEGAL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Material material = solved(cases[i].name);
        TableWalk walk = walk_of(&material);
        walk.source.block = changed_block;
        const u64 index = index_of(&material, cases[i].metrics, cases[i].side, cases[i].from);
        change = (Change){cases[i].metrics, index, cases[i].side, cases[i].from, cases[i].to};
        verify(&walk, &(VerifyOptions){.metrics = PROBE_DTZ | PROBE_DTM});
        assert_int_equal(report.wrong, 1);
        assert_int_equal(report.first.metrics, change.metrics);
        assert_int_equal(report.first.index, change.index);
        assert_int_equal(report.first.side, change.side);
        assert_int_equal(report.first.stored, change.to);
        assert_int_equal(report.first.expected, change.from);
    }
}

static void what_is_not_asked_for_is_not_checked(void **state)
{
    (void)state;
    const Material material = solved("KPvK");
    TableWalk walk = walk_of(&material);
    walk.source.block = changed_block;
    const u64 index = index_of(&material, PROBE_DTM, 0, value_win(15));
    change = (Change){PROBE_DTM, index, 0, value_win(15), value_win(17)};
    verify(&walk, &(VerifyOptions){.metrics = PROBE_DTZ});
    assert_int_equal(report.wrong, 0);
    verify(&walk, &(VerifyOptions){.metrics = PROBE_DTM});
    assert_int_equal(report.wrong, 1);
}

/* The table itself is changed: positions that lead to the change are wrong as well. */
static void changed_table(void **state)
{
    (void)state;
    const Material material = solved("KQvK");
    TableWalk walk = walk_of(&material);
    u8 *distance = solved_table(tables, &material, METRIC_DTM)->distance[0];
    const u64 index = index_of(&material, PROBE_DTM, 0, value_win(19)); /* the only longest win */
    const VerifyOptions options = {.metrics = PROBE_DTM};
    distance[index]++;
    verify(&walk, &options);
    walk.steps.workers = one_worker;
    assert_int_equal(verify_table(&walk, &options, &again, error), WALK_DONE);
    distance[index]--;
    assert_true(report.wrong > 1);
    assert_true(report.first.index <= index);
    assert_true(is_same(&report, &again));
    verify(&walk, &options);
    assert_int_equal(report.wrong, 0);
}

static void text_of_what_is_wrong(void **state)
{
    (void)state;
    const Material material = solved("KPvK");
    TableWalk walk = walk_of(&material);
    walk.source.block = changed_block;
    change = (Change){PROBE_DTM, index_of(&material, PROBE_DTM, 0, value_win(55)), 0, value_win(55), 0};
    verify(&walk, &(VerifyOptions){.metrics = PROBE_DTM});
    char stored[VERIFY_VALUE], expected[VERIFY_VALUE], fen[WALK_FEN];
    index_fen(&material, solved_table(tables, &material, METRIC_DTM)->placements, change.index, 0, fen);
    verify_value_text(report.first.metrics, report.first.stored, stored);
    verify_value_text(report.first.metrics, report.first.expected, expected);
    assert_string_equal(report.first.fen, fen);
    assert_string_equal(stored, "draw");
    assert_string_equal(expected, "win in 55");

    const u64 shared = index_of(&material, PROBE_DTM, 0, VALUE_ILLEGAL); /* both kings on a1 */
    change = (Change){PROBE_DTM, shared, 0, VALUE_ILLEGAL, value_win(3)};
    verify(&walk, &(VerifyOptions){.metrics = PROBE_DTM});
    assert_string_equal(report.first.fen, "-");
}

static void values_in_words(void **state)
{
    (void)state;
    const struct {
        int metrics;
        Value value;
        const char *expected;
    } cases[] = {
        {PROBE_WDL, value_win(1), "win"},
        {PROBE_WDL, value_win(101), "cursed win"},
        {PROBE_WDL, value_loss(1), "loss"},
        {PROBE_WDL, value_loss(101), "blessed loss"},
        {PROBE_WDL, 0, "draw"},
        {PROBE_DTZ, value_win(101), "win in 101"},
        {PROBE_DTM, value_loss(0), "loss in 0"},
        {PROBE_DTM, 0, "draw"},
        {PROBE_DTM, VALUE_ILLEGAL, "illegal"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[VERIFY_VALUE];
        verify_value_text(cases[i].metrics, cases[i].value, text);
        assert_string_equal(text, cases[i].expected);
    }
}

/* ---- samples ---- */

/* All wins in 5 are reported as wins in 7. */
static ProbeStatus changed_probe(void *user, const ChessPosition *position, int metrics, ProbeValue *value,
                                 char why[PROBER_ERROR])
{
    const TableSource source = solved_source(user);
    const ProbeStatus status = source.probe(user, position, metrics, value, why);
    if (value->dtm == 5) value->dtm = 7;
    return status;
}

static void samples_follow_their_seed(void **state)
{
    (void)state;
    const Material material = solved("KQvK");
    TableWalk walk = walk_of(&material);
    walk.source.probe = changed_probe;
    VerifyOptions options = {.metrics = PROBE_DTM, .sample = 2000, .seed = 7};
    verify(&walk, &options);
    assert_int_equal(report.checked, 2000);
    assert_true(report.wrong > 0);
    walk.steps.workers = one_worker;
    assert_int_equal(verify_table(&walk, &options, &again, error), WALK_DONE);
    assert_true(is_same(&report, &again));
    options.seed = 8;
    assert_int_equal(verify_table(&walk, &options, &again, error), WALK_DONE);
    assert_false(is_same(&report, &again));
}

/* ---- what ends it ---- */

static ProbeStatus damaged(void *user, const Material *material, int metrics, char why[PROBER_ERROR])
{
    (void)user;
    (void)material;
    assert_int_equal(metrics, PROBE_WDL | PROBE_DTZ);
    strcpy(why, "KQvK.dtz: damaged");
    return PROBE_BROKEN;
}

static void checksums_come_first(void **state)
{
    (void)state;
    const Material material = solved("KQvK");
    TableWalk walk = walk_of(&material);
    walk.source.check = damaged;
    VerifyOptions options = {.metrics = PROBE_DTZ};
    assert_int_equal(verify_table(&walk, &options, &report, error), WALK_BROKEN);
    assert_string_equal(error, "KQvK.dtz: damaged");
    assert_int_equal(report.checked, 0);
    options.skip_checksums = 1;
    verify(&walk, &options);
    assert_int_equal(report.wrong, 0);
}

static int stop_at_once(void *user, u64 done, u64 all)
{
    *(u64 *)user = done < all ? done : 0;
    return 1;
}

static void stopping(void **state)
{
    (void)state;
    u64 done = 0;
    const Material material = solved("KQvK");
    TableWalk walk = walk_of(&material);
    walk.steps.workers = one_worker;
    walk.steps.progress = stop_at_once;
    walk.steps.user = &done;
    assert_int_equal(verify_table(&walk, &(VerifyOptions){.metrics = PROBE_DTZ}, &report, error),
                     WALK_STOPPED);
    assert_int_equal(done, 1);
    assert_true(report.checked > 0 && report.checked < 8192);
}

static ProbeStatus no_probe(void *user, const ChessPosition *position, int metrics, ProbeValue *value,
                            char why[PROBER_ERROR])
{
    (void)user;
    (void)position;
    (void)metrics;
    (void)value;
    strcpy(why, "KvK: no table");
    return PROBE_NO_TABLE;
}

static void tables_that_are_needed(void **state)
{
    (void)state;
    const Material material = solved("KQvK");
    TableWalk walk = walk_of(&material);
    walk.source.probe = no_probe;
    assert_int_equal(verify_table(&walk, &(VerifyOptions){.metrics = PROBE_DTM}, &report, error),
                     WALK_NO_TABLE);
    assert_string_equal(error, "KvK: no table");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_of_three_men),    cmocka_unit_test(sample_of_four_men),
        cmocka_unit_test(one_changed_value),      cmocka_unit_test(what_is_not_asked_for_is_not_checked),
        cmocka_unit_test(changed_table),          cmocka_unit_test(text_of_what_is_wrong),
        cmocka_unit_test(values_in_words),        cmocka_unit_test(samples_follow_their_seed),
        cmocka_unit_test(checksums_come_first),   cmocka_unit_test(stopping),
        cmocka_unit_test(tables_that_are_needed),
    };
    return cmocka_run_group_tests(tests, open_tables, close_tables);
}
