/* SPDX-License-Identifier: MIT */
/* whole_file.c: a file is there whole or not at all, and nothing is left next to it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/whole_file.h"

static char folder[] = "whole-file-test.XXXXXX"; /* in the working folder, which is the build's */

static int enter_folder(void **state)
{
    (void)state;
    const char *base = getenv("TABULEIRO_CACHE"); /* a folder of the test run */
    if (base && (mkdir(base, 0777), chdir(base))) return -1;
    return !mkdtemp(folder) || chdir(folder);
}

static int leave_folder(void **state)
{
    (void)state;
    return chdir("..") || rmdir(folder);
}

static int count_files(void)
{
    DIR *list = opendir(".");
    int n = 0;
    assert_non_null(list);
    while (readdir(list)) n++;
    closedir(list);
    return n - 2; /* . and .. */
}

static void assert_content(const char *path, const char *expected)
{
    char text[100];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    assert_string_equal(text, expected);
}

static void replaces_at_commit(void **state)
{
    (void)state;
    WholeFile file;
    char error[WHOLE_FILE_ERROR];
    struct stat facts;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(whole_file_open(&file, "a", error), 0);
        fprintf(file.stream, "content %d", i);
        if (i == 0) assert_int_equal(access("a", F_OK), -1);
        else assert_content("a", "content 0");
        assert_int_equal(whole_file_commit(&file, error), 0);
        assert_content("a", i ? "content 1" : "content 0");
        assert_int_equal(count_files(), 1);
    }
    const mode_t mask = umask(0);
    umask(mask);
    assert_int_equal(stat("a", &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0666 & ~mask);
    assert_int_equal(unlink("a"), 0);
}

static void leaves_nothing_when_dropped(void **state)
{
    (void)state;
    WholeFile file;
    char error[WHOLE_FILE_ERROR];
    assert_int_equal(whole_file_open(&file, "a", error), 0);
    fputs("content", file.stream);
    whole_file_drop(&file);
    assert_int_equal(count_files(), 0);
}

static void tells_failures(void **state)
{
    (void)state;
    WholeFile file;
    char error[WHOLE_FILE_ERROR];
    assert_int_equal(whole_file_open(&file, "nowhere/a", error), -1);
    assert_string_equal(error, "cannot write nowhere/a: No such file or directory");
    assert_int_equal(whole_file_open(&file, "", error), 0); /* its temporary file has a name */
    assert_int_equal(whole_file_commit(&file, error), -1);
    char *longest = malloc(9001);
    assert_non_null(longest);
    memset(longest, 'x', 9000);
    longest[9000] = 0;
    assert_int_equal(whole_file_open(&file, longest, error), -1);
    assert_non_null(strstr(error, "File name too long"));
    free(longest);
    assert_int_equal(whole_file_open(&file, ".", error), -1);
    assert_int_equal(count_files(), 0);
}

static void writes_special_files_in_place(void **state)
{
    (void)state;
    WholeFile file;
    char error[WHOLE_FILE_ERROR];
    assert_int_equal(whole_file_open(&file, "/dev/full", error), 0);
    fputs("content", file.stream);
    assert_int_equal(whole_file_commit(&file, error), -1);
    assert_string_equal(error, "cannot write /dev/full: No space left on device");

    assert_int_equal(symlink("target", "link"), 0);
    assert_int_equal(whole_file_open(&file, "link", error), 0);
    fputs("content", file.stream);
    assert_int_equal(whole_file_commit(&file, error), 0);
    assert_content("target", "content");
    assert_int_equal(unlink("link") | unlink("target"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replaces_at_commit),
        cmocka_unit_test(leaves_nothing_when_dropped),
        cmocka_unit_test(tells_failures),
        cmocka_unit_test(writes_special_files_in_place),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
