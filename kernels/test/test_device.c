/* SPDX-License-Identifier: MIT */
/* What device.h promises, on the device that the first argument names, and the kernels of scan.h on random
 * data.
 *
 *   test_device DEVICE [SEED [small]]       exit code 77: there is no such device here
 *
 * "small" is for simulators: the large scans are left out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host/devices/devices.h"
#include "kernels/device_scan.h"
#include "kernels/scan.h"

#define GUARD 0xdeadbeefu

static const char *device_name;
static int small;
static uint64_t random_state;

static uint64_t random_u64(void)
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static uint32_t random_below(uint32_t n) { return (uint32_t)(random_u64() % n); }

static Device *open_device(int threads)
{
    Device *device = NULL;
    DeviceError error = {""};
    if (device_open(device_name, threads, &device, &error) != DEVICE_OK) fail_msg("%s", error.text);
    return device;
}

static DeviceBuffer *allocate(Device *d, uint64_t bytes)
{
    DeviceBuffer *buffer = NULL;
    DeviceError error = {""};
    if (d->backend->allocate(d, bytes, &buffer, &error) != DEVICE_OK) fail_msg("%s", error.text);
    return buffer;
}

static DeviceBuffer *upload(Device *d, const void *data, uint64_t bytes)
{
    DeviceError error = {""};
    DeviceBuffer *buffer = allocate(d, bytes);
    if (d->backend->write(d, buffer, 0, data, bytes, &error) != DEVICE_OK) fail_msg("%s", error.text);
    return buffer;
}

static void download(Device *d, DeviceBuffer *buffer, void *data, uint64_t bytes)
{
    DeviceError error = {""};
    if (d->backend->read(d, buffer, 0, data, bytes, &error) != DEVICE_OK) fail_msg("%s", error.text);
}

static void launch(Device *d, KernelId kernel, const DeviceArg *args, int count, uint64_t items)
{
    DeviceError error = {""};
    if (d->backend->launch(d, kernel, args, count, items, &error) != DEVICE_OK) fail_msg("%s", error.text);
}

static void assert_prefix(const char *text, const char *prefix)
{
    if (strncmp(text, prefix, strlen(prefix)) != 0) fail_msg("'%s' does not begin with '%s'", text, prefix);
}

static void assert_contains(const char *text, const char *part)
{
    if (strstr(text, part) == NULL) fail_msg("'%s' does not contain '%s'", text, part);
}

static void test_info(void **state)
{
    (void)state;
    Device *d = open_device(0);
    DeviceInfo info;
    DeviceError error;
    assert_prefix(d->info.id, device_name);
    assert_string_equal(d->backend->name, d->info.backend);
    assert_int_equal(d->backend->api, DEVICE_API);
    assert_true(d->info.name[0] != '\0' && d->info.driver[0] != '\0');
    assert_true(d->info.memory > 0 && d->info.max_buffer > 0 && d->info.units > 0 && d->info.lanes > 0);
    assert_true(d->info.max_buffer <= d->info.memory && d->info.memory_free <= d->info.memory);

    const int count = d->backend->count(&error);
    assert_true(count > 0);
    assert_int_equal(d->backend->info(count, &info, &error), DEVICE_ABSENT);
    assert_contains(error.text, "no such device");
    assert_int_equal(d->backend->info(-1, &info, &error), DEVICE_ABSENT);
    device_close(d);
}

static void test_open_close(void **state)
{
    (void)state;
    for (int i = 0; i < 10; i++) {
        Device *first = open_device(1 + i % 3);
        Device *second = open_device(0); /* the same device twice is allowed */
        const uint32_t value = 5;
        DeviceBuffer *a = upload(first, &value, sizeof value), *b = upload(second, &value, sizeof value);
        first->backend->free(first, a);
        first->backend->free(first, NULL);
        device_close(first);
        uint32_t back = 0;
        download(second, b, &back, sizeof back);
        assert_int_equal(back, 5);
        second->backend->free(second, b);
        device_close(second);
    }
    device_close(NULL);
}

