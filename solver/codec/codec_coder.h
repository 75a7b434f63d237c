/* SPDX-License-Identifier: MIT */
/* Inside the codec: the coder that walks through groups share, and what they give it.
 *
 * A walk goes through the cells of a group and codes one symbol after the other, each under the place of its context in
 * the model's map. Counting, encoding and decoding are the same walk.
 *
 * rANS: a state of 32 bits, words of 16. The decoder reads the state first, then words as it needs them; the encoder
 * therefore goes through the group once forwards, to see what the decoder will see, and once backwards.
 */
#ifndef SOLVER_CODEC_CODER_H
#define SOLVER_CODEC_CODER_H

#include "codec_counts.h"
#include "codec_model.h"

#define CODEC_LOWEST_STATE 65536u /* to 2^32 - 1 */

typedef enum { CODEC_COUNT, CODEC_ENCODE, CODEC_DECODE } CodecMode;

/* Zero but for what the mode needs. */
typedef struct {
    const Codec *codec;  /* but for counting */
    CodecCounts *counts; /* counting */
    u32 *frequencies;    /* encoder: start << 16 | size of what is to be coded; two a cell are possible */
    size_t used;
    const u8 *in, *end; /* decoder */
    u32 state;
    int failed;
} CodecWalk;

static inline const CodecSteps *codec_walk_steps(const CodecWalk *w)
{
    return w->counts ? &w->counts->steps : &w->codec->steps;
}

/* Before decoding, with `in` and `end` set: 0, or -1 if no group begins like this. */
int codec_walk_start(CodecWalk *w);

/* After decoding a whole group: 1 if nothing is left over. */
int codec_walk_ended(const CodecWalk *w);

/* After encoding: writes the group, as codec_encode. */
long codec_walk_write(const CodecWalk *w, u8 *out, size_t room);

HOT_FN u32 codec_next_word(CodecWalk *w)
{
    if (w->end - w->in < 2) {
        w->failed = 1;
        return 0;
    }
    w->in += 2;
    return w->in[-2] | (u32)w->in[-1] << 8;
}

HOT_FN void codec_take(CodecWalk *w, u32 start, u32 size, u32 slot)
{
    w->state = size * (w->state >> CODEC_SCALE_BITS) + slot - start;
    if (w->state < CODEC_LOWEST_STATE) w->state = w->state << 16 | codec_next_word(w);
}

/* Plain bytes have equal frequencies. */
enum { CODEC_PLAIN_BITS = CODEC_SCALE_BITS - 8 };

HOT_FN u32 codec_decode_symbol(CodecWalk *w, u32 row)
{
    const u16 *end = &w->codec->end[row * CODEC_ROW];
    u32 slot = w->state & (CODEC_SCALE - 1), rank = 0, start = 0;
    while (end[rank] <= slot) start = end[rank++];
    codec_take(w, start, end[rank] - start, slot);
    if (end[rank] < CODEC_SCALE) return w->codec->symbol[row * CODEC_ROW + rank];
    slot = w->state & (CODEC_SCALE - 1);
    codec_take(w, slot >> CODEC_PLAIN_BITS << CODEC_PLAIN_BITS, 1u << CODEC_PLAIN_BITS, slot);
    return slot >> CODEC_PLAIN_BITS;
}

HOT_FN void codec_put_share(CodecWalk *w, u32 start, u32 end)
{
    w->frequencies[w->used++] = start << 16 | (end - start);
}

HOT_FN void codec_encode_symbol(CodecWalk *w, u32 row, u32 symbol)
{
    const u16 *end = &w->codec->end[row * CODEC_ROW];
    const u8 *symbols = &w->codec->symbol[row * CODEC_ROW];
    u32 i = 0;
    while (end[i] < CODEC_SCALE && symbols[i] != symbol) i++;
    codec_put_share(w, i ? end[i - 1] : 0, end[i]);
    if (end[i] == CODEC_SCALE)
        codec_put_share(w, symbol << CODEC_PLAIN_BITS, (symbol + 1) << CODEC_PLAIN_BITS);
}

/* The symbol is given, or of a decoder returned. */
HOT_FN u32 codec_code(CodecWalk *w, CodecMode mode, u32 place, u32 symbol)
{
    if (mode == CODEC_COUNT) {
        w->failed |= counts_add(w->counts, place << 8 | symbol, 1) != 0;
        return symbol;
    }
    const u32 row = w->codec->map[place];
    if (mode == CODEC_DECODE) return codec_decode_symbol(w, row);
    codec_encode_symbol(w, row, symbol);
    return symbol;
}

#endif
