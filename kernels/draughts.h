/* SPDX-License-Identifier: MIT */
/* Kernel bodies for draughts: every game, with its ruleset as a parameter. One position an item. */
#ifndef KERNELS_DRAUGHTS_H
#define KERNELS_DRAUGHTS_H

#include "../rules/draughts/draughts.h"

/* A position with more is left to the host: game->overflow. */
#define DRAUGHTS_LISTED 64 /* captures with different results */
#define DRAUGHTS_MOST_MOVES \
    1000u /* so that the moves of any position fit a level, and all of a level's fit 32 bits */
#define DRAUGHTS_JUMP_BUDGET 100000u /* jumps walked */

#include "../rules/draughts/next_width.h"
#include "draughts_tmpl.h"
#include "../rules/draughts/next_width.h"
#include "draughts_tmpl.h"
#include "../rules/draughts/next_width.h"

/* counts[i]: legal moves of positions[i], i < n */
FN void draughts_count_item(u64 item, GLOBAL DraughtsParameters *game,
                            GLOBAL const DraughtsPosition *positions, GLOBAL u32 *counts, u32 n)
{
    if (item >= n) return;
    counts[item] = game->words == 1 ? draughts_count_moves_x1(game, positions[item])
                                    : draughts_count_moves_x2(game, positions[item]);
}

/* The positions after each move of parent first + item, to children[offsets[parent] - offsets[first]] and on. */
FN void draughts_expand_item(u64 item, GLOBAL DraughtsParameters *game,
                             GLOBAL const DraughtsPosition *positions, GLOBAL const u32 *offsets,
                             GLOBAL DraughtsPosition *children, u32 first)
{
    const u64 parent = first + item;
    GLOBAL DraughtsPosition *out = children + (offsets[parent] - offsets[first]);
    const u32 room = offsets[parent + 1] - offsets[parent];
    if (game->words == 1) draughts_write_children_x1(game, positions[parent], out, room);
    else draughts_write_children_x2(game, positions[parent], out, room);
}

/* Two plies above the leaves nothing is known without making the moves: totals[i] = 0, counts[i] = moves. */
FN void draughts_count_remaining_item(u64 item, GLOBAL DraughtsParameters *game,
                                      GLOBAL const DraughtsPosition *positions, GLOBAL u64 *totals,
                                      GLOBAL u32 *counts, u32 n)
{
    if (item >= n) return;
    totals[item] = 0;
    draughts_count_item(item, game, positions, counts, n);
}

FN void draughts_remaining_item(u64 item, GLOBAL DraughtsParameters *game,
                                GLOBAL const DraughtsPosition *positions, GLOBAL const u32 *offsets,
                                GLOBAL DraughtsPosition *children, u32 start, u32 end)
{
    if (start + item < end) draughts_expand_item(item, game, positions, offsets, children, start);
}

/* Statistics of all moves of positions item, item + stride, ... below n: DRAUGHTS_STATS columns at
 * rows[DRAUGHTS_STATS * item]. */
FN void draughts_stats_item(u64 item, GLOBAL DraughtsParameters *game,
                            GLOBAL const DraughtsPosition *positions, GLOBAL u64 *rows, u32 n, u32 stride)
{
    u64 stats[DRAUGHTS_STATS];
    for (u32 i = 0; i < DRAUGHTS_STATS; i++) stats[i] = 0;
    for (u64 i = item; i < n; i += stride) {
        if (game->words == 1) draughts_add_stats_x1(game, positions[i], stats);
        else draughts_add_stats_x2(game, positions[i], stats);
    }
    for (u32 i = 0; i < DRAUGHTS_STATS; i++) rows[DRAUGHTS_STATS * item + i] = stats[i];
}

#endif
