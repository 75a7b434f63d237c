/* SPDX-License-Identifier: MIT */
/* FEN in and out, records. NOTATION_DATA names the folder of the data files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../chess_notation.h"
#include "../../rules/chess/moves.h"

#include <stdio.h>
#include <string.h>

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static ChessRecord parse(const char *fen)
{
    ChessRecord record;
    char error[NOTATION_ERROR];
    if (chess_fen_parse(fen, &record, error)) fail_msg("%s: %s", fen, error);
    return record;
}

static void assert_same_record(const ChessRecord *a, const ChessRecord *b)
{
    assert_memory_equal(&a->position, &b->position, sizeof a->position);
    assert_int_equal(a->black, b->black);
    assert_int_equal(a->chess960, b->chess960);
    assert_int_equal(a->halfmove, b->halfmove);
    assert_int_equal(a->fullmove, b->fullmove);
}

static void assert_formats(const char *fen, ChessFenStyle style, const char *expected)
{
    const ChessRecord record = parse(fen);
    char text[CHESS_FEN_TEXT];
    chess_fen_format(&record, style, text);
    assert_string_equal(text, expected);
}

/* Every FEN of the file comes out in both styles as python-chess writes it, and reads back as the same
 * record. */
static void suite_fens_round_trip(void **state)
{
    (void)state;
    FILE *file = fopen(NOTATION_DATA "/fens.tsv", "r");
    char line[512];
    int positions = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        const char *fen = strtok(line, "\t\n"), *x = strtok(NULL, "\t\n"), *shredder = strtok(NULL, "\t\n");
        char again[CHESS_FEN_TEXT];
        if (*fen == '#' || !strcmp(fen, "fen")) continue;
        assert_non_null(shredder);
        const ChessRecord record = parse(fen);
        assert_formats(fen, CHESS_FEN_X, x);
        assert_formats(fen, CHESS_FEN_SHREDDER, shredder);
        assert_formats(x, CHESS_FEN_X, x);
        assert_formats(shredder, CHESS_FEN_SHREDDER, shredder);
        chess_fen_format(&record, CHESS_FEN_AUTO, again);
        const ChessRecord read_back = parse(again);
        assert_same_record(&read_back, &record);
        positions++;
    }
    fclose(file);
    assert_int_equal(positions, 360);
}

static void positions_are_seen_by_the_mover(void **state)
{
    (void)state;
    const ChessRecord white = parse("4k3/8/8/8/8/8/P7/4K2R w K - 3 7");
    assert_int_equal(white.position.own, 0x190);
    assert_int_equal(chess_castle_rooks(white.position), 0x80);
    assert_int_equal(chess_kings(white.position), 0x1000000000000010);
    assert_int_equal(white.halfmove, 3);
    assert_int_equal(white.fullmove, 7);
    const ChessRecord black = parse("4k2r/p7/8/8/8/8/8/4K3 b k - 3 7");
    assert_int_equal(black.black, 1);
    assert_memory_equal(&black.position, &white.position, sizeof white.position);
    assert_int_equal(chess_letter_at(&black, 63), 'r');
    assert_int_equal(chess_letter_at(&black, 60), 'k');
    assert_int_equal(chess_letter_at(&black, 4), 'K');
    assert_int_equal(chess_letter_at(&black, 0), '.');
    assert_int_equal(chess_letter_at(&white, 7), 'R');
    assert_int_equal(chess_letter_at(&white, 8), 'P');
}

