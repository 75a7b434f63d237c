/* SPDX-License-Identifier: MIT */
/* Tables solved in memory: all of 3 men against the reference solver; the same arrays from every build and
 * any number of threads; what is reported on the way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "against_reference.h"
#include "solved_tables.h"
#include "../../test/table_folder.h"
#include "solver/chess/retrograde.h"

static const char *const builds[] = {"plain", "avx2", "avx512"};
enum { BUILDS = 3 };

/* 0: not of this processor. */
static int use_build(const char *name)
{
    setenv("TABULEIRO_CPU", name, 1);
    return strcmp(retrograde_instruction_set(), name) == 0;
}

static SolvedTables *solved(const char *const *names, int count, int threads, Workers **workers)
{
    *workers = workers_open(threads);
    SolvedTables *tables = *workers ? solved_tables_open(*workers) : NULL;
    assert_non_null(tables);
    for (int i = 0; i < count; i++) {
        const Material material = material_named(names[i]);
        if (solved_tables_add(tables, &material)) fail_msg("%s: no memory", names[i]);
    }
    return tables;
}

static void all_of_3_men(void **state)
{
    (void)state;
    static const char *const pawn[] = {"KPvK"};
    Reference *reference = reference_of(pawn[0]);
    for (int i = 0; i < BUILDS; i++) {
        if (!use_build(builds[i])) continue;
        Workers *workers;
        SolvedTables *tables = solved(pawn, 1, 1, &workers);
        const Compared compared = {.source = solved_source(tables), .stride = 1};
        /* KNvK 429,440, KBvK 417,228, KRvK 399,112, KQvK 368,452, KPvK 331,352 */
        assert_int_equal(compare_tables(&compared, reference), 1945584);
        solved_tables_close(tables);
        workers_close(workers);
    }
    reference_close(reference);
    unsetenv("TABULEIRO_CPU");
}

static void assert_same(const SolvedTables *a, const SolvedTables *b, const Material *material,
                        const char *what)
{
    for (int metric = 0; metric < 2; metric++) {
        const Table *x = solved_table(a, material, (Metric)metric),
                    *y = solved_table(b, material, (Metric)metric);
        assert_true(x && y && x->placements->blocks == y->placements->blocks);
        const size_t words = (size_t)x->placements->blocks * BLOCK_WORDS;
        for (int side = 0; side < 2; side++)
            if (memcmp(x->won[side], y->won[side], words * 8) ||
                memcmp(x->lost[side], y->lost[side], words * 8) ||
                memcmp(x->distance[side], y->distance[side], words * 64))
                fail_msg("%s, metric %d, side %d: %s differs", material->name, metric, side, what);
    }
}

static void assert_all_same(const SolvedTables *a, const SolvedTables *b, const char *what)
{
    static Material list[40];
    int compared = 0;
    for (int men = 3; men <= 4; men++) {
        const int count = material_list(men, list);
        for (int i = 0; i < count; i++)
            if (solved_table(a, &list[i], METRIC_DTM)) {
                assert_same(a, b, &list[i], what);
                compared++;
            }
    }
    assert_true(compared > 10);
}

static void builds_and_threads_agree(void **state)
{
    (void)state;
    static const char *const names[] = {"KPvKR", "KNNvK"};
    Workers *workers, *others;
    assert_true(use_build("plain"));
    SolvedTables *plain = solved(names, 2, 1, &workers);
    for (int i = 1; i < BUILDS; i++) {
        if (!use_build(builds[i])) continue;
        SolvedTables *tables = solved(names, 2, 1, &others);
        assert_all_same(tables, plain, builds[i]);
        solved_tables_close(tables);
        workers_close(others);
    }
    unsetenv("TABULEIRO_CPU");
    for (int threads = 2; threads <= 3; threads++) {
        SolvedTables *tables = solved(names, 2, threads, &others);
        assert_all_same(tables, plain, "the best build with threads");
        solved_tables_close(tables);
        workers_close(others);
    }
    solved_tables_close(plain);
    workers_close(workers);
}

/* ---- one table by hand ---- */

static const Table *child_of(void *user, const Material *material)
{
    return solved_table(user, material, METRIC_DTM);
}

typedef struct {
    int calls, stop_at, level, ply;
    u64 decided;
} Watched;

static int watch(void *user, int level, int levels, int ply, u64 decided)
{
    Watched *w = user;
    assert_in_range(level, w->level, levels - 1);
    assert_int_equal(levels, 6);
    if (level > w->level) w->ply = 0;
    assert_true(ply >= w->ply && decided >= w->decided);
    *w = (Watched){w->calls + 1, w->stop_at, level, ply, decided};
    return w->calls == w->stop_at;
}

static void told_on_the_way(void **state)
{
    (void)state;
    static const char *const below[] = {"KQvK", "KRvK", "KBvK", "KNvK"};
    Workers *workers;
    SolvedTables *tables = solved(below, 4, 1, &workers);
    const Material material = material_named("KPvK");
    Watched all = {.stop_at = 0};
    for (int stop_at = 0; stop_at <= all.calls; stop_at += 1 + stop_at / 4) {
        Table *table = table_open(&material, METRIC_DTM);
        assert_non_null(table);
        Watched w = {.stop_at = stop_at};
        const RetrogradeWatch watching = {watch, &w};
        const RetrogradeStatus status = retrograde_solve(table, child_of, tables, workers, &watching);
        assert_int_equal(status, stop_at ? RETROGRADE_STOPPED : RETROGRADE_DONE);
        if (stop_at) assert_int_equal(w.calls, stop_at);
        if (stop_at == 0) all = w;
        table_close(table);
    }
    assert_int_equal(all.level, 5);
    solved_tables_close(tables);
    workers_close(workers);
}

/* Mates by which a capture would be won later than a byte can say. */
static void distances_too_long(void **state)
{
    (void)state;
    static const char *const below[] = {"KRvK", "KNvK"};
    Workers *workers;
    SolvedTables *tables = solved(below, 2, 1, &workers);
    Table *rook = solved_table(tables, &(Material){.key = material_named("KRvK").key}, METRIC_DTM);
    const size_t cells = (size_t)rook->placements->blocks * BLOCK_CELLS;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < cells; i++)
            if (rook->distance[side][i] != DISTANCE_ILLEGAL) rook->distance[side][i] = DISTANCE_MOST;
    const Material material = material_named("KRvKN");
    Table *table = table_open(&material, METRIC_DTM);
    assert_non_null(table);
    assert_int_equal(retrograde_solve(table, child_of, tables, workers, NULL), RETROGRADE_TOO_LONG);
    table_close(table);
    solved_tables_close(tables);
    workers_close(workers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_3_men),
        cmocka_unit_test(builds_and_threads_agree),
        cmocka_unit_test(told_on_the_way),
        cmocka_unit_test(distances_too_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
