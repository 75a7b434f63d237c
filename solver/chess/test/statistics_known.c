/* SPDX-License-Identifier: MIT */
/* Statistics of solved tables against known ones.
 *
 *   statistics_known FOLDER MEN|MATERIAL...
 *
 * Solves all materials of up to MEN men, or those named and what they need, and compares each with the files
 * of FOLDER (results/known): counts by result and by distance, the longest distances, positions that have
 * them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../test/known_statistics.h"
#include "solved_tables.h"
#include "solver/chess/statistics.h"

enum { THREADS = 2, MOST = 400 };

typedef struct {
    Material material;
    Statistics *zeroing, *mate;
} Counted;

static const char *folder;
static SolvedTables *tables;
static Workers *workers;
static Counted counted[MOST];
static int count;

/* ---- messages ---- */

static const char *place; /* what is compared */

static void expect(const char *what, u64 got, u64 expected)
{
    if (got != expected)
        fail_msg("%s: %s: %" PRIu64 ", expected %" PRIu64, place, what, (uint64_t)got, (uint64_t)expected);
}

/* ---- counting ---- */

static Statistics *count_one(const Material *material, int metrics)
{
    char error[PROBER_ERROR];
    const TableWalk walk = {
        .steps = {.workers = workers}, .source = solved_source(tables), .material = material};
    Statistics *statistics = malloc(sizeof *statistics);
    assert_non_null(statistics);
    if (statistics_count(&walk, metrics, statistics, error) != WALK_DONE) fail_msg("%s", error);
    return statistics;
}

static void add_counted(const Material *material)
{
    if (!solved_table(tables, material, METRIC_DTM)) return;
    assert_true(count < MOST);
    counted[count++] = (Counted){*material, count_one(material, PROBE_DTZ), count_one(material, PROBE_DTM)};
}

static void count_all(void **state)
{
    (void)state;
    static Material list[1000];
    for (int men = 3; men <= MATERIAL_MEN - 1; men++) {
        const int length = material_list(men, list);
        for (int i = 0; i < length; i++) add_counted(&list[i]);
    }
    printf("%d tables\n", count);
}

static const Counted *find(const char *name)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(counted[i].material.name, name)) return &counted[i];
    return NULL;
}

/* ---- comparing ---- */

static u64 of_kind(const PositionCounts *counts, int kind)
{
    return kind == 0 ? counts->all : kind == 1 ? counts->unique : counts->ordered;
}

static void compare_counts(const SideStatistics *zeroing, const SideStatistics *mate,
                           const KnownCounts *known, int kind)
{
    static const char *const names[] = {"losses", "blessed losses", "draws", "cursed wins", "wins"};
    if (!known->known) return;
    for (int i = 0; i < 5; i++) expect(names[i], of_kind(&zeroing->results[i], kind), known->results[i]);
    expect("losses by mate", of_kind(&mate->results[0], kind), known->results[0] + known->results[1]);
    expect("draws by mate", of_kind(&mate->results[2], kind), known->results[2]);
    expect("wins by mate", of_kind(&mate->results[4], kind), known->results[3] + known->results[4]);
}

static int longer(int a, int b) { return a > b ? a : b; }

static int longest_win(const SideStatistics *of)
{
    return longer(of->longest[WDL_WIN + 2].plies, of->longest[WDL_CURSED_WIN + 2].plies);
}
static int longest_loss(const SideStatistics *of)
{
    return longer(of->longest[WDL_LOSS + 2].plies, of->longest[WDL_BLESSED_LOSS + 2].plies);
}

static void compare_plies(const char *what, int got, int known)
{
    if (known != KNOWN_UNKNOWN && got != known)
        fail_msg("%s: %s: %d plies, expected %d", place, what, got, known);
}

static void compare_longest(const char *what, const LongestDistance *got, const KnownLongest *known)
{
    compare_plies(what, got->plies, known->plies);
    if (known->plies >= 0 && known->unique) expect(what, got->count.unique, known->unique);
}

/* The position shown has the distance shown. */
static void probe_shown(const LongestDistance *shown, int metrics, int sign)
{
    char error[NOTATION_ERROR + PROBER_ERROR];
    ChessRecord record;
    ProbeValue value;
    const TableSource source = solved_source(tables);
    if (shown->plies < 0) return;
    if (chess_fen_parse(shown->fen, &record, error)) fail_msg("%s: %s: %s", place, shown->fen, error);
    assert_int_equal(source.probe(source.user, &record.position, metrics, &value, error), PROBE_DONE);
    assert_int_equal(metrics == PROBE_DTM ? value.dtm : value.dtz, sign * shown->plies);
}

