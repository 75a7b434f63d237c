/* SPDX-License-Identifier: MIT */
/* Placements: where the men besides the kings stand, up to symmetry; and the index of a table.
 *
 * Positions with the same placement are a block: 64 x 64 cells, by the first side's king and the second side's king.
 * The index of a position is block * 4096 + first king * 64 + second king, one index for each side to move.
 * Squares are seen by the first side (a1 = 0), who plays up the board.
 *
 * A placement's code holds a square for each man of the material, 6 bits a man, the first man in the highest
 * bits. Of the codes that symmetry (the 8 of the square without pawns, the mirror image with pawns) and the order
 * of equal men make the same, the least is kept. Blocks are numbered by level, then by code: a level is the number
 * of single steps that all pawns together can still make before they stand on the seventh rank; pawn moves lead
 * to lower levels, other quiet moves stay in the level.
 */
#ifndef SOLVER_PLACEMENTS_H
#define SOLVER_PLACEMENTS_H

#include "../../rules/chess/symmetry.h"
#include "material.h"

#define BLOCK_CELLS 4096
#define BLOCK_WORDS 64
#define PLACEMENT_NONE 0xffffffffu
#define PLACEMENT_LEVELS (5 * MATERIAL_OTHERS + 1)

typedef struct {
    int count;  /* men besides the kings */
    int levels; /* 1 without pawns */
    u32 blocks;
    u32 level_first[PLACEMENT_LEVELS + 1]; /* level i: blocks level_first[i] to level_first[i + 1] - 1 */
    u32 *
        map; /* by code: block << 3 | symmetry that makes it canonical; PLACEMENT_NONE: men on one square, pawns
                   on the last ranks */
    u32 *codes; /* by block */
} Placements;

/* NULL: no memory. 4 * 64^count bytes and 4 a block. */
Placements *placements_open(const Material *material);
void placements_close(Placements *placements); /* NULL is allowed */

/* The bytes that placements_open needs, and the number of blocks, without opening. */
u64 placements_bytes(const Material *material);

/* The code after a symmetry, equal men in the order of their squares. */
u32 placement_image(const Material *material, u32 code, u32 symmetry);

/* The symmetries that leave a code as it is, bit s for symmetry s; bit 0 is always set. */
u32 placement_stabiliser(const Material *material, u32 code);

static inline u32 placement_shift(const Placements *p, int man) { return 6u * (u32)(p->count - 1 - man); }
static inline u32 placement_square(const Placements *p, u32 code, int man)
{
    return code >> placement_shift(p, man) & 63;
}

#endif
