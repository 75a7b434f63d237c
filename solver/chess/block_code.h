/* SPDX-License-Identifier: MIT */
/* Which cells of a block are stored in a file, and which follow from other files.
 *
 * Results: not stored are illegal cells, cells whose captures or promotions win, and of cells that symmetry makes
 * the same all but the first. Distances, of one side to move: those of decided cells, but for wins by capture or
 * promotion where the count ends there (METRIC_DTZ), and symmetry likewise.
 */
#ifndef SOLVER_BLOCK_CODE_H
#define SOLVER_BLOCK_CODE_H

#include "../codec/codec.h"
#include "value_block.h"

/* Fills in all but value[] of coded cells and `reference`. conversions: value_block_backup of MOVES_CONVERSIONS, METRIC_DTZ.
 * results: codes by p * 64 + q. */
void block_code_results(const Material *material, u32 code, u32 side, const ValueBlock *conversions,
                        CodecBlock *out);
void block_code_distances(const Material *material, u32 code, Metric metric, const u8 *results,
                          const ValueBlock *conversions,
                          CodecBlock *out); /* conversions: of METRIC_DTZ only */

/* The earlier block of a group, from number `first` on, that `block` is most like: its last man a square away. -1:
 * it is the first. Relative to `first`. */
int block_code_reference(const Placements *placements, u32 first, u32 block);

/* After decoding: cells that symmetry makes the same get their value. */
void block_code_spread(const Material *material, u32 code, u8 *values);

#endif
