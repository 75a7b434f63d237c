/* SPDX-License-Identifier: MIT */
/* Kernel bodies for chess. An item of chess_count, chess_differences and chess_count_plain takes LANES positions
 * (DeviceInfo.lanes), all others one. */
#ifndef KERNELS_CHESS_H
#define KERNELS_CHESS_H

#include "../rules/chess/stats.h"
#include "queue.h"

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

#define CHESS_SINK_SETS 24
#define CHESS_SINK_SPECIALS 12 /* exposed double steps, castlings, captures en passant: there are no more */

/* The moves of a node that are left to be made, by sets of destinations; more than there is room for go to the queue at
 * once. A mover is a square, or with CHESS_SINK_STEP what is added to a destination, below the kind that the piece is
 * after the move. */
typedef struct {
    GLOBAL u64 *queue;
    u32 parent;
    u32 sets, moves, specials;
    u64 destinations[CHESS_SINK_SETS];
    u16 mover[CHESS_SINK_SETS];
    u16 special[CHESS_SINK_SPECIALS];
} ChessSink;

#define CHESS_SINK_STEP 64u

FN ChessSink chess_sink(GLOBAL u64 *queue, u32 parent)
{
    ChessSink sink;
    sink.queue = queue;
    sink.parent = parent;
    sink.sets = sink.moves = sink.specials = 0;
    return sink;
}

/* Writes all sets of moves from `place` on. */
FN void chess_sink_write(const ChessSink *sink, u32 place)
{
    u64 destinations = 0;
    u32 mover = 0, set = 0;
    for (u32 left = sink->moves; left; left--) {
        if (!destinations) {
            destinations = sink->destinations[set];
            mover = sink->mover[set++];
        }
        const u32 to = lowest_bit64(destinations);
        const u32 from = (mover + (mover & CHESS_SINK_STEP ? to : 0)) & 63;
        destinations &= destinations - 1;
        queue_put_plain(sink->queue, place++, queue_record(sink->parent, from | to << 6 | mover >> 12 << 12));
    }
}

BIG_FN void chess_sink_empty(ChessSink *sink)
{
    chess_sink_write(sink, queue_take_places(sink->queue, sink->moves, 0).plain);
    sink->sets = sink->moves = 0;
}

FN void chess_sink_set(ChessSink *sink, u32 mover, u64 destinations)
{
    if (!destinations) return;
    if (sink->sets == CHESS_SINK_SETS) chess_sink_empty(sink);
    sink->destinations[sink->sets] = destinations;
    sink->mover[sink->sets++] = (u16)mover;
    sink->moves += popcount64(destinations);
}

FN void sink_piece(ChessSink *sink, u32 kind, u32 from, u64 destinations)
{
    chess_sink_set(sink, from | kind << 12, destinations);
}

FN void sink_pawns(ChessSink *sink, u64 destinations, u32 step)
{
    chess_sink_set(sink, (64 - step) | CHESS_SINK_STEP | CHESS_PAWN << 12, destinations);
}

FN void sink_promotions(ChessSink *sink, u64 destinations, u32 step)
{
    for (u32 kind = CHESS_KNIGHT; kind <= CHESS_QUEEN; kind++)
        chess_sink_set(sink, (64 - step) | CHESS_SINK_STEP | kind << 12, destinations);
}

