/* SPDX-License-Identifier: MIT */
/* Mutual zugzwangs against the reference solver, position by position.
 *
 *   zugzwang_reference MATERIAL...
 *
 * Materials of 3 and 4 men. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "reference.h"
#include "rules/chess/symmetry.h"
#include "solved_tables.h"
#include "solver/chess/zugzwang.h"

enum { THREADS = 2 };

static char **names; /* to NULL */
static Workers *workers;
static SolvedTables *tables;
static ZugzwangReport report;

typedef struct {
    const Reference *reference;
    u32 symmetries;
    ZugzwangReport counted;
} Expected;

static int compare(u64 a, u64 b) { return (a > b) - (a < b); }

static int compare_positions(const ChessPosition *a, const ChessPosition *b)
{
    const int by_plane[] = {compare(a->kind0, b->kind0), compare(a->kind1, b->kind1),
                            compare(a->kind2, b->kind2), compare(a->own, b->own)};
    for (int i = 0; i < 4; i++)
        if (by_plane[i]) return by_plane[i];
    return 0;
}

static int is_least(const ChessPosition *p, u32 symmetries)
{
    for (u32 s = 1; s < symmetries; s++) {
        const ChessPosition image = {symmetry_word(s, p->kind0), symmetry_word(s, p->kind1),
                                     symmetry_word(s, p->kind2), symmetry_word(s, p->own)};
        if (compare_positions(&image, p) < 0) return 0;
    }
    return 1;
}

static void visit(void *user, ChessPosition p, int second, ReferenceValue value)
{
    Expected *expected = user;
    ReferenceValue other;
    if (second || chess_en_passant(p) || chess_in_check(p)) return;
    assert_int_equal(reference_probe(expected->reference, chess_flip(p), &other), REFERENCE_OK);
    const u64 least = (u64)is_least(&p, expected->symmetries);
    expected->counted.positions++;
    expected->counted.unique += least;
    if (value.wdl >= -other.wdl) return;
    ZugzwangCounts *counts = &expected->counted.kind[value.wdl == 0    ? ZUGZWANG_FIRST_WINS
                                                     : -other.wdl == 0 ? ZUGZWANG_SECOND_WINS
                                                                       : ZUGZWANG_FULL];
    counts->all++;
    counts->unique += least;
}

static void expect_reference(const char *name)
{
    static Expected expected;
    char error[MATERIAL_ERROR];
    Material material;
    if (material_parse(name, &material, error)) fail_msg("%s", error);
    assert_int_equal(solved_tables_add(tables, &material), 0);
    const TableWalk walk = {
        .steps = {.workers = workers}, .source = solved_source(tables), .material = &material};
    Reference *reference = reference_open(&name, 1, error);
    if (reference == NULL) fail_msg("%s", error);
    memset(&expected, 0, sizeof expected);
    expected.reference = reference;
    expected.symmetries = material.pawns ? 2 : 8;
    for (int i = 0; i < reference_count(reference); i++)
        if (!strcmp(reference_name(reference, i), material.name))
            reference_each(reference, i, visit, &expected);
    reference_close(reference);
    if (zugzwang_count(&walk, &(ZugzwangOptions){.list = 0}, &report, error) != WALK_DONE)
        fail_msg("%s", error);
    assert_true(report.positions > 0);
    assert_memory_equal(&report, &expected.counted, sizeof report);
}

static void counts(void **state)
{
    (void)state;
    for (char **name = names; *name; name++) expect_reference(*name);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("usage: zugzwang_reference MATERIAL...\n", stderr);
        return 1;
    }
    names = argv + 1;
    workers = workers_open(THREADS);
    tables = workers ? solved_tables_open(workers) : NULL;
    if (tables == NULL) return 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(counts)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    solved_tables_close(tables);
    workers_close(workers);
    return failed;
}
