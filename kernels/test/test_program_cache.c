/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "host/devices/program_cache.h"

static char folder[] = "cache-XXXXXX";
static char inner[64];

static void test_keys(void **state)
{
    (void)state;
    const char *const ab_c[] = {"ab", "c"}, *const a_bc[] = {"a", "bc"};
    const ProgramKey first = program_key("text", 4, ab_c, 2), second = program_key("text", 4, a_bc, 2);
    const ProgramKey third = program_key("texu", 4, ab_c, 2), again = program_key("text", 4, ab_c, 2);
    assert_int_equal(strlen(first.text), 32);
    assert_string_not_equal(first.text, second.text);
    assert_string_not_equal(first.text, third.text);
    assert_string_equal(first.text, again.text);
}

static void test_round_trip(void **state)
{
    (void)state;
    const ProgramKey key = program_key("x", 1, NULL, 0);
    void *data = NULL;
    size_t size = 0;
    assert_false(program_cache_load(&key, &data, &size)); /* no folder yet */
    program_cache_store(&key, "a program", 9);
    program_cache_store(&key, "another one", 11);
    assert_true(program_cache_load(&key, &data, &size));
    assert_int_equal(size, 11);
    assert_memory_equal(data, "another one", 11);
    free(data);

    struct stat facts;
    assert_int_equal(stat(inner, &facts), 0);
    assert_int_equal(facts.st_nlink, 2);
}

static int files(void)
{
    int count = 0;
    DIR *names = opendir(inner);
    assert_non_null(names);
    for (const struct dirent *entry; (entry = readdir(names)) != NULL;) count += entry->d_name[0] != '.';
    closedir(names);
    return count;
}

/* At every size that a disk may have room for, nothing half written stays. */
static void test_full_disk(void **state)
{
    (void)state;
    static char program[20000];
    const ProgramKey key = program_key("z", 1, NULL, 0);
    const int before = files();
    void *data = NULL;
    size_t size = 0;
    struct rlimit old, limit;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    for (limit = old, limit.rlim_cur = 0; limit.rlim_cur < sizeof program; limit.rlim_cur += 500) {
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        program_cache_store(&key, program, sizeof program);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
        if (program_cache_load(&key, &data, &size) || files() != before)
            fail_msg("something was left with room for %llu bytes", (unsigned long long)limit.rlim_cur);
    }
    program_cache_store(&key, program, sizeof program);
    assert_int_equal(files(), before + 1);
}

/* Every byte matters: none may be changed or missing, and nothing may follow. */
static void test_damage(void **state)
{
    (void)state;
    const ProgramKey key = program_key("y", 1, NULL, 0);
    unsigned char bytes[256];
    char path[128];
    void *data = NULL;
    size_t size = 0;
    program_cache_store(&key, "a program", 9);
    snprintf(path, sizeof path, "%s/%s", inner, key.text);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_true(length > 9 && length < sizeof bytes - 1);

    for (size_t i = 0; i < 2 * length + 1; i++) {
        file = fopen(path, "wb");
        assert_non_null(file);
        if (i < length) bytes[i] ^= 0x40;
        bytes[length] = 0;
        const size_t written = i < length ? length : i < 2 * length ? i - length : length + 1;
        assert_int_equal(fwrite(bytes, 1, written, file), written);
        fclose(file);
        if (i < length) bytes[i] ^= 0x40;
        if (program_cache_load(&key, &data, &size))
            fail_msg("damage %zu of a file of %zu bytes is not seen", i, length);
    }
    program_cache_store(&key, "a program", 9);
    assert_true(program_cache_load(&key, &data, &size));
    free(data);
}

static void test_off(void **state)
{
    (void)state;
    const ProgramKey key = program_key("x", 1, NULL, 0);
    void *data;
    size_t size;
    setenv("TABULEIRO_CACHE", "off", 1);
    program_cache_store(&key, "more", 4);
    assert_false(program_cache_load(&key, &data, &size));
    setenv("TABULEIRO_CACHE", inner, 1);
    assert_true(program_cache_load(&key, &data, &size));
    free(data);
}

static int remove_folder(void **state)
{
    (void)state;
    const char *const texts[] = {"x", "y"};
    char path[128];
    for (int i = 0; i < 2; i++) {
        const ProgramKey key = program_key(texts[i], 1, NULL, 0);
        snprintf(path, sizeof path, "%s/%s", inner, key.text);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/made", folder);
    return rmdir(inner) || rmdir(path) || rmdir(folder); /* fails where a temporary file is left */
}

static int make_folder(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL) return -1;
    snprintf(inner, sizeof inner, "%s/made/inside", folder);
    return setenv("TABULEIRO_CACHE", inner, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_keys), cmocka_unit_test(test_round_trip),
                                       cmocka_unit_test(test_full_disk), cmocka_unit_test(test_damage),
                                       cmocka_unit_test(test_off)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
