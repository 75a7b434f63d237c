/* SPDX-License-Identifier: MIT */
/* PDN's FEN. NOTATION_DATA names the folder of data. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../draughts_notation.h"
#include "../perft_counts.h"
#include "../../rules/draughts/test/mailbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const DraughtsGame *game_named(const char *name)
{
    for (int i = 0; i < DRAUGHTS_GAMES; i++)
        if (!strcmp(draughts_games[i].name, name)) return &draughts_games[i];
    fail_msg("no game %s", name);
    return NULL;
}

static DraughtsRecord parse(const DraughtsGame *game, const char *fen)
{
    DraughtsRecord record;
    char error[NOTATION_ERROR];
    if (draughts_fen_parse(game, fen, &record, error)) fail_msg("%s %s: %s", game->name, fen, error);
    return record;
}

static void assert_same(const char *fen, const DraughtsRecord *a, const DraughtsRecord *b)
{
    if (a->black != b->black || memcmp(&a->position, &b->position, sizeof a->position))
        fail_msg("%s: another position", fen);
}

/* Written and read back: the same; and the mailbox, which has its own reader and writer, writes the same. */
static void check_round_trip(const DraughtsGame *game, const char *fen)
{
    char text[DRAUGHTS_FEN_TEXT], wrapped[DRAUGHTS_FEN_TEXT + 16], slow[SLOW_FEN_SIZE],
        error[SLOW_ERROR_SIZE];
    const DraughtsRecord record = parse(game, fen);
    draughts_fen_format(game, &record, text);
    const DraughtsRecord again = parse(game, text);
    assert_same(text, &record, &again);
    snprintf(wrapped, sizeof wrapped, " [FEN \"%s.\"] ", text);
    const DraughtsRecord tag = parse(game, wrapped);
    assert_same(wrapped, &record, &tag);

    SlowPosition position;
    const SlowGame *slow_row = slow_game(game->name);
    if (!slow_parse(slow_row, fen, &position, error)) fail_msg("mailbox: %s", error);
    slow_write(slow_row, &position, slow);
    assert_string_equal(text, slow);
    slow_write_algebraic(slow_row, &position, slow);
    const DraughtsRecord algebraic = parse(game, slow);
    assert_same(slow, &record, &algebraic);
}

static void positions_of_the_tables(void **state)
{
    (void)state;
    char line[1024];
    int positions = 0;
    FILE *file = fopen(NOTATION_DATA "/draughts_fens.tsv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (*line == '#') continue;
        const char *name = strtok(line, "\t"), *fen = strtok(NULL, "\n");
        check_round_trip(game_named(name), fen);
        positions++;
    }
    fclose(file);
    assert_int_equal(positions, 72);
}

static void first_positions(void **state)
{
    (void)state;
    for (int i = 0; i < DRAUGHTS_GAMES; i++) {
        DraughtsRecord record;
        char text[DRAUGHTS_FEN_TEXT], slow[SLOW_FEN_SIZE];
        SlowPosition position;
        draughts_record_start(&draughts_games[i], &record);
        draughts_fen_format(&draughts_games[i], &record, text);
        slow_start(slow_game(draughts_games[i].name), &position);
        slow_write(slow_game(draughts_games[i].name), &position, slow);
        assert_string_equal(text, slow);
        check_round_trip(&draughts_games[i], text);
    }
}

/* Every square full of kings: the longest texts. */
static void full_boards(void **state)
{
    (void)state;
    for (int i = 0; i < DRAUGHTS_GAMES; i++) {
        const DraughtsGame *game = &draughts_games[i];
        const int count = draughts_square_count(game);
        char fen[DRAUGHTS_FEN_TEXT];
        const int all_black = snprintf(fen, sizeof fen, "W:W:BK1-%d", count);
        if (game->rules.obligation == DRAUGHTS_HUFF)
            for (int number = 1; number <= count; number++)
                sprintf(fen + strlen(fen), "%s%d", number == 1 ? ":S" : ",", number);
        assert_true(all_black > 0);
        check_round_trip(game, fen);
        snprintf(fen, sizeof fen, "B:WK1-%d:BK%d-%d", count / 2, count / 2 + 1, count);
        check_round_trip(game, fen);
    }
}

