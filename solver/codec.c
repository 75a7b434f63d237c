/* The walk through a group of blocks that counting, encoding and decoding share, and the coder.
 *
 * rANS: a state of 32 bits, words of 16. The decoder reads the state first, then words as it needs them;
 * the encoder therefore goes through the group once forwards, to see what the decoder will see, and once
 * backwards.
 */
#include "codec.h"

#include <stdlib.h>
#include <string.h>

#include "codec_counts.h"
#include "codec_model.h"

/* Cells in a plane have a border, so that neighbours off the board are there to be seen: 9 places a rank, the
 * border of one rank being that of the next. */
#define EDGE 9
#define KING_PLACES 82
#define PLANE (KING_PLACES * KING_PLACES)
#define P_WEST KING_PLACES
#define P_SOUTH (EDGE * KING_PLACES)

#define LOWEST_STATE 65536u /* to 2^32 - 1 */

static inline u32 place_of_square(u32 square) { return (square >> 3) * EDGE + (square & 7) + EDGE + 1; }

/* A result, or NO_RESULT; a distance, or CODEC_NONE. Distances have two planes a block, won cells and lost
 * ones. */
typedef u16 Cell;
enum { NO_RESULT = 5 };

typedef enum { COUNT, ENCODE, DECODE } Mode;

typedef struct {
    const Codec *codec;
    CodecCounts *counts;
    u32 *shares;        /* encoder: start << 16 | size of what is to be coded; two a cell are possible */
    size_t used;
    const u8 *in, *end; /* decoder */
    u32 state;
    int failed;
} Walk;

/* ---- places: what neighbours tell ---- */

/* Of the cell at c; r: the same cell of the reference block. */
HOT_FN u32 place_among_results(const CodecSteps *s, const Cell *c, const Cell *r, u32 hint)
{
    return s->result[0][c[-EDGE]] + s->result[1][c[-P_SOUTH]] + s->result[2][c[-1]] +
           s->result[3][c[-P_WEST]] + s->result[4][c[P_WEST - P_SOUTH]] +
           s->result[5][c[-P_WEST - P_SOUTH]] + s->result[6][r[0]] + s->hint[hint & 7];
}

HOT_FN u32 least(u32 a, u32 b) { return a < b ? a : b; }
HOT_FN u32 most(u32 a, u32 b) { return a > b ? a : b; }
HOT_FN u32 median(u32 a, u32 b, u32 c) { return most(least(a, b), least(most(a, b), c)); }

