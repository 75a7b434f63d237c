/* SPDX-License-Identifier: MIT */
/* The cache of blocks: what is put is got, in bounded room, by several threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "solver/files/block_cache.h"
#include "table_folder.h"
#include "solver/base/workers.h"

enum { BLOCK = 256, WAYS = 7, THREADS = 4 };

/* A block that holds its key in every byte's place. */
static void fill(uint64_t key, uint64_t block[BLOCK / 8])
{
    for (uint64_t i = 0; i < BLOCK / 8; i++) block[i] = key * UINT64_C(0x9e3779b97f4a7c15) + i;
}

static void put(BlockCache *cache, uint64_t key)
{
    uint64_t block[BLOCK / 8];
    fill(key, block);
    block_cache_put(cache, key, block);
}

/* 1: it is there, and as it was put. */
static int is_there(BlockCache *cache, uint64_t key)
{
    uint64_t block[BLOCK / 8], expected[BLOCK / 8];
    if (block_cache_get(cache, key, 0, block, sizeof block)) return 0;
    fill(key, expected);
    assert_memory_equal(block, expected, sizeof block);
    return 1;
}

static void what_is_put_is_got(void **state)
{
    (void)state;
    BlockCache *cache = block_cache_open(1 << 20, BLOCK);
    assert_non_null(cache);
    uint64_t part, block[BLOCK / 8];
    assert_false(is_there(cache, 5));
    put(cache, 5);
    put(cache, UINT64_MAX);
    assert_true(is_there(cache, 5));
    assert_true(is_there(cache, UINT64_MAX));
    fill(5, block);
    for (size_t i = 0; i < BLOCK / 8; i++) {
        assert_int_equal(block_cache_get(cache, 5, 8 * i, &part, sizeof part), 0);
        assert_true(part == block[i]);
    }
    memset(block, 1, sizeof block);
    block_cache_put(cache, 5, block); /* in place of the old one */
    assert_int_equal(block_cache_get(cache, 5, BLOCK - 8, &part, sizeof part), 0);
    assert_true(part == UINT64_C(0x0101010101010101));
    block_cache_close(cache);
    block_cache_close(NULL);
}

/* With one set: blocks asked for since stay. */
static void unused_makes_room(void **state)
{
    (void)state;
    BlockCache *cache = block_cache_open(1, BLOCK);
    assert_non_null(cache);
    for (uint64_t key = 1; key <= WAYS; key++) put(cache, key);
    assert_true(is_there(cache, 1));
    put(cache, 100);
    assert_true(is_there(cache, 1));
    assert_true(is_there(cache, 100));
    int there = 0;
    for (uint64_t key = 1; key <= WAYS; key++) there += is_there(cache, key);
    assert_int_equal(there, WAYS - 1);
    block_cache_close(cache);
}

/* Of the room asked for nearly all can be used, and no more. */
static void room_is_used(void **state)
{
    (void)state;
    enum { KEYS = 4000, ROOM = 1000 };
    BlockCache *cache = block_cache_open(ROOM * BLOCK, BLOCK);
    assert_non_null(cache);
    int there = 0;
    for (uint64_t key = 1; key <= KEYS; key++) put(cache, key << 34 | 1);
    for (uint64_t key = 1; key <= KEYS; key++) there += is_there(cache, key << 34 | 1);
    assert_in_range(there, ROOM * 9 / 10, ROOM);
    block_cache_close(cache);
}

static void put_and_get(void *user, uint64_t first, uint64_t end, int worker)
{
    (void)worker;
    uint64_t random = first + 1;
    for (uint64_t i = first; i < end; i++)
        for (int j = 0; j < 1000; j++) {
            uint64_t block[BLOCK / 8], expected[BLOCK / 8];
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
            const uint64_t key = 1 + (random >> 40) % 60;
            fill(key, expected);
            if (block_cache_get(user, key, 0, block, sizeof block)) block_cache_put(user, key, expected);
            else if (memcmp(block, expected, sizeof block) != 0)
                block_cache_put(user, 1000, expected); /* the test looks for it */
        }
}

static void threads_share_it(void **state)
{
    (void)state;
    BlockCache *cache = block_cache_open(40 * BLOCK, BLOCK);
    Workers *workers = workers_open(THREADS);
    uint64_t block[BLOCK / 8];
    assert_non_null(cache);
    assert_non_null(workers);
    workers_run(workers, 200, 1, put_and_get, cache);
    assert_int_equal(block_cache_get(cache, 1000, 0, block, sizeof block), -1);
    workers_close(workers);
    block_cache_close(cache);
}

/* Where memory is short, a cache takes less and leaves some; it is missing only if there is nothing. */
static void short_of_memory(void **state)
{
    (void)state;
    const rlim_t room = (rlim_t)1 << 30;
    struct rlimit old, limit;
    assert_int_equal(getrlimit(RLIMIT_AS, &old), 0);
    if (SANITIZED) skip(); /* takes all addresses itself */
    limit = (struct rlimit){room, old.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
    BlockCache *cache = block_cache_open((uint64_t)1 << 50, BLOCK);
    void *rest = malloc(room / 8);
    assert_int_equal(setrlimit(RLIMIT_AS, &old), 0);
    assert_non_null(cache);
    assert_non_null(rest);
    for (uint64_t key = 1; key <= 1000; key++) put(cache, key);
    for (uint64_t key = 1; key <= 1000; key++) assert_true(is_there(cache, key));
    free(rest);
    block_cache_close(cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_put_is_got), cmocka_unit_test(unused_makes_room),
        cmocka_unit_test(room_is_used),       cmocka_unit_test(threads_share_it),
        cmocka_unit_test(short_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
