/* SPDX-License-Identifier: MIT */
/* Draughts for both board widths: moves_tmpl.h of one word and of two, and on the host geometry and rows. */
#ifndef RULES_DRAUGHTS_DRAUGHTS_H
#define RULES_DRAUGHTS_DRAUGHTS_H

#include "board.h"

#if !defined(__OPENCL_C_VERSION__) && !defined(__CUDACC__)
#define RULES_DRAUGHTS_ON_HOST
#endif

#include "next_width.h"
#include "moves_tmpl.h"
#include "quiet_tmpl.h"
#include "stats_tmpl.h"
#if defined(RULES_DRAUGHTS_ON_HOST)
#include "geometry_tmpl.h"
#endif
#include "next_width.h"
#include "moves_tmpl.h"
#include "quiet_tmpl.h"
#include "stats_tmpl.h"
#if defined(RULES_DRAUGHTS_ON_HOST)
#include "geometry_tmpl.h"
#endif
#include "next_width.h"

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
