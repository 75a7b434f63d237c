/* SPDX-License-Identifier: MIT */
#include "block_cache.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { WAYS = 7 }; /* a set is one cache line */

#define HUGE_FROM (UINT64_C(256) << 20) /* bytes */

/* Readers of single values take no lock: they look at `version` before and after, so that several look-ups of one
 * thread overlap. A version is odd while its set is locked. */
typedef struct {
    _Atomic uint64_t key[WAYS]; /* 0: empty */
    _Atomic uint32_t version;
    _Atomic uint16_t used; /* bit w: way w was asked for since the hand passed it */
    uint16_t hand;         /* the way where the search for room begins */
} Set;

_Static_assert(sizeof(Set) == 64, "a cache line");

struct BlockCache {
    uint64_t sets;
    size_t block, bytes;
    Set *set;
    uint8_t *blocks;
};

static BlockCache *open_sets(uint64_t sets, size_t block)
{
    BlockCache *cache = calloc(1, sizeof *cache);
    if (cache == NULL) return NULL;
    cache->block = block;
    cache->sets = sets;
    cache->bytes = sets * WAYS * block;
    cache->set = aligned_alloc(sizeof(Set), cache->sets * sizeof(Set));
    /* Pages come when they are first written. */
    void *blocks =
        mmap(NULL, cache->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    cache->blocks = blocks == MAP_FAILED ? NULL : blocks;
    if (cache->set == NULL || cache->blocks == NULL) {
        block_cache_close(cache);
        return NULL;
    }
    /* Fewer misses of the address cache; in a small cache, more memory in use after a few probes. */
    if (cache->bytes >= HUGE_FROM) madvise(cache->blocks, cache->bytes, MADV_HUGEPAGE);
    memset(cache->set, 0, cache->sets * sizeof(Set));
    return cache;
}

void block_cache_close(BlockCache *cache)
{
    if (cache == NULL) return;
    if (cache->blocks) munmap(cache->blocks, cache->bytes);
    free(cache->set);
    free(cache);
}

BlockCache *block_cache_open(uint64_t bytes, size_t block)
{
    uint64_t sets = bytes / (WAYS * block + sizeof(Set));
    if (sets == 0) sets = 1;
    BlockCache *cache = open_sets(sets, block);
    if (cache || sets == 1) return cache;
    while (cache == NULL && (sets /= 2)) cache = open_sets(sets, block);
    if (cache == NULL || sets == 1) return cache;
    block_cache_close(cache); /* as much is left for others */
    return open_sets(sets / 2, block);
}

/* A key has two sets: the second serves when the first is full, or nearly every cache of some load would have keys
 * that push each other out. */
static uint64_t set_of(const BlockCache *cache, uint64_t key, int choice)
{
    uint64_t mixed = (key ^ key >> 29) * UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 32) * (choice ? UINT64_C(0xa0761d6478bd642f) : UINT64_C(0xd6e8feb86659fd93));
    return (uint64_t)((unsigned __int128)mixed * cache->sets >> 64);
}

static void lock(Set *set)
{
    for (;;) {
        uint32_t version = atomic_load_explicit(&set->version, memory_order_relaxed);
        if (!(version & 1) &&
            atomic_compare_exchange_weak_explicit(&set->version, &version, version + 1, memory_order_acquire,
                                                  memory_order_relaxed))
            break;
    }
    atomic_thread_fence(memory_order_release); /* what follows is not seen before the version is odd */
}
static void unlock(Set *set) { atomic_fetch_add_explicit(&set->version, 1, memory_order_release); }

/* WAYS: it is not there */
static int way_of(const Set *set, uint64_t key)
{
    int way = 0;
    while (way < WAYS && atomic_load_explicit(&set->key[way], memory_order_relaxed) != key) way++;
    return way;
}

