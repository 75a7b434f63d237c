/* SPDX-License-Identifier: MIT */
/* Prefix sums and the sums up a tree of levels: bodies without barriers or local memory.
 *
 * An exclusive scan of n counts goes by levels of SCAN_BLOCK: scan_sums adds up each block, the sums are
 * scanned in the same way, and scan_spread turns the counts into prefix sums block by block. device_scan.h
 * drives it.
 */
#ifndef KERNELS_SCAN_H
#define KERNELS_SCAN_H

#include "../rules/portable.h"

#define SCAN_BLOCK 64u

FN u32 scan_block_end(u32 first, u32 n) { return n - first < SCAN_BLOCK ? n : first + SCAN_BLOCK; }

/* sums[item] = sum of block `item` of the n counts; items = n / SCAN_BLOCK, rounded up */
FN void scan_sums_item(u64 item, GLOBAL const u32 *in, GLOBAL u32 *sums, u32 n)
{
    const u32 first = (u32)item * SCAN_BLOCK;
    const u32 end = scan_block_end(first, n);
    u32 sum = 0;
    for (u32 i = first; i < end; i++) sum += in[i];
    sums[item] = sum;
}

/* Block `item` of the n counts becomes the prefix sums that start at bases[item]; the item whose block holds
 * the index n also writes the total there, so items = n / SCAN_BLOCK + 1 and inout has n + 1 entries. */
FN void scan_spread_item(u64 item, GLOBAL u32 *inout, GLOBAL const u32 *bases, u32 n)
{
    const u32 first = (u32)item * SCAN_BLOCK;
    const u32 end = scan_block_end(first, n);
    u32 sum = bases[item];
    for (u32 i = first; i < end; i++) {
        const u32 count = inout[i];
        inout[i] = sum;
        sum += count;
    }
    if (n - first < SCAN_BLOCK) inout[n] = sum;
}

/* Parents first, first + 1, ... have their children at child[0], child[1], ..., as expand kernels write them.
 * parent[p] = sum of its children, where p = first + item. */
FN void sum_children_item(u64 item, GLOBAL const u32 *offsets, GLOBAL const u64 *child, GLOBAL u64 *parent,
                          u32 first)
{
    const u64 p = first + item;
    const u32 base = offsets[first], end = offsets[p + 1] - base;
    u64 sum = 0;
    for (u32 i = offsets[p] - base; i < end; i++) sum += child[i];
    parent[p] = sum;
}

/* The same for children whose counts are still 32-bit, added to what is there. */
FN void add_leaves_item(u64 item, GLOBAL const u32 *offsets, GLOBAL const u32 *child, GLOBAL u64 *parent,
                        u32 first)
{
    const u64 p = first + item;
    const u32 base = offsets[first], end = offsets[p + 1] - base;
    u64 sum = parent[p];
    for (u32 i = offsets[p] - base; i < end; i++) sum += child[i];
    parent[p] = sum;
}

#endif
