/* SPDX-License-Identifier: MIT */
/* Moves of chess as scores of games have them: legal moves, null moves of analyses, and moves that can be read
 * although something in them is odd. Host only, thread-safe. */
#ifndef RULES_NOTATION_SCORE_CHESS_H
#define RULES_NOTATION_SCORE_CHESS_H

#include "chess_notation.h"

typedef struct {
    ChessMove move;
    int null;         /* 1: the side passes, there is no move */
    const char *note; /* what is odd about it; NULL: nothing */
} ChessScoreMove;

/* Reads what chess_san_parse reads; also null moves (-- and Z0 and the like) of a side that is not in check,
 * and an x where nothing is taken if one move fits without it. 0, or -1 with `error`. */
int chess_score_parse(const ChessRecord *record, const char *word, ChessLetters letters, ChessScoreMove *move,
                      char error[NOTATION_ERROR]);

/* The word passes, whether or not the side may. */
int chess_score_is_null(const char *word);

/* As SAN has it, "--" for a null move. */
void chess_score_format(const ChessRecord *record, ChessScoreMove move, ChessLetters letters,
                        char out[CHESS_MOVE_TEXT]);

/* The record after it. `next` may be `record` itself. */
void chess_score_make(const ChessRecord *record, ChessScoreMove move, ChessRecord *next);

#endif
