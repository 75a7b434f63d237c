/* SPDX-License-Identifier: MIT */
/* Sets of rows: numbers in order of arrival, found again however large the set grows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "host/perft/word_set.h"

static void rows_keep_their_numbers(void **state)
{
    (void)state;
    WordSet set = {.width = 2, .extra = 1};
    size_t index;
    for (uint64_t i = 0; i < 100000; i++) {
        const uint64_t key[2] = {i % 5000, i / 10000};
        const uint64_t number = i / 10000 * 5000 + i % 5000;
        assert_int_equal(word_set_add(&set, key, &index), i % 10000 < 5000 ? WORD_SET_NEW : WORD_SET_KNOWN);
        assert_int_equal(index, number);
        word_set_row(&set, index)[2]++;
    }
    assert_int_equal(set.count, 50000);
    for (size_t i = 0; i < set.count; i++) assert_int_equal(word_set_row(&set, i)[2], 2);
    const uint64_t absent[2] = {5000, 0}, there[2] = {4999, 9};
    assert_int_equal(word_set_add(&set, there, &index), WORD_SET_KNOWN);
    assert_int_equal(index, 49999);
    assert_int_equal(word_set_add(&set, absent, &index), WORD_SET_NEW);
    word_set_free(&set);
    assert_int_equal(word_set_add(&set, there, &index), WORD_SET_NEW);
    word_set_free(&set);
}

static void a_full_set_stays_as_it_is(void **state)
{
    (void)state;
    WordSet set = {.width = 1, .most_bytes = 4096};
    size_t index;
    uint64_t key = 0;
    while (word_set_add(&set, &key, &index) == WORD_SET_NEW) key++;
    assert_true(key > 100 && key < 512);
    assert_int_equal(set.count, key);
    for (uint64_t i = 0; i < key; i++) assert_int_equal(*word_set_row(&set, i), i);
    word_set_free(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_keep_their_numbers),
        cmocka_unit_test(a_full_set_stays_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
