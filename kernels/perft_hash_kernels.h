/* SPDX-License-Identifier: MIT */
/* Kernel bodies for a perft hash table in a device's memory, for positions of any game, of four words each.
 *
 * A level of a breadth-first count arrives as a list in which positions may be equal. perft_hash_find looks each
 * one up; those not found claim a place by their bucket, the first of each place wins, and perft_hash_mark passes
 * over those that equal a winner. perft_hash_gather moves the others together. When their totals are known,
 * perft_hash_keep writes those of the winners into the table: no two of them share a bucket, so that no two items
 * write one place. What a position of the list came to is its link: its count, or where to find its total.
 *
 * Which positions win and which entries they push out depends on the lists alone, so that devices which are
 * given the same visit the same.
 */
#ifndef KERNELS_PERFT_HASH_KERNELS_H
#define KERNELS_PERFT_HASH_KERNELS_H

#include "perft_hash.h"

#define PERFT_HASH_SEEDS 16
#define PERFT_HASH_UNCLAIMED 0xffffffffu

/* A buffer begins with this; behind it stand the claims, and behind those the entries. */
typedef struct {
    u64 seed[PERFT_HASH_SEEDS]; /* by remaining depth */
    u64 buckets;
    u64 claims, entries; /* where they begin, in u64 from the start of the buffer */
    u64 unused[5];
} PerftHashHead;

/* Links: a count, or one of these with an index. */
#define PERFT_HASH_OPEN (U64(1) << 63)  /* counted in this batch */
#define PERFT_HASH_LOSER (U64(1) << 62) /* and not to be kept */

typedef struct {
    u64 word[4];
} PerftHashPosition;

FN PerftHashPosition perft_hash_position(GLOBAL const u64 *positions, u64 i)
{
    PerftHashPosition p;
    for (u32 k = 0; k < 4; k++) p.word[k] = positions[4 * i + k];
    return p;
}

FN PerftHashKey perft_hash_key_of(GLOBAL const u64 *table, PerftHashPosition p, u32 depth)
{
    GLOBAL const PerftHashHead *head = (GLOBAL const PerftHashHead *)table;
    return perft_hash_key(p.word[0], p.word[1], p.word[2], p.word[3], head->seed[depth]);
}

FN u64 perft_hash_bucket_of(GLOBAL const u64 *table, PerftHashKey key)
{
    return perft_hash_bucket(key, ((GLOBAL const PerftHashHead *)table)->buckets);
}

FN GLOBAL u64 *perft_hash_entries(GLOBAL u64 *table, u64 bucket)
{
    return table + ((GLOBAL const PerftHashHead *)table)->entries + bucket * (2 * PERFT_HASH_BUCKET);
}

/* The claim of a bucket's position; mask: number of claims in use, a power of two, less 1. */
FN GLOBAL u32 *perft_hash_claim(GLOBAL u64 *table, u64 bucket, u32 mask)
{
    return (GLOBAL u32 *)(table + ((GLOBAL const PerftHashHead *)table)->claims) + (bucket & mask);
}

/* words[first + item] = value: for the entries, which are 0 at first */
FN void fill_words_item(u64 item, GLOBAL u64 *words, u64 first, u64 value) { words[first + item] = value; }

/* Takes the claims first, first + 1, ... back. */
FN void perft_hash_unclaim_item(u64 item, GLOBAL u64 *table, u32 first, u32 mask)
{
    *perft_hash_claim(table, first + item, mask) = PERFT_HASH_UNCLAIMED;
}

/* links[i]: the count of positions[i] at a remaining depth, or PERFT_HASH_OPEN, and then a claim is made. Claims
 * must be PERFT_HASH_UNCLAIMED before. */
FN void perft_hash_find_item(u64 item, GLOBAL u64 *table, GLOBAL const u64 *positions, GLOBAL u64 *links,
                             u32 depth, u32 mask)
{
    const PerftHashKey key = perft_hash_key_of(table, perft_hash_position(positions, item), depth);
    const u64 bucket = perft_hash_bucket_of(table, key);
    GLOBAL const u64 *entries = perft_hash_entries(table, bucket);
    u64 count = PERFT_HASH_NONE;
    for (u32 i = 0; i < PERFT_HASH_BUCKET; i++) {
        PerftHashEntry entry;
        entry.check = entries[2 * i];
        entry.data = entries[2 * i + 1];
        const u64 found = perft_hash_count(entry, key);
        if (found != PERFT_HASH_NONE) count = found;
    }
    links[item] = count == PERFT_HASH_NONE ? PERFT_HASH_OPEN : count;
    if (count == PERFT_HASH_NONE) least_of32(perft_hash_claim(table, bucket, mask), (u32)item);
}

