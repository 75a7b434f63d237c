/* SPDX-License-Identifier: MIT */
/* The interface of the reference solver; reference_known compares its values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "reference.h"
#include "notation/chess_notation.h"

static ChessPosition position(const char *fen)
{
    char error[NOTATION_ERROR];
    ChessRecord record;
    if (chess_fen_parse(fen, &record, error)) fail_msg("%s: %s", fen, error);
    return record.position;
}

static Reference *open_one(const char *material)
{
    char error[REFERENCE_ERROR];
    Reference *reference = reference_open(&material, 1, error);
    if (!reference) fail_msg("%s", error);
    return reference;
}

static void expect(const Reference *reference, const char *fen, ReferenceWdl wdl, int dtz, int dtm)
{
    ReferenceValue value;
    assert_int_equal(reference_probe(reference, position(fen), &value), REFERENCE_OK);
    assert_int_equal(value.wdl, wdl);
    assert_int_equal(value.dtz, dtz);
    assert_int_equal(value.dtm, dtm);
}

static void values_of_either_side(void **state)
{
    (void)state;
    Reference *reference = open_one("KvKQ");
    expect(reference, "7k/5K2/6Q1/8/8/8/8/8 b - -", REFERENCE_DRAW, 0, 0); /* stalemate */
    expect(reference, "7k/6Q1/6K1/8/8/8/8/8 b - -", REFERENCE_LOSS, 0, 0); /* mate */
    expect(reference, "8/8/8/8/8/6k1/6q1/7K w - -", REFERENCE_LOSS, 0, 0);
    expect(reference, "7k/8/6KQ/8/8/8/8/8 b - -", REFERENCE_LOSS, -2, -2);
    expect(reference, "7k/8/6K1/8/8/8/Q7/8 w - -", REFERENCE_WIN, 1, 1);
    expect(reference, "8/8/8/8/8/k7/8/1qK5 w - -", REFERENCE_DRAW, 0, 0); /* takes the queen */
    reference_close(reference);
}

static void tables_below_are_solved(void **state)
{
    (void)state;
    const char *expected[] = {"KvK", "KNvK", "KBvK", "KRvK", "KQvK", "KPvK"};
    Reference *reference = open_one("KPvK");
    assert_int_equal(reference_count(reference), 6);
    for (int i = 0; i < 6; i++) {
        int found = 0;
        for (int j = 0; j < 6; j++) found += !strcmp(reference_name(reference, j), expected[i]);
        assert_int_equal(found, 1);
    }
    reference_close(reference);
}

static void what_has_no_value(void **state)
{
    (void)state;
    Reference *reference = open_one("KPvK");
    ReferenceValue value;
    ChessPosition p = position("8/8/4k3/8/8/4P3/4K3/8 w - -");
    assert_int_equal(reference_probe(reference, p, &value), REFERENCE_OK);
    ChessPosition marked = p;
    marked.own |= U64(1) << 41; /* a target behind no pawn */
    assert_int_equal(reference_probe(reference, marked, &value), REFERENCE_ILLEGAL);
    p = position("8/8/3k4/8/8/4R3/1p2K3/8 w - -");
    assert_int_equal(reference_probe(reference, p, &value), REFERENCE_NO_TABLE);
    p = position("4k3/8/8/8/8/8/8/4K2R w K -");
    assert_int_equal(reference_probe(reference, p, &value), REFERENCE_ILLEGAL);
    p = chess_flip(position("4k3/8/8/8/8/8/4Q3/4K3 b - -")); /* White to move and Black in check */
    assert_int_equal(reference_probe(reference, p, &value), REFERENCE_ILLEGAL);
    reference_close(reference);
}

static void results_at_a_clock(void **state)
{
    (void)state;
    const ReferenceValue win = {REFERENCE_WIN, 20, 30}, loss = {REFERENCE_LOSS, -20, -30};
    const ReferenceValue mated = {REFERENCE_LOSS, 0, 0}, draw = {REFERENCE_DRAW, 0, 0};
    assert_int_equal(reference_wdl_at_clock(win, 80), REFERENCE_WIN);
    assert_int_equal(reference_wdl_at_clock(win, 81), REFERENCE_CURSED_WIN);
    assert_int_equal(reference_wdl_at_clock(loss, 80), REFERENCE_LOSS);
    assert_int_equal(reference_wdl_at_clock(loss, 81), REFERENCE_BLESSED_LOSS);
    assert_int_equal(reference_wdl_at_clock(mated, 100), REFERENCE_LOSS);
    assert_int_equal(reference_wdl_at_clock(draw, 100), REFERENCE_DRAW);
}

static void names_that_are_no_material(void **state)
{
    (void)state;
    const char *names[] = {"",       "v",     "KQ",   "QvK",    "KQvR",  "KKvK",
                           "KQvKvK", "KQvKx", "kqvk", "KQRBvK", "KQQvKR"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char error[REFERENCE_ERROR] = "";
        assert_null(reference_open(&names[i], 1, error));
        assert_non_null(strstr(error, "expected a material of 2 to 4 men, such as KQvKR"));
        assert_int_equal(strncmp(error, names[i], strlen(names[i])), 0);
    }
    reference_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_either_side),      cmocka_unit_test(tables_below_are_solved),
        cmocka_unit_test(what_has_no_value),          cmocka_unit_test(results_at_a_clock),
        cmocka_unit_test(names_that_are_no_material),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
