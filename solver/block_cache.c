#include "block_cache.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { WAYS = 8 };

typedef struct {
    uint64_t key[WAYS];  /* the most recent first; 0: empty */
    uint8_t slot[WAYS];  /* where in the set its block stands */
    atomic_flag lock;
} Set;

struct BlockCache {
    uint64_t sets;
    size_t block, bytes;
    Set *set;
    uint8_t *blocks;
};

BlockCache *block_cache_open(uint64_t bytes, size_t block)
{
    BlockCache *cache = calloc(1, sizeof *cache);
    if (cache == NULL) return NULL;
    cache->block = block;
    cache->sets = bytes / (WAYS * block + sizeof(Set));
    if (cache->sets == 0) cache->sets = 1;
    cache->bytes = cache->sets * WAYS * block;
    cache->set = calloc(cache->sets, sizeof *cache->set);
    /* Pages come when they are first written. */
    void *blocks = mmap(NULL, cache->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    cache->blocks = blocks == MAP_FAILED ? NULL : blocks;
    if (cache->set == NULL || cache->blocks == NULL) {
        block_cache_close(cache);
        return NULL;
    }
    madvise(cache->blocks, cache->bytes, MADV_HUGEPAGE); /* fewer misses of the address cache; a wish */
    for (uint64_t i = 0; i < cache->sets; i++) {
        atomic_flag_clear(&cache->set[i].lock);
        for (uint8_t w = 0; w < WAYS; w++) cache->set[i].slot[w] = w;
    }
    return cache;
}

void block_cache_close(BlockCache *cache)
{
    if (cache == NULL) return;
    if (cache->blocks) munmap(cache->blocks, cache->bytes);
    free(cache->set);
    free(cache);
}

static uint64_t set_of(const BlockCache *cache, uint64_t key)
{
    uint64_t mixed = (key ^ key >> 29) * UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return (uint64_t)((unsigned __int128)mixed * cache->sets >> 64);
}

static void lock(Set *set)
{
    while (atomic_flag_test_and_set_explicit(&set->lock, memory_order_acquire)) {}
}
static void unlock(Set *set) { atomic_flag_clear_explicit(&set->lock, memory_order_release); }

/* Way `way` comes first; the ones before it move one back. */
static void bring_forward(Set *set, int way, uint64_t key)
{
    const uint8_t slot = set->slot[way];
    for (int i = way; i > 0; i--) {
        set->key[i] = set->key[i - 1];
        set->slot[i] = set->slot[i - 1];
    }
    set->key[0] = key;
    set->slot[0] = slot;
}

int block_cache_get(BlockCache *cache, uint64_t key, size_t offset, void *out, size_t size)
{
    const uint64_t number = set_of(cache, key);
    Set *set = &cache->set[number];
    lock(set);
    int way = 0;
    while (way < WAYS && set->key[way] != key) way++;
    if (way < WAYS) {
        memcpy(out, cache->blocks + (number * WAYS + set->slot[way]) * cache->block + offset, size);
        if (way) bring_forward(set, way, key);
    }
    unlock(set);
    return way < WAYS ? 0 : -1;
}

void block_cache_put(BlockCache *cache, uint64_t key, const void *block)
{
    const uint64_t number = set_of(cache, key);
    Set *set = &cache->set[number];
    lock(set);
    int way = 0;
    while (way < WAYS - 1 && set->key[way] != key && set->key[way] != 0) way++;
    bring_forward(set, way, key);
    memcpy(cache->blocks + (number * WAYS + set->slot[0]) * cache->block, block, cache->block);
    unlock(set);
}
