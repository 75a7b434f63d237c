/* SPDX-License-Identifier: MIT */
/* cmd_table.c: a table that is written well and is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../solver/solve.h"
#include "../../solver/chess/write.h"
#include "../cli/cli.h"

static char folder[] = "test_table.XXXXXX";
static Material kqvk;

static const Table *no_child(void *user, const Material *material)
{
    (void)material;
    return user;
}

/* KvK, the only table that KQvK needs, solved as every other. */
static Table *solved(const Material *material, Metric metric, Table *child, Workers *workers)
{
    Table *table = table_open(material, metric);
    assert_non_null(table);
    Table *needed = child ? child : table;
    assert_int_equal(retrograde_solve(table, no_child, needed, workers, NULL), RETROGRADE_DONE);
    return table;
}

/* Makes the first win in 3 plies one in 5. */
static void spoil(Table *table)
{
    u8 *distance = table->distance[0];
    for (u32 i = 0; i < table->placements->blocks * BLOCK_CELLS; i++)
        if (distance[i] == 1 && table->won[0][i / 64] >> i % 64 & 1) {
            distance[i] = 2;
            return;
        }
    fail();
}

static void write_wrong_mates(Workers *workers)
{
    char error[PROBER_ERROR];
    u64 bytes;
    const Material kvk = material_of(0, NULL);
    Table *bare = solved(&kvk, METRIC_DTM, NULL, workers);
    Table *table = solved(&kqvk, METRIC_DTM, bare, workers);
    spoil(table);
    const WriteStatus written =
        chess_write(folder, table, PROBE_DTM, no_child, NULL, bare, workers, &bytes, error);
    assert_int_equal(written, WRITE_DONE);
    table_close(table);
    table_close(bare);
}

static int write_tables(void **state)
{
    (void)state;
    char error[SOLVE_ERROR];
    static SolveItem list[SOLVE_LIST];
    static const char *const names[] = {"KQvK"};
    if (!mkdtemp(folder) || material_parse("KQvK", &kqvk, error)) return -1;
    const SolveOptions options = {
        .game = solve_game_chess(), .directory = folder, .metrics = PROBE_DTZ, .threads = 1};
    const int count = solve_plan(&options, names, 1, list, error);
    if (count != 1 || solve_run(&options, list, count, error) != SOLVE_DONE) return -1;
    Workers *workers = workers_open(1);
    write_wrong_mates(workers);
    workers_close(workers);
    return 0;
}

static int remove_tables(void **state)
{
    (void)state;
    static const char *const metrics[] = {"wdl", "dtz", "dtm"};
    for (int i = 0; i < 3; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s/chess-KQvK.%s", folder, metrics[i]);
        unlink(path);
    }
    return rmdir(folder);
}

static int verify(const char *metric)
{
    char path[64];
    Options options;
    snprintf(path, sizeof path, "%s/chess-KQvK.%s", folder, metric);
    char *arguments[] = {"tabuleiro", "table", "verify", path, "--threads", "1", NULL};
    assert_int_equal(cli_parse(6, arguments, &options), CLI_DONE);
    return cmd_table(&options);
}

static void verify_tells_wrong_tables(void **state)
{
    (void)state;
    assert_int_equal(verify("dtz"), CLI_DONE);
    assert_int_equal(verify("dtm"), CLI_MISMATCH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(verify_tells_wrong_tables)};
    return cmocka_run_group_tests(tests, write_tables, remove_tables);
}
