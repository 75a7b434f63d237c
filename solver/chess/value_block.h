/* SPDX-License-Identifier: MIT */
/* The values of a block: all positions of one placement with one side to move, and their backup from successors.
 */
#ifndef SOLVER_VALUE_BLOCK_H
#define SOLVER_VALUE_BLOCK_H

#include "../base/values.h"
#include "../index/placements.h"

typedef struct {
    Value at[64][64]; /* by first king, second king */
} ValueBlock;

/* Gives the values of a block: the placement as it is, not made canonical; side to move 0 or 1. The material's
 * sides are as material_of orders them. 0, or -1, which ends the backup. */
typedef int BlockSource(void *user, const Material *material, u32 code, u32 side, ValueBlock *values);

typedef enum {
    MOVES_CONVERSIONS = 1, /* captures and promotions, which leave the material */
    MOVES_PAWN = 2,        /* other pawn moves, en passant included in what they allow */
    MOVES_QUIET = 4,       /* the other moves */
    MOVES_ALL = 7
} MoveClass;

/* The best value that the moves of these classes give in each cell of a block; VALUE_NONE without a move, or where it
 * is illegal. Cells that are themselves illegal hold anything. `en_passant`: the square passed over by the last
 * double step, captures on it included, or -1. 0, or -1 from the source. Recursion: one level, for double steps
 * that can be captured en passant. */
int value_block_backup(const Material *material, u32 code, u32 side, Metric metric, int classes,
                       int en_passant, BlockSource *source, void *user, ValueBlock *values);

/* The values of a block in full, by all moves; with mates, stalemates and illegal cells. As above otherwise. */
int value_block_whole(const Material *material, u32 code, u32 side, Metric metric, int en_passant,
                      BlockSource *source, void *user, ValueBlock *values);

/* The illegal cells of a block, a word for each square of the first king. */
void block_illegal(const Material *material, u32 code, u32 side, u64 illegal[BLOCK_WORDS]);

/* The values of a block turned and mirrored: out at (p, q) is in at (s(p), s(q)) for the symmetry s. swap: the kings
 * change places then, out at (p, q) is in at (s(q), s(p)). */
void value_block_turn(const ValueBlock *in, u32 symmetry, int swap, ValueBlock *out);

#endif
