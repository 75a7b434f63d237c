/* SPDX-License-Identifier: MIT */
/* A perft hash table under keys of 128 bits: its keys and entries, the same on the host and on devices.
 *
 * A bucket is a cache line of four entries. An entry keeps 80 bits of its key and the count; the bucket,
 * which is chosen by other bits of the key, implies the rest: 94 bits are compared with a table of 1 MiB, 102
 * with 256 MiB, 106 with 4 GiB. In a run of 10^14 look-ups the chance of a wrong hit is 10^-13 with 1 MiB,
 * 10^-16 with 256 MiB.
 */
#ifndef KERNELS_PERFT_HASH_H
#define KERNELS_PERFT_HASH_H

#include "../rules/portable.h"

#define PERFT_HASH_BUCKET 4u
#define PERFT_HASH_NONE (~U64(0))
#define PERFT_HASH_LIMIT (U64(1) << 44) /* larger counts are not kept */

typedef struct {
    u64 low, high;
} PerftHashKey;

/* data: count << 20 | remaining depth << 16 | low bits of the key; 0: empty. check: high half of the key ^
 * data, so that an entry torn by two writers matches no key. */
typedef struct {
    u64 check, data;
} PerftHashEntry;

FN u64 perft_hash_fold(u64 a, u64 b) { return a * b ^ multiply_high64(a, b); }

FN u64 perft_hash_spread(u64 x)
{
    x ^= x >> 37;
    x *= U64(0x165667919e3779f9);
    return x ^ x >> 32;
}

/* Of a position of four words. Each half is a sum of two folded products of all words, under constants of its
 * own (the digits of pi), so that positions that collide in one half do not for that reason in the other.
 * Every seed gives other keys. */
FN PerftHashKey perft_hash_key(u64 a, u64 b, u64 c, u64 d, u64 seed)
{
    PerftHashKey key;
    key.low = perft_hash_spread(
        perft_hash_fold(a ^ (U64(0x243f6a8885a308d3) + seed), b ^ (U64(0x13198a2e03707344) - seed)) +
        perft_hash_fold(c ^ (U64(0xa4093822299f31d0) + seed), d ^ (U64(0x082efa98ec4e6c89) - seed)));
    key.high = perft_hash_spread(
        perft_hash_fold(a ^ (U64(0x452821e638d01377) + seed), c ^ (U64(0xbe5466cf34e90c6c) - seed)) +
        perft_hash_fold(b ^ (U64(0xc0ac29b7c97c50dd) + seed), d ^ (U64(0x3f84d5b5b5470917) - seed)));
    return key;
}

/* The seed of a remaining depth, or any other small number, in a set of keys. */
FN u64 perft_hash_seed(u64 key_set, u32 depth)
{
    const u64 x = (key_set << 8 | depth) * U64(0x9e3779b97f4a7c15);
    return perft_hash_fold(x ^ U64(0x9216d5d98979fb1b), U64(0xd1310ba698dfb5ac));
}

FN u64 perft_hash_bucket(PerftHashKey key, u64 buckets) { return multiply_high64(key.low, buckets); }

/* depth: 1 to 15; count below PERFT_HASH_LIMIT */
FN PerftHashEntry perft_hash_entry(PerftHashKey key, u32 depth, u64 count)
{
    PerftHashEntry entry;
    entry.data = count << 20 | (u64)depth << 16 | (key.low & 0xffff);
    entry.check = key.high ^ entry.data;
    return entry;
}

/* The count, or PERFT_HASH_NONE if the entry is another key's. */
FN u64 perft_hash_count(PerftHashEntry entry, PerftHashKey key)
{
    const int same = (entry.check ^ entry.data) == key.high && ((entry.data ^ key.low) & 0xffff) == 0;
    return same && entry.data ? entry.data >> 20 : PERFT_HASH_NONE;
}

FN u32 perft_hash_depth(u64 data) { return (u32)(data >> 16) & 15; }

/* Which entry of a bucket makes room for the key: one of the least depth, so that empty ones come first.
 * data: of the bucket's entries. */
FN u32 perft_hash_victim(const u64 *data, PerftHashKey key)
{
    u32 victim = (u32)(key.low >> 16) & (PERFT_HASH_BUCKET - 1);
    for (u32 i = 0; i < PERFT_HASH_BUCKET; i++)
        if (perft_hash_depth(data[i]) < perft_hash_depth(data[victim])) victim = i;
    return victim;
}

#endif
