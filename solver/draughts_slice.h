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

#include "../rules/draughts/draughts.h"

#define DRAUGHTS_SLICE_PIECES 8
#define DRAUGHTS_SLICE_NAME (DRAUGHTS_SLICE_PIECES + 2)
#define DRAUGHTS_SLICE_SQUARES 72

enum { DRAUGHTS_MEN, DRAUGHTS_KINGS };

_Static_assert(DRAUGHTS_SLICE_PIECES == 8, "keys are made for up to 8 pieces");

typedef struct {
    u8 count[2][2]; /* by side, the mover first, and kind */
} DraughtsSlice;

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

/* A number below DRAUGHTS_SLICE_KEYS, different for each slice, also without pieces on a side. */
#define DRAUGHTS_SLICE_KEYS (9 * 9 * 9 * 9)
static inline u32 draughts_slice_key(DraughtsSlice s)
{
    return ((s.count[0][0] * 9u + s.count[0][1]) * 9 + s.count[1][0]) * 9 + s.count[1][1];
}

/* The number of ways to place the pieces; a side may have none. */
u64 draughts_slice_placements(const DraughtsGame *game, DraughtsSlice slice);

typedef struct {
    B128 board, barred, middle; /* squares; where the opponent's men cannot be; where men of both can */
    const DraughtsGame *game;
    const u64 (*choose)[DRAUGHTS_SLICE_SQUARES + 1]; /* choose[k][n], n over k */
    u64 size;     /* indices are below */
    u64 kings;    /* ways to place the kings beside all men */
    u64 kings_of_opponent;
    u64 first[DRAUGHTS_SLICE_PIECES + 2]; /* by own men on barred squares: the first placement */
    u64 middle_men[DRAUGHTS_SLICE_PIECES + 1], men_of_opponent[DRAUGHTS_SLICE_PIECES + 1]; /* likewise */
    DraughtsSlice slice;
    u32 words;    /* of the board */
    u32 huff_bits;
} DraughtsIndex;

/* Slices with no piece on a side have an index too. -1: more than DRAUGHTS_SLICE_PIECES pieces. */
int draughts_index_open(DraughtsIndex *index, const DraughtsGame *game, DraughtsSlice slice);

/* Leaves out of an open index what may be huffed: positions differ by their pieces alone. */
void draughts_index_placements(DraughtsIndex *index);

/* A position of the slice; anything else gives an undefined number. */
u64 draughts_index_of(const DraughtsIndex *index, DraughtsPosition position);
DraughtsPosition draughts_index_position(const DraughtsIndex *index, u64 i);

/* The slice of a position; counts above 255 do not exist. */
DraughtsSlice draughts_slice_of(const DraughtsGame *game, DraughtsPosition position);

#define B u64
#define B_WORDS 1
#include "draughts_index.h"
#undef B
#undef B_WORDS

#define B B128
#define B_WORDS 2
#include "draughts_index.h"
#undef B
#undef B_WORDS

#endif
