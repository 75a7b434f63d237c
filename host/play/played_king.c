/* SPDX-License-Identifier: MIT */
/* Frisian: while a side has men, one king of it moves only so many times in a row without capturing. The rule
 * needs the game so far, which positions do not show; the engine is given the moves that are left. */
#include "../../referee/rule_books.h"
#include "played.h"

#include <ctype.h>
#include <string.h>

enum { NOWHERE = -1, BOARD = 16 };

typedef struct {
    char square[BOARD * BOARD + 1]; /* letters, as Game's board */
} Letters;

/* How many; 0: the game has no such rule. */
static int king_moves(const Game *game)
{
    return game->family == GAME_DRAUGHTS ? draughts_draws(&draughts_games[game->variant])->king_moves : 0;
}

static Letters letters_of(const Game *game, const GameRecord *record)
{
    char rows[BOARD][BOARD];
    Letters letters;
    game->board(game, record, rows);
    for (int i = 0; i < BOARD * BOARD; i++) {
        const char letter = rows[i / BOARD][i % BOARD];
        letters.square[i] = letter ? letter : ' ';
    }
    letters.square[BOARD * BOARD] = 0;
    return letters;
}

static int count(const Letters *letters, char letter)
{
    int n = 0;
    for (const char *c = letters->square; *c; c++) n += *c == letter;
    return n;
}

/* 1: a king made a move without capture. */
static int is_king_move(const Letters *before, const Letters *after, char king, int *from, int *to)
{
    const char other = king == 'W' ? 'B' : 'W';
    *from = *to = NOWHERE;
    for (int i = 0; i < BOARD * BOARD; i++) {
        if (before->square[i] == king && after->square[i] != king) *from = i;
        if (before->square[i] != king && after->square[i] == king) *to = i;
    }
    return *from != NOWHERE && *to != NOWHERE && count(before, king) == count(after, king) &&
           count(before, other) == count(after, other) &&
           count(before, (char)tolower(other)) == count(after, (char)tolower(other));
}

/* Where the king stands that must rest, or NOWHERE. */
static int resting_king(const Played *played)
{
    const int last = played->count - 1;
    const char king = played->records[last].black ? 'B' : 'W';
    const Letters now = letters_of(played->game, &played->records[last]);
    int square = NOWHERE, at = NOWHERE;
    if (count(&now, (char)tolower(king)) == 0) return NOWHERE;
    for (int k = 1; k <= king_moves(played->game); k++) {
        const int i = last - 2 * k;
        int from, to;
        if (i < 0) return NOWHERE;
        const Letters before = letters_of(played->game, &played->records[i]);
        const Letters after = letters_of(played->game, &played->records[i + 1]);
        if (!is_king_move(&before, &after, king, &from, &to) || (k > 1 && to != at)) return NOWHERE;
        if (k == 1) square = to;
        at = from;
    }
    return now.square[square] == king ? square : NOWHERE;
}

int played_choices(const Played *played, EnginePosition *list)
{
    GameMove moves[GAME_MAX_MOVES];
    const Game *game = played->game;
    const GameRecord *now = played_now(played);
    const int square = king_moves(game) ? resting_king(played) : NOWHERE;
    int kept = 0;
    if (square == NOWHERE) return 0;
    const Letters before = letters_of(game, now);
    const int legal = game->moves(game, now, moves);
    for (int i = 0; i < legal && legal <= GAME_MAX_MOVES; i++) {
        GameRecord next;
        int from, to;
        game->make(game, now, moves[i], &next);
        const Letters after = letters_of(game, &next);
        if (is_king_move(&before, &after, now->black ? 'B' : 'W', &from, &to) && from == square) continue;
        list[kept++] = played_position(&next);
    }
    return kept < legal ? kept : 0;
}
