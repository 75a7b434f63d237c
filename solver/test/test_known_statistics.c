/* SPDX-License-Identifier: MIT */
/* The reader of known statistics: what it gives, and that it takes no malformed line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "known_statistics.h"

enum { DTM, DTZ, MEN_5, FILES };

static const char *const names[FILES] = {"chess_dtm.tsv", "chess_dtz.tsv", "chess_tb_5men.tsv"};
static const char *const good[FILES] = {
    "# a comment\n"
    "KQvK\tw\t144508\t0\t0\t18081\t0\t0\t19\t1\t8/8/8/5k2/8/8/1Q6/K7 w - - 0 1\t-\t0\t-\n"
    "KQvK\tb\t0\t23048\t200896\t0\t2896\t25160\t-\t0\t-\t20\t8\t8/8/8/8/4k3/8/1Q6/K7 b - - 0 1\n",
    "KQvK\tw\t19\t-\t20\t8/8/8/8/4k3/8/1Q6/K7 b - -\n"
    "KQvK\tb\t-\t20\t-\t-\n",
    "KBNvKN\tw\t5\t4\t3\t2\t1\t1\t153\t0\t100\t8/8/8/8/8/8/1nB5/kNK5 b - -\t"
    "153\t8/8/8/8/8/8/1n5B/2K1N2k w - -\t213\t8/8/8/8/8/8/B5n1/k2N1K2 w - -\n",
};

static char folder[] = "known_statistics.XXXXXX";

static void path_of(int file, char path[64]) { snprintf(path, 64, "%s/%s", folder, names[file]); }

static void write_file(int file, const char *text)
{
    char path[64];
    path_of(file, path);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    for (int i = 0; i < FILES; i++) {
        char path[64];
        path_of(i, path);
        unlink(path);
    }
    return rmdir(folder);
}

static int write_good_files(void **state)
{
    (void)state;
    for (int i = 0; i < FILES; i++) write_file(i, good[i]);
    return 0;
}

static void three_files_together(void **state)
{
    (void)state;
    char error[NOTATION_ERROR];
    KnownStatistics *known = known_statistics_open(folder, error);
    if (!known) fail_msg("%s", error);
    assert_int_equal(known->count, 3);
    assert_null(known_statistics_find(known, "KBNvKN", 1));

    const KnownTable *table = known_statistics_find(known, "KQvK", 1);
    assert_int_equal(table->all.results[0], 200896);
    assert_int_equal(table->unique.results[2], 2896);
    assert_int_equal(table->longest_win_dtm.plies, KNOWN_NONE);
    assert_int_equal(table->longest_loss_dtm.plies, 20);
    assert_int_equal(table->longest_loss_dtm.unique, 8);
    assert_int_equal(table->longest_loss_dtm.at.black, 1);
    assert_int_equal(table->longest_loss_dtz, 20);
    assert_int_equal(table->ordered.known, 0);

    table = known_statistics_find(known, "KBNvKN", 0);
    assert_int_equal(table->all.known, 0);
    for (int i = 0; i < 5; i++) assert_int_equal(table->ordered.results[i], i + 1);
    assert_int_equal(table->longest_win_dtz, 153);
    assert_int_equal(table->longest_win_of_colour.plies, 100);
    assert_int_equal(table->longest_cursed_of_colour.plies, 153);
    assert_int_equal(table->longest_win_dtm.plies, 213);
    assert_int_equal(table->longest_loss_dtm.plies, KNOWN_UNKNOWN);
    known_statistics_close(known);
    known_statistics_close(NULL);
}

/* The good text of a file, `from` replaced by `to` where it first stands. */
static void write_changed(int file, const char *from, const char *to)
{
    char text[1024];
    const char *at = strstr(good[file], from);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good[file]), good[file], to, at + strlen(from));
    write_file(file, text);
}

static void malformed_lines(void **state)
{
    (void)state;
    static const struct {
        int file;
        const char *from, *to, *expected;
    } cases[] = {
        {DTM, "KQvK\tw", "KQK\tw", "chess_dtm.tsv:2: column 1 is 'KQK', expected a table such as KQvKR"},
        {DTM, "KQvK\tb", "KQvK\tB", "chess_dtm.tsv:3: column 2 is 'B', expected w or b"},
        {DTM, "KQvK\tb", "KQvK\tw", "chess_dtm.tsv:3: column 1 is 'KQvK', expected each table once"},
        {DTM, "144508", "144508.", "column 3 is '144508.', expected a count"},
        {DTM, "144508", "-1", "column 3 is '-1', expected a count"},
        {DTM, "144508", "99999999999999999999", "expected a count"},
        {DTM, "144508", "", "chess_dtm.tsv:2: column 3 is empty"},
        {DTM, "\t144508", "", "chess_dtm.tsv:2: expected 14 columns"},
        {DTM, "144508", "1\t2", "chess_dtm.tsv:2: expected 14 columns"},
        {DTM, "b - - 0 1\n", "b - - 0 1", "chess_dtm.tsv:3: the line is too long, or has no end"},
        {DTM, "\t19\t", "\t2001\t", "column 9 is '2001', expected plies or -"},
        {DTM, "K7 w - - 0 1", "K7 b - - 0 1", "expected a FEN with the other side to move"},
        {DTM, "5k2/8/8/1Q6", "5k2/8/8/1R6", "expected a FEN of the table"},
        {DTM, "5k2/8/8/1Q6", "5k2/8/8/1Q", "expected a FEN of the table"},
        {DTM, "\t19\t", "\t-\t", "expected -, as there is no distance"},
        {DTZ, "KQvK\tb", "KRvK\tb", "column 1 is 'KRvK', expected a table of chess_dtm.tsv"},
        {DTZ, "KQvK\tb", "KQvK\tw", "chess_dtz.tsv:2: column 1 is 'KQvK', expected each table once"},
        {MEN_5, "\t1\t153", "\t2\t153", "column 8 is '2', expected the orders of the equal men"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char error[NOTATION_ERROR] = "";
        write_good_files(NULL);
        write_changed(cases[i].file, cases[i].from, cases[i].to);
        assert_null(known_statistics_open(folder, error));
        if (!strstr(error, cases[i].expected)) fail_msg("'%s' has no '%s'", error, cases[i].expected);
    }
}

static void a_file_is_missing(void **state)
{
    (void)state;
    char path[64], error[NOTATION_ERROR] = "";
    path_of(MEN_5, path);
    unlink(path);
    assert_null(known_statistics_open(folder, error));
    assert_non_null(strstr(error, "/chess_tb_5men.tsv: No such file or directory"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(three_files_together, write_good_files),
        cmocka_unit_test_setup(malformed_lines, write_good_files),
        cmocka_unit_test_setup(a_file_is_missing, write_good_files),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
