/* SPDX-License-Identifier: MIT */
/* Tables of 5 men in memory against published figures: counts of results, longest distances of both metrics.
 * Families of materials that promote into each other, one metric at a time; a family that would not fit into
 * the memory that is free is left out, and named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../test/known_statistics.h"
#include "../../test/table_folder.h"
#include "solver/chess/retrograde.h"
#include "solver/chess/statistics.h"

/* KRBvKR: cursed wins; KBBvKN, KBNvKN: the longest without pawns; KNNvKP: cursed after
 * 115 moves; KBPvKP: en passant. */
static const char *const families[] = {"KRBvKR", "KRNvKR", "KBBvKN", "KBNvKN", "KQRvKQ", "KNNvKN",
                                       "KNNvKP", "KRPvKR", "KQPvKQ", "KPPvKN", "KBPvKP"};
enum { FAMILIES = sizeof families / sizeof *families, MOST_TABLES = 128, THREADS = 2, LAST_IN_TIME = 100 };

static Workers *workers;
static KnownStatistics *known;
static Table *tables[MOST_TABLES]; /* of the metric in work */
static int count;
static MaterialKey seen[2][MOST_TABLES]; /* of 5 men and known, by metric: each is compared once */
static int seen_count[2];

/* ---- solving ---- */

static const Table *find(void *user, const Material *material)
{
    (void)user;
    for (int i = 0; i < count; i++)
        if (tables[i]->material.key == material->key) return tables[i];
    return NULL;
}

static void solve(const Material *material, Metric metric)
{
    Material children[MATERIAL_CHILDREN];
    const int n = material->count ? material_children(material, children) : 0;
    if (find(NULL, material)) return;
    for (int i = 0; i < n; i++) solve(&children[i], metric);
    Table *table = table_open(material, metric);
    if (table == NULL) fail_msg("%s: no memory", material->name);
    if (retrograde_solve(table, find, NULL, workers, NULL) != RETROGRADE_DONE)
        fail_msg("%s: not solved", material->name);
    assert_true(count < MOST_TABLES);
    tables[count++] = table;
}

/* Tables of 5 men make room, the smaller ones are needed again. */
static void free_five_men(void)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (tables[i]->material.count > 2) table_close(tables[i]);
        else tables[kept++] = tables[i];
    count = kept;
}

static void free_all(void)
{
    free_five_men();
    while (count) table_close(tables[--count]);
}

/* ---- the memory that a family takes ---- */

static u64 bytes_of(const Material *material, MaterialKey *done, int *n)
{
    Material children[MATERIAL_CHILDREN];
    for (int i = 0; i < *n; i++)
        if (done[i] == material->key) return 0;
    if (material->count == 0) return 0;
    done[(*n)++] = material->key;
    const int below = material_children(material, children);
    u64 bytes = table_bytes(material);
    for (int i = 0; i < below; i++) bytes += bytes_of(&children[i], done, n);
    return bytes;
}

