/* SPDX-License-Identifier: MIT */
/* Draughts tables under the kernel checker: slices of two pieces solved on a device against the native
 * engine's. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../kernels/kernel_table.h"
#include "../solver/draughts/device_retrograde.h"
#include "kcheck_once.h"

#define FEW_POSITIONS 1000 /* of a run; then it is one game */

/* A board of one word, of two, huffing. */
static const DraughtsGameId games[] = {DRAUGHTS_GAME_checkers, DRAUGHTS_GAME_canadian, DRAUGHTS_GAME_damma};

enum { KING_KING, KING_MAN, MAN_KING, SLICES };
static const char *const names[SLICES] = {"KvK", "KvM", "MvK"};

typedef struct {
    Kcheck *kcheck;
    KcheckDevice *d;
    Workers *workers;
    DraughtsTable expected[SLICES], given[SLICES];
} Check;

static const DraughtsTable *child(void *user, DraughtsSlice slice)
{
    const Check *c = user;
    int i = 0;
    while (!draughts_slice_equal(c->expected[i].index.slice, slice)) i++;
    return &c->expected[i];
}

static void no_memory(const Check *c)
{
    c->d->status = DEVICE_OUT_OF_MEMORY;
    snprintf(c->d->error.text, sizeof c->d->error.text, "out of host memory");
}

static void print_mismatch(const Check *c, int slice, u64 i)
{
    const DraughtsTable *expected = &c->expected[slice], *given = &c->given[slice];
    char name[48], texts[2][16];
    snprintf(name, sizeof name, "%s %s", expected->index.game->name, names[slice]);
    snprintf(texts[0], sizeof texts[0], "%d", expected->value[i]);
    snprintf(texts[1], sizeof texts[1], "%d", given->value[i]);
    kcheck_mismatch(c->kcheck, &(KcheckMismatch){.device = c->d->device->info.id,
                                                 .kernel = kernel_table[KERNEL_draughts_tables_look].name,
                                                 .item = i,
                                                 .kind = "value",
                                                 .position = name,
                                                 .expected = texts[0],
                                                 .got = texts[1]});
}

static void compare(const Check *c, int slice)
{
    const u64 size = c->expected[slice].index.size;
    for (u64 i = 0; i < size; i++)
        if (c->given[slice].value[i] != c->expected[slice].value[i]) print_mismatch(c, slice, i);
    for (int k = KERNEL_draughts_tables_begin; k <= KERNEL_draughts_tables_commit; k++)
        kcheck_checked(c->kcheck, c->d->device->info.id, kernel_table[k].name, size);
}

/* A slice and the turned one, which may be the same. */
static void check_slices(Check *c, int slice, int turned)
{
    if (c->d->status) return;
    if (draughts_retrograde_solve(&c->expected[slice], &c->expected[turned], child, c, c->workers, NULL)) {
        no_memory(c);
        return;
    }
    if (draughts_device_retrograde_solve(&c->given[slice], &c->given[turned], child, c, c->d->device, NULL,
                                         &c->d->error))
        c->d->status = DEVICE_FAILED;
    else
        for (int i = slice; i <= turned; i++) compare(c, i);
}

static void check_game(Check *c, const DraughtsGame *game)
{
    int whole = 1;
    for (int i = 0; i < SLICES; i++) {
        DraughtsSlice slice;
        draughts_slice_parse(names[i], &slice);
        whole &= !draughts_table_open(&c->expected[i], game, slice);
        whole &= !draughts_table_open(&c->given[i], game, slice);
    }
    if (!whole) no_memory(c);
    check_slices(c, KING_KING, KING_KING);
    check_slices(c, KING_MAN, MAN_KING);
    for (int i = 0; i < SLICES; i++) {
        draughts_table_close(&c->expected[i]);
        draughts_table_close(&c->given[i]);
    }
}

/* ---- as a game, which needs no positions: all is done with the first batch ---- */

static void check_device(Kcheck *kcheck, const KcheckBatch *batch, KcheckDevice *d)
{
    if (batch->first) return;
    Check c = {.kcheck = kcheck, .d = d, .workers = workers_open(1)};
    const size_t count = kcheck->positions < FEW_POSITIONS ? 1 : sizeof games / sizeof *games;
    if (!c.workers) no_memory(&c);
    for (size_t i = 0; i < count && !d->status; i++) check_game(&c, &draughts_games[games[i]]);
    workers_close(c.workers);
}

KcheckGame kcheck_draughts_tables(void)
{
    return kcheck_once("draughts-tables", "draughts_tables", check_device);
}
