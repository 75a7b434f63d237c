/* SPDX-License-Identifier: MIT */
#include "score_chess.h"

#include "../rules/chess/moves.h"

#include <string.h>

int chess_score_is_null(const char *word)
{
    static const char *const words[] = {
        "--", "Z0",   "null",         "0000",         "@@@@",
        "<>", "pass", "\xe2\x80\x93", "\xe2\x80\x94", NULL}; /* the last two: dashes of print */
    for (const char *const *null = words; *null; null++)
        if (!strcmp(word, *null)) return 1;
    return 0;
}

static int parse_null(const ChessRecord *record, ChessScoreMove *move, char error[NOTATION_ERROR])
{
    if (chess_in_check(record->position))
        return notation_fail(error, "%s is in check and cannot pass", record->black ? "Black" : "White");
    *move = (ChessScoreMove){.null = 1, .note = "a null move: the side passes"};
    return 0;
}

int chess_score_parse(const ChessRecord *record, const char *word, ChessLetters letters, ChessScoreMove *move,
                      char error[NOTATION_ERROR])
{
    ChessMove found;
    ChessSan san;
    char ignored[NOTATION_ERROR];
    if (chess_score_is_null(word)) return parse_null(record, move, error);
    if (!chess_san_parse(record, word, letters, &found, error)) {
        *move = (ChessScoreMove){.move = found};
        return 0;
    }
    if (!chess_san_read(word, letters, &san) || !san.capture) return -1;
    san.capture = 0;
    if (chess_san_find(record, &san, word, letters, &found, ignored)) return -1;
    *move = (ChessScoreMove){.move = found, .note = "an x, but nothing is taken"};
    return 0;
}

void chess_score_format(const ChessRecord *record, ChessScoreMove move, ChessLetters letters,
                        char out[CHESS_MOVE_TEXT])
{
    if (move.null) strcpy(out, "--");
    else chess_san_format(record, move.move, letters, out);
}

void chess_score_make(const ChessRecord *record, ChessScoreMove move, ChessRecord *next)
{
    if (move.null) chess_record_pass(record, next);
    else chess_record_make(record, move.move, next);
}