static void clocks_and_blanks_are_optional(void **state)
{
    (void)state;
    assert_formats("4k3/8/8/8/8/8/8/4K3 w - -", CHESS_FEN_X, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_formats("4k3/8/8/8/8/8/8/4K3 w - - 12", CHESS_FEN_X, "4k3/8/8/8/8/8/8/4K3 w - - 12 1");
    assert_formats("4k3/8/8/8/8/8/8/4K3 b - - 1000 9999", CHESS_FEN_X, "4k3/8/8/8/8/8/8/4K3 b - - 1000 9999");
    assert_formats("4k3/8/8/8/8/8/8/4K3 w - - 0 0", CHESS_FEN_X, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_formats("  4k3/8/8/8/8/8/8/4K3\t w  -   -  7    9 \r\n", CHESS_FEN_X,
                   "4k3/8/8/8/8/8/8/4K3 w - - 7 9");
    assert_formats("4k3/44/1232/8/8/8/11111111/4K3 w - -", CHESS_FEN_X, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

static void castling_rights_in_three_notations(void **state)
{
    (void)state;
    const char *corners = "r3k2r/8/8/8/8/8/8/R3K2R w %s - 0 1";
    char fen[CHESS_FEN_TEXT], expected[CHESS_FEN_TEXT];
    snprintf(fen, sizeof fen, corners, "qkQK"); /* any order */
    snprintf(expected, sizeof expected, corners, "KQkq");
    assert_formats(fen, CHESS_FEN_AUTO, expected);
    assert_int_equal(parse(fen).chess960, 0);
    snprintf(fen, sizeof fen, corners, "HAha"); /* file letters mark the record as Chess960 */
    assert_int_equal(parse(fen).chess960, 1);
    assert_formats(fen, CHESS_FEN_AUTO, fen);
    assert_formats(fen, CHESS_FEN_X, expected);

    /* K and Q are the outermost rooks; an inner one has its file */
    assert_formats("4k3/8/8/8/8/8/8/1RR1KR1R w KQ - 0 1", CHESS_FEN_SHREDDER,
                   "4k3/8/8/8/8/8/8/1RR1KR1R w HB - 0 1");
    assert_formats("4k3/8/8/8/8/8/8/1RR1KR1R w CF - 0 1", CHESS_FEN_X, "4k3/8/8/8/8/8/8/1RR1KR1R w FC - 0 1");
    assert_formats("4k3/8/8/8/8/8/8/1RR1KR1R w HC - 0 1", CHESS_FEN_X, "4k3/8/8/8/8/8/8/1RR1KR1R w KC - 0 1");
    assert_formats("1rk2r2/8/8/8/8/8/8/4K3 b fb - 0 1", CHESS_FEN_X, "1rk2r2/8/8/8/8/8/8/4K3 b kq - 0 1");
    assert_int_equal(parse("1rk2r2/8/8/8/8/8/8/4K3 b kq - 0 1").chess960, 1);
    assert_int_equal(parse("4k3/8/8/8/8/8/8/R3KR2 w Q - 0 1").chess960, 0);
    assert_int_equal(parse("4k3/8/8/8/8/8/8/R3KR2 w KQ - 0 1").chess960, 1);
    /* an enemy rook or an own queen in the corner is not a rook of the wing */
    assert_formats("4k3/8/8/8/8/8/8/r3K1RQ w K - 0 1", CHESS_FEN_SHREDDER,
                   "4k3/8/8/8/8/8/8/r3K1RQ w G - 0 1");
}

static void useless_en_passant_is_dropped(void **state)
{
    (void)state;
    assert_formats("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", CHESS_FEN_X,
                   "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /* the capture would bare the king: along the rank, on the file of the capturing pawn */
    assert_formats("8/8/8/8/k2Pp2Q/8/8/4K3 b - d3 0 1", CHESS_FEN_X, "8/8/8/8/k2Pp2Q/8/8/4K3 b - - 0 1");
    assert_formats("4k3/8/8/8/3Pp3/8/8/4QK2 b - d3 0 1", CHESS_FEN_X, "4k3/8/8/8/3Pp3/8/8/4QK2 b - - 0 1");
    /* legal, so kept */
    assert_formats("4k3/8/K6r/3pP3/8/8/8/8 w - d6 0 1", CHESS_FEN_X, "4k3/8/K6r/3pP3/8/8/8/8 w - d6 0 1");
    assert_formats("8/8/8/1PpP3r/1K5k/8/5pP1/1R6 w - c6 0 5", CHESS_FEN_X,
                   "8/8/8/1PpP3r/1K5k/8/5pP1/1R6 w - c6 0 5");
}

static void many_pieces_are_accepted(void **state)
{
    (void)state;
    const char *crowd = "QQQQ1nkn/QQQQ1nnn/QQQQ4/8/8/PPPPPPPP/PPPPPPPP/7K b - - 0 1";
    assert_formats(crowd, CHESS_FEN_X, crowd);
}

/* A list of moves has room for CHESS_MAX_MOVES. */
static void too_many_moves_are_refused(void **state)
{
    (void)state;
    const char *fen = "kbQQQQQQ/P1Q4Q/QQ5Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQK w - -"; /* 266 moves */
    ChessRecord record;
    char error[NOTATION_ERROR], expected[NOTATION_ERROR];
    const int refused = CHESS_MAX_MOVES < 266;
    snprintf(expected, sizeof expected, "column 1: 266 legal moves, more than the %u that are supported",
             CHESS_MAX_MOVES);
    assert_int_equal(chess_fen_parse(fen, &record, error), refused ? -1 : 0);
    if (refused) assert_string_equal(error, expected);
}

static void rejections_say_what_and_where(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *message;
    } cases[] = {
        {"", "column 1: a FEN begins with the placement of the pieces, row 8 first"},
        {"   ", "column 4: a FEN begins with the placement of the pieces, row 8 first"},
        {"4k4/8/8/8/8/8/8/4K3 w - -", "column 3: row 8 has more than 8 squares"},
        {"4k3/8/ppppppppp/8/8/8/8/4K3 w - -", "column 15: row 6 has more than 8 squares"},
        {"4k3/8/8/9/8/8/8/4K3 w - -",
         "column 9: '9' in row 5, expected a piece (PNBRQK or pnbrqk) or 1 to 8 empty squares"},
        {"4k2/8/8/8/8/8/8/4K3 w - -", "column 4: row 8 has 7 squares, expected 8"},
        {"4k3//8/8/8/8/8/4K3 w - -", "column 5: row 7 has 0 squares, expected 8"},
        {"4k3/8/8/8/8/8/8/4K2 w - -", "column 20: row 1 has 7 squares, expected 8"},
        {"4k3/8/8/8/8/8/4K3 w - -", "column 18: 7 rows, expected 8"},
        {"4k3/8/8/8/8/8/8/8/4K3 w - -", "column 18: more than 8 rows"},
        {"4k3/8/8/8/8/8/8/4K3/ w - -", "column 20: more than 8 rows"},
        {"4k3/8/2x5/8/8/8/8/4K3 w - -",
         "column 8: 'x' in row 6, expected a piece (PNBRQK or pnbrqk) or 1 to 8 empty squares"},
        {"4k3/8/8/8/8/8/8/4K2\xc3\xa9 w - -",
         "column 20: '\xc3\xa9' in row 1, expected a piece (PNBRQK or pnbrqk) or 1 to 8 empty squares"},
        {"4k3/7./8/8/8/8/8/4K3 w - -",
         "column 6: '.' in row 7, expected a piece (PNBRQK or pnbrqk) or 1 to 8 empty squares"},
        {"8/8/8/8/8/8/8/4K3 w - -", "column 1: no Black king"},
        {"4k3/8/8/8/8/8/8/8 w - -", "column 1: no White king"},
        {"4k3/8/8/8/8/8/8/K3K3 w - -", "column 19: a second White king on e1"},
        {"k3k3/8/8/8/8/8/8/4K3 w - -", "column 3: a second Black king on e8"},
        {"P3k3/8/8/8/8/8/8/4K3 w - -", "column 1: White pawn on a8: no pawn stands on the first or last row"},
        {"4k3/8/8/8/8/8/8/4K2p w - -",
         "column 20: Black pawn on h1: no pawn stands on the first or last row"},
        {"4k3/8/8/8/8/8/8/4K3", "column 20: the side to move is missing, expected w or b"},
        {"4k3/8/8/8/8/8/8/4K3 W - -", "column 21: side to move 'W', expected w or b"},
        {"4k3/8/8/8/8/8/8/4K3 white - -", "column 21: side to move 'white', expected w or b"},
        {"4k3/8/8/8/4R3/8/8/4K3 w - -", "column 23: White is to move, but the Black king is in check"},
        {"4k3/8/8/8/8/8/3p4/4K3 b - -", "column 23: Black is to move, but the White king is in check"},
        {"8/8/8/3kK3/8/8/8/8 b - -", "column 20: Black is to move, but the White king is in check"},
        {"4k3/8/8/8/8/8/8/4K3 w", "column 22: castling rights are missing, expected such as KQkq, HAha or -"},
        {"4k3/8/8/8/8/8/8/4K2R w Kx -",
         "column 25: castling right 'x', expected K, Q, k, q, A to H, a to h, or - alone"},
        {"4k3/8/8/8/8/8/8/4K2R w -K -",
         "column 24: castling right '-', expected K, Q, k, q, A to H, a to h, or - alone"},
        {"4k3/8/8/8/8/8/8/4K2R w \xff -",
         "column 24: castling right '\\xff', expected K, Q, k, q, A to H, a to h, or - alone"},
        {"4k3/8/8/8/8/8/4K3/7R w K -", "column 24: castling right 'K' without the White king on row 1"},
        {"r6r/4k3/8/8/8/8/8/4K3 w a -", "column 25: castling right 'a' without the Black king on row 8"},
        {"4k3/8/8/8/8/8/8/R3K3 w K -",
         "column 24: castling right 'K' without a White rook on row 1 right of the king"},
        {"4k2r/8/8/8/8/8/8/R3K3 w Qq -",
         "column 26: castling right 'q' without a Black rook on row 8 left of the king"},
        {"4k3/8/8/8/8/8/8/R3K2r w H -", "column 25: castling right 'H' without a White rook on h1"},
        {"4k2q/8/8/8/8/8/8/4K3 w h -", "column 24: castling right 'h' without a Black rook on h8"},
        {"4k3/8/8/8/8/8/8/4K2R w E -", "column 24: castling right 'E' without a White rook on e1"},
        {"4k3/8/8/8/8/8/8/4K2R w KK -", "column 25: castling right 'K' given twice"},
        {"4k2r/8/8/8/8/8/8/4K3 w kh -", "column 25: castling right 'h' given twice"},
        {"4k3/8/8/8/8/8/8/4K1RR w KG -",
         "column 26: castling right 'G' is the second on the same side of the White king"},
        {"r1r1k3/8/8/8/8/8/8/4K3 w cq -",
         "column 27: castling right 'q' is the second on the same side of the Black king"},
        {"4k3/8/8/8/8/8/8/4K3 w -", "column 24: the en passant square is missing, expected such as e3 or -"},
        {"4k3/8/8/8/8/8/8/4K3 w - e", "column 25: en passant square 'e', expected such as e3 or -"},
        {"4k3/8/8/8/8/8/8/4K3 w - i6", "column 25: en passant square 'i6', expected such as e3 or -"},
        {"4k3/8/8/8/8/8/8/4K3 w - e9", "column 25: en passant square 'e9', expected such as e3 or -"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d3",
         "column 28: en passant square d3 is not on row 6, though White is to move"},
        {"4k3/8/8/8/3pP3/8/8/4K3 b - e4",
         "column 28: en passant square e4 is not on row 3, though Black is to move"},
        {"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6", "column 30: en passant square d6 is occupied"},
        {"4k3/8/8/4P3/8/8/8/4K3 w - d6", "column 27: en passant square d6 without a Black pawn on d5"},
        {"4k3/8/8/8/3pR3/8/8/4K3 b - e3", "column 28: en passant square e3 without a White pawn on e4"},
        {"4k3/3p4/8/3pP3/8/8/8/4K3 w - d6",
         "column 30: en passant square d6, but d7, from where the pawn came, is occupied"},
        {"4k3/8/8/8/3pP3/8/4B3/4K3 b - e3",
         "column 30: en passant square e3, but e2, from where the pawn came, is occupied"},
        {"4k3/8/8/8/8/8/8/4K3 w - - x 1", "column 27: 'x 1', expected a halfmove clock"},
        {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "column 27: '-1 1', expected a halfmove clock"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 1x 1",
         "column 27: halfmove clock '1x', expected a number from 0 to 1000"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 1001 1",
         "column 27: halfmove clock '1001', expected a number from 0 to 1000"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1",
         "column 27: halfmove clock '99999999999999999999', expected a number from 0 to 1000"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 one", "column 29: 'one', expected a move number"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 10000",
         "column 29: move number '10000', expected a number from 0 to 9999"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 e4", "column 31: 'e4', expected nothing after the move number"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1;D1 5", "column 30: ';D1 5', expected nothing after the move number"},
        {"4k3/8/8/8/8/8/8/4K3 w - - ;D1 5", "column 27: ';D1 5', expected a halfmove clock"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ChessRecord record, before;
        char error[NOTATION_ERROR] = "accepted";
        memset(&record, 0x5a, sizeof record);
        before = record;
        const int status = chess_fen_parse(cases[i].fen, &record, error);
        if (status != -1 || strcmp(error, cases[i].message))
            fail_msg("\"%s\": %s\nexpected: %s", cases[i].fen, error, cases[i].message);
        assert_memory_equal(&record, &before, sizeof record);
    }
}

static void message_of_a_long_field_is_cut(void **state)
{
    (void)state;
    char fen[1100] = "4k3/8/8/8/8/8/8/4K3 ", error[NOTATION_ERROR];
    ChessRecord record;
    memset(fen + 20, '\x80', 1000);
    assert_int_equal(chess_fen_parse(fen, &record, error), -1);
    assert_string_equal(
        error, "column 21: side to move '\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80'..., expected w or b");
}

static void records_keep_clocks(void **state)
{
    (void)state;
    static const char *const game[][2] = {
        /* move, FEN after it */
        {"g1f3", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"},
        {"e7e5", "rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2"},
        {"f3e5", "rnbqkbnr/pppp1ppp/8/4N3/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 2"},
        {"f8d6", "rnbqk1nr/pppp1ppp/3b4/4N3/8/8/PPPPPPPP/RNBQKB1R w KQkq - 1 3"},
        {"h1g1", "rnbqk1nr/pppp1ppp/3b4/4N3/8/8/PPPPPPPP/RNBQKBR1 b Qkq - 2 3"},
        {"e8f8", "rnbq1knr/pppp1ppp/3b4/4N3/8/8/PPPPPPPP/RNBQKBR1 w Q - 3 4"},
    };
    ChessRecord record = parse(START);
    for (size_t i = 0; i < sizeof game / sizeof *game; i++) {
        char error[NOTATION_ERROR], text[CHESS_FEN_TEXT];
        ChessMove move;
        if (chess_uci_parse(&record, game[i][0], &move, error)) fail_msg("%s", error);
        chess_record_make(&record, move, &record);
        chess_fen_format(&record, CHESS_FEN_AUTO, text);
        assert_string_equal(text, game[i][1]);
    }
    /* castling is no capture though the king "takes" its rook; clocks stop at their maximum */
    ChessRecord castling = parse("r3k3/8/8/8/8/8/8/4K3 b q - 1000 9999");
    chess_record_make(&castling, chess_move(4, 0, 0), &castling);
    char text[CHESS_FEN_TEXT];
    chess_fen_format(&castling, CHESS_FEN_AUTO, text);
    assert_string_equal(text, "2kr4/8/8/8/8/8/8/4K3 w - - 1000 9999");
    /* an en passant capture and a promotion reset the halfmove clock */
    ChessRecord passant = parse("4k3/8/8/3pP3/8/8/8/4K3 w - d6 9 5");
    chess_record_make(&passant, chess_move(36, 43, 0), &passant);
    chess_fen_format(&passant, CHESS_FEN_AUTO, text);
    assert_string_equal(text, "4k3/8/3P4/8/8/8/8/4K3 b - - 0 5");
}

static void loose_reading_drops_what_cannot_be(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *what, *read;
    } cases[] = {
        {"4k3/8/8/8/8/8/4P3/4K3 w KQkq e6 0 1", "KQkq e6", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K2R w KKQ - 0 1", "KQ", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
        {"4k3/8/8/8/8/8/8/R3K2R b KQa e3 0 1", "a e3", "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", "d5", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ChessRecord record;
        ChessFenDropped dropped;
        char error[NOTATION_ERROR], text[CHESS_FEN_TEXT];
        if (chess_fen_parse_loose(cases[i].fen, &record, &dropped, error))
            fail_msg("%s: %s", cases[i].fen, error);
        assert_string_equal(dropped.what, cases[i].what);
        assert_int_equal(!*dropped.why, !*dropped.what);
        chess_fen_format(&record, CHESS_FEN_AUTO, text);
        assert_string_equal(text, cases[i].read);
        assert_int_equal(chess_fen_parse(cases[i].fen, &record, error) != 0, *dropped.what != 0);
    }
}

static void loose_reading_refuses_what_is_badly_written(void **state)
{
    (void)state;
    static const char *const fens[] = {"4k3/8/8/8/8/8/4P3/4K3 w KX - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - e9 0 1",
                                       "4k3/8/8/8/8/8/4P3/8 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w K"};
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        ChessRecord record;
        ChessFenDropped dropped;
        char error[NOTATION_ERROR];
        assert_int_equal(chess_fen_parse_loose(fens[i], &record, &dropped, error), -1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(suite_fens_round_trip),
        cmocka_unit_test(positions_are_seen_by_the_mover),
        cmocka_unit_test(clocks_and_blanks_are_optional),
        cmocka_unit_test(castling_rights_in_three_notations),
        cmocka_unit_test(useless_en_passant_is_dropped),
        cmocka_unit_test(many_pieces_are_accepted),
        cmocka_unit_test(too_many_moves_are_refused),
        cmocka_unit_test(rejections_say_what_and_where),
        cmocka_unit_test(message_of_a_long_field_is_cut),
        cmocka_unit_test(records_keep_clocks),
        cmocka_unit_test(loose_reading_drops_what_cannot_be),
        cmocka_unit_test(loose_reading_refuses_what_is_badly_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
