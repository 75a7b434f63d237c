/* SPDX-License-Identifier: MIT */
#include "block_symmetry.h"

static int fixes_men(const Material *material, u32 code, u32 symmetry)
{
    for (int i = 0; i < material->count; i++) {
        const u32 square = code >> 6 * i & 63;
        if (symmetry_square(symmetry, square) != square) return 0;
    }
    return 1;
}

BlockSymmetry block_symmetry(const Material *material, u32 code)
{
    BlockSymmetry result = {.maps = placement_stabiliser(material, code)};
    result.order = popcount64(result.maps);
    for (u32 s = 0; s < 8; s++)
        if (result.maps >> s & 1 && fixes_men(material, code, s)) result.fixes |= 1u << s;
    return result;
}

u64 symmetry_fixed_squares(u32 symmetry)
{
    u64 fixed = 0;
    for (u32 square = 0; square < 64; square++)
        if (symmetry_square(symmetry, square) == square) fixed |= U64(1) << square;
    return fixed;
}

int cell_is_least(const BlockSymmetry *symmetry, u32 first_king, u32 second_king)
{
    const u32 cell = first_king << 6 | second_king;
    for (u32 s = 1; s < 8; s++)
        if (symmetry->maps >> s & 1 &&
            (symmetry_square(s, first_king) << 6 | symmetry_square(s, second_king)) < cell)
            return 0;
    return 1;
}
