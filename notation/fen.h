/* SPDX-License-Identifier: MIT */
/* The part of a line that is a FEN, for the readers of this folder. */
#ifndef RULES_NOTATION_FEN_H
#define RULES_NOTATION_FEN_H

#include "chess_notation.h"

/* Reads the FEN that begins `line`. It has ended after six fields, at a semicolon, or after four or five
 * fields where what follows does not begin with a digit. Returns where the rest begins (blanks skipped), NULL
 * on error; *fields is the number of fields read. */
const char *chess_fen_read(const char *line, ChessRecord *record, int *fields, char error[NOTATION_ERROR]);

#endif
