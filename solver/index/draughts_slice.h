/* SPDX-License-Identifier: MIT */
/* Slices of a draughts game, and the dense index of a slice's positions.
 *
 *     DraughtsSlice slice;
 *     DraughtsIndex index;
 *     if (!draughts_slice_parse("KMvKK", &slice) && !draughts_index_open(&index, game, slice))
 *         for (u64 i = 0; i < index.size; i++) ... draughts_index_position(&index, i) ...
 *
 * A slice is named after its pieces, kings before men, the mover first: KMvKK is a king and a man to move
 * against two kings. A position is every way to place the pieces, men not on their crown squares, seen by the
 * side to move; in games with huffing together with a set of the opponent's pieces, those that may be huffed.
 * The index has no holes:
 *
 *   own men on squares where the opponent's cannot be: first their number, then their set
 *   own men on other squares
 *   the opponent's men, on the squares that are left to them
 *   own kings, the opponent's kings, on the squares that are left
 *   huffable pieces: a bit for each of the opponent's, in the order of their squares
 *
 * What is named later changes faster. A set of squares of a room is numbered by the sum, over its squares by
 * rising number, of the binomials (squares of the room below the i-th) over i, i from 1.
 *
 * All functions are thread-safe; an open index is never written.
 */
#ifndef SOLVER_DRAUGHTS_SLICE_H
#define SOLVER_DRAUGHTS_SLICE_H

#include "../../rules/draughts/index.h"

#define DRAUGHTS_SLICE_NAME (DRAUGHTS_SLICE_PIECES + 2)

/* Reads "KMvKK"; 0, or -1 if it is no slice of 2 to DRAUGHTS_SLICE_PIECES pieces with one at least on each
 * side. */
int draughts_slice_parse(const char *name, DraughtsSlice *slice);
void draughts_slice_name(DraughtsSlice slice, char name[DRAUGHTS_SLICE_NAME]);

int draughts_slice_pieces(DraughtsSlice slice);
DraughtsSlice draughts_slice_turned(DraughtsSlice slice); /* as the other side sees it */
int draughts_slice_equal(DraughtsSlice a, DraughtsSlice b);

/* The material of a slice, which is a slice again: the stronger side first, that is the one with more pieces, or if
 * equal with more kings. *turned: 1 if the mover of `slice` is the second side (may be NULL). */
DraughtsSlice draughts_material_of(DraughtsSlice slice, int *turned);

/* 1 if there is a table of it: both sides have pieces, and in breakthrough nobody a king, which ends the game. */
int draughts_slice_exists(const DraughtsGame *game, DraughtsSlice slice);

/* The slices with a table that the mover's captures, promotions and huffs lead to, as the opponent then sees them:
 * fewer of the opponent's pieces, or a king instead of a man, or both. Returns their number. */
#define DRAUGHTS_SLICE_CHILDREN 64
int draughts_slice_children(const DraughtsGame *game, DraughtsSlice slice,
                            DraughtsSlice children[DRAUGHTS_SLICE_CHILDREN]);

/* The number of ways to place the pieces; a side may have none. */
u64 draughts_slice_placements(const DraughtsGame *game, DraughtsSlice slice);

/* Slices with no piece on a side have an index too. -1: more than DRAUGHTS_SLICE_PIECES pieces. */
int draughts_index_open(DraughtsIndex *index, const DraughtsGame *game, DraughtsSlice slice);

/* Leaves out of an open index what may be huffed: positions differ by their pieces alone. */
void draughts_index_placements(DraughtsIndex *index);

/* A position of the slice; anything else gives an undefined number. */
u64 draughts_index_of(const DraughtsIndex *index, DraughtsPosition position);
DraughtsPosition draughts_index_position(const DraughtsIndex *index, u64 i);

/* The slice of a position; counts above 255 do not exist. */
DraughtsSlice draughts_slice_of(const DraughtsGame *game, DraughtsPosition position);

#endif
