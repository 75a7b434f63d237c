/* SPDX-License-Identifier: MIT */
/* The OpenCL backend's errors: no platform, a program that does not compile; and its use of the program
 * cache. The environment is read once per process, so each case is a child. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "host/devices/device_backend.h"

static char folder[] = "cache-XXXXXX";

/* Opens opencl:0 in a child with an environment variable set; true if status and text are as expected. */
static int opens(const char *variable, const char *value, DeviceStatus expected, const char *part)
{
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) {
        setenv(variable, value, 1);
        DeviceError error = {""};
        Device *d = NULL;
        const DeviceStatus status = backend_opencl.open(0, 0, &d, &error);
        if (status == DEVICE_OK) backend_opencl.close(d);
        const int good = status == expected && strstr(error.text, part) != NULL;
        if (!good)
            fprintf(stderr, "%s=%s: status %d, '%s'; expected %d, '%s'\n", variable, value, (int)status,
                    error.text, (int)expected, part);
        _exit(good ? 0 : 1);
    }
    int code = -1;
    return waitpid(pid, &code, 0) == pid && code == 0;
}

static void test_no_platform(void **state)
{
    (void)state;
    assert_true(opens("OCL_ICD_VENDORS", "/nonexistent", DEVICE_ABSENT, "no OpenCL platform is installed"));
}

static void test_broken_program(void **state)
{
    (void)state;
    assert_true(opens("TABULEIRO_OPENCL_OPTIONS", "-Du32=)", DEVICE_FAILED, "rules/portable.h:"));
}

/* Calls `each` for the files in the cache; returns how many there are. */
static int for_each_entry(void (*each)(const char *path))
{
    int count = 0;
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (each != NULL) each(path);
        count++;
    }
    closedir(dir);
    return count;
}

static void truncate_entry(const char *path) { assert_int_equal(truncate(path, 1000), 0); }
static void remove_entry(const char *path) { assert_int_equal(unlink(path), 0); }

static void assert_whole(const char *path)
{
    struct stat facts;
    assert_int_equal(stat(path, &facts), 0);
    assert_true(facts.st_size > 1000);
}

static void test_cache(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_true(opens("TABULEIRO_CACHE", folder, DEVICE_OK, ""));
    assert_int_equal(for_each_entry(assert_whole), 1);
    assert_true(opens("TABULEIRO_CACHE", folder, DEVICE_OK, ""));
    assert_int_equal(for_each_entry(truncate_entry), 1);
    assert_true(opens("TABULEIRO_CACHE", folder, DEVICE_OK, ""));
    assert_int_equal(for_each_entry(assert_whole), 1); /* made anew */
    for_each_entry(remove_entry);
    assert_true(opens("TABULEIRO_CACHE", "off", DEVICE_OK, ""));
    assert_int_equal(for_each_entry(NULL), 0);
    assert_true(opens("TABULEIRO_CACHE", "/proc/no/such/folder", DEVICE_OK, ""));
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_platform),
                                       cmocka_unit_test(test_broken_program), cmocka_unit_test(test_cache)};
    if (!opens("TABULEIRO_CACHE", "off", DEVICE_OK, "")) {
        printf("skipped: no OpenCL device\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
