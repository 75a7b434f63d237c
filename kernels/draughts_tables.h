/* SPDX-License-Identifier: MIT */
/* Kernel bodies for retrograde analysis of a draughts slice and the turned one, position by position: every
 * game. solver/draughts/device_retrograde.c calls them.
 *
 * A position is an item, its number the index of rules/draughts/index.h; a side to move has an array of each
 * of the following. Bytes: its value, as in tables; the value of its best move out of the slice, if that wins
 * or loses (`scheduled`); its kind. Bits: `frontier`, by parity of the ply: to be looked at, since a move leads to
 * something decided at the last ply. If a slice looks alike from both sides, both sides are the same arrays.
 *
 * begin: moves out of the slice are looked up, positions without any move are newly solved. Then for each ply
 *   look    at the frontier and at positions scheduled for this ply: which are newly solved
 *   tally   how many that are
 *   commit  their values are written, and the positions before them join the frontier of the next ply.
 * A body writes what is its own item's, but for bits that are set in `frontier` words of the next ply.
 */
#ifndef KERNELS_DRAUGHTS_TABLES_H
#define KERNELS_DRAUGHTS_TABLES_H

#include "../rules/draughts/best.h"

/* Kinds. */
#define DRAUGHTS_TABLES_NEW 1u      /* decided at this ply */
#define DRAUGHTS_TABLES_CLOSED 2u   /* a capture is forced: quiet moves do not count */
#define DRAUGHTS_TABLES_SAFE 4u     /* a move out of the slice draws or wins: never lost */
#define DRAUGHTS_TABLES_TOO_LONG 8u /* its distance has no byte */
#define DRAUGHTS_TABLES_CUT 16u     /* it has more captures than there is room for */
#define DRAUGHTS_TABLES_WAITING \
    32u /* of no position, but for draughts_tables_tally: undecided, scheduled later */

/* Captures with different results that there is room for: enough for 6 pieces, and nearly always for more. */
#define DRAUGHTS_TABLES_CAPTURES 64

/* Positions of an item of draughts_tables_tally; arrays are whole such groups. */
#define DRAUGHTS_TABLES_GROUP 64u

/* A finished table, in the buffer of all that moves out of the slices lead to. */
typedef struct {
    DraughtsIndex index;
    u64 first; /* byte */
    u64 pad;
} DraughtsTablesChild;

/* The run, in a buffer. All arrays lie in another one: by side to move, where each begins, in bytes. */
typedef struct {
    DraughtsGeometry_x2 two; /* of boards of two words, or */
    DraughtsGeometry_x1 one;
    DraughtsIndex index[2];
    u64 value[2], scheduled[2], kind[2];
    u64 frontier[2][2]; /* by parity too */
    DraughtsRuleset rules;
    u32 words;                      /* of the board */
    u32 groups;                     /* of the first side */
    u32 child[DRAUGHTS_SLICE_KEYS]; /* its number, by key */
} DraughtsTables;

typedef struct {
    const DraughtsRuleset *rules;
    GLOBAL const DraughtsTables *run;
    GLOBAL const DraughtsTablesChild *children;
    GLOBAL const u8 *values;
} DraughtsTablesSource;

#define SOURCE DraughtsTablesSource
#define SOURCE_CAPTURES DRAUGHTS_TABLES_CAPTURES
#include "../rules/draughts/next_width.h"
#include "draughts_tables_tmpl.h"
#include "../rules/draughts/next_width.h"
#include "draughts_tables_tmpl.h"
#include "../rules/draughts/next_width.h"
#undef SOURCE
#undef SOURCE_CAPTURES

FN GLOBAL u32 *draughts_tables_frontier(GLOBAL const DraughtsTables *run, GLOBAL u8 *bytes, u32 side, u32 ply)
{
    return (GLOBAL u32 *)(bytes + run->frontier[side][ply & 1]);
}

