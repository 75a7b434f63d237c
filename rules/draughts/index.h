/* SPDX-License-Identifier: MIT */
/* The dense index of the positions of a slice, of which each side has so many men and kings.
 * solver/index/draughts_slice.h says what is numbered in which order, and makes a DraughtsIndex; devices have theirs
 * in buffers.
 *
 * draughts_index_x1(index, &board), draughts_index_board_x1(index, i), and _x2 for boards of two words.
 */
#ifndef RULES_DRAUGHTS_INDEX_H
#define RULES_DRAUGHTS_INDEX_H

#include "draughts.h"

#define DRAUGHTS_SLICE_PIECES 8
#define DRAUGHTS_SLICE_SQUARES 72
#define DRAUGHTS_SLICE_KEYS (9u * 9 * 9 * 9)

enum { DRAUGHTS_MEN, DRAUGHTS_KINGS };

typedef struct {
    u8 count[2][2]; /* by side, the mover first, and kind */
} DraughtsSlice;

/* Numbers slices, below DRAUGHTS_SLICE_KEYS. */
FN u32 draughts_slice_key(DraughtsSlice s)
{
    return ((s.count[0][0] * 9u + s.count[0][1]) * 9 + s.count[1][0]) * 9 + s.count[1][1];
}

typedef struct {
    B128 board, barred, middle; /* squares; where the opponent's men cannot be; where men of both can */
#if defined(RULES_DRAUGHTS_ON_HOST)
    const DraughtsGame *game;
#else
    u64 game; /* the host's pointer */
#endif
    u64 size;  /* indices are below */
    u64 kings; /* ways to place the kings among all men */
    u64 kings_of_opponent;
    u64 first[DRAUGHTS_SLICE_PIECES + 2]; /* by own men on barred squares: the first placement */
    u64 middle_men[DRAUGHTS_SLICE_PIECES + 1], men_of_opponent[DRAUGHTS_SLICE_PIECES + 1]; /* likewise */
    DraughtsSlice slice;
    u32 words; /* of the board */
    u32 huff_bits;
} DraughtsIndex;

/* draughts_choose[k][n]: n over k */
#define CHOOSE_0(n) U64(1)
#define CHOOSE_1(n) (n)
#define CHOOSE_2(n) (CHOOSE_1(n) * ((n)-1) / 2)
#define CHOOSE_3(n) (CHOOSE_2(n) * ((n)-2) / 3)
#define CHOOSE_4(n) (CHOOSE_3(n) * ((n)-3) / 4)
#define CHOOSE_5(n) (CHOOSE_4(n) * ((n)-4) / 5)
#define CHOOSE_6(n) (CHOOSE_5(n) * ((n)-5) / 6)
#define CHOOSE_7(n) (CHOOSE_6(n) * ((n)-6) / 7)
#define CHOOSE_8(n) (CHOOSE_7(n) * ((n)-7) / 8)
#define CHOOSE_TEN(f, tens) \
    f(U64(tens##0)), f(U64(tens##1)), f(U64(tens##2)), f(U64(tens##3)), f(U64(tens##4)), f(U64(tens##5)), \
        f(U64(tens##6)), f(U64(tens##7)), f(U64(tens##8)), f(U64(tens##9))
#define CHOOSE_ROW(f) \
    { \
        CHOOSE_TEN(f, ), CHOOSE_TEN(f, 1), CHOOSE_TEN(f, 2), CHOOSE_TEN(f, 3), CHOOSE_TEN(f, 4), \
            CHOOSE_TEN(f, 5), CHOOSE_TEN(f, 6), f(U64(70)), f(U64(71)), f(U64(72)) \
    }
WIDE_TABLE u64 draughts_choose[DRAUGHTS_SLICE_PIECES + 1][DRAUGHTS_SLICE_SQUARES + 1] = {
    CHOOSE_ROW(CHOOSE_0), CHOOSE_ROW(CHOOSE_1), CHOOSE_ROW(CHOOSE_2),
    CHOOSE_ROW(CHOOSE_3), CHOOSE_ROW(CHOOSE_4), CHOOSE_ROW(CHOOSE_5),
    CHOOSE_ROW(CHOOSE_6), CHOOSE_ROW(CHOOSE_7), CHOOSE_ROW(CHOOSE_8)};

#include "next_width.h"
#include "index_tmpl.h"
#include "next_width.h"
#include "index_tmpl.h"
#include "next_width.h"

#endif
