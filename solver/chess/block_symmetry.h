/* SPDX-License-Identifier: MIT */
/* The symmetries of a block: those that map its men, the kings aside, to men of the same kind and side. They
 * map the block's cells to each other. For counts up to symmetry.
 *
 * Let `group` be the symmetries of a material, 8 without pawns, 2 with. A block's placement has group / order
 * images, so each of its cells stands for that many positions. Everything here is thread-safe.
 */
#ifndef SOLVER_BLOCK_SYMMETRY_H
#define SOLVER_BLOCK_SYMMETRY_H

#include "../index/placements.h"

typedef struct {
    u32 order; /* how many there are, 1 to 8: a divisor of group */
    u32 maps;  /* bit s: symmetry s is one of them; bit 0 is set */
    u32 fixes; /* bit s: it leaves each man on its square */
} BlockSymmetry;

/* code: of a block, as placements have it. */
BlockSymmetry block_symmetry(const Material *material, u32 code);

/* 8, or 2 with pawns. */
static inline u32 material_symmetries(const Material *material) { return material->pawns ? 2 : 8; }

/* The squares that a symmetry leaves where they are. */
u64 symmetry_fixed_squares(u32 symmetry);

/* 1 if no cell that is the same by symmetry has a lower index: of cells alike, exactly one is. */
int cell_is_least(const BlockSymmetry *symmetry, u32 first_king, u32 second_king);

#endif
