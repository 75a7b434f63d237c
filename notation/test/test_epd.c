/* SPDX-License-Identifier: MIT */
/* EPD lines of perft suites, 128-bit decimals, quoting. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../chess_notation.h"

#include <string.h>

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"

static ChessEpd parse(const char *line)
{
    ChessEpd epd;
    char error[NOTATION_ERROR];
    if (chess_epd_parse(line, &epd, error)) fail_msg("%s: %s", line, error);
    return epd;
}

static void forms_found_in_the_wild(void **state)
{
    (void)state;
    static const char *const lines[] = {
        START " 0 1 ;D1 20 ;D2 400 ;D3 8902",
        START " 0 1; D1 20; D2 400; D3 8902;",
        START " 0 1;D1 20;D2 400;D3 8902",
        START " 0 1 D1 20; D2 400; D3 8902",
        START " D1 20; D2 400; D3 8902;",
        START " ; D1 20 ; D2 400 ;; D3 8902 ; \r\n",
        START ";D1 20;D2 400;D3 8902",
        START " 0 ;D1\t20 ;D2  400 ;D3 8902 ",
        START " id \"start;D1 7\"; D1 20; bm e4; D2 400; c0 \"D7 1\"; D3 8902;",
        START " hmvc 0; fmvn 1; D1 20; D2 400; D3 8902;",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const ChessEpd epd = parse(lines[i]);
        char text[CHESS_FEN_TEXT];
        chess_fen_format(&epd.record, CHESS_FEN_AUTO, text);
        assert_string_equal(text, START " 0 1");
        assert_int_equal(epd.count, 3);
        for (int d = 0; d < 3; d++) {
            static const unsigned nodes[] = {20, 400, 8902};
            assert_int_equal(epd.expected[d].depth, d + 1);
            assert_true(epd.expected[d].nodes == nodes[d]);
        }
    }
}

static void counts_are_128_bits_and_clocks_are_kept(void **state)
{
    (void)state;
    const ChessEpd big = parse(START " ;D63 340282366920938463463374607431768211455 ;D0 1 ;D7 0");
    assert_int_equal(big.count, 3);
    assert_int_equal(big.expected[0].depth, 63);
    assert_true(big.expected[0].nodes == ~(u128)0);
    assert_int_equal(big.expected[1].depth, 0);
    assert_true(big.expected[1].nodes == 1);
    assert_true(big.expected[2].nodes == 0);
    const ChessEpd clocks = parse("4k3/8/8/8/8/8/8/4K3 b - - hmvc 12; fmvn 40;");
    assert_int_equal(clocks.count, 0);
    assert_int_equal(clocks.record.halfmove, 12);
    assert_int_equal(clocks.record.fullmove, 40);
    assert_int_equal(parse("4k3/8/8/8/8/8/8/4K3 b - - 3 9").record.fullmove, 9);
    assert_int_equal(parse("4k3/8/8/8/8/8/8/4K3 b - - fmvn 0").record.fullmove, 1);
}

static void rejections_have_a_column(void **state)
{
    (void)state;
#define KINGS "4k3/8/8/8/8/8/8/4K3 w - -" /* 25 columns */
    static const struct {
        const char *line, *message;
    } cases[] = {
        {"", "column 1: a FEN begins with the placement of the pieces, row 8 first"},
        {"4k3/8/8/8/8/8/8/4K3;D1 5", "column 20: the side to move is missing, expected w or b"},
        {"  4k3/8/8/8/8/8/8/4K2 w - - ;D1 5", "column 22: row 1 has 7 squares, expected 8"},
        {KINGS " 0x ;D1 5", "column 27: halfmove clock '0x', expected a number from 0 to 1000"},
        {KINGS " ;D 5", "column 28: perft depth 'D', expected D0 to D63"},
        {KINGS " ;D64 5", "column 28: perft depth 'D64', expected D0 to D63"},
        {KINGS " ;D1x 5", "column 28: perft depth 'D1x', expected D0 to D63"},
        {KINGS " ;D-1 5", "column 28: perft depth 'D-1', expected D0 to D63"},
        {KINGS " ;D99999999999999999999999999999999999999999999 5",
         "column 28: perft depth 'D999999999999999999999999999999999'..., expected D0 to D63"},
        {KINGS " ;D1", "column 30: D1 has the count '', expected a number below 2^128"},
        {KINGS " ;D1 ;D2 3", "column 31: D1 has the count '', expected a number below 2^128"},
        {KINGS " ;D1 five", "column 31: D1 has the count 'five', expected a number below 2^128"},
        {KINGS " ;D1 1,234", "column 31: D1 has the count '1,234', expected a number below 2^128"},
        {KINGS " ;D1 340282366920938463463374607431768211456",
         "column 31: D1 has the count '3402823669209384634633746074317682'..., expected a number below "
         "2^128"},
        {KINGS " ;D1 5 D2 25",
         "column 33: 'D2' after the count of D1, expected a semicolon or the end of the line"},
        {KINGS " ;D1 5 ;D1 5", "column 34: D1 given twice"},
        {KINGS " ;1 5", "column 28: '1', expected an operation such as D3 8902"},
        {KINGS " \xef\xbb\xbf;D1 5", "column 27: '\\xef\\xbb\\xbf', expected an operation such as D3 8902"},
        {KINGS " 0 1 2 ;D1 5", "column 31: '2', expected an operation such as D3 8902"},
        {KINGS " hmvc -4;", "column 32: hmvc '-4', expected a number from 0 to 1000"},
        {KINGS " fmvn ;", "column 32: fmvn '', expected a number from 0 to 9999"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ChessEpd epd, before;
        char error[NOTATION_ERROR] = "accepted";
        memset(&epd, 0x5a, sizeof epd);
        before = epd;
        const int status = chess_epd_parse(cases[i].line, &epd, error);
        if (status != -1 || strcmp(error, cases[i].message))
            fail_msg("\"%s\": %s\nexpected: %s", cases[i].line, error, cases[i].message);
        assert_memory_equal(&epd, &before, sizeof epd);
    }
}

