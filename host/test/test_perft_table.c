/* SPDX-License-Identifier: MIT */
/* Keys of the perft hash tables, and the table that threads share. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <pthread.h>
#include <stdlib.h>

#include "host/games/perft_table.h"

enum { FLIPPED = 1 + 256 + 256 * 255 / 2, WINDOW = 24, PIECES = 5 };

static int by_value(const void *a, const void *b)
{
    const u32 x = *(const u32 *)a, y = *(const u32 *)b;
    return (x > y) - (x < y);
}

/* Bits WINDOW * i and up of a key. */
static u32 piece(PerftHashKey key, int i)
{
    const unsigned __int128 all = (unsigned __int128)key.high << 64 | key.low;
    return (u32)(all >> (WINDOW * i)) & ((1u << WINDOW) - 1);
}

static u64 pairs_that_agree(u32 *values, size_t n)
{
    u64 pairs = 0, run = 0;
    qsort(values, n, sizeof *values, by_value);
    for (size_t i = 1; i < n; i++) {
        run = values[i] == values[i - 1] ? run + 1 : 0;
        pairs += run;
    }
    return pairs;
}

/* All words that differ from a base in up to two bits, with several bases: in each piece of the keys as many
 * agree as by chance, 128 of 5.4e8 pairs. */
static void keys_are_spread(void **state)
{
    (void)state;
    static PerftHashKey keys[FLIPPED];
    static u32 values[FLIPPED];
    const u64 bases[][4] = {
        {0, 0, 0, 0},
        {~U64(0), ~U64(0), ~U64(0), ~U64(0)},
        {1, 2, 3, 4},
        {U64(0x3cff00000000ff3c), U64(0x66ff00000000ff66), U64(0xb900000000000099), 0xffff}};
    for (size_t base = 0; base < sizeof bases / sizeof *bases; base++) {
        size_t n = 0;
        for (int i = 0; i < 256; i++)
            for (int k = i; k < 256; k++) {
                u64 w[4] = {bases[base][0], bases[base][1], bases[base][2], bases[base][3]};
                w[i / 64] ^= U64(1) << i % 64;
                if (k > i) w[k / 64] ^= U64(1) << k % 64;
                keys[n++] = perft_hash_key(w[0], w[1], w[2], w[3], perft_hash_seed(base, 3));
            }
        for (int i = 0; i < PIECES; i++) {
            for (size_t k = 0; k < n; k++) values[k] = piece(keys[k], i);
            const double expected = (double)n * (double)n / 2 / (1u << WINDOW);
            assert_in_range(pairs_that_agree(values, n), (u64)(expected * 0.3), (u64)(expected * 2));
        }
    }
}

static void seeds_make_other_keys(void **state)
{
    (void)state;
    static u32 values[1000 * 32];
    size_t n = 0;
    for (u32 set = 0; set < 1000; set++)
        for (u32 depth = 0; depth < 32; depth++)
            values[n++] = piece(perft_hash_key(1, 2, 3, 4, perft_hash_seed(set, depth)), 0);
    assert_in_range(pairs_that_agree(values, n), 5, 80); /* 31 by chance */
}

static void torn_entries_match_no_key(void **state)
{
    (void)state;
    const PerftHashKey a = {U64(0x123456789abcdef0), 17},
                       b = {a.low ^ U64(1) << 63, 99}; /* both with the same tag */
    const PerftHashEntry x = perft_hash_entry(a, 3, 1000), y = perft_hash_entry(b, 4, 2000),
                         torn = {x.check, y.data};
    assert_true(perft_hash_count(x, a) == 1000 && perft_hash_count(y, b) == 2000);
    assert_true(perft_hash_count(x, b) == PERFT_HASH_NONE && perft_hash_count(y, a) == PERFT_HASH_NONE);
    assert_true(perft_hash_count(torn, a) == PERFT_HASH_NONE && perft_hash_count(torn, b) == PERFT_HASH_NONE);
    assert_true(perft_hash_count((PerftHashEntry){0, 0}, (PerftHashKey){0, 0}) == PERFT_HASH_NONE);
}

static PerftHashKey key_number(const PerftTable *table, u64 i)
{
    const uint64_t words[4] = {i, 0, 0, 0};
    return perft_key(table, words, 1 + (int)(i % 3));
}

/* Twice as many shallow entries as there is room for, after few deep ones. */
static void deep_entries_stay(void **state)
{
    (void)state;
    enum { DEEP = 1000, SHALLOW = 131072 };
    PerftTable *table = perft_table_new(1 << 20, 0);
    u64 count, kept = 0;
    for (u64 i = 0; i < DEEP; i++) perft_table_put(table, key_number(table, i), 5, i);
    for (u64 i = DEEP; i < SHALLOW; i++) perft_table_put(table, key_number(table, i), 2, i);
    for (u64 i = 0; i < SHALLOW; i++) {
        const int found = perft_table_get(table, key_number(table, i), &count);
        assert_true(!found || count == i);
        if (i < DEEP) assert_true(found);
        kept += (u64)found;
    }
    assert_in_range(kept, 60000, 65536);
    perft_table_put(table, key_number(table, SHALLOW), 2, PERFT_HASH_LIMIT);
    perft_table_put(table, key_number(table, SHALLOW), 16, 1);
    assert_false(perft_table_get(table, key_number(table, SHALLOW), &count));
    perft_table_free(table);
}

/* Each thread puts and gets counts that follow from the key. */
static void *work(void *argument)
{
    PerftTable view = *(const PerftTable *)argument;
    u64 x = (u64)(uintptr_t)&view, wrong = 0, count;
    for (int i = 0; i < 300000; i++) {
        x = x * U64(6364136223846793005) + 1442695040888963407;
        const u64 number = x >> 45;
        const PerftHashKey key = key_number(&view, number);
        if (perft_table_get(&view, key, &count)) wrong += count != number * 3;
        else perft_table_put(&view, key, 1 + (int)(x & 3), number * 3);
    }
    return (void *)(uintptr_t)wrong;
}

static void threads_share_a_table(void **state)
{
    (void)state;
    PerftTable *table = perft_table_new(1 << 20, 1);
    pthread_t thread[3];
    for (int i = 0; i < 3; i++) assert_int_equal(pthread_create(&thread[i], NULL, work, table), 0);
    for (int i = 0; i < 3; i++) {
        void *wrong;
        pthread_join(thread[i], &wrong);
        assert_null(wrong);
    }
    perft_table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_spread),           cmocka_unit_test(seeds_make_other_keys),
        cmocka_unit_test(torn_entries_match_no_key), cmocka_unit_test(deep_entries_stay),
        cmocka_unit_test(threads_share_a_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