static u64 free_memory(void)
{
    unsigned long long kib = 0;
    char line[128];
    FILE *file = fopen("/proc/meminfo", "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "MemAvailable: %llu kB", &kib) == 1) break;
    if (file) fclose(file);
    return kib << 10;
}

static int fits(const Material *material)
{
    MaterialKey done[MOST_TABLES];
    int n = 0;
    const u64 needed = bytes_of(material, done, &n) + retrograde_bytes(material) + (U64(1) << 30),
              there = free_memory();
    if (needed > there)
        printf("%s is left out: it takes %.1f GiB, %.1f GiB are free\n", material->name,
               (double)needed / 0x1p30, (double)there / 0x1p30);
    return needed <= there;
}

/* ---- comparing ---- */

static const Placements *placements(void *user, const Material *material)
{
    const Table *table = find(user, material);
    return table ? table->placements : NULL;
}

static ProbeStatus block(void *user, const Material *material, int metrics, u32 number, u32 side,
                         ValueBlock *values, char error[PROBER_ERROR])
{
    (void)metrics, (void)error;
    const Table *table = find(user, material);
    table_values(table, table->placements->codes[number], side, values);
    return PROBE_DONE;
}

static char place[64];

static void expect(const char *what, int64_t got, int64_t expected)
{
    if (got != expected) fail_msg("%s: %s: %" PRId64 ", expected %" PRId64, place, what, got, expected);
}

static void expect_plies(const char *what, int a, int b, int expected)
{
    if (expected != KNOWN_UNKNOWN) expect(what, a > b ? a : b, expected);
}

static void compare_zeroing(const Statistics *s, const KnownTable *t)
{
    static const char *const names[] = {"losses", "blessed losses", "draws", "cursed wins", "wins"};
    const LongestDistance *own = s->side[t->side].longest, *other = s->side[!t->side].longest;
    for (int i = 0; i < 5 && t->ordered.known; i++)
        expect(names[i], (int64_t)s->side[t->side].results[i].ordered, (int64_t)t->ordered.results[i]);
    expect_plies("longest win", own[4].plies, own[3].plies, t->longest_win_dtz);
    expect_plies("longest loss", own[0].plies, own[1].plies, t->longest_loss_dtz);
    expect_plies("longest win of the colour", own[4].plies, other[0].plies, t->longest_win_of_colour.plies);
    expect_plies("longest cursed win of the colour", own[3].plies, other[1].plies,
                 t->longest_cursed_of_colour.plies);
}

static void compare_mates(const Statistics *s, const KnownTable *t)
{
    const SideStatistics *own = &s->side[t->side];
    expect_plies("longest mate", own->longest[4].plies, -1, t->longest_win_dtm.plies);
    if (!t->ordered.known) return;
    expect("wins", (int64_t)own->results[4].ordered,
           (int64_t)(t->ordered.results[3] + t->ordered.results[4]));
    expect("losses", (int64_t)own->results[0].ordered,
           (int64_t)(t->ordered.results[0] + t->ordered.results[1]));
}

/* Returns 1 if it is a table of 5 men that was not compared before, and figures are known. */
static int is_new(const Table *table)
{
    const Metric metric = table->metric;
    if (table->material.count != 3 || known_statistics_find(known, table->material.name, 0) == NULL) return 0;
    for (int i = 0; i < seen_count[metric]; i++)
        if (seen[metric][i] == table->material.key) return 0;
    seen[metric][seen_count[metric]++] = table->material.key;
    return 1;
}

static void compare(const Table *table)
{
    static Statistics statistics;
    char error[PROBER_ERROR];
    const TableWalk walk = {.source = {.placements = placements, .block = block},
                            .material = &table->material,
                            .steps = {.workers = workers}};
    const int metrics = table->metric == METRIC_DTM ? PROBE_DTM : PROBE_DTZ;
    if (statistics_count(&walk, metrics, &statistics, error) != WALK_DONE) fail_msg("%s", error);
    for (int side = 0; side < 2; side++) {
        const KnownTable *t = known_statistics_find(known, table->material.name, side);
        if (t == NULL) continue;
        snprintf(place, sizeof place, "%s, %s, side %d", table->material.name,
                 metrics == PROBE_DTM ? "mates" : "zeroing", side);
        if (metrics == PROBE_DTM) compare_mates(&statistics, t);
        else compare_zeroing(&statistics, t);
    }
}

static void families_of(Metric metric)
{
    for (int i = 0; i < FAMILIES; i++) {
        const Material material = material_named(families[i]);
        if (!fits(&material)) continue;
        solve(&material, metric);
        for (int j = 0; j < count; j++)
            if (is_new(tables[j])) compare(tables[j]);
        free_five_men();
        printf("%s: %d tables so far, %.0f s of processor time\n", families[i], seen_count[metric],
               (double)clock() / CLOCKS_PER_SEC);
        fflush(stdout);
    }
    free_all();
    assert_true(seen_count[metric] >= 20);
}

static void zeroing(void **state) { (void)state, families_of(METRIC_DTZ); }
static void mates(void **state) { (void)state, families_of(METRIC_DTM); }

static int open_known(void **state)
{
    (void)state;
    char error[NOTATION_ERROR];
    known = known_statistics_open(KNOWN_FOLDER, error);
    workers = workers_open(THREADS);
    if (known == NULL) fprintf(stderr, "%s\n", error);
    return known && workers ? 0 : -1;
}

static int close_known(void **state)
{
    (void)state;
    known_statistics_close(known);
    workers_close(workers);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zeroing),
        cmocka_unit_test(mates),
    };
    return cmocka_run_group_tests(tests, open_known, close_known);
}
