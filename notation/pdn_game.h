/* SPDX-License-Identifier: MIT */
/* What a game in PDN leaves open, found from its moves: who begins, and which of several captures is meant. Host only;
 * thread-safe. */
#ifndef RULES_NOTATION_PDN_GAME_H
#define RULES_NOTATION_PDN_GAME_H

#include "draughts_notation.h"
#include "score.h"

#define PDN_MOST_MOVES 1024 /* of a draughts position */

/* The first position, and whether White or Black (1) makes the moves numbered "1.". */
typedef struct {
    DraughtsRecord record;
    int first_black;
    int guessed; /* the text leaves the side to move open, or its first move is one of the other side's */
} PdnStart;

/* fen: of the tag, NULL for the game's own position; its side may be ?. type: of the tag GameType, whose second part is
 * the beginner, "" for none. word: the first move, "" for none. 0, or -1 with `error`. */
int pdn_start(const DraughtsGame *game, const char *fen, const char *type, const char *word, PdnStart *start,
              char error[NOTATION_ERROR]);

/* As draughts_move_parse, in the list of the position's moves with captures merged; where several captures may be meant,
 * the one after which the most moves that follow in the text are legal, if there is only one. rest: the text behind the
 * word. *tried: 1 if that decided. */
int pdn_move_parse(const DraughtsGame *game, const DraughtsRecord *record, const DraughtsMove *list,
                   int count, const char *word, const ScoreReader *rest, int *which, int *tried,
                   char error[NOTATION_ERROR]);

#endif
