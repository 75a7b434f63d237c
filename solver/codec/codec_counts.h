/* SPDX-License-Identifier: MIT */
/* Inside the codec: counts of contexts and symbols. */
#ifndef SOLVER_CODEC_COUNTS_H
#define SOLVER_CODEC_COUNTS_H

#include "codec_steps.h"

/* An entry is free if its count is 0. */
struct CodecCounts {
    CodecKind kind;
    CodecSteps steps; /* to contexts */
    u32 used, room;   /* a power of two; at most half is used */
    u32 *key;         /* context << 8 | symbol */
    u32 *count;       /* up to 2^32 - 1 */
};

/* 0, or -1: no memory. */
int counts_add(CodecCounts *counts, u32 key, u32 more);

#endif