/* chosen[i] = 1 where positions[i] is to be counted, else 0. Open links become the index of the position that
 * is counted instead, or their own. */
FN void perft_hash_mark_item(u64 item, GLOBAL u64 *table, GLOBAL const u64 *positions, GLOBAL u64 *links,
                             GLOBAL u32 *chosen, u32 depth, u32 mask)
{
    chosen[item] = 0;
    if (!(links[item] & PERFT_HASH_OPEN)) return;
    const PerftHashPosition p = perft_hash_position(positions, item);
    const u32 winner =
        *perft_hash_claim(table, perft_hash_bucket_of(table, perft_hash_key_of(table, p, depth)), mask);
    const PerftHashPosition q = perft_hash_position(positions, winner);
    const u64 differ =
        (p.word[0] ^ q.word[0]) | (p.word[1] ^ q.word[1]) | (p.word[2] ^ q.word[2]) | (p.word[3] ^ q.word[3]);
    chosen[item] = winner == item || differ;
    links[item] = PERFT_HASH_OPEN | (differ ? PERFT_HASH_LOSER | item : winner);
}

/* Moves the chosen positions together: offsets are the prefix sums of what perft_hash_mark chose. Open links
 * become indices of the new list, keep[j] is 1 where its j-th position may be kept. */
FN void perft_hash_gather_item(u64 item, GLOBAL const u64 *positions, GLOBAL const u32 *offsets,
                               GLOBAL u64 *links, GLOBAL u64 *gathered, GLOBAL u32 *keep)
{
    const u64 link = links[item];
    if (!(link & PERFT_HASH_OPEN)) return;
    const u64 at = offsets[link & PERFT_HASH_UNCLAIMED];
    links[item] = PERFT_HASH_OPEN | at;
    if ((link & PERFT_HASH_UNCLAIMED) != item) return;
    const PerftHashPosition p = perft_hash_position(positions, item);
    for (u32 k = 0; k < 4; k++) gathered[4 * at + k] = p.word[k];
    keep[at] = (link & PERFT_HASH_LOSER) == 0;
}

/* Writes the totals of gathered positions into the table. */
FN void perft_hash_keep_item(u64 item, GLOBAL u64 *table, GLOBAL const u64 *gathered,
                             GLOBAL const u64 *totals, GLOBAL const u32 *keep, u32 depth)
{
    const u64 total = totals[item];
    if (!keep[item] || total >= PERFT_HASH_LIMIT) return;
    const PerftHashKey key = perft_hash_key_of(table, perft_hash_position(gathered, item), depth);
    GLOBAL u64 *entries = perft_hash_entries(table, perft_hash_bucket_of(table, key));
    u64 data[PERFT_HASH_BUCKET];
    for (u32 i = 0; i < PERFT_HASH_BUCKET; i++) data[i] = entries[2 * i + 1];
    const u32 victim = perft_hash_victim(data, key);
    const PerftHashEntry entry = perft_hash_entry(key, depth, total);
    entries[2 * victim] = entry.check;
    entries[2 * victim + 1] = entry.data;
}

/* As sum_children, for children that are links to totals. */
FN void perft_hash_sum_item(u64 item, GLOBAL const u32 *offsets, GLOBAL const u64 *links,
                            GLOBAL const u64 *totals, GLOBAL u64 *parent, u32 first)
{
    const u64 p = first + item;
    const u32 base = offsets[first], end = offsets[p + 1] - base;
    u64 sum = 0;
    for (u32 i = offsets[p] - base; i < end; i++) {
        const u64 link = links[i];
        sum += link & PERFT_HASH_OPEN ? totals[link & PERFT_HASH_UNCLAIMED] : link;
    }
    parent[p] = sum;
}

/* rows[item] += totals[item], totals[item + stride], ... below n */
FN void perft_hash_tally_item(u64 item, GLOBAL const u64 *totals, GLOBAL u64 *rows, u32 n, u32 stride)
{
    u64 sum = rows[item];
    for (u64 i = item; i < n; i += stride) sum += totals[i];
    rows[item] = sum;
}

#endif
