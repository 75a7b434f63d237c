/* SPDX-License-Identifier: MIT */
/* Fuzz target for the readers of chess text: the first line is tried as FEN and as EPD, each further line as
 * a move in SAN (English, Portuguese) and UCI, which is then made. What was read must be written and read
 * back unchanged.
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined fuzz_chess.c ../[a-z]*.c -o fuzz_chess
 *     ./fuzz_chess -max_len=512 NEW_FOLDER corpus
 * With cmake/fuzz_replay.c in place of -fsanitize=fuzzer it is a plain regression program over the files of a folder. */
#include "fuzzing.h"

#include "../chess_notation.h"
#include "../../rules/chess/moves.h"

static void check_fen(const ChessRecord *record, ChessFenStyle style)
{
    ChessRecord read;
    char text[CHESS_FEN_TEXT], again[CHESS_FEN_TEXT], error[NOTATION_ERROR];
    chess_fen_format(record, style, text);
    require(chess_fen_parse(text, &read, error) == 0);
    require(!memcmp(&read.position, &record->position, sizeof read.position));
    require(read.black == record->black && read.halfmove == record->halfmove &&
            read.fullmove == record->fullmove);
    chess_fen_format(&read, style, again);
    require(!strcmp(text, again));
}

static void check_move(const ChessRecord *record, ChessMove move)
{
    char text[CHESS_MOVE_TEXT], error[NOTATION_ERROR];
    ChessMove read;
    chess_uci_format(record, move, text);
    require(chess_uci_parse(record, text, &read, error) == 0 && read == move);
    for (int letters = CHESS_ENGLISH; letters <= CHESS_PORTUGUESE; letters++) {
        chess_san_format(record, move, (ChessLetters)letters, text);
        require(chess_san_parse(record, text, (ChessLetters)letters, &read, error) == 0 && read == move);
    }
}

static void check_record(const ChessRecord *record)
{
    ChessWalk walk = chess_walk(&record->position);
    u32 moves = 0;
    for (int style = CHESS_FEN_AUTO; style <= CHESS_FEN_SHREDDER; style++)
        check_fen(record, (ChessFenStyle)style);
    for (ChessMove move; chess_walk_next(&walk, &move); moves++)
        if (moves < 16) check_move(record, move);
    require(moves == chess_count(record->position));
}

static int read_move(const ChessRecord *record, const char *text, ChessMove *move)
{
    char error[NOTATION_ERROR];
    if (!chess_san_parse(record, text, CHESS_ENGLISH, move, error)) return 1;
    check_error(error, NOTATION_ERROR);
    if (!chess_san_parse(record, text, CHESS_PORTUGUESE, move, error)) return 1;
    check_error(error, NOTATION_ERROR);
    if (!chess_uci_parse(record, text, move, error)) return 1;
    check_error(error, NOTATION_ERROR);
    return 0;
}

/* The first line, as FEN or as EPD. */
static int read_record(const char *line, ChessRecord *record)
{
    char error[NOTATION_ERROR];
    ChessEpd epd;
    const int is_epd = !chess_epd_parse(line, &epd, error);
    if (is_epd) *record = epd.record;
    else check_error(error, NOTATION_ERROR);
    if (!chess_fen_parse(line, record, error)) {
        require(is_epd && epd.count == 0);
        return 1;
    }
    check_error(error, NOTATION_ERROR);
    return is_epd;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    ChessRecord record;
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    char *next = text + strcspn(text, "\n");
    if (*next) *next++ = 0;
    if (read_record(text, &record)) {
        check_record(&record);
        while (*next) {
            char *line = next;
            ChessMove move;
            next += strcspn(next, "\n");
            if (*next) *next++ = 0;
            if (!read_move(&record, line, &move)) continue;
            chess_record_make(&record, move, &record);
            check_record(&record);
        }
    }
    free(text);
    return 0;
}
