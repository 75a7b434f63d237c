/* SPDX-License-Identifier: MIT */
/* An adaptive binary coder for the few thousand numbers of a model: bits with probabilities that follow
 * what was coded. The same code describes both directions: code_bit returns the bit it was given, or the
 * one read.
 */
#ifndef SOLVER_CODEC_BITS_H
#define SOLVER_CODEC_BITS_H

#include <stddef.h>
#include <stdlib.h>

#include "../../rules/portable.h"

typedef struct {
    const u8 *in; /* NULL: writing */
    u8 *out;      /* malloc'ed */
    size_t size, at, room;
    u64 low;
    u32 range, code;
    int failed; /* reading: beyond the end; writing: no memory */
} BitCoder;

#define BIT_EVEN 2048 /* the start value of a bit's probability */

static inline void bits_put(BitCoder *c, u8 byte)
{
    if (c->at == c->room) {
        const size_t room = c->room ? 2 * c->room : 1024;
        u8 *out = realloc(c->out, room);
        if (out == NULL) {
            c->failed = 1;
            return;
        }
        c->out = out;
        c->room = room;
    }
    c->out[c->at++] = byte;
}

static inline u32 bits_get(BitCoder *c)
{
    if (c->at < c->size) return c->in[c->at++];
    c->failed = 1;
    return 0;
}

static inline void bits_start_writing(BitCoder *c) { *c = (BitCoder){.range = 0xffffffffu}; }

static inline void bits_start_reading(BitCoder *c, const u8 *in, size_t size)
{
    *c = (BitCoder){.in = in, .size = size, .range = 0xffffffffu};
    for (int i = 0; i < 4; i++) c->code = c->code << 8 | bits_get(c);
}

/* A carry out of 32 bits goes into bytes already written. */
static inline void bits_shift(BitCoder *c)
{
    if (c->low >> 32)
        for (size_t i = c->at; i-- > 0 && ++c->out[i] == 0;) continue;
    bits_put(c, (u8)(c->low >> 24));
    c->low = (c->low & 0xffffff) << 8;
}

static inline void bits_finish_writing(BitCoder *c)
{
    for (int i = 0; i < 4; i++) bits_shift(c);
}

static inline u32 code_bit(BitCoder *c, u16 *probability, u32 bit)
{
    const u32 zero = (c->range >> 12) * *probability;
    if (c->in) bit = c->code >= zero;
    if (bit) {
        c->low += zero;
        c->code -= zero;
        c->range -= zero;
        *probability = (u16)(*probability - (*probability >> 4));
    } else {
        c->range = zero;
        *probability = (u16)(*probability + ((4096 - *probability) >> 4));
    }
    while (c->range < 1u << 24) {
        c->range <<= 8;
        if (c->in) c->code = c->code << 8 | bits_get(c);
        else bits_shift(c);
    }
    return bit;
}

/* A number of `bits` bits; probabilities: 1 << bits of them. */
static inline u32 code_number(BitCoder *c, u16 *probabilities, int bits, u32 number)
{
    u32 node = 1;
    for (int i = bits - 1; i >= 0; i--) node = node << 1 | code_bit(c, &probabilities[node], number >> i & 1);
    return node - (1u << bits);
}

#endif