static void note_use(Set *set, int way)
{
    const uint16_t used = atomic_load_explicit(&set->used, memory_order_relaxed), bit = (uint16_t)(1u << way);
    if (!(used & bit)) atomic_store_explicit(&set->used, used | bit, memory_order_relaxed);
}

static uint8_t *place_of(const BlockCache *cache, uint64_t number, int way)
{
    return cache->blocks + (number * WAYS + (unsigned)way) * cache->block;
}

/* Words, since readers without the lock may look on. */
static void copy_in(uint8_t *to, const uint8_t *from, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 8) {
        uint64_t word;
        memcpy(&word, from + i, 8);
        __atomic_store_n((uint64_t *)(void *)(to + i), word, __ATOMIC_RELAXED);
    }
}

/* 1 if the set did not change meanwhile: *found says then whether the key was there. */
static int try_small(Set *set, const BlockCache *cache, uint64_t number, uint64_t key, size_t offset,
                     void *out, size_t size, int *found)
{
    const uint32_t version = atomic_load_explicit(&set->version, memory_order_acquire);
    if (version & 1) return 0;
    const int way = way_of(set, key);
    *found = way < WAYS;
    if (*found) {
        const uint8_t *at = place_of(cache, number, way) + offset;
        if (size == 1) *(uint8_t *)out = __atomic_load_n(at, __ATOMIC_RELAXED);
        else *(uint16_t *)out = __atomic_load_n((const uint16_t *)(const void *)at, __ATOMIC_RELAXED);
        note_use(set, way);
    }
    atomic_thread_fence(memory_order_acquire);
    return atomic_load_explicit(&set->version, memory_order_relaxed) == version;
}

static int get_from(BlockCache *cache, uint64_t number, uint64_t key, size_t offset, void *out, size_t size)
{
    Set *set = &cache->set[number];
    if (size <= 2) {
        int found;
        while (!try_small(set, cache, number, key, offset, out, size, &found)) {}
        return found;
    }
    lock(set);
    const int way = way_of(set, key);
    if (way < WAYS) {
        memcpy(out, place_of(cache, number, way) + offset, size);
        note_use(set, way);
    }
    unlock(set);
    return way < WAYS;
}

int block_cache_get(BlockCache *cache, uint64_t key, size_t offset, void *out, size_t size)
{
    for (int choice = 0; choice < 2; choice++)
        if (get_from(cache, set_of(cache, key, choice), key, offset, out, size)) return 0;
    return -1;
}

/* A way to put a block in: an empty one, else the first from the hand on that was not used since it last passed. */
static int make_room(Set *set)
{
    const int empty = way_of(set, 0);
    if (empty < WAYS) return empty;
    unsigned used = atomic_load_explicit(&set->used, memory_order_relaxed);
    while (used >> set->hand & 1) {
        used &= ~(1u << set->hand);
        set->hand = (uint16_t)((set->hand + 1) % WAYS);
    }
    atomic_store_explicit(&set->used, (uint16_t)used, memory_order_relaxed);
    const int way = set->hand;
    set->hand = (uint16_t)((set->hand + 1) % WAYS);
    return way;
}

/* 1: done. make: makes room in a full set. */
static int put_into(BlockCache *cache, uint64_t number, uint64_t key, const void *block, int make)
{
    Set *set = &cache->set[number];
    lock(set);
    int way = way_of(set, key);
    if (way == WAYS) way = make ? make_room(set) : way_of(set, 0);
    if (way < WAYS) {
        atomic_store_explicit(&set->key[way], key, memory_order_relaxed);
        copy_in(place_of(cache, number, way), block, cache->block);
    }
    unlock(set);
    return way < WAYS;
}

void block_cache_put(BlockCache *cache, uint64_t key, const void *block)
{
    const uint64_t first = set_of(cache, key, 0), second = set_of(cache, key, 1);
    if (put_into(cache, first, key, block, 0) || put_into(cache, second, key, block, 0)) return;
    put_into(cache, first, key, block, 1);
}
