/* SPDX-License-Identifier: MIT */
/* Solves draughts slices by an engine, and prints a checksum of each: equal for all engines, devices, machines.
 *
 *   draughts_sums ENGINE GAME PIECES [SLICE...]
 *
 * ENGINE: cpu, or a device. All slices of 2 to PIECES pieces, then those named with their turned ones, each of
 * which must lead to earlier ones alone. A line for each: game, slice, positions, XXH3 of its bytes. Exit code
 * 77: there is no such device here. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "draughts_solved.h"
#include "host/devices/devices.h"
#include "solver/draughts/device_retrograde.h"

typedef struct {
    Device *device; /* NULL: cpu */
    Workers *workers;
    DeviceError error;
} Engine;

static RetrogradeStatus solve(void *how, DraughtsTable *table, DraughtsTable *turned, DraughtsChild *child,
                              void *user)
{
    Engine *e = how;
    if (!e->device) return draughts_retrograde_solve(table, turned, child, user, e->workers, NULL);
    return draughts_device_retrograde_solve(table, turned, child, user, e->device, NULL, &e->error);
}

static int fail(const char *what, const char *detail)
{
    fprintf(stderr, "draughts_sums: %s: %s\n", what, detail);
    return 1;
}

static void print_sums(const DraughtsSolved *solved)
{
    for (int i = 0; i < solved->count; i++) {
        const DraughtsTable *table = &solved->tables[i];
        char name[DRAUGHTS_SLICE_NAME];
        draughts_slice_name(table->index.slice, name);
        printf("%s %s %" PRIu64 " %016" PRIx64 "\n", solved->game->name, name, table->index.size,
               (uint64_t)XXH3_64bits(table->value, table->index.size));
    }
}

static int run(Engine *e, DraughtsSolved *solved, int pieces, char **slices)
{
    if (draughts_solved_add_by(solved, pieces, solve, e)) return fail("not solved", e->error.text);
    for (; *slices; slices++) {
        DraughtsSlice slice;
        if (draughts_slice_parse(*slices, &slice)) return fail("no slice", *slices);
        if (draughts_solved_add_slice(solved, slice, solve, e)) return fail(*slices, e->error.text);
    }
    print_sums(solved);
    return 0;
}

static const DraughtsGame *game_named(const char *name)
{
    for (int i = 0; i < DRAUGHTS_GAMES; i++)
        if (!strcmp(draughts_games[i].name, name)) return &draughts_games[i];
    return NULL;
}

int main(int argc, char **argv)
{
    Engine e = {.error = {""}};
    if (argc < 4) return fail("usage", "draughts_sums ENGINE GAME PIECES [SLICE...]");
    const DraughtsGame *game = game_named(argv[2]);
    if (!game) return fail("no game", argv[2]);
    const DeviceStatus status =
        strcmp(argv[1], "cpu") ? device_open(argv[1], 0, &e.device, &e.error) : DEVICE_OK;
    if (status) {
        printf("%s\n", e.error.text);
        return status == DEVICE_ABSENT ? 77 : 1;
    }
    e.workers = workers_open(1);
    DraughtsSolved *solved = draughts_solved_open(game);
    const int code =
        e.workers && solved ? run(&e, solved, atoi(argv[3]), argv + 4) : fail("out of", "memory");
    draughts_solved_close(solved);
    workers_close(e.workers);
    if (e.device) device_close(e.device);
    return code;
}