FN void sink_special(ChessSink *sink, u32 from, u32 to)
{
    sink->special[sink->specials++] = chess_move(from, to, 0);
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

/* Two plies above the leaves: totals[i] = replies to the moves of positions[i] that are counted by differences; the other
 * moves join the queue; first <= i < end. Items fill whole warps. */
FN void chess_differences_item(u64 item, GLOBAL const ChessPosition *positions, GLOBAL u64 *totals,
                               GLOBAL u64 *queue, u32 first, u32 end)
{
    ChessNode nodes[LANES];
    const u64 begin = first + item * LANES;
    if (begin < end) chess_load_nodes(positions, begin, end, nodes);
    for (u64 i = begin; i < begin + LANES; i++) {
        ChessSink sink = chess_sink(queue, (u32)i);
        if (i < end) {
            const ChessNode *node = &nodes[i - begin];
            totals[i] =
                node->v.checkers ? chess_differences(node, &sink, 0) : chess_differences(node, &sink, 1);
        }
        const QueuePlaces places = queue_reserve(queue, sink.moves, sink.specials);
        chess_sink_write(&sink, places.plain);
        for (u32 k = 0; k < sink.specials; k++)
            queue_put_special(queue, places.special + k, queue_record((u32)i, sink.special[k]));
    }
}

/* The position after a plain move of a record, whose third part is what the piece is after it. */
FN ChessPosition chess_make_plain(ChessPosition p, u32 move)
{
    const u64 from = U64(1) << (move & 63), to = U64(1) << (move >> 6 & 63);
    const u32 becomes = move >> 12 & 7;
    const u64 occupied = chess_occupied(p), gone = from | to;
    const u64 rights = becomes == CHESS_KING ? chess_castle_rooks(p) & p.own : 0;
    ChessPosition q;
    q.kind0 = byteswap64((p.kind0 & ~(gone | rights)) | (becomes & 1 ? to : 0));
    q.kind1 = byteswap64((p.kind1 & ~(gone | rights)) | (becomes & 2 ? to : 0));
    q.kind2 = byteswap64((p.kind2 & ~gone) | (becomes & 4 ? to : 0));
    q.own = byteswap64(occupied & ~(p.own | to));
    return q;
}

/* Adds the replies to the queue's plain moves first, first + stride, ... to their parents' totals. An item takes LANES
 * neighbouring moves. */
FN void chess_count_plain_item(u64 item, GLOBAL const ChessPosition *positions, GLOBAL const u64 *queue,
                               GLOBAL u64 *totals, u32 stride)
{
    const u32 moves = (u32)queue[QUEUE_PLAIN];
    for (u64 first = item * LANES; first < moves; first += (u64)stride * LANES) {
#if LANES == 8
        u64 planes[4][8], counts[8];
        u32 parent[8];
        for (u32 k = 0; k < 8; k++) {
            const u64 record = queue_plain(queue, (u32)(first + k < moves ? first + k : first));
            const ChessPosition p = chess_make_plain(positions[queue_parent(record)], queue_move(record));
            parent[k] = queue_parent(record);
            planes[0][k] = p.kind0;
            planes[1][k] = p.kind1;
            planes[2][k] = p.kind2;
            planes[3][k] = p.own;
        }
        vstore8(chess_count_but_en_passant_x8(vload8(0, planes[0]), vload8(0, planes[1]),
                                              vload8(0, planes[2]), vload8(0, planes[3])),
                0, counts);
        for (u32 k = 0; k < 8 && first + k < moves; k++) queue_add(totals + parent[k], (u32)counts[k]);
#else
        const u64 record = queue_plain(queue, (u32)first);
        const ChessPosition p = chess_make_plain(positions[queue_parent(record)], queue_move(record));
        queue_add(totals + queue_parent(record),
                  (u32)chess_count_but_en_passant_x1(p.kind0, p.kind1, p.kind2, p.own));
#endif
    }
}

/* The same for the special moves; an item takes one. */
FN void chess_count_special_item(u64 item, GLOBAL const ChessPosition *positions, GLOBAL const u64 *queue,
                                 GLOBAL u64 *totals, u32 stride)
{
    const u32 moves = (u32)queue[QUEUE_SPECIAL];
    for (u64 k = item; k < moves; k += stride) {
        const u64 record = queue_special(queue, (u32)k);
        const u32 parent = queue_parent(record);
        queue_add(totals + parent,
                  chess_count(chess_make(positions[parent], (ChessMove)(queue_move(record) & 0xfff))));
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