/* Positions first + item, up to whole groups. */
FN void draughts_tables_begin_item(u64 item, GLOBAL const DraughtsTables *run,
                                   GLOBAL const DraughtsTablesChild *children, GLOBAL const u8 *values,
                                   GLOBAL u8 *bytes, u32 side, u64 first)
{
    const u64 i = first + item;
    DraughtsTablesStart start;
    start.scheduled = start.kind = 0;
    if (i < run->index[side].size)
        start = run->words == 1 ? draughts_tables_start_x1(run, children, values, side, i)
                                : draughts_tables_start_x2(run, children, values, side, i);
    if (!(i & 31))
        for (u32 ply = 0; ply < 2; ply++) draughts_tables_frontier(run, bytes, side, ply)[i >> 5] = 0;
    bytes[run->value[side] + i] = 0;
    bytes[run->scheduled[side] + i] = (u8)start.scheduled;
    bytes[run->kind[side] + i] = (u8)start.kind;
}

FN void draughts_tables_look_item(u64 item, GLOBAL const DraughtsTables *run, GLOBAL u8 *bytes, u32 side,
                                  u32 ply)
{
    const u32 scheduled = bytes[run->scheduled[side] + item] == ply + 1;
    if (!scheduled && !(draughts_tables_frontier(run, bytes, side, ply)[item >> 5] >> (item & 31) & 1))
        return;
    if (bytes[run->value[side] + item]) return;
    GLOBAL u8 *kind = bytes + run->kind[side] + item;
    const u32 win = (ply & 1) != (run->rules.goal == DRAUGHTS_GIVEAWAY);
    u32 decided = scheduled && (win || *kind & DRAUGHTS_TABLES_CLOSED);
    if (!decided) {
        if (*kind & DRAUGHTS_TABLES_CLOSED) return;
        if (!win && (*kind & DRAUGHTS_TABLES_SAFE || bytes[run->scheduled[side] + item] > ply + 1)) return;
        decided = run->words == 1 ? draughts_tables_decided_x1(run, bytes, side, item, win ? ply : 0)
                                  : draughts_tables_decided_x2(run, bytes, side, item, win ? ply : 0);
    }
    if (decided) *kind |= DRAUGHTS_TABLES_NEW;
}

/* How many of group `item` are of a kind, into sums: those of the first side, then of the second one. */
FN void draughts_tables_tally_item(u64 item, GLOBAL const DraughtsTables *run, GLOBAL const u8 *bytes,
                                   GLOBAL u32 *sums, u32 side, u32 ply, u32 kind)
{
    u32 sum = 0;
    if (kind == DRAUGHTS_TABLES_WAITING) {
        GLOBAL const u8 *value = bytes + run->value[side] + item * DRAUGHTS_TABLES_GROUP;
        GLOBAL const u8 *scheduled = bytes + run->scheduled[side] + item * DRAUGHTS_TABLES_GROUP;
        for (u32 i = 0; i < DRAUGHTS_TABLES_GROUP; i++) sum += !value[i] && scheduled[i] > ply + 1;
    } else {
        GLOBAL const u64 *kinds =
            (GLOBAL const u64 *)(bytes + run->kind[side]) + item * (DRAUGHTS_TABLES_GROUP / 8);
        for (u32 i = 0; i < DRAUGHTS_TABLES_GROUP / 8; i++)
            sum += popcount64(kinds[i] & kind * U64(0x0101010101010101));
    }
    sums[(side ? run->groups : 0) + item] = sum;
}

FN void draughts_tables_commit_item(u64 item, GLOBAL const DraughtsTables *run, GLOBAL u8 *bytes, u32 side,
                                    u32 ply)
{
    if (!(item & 31)) draughts_tables_frontier(run, bytes, side, ply)[item >> 5] = 0;
    GLOBAL u8 *kind = bytes + run->kind[side] + item;
    if (!(*kind & DRAUGHTS_TABLES_NEW)) return;
    *kind &= (u8)~DRAUGHTS_TABLES_NEW;
    bytes[run->value[side] + item] = (u8)(ply + 1);
    GLOBAL u32 *before = draughts_tables_frontier(run, bytes, side ^ 1, ply + 1);
    if (run->words == 1) draughts_tables_extend_frontier_x1(run, before, side, item);
    else draughts_tables_extend_frontier_x2(run, before, side, item);
}

#endif
