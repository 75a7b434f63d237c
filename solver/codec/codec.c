/* SPDX-License-Identifier: MIT */
/* The walk through a group of blocks of chess: which neighbours a cell has, and what they add. */
#include "codec.h"

#include <stdlib.h>

#include "codec_coder.h"

/* Cells in a plane have a border, so that neighbours off the board are there to be seen: 9 places a rank, the
 * border of one rank being that of the next. */
#define EDGE 9
#define KING_PLACES 82
#define PLANE (KING_PLACES * KING_PLACES)
#define P_WEST KING_PLACES
#define P_SOUTH (EDGE * KING_PLACES)

static inline u32 place_of_square(u32 square) { return (square >> 3) * EDGE + (square & 7) + EDGE + 1; }

/* A result, or NO_RESULT; a distance, or CODEC_NONE. Distances have two planes a block, won cells and lost
 * ones. */
typedef u16 Cell;
enum { NO_RESULT = 5 };

/* ---- places: what neighbours add ---- */

/* Of the cell at c; r: the same cell of the reference block. */
HOT_FN u32 place_among_results(const CodecSteps *s, const Cell *c, const Cell *r, u32 hint)
{
    return s->result[0][c[-EDGE]] + s->result[1][c[-P_SOUTH]] + s->result[2][c[-1]] +
           s->result[3][c[-P_WEST]] + s->result[4][c[P_WEST - P_SOUTH]] + s->result[5][c[-P_WEST - P_SOUTH]] +
           s->result[6][r[0]] + s->hint[hint & 7];
}

HOT_FN u32 least(u32 a, u32 b) { return a < b ? a : b; }
HOT_FN u32 most(u32 a, u32 b) { return a > b ? a : b; }
HOT_FN u32 median(u32 a, u32 b, u32 c) { return most(least(a, b), least(most(a, b), c)); }

/* The middle one of the first three neighbours that have a distance, the lower one of two. */
HOT_FN u32 predict(const Cell *c, const Cell *r)
{
    const u32 first[3] = {c[-P_SOUTH], c[-EDGE], c[-P_WEST]};
    if ((first[0] | first[1] | first[2]) < 256) return median(first[0], first[1], first[2]);
    const u32 distance[8] = {first[0],    first[1],    first[2], c[-1], r[0], c[-P_WEST - P_SOUTH],
                             c[1 - EDGE], c[-1 - EDGE]};
    u32 known[3];
    int n = 0;
    for (int i = 0; i < 8; i++) {
        known[n] = distance[i];
        n += distance[i] < 256;
        if (n == 3) return median(known[0], known[1], known[2]);
    }
    if (n == 0) return 8;
    return n == 1 || known[0] < known[1] ? known[0] : known[1];
}

HOT_FN u32 place_among_distances(const CodecSteps *s, const Cell *c, const Cell *r, u32 hint, u32 predicted)
{
    const u32 offset = CODEC_OFFSET - predicted;
    return s->difference[0][c[-1] + offset] + s->difference[1][c[-EDGE] + offset] +
           s->difference[2][c[-P_WEST] + offset] + s->difference[3][c[-P_SOUTH] + offset] +
           s->difference[4][r[0] + offset] + s->difference[5][c[-P_WEST - P_SOUTH] + offset] +
           s->prediction[predicted] + s->hint[hint & 7];
}

/* ---- walk ---- */

/* The planes before anything is decoded. -1: a known value out of its range. */
static int start_planes(CodecKind kind, const CodecBlock *block, Cell *plane)
{
    const u32 size = kind == CODEC_WDL ? PLANE : 2 * PLANE;
    for (u32 i = 0; i < size; i++) plane[i] = kind == CODEC_WDL ? NO_RESULT : CODEC_NONE;
    for (u32 p = 0; p < 64; p++)
        for (u64 left = block->known[p] & ~block->coded[p]; left; left &= left - 1) {
            const u32 q = lowest_bit64(left), i = p * 64 + q;
            const u32 value = block->value[i], hint = block->hint[i];
            const u32 place = place_of_square(p) * KING_PLACES + place_of_square(q);
            if (kind == CODEC_WDL) {
                if (value > 4) return -1;
                plane[place] = (Cell)value;
            } else if (hint != CODEC_DRAW) {
                plane[place + (hint < CODEC_DRAW ? PLANE : 0)] = (Cell)value;
            }
        }
    return 0;
}

