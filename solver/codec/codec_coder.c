/* SPDX-License-Identifier: MIT */
#include "codec_coder.h"

#include <string.h>

/* The state's bytes, lowest first, then words. Without words what the state has gained, in as few bytes as
 * hold it. */
long codec_walk_write(const CodecWalk *w, u8 *out, size_t room)
{
    u32 state = CODEC_LOWEST_STATE;
    u8 *at = out + room;
    for (size_t i = w->used; i-- > 0;) {
        const u32 start = w->frequencies[i] >> 16, size = w->frequencies[i] & 0xffff;
        if (state >= (u64)size << (32 - CODEC_SCALE_BITS)) {
            if (at - out < 2) return -1;
            *--at = (u8)(state >> 8);
            *--at = (u8)state;
            state >>= 16;
        }
        state = (state / size << CODEC_SCALE_BITS) + state % size + start;
    }
    const int words = at != out + room;
    u32 left = words ? state : state - CODEC_LOWEST_STATE;
    u8 head[4];
    int bytes = 0;
    for (; words ? bytes < 4 : left != 0; left >>= 8) head[bytes++] = (u8)left;
    const size_t size = (size_t)(out + room - at);
    if (size + (size_t)bytes > room) return -1;
    memmove(out + bytes, at, size);
    memcpy(out, head, (size_t)bytes);
    return (long)(size + (size_t)bytes);
}

int codec_walk_start(CodecWalk *w)
{
    const size_t size = (size_t)(w->end - w->in), bytes = size < 4 ? size : 4;
    for (size_t i = 0; i < bytes; i++) w->state |= (u32)w->in[i] << 8 * i;
    w->in += bytes;
    if (size <= 4) w->state += CODEC_LOWEST_STATE; /* no words */
    return w->state < CODEC_LOWEST_STATE ? -1 : 0;
}

int codec_walk_ended(const CodecWalk *w) { return w->state == CODEC_LOWEST_STATE && w->in == w->end; }
