/* SPDX-License-Identifier: MIT */
/* Chess tables under the kernel checker: small ones solved on a device against the native engine's. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../kernels/kernel_table.h"
#include "../solver/chess/device_retrograde.h"
#include "kcheck_once.h"

#define FEW_POSITIONS \
    1000 /* of a run; then the last table is left out, and the others after some plies of a level */
#define FEW_PLIES 4

static const char *const names[] = {"KNvK", "KBvK", "KRvK", "KQvK", "KPvK", "KQvKR"}; /* children first */
enum { TABLES = 1 + sizeof names / sizeof *names, FEW_TABLES = TABLES - 1 }; /* the first: two kings alone */

typedef struct {
    Kcheck *kcheck;
    KcheckDevice *d;
    Workers *workers;
    Metric metric;
    int few;
    Table *table[TABLES]; /* the native engine's, whole */
} Check;

static const Table *child(void *user, const Material *material)
{
    const Check *c = user;
    int i = 0;
    while (c->table[i]->material.key != material->key) i++;
    return c->table[i];
}

static int stop(void *user, int level, int levels, int ply, u64 decided)
{
    (void)level, (void)levels, (void)decided;
    return *(const int *)user && ply > FEW_PLIES;
}

static void no_memory(const Check *c)
{
    c->d->status = DEVICE_OUT_OF_MEMORY;
    snprintf(c->d->error.text, sizeof c->d->error.text, "out of host memory");
}

static void print_mismatch(const Check *c, const Table *given, const Table *expected, int side, size_t word)
{
    const int lost = given->lost[side][word] != expected->lost[side][word];
    const KernelId kernel = lost ? KERNEL_chess_tables_losses : KERNEL_chess_tables_wins;
    const u64 *right = lost ? expected->lost[side] : expected->won[side];
    const u64 *got = lost ? given->lost[side] : given->won[side];
    char name[32], texts[2][48];
    snprintf(name, sizeof name, "%s %s", expected->material.name,
             expected->metric == METRIC_DTM ? "dtm" : "dtz");
    snprintf(texts[0], sizeof texts[0], "%016" PRIx64 " and its distances", right[word]);
    snprintf(texts[1], sizeof texts[1], "%016" PRIx64 " and others", got[word]);
    kcheck_mismatch(c->kcheck, &(KcheckMismatch){.device = c->d->device->info.id,
                                                 .kernel = kernel_table[kernel].name,
                                                 .item = word,
                                                 .kind = side ? "second side" : "first side",
                                                 .position = name,
                                                 .expected = texts[0],
                                                 .got = texts[1]});
}

static void compare(const Check *c, const Table *given, const Table *expected)
{
    const size_t words = (size_t)expected->placements->blocks * BLOCK_WORDS;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < words; i++)
            if (given->won[side][i] != expected->won[side][i] ||
                given->lost[side][i] != expected->lost[side][i] ||
                memcmp(given->distance[side] + i * 64, expected->distance[side] + i * 64, 64))
                print_mismatch(c, given, expected, side, i);
    for (int k = KERNEL_chess_tables_seek; k <= KERNEL_chess_tables_tally; k++)
        kcheck_checked(c->kcheck, c->d->device->info.id, kernel_table[k].name, 2 * words);
}

/* Solves table number `i`, those before it being there, then on the device, to the same ply, `given`. */
static void check_table(Check *c, int i, Table *given, Table *expected)
{
    const RetrogradeWatch watch = {stop, &c->few};
    if (!given || !expected || !c->table[i] ||
        retrograde_solve(c->table[i], child, c, c->workers, NULL) == RETROGRADE_MEMORY ||
        retrograde_solve(expected, child, c, c->workers, &watch) == RETROGRADE_MEMORY)
        no_memory(c);
    else if (device_retrograde_solve(given, child, c, c->workers, c->d->device, &watch, &c->d->error) ==
             RETROGRADE_DEVICE)
        c->d->status = DEVICE_FAILED;
    else compare(c, given, expected);
}

static void check_metric(Check *c)
{
    for (int i = 0; !c->d->status && i < (c->few ? FEW_TABLES : TABLES); i++) {
        Material material = material_of(0, NULL);
        char error[MATERIAL_ERROR];
        if (i > 0) material_parse(names[i - 1], &material, error);
        Table *given = table_open(&material, c->metric), *expected = table_open(&material, c->metric);
        c->table[i] = table_open(&material, c->metric);
        check_table(c, i, given, expected);
        table_close(given);
        table_close(expected);
    }
    for (int i = 0; i < TABLES; i++) table_close(c->table[i]);
}

/* ---- as a game, which needs no positions: all is done with the first batch ---- */

static void check_device(Kcheck *kcheck, const KcheckBatch *batch, KcheckDevice *d)
{
    for (int metric = METRIC_DTZ; metric <= METRIC_DTM && batch->first == 0; metric++) {
        Check c = {
            .kcheck = kcheck, .d = d, .metric = (Metric)metric, .few = kcheck->positions < FEW_POSITIONS};
        c.workers = workers_open(1); /* so that both engines stop at the same place */
        if (c.workers) check_metric(&c);
        else no_memory(&c);
        workers_close(c.workers);
    }
}

KcheckGame kcheck_tables(void) { return kcheck_once("tables", "chess_tables", check_device); }
