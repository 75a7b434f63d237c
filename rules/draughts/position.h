/* SPDX-License-Identifier: MIT */
/* A draughts position: four words, seen by the side to move, whose men go up the board.
 *
 * Boards of one word: own men and kings, the opponent's, kings of either side, and in games with huffing the
 * opponent's pieces that may be huffed. Boards of two words (12x12) keep the upper 16 bits of each of the first three
 * in the fourth word. Equal words are equal positions.
 *
 * Square numbers: on diagonal lattices half a row has width / 2 squares and every second row is followed by a ghost
 * square, so that the four directions are constant shifts (half + 1 and half); boards with all squares have a row of
 * ghosts' file where they are not 8 wide. See geometry_tmpl.h.
 */
#ifndef RULES_DRAUGHTS_POSITION_H
#define RULES_DRAUGHTS_POSITION_H

#include "board.h"

typedef struct {
    u64 own, opponent, kings, rest;
} DraughtsPosition;

#endif
