/* SPDX-License-Identifier: MIT */
/* Inside the codec: the context of a cell, which is CODEC_FEATURES numbers of 3 bits, made of what its
 * neighbours hold.
 */
#ifndef SOLVER_CODEC_STEPS_H
#define SOLVER_CODEC_STEPS_H

#include "codec.h"

#define CODEC_FEATURES 8

/* A neighbour without a distance (of the same sign) stands for this one. */
#define CODEC_NONE 512
#define CODEC_OFFSET 256 /* of distance - prediction in a table */

/* What the neighbours of a cell add to a place: its place in the map of a model; or to its context. */
typedef struct {
    u32 step[CODEC_FEATURES][8];       /* by feature and value, what the others are made of */
    u32 result[CODEC_FEATURES - 1][8]; /* results */
    u32 difference[CODEC_FEATURES - 2][CODEC_NONE + CODEC_OFFSET + 1]; /* distances, by their difference */
    u32 prediction[256];
    u32 hint[8];
} CodecSteps;

/* The tables of steps, given what each value of a feature adds. */
void codec_steps(CodecSteps *steps, CodecKind kind, const u32 step[CODEC_FEATURES][8]);

/* Steps to the context itself: feature i at bit 3 * i. */
void codec_steps_to_look(CodecSteps *steps, CodecKind kind);

#endif