static u32 state_of_random = 1;

static u32 random_below(u32 n)
{
    state_of_random = state_of_random * 1664525u + 1013904223u;
    return (u32)((u64)(state_of_random >> 8) * n >> 24);
}

/* Men and kings anywhere, huffable pieces too: the text is built here, the mailbox decides what is a position. */
static void random_positions(void **state)
{
    (void)state;
    const char *text = getenv("TEST_SEED");
    state_of_random = text ? (u32)strtoul(text, NULL, 0) : 20240501u;
    printf("TEST_SEED=%u\n", state_of_random);
    int read = 0;
    for (int i = 0; i < 100 * DRAUGHTS_GAMES; i++) {
        const DraughtsGame *game = &draughts_games[i % DRAUGHTS_GAMES];
        const u32 count = (u32)draughts_square_count(game), thin = 1 + random_below(6),
                  black = random_below(2);
        char list[3][DRAUGHTS_FEN_TEXT] = {"W", "B", "S"}, fen[4 * DRAUGHTS_FEN_TEXT], error[SLOW_ERROR_SIZE];
        for (u32 number = 1; number <= count; number++) {
            if (random_below(thin)) continue;
            const u32 colour = random_below(2);
            char *at = list[colour];
            sprintf(at + strlen(at), "%s%s%u", at[1] ? "," : "", random_below(3) ? "" : "K", number);
            if (colour != black && !random_below(4))
                sprintf(list[2] + strlen(list[2]), "%s%u", list[2][1] ? "," : "", number);
        }
        const int huff = game->rules.obligation == DRAUGHTS_HUFF && list[2][1];
        sprintf(fen, "%c:%s:%s%s%s", "WB"[black], list[0], list[1], huff ? ":" : "", huff ? list[2] : "");
        SlowPosition position;
        DraughtsRecord record;
        char ours[NOTATION_ERROR];
        const int good = slow_parse(slow_game(game->name), fen, &position, error);
        if ((draughts_fen_parse(game, fen, &record, ours) == 0) != good)
            fail_msg("%s %s: %s, the mailbox %s", game->name, fen, good ? ours : "read",
                     good ? "reads it" : error);
        if (good) check_round_trip(game, fen);
        read += good;
    }
    assert_true(read > 500);
}

typedef struct {
    const char *game, *given, *written;
} Form;

static void all_forms(void **state)
{
    (void)state;
    static const Form forms[] = {
        {"international", "W:WK1,50:BK2,3", "W:WK1,50:BK2,3"},
        {"international", "B:B3,K2:W50,K1", "B:WK1,50:BK2,3"},
        {"international", "\"W:WK1:B10-12,18\"", "W:WK1:B10,11,12,18"},
        {"international", "\"W:WK1:B10-12,18.\"", "W:WK1:B10,11,12,18"},
        {"international", "[FEN \"W:WK1:B10-12,18\"]", "W:WK1:B10,11,12,18"},
        {"international", "W:WK1-3,M6:BK10-K12.", "W:WK1,K2,K3,6:BK10,K11,K12"},
        {"international", "W : W K1, 31 : B 10 ,18 :H0:F1", "W:WK1,31:B10,18"},
        {"international", "W:W:B", "W:W:B"},
        {"brazilian", "W:W29,c1:B1,Kd8,12:+0+0", "W:Wa1,c1:Bb8,Kd8,h6"},
        {"brazilian", "W:WA1,KC3:BB8,KD8", "W:WKc3,a1:Bb8,Kd8"},
        {"italian", "W:W32:B1", "W:W32:B1"},
        {"italian", "W:Wg2:Ba8", "W:W28:B1"},
        {"spanish", "W:Wh1,b1:Ba8", "W:W1,4:B32"},
        {"portuguese", "W:Wh1,b1:Ba8", "W:W1,4:B32"},
        {"portuguese", "W:WKe4,Kd5:BKg2", "W:WK14,K19:BK5"}, /* 1 to 32 is the long diagonal, the river */
        {"checkers", "B:Wg1:Bb8", "B:W32:B1"},
        {"turkish", "W:W57:B1,h8", "W:Wa1:Ba8,h8"},
        {"canadian", "W:Wl2,a1:Bb12,l12", "W:W66,67:B1,6"},
        {"damma", "W:Wa1,c3:Bd3,Ke1:Sd3,e1", "W:Wc3,a1:Bd3,Ke1:Sd3,e1"},
        {"damma", "W:Sd3:Wa1:Bd3:H1", "W:Wa1:Bd3:Sd3"},
        {"damma", "B:Wa1,c3:Bd3:S21", "B:Wc3,a1:Bd3:Sa1"},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const DraughtsGame *game = game_named(forms[i].game);
        DraughtsRecord record;
        char text[DRAUGHTS_FEN_TEXT], error[NOTATION_ERROR];
        if (draughts_fen_parse(game, forms[i].given, &record, error))
            fail_msg("%s: %s", forms[i].given, error);
        draughts_fen_format(game, &record, text);
        assert_string_equal(text, forms[i].written);
    }
}

