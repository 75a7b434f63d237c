/* SPDX-License-Identifier: MIT */
/* Games written again in normal form: PGN's export format, PDN 3.0. Host only. */
#ifndef RULES_NOTATION_SCORE_COPY_H
#define RULES_NOTATION_SCORE_COPY_H

#include "chess_notation.h"
#include "draughts_notation.h"
#include "score.h"

#define DRAUGHTS_GAME_TYPE_TEXT 32

/* PDN's tag GameType: "20,W,10,10,N2,0", "" if the game has no number there. first_black: 1 if Black begins. */
void draughts_game_type(const DraughtsGame *game, int first_black, char out[DRAUGHTS_GAME_TYPE_TEXT]);

/* Copies all games of a text. The seven tags of the roster come first, then the others as they were; moves
 * are written as the game writes them, in lines of 80 columns, with their comments, glyphs and variations.
 * Moves that cannot be followed stay as they are, to the end of their line of play. game: NULL for chess,
 * whose pieces have `letters` in the text and English ones in the copy. 0, or -1 if there is no memory; write
 * errors stay in the stream. */
int score_copy(const DraughtsGame *game, ChessLetters letters, const char *text, size_t length, FILE *out);

#endif
