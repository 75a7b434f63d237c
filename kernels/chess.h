/* Kernel bodies for chess. A count kernel's item takes LANES positions (DeviceInfo.lanes), all others one. */
#ifndef KERNELS_CHESS_H
#define KERNELS_CHESS_H

#include "../rules/chess/stats.h"

#if !defined(LANES)
#define LANES 1
#endif

#if LANES == 8
#define W ulong8
#define W_LANES 8
#include "../rules/chess/setwise.h"
#undef W
#undef W_LANES
#endif

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

/* The moves of positions[item] from moves[offsets[item]] on, in the order of chess_walk. */
FN void chess_moves_item(u64 item, GLOBAL const ChessPosition *positions, GLOBAL const u32 *offsets,
                         GLOBAL u16 *moves, u32 n)
{
    if (item >= n) return;
    const ChessPosition p = positions[item];
    ChessWalk walk = chess_walk(&p);
    u32 at = offsets[item];
    ChessMove move;
    while (chess_walk_next(&walk, &move)) moves[at++] = move;
}

/* The positions after each move of parent first + item, written to children[offsets[parent] - offsets[first]...]. */
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
