/* SPDX-License-Identifier: MIT */
/* Draughts for both board widths: moves.h of one word and of two, and on the host geometry and rows. */
#ifndef RULES_DRAUGHTS_DRAUGHTS_H
#define RULES_DRAUGHTS_DRAUGHTS_H

#include "board.h"

#if !defined(__OPENCL_C_VERSION__) && !defined(__CUDACC__)
#define RULES_DRAUGHTS_ON_HOST
#endif

#define B u64
#define B_WORDS 1
#include "moves.h"
#include "quiet.h"
#include "stats.h"
#if defined(RULES_DRAUGHTS_ON_HOST)
#include "geometry.h"
#endif
#undef B
#undef B_WORDS

#define B B128
#define B_WORDS 2
#include "moves.h"
#include "quiet.h"
#include "stats.h"
#if defined(RULES_DRAUGHTS_ON_HOST)
#include "geometry.h"
#endif
#undef B
#undef B_WORDS

/* What a kernel needs of a game, in a buffer. */
typedef struct {
    DraughtsGeometry_x2 two; /* of boards of two words, or */
    DraughtsGeometry_x1 one;
    DraughtsRuleset rules;
    u32 words;
    u32 merge;    /* captures with equal results count once */
    u32 overflow; /* set by kernels: some position has more captures than they list, results are void */
    u32 pad;
} DraughtsParameters;

#endif
