/* SPDX-License-Identifier: MIT */
#include "conversation.h"
#include "hub.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int hub_next(char **rest, HubArgument *argument)
{
    char *at = *rest + strspn(*rest, CONVERSATION_BLANKS);
    if (!*at) return 0;
    char *end = at + strcspn(at, CONVERSATION_BLANKS "=");
    *argument = (HubArgument){at, end};
    if (*end != '=') {
        argument->value = "";
        *rest = *end ? end + 1 : end;
        *end = 0;
        return 1;
    }
    *end++ = 0;
    const int quoted = *end == '"';
    argument->value = end + quoted;
    end += quoted;
    end += quoted ? strcspn(end, "\"") : strcspn(end, CONVERSATION_BLANKS);
    *rest = *end ? end + 1 : end;
    *end = 0;
    return 1;
}

static const DraughtsGame *row_of(const Game *game) { return &draughts_games[game->variant]; }

/* As a FEN, which the game's reader examines. */
int hub_read_position(const Game *game, const char *text, GameRecord *record)
{
    const int squares = draughts_square_count(row_of(game));
    char side[2][1024] = {"", ""}, fen[2200], error[GAME_TEXT];
    if ((text[0] != 'W' && text[0] != 'B') || (int)strlen(text) != squares + 1) return -1;
    for (int i = 1; i <= squares; i++) {
        const char letter = text[i];
        if (letter == 'e') continue;
        if (!strchr("wWbB", letter)) return -1;
        const int black = letter == 'b' || letter == 'B', king = letter == 'W' || letter == 'B';
        const size_t length = strlen(side[black]);
        snprintf(side[black] + length, sizeof side[black] - length, "%s%s%d", length ? "," : "",
                 king ? "K" : "", i);
    }
    snprintf(fen, sizeof fen, "%c:W%s:B%s", text[0], side[0], side[1]);
    return game->parse(game, fen, record, error);
}

static DraughtsRecord draughts_of(const GameRecord *record)
{
    DraughtsRecord draughts = {.black = record->black};
    memcpy(&draughts.position, &record->position, sizeof draughts.position);
    return draughts;
}

static int compare_squares(const void *a, const void *b) { return (int)*(const u8 *)a - (int)*(const u8 *)b; }

/* 1 if the move takes the pieces, or none are named. */
static int takes(const DraughtsMove *move, const u8 *taken, int count)
{
    u8 victims[DRAUGHTS_DEPTH];
    if (count == 0) return 1;
    if (count != move->jumps) return 0;
    memcpy(victims, move->victim, move->jumps);
    qsort(victims, move->jumps, 1, compare_squares);
    return !memcmp(victims, taken, (size_t)count);
}

int hub_read_move(const Game *game, const GameRecord *record, const char *text, GameMove *move)
{
    DraughtsMove list[GAME_MAX_MOVES];
    const DraughtsRecord draughts = draughts_of(record);
    u8 squares[DRAUGHTS_DEPTH + 2];
    int count = 0, found = -1;
    for (char *end; count < DRAUGHTS_DEPTH + 2; text = end + 1) {
        const long square = strtol(text, &end, 10);
        if (end == text || square < 1 || square > 255) return -1;
        squares[count++] = (u8)square;
        if (*end == 0) break;
        if (*end != '-' && *end != 'x') return -1;
    }
    if (count < 2) return -1;
    qsort(squares + 2, (size_t)(count - 2), 1, compare_squares);
    const int moves =
        draughts_list_moves(row_of(game), &draughts, record->merge_captures, list, GAME_MAX_MOVES);
    for (int i = 0; i < moves; i++) {
        if (list[i].from != squares[0] || list[i].to != squares[1] ||
            !takes(&list[i], squares + 2, count - 2))
            continue;
        if (found >= 0) return -1;
        found = i;
    }
    *move = (GameMove)found;
    return found >= 0 ? 0 : -1;
}

void hub_move_text(const Game *game, const GameRecord *record, GameMove move, char text[GAME_TEXT])
{
    DraughtsMove list[GAME_MAX_MOVES];
    const DraughtsRecord draughts = draughts_of(record);
    draughts_list_moves(row_of(game), &draughts, record->merge_captures, list, GAME_MAX_MOVES);
    const DraughtsMove *m = &list[move];
    size_t length = (size_t)snprintf(text, GAME_TEXT, "%d%c%d", m->from, m->jumps ? 'x' : '-', m->to);
    for (int i = 0; i < m->jumps && length < GAME_TEXT; i++)
        length += (size_t)snprintf(text + length, GAME_TEXT - length, "x%d", m->victim[i]);
}
