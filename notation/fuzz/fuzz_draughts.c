/* SPDX-License-Identifier: MIT */
/* Fuzz target for the readers of draughts text: the first line names a game, the second is tried as a position with
 * perft counts behind it, each further line as a move, which is then made. What was read must be written and read back
 * unchanged.
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined fuzz_draughts.c ../[a-z]*.c -o fuzz_draughts
 *     ./fuzz_draughts -max_len=512 NEW_FOLDER corpus
 * With cmake/fuzz_replay.c in place of -fsanitize=fuzzer it is a plain regression program over the files of a folder. */
#include "fuzzing.h"

#include "../draughts_notation.h"
#include "../perft_counts.h"

#define ROOM 200

static DraughtsMove list[ROOM];

static void check_record(const DraughtsGame *game, const DraughtsRecord *record)
{
    DraughtsRecord read;
    char text[DRAUGHTS_FEN_TEXT], error[NOTATION_ERROR];
    draughts_fen_format(game, record, text);
    require(draughts_fen_parse(game, text, &read, error) == 0);
    require(read.black == record->black && !memcmp(&read.position, &record->position, sizeof read.position));
}

/* The text of a move names it. */
static void check_moves(const DraughtsGame *game, int count)
{
    for (int i = 0; i < count && i < 16; i++) {
        char text[DRAUGHTS_MOVE_TEXT], error[NOTATION_ERROR];
        int which;
        draughts_move_format(game, list, count, i, text);
        require(draughts_move_parse(game, list, count, text, &which, error) == 0 && which == i);
    }
}

static void read_moves(const DraughtsGame *game, DraughtsRecord *record, char *next)
{
    while (*next) {
        char *line = next, error[NOTATION_ERROR];
        int which;
        next += strcspn(next, "\n");
        if (*next) *next++ = 0;
        const int count = draughts_list_moves(game, record, 0, list, ROOM);
        if (count < 0) return;
        check_moves(game, count);
        if (draughts_move_parse(game, list, count, line, &which, error)) {
            check_error(error, NOTATION_ERROR);
            continue;
        }
        require(which >= 0 && which < count);
        draughts_record_make(game, record, &list[which], record);
        check_record(game, record);
    }
}

static const DraughtsGame *game_named(const char *name)
{
    for (int i = 0; i < DRAUGHTS_GAMES; i++)
        if (!strcmp(draughts_games[i].name, name)) return &draughts_games[i];
    return &draughts_games[0];
}

/* The line behind `text`, which is ended. */
static char *next_line(char *text)
{
    text += strcspn(text, "\n");
    if (*text) *text++ = 0;
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), error[NOTATION_ERROR];
    DraughtsRecord record;
    PerftCounts counts;
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    char *fen = next_line(text), *moves = next_line(fen);
    const DraughtsGame *game = game_named(text);
    const char *rest = draughts_fen_read(game, fen, &record, error);
    if (!rest) {
        check_error(error, NOTATION_ERROR);
    } else {
        if (perft_counts_read(fen, rest, &counts, error)) check_error(error, NOTATION_ERROR);
        check_record(game, &record);
        read_moves(game, &record, moves);
    }
    free(text);
    return 0;
}
