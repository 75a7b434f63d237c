/* SPDX-License-Identifier: MIT */
/* Inside the codec: what a cell's surroundings context like, and the model that turns contexts into
 * distributions.
 *
 * A context is CODEC_FEATURES numbers of 3 bits. The tree's inner nodes ask for one feature each and have a
 * child for each of its values; the leaves hold distributions. To decode fast the tree is laid out as a
 * map.
 */
#ifndef SOLVER_CODEC_MODEL_H
#define SOLVER_CODEC_MODEL_H

#include "codec.h"
#include "codec_bits.h"
#include "codec_steps.h"

#define CODEC_MAP (1u << 22) /* entries at most */
#define CODEC_SCALE_BITS 14
#define CODEC_SCALE (1u << CODEC_SCALE_BITS)
#define CODEC_SYMBOLS 256
#define CODEC_ROW 8
#define CODEC_ROWS 65536u /* of all leaves, at most */

/* The symbols of a leaf, the most frequent first, then the escape, after which a symbol stands plainly.
 * Symbol i has the frequency end[i - 1] (the first: 0) to end[i] of CODEC_SCALE; the escape ends at
 * CODEC_SCALE. Leaves fill whole rows: what follows the escape ends at CODEC_SCALE too. */
struct Codec {
    CodecKind kind;
    u8 *bytes;
    size_t size;
    u64 estimate; /* of the groups, without `size` */
    CodecSteps steps;
    u16 *map; /* the first row of a leaf, by place */
    u32 rows;
    u16 *end; /* CODEC_ROW a row */
    u8 *symbol;
};

/* The tree as it is stored: nodes in preorder. */
enum { NODE_LEAF = CODEC_FEATURES, NODE_EMPTY, NODE_BITS = 4 };

/* The probabilities of the numbers of a model. */
typedef struct {
    u16 kind[2], node[CODEC_FEATURES + 1][1 << NODE_BITS], count[2 << 8], symbol[3][1 << 8],
        frequency[3][1 << 6];
} ModelBits;

void model_bits_start(ModelBits *bits);

/* The frequencies that a leaf's symbols can have, by code: about a quarter of an octave apart. */
#define SHARE_CODES 52u
static inline u32 frequency_of(u32 code) { return ((4 + (code & 3)) << (code >> 2)) >> 2; }

/* The rows that so many symbols and the escape take. */
static inline u32 rows_of(u32 symbols) { return symbols / CODEC_ROW + 1; }

/* Makes a Codec of the bytes, which become its own; frees them on error. */
Codec *model_read(u8 *bytes, size_t size);

#endif
