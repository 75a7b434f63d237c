/* SPDX-License-Identifier: MIT */
/* The compression of tables: values of a group of blocks, under contexts of neighbours already decoded.
 *
 * A cell's value is coded by its context, which is what its neighbours hold: the same placement with a king a
 * step west or south, the same kings in a reference block. A tree over contexts, grown from counts of the
 * whole table, says which of them share a distribution; the distributions are fixed, the coder is rANS.
 * So a group decodes by itself. Of a distance the difference from a prediction is coded, a median of
 * neighbours.
 *
 *     CodecCounts *counts = codec_counts_open(CODEC_WDL);
 *     codec_count(counts, blocks, n)                       each group once, or a sample of them
 *     Codec *codec = codec_build(counts);
 *     codec_size(codec), codec_bytes(codec)                to be stored; codec_read gives the same Codec
 *     size = codec_encode(codec, blocks, n, out, room);
 *     codec_decode(codec, bytes, size, blocks, n, 1);      fills in the coded values
 *
 * Bytes depend on the counts alone, not on machine, compiler or the order of counting. Nothing here is
 * trusted when read: damaged bytes give an error or wrong values, never worse. Different objects may be
 * used by different threads; a Codec by any number at once.
 */
#ifndef SOLVER_CODEC_H
#define SOLVER_CODEC_H

#include <stddef.h>

#include "../../rules/portable.h"

#define CODEC_GROUP 64 /* blocks a group at most */
#define CODEC_CELLS 4096
#define CODEC_DRAW 2 /* of the results 0 to 4: loss, blessed loss, draw, cursed win, win */

typedef enum {
    CODEC_WDL,     /* values are results, 0 to 4; hint: anything from 0 to 7 */
    CODEC_DISTANCE /* values are distances, 0 to 255; hint: the result, 0 to 4; drawn cells are not coded */
} CodecKind;

/* Cell (p, q) stands at p * 64 + q, and at bit q of word p. A cell that is neither coded nor known
 * (illegal, drawn with distances) may hold any value. `coded`, `known`, `hint` and `reference` must be the
 * same for encoder and decoder. */
typedef struct {
    u64 coded[64];        /* cells whose values are stored */
    u64 known[64];        /* cells with a value that the decoder knows; coded wins where both are set */
    u8 hint[CODEC_CELLS]; /* of coded cells; with distances, of known ones too */
    u8 value[CODEC_CELLS];
    int reference; /* the earlier block of the group that is most like this one, such as one with a
                               man a step further west or south; negative: none */
} CodecBlock;

typedef struct CodecCounts CodecCounts;
typedef struct Codec Codec;

/* NULL: no memory. */
CodecCounts *codec_counts_open(CodecKind kind);
void codec_counts_close(CodecCounts *counts); /* NULL is allowed */

/* Counts a group of n blocks, 1 to CODEC_GROUP. One thread at a time for the same counts. 0, or -1: no
 * memory, a result above 4, a reference that is no earlier block, n out of its range. */
int codec_count(CodecCounts *counts, const CodecBlock *blocks, int n);

/* Adds the counts of another thread, of the same kind. 0, or -1: no memory. */
int codec_counts_add(CodecCounts *counts, const CodecCounts *more);

/* Chooses the contexts and their distributions. What was not counted can still be coded, at greater cost.
 * NULL: no memory. */
Codec *codec_build(const CodecCounts *counts);

/* From stored bytes, of exactly this size. NULL: no memory, or damaged. */
Codec *codec_read(const u8 *bytes, size_t size);
void codec_close(Codec *codec); /* NULL is allowed */

/* The stored form, good until codec_close. */
const u8 *codec_bytes(const Codec *codec);
size_t codec_size(const Codec *codec);

/* About how many bytes the counted groups will take, codec_size included; after codec_build only (else 0). */
u64 codec_estimate(const Codec *codec);

/* The most that n blocks take. */
static inline size_t codec_room(int n) { return (size_t)n * CODEC_CELLS * 4 + 8; }

/* Encodes a group; any threads. Returns the bytes written to out, 0 if everything follows from the Codec;
 * -1: no memory, less room than needed, or as codec_count. */
long codec_encode(const Codec *codec, const CodecBlock *blocks, int n, u8 *out, size_t room);

/* Decodes the first n blocks of a group of `size` bytes into value[] of coded cells; any threads. `whole`:
 * n is all of the group, and bytes left over are an error. 0, or -1: damaged, no memory, or as
 * codec_count. */
int codec_decode(const Codec *codec, const u8 *bytes, size_t size, CodecBlock *blocks, int n, int whole);

#endif
