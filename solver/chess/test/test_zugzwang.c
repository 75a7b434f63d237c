/* SPDX-License-Identifier: MIT */
/* Mutual zugzwangs: figures, positions of the literature, the list, the 50-move rule. zugzwang_reference
 * compares with the reference solver. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "solved_fixture.h"
#include "solver/chess/zugzwang.h"

static ZugzwangReport report, again;
static char error[PROBER_ERROR];

static void count(const TableWalk *walk, const ZugzwangOptions *options)
{
    if (zugzwang_count(walk, options, &report, error) != WALK_DONE) fail_msg("%s", error);
}

/* ---- figures and positions ---- */

/* The reference solver finds as many. */
static void rook_against_knight(void **state)
{
    (void)state;
    const Material material = solved("KRvKN");
    const TableWalk walk = walk_of(&material);
    count(&walk, &(ZugzwangOptions){.list = 0});
    assert_int_equal(report.kind[ZUGZWANG_FULL].unique, 0);
    assert_int_equal(report.kind[ZUGZWANG_FIRST_WINS].unique, 18);
    assert_int_equal(report.kind[ZUGZWANG_SECOND_WINS].unique, 0);
}

static int is_listed(const char *fen, ZugzwangKind kind)
{
    for (int i = 0; i < report.listed; i++)
        if (report.list[i].kind == kind && !strcmp(report.list[i].fen, fen)) return 1;
    return 0;
}

/* In either of its mirror images. */
static void expect_listed(const char *fen, const char *mirrored, ZugzwangKind kind)
{
    if (!is_listed(fen, kind) && !is_listed(mirrored, kind))
        fail_msg("%s is not listed as %s", fen, zugzwang_kind_name(kind));
}

/* Beasley, "Chess: positions of reciprocal zugzwang with not more than six men", and textbooks. */
static void famous_positions(void **state)
{
    (void)state;
    const Material one_pawn = solved("KPvK"), two_pawns = solved("KPvKP");
    TableWalk walk = walk_of(&one_pawn);
    count(&walk, &(ZugzwangOptions){.list = ZUGZWANG_LIST});
    expect_listed("1k6/1P6/K7/8/8/8/8/8 w - - 0 1", "6k1/6P1/7K/8/8/8/8/8 w - - 0 1", ZUGZWANG_FIRST_WINS);
    expect_listed("2k5/8/2KP4/8/8/8/8/8 w - - 0 1", "5k2/8/4PK2/8/8/8/8/8 w - - 0 1", ZUGZWANG_FIRST_WINS);

    walk.material = &two_pawns;
    count(&walk, &(ZugzwangOptions){.list = ZUGZWANG_LIST});
    /* the trebuchet */
    expect_listed("8/8/8/3pK3/2kP4/8/8/8 w - - 0 1", "8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1", ZUGZWANG_FULL);
    expect_listed("8/Kp6/1Pk5/8/8/8/8/8 w - - 0 1", "8/6pK/5kP1/8/8/8/8/8 w - - 0 1", ZUGZWANG_FULL);
}

/* Both sides have the same men: exchanging colours and ends of the board makes another of its positions. */
static void equal_sides(void **state)
{
    (void)state;
    const Material material = solved("KPvKP");
    const TableWalk walk = walk_of(&material);
    count(&walk, &(ZugzwangOptions){.list = 0});
    assert_int_equal(report.kind[ZUGZWANG_FIRST_WINS].all, report.kind[ZUGZWANG_SECOND_WINS].all);
    assert_int_equal(report.kind[ZUGZWANG_FIRST_WINS].unique, report.kind[ZUGZWANG_SECOND_WINS].unique);
}

/* ---- the list, threads ---- */

static void list_is_in_order(void **state)
{
    (void)state;
    const Material material = solved("KPvK");
    TableWalk walk = walk_of(&material);
    const ZugzwangOptions all = {.list = ZUGZWANG_LIST}, ten = {.list = 10};
    count(&walk, &all);
    assert_int_equal(report.listed, report.kind[ZUGZWANG_FIRST_WINS].unique);
    for (int i = 1; i < report.listed; i++) assert_true(report.list[i - 1].index < report.list[i].index);
    walk.steps.workers = one_worker;
    assert_int_equal(zugzwang_count(&walk, &all, &again, error), WALK_DONE);
    assert_memory_equal(&report, &again, sizeof report);
    assert_int_equal(zugzwang_count(&walk, &ten, &again, error), WALK_DONE);
    assert_int_equal(again.listed, 10);
    assert_memory_equal(report.list, again.list, 10 * sizeof *again.list);
}

/* ---- the 50-move rule ---- */

/* All wins are cursed. */
static ProbeStatus spoilt_block(void *user, const Material *material, int metrics, u32 block, u32 side,
                                ValueBlock *values, char why[PROBER_ERROR])
{
    const TableSource source = solved_source(user);
    const ProbeStatus status = source.block(user, material, metrics, block, side, values, why);
    for (u32 i = 0; i < BLOCK_CELLS; i++) {
        Value *value = &values->at[i >> 6][i & 63];
        if (value_is_win(*value)) *value = value_win(101);
        if (value_is_loss(*value)) *value = value_loss(101);
    }
    return status;
}

static void spoilt_results(void **state)
{
    (void)state;
    const Material material = solved("KPvK");
    TableWalk walk = walk_of(&material);
    count(&walk, &(ZugzwangOptions){.list = 0});
    const u64 zugzwangs = report.kind[ZUGZWANG_FIRST_WINS].all;
    walk.source.block = spoilt_block;
    count(&walk, &(ZugzwangOptions){.fifty_moves = 0});
    assert_int_equal(report.kind[ZUGZWANG_FIRST_WINS].all, zugzwangs);
    count(&walk, &(ZugzwangOptions){.fifty_moves = 1});
    assert_int_equal(report.kind[ZUGZWANG_FIRST_WINS].all, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rook_against_knight), cmocka_unit_test(famous_positions),
        cmocka_unit_test(equal_sides),         cmocka_unit_test(list_is_in_order),
        cmocka_unit_test(spoilt_results),
    };
    return cmocka_run_group_tests(tests, open_tables, close_tables);
}
