/* SPDX-License-Identifier: MIT */
/* A queue of moves left to be made: a pass over positions appends records, a second one takes them.
 *
 * The buffer begins with a head; behind it stand `capacity` records of 8 bytes. Plain records grow from the first place up,
 * special ones, which take longer, from the last place down, so that neighbouring items of the second pass do the same
 * thing. The host chooses so few positions that all their moves fit: a queue never overflows.
 */
#ifndef KERNELS_QUEUE_H
#define KERNELS_QUEUE_H

#include "../rules/portable.h"

#define QUEUE_PLAIN 0
#define QUEUE_SPECIAL 1
#define QUEUE_CAPACITY 2
#define QUEUE_HEAD 4 /* words: numbers of records of both kinds, which the host sets to 0, capacity, unused */

/* A parent's index above, 16 bits in the middle unused, the move as the kernels' texts have it below. */
FN u64 queue_record(u32 parent, u32 move) { return (u64)parent << 32 | move; }
FN u32 queue_parent(u64 record) { return (u32)(record >> 32); }
FN u32 queue_move(u64 record) { return (u32)record; }

/* Where an item's records of both kinds go. */
typedef struct {
    u32 plain, special;
} QueuePlaces;

/* The low half of a word below 2^32, to which other items add at the same time; returns what it was. */
FN u32 queue_add(GLOBAL u64 *word, u32 x)
{
#if defined(__OPENCL_C_VERSION__)
    return atomic_add((volatile __global u32 *)word, x);
#elif defined(__CUDACC__)
    return atomicAdd((u32 *)word, x);
#else
    return (u32)__atomic_fetch_add(word, x, __ATOMIC_RELAXED);
#endif
}

FN QueuePlaces queue_take_places(GLOBAL u64 *queue, u32 plain, u32 special)
{
    QueuePlaces places;
    places.plain = plain ? queue_add(queue + QUEUE_PLAIN, plain) : 0;
    places.special = special ? queue_add(queue + QUEUE_SPECIAL, special) : 0;
    return places;
}

/* Places for an item's records, at most 2,047 of each kind. On CUDA a warp takes its places together; all its lanes must
 * come here. */
FN QueuePlaces queue_reserve(GLOBAL u64 *queue, u32 plain, u32 special)
{
#if defined(__CUDACC__)
    const u32 lane = threadIdx.x & 31, all = 0xffffffffu, mine = plain | special << 16;
    u32 end = mine;
    UNROLL
    for (u32 step = 1; step < 32; step *= 2) {
        const u32 before = __shfl_up_sync(all, end, step);
        if (lane >= step) end += before;
    }
    QueuePlaces first;
    first.plain = first.special = 0;
    if (lane == 31) first = queue_take_places(queue, end & 0xffff, end >> 16);
    QueuePlaces places;
    places.plain = __shfl_sync(all, first.plain, 31) + ((end - mine) & 0xffff);
    places.special = __shfl_sync(all, first.special, 31) + (end >> 16) - special;
    return places;
#else
    return queue_take_places(queue, plain, special);
#endif
}

FN void queue_put_plain(GLOBAL u64 *queue, u32 place, u64 record) { queue[QUEUE_HEAD + place] = record; }

FN void queue_put_special(GLOBAL u64 *queue, u32 place, u64 record)
{
    queue[QUEUE_HEAD + (u32)queue[QUEUE_CAPACITY] - 1 - place] = record;
}

FN u64 queue_plain(GLOBAL const u64 *queue, u32 place) { return queue[QUEUE_HEAD + place]; }

FN u64 queue_special(GLOBAL const u64 *queue, u32 place)
{
    return queue[QUEUE_HEAD + (u32)queue[QUEUE_CAPACITY] - 1 - place];
}

#endif
