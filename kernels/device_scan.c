/* SPDX-License-Identifier: MIT */
#include "device_scan.h"

#include <stdio.h>
#include <string.h>

#include "scan.h"

static uint32_t blocks_of(uint32_t n) { return n / SCAN_BLOCK + (n % SCAN_BLOCK != 0); }

static DeviceStatus refuse(DeviceError *error, const char *who, uint32_t n, uint32_t limit)
{
    if (error != NULL)
        snprintf(error->text, sizeof error->text, "%s: %u counts, expected at most %u", who, n, limit);
    return DEVICE_FAILED;
}

DeviceStatus device_scan_open(DeviceScan *scan, Device *device, uint32_t capacity, DeviceError *error)
{
    memset(scan, 0, sizeof *scan);
    if (capacity > DEVICE_SCAN_MAX) return refuse(error, "device_scan_open", capacity, DEVICE_SCAN_MAX);
    scan->device = device;
    scan->capacity = capacity;

    const Backend *backend = device->backend;
    const uint32_t zero = 0;
    DeviceStatus status = backend->allocate(device, sizeof zero, &scan->level[0], error);
    if (status == DEVICE_OK) status = backend->write(device, scan->level[0], 0, &zero, sizeof zero, error);
    uint32_t n = capacity;
    for (int k = 1; status == DEVICE_OK && n >= SCAN_BLOCK; k++) {
        n = blocks_of(n);
        status = backend->allocate(device, (n + UINT64_C(1)) * sizeof(u32), &scan->level[k], error);
    }
    if (status != DEVICE_OK) device_scan_close(scan);
    return status;
}

void device_scan_close(DeviceScan *scan)
{
    for (int k = 0; k < DEVICE_SCAN_LEVELS; k++)
        if (scan->level[k] != NULL) scan->device->backend->free(scan->device, scan->level[k]);
    memset(scan, 0, sizeof *scan);
}

/* A level of fewer than SCAN_BLOCK counts is one block that starts at zero; any other level's blocks start
 * where the scan of their sums, one level up, says. */
DeviceStatus device_scan_run(DeviceScan *scan, DeviceBuffer *counts, uint32_t n, DeviceError *error)
{
    if (n > scan->capacity) return refuse(error, "device_scan_run", n, scan->capacity);

    Device *device = scan->device;
    const Backend *backend = device->backend;
    DeviceBuffer *level[DEVICE_SCAN_LEVELS] = {counts};
    uint32_t size[DEVICE_SCAN_LEVELS] = {n};
    int top = 0;
    while (size[top] >= SCAN_BLOCK) {
        level[top + 1] = scan->level[top + 1];
        size[top + 1] = blocks_of(size[top]);
        const DeviceArg args[] = {DEVICE_BUFFER(level[top]), DEVICE_BUFFER(level[top + 1]),
                                  DEVICE_U32(size[top])};
        const DeviceStatus status = backend->launch(device, KERNEL_scan_sums, args, 3, size[top + 1], error);
        if (status != DEVICE_OK) return status;
        top++;
    }
    for (int k = top; k >= 0; k--) {
        DeviceBuffer *bases = k == top ? scan->level[0] : level[k + 1];
        const DeviceArg args[] = {DEVICE_BUFFER(level[k]), DEVICE_BUFFER(bases), DEVICE_U32(size[k])};
        const uint64_t items = size[k] / SCAN_BLOCK + UINT64_C(1);
        const DeviceStatus status = backend->launch(device, KERNEL_scan_spread, args, 3, items, error);
        if (status != DEVICE_OK) return status;
    }
    return DEVICE_OK;
}
