/* SPDX-License-Identifier: MIT */
/* Pictures of positions in SVG: board, coordinates, pieces, whose turn. Drawn as paths: no font matters. */
#ifndef HOST_SVG_H
#define HOST_SVG_H

#include <stdio.h>

#include "game.h"

/* Write errors stay in the stream. Thread-safe for different streams. */
void svg_write(FILE *out, const Game *game, const GameRecord *record);

#endif