/* The middle one of the first three neighbours that have a distance, the lower one of two. */
HOT_FN u32 predict(const Cell *c, const Cell *r)
{
    const u32 first[3] = {c[-P_SOUTH], c[-EDGE], c[-P_WEST]};
    if ((first[0] | first[1] | first[2]) < 256) return median(first[0], first[1], first[2]);
    const u32 distance[8] = {first[0], first[1], first[2], c[-1], r[0], c[-P_WEST - P_SOUTH], c[1 - EDGE],
                             c[-1 - EDGE]};
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

/* ---- coder ---- */

HOT_FN u32 next_word(Walk *w)
{
    if (w->end - w->in < 2) {
        w->failed = 1;
        return 0;
    }
    w->in += 2;
    return w->in[-2] | (u32)w->in[-1] << 8;
}

HOT_FN void take(Walk *w, u32 start, u32 size, u32 slot)
{
    w->state = size * (w->state >> CODEC_SCALE_BITS) + slot - start;
    if (w->state < LOWEST_STATE) w->state = w->state << 16 | next_word(w);
}

/* Plain bytes have equal shares. */
enum { PLAIN_BITS = CODEC_SCALE_BITS - 8 };

HOT_FN u32 decode_symbol(Walk *w, u32 row)
{
    const u16 *end = &w->codec->end[row * CODEC_ROW];
    u32 slot = w->state & (CODEC_SCALE - 1), rank = 0, start = 0;
    while (end[rank] <= slot) start = end[rank++];
    take(w, start, end[rank] - start, slot);
    if (end[rank] < CODEC_SCALE) return w->codec->symbol[row * CODEC_ROW + rank];
    slot = w->state & (CODEC_SCALE - 1);
    take(w, slot >> PLAIN_BITS << PLAIN_BITS, 1u << PLAIN_BITS, slot);
    return slot >> PLAIN_BITS;
}

HOT_FN void put_share(Walk *w, u32 start, u32 end) { w->shares[w->used++] = start << 16 | (end - start); }

HOT_FN void encode_symbol(Walk *w, u32 row, u32 symbol)
{
    const u16 *end = &w->codec->end[row * CODEC_ROW];
    const u8 *symbols = &w->codec->symbol[row * CODEC_ROW];
    u32 i = 0;
    while (end[i] < CODEC_SCALE && symbols[i] != symbol) i++;
    put_share(w, i ? end[i - 1] : 0, end[i]);
    if (end[i] == CODEC_SCALE) put_share(w, symbol << PLAIN_BITS, (symbol + 1) << PLAIN_BITS);
}

/* ---- walk ---- */

HOT_FN u32 code(Walk *w, Mode mode, u32 place, u32 symbol)
{
    if (mode == COUNT) {
        w->failed |= counts_add(w->counts, place << 8 | symbol, 1) != 0;
        return symbol;
    }
    const u32 row = w->codec->map[place];
    if (mode == DECODE) return decode_symbol(w, row);
    encode_symbol(w, row, symbol);
    return symbol;
}

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

HOT_FN void walk_cell(Walk *w, const CodecSteps *steps, CodecKind kind, Mode mode, Cell *c, const Cell *r,
                      u32 hint, u8 *value)
{
    if (kind == CODEC_WDL) {
        u32 result = code(w, mode, place_among_results(steps, c, r, hint), *value);
        if (result > 4) {
            w->failed = 1;
            result = 0;
        }
        *c = (Cell)result;
        if (mode == DECODE) *value = (u8)result;
    } else {
        const u32 predicted = predict(c, r), place = place_among_distances(steps, c, r, hint, predicted);
        const u8 distance = (u8)(code(w, mode, place, (*value - predicted) & 255) + predicted);
        *c = distance;
        if (mode == DECODE) *value = distance;
    }
}

HOT_FN void walk_block(Walk *shared, CodecKind kind, Mode mode, CodecBlock *block, Cell *plane,
                       const Cell *reference)
{
    Walk w = *shared; /* writing values does not change it, which the compiler shall see */
    const CodecSteps *steps = mode == COUNT ? &w.counts->steps : &w.codec->steps;
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
HOT_FN int walk(Walk *w, CodecKind kind, Mode mode, CodecBlock *blocks, int n)
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
    Walk w = {.counts = counts};
    CodecBlock *same = (CodecBlock *)blocks;
    return counts->kind == CODEC_WDL ? walk(&w, CODEC_WDL, COUNT, same, n)
                                     : walk(&w, CODEC_DISTANCE, COUNT, same, n);
}

/* The state's bytes, lowest first, then words. Without words what the state has gained, in as few bytes as
 * hold it. */
static long write_backwards(const Walk *w, u8 *out, size_t room)
{
    u32 state = LOWEST_STATE;
    u8 *at = out + room;
    for (size_t i = w->used; i-- > 0;) {
        const u32 start = w->shares[i] >> 16, size = w->shares[i] & 0xffff;
        if (state >= (u64)size << (32 - CODEC_SCALE_BITS)) {
            if (at - out < 2) return -1;
            *--at = (u8)(state >> 8);
            *--at = (u8)state;
            state >>= 16;
        }
        state = (state / size << CODEC_SCALE_BITS) + state % size + start;
    }
    const int words = at != out + room;
    u32 left = words ? state : state - LOWEST_STATE;
    u8 head[4];
    int bytes = 0;
    for (; words ? bytes < 4 : left != 0; left >>= 8) head[bytes++] = (u8)left;
    const size_t size = (size_t)(out + room - at);
    if (size + (size_t)bytes > room) return -1;
    memmove(out + bytes, at, size);
    memcpy(out, head, (size_t)bytes);
    return (long)(size + (size_t)bytes);
}

long codec_encode(const Codec *codec, const CodecBlock *blocks, int n, u8 *out, size_t room)
{
    Walk w = {.codec = codec};
    CodecBlock *same = (CodecBlock *)blocks;
    if (n < 1 || n > CODEC_GROUP) return -1;
    w.shares = malloc((size_t)n * 2 * CODEC_CELLS * sizeof *w.shares);
    if (w.shares == NULL) return -1;
    const int failed = codec->kind == CODEC_WDL ? walk(&w, CODEC_WDL, ENCODE, same, n)
                                                : walk(&w, CODEC_DISTANCE, ENCODE, same, n);
    const long size = failed ? -1 : write_backwards(&w, out, room);
    free(w.shares);
    return size;
}

static int read_state(Walk *w)
{
    const size_t size = (size_t)(w->end - w->in), bytes = size < 4 ? size : 4;
    for (size_t i = 0; i < bytes; i++) w->state |= (u32)w->in[i] << 8 * i;
    w->in += bytes;
    if (size <= 4) w->state += LOWEST_STATE; /* no words */
    return w->state < LOWEST_STATE ? -1 : 0;
}

int codec_decode(const Codec *codec, const u8 *bytes, size_t size, CodecBlock *blocks, int n, int whole)
{
    Walk w = {.codec = codec, .in = bytes, .end = bytes + size};
    if (read_state(&w)) return -1;
    const int failed = codec->kind == CODEC_WDL ? walk(&w, CODEC_WDL, DECODE, blocks, n)
                                                : walk(&w, CODEC_DISTANCE, DECODE, blocks, n);
    if (failed) return -1;
    return whole && (w.state != LOWEST_STATE || w.in != w.end) ? -1 : 0;
}
