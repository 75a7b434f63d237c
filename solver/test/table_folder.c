/* SPDX-License-Identifier: MIT */
#include "table_folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../solve.h"

enum { PATH = 512 };

TableFolder folder_make(void)
{
    TableFolder folder;
    const char *base = getenv("TMPDIR");
    snprintf(folder.path, sizeof folder.path, "%s/tables-test.XXXXXX", base && *base ? base : ".");
    if (mkdtemp(folder.path) == NULL) fail_msg("%s: %s", folder.path, strerror(errno));
    return folder;
}

static void path_of(const TableFolder *folder, const char *name, char path[PATH])
{
    snprintf(path, PATH, "%s/%s", folder->path, name);
}

typedef void Visit(const TableFolder *folder, const TableFolder *other, const char *name);

/* Calls `visit`, which may be NULL, for all entries but . and .. */
static int each_entry(const TableFolder *folder, const TableFolder *other, Visit *visit)
{
    DIR *list = opendir(folder->path);
    int count = 0;
    if (list == NULL) fail_msg("%s: %s", folder->path, strerror(errno));
    for (const struct dirent *entry; (entry = readdir(list)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (visit) visit(folder, other, entry->d_name);
        count++;
    }
    closedir(list);
    return count;
}

static void remove_entry(const TableFolder *folder, const TableFolder *other, const char *name)
{
    char path[PATH];
    (void)other;
    path_of(folder, name, path);
    remove(path);
}

void folder_remove(const TableFolder *folder)
{
    each_entry(folder, NULL, remove_entry);
    if (rmdir(folder->path)) fail_msg("%s: %s", folder->path, strerror(errno));
}

int folder_count(const TableFolder *folder) { return each_entry(folder, NULL, NULL); }

/* ---- solving ---- */

Material material_named(const char *name)
{
    Material material;
    char error[MATERIAL_ERROR];
    if (material_parse(name, &material, error)) fail_msg("%s", error);
    return material;
}

static void solve(const SolveOptions *options, const char *const *names, int count)
{
    SolveItem *list = malloc(SOLVE_LIST * sizeof *list);
    char error[SOLVE_ERROR];
    assert_non_null(list);
    const int planned = solve_plan(options, names, count, list, error);
    if (planned < 0) fail_msg("%s", error);
    if (solve_run(options, list, planned, error) != SOLVE_DONE) fail_msg("%s", error);
    free(list);
}

void folder_solve(const TableFolder *folder, const char *const *names, int count, int metrics, int threads)
{
    const SolveOptions options = {
        .game = solve_game_chess(), .directory = folder->path, .metrics = metrics, .threads = threads};
    solve(&options, names, count);
}

void folder_solve_draughts(const TableFolder *folder, const DraughtsGame *game, const char *name, int threads)
{
    const SolveOptions options = {.game = solve_game_draughts(game),
                                  .directory = folder->path,
                                  .metrics = PROBE_DTW,
                                  .threads = threads};
    solve(&options, &name, 1);
}

void folder_solve_3_men(const TableFolder *folder, int threads)
{
    static const char *const all[] = {"KPvK"}; /* promotes into the others */
    folder_solve(folder, all, 1, PROBE_DTZ | PROBE_DTM, threads);
}

/* ---- files ---- */

unsigned char *folder_read(const TableFolder *folder, const char *name, size_t *size)
{
    char path[PATH];
    struct stat status;
    path_of(folder, name, path);
    FILE *file = fopen(path, "rb");
    if (file == NULL || fstat(fileno(file), &status)) fail_msg("%s: %s", path, strerror(errno));
    *size = (size_t)status.st_size;
    unsigned char *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

void folder_write(const TableFolder *folder, const char *name, const void *bytes, size_t size)
{
    char path[PATH];
    path_of(folder, name, path);
    FILE *file = fopen(path, "wb");
    if (file == NULL) fail_msg("%s: %s", path, strerror(errno));
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void copy_file(const TableFolder *from, const TableFolder *to, const char *name)
{
    size_t size;
    unsigned char *bytes = folder_read(from, name, &size);
    folder_write(to, name, bytes, size);
    free(bytes);
}

void folder_copy(const TableFolder *from, const TableFolder *to) { each_entry(from, to, copy_file); }

static void assert_same(const TableFolder *folder, const TableFolder *expected, const char *name)
{
    size_t size, expected_size;
    unsigned char *bytes = folder_read(folder, name, &size);
    unsigned char *others = folder_read(expected, name, &expected_size);
    if (size != expected_size || memcmp(bytes, others, size) != 0)
        fail_msg("%s: %zu bytes, not the %zu expected or not the same", name, size, expected_size);
    free(bytes);
    free(others);
}

int folder_assert_part(const TableFolder *folder, const TableFolder *expected)
{
    return each_entry(folder, expected, assert_same);
}

void folder_assert_equal(const TableFolder *folder, const TableFolder *expected)
{
    assert_int_equal(folder_assert_part(folder, expected), folder_count(expected));
}
