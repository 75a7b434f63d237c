/* SPDX-License-Identifier: MIT */
/* Counts of contexts and symbols: a hash table. */
#include <stdlib.h>

#include "codec_counts.h"

static u32 place_of(const CodecCounts *counts, u32 key)
{
    u32 at = (key * 0x9e3779b1u >> 7) & (counts->room - 1);
    while (counts->count[at] && counts->key[at] != key) at = (at + 1) & (counts->room - 1);
    return at;
}

static int make_room(CodecCounts *counts, u32 room)
{
    CodecCounts larger = {.room = room};
    larger.key = malloc(room * sizeof *larger.key);
    larger.count = calloc(room, sizeof *larger.count);
    if (larger.key == NULL || larger.count == NULL) {
        free(larger.key);
        free(larger.count);
        return -1;
    }
    for (u32 i = 0; i < counts->room; i++)
        if (counts->count[i]) counts_add(&larger, counts->key[i], counts->count[i]);
    free(counts->key);
    free(counts->count);
    counts->key = larger.key;
    counts->count = larger.count;
    counts->room = room;
    return 0;
}

CodecCounts *codec_counts_open(CodecKind kind)
{
    CodecCounts *counts = calloc(1, sizeof *counts);
    if (counts == NULL) return NULL;
    counts->kind = kind;
    codec_steps_to_look(&counts->steps, kind);
    if (make_room(counts, 1u << 14) == 0) return counts;
    codec_counts_close(counts);
    return NULL;
}

void codec_counts_close(CodecCounts *counts)
{
    if (counts == NULL) return;
    free(counts->key);
    free(counts->count);
    free(counts);
}

int counts_add(CodecCounts *counts, u32 key, u32 more)
{
    const u32 at = place_of(counts, key);
    if (counts->count[at] == 0) {
        counts->key[at] = key;
        counts->used++;
    }
    counts->count[at] = counts->count[at] > 0xffffffffu - more ? 0xffffffffu : counts->count[at] + more;
    return counts->used < counts->room / 2 ? 0 : make_room(counts, 2 * counts->room);
}

int codec_counts_add(CodecCounts *counts, const CodecCounts *more)
{
    for (u32 i = 0; i < more->room; i++)
        if (more->count[i] && counts_add(counts, more->key[i], more->count[i])) return -1;
    return 0;
}
