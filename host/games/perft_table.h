/* SPDX-License-Identifier: MIT */
/* A hash table of perft counts, shared by threads without locks (R. Hyatt and T. Mann, "A lock-less
 * transposition table implementation", 2002). Keys and entries are those of kernels/perft_hash.h.
 */
#ifndef HOST_PERFT_TABLE_H
#define HOST_PERFT_TABLE_H

#include <stdint.h>

#include "../../kernels/perft_hash.h"

#define PERFT_TABLE_SEEDS 32

/* A view of a table. Threads share a table and have a copy of its view each. */
typedef struct {
    struct PerftBucket *buckets;
    uint64_t count; /* buckets */
    uint64_t seed[PERFT_TABLE_SEEDS];
    unsigned __int128 found; /* sum of the counts that were got through this view */
} PerftTable;

/* A table of at most `bytes`, at least 1 MiB, with keys of set `key_set`, 0 to 2^56 - 1; NULL if memory is
 * short. */
PerftTable *perft_table_new(uint64_t bytes, uint64_t key_set);
/* Frees the table; views of it are void then. */
void perft_table_free(PerftTable *table);

/* The key of a position of four words at a remaining depth, or another number from 0 to PERFT_TABLE_SEEDS -
 * 1; another one in each of the table's key sets. */
static inline PerftHashKey perft_key(const PerftTable *table, const uint64_t word[4], int depth)
{
    return perft_hash_key(word[0], word[1], word[2], word[3], table->seed[depth]);
}

/* Asks for the memory in which the key's count may be, for a look-up some time later. */
void perft_table_fetch(const PerftTable *table, PerftHashKey key);
/* 1 and the count, or 0. Thread-safe for views of one table, like perft_table_put. */
int perft_table_get(PerftTable *table, PerftHashKey key, uint64_t *count);
/* depth: 1 or more. Counts of PERFT_HASH_LIMIT and more, and depths above 15, are not kept. */
void perft_table_put(PerftTable *table, PerftHashKey key, int depth, uint64_t count);

#endif
