/* SPDX-License-Identifier: MIT */
/* Guarded buffers, launches and timing on a device, and the kernels of scan.h, which belong to no game. */
#include "kcheck.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../kernels/device_scan.h"
#include "../kernels/kernel_table.h"

#define BENCH_SECONDS 0.25 /* of launches, for each kernel */

void *kcheck_memory(KcheckDevice *d, uint64_t bytes)
{
    void *memory = d->status ? NULL : malloc(bytes);
    if (memory || d->status) return memory;
    d->status = DEVICE_OUT_OF_MEMORY;
    snprintf(d->error.text, sizeof d->error.text, "out of host memory");
    return NULL;
}

static DeviceBuffer *guarded(KcheckDevice *d, const void *data, uint64_t bytes)
{
    if (d->status) return NULL;
    DeviceBuffer *buffer = NULL;
    unsigned char *all = kcheck_memory(d, bytes + KCHECK_GUARD);
    if (!all) return NULL;
    memset(all, KCHECK_FILL, bytes + KCHECK_GUARD);
    if (data) memcpy(all, data, bytes);
    const Backend *backend = d->device->backend;
    d->status = backend->allocate(d->device, bytes + KCHECK_GUARD, &buffer, &d->error);
    if (!d->status) d->status = backend->write(d->device, buffer, 0, all, bytes + KCHECK_GUARD, &d->error);
    free(all);
    return buffer;
}

DeviceBuffer *kcheck_input(KcheckDevice *d, const void *data, uint64_t bytes)
{
    return guarded(d, data, bytes);
}
DeviceBuffer *kcheck_output(KcheckDevice *d, uint64_t bytes) { return guarded(d, NULL, bytes); }

void kcheck_free(KcheckDevice *d, DeviceBuffer *buffer) { d->device->backend->free(d->device, buffer); }

void kcheck_launch(KcheckDevice *d, KernelId kernel, const DeviceArg *args, int count, uint64_t items)
{
    if (!d->status) d->status = d->device->backend->launch(d->device, kernel, args, count, items, &d->error);
    if (!d->status) d->status = d->device->backend->wait(d->device, &d->error);
}

int kcheck_is_fill(const void *data, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes; i++)
        if (((const unsigned char *)data)[i] != KCHECK_FILL) return 0;
    return 1;
}

static void report(Kcheck *kcheck, const KcheckDevice *d, KernelId kernel, uint64_t item,
                   const char *expected, const char *got)
{
    kcheck_mismatch(kcheck, &(KcheckMismatch){.device = d->device->info.id,
                                              .kernel = kernel_table[kernel].name,
                                              .item = item,
                                              .kind = "buffer",
                                              .position = "-",
                                              .expected = expected,
                                              .got = got});
}

void kcheck_read(Kcheck *kcheck, KcheckDevice *d, KernelId kernel, DeviceBuffer *buffer, void *data,
                 uint64_t bytes)
{
    unsigned char guard[KCHECK_GUARD];
    const Backend *backend = d->device->backend;
    if (!d->status) d->status = backend->read(d->device, buffer, 0, data, bytes, &d->error);
    if (!d->status) d->status = backend->read(d->device, buffer, bytes, guard, sizeof guard, &d->error);
    if (d->status) return;
    uint64_t i = 0;
    while (i < sizeof guard && guard[i] == KCHECK_FILL) i++;
    if (i == sizeof guard) return;
    char expected[64], got[64];
    snprintf(expected, sizeof expected, "guard byte %02x, %" PRIu64 " bytes behind the buffer", KCHECK_FILL,
             i);
    snprintf(got, sizeof got, "%02x", guard[i]);
    report(kcheck, d, kernel, 0, expected, got);
}

void kcheck_unchanged(Kcheck *kcheck, KcheckDevice *d, KernelId kernel, DeviceBuffer *buffer,
                      const void *data, uint64_t bytes)
{
    void *now = kcheck_memory(d, bytes);
    if (!now) return;
    kcheck_read(kcheck, d, kernel, buffer, now, bytes);
    if (!d->status && memcmp(now, data, bytes))
        report(kcheck, d, kernel, 0, "an input left as it was", "another one");
    free(now);
}

/* ---- the kernels of scan.h ---- */

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 31) * 0x7fb5d329728ea185;
    return (x ^ x >> 27) * 0x81dadef4bc2dd44d;
}

void kcheck_compare(Kcheck *kcheck, const KcheckDevice *d, KernelId kernel, uint64_t item, uint64_t expected,
                    uint64_t got)
{
    if (expected == got) return;
    char expected_text[24], got_text[24];
    snprintf(expected_text, sizeof expected_text, "%" PRIu64, expected);
    snprintf(got_text, sizeof got_text, "%" PRIu64, got);
    report(kcheck, d, kernel, item, expected_text, got_text);
}

static void check_scan(Kcheck *kcheck, KcheckDevice *d, const uint32_t *counts, const uint32_t *offsets,
                       uint32_t n, uint32_t *got)
{
    DeviceScan scan = {0};
    if (d->status) return;
    memcpy(got, counts, n * sizeof *got);
    memset(got + n, KCHECK_FILL, sizeof *got);
    DeviceBuffer *buffer = kcheck_input(d, got, (n + 1) * sizeof *got);
    if (!d->status) d->status = device_scan_open(&scan, d->device, n, &d->error);
    if (!d->status) d->status = device_scan_run(&scan, buffer, n, &d->error);
    kcheck_read(kcheck, d, KERNEL_scan_spread, buffer, got, (n + 1) * sizeof *got);
    for (uint32_t i = 0; !d->status && i <= n; i++)
        kcheck_compare(kcheck, d, KERNEL_scan_spread, i, offsets[i], got[i]);
    device_scan_close(&scan);
    kcheck_free(d, buffer);
    kcheck_checked(kcheck, d->device->info.id, kernel_table[KERNEL_scan_sums].name, n);
    kcheck_checked(kcheck, d->device->info.id, kernel_table[KERNEL_scan_spread].name, n);
}

