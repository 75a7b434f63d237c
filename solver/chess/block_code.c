/* SPDX-License-Identifier: MIT */
#include "block_code.h"

#include <string.h>

/* ---- cells that symmetry makes the same ---- */

/* Of a row, the cells that are the first of their like. */
static u64 first_of_like(u32 stabiliser, u32 p)
{
    u64 row = ~U64(0);
    for (u32 s = 1; s < 8; s++) {
        if (!(stabiliser >> s & 1)) continue;
        const u32 image = symmetry_square(s, p);
        if (image < p) return 0;
        if (image > p) continue;
        for (u32 q = 0; q < 64; q++)
            if (symmetry_square(s, q) < q) row &= ~(U64(1) << q);
    }
    return row;
}

void block_code_spread(const Material *material, u32 code, u8 *values)
{
    const u32 stabiliser = placement_stabiliser(material, code);
    if (stabiliser == 1) return;
    for (u32 p = 0; p < 64; p++) {
        u64 row = ~first_of_like(stabiliser, p);
        for (; row; row &= row - 1) {
            const u32 q = lowest_bit64(row);
            u32 first = p * 64 + q;
            for (u32 s = 1; s < 8; s++) {
                const u32 image = symmetry_square(s, p) * 64 + symmetry_square(s, q);
                if (stabiliser >> s & 1 && image < first) first = image;
            }
            values[p * 64 + q] = values[first];
        }
    }
}

/* ---- what is stored ---- */

void block_code_results(const Material *material, u32 code, u32 side, const ValueBlock *conversions,
                        CodecBlock *out)
{
    u64 illegal[BLOCK_WORDS];
    block_illegal(material, code, side, illegal);
    const u32 stabiliser = placement_stabiliser(material, code);
    const Value certain = value_win(1);
    for (u32 p = 0; p < 64; p++) {
        u64 won = 0;
        for (u32 q = 0; q < 64; q++) {
            const Value v = conversions->at[p][q];
            won |= (u64)(v == certain) << q;
            /* none, loss, blessed loss, draw, cursed win */
            out->hint[64 * p + q] = (u8)(v < -16384            ? 0
                                         : v < value_loss(100) ? 1
                                         : v < 0               ? 2
                                         : v == 0              ? 3
                                                               : 4);
            out->value[64 * p + q] = RESULT_WIN;
        }
        out->known[p] = won & ~illegal[p];
        out->coded[p] = ~illegal[p] & ~won & (stabiliser == 1 ? ~U64(0) : first_of_like(stabiliser, p));
    }
}

void block_code_distances(const Material *material, u32 code, Metric metric, const u8 *results,
                          const ValueBlock *conversions, CodecBlock *out)
{
    const u32 stabiliser = placement_stabiliser(material, code);
    memcpy(out->hint, results, BLOCK_CELLS);
    for (u32 p = 0; p < 64; p++) {
        u64 decided = 0, won = 0;
        for (u32 q = 0; q < 64; q++) {
            const u8 result = results[64 * p + q];
            decided |= (u64)(result != RESULT_DRAW && result != RESULT_ILLEGAL) << q;
            won |= (u64)(metric == METRIC_DTZ && conversions->at[p][q] == value_win(1)) << q;
            out->value[64 * p + q] = 1;
        }
        out->known[p] = won & decided;
        out->coded[p] = decided & ~won & (stabiliser == 1 ? ~U64(0) : first_of_like(stabiliser, p));
    }
}

int block_code_reference(const Placements *placements, u32 first, u32 block)
{
    if (block == first) return -1;
    const u32 code = placements->codes[block], last = code & 63;
    int above = -1;
    for (u32 b = block; b-- > first;) {
        const u32 other = placements->codes[b];
        if (other >> 6 != code >> 6) break;
        if (last & 7 && (other & 63) == last - 1) return (int)(b - first);
        if ((other & 63) + 8 == last) above = (int)(b - first);
    }
    return above >= 0 ? above : (int)(block - 1 - first);
}
