/* SPDX-License-Identifier: MIT */
/* text.c and progress.c: numbers for people. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"

static void groups_digits(void **state)
{
    (void)state;
    /* clang-format off */
    const struct {
        u128 value;
        const char *text;
    } cases[] = {
        {0, "0"},
        {999, "999"},
        {1000, "1,000"},
        {3195901860, "3,195,901,860"},
        {(u128)UINT64_MAX + 1, "18,446,744,073,709,551,616"},
        {~(u128)0, "340,282,366,920,938,463,463,374,607,431,768,211,455"},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[TEXT_NUMBER];
        text_grouped(cases[i].value, out);
        assert_string_equal(out, cases[i].text);
    }
}

static void reads_numbers(void **state)
{
    (void)state;
    uint64_t n = 77;
    assert_int_equal(text_parse_number("0", 0, 10, &n), 0);
    assert_int_equal(n, 0);
    assert_int_equal(text_parse_number("18446744073709551615", 0, UINT64_MAX, &n), 0);
    assert_true(n == UINT64_MAX);
    n = 77;
    const char *const bad[] = {"",
                               "-1",
                               "+1",
                               " 1",
                               "1 ",
                               "1x",
                               "x",
                               "11",
                               "18446744073709551616",
                               "0x1",
                               "1.0",
                               "\xd9\xa1",
                               "99999999999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (!text_parse_number(bad[i], 0, 10, &n)) fail_msg("'%s' was read as a number", bad[i]);
    assert_int_equal(text_parse_number("4", 5, 10, &n), -1);
    assert_int_equal(n, 77);
}

static void reads_sizes(void **state)
{
    (void)state;
    /* clang-format off */
    const struct {
        const char *text;
        uint64_t bytes;
    } good[] = {
        {"0", 0}, {"1", 1}, {"64K", 65536}, {"64k", 65536}, {"1M", 1 << 20}, {"2G", 2ull << 30},
        {"2GiB", 2ull << 30}, {"2gB", 2ull << 30}, {"1T", 1ull << 40}, {"16777215T", 16777215ull << 40},
        {"4P", 1ull << 52}, {"16383PiB", 16383ull << 50}, {"18446744073709551615", UINT64_MAX},
    };
    /* clang-format on */
    uint64_t n;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(text_parse_size(good[i].text, &n), 0);
        assert_true(n == good[i].bytes);
    }
    n = 77;
    const char *const bad[] = {
        "", "K", "-1", "1.5G", "1X", "1KK", "1Ki", "1 G", "1G ", "lots", "99999999999999999999X"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (text_parse_size(bad[i], &n) != -1) fail_msg("'%s' was read as a size", bad[i]);
    const char *const large[] = {"16777216T", "16384P", "18446744073709551616", "99999999999999999999",
                                 "99999999999999999999K"};
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        if (text_parse_size(large[i], &n) != 1) fail_msg("'%s' is not reported as too large", large[i]);
    assert_int_equal(n, 77);
}

static void writes_measures(void **state)
{
    (void)state;
    char out[TEXT_NUMBER];
    /* clang-format off */
    const struct {
        double value;
        const char *rate, *seconds;
    } cases[] = {
        {0, "0.00", "0.000 s"},
        {0.1234, "0.12", "0.123 s"},
        {9.9996, "10.0", "10.0 s"},
        {59.94, "59.9", "59.9 s"},
        {59.97, "60.0", "1 min 00 s"},
        {999.4, "999", "16 min 39 s"},
        {999.6, "1.00 k", "16 min 40 s"},
        {3599.7, "3.60 k", "1 h 00 min"},
        {86399.7, "86.4 k", "1 d 00 h"},
        {1.5e9, "1.50 G", "17361 d 02 h"},
        {2.5e12, "2.50 T", "-"},
        {-1, "-", "-"},
        {NAN, "-", "-"},
        {INFINITY, "-", "-"},
        {1e300, "-", "-"},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text_rate(cases[i].value, out);
        assert_string_equal(out, cases[i].rate);
        text_seconds(cases[i].value, out);
        assert_string_equal(out, cases[i].seconds);
    }
    text_size(1023, out);
    assert_string_equal(out, "1023 B");
    text_size(3ull << 29, out);
    assert_string_equal(out, "1.50 GiB");
    text_size(UINT64_MAX, out);
    assert_string_equal(out, "16.0 EiB");
}

static void measures_distances(void **state)
{
    (void)state;
    assert_int_equal(text_distance("", ""), 0);
    assert_int_equal(text_distance("perft", "perft"), 0);
    assert_int_equal(text_distance("pertf", "perft"), 1);
    assert_int_equal(text_distance("perf", "perft"), 1);
    assert_int_equal(text_distance("xperft", "perft"), 1);
    assert_int_equal(text_distance("kitten", "sitting"), 3);
    assert_int_equal(text_distance("", "show"), 4);
    char longest[100];
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    assert_int_equal(text_distance(longest, longest), 0);
    assert_int_equal(text_distance(longest, ""), 31);
}

static void escapes_what_terminals_obey(void **state)
{
    (void)state;
    char out[16];
    text_printable("plain 'text'", out, sizeof out);
    assert_string_equal(out, "plain 'text'");
    text_printable("\x1b[2J\n", out, sizeof out);
    assert_string_equal(out, "\\x1b[2J\\x0a"); /* 11 of the 12 that fit */
    text_printable("thirteen bits", out, sizeof out);
    assert_string_equal(out, "thirteen bit...");
    text_printable("abcdefghij\xff", out, sizeof out);
    assert_string_equal(out, "abcdefghij...");
    text_printable("caf\u00e9 \u2654", out, sizeof out);
    assert_string_equal(out, "caf\u00e9 \u2654");
    text_printable("\xe9 \xc2\x9b", out, sizeof out); /* Latin-1; a control of UTF-8 */
    assert_string_equal(out, "\\xe9 \\xc2...");
    text_printable("\u202e", out, sizeof out); /* turns the rest around */
    assert_string_equal(out, "\\xe2\\x80\\xae");
    text_printable("0123456789a\u2654", out, sizeof out); /* not cut in the middle */
    assert_string_equal(out, "0123456789a...");
}

static const char *in_locale(const char *name, const char *text)
{
    static char line[64];
    memset(line, 0, sizeof line);
    FILE *file = fmemopen(line, sizeof line, "w");
    setenv("LC_ALL", name, 1);
    text_write_in_locale(text, file);
    fclose(file);
    return line;
}

static void writes_what_the_terminal_shows(void **state)
{
    (void)state;
    assert_string_equal(in_locale("C.UTF-8", "\u00e9"), "\u00e9");
    assert_string_equal(in_locale("de_DE.utf8", "\u00e9"), "\u00e9");
    assert_string_equal(in_locale("C", "a\u00e9"), "a\\xc3\\xa9");
    setenv("LANG", "C.UTF-8", 1);
    unsetenv("LC_CTYPE");
    assert_string_equal(in_locale("", "\u00e9"), "\u00e9");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_digits),
        cmocka_unit_test(reads_numbers),
        cmocka_unit_test(reads_sizes),
        cmocka_unit_test(writes_measures),
        cmocka_unit_test(measures_distances),
        cmocka_unit_test(escapes_what_terminals_obey),
        cmocka_unit_test(writes_what_the_terminal_shows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