static void uint128_text(void **state)
{
    (void)state;
    static const char *const texts[] = {"0",
                                        "9",
                                        "10",
                                        "18446744073709551615",
                                        "18446744073709551616",
                                        "2015099950053364471960",
                                        "340282366920938463463374607431768211455"};
    static const char *const wrong[] = {"",
                                        "-1",
                                        "+1",
                                        "1 ",
                                        "0x10",
                                        "340282366920938463463374607431768211456",
                                        "3402823669209384634633746074317682114550"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        u128 value = 7;
        char text[UINT128_TEXT];
        assert_int_equal(uint128_parse(texts[i], strlen(texts[i]), &value), 0);
        assert_int_equal(uint128_format(value, text), strlen(texts[i]));
        assert_string_equal(text, texts[i]);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        u128 value = 7;
        assert_int_equal(uint128_parse(wrong[i], strlen(wrong[i]), &value), -1);
        assert_true(value == 7);
    }
    u128 value = 0;
    assert_int_equal(uint128_parse("0012345", 5, &value), 0); /* the length counts, not a final 0 */
    assert_true(value == 123);
}

static void quoting(void **state)
{
    (void)state;
    assert_string_equal(notation_quote("", 0).text, "''");
    assert_string_equal(notation_quote("abc", 2).text, "'ab'");
    assert_string_equal(notation_quote("a\n\t'\\\x7f\xff", 7).text, "'a\\x0a\\x09\\x27\\x5c\\x7f\\xff'");
    assert_string_equal(notation_quote("caf\u00e9\xe9\u202e", 9).text, "'caf\u00e9\\xe9\\xe2\\x80\\xae'");
    assert_string_equal(notation_quote_character("\u00e9t\u00e9").text, "'\u00e9'");
    assert_string_equal(notation_quote_character("\xe9t").text, "'\\xe9'");
    assert_string_equal(notation_quote("0123456789012345678901234567890123456789", 40).text,
                        "'0123456789012345678901234567890123'...");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_found_in_the_wild),
        cmocka_unit_test(counts_are_128_bits_and_clocks_are_kept),
        cmocka_unit_test(rejections_have_a_column),
        cmocka_unit_test(uint128_text),
        cmocka_unit_test(quoting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
