/* SPDX-License-Identifier: MIT */
#include "pdn_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_READINGS 16 /* of a word */
#define MOST_AHEAD 100   /* moves that are followed to choose one */

/* --- the first position --- */

/* The same pieces, the other side to move. */
static void change_sides(const DraughtsGame *game, DraughtsRecord *record)
{
    char fen[DRAUGHTS_FEN_TEXT], error[NOTATION_ERROR];
    draughts_fen_format(game, record, fen);
    *strchr(fen, record->black ? 'B' : 'W') = record->black ? 'W' : 'B';
    draughts_fen_parse(game, fen, record, error);
}

/* 1: legal, 0: not, or it cannot be known. */
static int is_legal(const DraughtsGame *game, const DraughtsRecord *record, const char *word)
{
    char error[NOTATION_ERROR];
    int which;
    DraughtsMove *list = malloc(PDN_MOST_MOVES * sizeof *list);
    const int count = list ? draughts_list_moves(game, record, 1, list, PDN_MOST_MOVES) : -1;
    const int legal = count > 0 && draughts_move_parse(game, list, count, word, &which, error) >= 0;
    free(list);
    return legal;
}

/* "23,W,8,8,N2,0": 1 for Black, as the game has it where the tag does not say. */
static int beginner(const DraughtsGame *game, const char *type)
{
    const char *comma = strchr(type, ',');
    if (!comma) return game->black_begins;
    comma += 1 + strspn(comma + 1, " ");
    return *comma == 'W' || *comma == 'w' ? 0 : *comma == 'B' || *comma == 'b' ? 1 : game->black_begins;
}

/* The side of a FEN in either case; of one with ? the side that begins, and then 1. */
static int fill_side(const char *fen, int black, char *out, size_t room)
{
    const size_t before = strspn(fen, " \"");
    snprintf(out, room, "%s", fen);
    if (before + 1 >= room) return 0;
    if (fen[before] == 'w' || fen[before] == 'b') out[before] = fen[before] == 'b' ? 'B' : 'W';
    if (fen[before] != '?') return 0;
    out[before] = black ? 'B' : 'W';
    return 1;
}

int pdn_start(const DraughtsGame *game, const char *fen, const char *type, const char *word, PdnStart *start,
              char error[NOTATION_ERROR])
{
    char filled[DRAUGHTS_FEN_TEXT + 64];
    DraughtsRecord other;
    PdnStart found = {.first_black = beginner(game, type)};
    int open = !fen;
    if (fen) {
        open = fill_side(fen, found.first_black, filled, sizeof filled);
        if (draughts_fen_parse(game, filled, &found.record, error)) return -1;
    } else {
        draughts_record_start(game, &found.record);
        found.record.black = found.first_black; /* the first positions are the same for both sides */
    }
    other = found.record;
    if (open && *word && !is_legal(game, &found.record, word)) {
        change_sides(game, &other);
        found.guessed = is_legal(game, &other, word);
        if (found.guessed) found.record = other;
        if (found.guessed && !fen) found.first_black = other.black;
    }
    *start = found;
    return 0;
}

/* --- moves --- */

/* The next move on the level of `rest`, 0 at the end of its line of play. */
static int next_move(ScoreReader *rest, int depth, char word[DRAUGHTS_MOVE_TEXT])
{
    ScoreEvent event;
    for (score_next(rest, &event); rest->depth >= depth; score_next(rest, &event)) {
        if (event.kind == SCORE_GAME_END || event.kind == SCORE_END || event.kind == SCORE_SETUP) return 0;
        if (event.kind == SCORE_MOVE && event.depth == depth)
            return !score_text(event.text, event.length, 0, word, DRAUGHTS_MOVE_TEXT);
    }
    return 0;
}

/* How many of the moves behind it are legal; the first reading of a word that has several is taken. */
static int follow(const DraughtsGame *game, DraughtsRecord record, ScoreReader rest, DraughtsMove *list)
{
    char word[DRAUGHTS_MOVE_TEXT], error[NOTATION_ERROR];
    const int depth = rest.depth;
    int moves = 0;
    while (moves < MOST_AHEAD && next_move(&rest, depth, word)) {
        int which;
        const int count = draughts_list_moves(game, &record, 1, list, PDN_MOST_MOVES);
        if (count <= 0 || !draughts_move_readings(game, list, count, word, &which, 1, error)) break;
        draughts_record_make(game, &record, &list[which], &record);
        moves++;
    }
    return moves;
}

/* Of the readings the one that goes furthest; -1 if no one goes further than all others. */
static int furthest(const DraughtsGame *game, const DraughtsRecord *record, const DraughtsMove *list,
                    const int *reading, int readings, const ScoreReader *rest)
{
    DraughtsMove *room = malloc(PDN_MOST_MOVES * sizeof *room);
    int best = -1, most = -1;
    for (int i = 0; room && i < readings; i++) {
        DraughtsRecord next;
        draughts_record_make(game, record, &list[reading[i]], &next);
        const int moves = follow(game, next, *rest, room);
        if (moves >= most) best = moves > most ? reading[i] : -1;
        if (moves > most) most = moves;
    }
    free(room);
    return best;
}

int pdn_move_parse(const DraughtsGame *game, const DraughtsRecord *record, const DraughtsMove *list,
                   int count, const char *word, const ScoreReader *rest, int *which, int *tried,
                   char error[NOTATION_ERROR])
{
    char ignored[NOTATION_ERROR];
    int reading[MOST_READINGS];
    *tried = 0;
    const int status = draughts_move_parse(game, list, count, word, which, error);
    if (status <= 0) return status;
    const int readings = draughts_move_readings(game, list, count, word, reading, MOST_READINGS, ignored);
    const int best = furthest(game, record, list, reading, readings, rest);
    if (best < 0) return status;
    *which = best;
    *tried = 1;
    return 0;
}
