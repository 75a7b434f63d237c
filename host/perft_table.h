/* A hash table of perft counts, shared by threads without locks.
 *
 * Keys are 128 bits of XXH3 over position and depth; a slot stores all of them, combined with the count so
 * that a slot torn by two writers fails the comparison (R. Hyatt and T. Mann, "A lock-less transposition
 * table implementation", 2002).
 */
#ifndef HOST_PERFT_TABLE_H
#define HOST_PERFT_TABLE_H

#include <stdint.h>

/* A view of a table. Threads share a table and have a copy of its view each. */
typedef struct {
    struct PerftSlot *slots;
    uint64_t pairs;
    uint64_t bytes;
    uint64_t key_set;
    unsigned __int128 found; /* sum of the counts that were got through this view */
} PerftTable;

typedef struct {
    uint64_t low, high;
} PerftKey;

/* The key of a position of four words at a remaining depth, 1 to 15; another one in each of the table's key
 * sets. */
PerftKey perft_key(const PerftTable *table, const uint64_t word[4], int depth);

/* A table of at most `bytes`, at least 1 MiB, with keys of set `key_set`, 0 to 2^56 - 1; NULL if memory is
 * short. */
PerftTable *perft_table_new(uint64_t bytes, uint64_t key_set);
/* Frees the table; views of it are void then. */
void perft_table_free(PerftTable *table);

/* 1 and the count, or 0. Thread-safe for views of one table, like perft_table_put. */
int perft_table_get(PerftTable *table, PerftKey key, uint64_t *count);
/* Counts of 2^60 and more are not kept. */
void perft_table_put(PerftTable *table, PerftKey key, int depth, uint64_t count);

#endif
