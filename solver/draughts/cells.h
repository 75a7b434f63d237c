/* SPDX-License-Identifier: MIT */
/* The cells of a draughts table: which positions a file stores, and how they are coded.
 *
 * A table's positions by index (draughts_slice.h), without what may be huffed, are cut into blocks, and blocks into
 * groups that are coded each by itself. Where captures are compulsory, positions with one are left out: their value
 * follows from what the captures lead to.
 *
 * The context of a position is made of positions before it in the group: those with one piece a square number lower
 * (`low`), or a step back (`back`), for the first pieces in the order in which the index changes, and of what is seen on
 * the board. docs/tables.md says all of it.
 *
 *     DraughtsCells cells;
 *     static DraughtsGroup group;                                        50 kB
 *     draughts_cells_open(&cells, game, slice);
 *     draughts_group_start(&cells, &group, number);                      first and count
 *     ... group.result, group.value ...
 *     draughts_group_count(&cells, CODEC_WDL, &group, counts);           and so on, as in codec.h
 *
 * Thread-safe; open cells are never written.
 */
#ifndef SOLVER_DRAUGHTS_CELLS_H
#define SOLVER_DRAUGHTS_CELLS_H

#include "../codec/codec.h"
#include "../base/values.h"
#include "../index/draughts_slice.h"

#define DRAUGHTS_BLOCK 4096
#define DRAUGHTS_GROUP 4 /* blocks */
#define DRAUGHTS_GROUP_CELLS (DRAUGHTS_BLOCK * DRAUGHTS_GROUP)
#define DRAUGHTS_NOT_CODED 255

typedef struct {
    DraughtsIndex index; /* of placements */
    B128 odd;            /* squares on every second rank */
    u32 back;            /* a direction of kings that lowers square numbers */
    u32 blocks;
    union { /* by index.words */
        DraughtsGeometry_x1 g1;
        DraughtsGeometry_x2 g2;
    };
} DraughtsCells;

typedef struct {
    u64 first;
    u32 count;                       /* positions, from `first` */
    u8 hint[DRAUGHTS_GROUP_CELLS];   /* set by all functions; DRAUGHTS_NOT_CODED: not stored */
    u8 result[DRAUGHTS_GROUP_CELLS]; /* RESULT_LOSS, RESULT_DRAW, RESULT_WIN of block_code.h */
    u8 value[DRAUGHTS_GROUP_CELLS];  /* 0: drawn, else 1 + plies; not looked at with CODEC_WDL */
} DraughtsGroup;

/* 0, or -1: too many pieces, or 2^32 blocks. */
int draughts_cells_open(DraughtsCells *cells, const DraughtsGame *game, DraughtsSlice slice);

static inline void draughts_group_start(const DraughtsCells *cells, DraughtsGroup *group, u32 number)
{
    const u64 left = cells->index.size - (group->first = (u64)number * DRAUGHTS_GROUP_CELLS);
    group->count = left < DRAUGHTS_GROUP_CELLS ? (u32)left : DRAUGHTS_GROUP_CELLS;
}

/* 0, or -1: no memory. */
int draughts_group_count(const DraughtsCells *cells, CodecKind kind, DraughtsGroup *group,
                         CodecCounts *counts);

/* As codec_encode. */
long draughts_group_encode(const DraughtsCells *cells, CodecKind kind, DraughtsGroup *group,
                           const Codec *codec, u8 *out, size_t room);

/* Fills in `result` or, with results given, `value` of coded cells; drawn ones get 0. 0, or -1: damaged. */
int draughts_group_decode(const DraughtsCells *cells, CodecKind kind, DraughtsGroup *group,
                          const Codec *codec, const u8 *bytes, size_t size);

#endif
