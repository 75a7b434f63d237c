/* A hash table of perft counts, shared by threads without locks.
 *
 * Keys are 128 bits of XXH3 over position and depth; a slot stores all of them, combined with the count so
 * that a slot torn by two writers fails the comparison (R. Hyatt and T. Mann, "A lock-less transposition
 * table implementation", 2002).
 */
#ifndef HOST_PERFT_TABLE_H
#define HOST_PERFT_TABLE_H

#include <stdint.h>

typedef struct PerftTable PerftTable;

typedef struct {
    uint64_t low, high;
} PerftKey;

/* The key of a position of four words at a remaining depth, 1 to 15. */
PerftKey perft_key(const uint64_t word[4], int depth);

/* A table of at most `bytes`, at least 1 MiB; NULL if memory is short. */
PerftTable *perft_table_new(uint64_t bytes);
void perft_table_free(PerftTable *table);

/* 1 and the count, or 0. Thread-safe. */
int perft_table_get(const PerftTable *table, PerftKey key, uint64_t *count);
/* Counts of 2^60 and more are not kept. Thread-safe. */
void perft_table_put(PerftTable *table, PerftKey key, int depth, uint64_t count);

#endif