static void compare_table(const Counted *of, const KnownTable *known)
{
    const SideStatistics *zeroing = &of->zeroing->side[known->side], *mate = &of->mate->side[known->side];
    const SideStatistics *other = &of->zeroing->side[!known->side];
    compare_counts(zeroing, mate, &known->all, 0);
    compare_counts(zeroing, mate, &known->unique, 1);
    compare_counts(zeroing, mate, &known->ordered, 2);
    compare_longest("longest mate", &mate->longest[WDL_WIN + 2], &known->longest_win_dtm);
    compare_longest("longest time mated", &mate->longest[WDL_LOSS + 2], &known->longest_loss_dtm);
    compare_plies("longest win", longest_win(zeroing), known->longest_win_dtz);
    compare_plies("longest loss", longest_loss(zeroing), known->longest_loss_dtz);
    compare_plies("longest win of the colour",
                  longer(zeroing->longest[WDL_WIN + 2].plies, other->longest[WDL_LOSS + 2].plies),
                  known->longest_win_of_colour.plies);
    compare_plies(
        "longest cursed win of the colour",
        longer(zeroing->longest[WDL_CURSED_WIN + 2].plies, other->longest[WDL_BLESSED_LOSS + 2].plies),
        known->longest_cursed_of_colour.plies);
    for (int i = 0; i < 5; i++) {
        probe_shown(&zeroing->longest[i], PROBE_DTZ, i < 2 ? -1 : 1);
        probe_shown(&mate->longest[i], PROBE_DTM, i < 2 ? -1 : 1);
    }
}

static void known_tables(void **state)
{
    (void)state;
    char error[NOTATION_ERROR], where[64];
    KnownStatistics *known = known_statistics_open(folder, error);
    if (known == NULL) fail_msg("%s", error);
    int compared = 0;
    for (int i = 0; i < known->count; i++) {
        const KnownTable *table = &known->table[i];
        const Counted *of = find(table->name);
        if (of == NULL) continue;
        snprintf(where, sizeof where, "%s, side %d", table->name, table->side);
        place = where;
        compare_table(of, table);
        compared++;
    }
    known_statistics_close(known);
    printf("%d of them known\n", compared / 2);
    assert_true(compared > 0);
}

/* ---- distances ---- */

static int distances_known;

static int compare_distance(void *user, const KnownRow *row, char error[NOTATION_ERROR])
{
    (void)user;
    (void)error;
    const Counted *of = find(row->column[0]);
    if (of == NULL) return 0;
    const SideStatistics *side = &of->mate->side[*row->column[1] == 'b'];
    const PositionCounts *counts = *row->column[2] == 'w' ? side->won : side->lost;
    u64 plies, all, unique;
    place = row->place;
    assert_int_equal(known_count(row->column[3], &plies), 0);
    assert_int_equal(known_count(row->column[4], &all), 0);
    assert_int_equal(known_count(row->column[5], &unique), 0);
    assert_true(plies < STATISTICS_PLIES);
    expect("positions", counts[plies].all, all);
    expect("unique positions", counts[plies].unique, unique);
    distances_known++;
    return 0;
}

/* Of tables of 3 and 4 men, which the file has in full. */
static int distances_counted(void)
{
    int counts = 0;
    for (int i = 0; i < count; i++)
        for (int side = 0; side < 2 && counted[i].material.count <= 2; side++)
            for (int plies = 0; plies < STATISTICS_PLIES; plies++)
                counts += (counted[i].mate->side[side].won[plies].all > 0) +
                          (counted[i].mate->side[side].lost[plies].all > 0);
    return counts;
}

static void known_distances(void **state)
{
    (void)state;
    char error[NOTATION_ERROR];
    if (known_rows(folder, "chess_dtm_histogram.tsv", 6, compare_distance, NULL, error))
        fail_msg("%s", error);
    assert_int_equal(distances_known, distances_counted());
    printf("%d distances\n", distances_known);
}

/* ---- the program ---- */

static int solve(const char *name)
{
    char error[MATERIAL_ERROR];
    Material material;
    if (*name >= '3' && *name <= '6' && !name[1]) return solved_tables_add_all(tables, *name - '0');
    if (!material_parse(name, &material, error)) return solved_tables_add(tables, &material);
    fprintf(stderr, "%s\n", error);
    return -1;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fputs("usage: statistics_known FOLDER MEN|MATERIAL...\n", stderr);
        return 1;
    }
    folder = argv[1];
    workers = workers_open(THREADS);
    tables = workers ? solved_tables_open(workers) : NULL;
    for (int i = 2; i < argc; i++)
        if (tables == NULL || solve(argv[i])) {
            fputs("cannot solve\n", stderr);
            return 1;
        }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(count_all),
        cmocka_unit_test(known_tables),
        cmocka_unit_test(known_distances),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (int i = 0; i < count; i++) {
        free(counted[i].zeroing);
        free(counted[i].mate);
    }
    solved_tables_close(tables);
    workers_close(workers);
    return failed;
}
