/* SPDX-License-Identifier: MIT */
#include "perft_table.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

typedef struct PerftBucket {
    struct {
        _Atomic uint64_t check, data;
    } entry[PERFT_HASH_BUCKET];
} Bucket;

PerftTable *perft_table_new(uint64_t bytes, uint64_t key_set)
{
    PerftTable *table = calloc(1, sizeof *table);
    if (table == NULL) return NULL;
    table->count = bytes / sizeof(Bucket);
    for (uint32_t i = 0; i < PERFT_TABLE_SEEDS; i++) table->seed[i] = perft_hash_seed(key_set, i);
    const size_t size = table->count * sizeof(Bucket);
    table->buckets = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (table->buckets == MAP_FAILED) {
        free(table);
        return NULL;
    }
    madvise(table->buckets, size, MADV_HUGEPAGE); /* fewer TLB misses; a refusal costs only speed */
    return table;
}

void perft_table_free(PerftTable *table)
{
    if (table == NULL) return;
    munmap(table->buckets, table->count * sizeof(Bucket));
    free(table);
}

static Bucket *bucket_of(const PerftTable *table, PerftHashKey key)
{
    return &table->buckets[perft_hash_bucket(key, table->count)];
}

static uint64_t load(const _Atomic uint64_t *x) { return atomic_load_explicit(x, memory_order_relaxed); }
static void store(_Atomic uint64_t *x, uint64_t value)
{
    atomic_store_explicit(x, value, memory_order_relaxed);
}

void perft_table_fetch(const PerftTable *table, PerftHashKey key)
{
    __builtin_prefetch(bucket_of(table, key));
}

int perft_table_get(PerftTable *table, PerftHashKey key, uint64_t *count)
{
    const Bucket *bucket = bucket_of(table, key);
    for (uint32_t i = 0; i < PERFT_HASH_BUCKET; i++) {
        const PerftHashEntry entry = {load(&bucket->entry[i].check), load(&bucket->entry[i].data)};
        *count = perft_hash_count(entry, key);
        if (*count == PERFT_HASH_NONE) continue;
        table->found += *count;
        return 1;
    }
    return 0;
}

void perft_table_put(PerftTable *table, PerftHashKey key, int depth, uint64_t count)
{
    if (count >= PERFT_HASH_LIMIT || depth > 15) return;
    Bucket *bucket = bucket_of(table, key);
    uint64_t data[PERFT_HASH_BUCKET];
    for (uint32_t i = 0; i < PERFT_HASH_BUCKET; i++) data[i] = load(&bucket->entry[i].data);
    const uint32_t victim = perft_hash_victim(data, key);
    const PerftHashEntry entry = perft_hash_entry(key, (uint32_t)depth, count);
    store(&bucket->entry[victim].check, entry.check);
    store(&bucket->entry[victim].data, entry.data);
}
