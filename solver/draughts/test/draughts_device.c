/* SPDX-License-Identifier: MIT */
/* Draughts slices solved on a device against those of the processor's engine, byte for byte.
 *
 *   draughts_device DEVICE [GAME PIECES]       exit code 77: there is no such device here
 *
 * Without a game: all slices of 2 pieces and some of 3, of every game; stops and failures. With one: all slices
 * of 2 to PIECES pieces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draughts_solved.h"
#include "host/devices/devices.h"
#include "solver/draughts/device_retrograde.h"
#include "../../test/breaking_device.h"

static Device *device;
static Workers *workers;
static const char *chosen_game;
static int chosen_pieces;

static const DraughtsTable *child(void *user, DraughtsSlice slice)
{
    const DraughtsTable *table = draughts_solved_table(user, slice);
    if (!table) fail_msg("a slice is asked for that is not there");
    return table;
}

static const DraughtsGame *game_named(const char *name)
{
    for (int i = 0; i < DRAUGHTS_GAMES; i++)
        if (!strcmp(draughts_games[i].name, name)) return &draughts_games[i];
    fail_msg("no game %s", name);
    return NULL;
}

/* ---- equal tables ---- */

/* A slice's table and the turned one's, which is the same if the slice looks alike from both sides. */
typedef struct {
    DraughtsTable table[2];
    int sides;
} Pair;

static Pair open_pair(const DraughtsGame *game, DraughtsSlice slice)
{
    Pair pair = {.sides = draughts_slice_equal(slice, draughts_slice_turned(slice)) ? 1 : 2};
    for (int side = 0; side < pair.sides; side++)
        assert_int_equal(
            draughts_table_open(&pair.table[side], game, side ? draughts_slice_turned(slice) : slice), 0);
    return pair;
}

static void close_pair(Pair *pair)
{
    for (int side = 0; side < pair->sides; side++) draughts_table_close(&pair->table[side]);
}

static RetrogradeStatus solve(Pair *pair, DraughtsSolved *solved, const RetrogradeWatch *watch,
                              DeviceError *error)
{
    return draughts_device_retrograde_solve(&pair->table[0], &pair->table[pair->sides - 1], child, solved,
                                            device, watch, error);
}

static void same(const DraughtsTable *given, const DraughtsTable *expected)
{
    char name[DRAUGHTS_SLICE_NAME];
    draughts_slice_name(expected->index.slice, name);
    for (u64 i = 0; i < expected->index.size; i++)
        if (given->value[i] != expected->value[i])
            fail_msg("%s %s: index %llu has %d, expected %d", expected->index.game->name, name,
                     (unsigned long long)i, given->value[i], expected->value[i]);
}

static void check_slice(DraughtsSolved *solved, DraughtsSlice slice)
{
    DeviceError error = {""};
    Pair pair = open_pair(solved->game, slice);
    const RetrogradeStatus status = solve(&pair, solved, NULL, &error);
    if (status) fail_msg("%s: status %d %s", solved->game->name, (int)status, error.text);
    for (int side = 0; side < pair.sides; side++)
        same(&pair.table[side], draughts_solved_table(solved, pair.table[side].index.slice));
    close_pair(&pair);
}

/* All slices that are there of so many pieces, each pair once. */
static void check_slices(DraughtsSolved *solved, int pieces)
{
    for (int i = 0; i < solved->count; i++) {
        const DraughtsSlice slice = solved->tables[i].index.slice;
        const DraughtsTable *turned = draughts_solved_table(solved, draughts_slice_turned(slice));
        if (draughts_slice_pieces(slice) == pieces && turned >= &solved->tables[i])
            check_slice(solved, slice);
    }
}

static DraughtsSolved *solve_natively(const DraughtsGame *game, int pieces)
{
    DraughtsSolved *solved = draughts_solved_open(game);
    assert_non_null(solved);
    if (draughts_solved_add(solved, pieces, workers)) fail_msg("%s: not solved", game->name);
    return solved;
}

static void two_pieces(void **state)
{
    (void)state;
    for (int id = 0; id < DRAUGHTS_GAMES; id++) {
        DraughtsSolved *solved = solve_natively(&draughts_games[id], 2);
        check_slices(solved, 2);
        draughts_solved_close(solved);
    }
}

