/* SPDX-License-Identifier: MIT */
/* new_file.c: a file is there whole or not at all, and nothing is left next to it, whatever fails. Some calls
 * of the system are replaced here, so that they fail when a test asks for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "table_folder.h"
#include "solver/base/new_file.h"

/* ---- the system ---- */

static struct {
    int no_nameless;  /* the file system does not know nameless files */
    int sync, link;   /* errno of these calls, 0: they work */
    size_t at_a_time; /* bytes that a write takes, 0: all; each second one is interrupted */
    int interrupted;
} failing;

int openat(int folder, const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    if (failing.no_nameless && (flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

int fsync(int file)
{
    errno = failing.sync;
    return failing.sync ? -1 : (int)syscall(SYS_fsync, file);
}

int linkat(int from, const char *path, int to, const char *name, int flags)
{
    errno = failing.link;
    return failing.link ? -1 : (int)syscall(SYS_linkat, from, path, to, name, flags);
}

ssize_t write(int file, const void *bytes, size_t size)
{
    if (failing.at_a_time == 0) return syscall(SYS_write, file, bytes, size);
    failing.interrupted ^= 1;
    errno = EINTR;
    if (failing.interrupted) return -1;
    return syscall(SYS_write, file, bytes, size < failing.at_a_time ? size : failing.at_a_time);
}

static void nothing_fails(void) { memset(&failing, 0, sizeof failing); }

/* ---- files ---- */

enum { LARGE = 3 * (1 << 18) + 5 }; /* over three buffers */

static TableFolder folder;
static unsigned char content[LARGE];

static int make_folder(void **state)
{
    (void)state;
    folder = folder_make();
    for (size_t i = 0; i < LARGE; i++) content[i] = (unsigned char)(i * 2654435761u >> 13);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    nothing_fails();
    folder_remove(&folder);
    return 0;
}

/* 0, or -1 with a line in error. */
static int write_in(const char *path, const char *name, size_t size, char error[NEW_FILE_ERROR])
{
    NewFile *file = new_file_open(path, name, error);
    if (file == NULL) return -1;
    for (size_t at = 0, piece = 1; at < size; at += piece, piece = piece * 3 + 1) {
        if (piece > size - at) piece = size - at;
        new_file_write(file, content + at, piece);
        assert_int_equal(new_file_size(file), at + piece);
    }
    return new_file_commit(file, error);
}

static void expect_content(const char *name, size_t expected)
{
    size_t size;
    unsigned char *bytes = folder_read(&folder, name, &size);
    assert_int_equal(size, expected);
    assert_memory_equal(bytes, content, size);
    free(bytes);
}

static void remove_file(const char *name)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder.path, name);
    assert_int_equal(unlink(path), 0);
}

static void expect_failure(const char *path, size_t size, int code)
{
    char error[NEW_FILE_ERROR] = "";
    assert_int_equal(write_in(path, "a", size, error), -1);
    if (strstr(error, strerror(code)) == NULL) fail_msg("%s; expected: %s", error, strerror(code));
    assert_true(strlen(error) < NEW_FILE_ERROR && strchr(error, '\n') == NULL);
}

static void files_of_any_size(void **state)
{
    (void)state;
    char error[NEW_FILE_ERROR];
    static const size_t sizes[] = {0, 1, (1 << 18) - 1, 1 << 18, (1 << 18) + 1, LARGE};
    for (int nameless = 0; nameless < 2; nameless++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            failing.no_nameless = !nameless;
            failing.at_a_time = i == 5 ? 100000 : 0;
            if (write_in(folder.path, "a", sizes[i], error)) fail_msg("%s", error);
            nothing_fails();
            assert_int_equal(folder_count(&folder), 1);
            expect_content("a", sizes[i]);
            remove_file("a");
        }
}

static void nothing_is_there_before_it_is_committed(void **state)
{
    (void)state;
    char error[NEW_FILE_ERROR];
    NewFile *file = new_file_open(folder.path, "a", error);
    if (file == NULL) fail_msg("%s", error);
    new_file_write(file, content, LARGE);
    assert_int_equal(folder_count(&folder), 0);
    new_file_drop(file);
    assert_int_equal(folder_count(&folder), 0);
    failing.no_nameless = 1;
    file = new_file_open(folder.path, "a", error);
    if (file == NULL) fail_msg("%s", error);
    new_file_write(file, content, LARGE);
    size_t size;
    char part[40];
    snprintf(part, sizeof part, ".a.%ld.part", (long)getpid());
    free(folder_read(&folder, part, &size));
    new_file_drop(file);
    nothing_fails();
    assert_int_equal(folder_count(&folder), 0);
}

static void an_existing_file_stays(void **state)
{
    (void)state;
    char error[NEW_FILE_ERROR];
    for (int nameless = 0; nameless < 2; nameless++) {
        failing.no_nameless = !nameless;
        folder_write(&folder, "a", content, 10);
        if (write_in(folder.path, "a", 1000, error)) fail_msg("%s", error);
        assert_int_equal(folder_count(&folder), 1);
        expect_content("a", 10);
        remove_file("a");
    }
    nothing_fails();
}

/* What a program that was killed left is overwritten. */
static void an_old_part_is_overwritten(void **state)
{
    (void)state;
    char error[NEW_FILE_ERROR];
    failing.no_nameless = 1;
    char part[40];
    snprintf(part, sizeof part, ".a.%ld.part", (long)getpid());
    folder_write(&folder, part, content + 1, LARGE - 1);
    if (write_in(folder.path, "a", 1000, error)) fail_msg("%s", error);
    nothing_fails();
    assert_int_equal(folder_count(&folder), 1);
    expect_content("a", 1000);
    remove_file("a");
}

/* ---- failures ---- */

static void calls_that_fail(void **state)
{
    (void)state;
    for (int nameless = 0; nameless < 2; nameless++) {
        failing.no_nameless = !nameless;
        failing.sync = EIO;
        expect_failure(folder.path, 1000, EIO);
        nothing_fails();
        assert_int_equal(folder_count(&folder), 0);
    }
    failing.link = EPERM;
    expect_failure(folder.path, 1000, EPERM);
    nothing_fails();
    assert_int_equal(folder_count(&folder), 0);
}

static void limit_file_size(rlim_t bytes)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void files_too_large(void **state)
{
    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    for (int nameless = 0; nameless < 2; nameless++) {
        failing.no_nameless = !nameless;
        limit_file_size(300000);
        expect_failure(folder.path, LARGE, EFBIG);
        limit_file_size(RLIM_INFINITY);
        assert_int_equal(folder_count(&folder), 0);
    }
    nothing_fails();
}

/* A small file system of its own; skipped where it may not be mounted. */
static void full_disk(void **state)
{
    (void)state;
    char error[NEW_FILE_ERROR];
    const TableFolder disk = folder_make();
    if (mount("tests", disk.path, "tmpfs", 0, "size=512k")) {
        folder_remove(&disk);
        skip();
    }
    for (int nameless = 0; nameless < 2; nameless++) {
        failing.no_nameless = !nameless;
        expect_failure(disk.path, LARGE, ENOSPC);
        assert_int_equal(folder_count(&disk), 0);
        if (write_in(disk.path, "a", 400000, error)) fail_msg("%s", error); /* the room is free again */
        char path[300];
        snprintf(path, sizeof path, "%s/a", disk.path);
        assert_int_equal(unlink(path), 0);
    }
    nothing_fails();
    const int remounted = mount("tests", disk.path, "tmpfs", MS_REMOUNT | MS_RDONLY, "size=512k");
    if (remounted == 0) expect_failure(disk.path, 1000, EROFS);
    assert_int_equal(umount(disk.path), 0);
    folder_remove(&disk);
}

static void folders_that_take_no_file(void **state)
{
    (void)state;
    char path[300];
    folder_write(&folder, "file", "", 0);
    snprintf(path, sizeof path, "%s/file", folder.path);
    expect_failure(path, 10, ENOTDIR);
    remove_file("file");
    expect_failure(path, 10, ENOENT);
    if (geteuid() != 0) { /* root may write into it */
        assert_int_equal(chmod(folder.path, 0555), 0);
        expect_failure(folder.path, 10, EACCES);
        assert_int_equal(chmod(folder.path, 0777), 0);
    }
    assert_int_equal(folder_count(&folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_any_size),
        cmocka_unit_test(nothing_is_there_before_it_is_committed),
        cmocka_unit_test(an_existing_file_stays),
        cmocka_unit_test(an_old_part_is_overwritten),
        cmocka_unit_test(calls_that_fail),
        cmocka_unit_test(files_too_large),
        cmocka_unit_test(full_disk),
        cmocka_unit_test(folders_that_take_no_file),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
