/* SPDX-License-Identifier: MIT */
/* All tables of 4 men: in memory from every build, and probed in files, against the reference solver;
 * published positions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "against_reference.h"
#include "../../test/known_statistics.h"
#include "solved_tables.h"
#include "../../test/table_folder.h"
#include "solver/chess/retrograde.h"
#include "solver/solve.h"

/* Two references have all materials between them; of positions without en passant captures files show every
 * 7th. */
static const char *const references[] = {"KPvKP", "KPPvK"};
enum { THREADS = 2, IN_FILES = 7, MEN = 4, ALL = PROBE_WDL | PROBE_DTZ | PROBE_DTM };

static Workers *workers;
static SolvedTables *tables; /* of the best build */
static TableFolder folder;

static SolvedTables *solve_all(void)
{
    SolvedTables *solved = solved_tables_open(workers);
    assert_non_null(solved);
    assert_int_equal(solved_tables_add_all(solved, MEN), 0);
    return solved;
}

static int make_tables(void **state)
{
    (void)state;
    static SolveItem list[SOLVE_LIST];
    static const char *const all[] = {"all-4"};
    char error[SOLVE_ERROR];
    workers = workers_open(THREADS);
    assert_non_null(workers);
    tables = solve_all();
    folder = folder_make();
    const SolveOptions options = {.game = solve_game_chess(),
                                  .directory = folder.path,
                                  .metrics = PROBE_DTZ | PROBE_DTM,
                                  .threads = THREADS};
    const int planned = solve_plan(&options, all, 1, list, error);
    if (planned < 0 || solve_run(&options, list, planned, error) != SOLVE_DONE) fail_msg("%s", error);
    return 0;
}

static int remove_tables(void **state)
{
    (void)state;
    folder_remove(&folder);
    solved_tables_close(tables);
    workers_close(workers);
    return 0;
}

static void builds_agree(void **state)
{
    (void)state;
    static const char *const builds[] = {"plain", "avx2", "avx512"};
    static Material list[40];
    const int count = material_list(MEN, list);
    for (int i = 0; i < 3; i++) {
        setenv("TABULEIRO_CPU", builds[i], 1);
        if (strcmp(retrograde_instruction_set(), builds[i]) != 0) continue;
        SolvedTables *solved = solve_all();
        for (int j = 0; j < 2 * count; j++) {
            const Table *a = solved_table(solved, &list[j / 2], (Metric)(j & 1));
            const Table *b = solved_table(tables, &list[j / 2], (Metric)(j & 1));
            const size_t words = (size_t)b->placements->blocks * BLOCK_WORDS;
            for (int side = 0; side < 2; side++)
                if (memcmp(a->won[side], b->won[side], words * 8) ||
                    memcmp(a->lost[side], b->lost[side], words * 8) ||
                    memcmp(a->distance[side], b->distance[side], words * 64))
                    fail_msg("%s, metric %d, side %d: %s differs", list[j / 2].name, j & 1, side, builds[i]);
        }
        solved_tables_close(solved);
    }
    unsetenv("TABULEIRO_CPU");
}

static void files_and_memory(void **state)
{
    (void)state;
    char error[PROBER_ERROR];
    Prober *prober = prober_open(folder.path, 256 << 20, error);
    if (prober == NULL) fail_msg("%s", error);
    const Compared memory = {.source = solved_source(tables), .stride = 1};
    const Compared files = {.source = prober_source(prober), .stride = IN_FILES, .en_passant = 1};
    for (int i = 0; i < 2; i++) {
        Reference *reference = reference_of(references[i]);
        const u64 in_memory = compare_tables(&memory, reference),
                  in_files = compare_tables(&files, reference);
        printf("%s: %" PRIu64 " positions in memory, %" PRIu64 " in files\n", references[i],
               (uint64_t)in_memory, (uint64_t)in_files);
        reference_close(reference);
    }
    prober_close(prober);
}

/* ---- published positions ---- */

static int probed;

static int check_row(void *user, const KnownRow *row, char error[NOTATION_ERROR])
{
    char why[NOTATION_ERROR > PROBER_ERROR ? NOTATION_ERROR : PROBER_ERROR];
    ChessRecord record;
    ProbeValue value;
    if (chess_fen_parse(row->column[0], &record, why) ||
        prober_probe(user, &record.position, ALL, &value, why) != PROBE_DONE)
        return notation_fail(error, "%s: %s", row->place, why);
    const int got[] = {value.wdl, value.dtz, prober_wdl_at_clock(value, record.halfmove), value.dtm};
    for (int i = 0; i < 4; i++)
        if (got[i] != atoi(row->column[4 + i]))
            return notation_fail(error, "%s: column %d is %d, expected %s", row->place, 5 + i, got[i],
                                 row->column[4 + i]);
    probed++;
    return 0;
}

static void known_positions(void **state)
{
    (void)state;
    char error[NOTATION_ERROR], why[PROBER_ERROR];
    Prober *prober = prober_open(folder.path, 256 << 20, why);
    if (prober == NULL) fail_msg("%s", why);
    if (known_rows(KNOWN_FOLDER, "chess_tb_positions.tsv", 8, check_row, prober, error))
        fail_msg("%s", error);
    assert_int_equal(probed, 2390);
    prober_close(prober);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_positions),
        cmocka_unit_test(builds_agree),
        cmocka_unit_test(files_and_memory),
    };
    return cmocka_run_group_tests(tests, make_tables, remove_tables);
}
