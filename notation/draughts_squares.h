/* SPDX-License-Identifier: MIT */
/* Squares of draughts boards in their three forms, for the files of this folder: the number that the game gives it
 * (from 1), file and rank, and the bit of a position, as White sees it. */
#ifndef RULES_NOTATION_DRAUGHTS_SQUARES_H
#define RULES_NOTATION_DRAUGHTS_SQUARES_H

#include "draughts_notation.h"

#define SQUARE_TEXT DRAUGHTS_SQUARE_TEXT

typedef struct {
    const DraughtsGame *game;
    u32 count;
    u8 square[128]; /* of each number, as White sees it */
    u8 file[128];   /* of each number */
    u8 rank[128];
    u8 number[128]; /* of each square; 0: none */
} SquareMap;

SquareMap square_map(const DraughtsGame *game);

/* The number of a square as the mover sees it, and back. */
u32 square_number(const SquareMap *map, int black, u32 square);
u32 square_of_number(const SquareMap *map, int black, u32 number);

/* 12 or c3, as the game writes it. */
void square_text(const SquareMap *map, u32 number, char out[SQUARE_TEXT]);

/* Reads a square in either form, letters in either case, at `at`, a place in `line`. Returns what follows; NULL on error. */
const char *square_read(const SquareMap *map, const char *line, const char *at, u32 *number,
                        char error[NOTATION_ERROR]);

/* The board in two words whatever the game, and back. */
DraughtsBoard_x2 wide_board(const DraughtsGame *game, DraughtsPosition position);
DraughtsPosition narrow_board(const DraughtsGame *game, DraughtsBoard_x2 board);

#endif