static void refusals(void **state)
{
    (void)state;
    static const Form cases[] = {
        {"international", "", "column 1: the end, expected the side to move, W or B"},
        {"international", "w:W1:B2", "column 1: 'w', expected the side to move, W or B"},
        {"international", "X:W1:B2", "column 1: 'X', expected the side to move, W or B"},
        {"international", "WK1:B2", "column 2: 'K', expected a colon behind the side to move"},
        {"international", "W", "column 2: the end, expected a colon behind the side to move"},
        {"international", "W:", "column 3: the end, expected the colour of the squares that follow, W or B"},
        {"international", "W:W31",
         "column 6: the end, expected a comma, or a colon and the squares of Black, such as :BK12 or :B alone"},
        {"international", "W:B10",
         "column 6: the end, expected a comma, or a colon and the squares of White, such as :WK12 or :W alone"},
        {"international", "W:K31:B10",
         "column 3: 'K', expected the colour of the squares that follow, W or B"},
        {"international", "W:31:B10",
         "column 3: '3', expected the colour of the squares that follow, W or B"},
        {"international", "W:W31:W32:B10", "column 7: a second list of White"},
        {"international", "W:W51:B10", "column 4: square '51' is off the board, expected 1 to 50"},
        {"international", "W:W0:B10", "column 4: square '0' is off the board, expected 1 to 50"},
        {"international", "W:W99999999999999999999:B10",
         "column 4: square '99999999999999999999' is off the board, expected 1 to 50"},
        {"international", "W:Wk1:B10", "column 4: square 'k1' is off the board, expected a1 to j10"},
        {"international", "W:Wa11:B10", "column 4: square 'a11' is off the board, expected a1 to j10"},
        {"international", "W:Wa:B10", "column 4: square 'a' is off the board, expected a1 to j10"},
        {"international", "W:Wa2:B10", "column 4: square 'a2' is not one of the 50 that the game uses"},
        {"international", "W:W31,:B10",
         "column 7: ':', expected a square: its number, or a letter and a row"},
        {"international", "W:W31,D32:B10", "column 7: square 'D32' is off the board, expected a1 to j10"},
        {"international", "W:W31,D:B10", "column 7: 'D', expected a square; K before it makes a king"},
        {"international", "?:W31:B10", "column 1: '?', expected the side to move, W or B"},
        {"international", "W:WKK32:B10", "column 5: 'K', expected a square; K before it makes a king"},
        {"international", "W:W31;B10",
         "column 6: ';', expected a comma, or a colon and the squares of Black, such as :BK12 or :B alone"},
        {"international", "W:W31/B10",
         "column 6: '/', expected a comma, or a colon and the squares of Black, such as :BK12 or :B alone"},
        {"international", "W:W31:B31", "column 8: two men on 31"},
        {"international", "W:W31-33,32:B10", "column 10: two men on 32"},
        {"international", "W:W31 33:B10",
         "column 7: '3', expected a comma, or a colon and the squares of Black, such as :BK12 or :B alone"},
        {"international", "W:WKb10,a1,46-47:B1", "column 12: two men on 46"},
        {"international", "W:W33-31:B10",
         "column 7: a range from 33 down to 31, expected the smaller number first"},
        {"international", "W:W31-:B10", "column 7: ':', expected the number that ends the range"},
        {"international", "W:Wa1-c1:B10", "column 4: a range of squares needs their numbers, as in 1-12"},
        {"international", "W:W31-c1:B10", "column 7: 'c', expected the number that ends the range"},
        {"international", "W:W5:B10",
         "column 4: a man of White on 5, where men become kings; a king is written K5"},
        {"international", "W:W31:B50",
         "column 8: a man of Black on 50, where men become kings; a king is written K50"},
        {"international", "W:W31:B10:S31", "column 11: huffable squares, but international has no huffing"},
        {"international", "W:W31:B10 extra",
         "column 11: 'e', expected a comma, a colon or the end of the position"},
        {"international", "W:W31:B10:\xc3\xa9",
         "column 11: '\xc3\xa9', expected the colour of the squares that follow, W or B"},
        {"international", "\"W:W31:B10", "column 11: the end, expected a comma, a colon or a quote"},
        {"international", "[FEN W:W31:B10]", "column 6: 'W', expected a quote before the position"},
        {"international", "[EVENT \"W:W31:B10\"]", "column 2: expected FEN, as in [FEN \"W:WK1:B10\"]"},
        {"international", "[FEN \"W:W31:B10\"", "column 17: the end, expected ] at the end of the tag"},
        {"diagonal9", "W:Wf8:Ba5",
         "column 4: a man of White on f8, where men become kings; a king is written Kf8"},
        {"diagonal12", "W:Wa2:Ba4",
         "column 8: a man of Black on a4, where men become kings; a king is written Ka4"},
        {"damma", "W:Wa1:Bd3:Sa1",
         "column 12: nothing to huff on a1, expected a piece of Black, who has just moved"},
        {"damma", "W:Wa1:Bd3:Sc3",
         "column 12: nothing to huff on c3, expected a piece of Black, who has just moved"},
        {"damma", "W:Wa1:Bd3:SK", "column 12: 'K', expected a square: its number, or a letter and a row"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        DraughtsRecord record, untouched;
        char error[NOTATION_ERROR];
        memset(&record, 7, sizeof record);
        memset(&untouched, 7, sizeof untouched);
        if (!draughts_fen_parse(game_named(cases[i].game), cases[i].given, &record, error))
            fail_msg("%s was read", cases[i].given);
        assert_memory_equal(&record, &untouched, sizeof record);
        if (strcmp(error, cases[i].written)) fail_msg("%s: %s", cases[i].given, error);
    }
}

static void counts_of_suites(void **state)
{
    (void)state;
    DraughtsRecord record;
    PerftCounts counts;
    char error[NOTATION_ERROR];
    const char *line = "W:WK1:B10.  ;D1 7 ;D2 49; id \"a;b\"; D3 302";
    const char *rest = draughts_fen_read(game_named("international"), line, &record, error);
    assert_non_null(rest);
    assert_int_equal(*rest, ';');
    assert_int_equal(perft_counts_read(line, rest, &counts, error), 0);
    assert_int_equal(counts.count, 3);
    assert_int_equal(counts.depth[2], 3);
    assert_int_equal(counts.nodes[2], 302);
    static const char *const wrong[][2] = {
        {";D1 7 ;D1 7", "column 8: D1 given twice"},
        {";D64 7", "column 2: perft depth 'D64', expected D0 to D63"},
        {";D1 x", "column 5: D1 has the count 'x', expected a number below 2^128"},
        {";D1", "column 4: D1 has the count '', expected a number below 2^128"},
        {";D1 7 8", "column 7: '8' after the count of D1, expected a semicolon or the end of the line"},
        {"7", "column 1: '7', expected an operation such as D3 8902"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(perft_counts_read(wrong[i][0], wrong[i][0], &counts, error), -1);
        assert_string_equal(error, wrong[i][1]);
    }
    assert_int_equal(counts.count, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_of_the_tables),
        cmocka_unit_test(first_positions),
        cmocka_unit_test(full_boards),
        cmocka_unit_test(random_positions),
        cmocka_unit_test(all_forms),
        cmocka_unit_test(refusals),
        cmocka_unit_test(counts_of_suites),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