static void test_ranges(void **state)
{
    (void)state;
    Device *d = open_device(0);
    const Backend *backend = d->backend;
    DeviceError error;
    uint32_t words[8] = {0, 1, 2, 3, 4, 5, 6, 7}, back[8] = {0};
    DeviceBuffer *buffer = upload(d, words, sizeof words);

    assert_int_equal(backend->write(d, buffer, 8, words, 8, &error), DEVICE_OK);
    assert_int_equal(backend->read(d, buffer, 4, back, 16, &error), DEVICE_OK);
    const uint32_t expected[4] = {1, 0, 1, 4};
    assert_memory_equal(back, expected, sizeof expected);
    assert_int_equal(backend->read(d, buffer, 32, back, 0, &error), DEVICE_OK);
    assert_int_equal(backend->write(d, buffer, 0, NULL, 0, &error), DEVICE_OK);

    assert_int_equal(backend->read(d, buffer, 4, back, 32, &error), DEVICE_FAILED);
    assert_contains(error.text, "read of 32 bytes at offset 4 of a buffer of 32 bytes");
    assert_int_equal(backend->write(d, buffer, UINT64_MAX, words, 4, &error), DEVICE_FAILED);
    assert_contains(error.text, "write of 4 bytes");
    backend->free(d, buffer);

    buffer = allocate(d, 0);
    assert_int_equal(backend->write(d, buffer, 0, words, 4, &error), DEVICE_FAILED);
    backend->free(d, buffer);
    device_close(d);
}

static void test_out_of_memory(void **state)
{
    (void)state;
    Device *d = open_device(0);
    DeviceError error;
    DeviceBuffer *buffer = NULL, *hoard[256];
    assert_int_equal(d->backend->allocate(d, d->info.memory + 1, &buffer, &error), DEVICE_OUT_OF_MEMORY);
    assert_null(buffer);
    assert_contains(error.text, "out of memory");
    assert_int_equal(d->backend->allocate(d, UINT64_MAX, &buffer, &error), DEVICE_OUT_OF_MEMORY);

    /* Piece by piece: in the end the device must refuse, and recover when all is given back. */
    const uint64_t before = d->info.memory_free;
    const uint64_t piece = d->info.max_buffer / 4;
    int held = 0;
    DeviceStatus status = DEVICE_OK;
    while (held < 256 && strcmp(device_name, "loop") != 0) {
        status = d->backend->allocate(d, piece, &hoard[held], &error);
        if (status != DEVICE_OK) break;
        held++;
    }
    if (strcmp(device_name, "loop") != 0) {
        assert_int_equal(status, DEVICE_OUT_OF_MEMORY);
        assert_true(held >= 3);
    }
    while (held > 0) d->backend->free(d, hoard[--held]);
    if (strcmp(d->info.backend, "opencl") == 0) assert_int_equal(d->info.memory_free, before);
    buffer = allocate(d, 64);
    d->backend->free(d, buffer);
    device_close(d);
}

static void test_launch_checks(void **state)
{
    (void)state;
    Device *d = open_device(0);
    const Backend *backend = d->backend;
    DeviceError error;
    DeviceBuffer *in = allocate(d, 400), *out = allocate(d, 400);
    DeviceArg args[4] = {DEVICE_BUFFER(in), DEVICE_BUFFER(out), DEVICE_U32(100), DEVICE_U32(0)};

    assert_int_equal(backend->launch(d, KERNEL_scan_sums, args, 4, 2, &error), DEVICE_FAILED);
    assert_contains(error.text, "kernel scan_sums: 4 arguments, expected 3");
    assert_int_equal(backend->launch(d, KERNEL_COUNT, args, 3, 2, &error), DEVICE_FAILED);
    assert_contains(error.text, "kernel number");
    args[2] = DEVICE_U64(100);
    assert_int_equal(backend->launch(d, KERNEL_scan_sums, args, 3, 2, &error), DEVICE_FAILED);
    assert_contains(error.text, "argument 3 is no u32");
    args[2] = DEVICE_BUFFER(out);
    assert_int_equal(backend->launch(d, KERNEL_scan_sums, args, 3, 2, &error), DEVICE_FAILED);
    args[1] = DEVICE_U32(1);
    assert_int_equal(backend->launch(d, KERNEL_scan_sums, args, 3, 2, &error), DEVICE_FAILED);
    assert_contains(error.text, "argument 2 is no GLOBAL u32 *");
    args[1] = DEVICE_BUFFER(NULL);
    assert_int_equal(backend->launch(d, KERNEL_scan_sums, args, 3, 2, &error), DEVICE_FAILED);
    assert_contains(error.text, "argument 2");

    args[1] = DEVICE_BUFFER(out);
    args[2] = DEVICE_U32(0);
    assert_int_equal(backend->launch(d, KERNEL_scan_sums, args, 3, 0, &error), DEVICE_OK);
    assert_int_equal(backend->wait(d, &error), DEVICE_OK);
    assert_true(backend->elapsed(d) >= 0);
    backend->free(d, in);
    backend->free(d, out);
    device_close(d);
}

