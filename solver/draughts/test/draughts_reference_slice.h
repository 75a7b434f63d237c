/* SPDX-License-Identifier: MIT */
/* A slice of a draughts game, its placements and their numbers, for the reference solver.
 *
 * Everything is seen by the side to move, which is White on the mailbox's board. Squares are numbered from
 * White's first row, each row from the left: to turn the board is to number it from the other end. The index
 * of a placement is a row of digits, the squares of own men, own kings, the opponent's men and his kings, and
 * in games with huffing one bit for each of the opponent's pieces.
 */
#ifndef SOLVER_TEST_DRAUGHTS_REFERENCE_SLICE_H
#define SOLVER_TEST_DRAUGHTS_REFERENCE_SLICE_H

#include "draughts_reference.h"
#include "rules/draughts/test/mailbox.h"

#define REFERENCE_SQUARES 72
#define REFERENCE_SLICE_NAME 8

typedef struct {
    const DraughtsGame *game;
    const SlowGame *slow;
    SlowPosition empty; /* White to move */
    int squares;
    SlowSquare square[REFERENCE_SQUARES]; /* by number */
    u8 bit[REFERENCE_SQUARES];            /* by number: the square in the words of a position */
} ReferenceBoard;

enum { REFERENCE_MAN, REFERENCE_KING };

typedef struct {
    u8 count[2][2]; /* pieces by side, the mover first, and kind */
} ReferenceSlice;

typedef struct {
    u8 square[DRAUGHTS_REFERENCE_PIECES]; /* in the order of the index, equal pieces by rising squares */
    u8 huffable;                          /* bit n: the n-th of the opponent's pieces, in that order */
} ReferencePlacement;

/* 0, or -1 if the mailbox does not know the game. */
int reference_board(const DraughtsGame *game, ReferenceBoard *board);

/* Reads "KMvKK". 0, or -1 if it is no slice of 2 to 4 pieces with one at least on each side. */
int reference_slice_parse(const char *name, ReferenceSlice *slice);
void reference_slice_name(ReferenceSlice slice, char name[REFERENCE_SLICE_NAME]);

int reference_slice_pieces(ReferenceSlice slice, int side);
int reference_slice_kings(ReferenceSlice slice);
ReferenceSlice reference_slice_turned(ReferenceSlice slice); /* as the other side sees it */
int reference_slice_equal(ReferenceSlice a, ReferenceSlice b);

/* Indices are below. */
u64 reference_slice_size(const ReferenceBoard *board, ReferenceSlice slice);
u64 reference_slice_index(const ReferenceBoard *board, ReferenceSlice slice, ReferencePlacement placement);
ReferencePlacement reference_slice_placement(const ReferenceBoard *board, ReferenceSlice slice, u64 index);

/* 1 if each piece has a square of its own, no man stands on its crown squares, equal pieces are in order. */
int reference_slice_has(const ReferenceBoard *board, ReferenceSlice slice, ReferencePlacement placement);

/* A placement on the mailbox's board, and back, whoever is to move there: 4 pieces at most. */
SlowPosition reference_slice_show(const ReferenceBoard *board, ReferenceSlice slice,
                                  ReferencePlacement placement);
ReferencePlacement reference_slice_read(const ReferenceBoard *board, const SlowPosition *position,
                                        ReferenceSlice *slice);

/* A placement as a position, and back. -1: not 2 to 4 pieces, or words that no placement gives. */
DraughtsPosition reference_slice_position(const ReferenceBoard *board, ReferenceSlice slice,
                                          ReferencePlacement placement);
int reference_slice_read_position(const ReferenceBoard *board, DraughtsPosition position,
                                  ReferenceSlice *slice, ReferencePlacement *placement);

#endif
