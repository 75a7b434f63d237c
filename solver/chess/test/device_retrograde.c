/* SPDX-License-Identifier: MIT */
/* Tables solved on a device against those of the processor's engine, byte for byte.
 *
 *   device_retrograde DEVICE [MATERIAL...]       exit code 77: there is no such device here
 *
 * Without names: all materials of 3 men and some of 4. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "host/devices/devices.h"
#include "solved_tables.h"
#include "solver/chess/device_retrograde.h"
#include "../../test/breaking_device.h"

static Device *device;
static Workers *workers;
static SolvedTables *tables;
static int name_count;
static char **names;

static const Table *child(void *user, const Material *material)
{
    return solved_table(tables, material, *(const Metric *)user);
}

static Material material_named(const char *name)
{
    Material material;
    char error[MATERIAL_ERROR];
    if (material_parse(name, &material, error)) fail_msg("%s", error);
    return material;
}

/* The place of the first difference, for the message. */
static void same(const Material *material, const char *what, u32 side, const void *a, const void *b,
                 size_t size)
{
    const u8 *x = a, *y = b;
    if (memcmp(x, y, size) == 0) return;
    size_t at = 0;
    while (x[at] == y[at]) at++;
    fail_msg("%s: %s of side %u differs first in byte %zu: %02x, expected %02x", material->name, what, side,
             at, x[at], y[at]);
}

static void same_tables(const Table *given, const Table *expected)
{
    const size_t blocks = expected->placements->blocks, words = blocks * BLOCK_WORDS * sizeof(u64);
    for (u32 side = 0; side < 2; side++) {
        same(&given->material, "won", side, given->won[side], expected->won[side], words);
        same(&given->material, "lost", side, given->lost[side], expected->lost[side], words);
        same(&given->material, "distance", side, given->distance[side], expected->distance[side],
             blocks * BLOCK_CELLS);
    }
}

/* ---- equal tables ---- */

static void check(const Material *material, Metric metric)
{
    DeviceError error = {""};
    Table *table = table_open(material, metric);
    assert_non_null(table);
    const RetrogradeStatus status =
        device_retrograde_solve(table, child, &metric, workers, device, NULL, &error);
    if (status) fail_msg("%s: status %d %s", material->name, (int)status, error.text);
    same_tables(table, solved_table(tables, material, metric));
    table_close(table);
}

static void check_both(const Material *material)
{
    assert_int_equal(solved_tables_add(tables, material), 0);
    check(material, METRIC_DTZ);
    check(material, METRIC_DTM);
}

static void check_named(const char *name)
{
    const Material material = material_named(name);
    check_both(&material);
}

static void two_men(void **state)
{
    (void)state;
    const Material kings = material_of(0, NULL);
    check_both(&kings);
}

static void three_men(void **state)
{
    (void)state;
    static const char *const all[] = {"KNvK", "KBvK", "KRvK", "KQvK", "KPvK"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) check_named(all[i]);
}

static void four_men(void **state)
{
    (void)state;
    static const char *const some[] = {"KQvKR", "KBNvK", "KRvKP", "KPvKP", "KPPvK"};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) check_named(some[i]);
}

static void as_named(void **state)
{
    (void)state;
    for (int i = 0; i < name_count; i++) check_named(names[i]);
}

/* ---- stops and failures ---- */

typedef struct {
    int level, ply; /* where to stop */
    u64 decided;
} Stop;

static int stop_there(void *user, int level, int levels, int ply, u64 decided)
{
    Stop *stop = user;
    assert_true(level < levels && decided >= stop->decided);
    stop->decided = decided;
    return level == stop->level && ply == stop->ply;
}

static void stopped(const char *name, Metric metric, int level, int ply)
{
    const Material material = material_named(name);
    assert_int_equal(solved_tables_add(tables, &material), 0);
    Stop here = {level, ply, 0}, there = here;
    const RetrogradeWatch watch_here = {stop_there, &here}, watch_there = {stop_there, &there};
    DeviceError error;
    Table *given = table_open(&material, metric), *expected = table_open(&material, metric);
    assert_true(given && expected);
    assert_int_equal(device_retrograde_solve(given, child, &metric, workers, device, &watch_here, &error),
                     RETROGRADE_STOPPED);
    assert_int_equal(retrograde_solve(expected, child, &metric, workers, &watch_there), RETROGRADE_STOPPED);
    assert_true(here.decided == there.decided && here.decided > 0);
    same_tables(given, expected);
    table_close(given);
    table_close(expected);
}

static void stops(void **state)
{
    (void)state;
    stopped("KQvK", METRIC_DTM, 0, 6);
    stopped("KPvK", METRIC_DTZ, 3, 2);
}

static void refused(const char *expected)
{
    const Material material = material_named("KQvK");
    assert_int_equal(solved_tables_add(tables, &material), 0);
    Metric metric = METRIC_DTM;
    DeviceError error = {""};
    Table *table = table_open(&material, metric);
    assert_non_null(table);
    assert_int_equal(device_retrograde_solve(table, child, &metric, workers, device, NULL, &error),
                     RETROGRADE_DEVICE);
    if (!strstr(error.text, expected)) fail_msg("'%s' does not contain '%s'", error.text, expected);
    table_close(table);
}

static void too_large(void **state)
{
    (void)state;
    const DeviceInfo info = device->info;
    device->info.memory_free = 1 << 16;
    refused("KQvK needs 1 MiB on the device");
    device->info = info;
    device->info.max_buffer = 1 << 15;
    refused("in pieces of 0");
    device->info = info;
}

static void failures(void **state)
{
    (void)state;
    breaking_device_check(device, 8, refused);
}

int main(int argc, char **argv)
{
    DeviceError error = {""};
    const DeviceStatus status = device_open(argc > 1 ? argv[1] : "loop", 0, &device, &error);
    if (status) {
        printf("%s\n", error.text);
        return status == DEVICE_ABSENT ? 77 : 1;
    }
    name_count = argc > 2 ? argc - 2 : 0;
    names = argv + 2;
    workers = workers_open(1); /* so that both engines stop at the same place */
    tables = solved_tables_open(workers);
    const struct CMUnitTest usual[] = {cmocka_unit_test(two_men),   cmocka_unit_test(three_men),
                                       cmocka_unit_test(four_men),  cmocka_unit_test(stops),
                                       cmocka_unit_test(too_large), cmocka_unit_test(failures)};
    const struct CMUnitTest named[] = {cmocka_unit_test(as_named)};
    const int failed =
        name_count ? cmocka_run_group_tests(named, NULL, NULL) : cmocka_run_group_tests(usual, NULL, NULL);
    solved_tables_close(tables);
    workers_close(workers);
    device_close(device);
    return failed;
}
