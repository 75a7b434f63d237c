/* SPDX-License-Identifier: MIT */
/* Kernel bodies for a table of counts in a device's memory, for positions of any game, of four words each.
 *
 * A level of a breadth-first count arrives as a list in which positions may be equal. counts_find looks each
 * one up; those not found claim a place by their bucket, the first of each place wins, and counts_mark passes
 * over those that equal a winner. counts_gather moves the others together. When their totals are known,
 * counts_keep writes those of the winners into the table: no two of them share a bucket, so that no two items
 * write one place. What a position of the list came to is its link: its count, or where to find its total.
 *
 * Which positions win and which entries they push out depends on the lists alone, so that devices which are
 * given the same visit the same.
 */
#ifndef KERNELS_COUNTS_H
#define KERNELS_COUNTS_H

#include "count_table.h"

#define COUNTS_SEEDS 16
#define COUNTS_UNCLAIMED 0xffffffffu

/* A buffer begins with this; behind it stand the claims, and behind those the entries. */
typedef struct {
    u64 seed[COUNTS_SEEDS]; /* by remaining depth */
    u64 buckets;
    u64 claims, entries; /* where they begin, in u64 from the start of the buffer */
    u64 unused[5];
} CountsHead;

/* Links: a count, or one of these with an index. */
#define COUNTS_OPEN (U64(1) << 63)  /* counted in this batch */
#define COUNTS_LOSER (U64(1) << 62) /* and not to be kept */

typedef struct {
    u64 word[4];
} CountsPosition;

FN CountsPosition counts_position(GLOBAL const u64 *positions, u64 i)
{
    CountsPosition p;
    for (u32 k = 0; k < 4; k++) p.word[k] = positions[4 * i + k];
    return p;
}

FN CountKey counts_key(GLOBAL const u64 *table, CountsPosition p, u32 depth)
{
    GLOBAL const CountsHead *head = (GLOBAL const CountsHead *)table;
    return count_key(p.word[0], p.word[1], p.word[2], p.word[3], head->seed[depth]);
}

FN u64 counts_bucket(GLOBAL const u64 *table, CountKey key)
{
    return count_bucket(key, ((GLOBAL const CountsHead *)table)->buckets);
}

FN GLOBAL u64 *counts_entries(GLOBAL u64 *table, u64 bucket)
{
    return table + ((GLOBAL const CountsHead *)table)->entries + bucket * (2 * COUNT_BUCKET);
}

/* The claim of a bucket's position; mask: number of claims in use, a power of two, less 1. */
FN GLOBAL u32 *counts_claim(GLOBAL u64 *table, u64 bucket, u32 mask)
{
    return (GLOBAL u32 *)(table + ((GLOBAL const CountsHead *)table)->claims) + (bucket & mask);
}

/* words[first + item] = value: for the entries, which are 0 at first */
FN void counts_fill_item(u64 item, GLOBAL u64 *words, u64 first, u64 value) { words[first + item] = value; }

/* Takes the claims first, first + 1, ... back. */
FN void counts_unclaim_item(u64 item, GLOBAL u64 *table, u32 first, u32 mask)
{
    *counts_claim(table, first + item, mask) = COUNTS_UNCLAIMED;
}

/* links[i]: the count of positions[i] at a remaining depth, or COUNTS_OPEN, and then a claim is made. Claims
 * must be COUNTS_UNCLAIMED before. */
FN void counts_find_item(u64 item, GLOBAL u64 *table, GLOBAL const u64 *positions, GLOBAL u64 *links,
                         u32 depth, u32 mask)
{
    const CountKey key = counts_key(table, counts_position(positions, item), depth);
    const u64 bucket = counts_bucket(table, key);
    GLOBAL const u64 *entries = counts_entries(table, bucket);
    u64 count = COUNT_NONE;
    for (u32 i = 0; i < COUNT_BUCKET; i++) {
        CountEntry entry;
        entry.check = entries[2 * i];
        entry.data = entries[2 * i + 1];
        const u64 found = count_of(entry, key);
        if (found != COUNT_NONE) count = found;
    }
    links[item] = count == COUNT_NONE ? COUNTS_OPEN : count;
    if (count == COUNT_NONE) least_of32(counts_claim(table, bucket, mask), (u32)item);
}