HOT_FN void walk_cell(CodecWalk *w, const CodecSteps *steps, CodecKind kind, CodecMode mode, Cell *c,
                      const Cell *r, u32 hint, u8 *value)
{
    if (kind == CODEC_WDL) {
        u32 result = codec_code(w, mode, place_among_results(steps, c, r, hint), *value);
        if (result > 4) {
            w->failed = 1;
            result = 0;
        }
        *c = (Cell)result;
        if (mode == CODEC_DECODE) *value = (u8)result;
    } else {
        const u32 predicted = predict(c, r), place = place_among_distances(steps, c, r, hint, predicted);
        const u8 distance = (u8)(codec_code(w, mode, place, (*value - predicted) & 255) + predicted);
        *c = distance;
        if (mode == CODEC_DECODE) *value = distance;
    }
}

HOT_FN void walk_block(CodecWalk *shared, CodecKind kind, CodecMode mode, CodecBlock *block, Cell *plane,
                       const Cell *reference)
{
    CodecWalk w = *shared; /* writing values does not change it, which the compiler shall see */
    const CodecSteps *steps = codec_walk_steps(&w);
    w.failed |= start_planes(kind, block, plane) != 0;
    for (u32 p = 0; p < 64; p++)
        for (u64 left = block->coded[p]; left; left &= left - 1) {
            const u32 q = lowest_bit64(left), i = p * 64 + q, hint = block->hint[i];
            u32 place = place_of_square(p) * KING_PLACES + place_of_square(q);
            if (kind == CODEC_DISTANCE && hint < CODEC_DRAW) place += PLANE;
            walk_cell(&w, steps, kind, mode, &plane[place], &reference[place], hint, &block->value[i]);
        }
    *shared = w;
}

/* Counting and encoding leave the blocks as they are, const or not. */
HOT_FN int walk(CodecWalk *w, CodecKind kind, CodecMode mode, CodecBlock *blocks, int n)
{
    if (n < 1 || n > CODEC_GROUP) return -1;
    const size_t size = kind == CODEC_WDL ? PLANE : 2 * PLANE;
    Cell *planes = malloc((size_t)n * size * sizeof *planes);
    if (planes == NULL) return -1;
    for (int i = 0; i < n && !w->failed; i++) {
        Cell *plane = planes + (size_t)i * size;
        const int reference = blocks[i].reference < 0 ? i : blocks[i].reference;
        w->failed = reference > i;
        if (!w->failed) walk_block(w, kind, mode, &blocks[i], plane, planes + (size_t)reference * size);
    }
    free(planes);
    return w->failed ? -1 : 0;
}

/* ---- */

int codec_count(CodecCounts *counts, const CodecBlock *blocks, int n)
{
    CodecWalk w = {.counts = counts};
    CodecBlock *same = (CodecBlock *)blocks;
    return counts->kind == CODEC_WDL ? walk(&w, CODEC_WDL, CODEC_COUNT, same, n)
                                     : walk(&w, CODEC_DISTANCE, CODEC_COUNT, same, n);
}

long codec_encode(const Codec *codec, const CodecBlock *blocks, int n, u8 *out, size_t room)
{
    CodecWalk w = {.codec = codec};
    CodecBlock *same = (CodecBlock *)blocks;
    if (n < 1 || n > CODEC_GROUP) return -1;
    w.frequencies = malloc((size_t)n * 2 * CODEC_CELLS * sizeof *w.frequencies);
    if (w.frequencies == NULL) return -1;
    const int failed = codec->kind == CODEC_WDL ? walk(&w, CODEC_WDL, CODEC_ENCODE, same, n)
                                                : walk(&w, CODEC_DISTANCE, CODEC_ENCODE, same, n);
    const long size = failed ? -1 : codec_walk_write(&w, out, room);
    free(w.frequencies);
    return size;
}

int codec_decode(const Codec *codec, const u8 *bytes, size_t size, CodecBlock *blocks, int n, int whole)
{
    CodecWalk w = {.codec = codec, .in = bytes, .end = bytes + size};
    if (codec_walk_start(&w)) return -1;
    const int failed = codec->kind == CODEC_WDL ? walk(&w, CODEC_WDL, CODEC_DECODE, blocks, n)
                                                : walk(&w, CODEC_DISTANCE, CODEC_DECODE, blocks, n);
    if (failed) return -1;
    return whole && !codec_walk_ended(&w) ? -1 : 0;
}
