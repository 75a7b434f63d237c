#include "perft_table.h"

#define XXH_INLINE_ALL
#include <xxhash.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

/* A pair of slots: the first keeps the deeper entry, the second the newer one. */
typedef struct PerftSlot {
    _Atomic uint64_t low, high, data; /* low ^ data, high ^ rotated data, count << 4 | depth */
} Slot;

PerftKey perft_key(const PerftTable *table, const uint64_t word[4], int depth)
{
    const XXH64_hash_t seed = table->key_set << 8 | (uint64_t)depth;
    const XXH128_hash_t hash = XXH3_128bits_withSeed(word, 4 * sizeof *word, seed);
    return (PerftKey){hash.low64, hash.high64};
}

PerftTable *perft_table_new(uint64_t bytes, uint64_t key_set)
{
    PerftTable *table = calloc(1, sizeof *table);
    if (table == NULL) return NULL;
    table->key_set = key_set;
    table->pairs = bytes / (2 * sizeof(Slot));
    table->bytes = table->pairs * 2 * sizeof(Slot);
    table->slots = mmap(NULL, table->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (table->slots == MAP_FAILED) {
        free(table);
        return NULL;
    }
    madvise(table->slots, table->bytes, MADV_HUGEPAGE); /* fewer TLB misses; a refusal costs only speed */
    return table;
}

void perft_table_free(PerftTable *table)
{
    if (table == NULL) return;
    munmap(table->slots, table->bytes);
    free(table);
}

static Slot *slots_of(const PerftTable *table, PerftKey key)
{
    return table->slots + 2 * (uint64_t)((unsigned __int128)key.low * table->pairs >> 64);
}

static uint64_t rotated(uint64_t x) { return x << 32 | x >> 32; }

static uint64_t load(const _Atomic uint64_t *x) { return atomic_load_explicit(x, memory_order_relaxed); }
static void store(_Atomic uint64_t *x, uint64_t value)
{
    atomic_store_explicit(x, value, memory_order_relaxed);
}

int perft_table_get(PerftTable *table, PerftKey key, uint64_t *count)
{
    const Slot *slots = slots_of(table, key);
    for (int i = 0; i < 2; i++) {
        const uint64_t data = load(&slots[i].data);
        if ((load(&slots[i].low) ^ data) == key.low && (load(&slots[i].high) ^ rotated(data)) == key.high) {
            *count = data >> 4;
            table->found += *count;
            return 1;
        }
    }
    return 0;
}

void perft_table_put(PerftTable *table, PerftKey key, int depth, uint64_t count)
{
    if (count >> 60 || depth > 15) return;
    Slot *slots = slots_of(table, key);
    Slot *slot = (load(&slots[0].data) & 15) <= (uint64_t)depth ? &slots[0] : &slots[1];
    const uint64_t data = count << 4 | (uint64_t)depth;
    store(&slot->low, key.low ^ data);
    store(&slot->high, key.high ^ rotated(data));
    store(&slot->data, data);
}