/* chosen[i] = 1 where positions[i] is to be counted, else 0. Open links become the index of the position that
 * is counted instead, or their own. */
FN void counts_mark_item(u64 item, GLOBAL u64 *table, GLOBAL const u64 *positions, GLOBAL u64 *links,
                         GLOBAL u32 *chosen, u32 depth, u32 mask)
{
    chosen[item] = 0;
    if (!(links[item] & COUNTS_OPEN)) return;
    const CountsPosition p = counts_position(positions, item);
    const u32 winner = *counts_claim(table, counts_bucket(table, counts_key(table, p, depth)), mask);
    const CountsPosition q = counts_position(positions, winner);
    const u64 differ =
        (p.word[0] ^ q.word[0]) | (p.word[1] ^ q.word[1]) | (p.word[2] ^ q.word[2]) | (p.word[3] ^ q.word[3]);
    chosen[item] = winner == item || differ;
    links[item] = COUNTS_OPEN | (differ ? COUNTS_LOSER | item : winner);
}

/* Moves the chosen positions together: offsets are the prefix sums of what counts_mark chose. Open links
 * become indices of the new list, keep[j] is 1 where its j-th position may be kept. */
FN void counts_gather_item(u64 item, GLOBAL const u64 *positions, GLOBAL const u32 *offsets,
                           GLOBAL u64 *links, GLOBAL u64 *gathered, GLOBAL u32 *keep)
{
    const u64 link = links[item];
    if (!(link & COUNTS_OPEN)) return;
    const u64 at = offsets[link & COUNTS_UNCLAIMED];
    links[item] = COUNTS_OPEN | at;
    if ((link & COUNTS_UNCLAIMED) != item) return;
    const CountsPosition p = counts_position(positions, item);
    for (u32 k = 0; k < 4; k++) gathered[4 * at + k] = p.word[k];
    keep[at] = (link & COUNTS_LOSER) == 0;
}

/* Writes the totals of gathered positions into the table. */
FN void counts_keep_item(u64 item, GLOBAL u64 *table, GLOBAL const u64 *gathered, GLOBAL const u64 *totals,
                         GLOBAL const u32 *keep, u32 depth)
{
    const u64 total = totals[item];
    if (!keep[item] || total >= COUNT_LIMIT) return;
    const CountKey key = counts_key(table, counts_position(gathered, item), depth);
    GLOBAL u64 *entries = counts_entries(table, counts_bucket(table, key));
    u64 data[COUNT_BUCKET];
    for (u32 i = 0; i < COUNT_BUCKET; i++) data[i] = entries[2 * i + 1];
    const u32 victim = count_victim(data, key);
    const CountEntry entry = count_entry(key, depth, total);
    entries[2 * victim] = entry.check;
    entries[2 * victim + 1] = entry.data;
}

/* As sum_children, for children that are links to totals. */
FN void counts_sum_item(u64 item, GLOBAL const u32 *offsets, GLOBAL const u64 *links,
                        GLOBAL const u64 *totals, GLOBAL u64 *parent, u32 first)
{
    const u64 p = first + item;
    const u32 base = offsets[first], end = offsets[p + 1] - base;
    u64 sum = 0;
    for (u32 i = offsets[p] - base; i < end; i++) {
        const u64 link = links[i];
        sum += link & COUNTS_OPEN ? totals[link & COUNTS_UNCLAIMED] : link;
    }
    parent[p] = sum;
}

/* rows[item] += totals[item], totals[item + stride], ... below n */
FN void counts_tally_item(u64 item, GLOBAL const u64 *totals, GLOBAL u64 *rows, u32 n, u32 stride)
{
    u64 sum = rows[item];
    for (u64 i = item; i < n; i += stride) sum += totals[i];
    rows[item] = sum;
}

#endif
