/* SPDX-License-Identifier: MIT */
/* Kernel bodies for chess. An item of chess_count, chess_differences and chess_remaining takes LANES positions
 * (DeviceInfo.lanes), all others one. */
#ifndef KERNELS_CHESS_H
#define KERNELS_CHESS_H

#include "../rules/chess/stats.h"

#if !defined(LANES)
#define LANES 1
#endif

#define W u64
#define W_LANES 1
#include "../rules/chess/replies_tmpl.h"
#undef W
#undef W_LANES

#if LANES == 8
#define W ulong8
#define W_LANES 8
#include "../rules/chess/setwise_tmpl.h"

#include "../rules/chess/replies_tmpl.h"
#undef W
#undef W_LANES
#endif

#include "../rules/chess/tally.h"

/* Takes the moves of p that are left to be made: writes the positions after them, or only counts them. */
typedef struct {
    ChessPosition p;
    GLOBAL ChessPosition *out; /* 0: count */
    u32 count;
} ChessSink;

HOT_FN void sink_special(ChessSink *sink, u32 from, u32 to, u32 promotion)
{
    if (sink->out) sink->out[sink->count] = chess_make(sink->p, chess_move(from, to, promotion));
    sink->count++;
}

HOT_FN void sink_piece(ChessSink *sink, u32 from, u64 destinations)
{
    if (!sink->out) {
        sink->count += popcount64(destinations);
        return;
    }
    for (; destinations; destinations &= destinations - 1)
        sink_special(sink, from, lowest_bit64(destinations), 0);
}

HOT_FN void sink_pawns(ChessSink *sink, u64 destinations, u32 step)
{
    if (!sink->out) {
        sink->count += popcount64(destinations);
        return;
    }
    for (; destinations; destinations &= destinations - 1) {
        const u32 to = lowest_bit64(destinations);
        sink_special(sink, to - step, to, 0);
    }
}

#define SINK ChessSink
#define TALLY Tally
#include "../rules/chess/differences_tmpl.h"

FN u32 chess_en_passant_count(ChessPosition p)
{
    const u64 target = chess_en_passant(p);
    return target ? popcount64(chess_en_passant_captors(p, target)) : 0;
}

/* counts[i]: legal moves of positions[i], i < n */
FN void chess_count_item(u64 item, GLOBAL const ChessPosition *positions, GLOBAL u32 *counts, u32 n)
{
#if LANES == 8
    const u64 first = item * 8;
    if (first + 8 <= n) {
        GLOBAL const ulong4 *in = (GLOBAL const ulong4 *)(positions + first);
        const ulong4 a = in[0], b = in[1], c = in[2], d = in[3], e = in[4], f = in[5], g = in[6], h = in[7];
        const ulong8 kind0 = (ulong8)(a.s0, b.s0, c.s0, d.s0, e.s0, f.s0, g.s0, h.s0);
        const ulong8 kind1 = (ulong8)(a.s1, b.s1, c.s1, d.s1, e.s1, f.s1, g.s1, h.s1);
        const ulong8 kind2 = (ulong8)(a.s2, b.s2, c.s2, d.s2, e.s2, f.s2, g.s2, h.s2);
        const ulong8 own = (ulong8)(a.s3, b.s3, c.s3, d.s3, e.s3, f.s3, g.s3, h.s3);
        vstore8(convert_uint8(chess_count_but_en_passant_x8(kind0, kind1, kind2, own)), item, counts);
        if (w_any_x8(own & ~(kind0 | kind1 | kind2)))
            for (u32 i = 0; i < 8; i++) counts[first + i] += chess_en_passant_count(positions[first + i]);
    } else {
        for (u64 i = first; i < n; i++) counts[i] = chess_count(positions[i]);
    }
#else
    if (item < n) counts[item] = chess_count(positions[item]);
#endif
}

/* The positions after each move of a parent, first + item, from children[offsets[parent] - offsets[first]]
 * on. */
FN void chess_expand_item(u64 item, GLOBAL const ChessPosition *positions, GLOBAL const u32 *offsets,
                          GLOBAL ChessPosition *children, u32 first)
{
    const u64 parent = first + item;
    const ChessPosition p = positions[parent];
    ChessWalk walk = chess_walk(&p);
    u32 at = offsets[parent] - offsets[first];
    ChessMove move;
    while (chess_walk_next(&walk, &move)) children[at++] = chess_make(p, move);
}

#if LANES == 8
/* positions[first + i], or an empty board from end on, which has no moves */
FN ChessPosition chess_position_before(GLOBAL const ChessPosition *positions, u64 i, u64 end)
{
    ChessPosition p;
    p.kind0 = p.kind1 = p.kind2 = p.own = 0;
    if (i < end) p = positions[i];
    return p;
}

