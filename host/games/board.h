/* SPDX-License-Identifier: MIT */
/* Boards as text. */
#ifndef HOST_BOARD_H
#define HOST_BOARD_H

#include "game.h"

/* Draws the position on standard output, White at the bottom. */
void board_print(const Game *game, const GameRecord *record);

#endif