/* Parents from `first` on; what lies before is a guard. Children are u64 for sum_children, else u32;
 * add_leaves adds to what is there, which is KCHECK_FILL. */
static void check_sums(Kcheck *kcheck, KcheckDevice *d, KernelId kernel, const uint32_t *offsets, uint32_t n,
                       uint32_t first, uint64_t *got)
{
    const int leaves = kernel != KERNEL_sum_children;
    const uint32_t base = offsets[first], total = offsets[n] - base;
    const uint64_t size = leaves ? sizeof(uint32_t) : sizeof(uint64_t);
    void *child = kcheck_memory(d, (total + 1) * size);
    if (!child) return;
    for (uint32_t i = 0; i < total; i++) {
        if (leaves) ((uint32_t *)child)[i] = (uint32_t)mix(i);
        else ((uint64_t *)child)[i] = mix(i) >> 12;
    }
    DeviceBuffer *in = kcheck_input(d, offsets, (n + 1) * sizeof *offsets),
                 *below = kcheck_input(d, child, total * size), *out = kcheck_output(d, n * sizeof *got);
    const DeviceArg args[] = {DEVICE_BUFFER(in), DEVICE_BUFFER(below), DEVICE_BUFFER(out), DEVICE_U32(first)};
    kcheck_launch(d, kernel, args, 4, n - first);
    kcheck_read(kcheck, d, kernel, out, got, n * sizeof *got);
    kcheck_unchanged(kcheck, d, kernel, in, offsets, (n + 1) * sizeof *offsets);
    kcheck_unchanged(kcheck, d, kernel, below, child, total * size);
    if (!d->status && !kcheck_is_fill(got, first * sizeof *got))
        report(kcheck, d, kernel, 0, "nothing written before the first parent", "something");
    for (uint32_t p = first; !d->status && p < n; p++) {
        uint64_t sum = 0;
        if (kernel == KERNEL_add_leaves) memset(&sum, KCHECK_FILL, sizeof sum);
        for (uint32_t i = offsets[p] - base; i < offsets[p + 1] - base; i++)
            sum += leaves ? ((uint32_t *)child)[i] : ((uint64_t *)child)[i];
        kcheck_compare(kcheck, d, kernel, p, sum, got[p]);
    }
    kcheck_free(d, in);
    kcheck_free(d, below);
    kcheck_free(d, out);
    free(child);
    kcheck_checked(kcheck, d->device->info.id, kernel_table[kernel].name, n - first);
}

void kcheck_sums(Kcheck *kcheck, KcheckDevice *d, const uint32_t *counts, uint32_t n)
{
    uint32_t *offsets = kcheck_memory(d, (n + 1) * sizeof *offsets);
    uint32_t *scanned = kcheck_memory(d, (n + 1) * sizeof *scanned);
    uint64_t *sums = kcheck_memory(d, n * sizeof *sums);
    if (offsets && scanned && sums) {
        offsets[0] = 0;
        for (uint32_t i = 0; i < n; i++) offsets[i + 1] = offsets[i] + counts[i];
        check_scan(kcheck, d, counts, offsets, n, scanned);
        check_sums(kcheck, d, KERNEL_add_leaves, offsets, n, n / 3, sums);
        check_sums(kcheck, d, KERNEL_sum_children, offsets, n, n / 3, sums);
    }
    free(offsets);
    free(scanned);
    free(sums);
}

/* ---- timing ---- */

static double seconds_of_launch(KcheckDevice *d, const KcheckLaunch *launch)
{
    const double before = kcheck_now();
    kcheck_launch(d, launch->kernel, launch->args, launch->count, launch->items);
    const double wall = kcheck_now() - before, own = d->status ? -1 : d->device->backend->elapsed(d->device);
    return own > 0 ? own : wall;
}

void kcheck_bench_after(const Kcheck *kcheck, KcheckDevice *d, const KcheckLaunch *first,
                        const KcheckLaunch *launch, uint64_t results)
{
    double fastest = 1e9;
    const double start = kcheck_now();
    for (int i = 0; !d->status && (i < 3 || kcheck_now() - start < BENCH_SECONDS); i++) {
        if (first) kcheck_launch(d, first->kernel, first->args, first->count, first->items);
        const double seconds = seconds_of_launch(d, launch);
        if (seconds < fastest) fastest = seconds;
    }
    if (d->status) return;
    kcheck_bench_row(kcheck, &(KcheckTime){.device = d->device->info.id,
                                           .kernel = kernel_table[launch->kernel].name,
                                           .items = launch->items,
                                           .results = results,
                                           .seconds = fastest});
}

void kcheck_bench(const Kcheck *kcheck, KcheckDevice *d, KernelId kernel, const DeviceArg *args,
                  int arg_count, uint64_t items, uint64_t results)
{
    kcheck_bench_after(kcheck, d, NULL, &(KcheckLaunch){kernel, args, arg_count, items}, results);
}