/* Views and replies of eight positions side by side. */
BIG_FN void chess_load_nodes(GLOBAL const ChessPosition *positions, u64 first, u64 end, ChessNode *nodes)
{
    u64 planes[4][8];
    for (u32 lane = 0; lane < 8; lane++) {
        const ChessPosition p = chess_position_before(positions, first + lane, end);
        nodes[lane].p = p;
        planes[0][lane] = p.kind0;
        planes[1][lane] = p.kind1;
        planes[2][lane] = p.kind2;
        planes[3][lane] = p.own;
    }
    const ulong8 kind0 = vload8(0, planes[0]), kind1 = vload8(0, planes[1]), kind2 = vload8(0, planes[2]);
    const ulong8 own = vload8(0, planes[3]);
    const ChessView_x8 views = chess_view_x8(kind0, kind1, kind2, own);
    const ChessReplies_x8 replies = chess_replies_x8(kind0, kind1, kind2, own);
    const u64 *view = (const u64 *)&views, *reply = (const u64 *)&replies;
    for (u32 lane = 0; lane < 8; lane++) {
        u64 *v = (u64 *)&nodes[lane].v, *r = (u64 *)&nodes[lane].r;
        for (u32 i = 0; i < sizeof(ChessView_x1) / sizeof(u64); i++) v[i] = view[8 * i + lane];
        for (u32 i = 0; i < sizeof(ChessReplies_x1) / sizeof(u64); i++) r[i] = reply[8 * i + lane];
    }
}
#else
FN void chess_load_nodes(GLOBAL const ChessPosition *positions, u64 first, u64 end, ChessNode *nodes)
{
    (void)end;
    const ChessPosition p = positions[first];
    nodes->p = p;
    nodes->v = chess_view_x1(p.kind0, p.kind1, p.kind2, p.own);
    nodes->r = chess_replies_x1(p.kind0, p.kind1, p.kind2, p.own);
}
#endif

HOT_FN u64 chess_count_node(const ChessNode *node, ChessSink *sink)
{
    sink->p = node->p;
    return node->v.checkers ? chess_differences(node, sink, 0) : chess_differences(node, sink, 1);
}

/* Two plies above the leaves: totals[i] = replies to the moves of positions[i] that are counted by
 * differences, counts[i] = the other moves, i < n. */
FN void chess_differences_item(u64 item, GLOBAL const ChessPosition *positions, GLOBAL u64 *totals,
                               GLOBAL u32 *counts, u32 n)
{
    ChessNode nodes[LANES];
    const u64 first = item * LANES;
    if (first >= n) return;
    chess_load_nodes(positions, first, n, nodes);
    for (u64 i = first; i < first + LANES && i < n; i++) {
        ChessSink sink;
        sink.out = 0;
        sink.count = 0;
        totals[i] = chess_count_node(&nodes[i - first], &sink);
        counts[i] = sink.count;
    }
}

/* The positions after those other moves, of parents `start` to `end` - 1, from
 * children[offsets[parent] - offsets[start]] on. */
FN void chess_remaining_item(u64 item, GLOBAL const ChessPosition *positions, GLOBAL const u32 *offsets,
                             GLOBAL ChessPosition *children, u32 start, u32 end)
{
    ChessNode nodes[LANES];
    const u64 first = start + item * LANES;
    if (first >= end) return;
    chess_load_nodes(positions, first, end, nodes);
    for (u64 i = first; i < first + LANES && i < end; i++) {
        ChessSink sink;
        sink.out = children + (offsets[i] - offsets[start]);
        sink.count = 0;
        chess_count_node(&nodes[i - first], &sink);
    }
}

/* Statistics of all moves of positions item, item + stride, ... below n: CHESS_STATS counters at
 * rows[CHESS_STATS * item]. */
FN void chess_stats_item(u64 item, GLOBAL const ChessPosition *positions, GLOBAL u64 *rows, u32 n, u32 stride)
{
    u64 stats[CHESS_STATS];
    for (u32 i = 0; i < CHESS_STATS; i++) stats[i] = 0;
    for (u64 i = item; i < n; i += stride) {
        const ChessPosition p = positions[i];
        ChessWalk walk = chess_walk(&p);
        ChessMove move;
        while (chess_walk_next(&walk, &move)) chess_count_move(p, move, stats);
    }
    for (u32 i = 0; i < CHESS_STATS; i++) rows[CHESS_STATS * item + i] = stats[i];
}

#endif