/* Only the items asked for run, whatever the size of the groups. */
static void test_item_bound(void **state)
{
    (void)state;
    enum { BLOCKS = 300 };
    static uint32_t counts[BLOCKS * SCAN_BLOCK], sums[BLOCKS];
    Device *d = open_device(0);
    for (uint32_t i = 0; i < BLOCKS * SCAN_BLOCK; i++) counts[i] = 1;
    DeviceBuffer *in = upload(d, counts, sizeof counts);
    for (int trial = 0; trial < (small ? 5 : 40); trial++) {
        const uint32_t items = 1 + random_below(BLOCKS);
        for (int i = 0; i < BLOCKS; i++) sums[i] = GUARD;
        DeviceBuffer *out = upload(d, sums, sizeof sums);
        const DeviceArg args[] = {DEVICE_BUFFER(in), DEVICE_BUFFER(out), DEVICE_U32(BLOCKS * SCAN_BLOCK)};
        launch(d, KERNEL_scan_sums, args, 3, items);
        download(d, out, sums, sizeof sums);
        assert_true(d->backend->elapsed(d) >= 0);
        for (uint32_t i = 0; i < BLOCKS; i++)
            if (sums[i] != (i < items ? SCAN_BLOCK : GUARD))
                fail_msg("%u items: word %u is %x", items, i, sums[i]);
        d->backend->free(d, out);
    }
    d->backend->free(d, in);
    device_close(d);
}

#define GUARDS 3

static void check_scan(Device *d, DeviceScan *scan, uint32_t n, uint32_t limit)
{
    DeviceError error = {""};
    const size_t words = (size_t)n + 1 + GUARDS;
    uint32_t *data = malloc(words * sizeof *data), *expected = malloc(words * sizeof *expected);
    assert_true(data != NULL && expected != NULL);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        data[i] = random_below(limit);
        expected[i] = sum;
        sum += data[i];
    }
    data[n] = GUARD; /* scan must not read what stands where the total goes */
    expected[n] = sum;
    for (uint32_t i = n + 1; i < words; i++) data[i] = expected[i] = GUARD;
    DeviceBuffer *buffer = upload(d, data, words * sizeof *data);
    if (device_scan_run(scan, buffer, n, &error) != DEVICE_OK) fail_msg("%s", error.text);
    download(d, buffer, data, words * sizeof *data);
    for (uint32_t i = 0; i < words; i++)
        if (data[i] != expected[i])
            fail_msg("n = %u: word %u is %u, expected %u", n, i, data[i], expected[i]);
    d->backend->free(d, buffer);
    free(data);
    free(expected);
}

static void test_scan(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {0, 1, 63, 64, 65, 127, 128, 4095, 4096, 4097, 262143, 262144, 262145};
    const uint32_t capacity = small ? 5000 : 1u << 20;
    Device *d = open_device(0);
    DeviceScan scan;
    DeviceError error = {""};
    assert_int_equal(device_scan_open(&scan, d, DEVICE_SCAN_MAX + 1, &error), DEVICE_FAILED);
    assert_int_equal(device_scan_open(&scan, d, capacity, &error), DEVICE_OK);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0] && sizes[i] < capacity; i++)
        check_scan(d, &scan, sizes[i], 200);
    for (int i = 0; i < 20; i++)
        check_scan(d, &scan, random_below(1u << random_below(small ? 12 : 17)), 1 + random_below(1u << 15));
    check_scan(d, &scan, capacity, 256);
    DeviceBuffer *buffer = allocate(d, 4);
    assert_int_equal(device_scan_run(&scan, buffer, capacity + 1, &error), DEVICE_FAILED);
    d->backend->free(d, buffer);
    device_scan_close(&scan);
    device_scan_close(&scan);
    device_close(d);
}

