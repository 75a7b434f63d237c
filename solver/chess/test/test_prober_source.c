/* SPDX-License-Identifier: MIT */
/* Statistics, the check and zugzwangs of tables in files, against the same tables in memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "solved_tables.h"
#include "solver/solve.h"
#include "solver/chess/statistics.h"
#include "solver/chess/verify.h"
#include "solver/chess/zugzwang.h"

enum { THREADS = 2, CACHE = 64 << 20 };

static const char *const names[] = {"KPvK", "KQvK", "KNvK", "KQvKR"};
enum { NAMES = sizeof names / sizeof *names };

static char folder[] = "prober_source.XXXXXX";
static Material materials[NAMES];
static Workers *workers;
static SolvedTables *tables;
static Prober *prober;

/* ---- the files ---- */

static int write_files(void)
{
    static SolveItem list[SOLVE_LIST];
    char error[SOLVE_ERROR];
    const SolveOptions options = {.game = solve_game_chess(),
                                  .directory = folder,
                                  .metrics = PROBE_DTZ | PROBE_DTM,
                                  .threads = THREADS,
                                  .memory = 1 << 30};
    const int count = solve_plan(&options, names, NAMES, list, error);
    if (count > 0 && solve_run(&options, list, count, error) == SOLVE_DONE) return 0;
    print_error("%s\n", error);
    return -1;
}

static int open_all(void **state)
{
    (void)state;
    char error[PROBER_ERROR];
    workers = workers_open(THREADS);
    tables = workers ? solved_tables_open(workers) : NULL;
    if (tables == NULL || mkdtemp(folder) == NULL) return -1;
    for (int i = 0; i < NAMES; i++)
        if (material_parse(names[i], &materials[i], error) || solved_tables_add(tables, &materials[i]))
            return -1;
    if (write_files()) return -1;
    prober = prober_open(folder, CACHE, error);
    return prober ? 0 : -1;
}

static int close_all(void **state)
{
    (void)state;
    prober_close(prober);
    solved_tables_close(tables);
    workers_close(workers);
    DIR *directory = opendir(folder);
    if (directory == NULL) return -1;
    for (const struct dirent *entry; (entry = readdir(directory));) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.') unlink(path);
    }
    closedir(directory);
    return rmdir(folder);
}

/* ---- the same as in memory ---- */

static TableWalk walk_of(TableSource source, int material)
{
    return (TableWalk){.steps = {.workers = workers}, .source = source, .material = &materials[material]};
}

static void same_statistics(void **state)
{
    (void)state;
    static Statistics of_files, of_memory;
    const int kinds[] = {PROBE_WDL, PROBE_DTZ, PROBE_DTM};
    char error[PROBER_ERROR];
    for (int i = 0; i < NAMES; i++)
        for (int kind = 0; kind < 3; kind++) {
            const TableWalk files = walk_of(prober_source(prober), i),
                            memory = walk_of(solved_source(tables), i);
            if (statistics_count(&files, kinds[kind], &of_files, error) != WALK_DONE) fail_msg("%s", error);
            if (statistics_count(&memory, kinds[kind], &of_memory, error) != WALK_DONE) fail_msg("%s", error);
            assert_memory_equal(&of_files, &of_memory, sizeof of_files);
        }
}

static void same_zugzwangs(void **state)
{
    (void)state;
    static ZugzwangReport of_files, of_memory;
    const ZugzwangOptions options = {.list = 20};
    char error[PROBER_ERROR];
    const TableWalk files = walk_of(prober_source(prober), 0), memory = walk_of(solved_source(tables), 0);
    if (zugzwang_count(&files, &options, &of_files, error) != WALK_DONE) fail_msg("%s", error);
    if (zugzwang_count(&memory, &options, &of_memory, error) != WALK_DONE) fail_msg("%s", error);
    assert_memory_equal(&of_files, &of_memory, sizeof of_files);
}

static void files_are_right(void **state)
{
    (void)state;
    char error[PROBER_ERROR];
    for (int i = 0; i < NAMES; i++) {
        const TableWalk walk = walk_of(prober_source(prober), i);
        VerifyOptions options = {.metrics = PROBE_DTZ | PROBE_DTM,
                                 .sample = materials[i].count > 1 ? 2000 : 0};
        VerifyReport report;
        if (verify_table(&walk, &options, &report, error) != WALK_DONE) fail_msg("%s", error);
        if (report.wrong) fail_msg("%s: %s", materials[i].name, report.first.fen);
        assert_true(report.checked > 0);
    }
}

static void no_such_table(void **state)
{
    (void)state;
    char error[PROBER_ERROR];
    Material material;
    static Statistics statistics;
    assert_int_equal(material_parse("KRRvK", &material, error), 0);
    TableWalk walk = walk_of(prober_source(prober), 0);
    walk.material = &material;
    assert_int_equal(statistics_count(&walk, PROBE_DTZ, &statistics, error), WALK_NO_TABLE);
    assert_non_null(strstr(error, "KRRvK"));
}

/* ---- a damaged file ---- */

/* The byte in its middle. */
static void damage_file(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    const long middle = ftell(file) / 2;
    assert_int_equal(fseek(file, middle, SEEK_SET), 0);
    const int byte = fgetc(file);
    assert_int_equal(fseek(file, middle, SEEK_SET), 0);
    assert_int_not_equal(fputc(byte ^ 255, file), EOF);
    assert_int_equal(fclose(file), 0);
}

static void damage_is_found(void **state)
{
    (void)state;
    char error[PROBER_ERROR];
    damage_file("chess-KQvKR.dtz");
    Prober *anew = prober_open(folder, CACHE, error);
    assert_non_null(anew);
    const TableWalk walk = walk_of(prober_source(anew), 3);
    VerifyReport report;
    assert_int_equal(verify_table(&walk, &(VerifyOptions){.metrics = PROBE_DTZ | PROBE_DTM}, &report, error),
                     WALK_BROKEN);
    assert_non_null(strstr(error, "KQvKR"));
    prober_close(anew);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_statistics), cmocka_unit_test(same_zugzwangs),
        cmocka_unit_test(files_are_right), cmocka_unit_test(no_such_table),
        cmocka_unit_test(damage_is_found), /* the last: the file stays damaged */
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