static void three_pieces(void **state)
{
    (void)state;
    static const char *const games[] = {"checkers", "russian",     "frisian",      "turkish",
                                        "italian",  "perde-ganha", "breakthrough", "damma"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        DraughtsSolved *solved = solve_natively(game_named(games[i]), 3);
        check_slices(solved, 3);
        draughts_solved_close(solved);
    }
}

static void as_chosen(void **state)
{
    (void)state;
    DraughtsSolved *solved = solve_natively(game_named(chosen_game), chosen_pieces);
    for (int pieces = 2; pieces <= chosen_pieces; pieces++) check_slices(solved, pieces);
    draughts_solved_close(solved);
}

/* ---- stops and failures ---- */

static DraughtsSlice slice_named(const char *name)
{
    DraughtsSlice slice;
    assert_int_equal(draughts_slice_parse(name, &slice), 0);
    return slice;
}

typedef struct {
    int ply; /* where to stop */
    u64 decided;
} Stop;

static int stop_there(void *user, int level, int levels, int ply, u64 decided)
{
    Stop *stop = user;
    assert_true(level == 0 && levels == 1 && decided >= stop->decided);
    stop->decided = decided;
    return ply == stop->ply;
}

static void stops(void **state)
{
    (void)state;
    DraughtsSolved *solved = solve_natively(game_named("checkers"), 2);
    for (int ply = 0; ply < 4; ply++) {
        Stop stop = {ply, 0};
        const RetrogradeWatch watch = {stop_there, &stop};
        DeviceError error;
        Pair pair = open_pair(solved->game, slice_named("KvM"));
        assert_int_equal(solve(&pair, solved, &watch, &error), RETROGRADE_STOPPED);
        assert_true((stop.decided > 0) == (ply > 0));
        close_pair(&pair);
    }
    draughts_solved_close(solved);
}

static void refused(const char *expected)
{
    DraughtsSolved *solved = solve_natively(game_named("checkers"), 2);
    DeviceError error = {""};
    Pair pair = open_pair(solved->game, slice_named("KvM"));
    assert_int_equal(solve(&pair, solved, NULL, &error), RETROGRADE_DEVICE);
    if (!strstr(error.text, expected)) fail_msg("'%s' does not contain '%s'", error.text, expected);
    close_pair(&pair);
    draughts_solved_close(solved);
}

static void too_large(void **state)
{
    (void)state;
    const DeviceInfo info = device->info;
    device->info.memory_free = 1 << 10;
    refused("KvM needs 1 MiB on the device");
    device->info = info;
    device->info.max_buffer = 1 << 10;
    refused("in pieces of 0");
    device->info = info;
    const DraughtsGame *checkers = game_named("checkers");
    const u64 bytes = draughts_device_retrograde_bytes(checkers, slice_named("KKKvKKK"));
    assert_true(bytes > UINT64_C(55) << 20 && bytes < UINT64_C(65) << 20);
}

static void failures(void **state)
{
    (void)state;
    breaking_device_check(device, 7, refused);
}

int main(int argc, char **argv)
{
    DeviceError error = {""};
    const DeviceStatus status = device_open(argc > 1 ? argv[1] : "loop", 0, &device, &error);
    if (status) {
        printf("%s\n", error.text);
        return status == DEVICE_ABSENT ? 77 : 1;
    }
    workers = workers_open(2);
    chosen_game = argc > 3 ? argv[2] : NULL;
    chosen_pieces = argc > 3 ? atoi(argv[3]) : 0;
    const struct CMUnitTest usual[] = {cmocka_unit_test(two_pieces), cmocka_unit_test(three_pieces),
                                       cmocka_unit_test(stops), cmocka_unit_test(too_large),
                                       cmocka_unit_test(failures)};
    const struct CMUnitTest chosen[] = {cmocka_unit_test(as_chosen)};
    const int failed =
        chosen_game ? cmocka_run_group_tests(chosen, NULL, NULL) : cmocka_run_group_tests(usual, NULL, NULL);
    workers_close(workers);
    device_close(device);
    return failed;
}