/* The largest scan: all five levels. */
static void test_scan_large(void **state)
{
    (void)state;
    if (small) skip();
    Device *d = open_device(0);
    DeviceScan scan;
    DeviceError error = {""};
    if (device_scan_open(&scan, d, DEVICE_SCAN_MAX, &error) != DEVICE_OK) fail_msg("%s", error.text);
    check_scan(d, &scan, (1u << 24) + random_below(1000), 200);
    device_scan_close(&scan);
    device_close(d);
}

enum { PARENTS = 1000, CHILDREN = PARENTS * 40 };
static uint32_t offsets[PARENTS + 1], leaves[CHILDREN];
static uint64_t children[CHILDREN], parents[PARENTS];

#define PRESET 0xeeeeeeeeeeeeeeeeu /* of parents; add_leaves adds to it */

/* What the kernels make of the parents first .. first+items-1, whose children stand at the buffers' start. */
static uint64_t expected_sum(int leaf, uint32_t parent, uint32_t first)
{
    uint64_t sum = leaf ? PRESET : 0;
    for (uint32_t k = offsets[parent] - offsets[first]; k < offsets[parent + 1] - offsets[first]; k++)
        sum += leaf ? leaves[k] : children[k];
    return sum;
}

static void check_sums(Device *d, DeviceBuffer *o, DeviceBuffer *child, int leaf, uint32_t first,
                       uint32_t items)
{
    memset(parents, 0xee, sizeof parents);
    DeviceBuffer *p = upload(d, parents, sizeof parents);
    const DeviceArg args[] = {DEVICE_BUFFER(o), DEVICE_BUFFER(child), DEVICE_BUFFER(p), DEVICE_U32(first)};
    launch(d, leaf ? KERNEL_add_leaves : KERNEL_sum_children, args, 4, items);
    download(d, p, parents, sizeof parents);
    for (uint32_t i = 0; i < PARENTS; i++) {
        const uint64_t expected = i >= first && i < first + items ? expected_sum(leaf, i, first) : PRESET;
        if (parents[i] != expected)
            fail_msg("parent %u of %u + %u (leaves: %d) is %llu, expected %llu", i, first, items, leaf,
                     (unsigned long long)parents[i], (unsigned long long)expected);
    }
    d->backend->free(d, p);
}

static void test_sums(void **state)
{
    (void)state;
    Device *d = open_device(0);
    for (int i = 0; i < PARENTS; i++)
        offsets[i + 1] = offsets[i] + random_below(40); /* none at all as well */
    for (int i = 0; i < CHILDREN; i++) {
        leaves[i] = (uint32_t)random_u64();
        children[i] = random_u64() >> 8;
    }
    DeviceBuffer *o = upload(d, offsets, sizeof offsets), *l = upload(d, leaves, sizeof leaves);
    DeviceBuffer *c = upload(d, children, sizeof children);
    for (int leaf = 0; leaf < 2; leaf++) {
        check_sums(d, o, leaf ? l : c, leaf, 0, PARENTS);
        for (int trial = 0; trial < 5; trial++) {
            const uint32_t first = random_below(PARENTS);
            check_sums(d, o, leaf ? l : c, leaf, first, 1 + random_below(PARENTS - first));
        }
    }
    d->backend->free(d, o);
    d->backend->free(d, l);
    d->backend->free(d, c);
    device_close(d);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_info),          cmocka_unit_test(test_open_close),
        cmocka_unit_test(test_ranges),        cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_launch_checks), cmocka_unit_test(test_item_bound),
        cmocka_unit_test(test_scan),          cmocka_unit_test(test_scan_large),
        cmocka_unit_test(test_sums),
    };
    device_name = argc > 1 ? argv[1] : "loop";
    random_state = argc > 2 ? strtoull(argv[2], NULL, 0) : 20240601;
    small = argc > 3 && strcmp(argv[3], "small") == 0;
    printf("%s, seed %llu\n", device_name, (unsigned long long)random_state);

    Device *device = NULL;
    DeviceError error = {""};
    const DeviceStatus status = device_open(device_name, 0, &device, &error);
    device_close(device);
    if (status == DEVICE_ABSENT) {
        printf("skipped: %s\n", error.text);
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
