/* SPDX-License-Identifier: MIT */
/* progress.c: lines on terminals as wide as these, plain lines elsewhere, and when USR2 asks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../base/interrupt.h"
#include "../base/progress.h"

static void formats_progress(void **state)
{
    (void)state;
    char line[PROGRESS_LINE];
    const Progress progress = {.what = "perft", .unit = "nodes"};
    progress_format(&progress, 10, 2e10, 0.25, line);
    assert_string_equal(line, "perft  25.0 %  2.00 Gnodes/s  10.0 s gone, 30.0 s left");
    progress_format(&progress, 0, 0, 0, line);
    assert_string_equal(line, "perft  0.0 %  - nodes/s  0.000 s gone, - left");
    progress_format(&progress, 2, 10, -1, line);
    assert_string_equal(line, "perft  5.00 nodes/s  2.000 s gone");
    progress_format(&progress, 2, 10, 1.5, line);
    assert_string_equal(line, "perft  100.0 %  5.00 nodes/s  2.000 s gone, 0.000 s left");
    const Progress noted = {.what = "perft", .unit = "nodes", .note = "cpu 99 %"};
    progress_format(&noted, 10, 2e10, 0.25, line);
    assert_string_equal(line, "perft  25.0 %  2.00 Gnodes/s  10.0 s gone, 30.0 s left  cpu 99 %");
}

static void read_all(FILE *file, char *text, size_t room)
{
    rewind(file);
    text[fread(text, 1, room - 1, file)] = 0;
}

static void prints_plain_lines_off_terminals(void **state)
{
    (void)state;
    Progress progress;
    char text[1000];
    FILE *file = tmpfile();
    assert_non_null(file);
    progress_begin(&progress, file, 60, "perft", "nodes");
    progress.last -= 59;
    progress_hurry(&progress); /* that is for terminals */
    progress_show(&progress, 1, 0.4);
    progress.last -= 2;
    progress_show(&progress, 1, 0.5);
    progress_show(&progress, 2, 0.6);
    progress_wipe(&progress);
    read_all(file, text, sizeof text);
    assert_int_equal(strncmp(text, "perft  50.0 %", 13), 0);
    assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
    fclose(file);
}

static void is_silent_until_asked(void **state)
{
    (void)state;
    Progress progress;
    char text[1000];
    FILE *file = tmpfile();
    assert_non_null(file);
    progress_begin(&progress, file, 0, "perft", "nodes");
    progress.last -= 1000;
    progress_show(&progress, 1, 0.5);
    assert_int_equal(ftell(file), 0);
    interrupt_install();
    raise(SIGUSR2);
    progress_show(&progress, 2, 0.6);
    progress_show(&progress, 3, 0.7);
    read_all(file, text, sizeof text);
    assert_int_equal(strncmp(text, "perft  60.0 %", 13), 0);
    assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
    fclose(file);
}

/* The other end of a terminal, `columns` wide; *other is what a program writes to. */
static int open_terminal(unsigned short columns, FILE **other)
{
    const int end = posix_openpt(O_RDWR | O_NOCTTY);
    const struct winsize size = {.ws_row = 24, .ws_col = columns};
    if (end < 0 || grantpt(end) || unlockpt(end)) return -1;
    *other = fopen(ptsname(end), "w");
    if (*other) ioctl(end, TIOCSWINSZ, &size);
    return *other ? end : -1;
}

static void check_width(unsigned short columns, size_t width)
{
    Progress progress;
    FILE *file;
    char text[1000];
    const int end = open_terminal(columns, &file);
    if (end < 0) skip();
    progress_begin(&progress, file, 60, "perft", "nodes");
    memset(progress.note, 'x', PROGRESS_NOTE - 1);
    progress_hurry(&progress);
    progress_show(&progress, 1, 0.5);
    progress_show(&progress, 2, 0.6); /* too soon for another line */
    const ssize_t n = read(end, text, sizeof text - 1);
    assert_true(n > 4);
    text[n] = 0;
    assert_int_equal(strncmp(text, "\r\033[Kperft", 9), 0);
    assert_int_equal(strlen(text + 4), width);
    progress_wipe(&progress);
    progress_wipe(&progress);
    text[read(end, text, sizeof text - 1)] = 0;
    assert_string_equal(text, "\r\033[K");
    fclose(file);
    close(end);
}

static void is_cut_to_the_terminal(void **state)
{
    (void)state;
    check_width(40, 39);
    check_width(100, 99);
    check_width(0, 79); /* unknown */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_progress),
        cmocka_unit_test(prints_plain_lines_off_terminals),
        cmocka_unit_test(is_silent_until_asked),
        cmocka_unit_test(is_cut_to_the_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
