/* SPDX-License-Identifier: MIT */
/* Exclusive prefix sums on a device, in place. */
#ifndef KERNELS_DEVICE_SCAN_H
#define KERNELS_DEVICE_SCAN_H

#include "device.h"

#define DEVICE_SCAN_MAX (1u << 26)
#define DEVICE_SCAN_LEVELS 5 /* of 64 each: 64^5 > DEVICE_SCAN_MAX */

/* Working space, reused from scan to scan: about 1/63 of the counts scanned. */
typedef struct {
    Device *device;
    uint32_t capacity; /* counts */
    /* [0]: a zero, the base of the topmost level; [k]: the sums of level k - 1 */
    DeviceBuffer *level[DEVICE_SCAN_LEVELS];
} DeviceScan;

/* Working space for up to `capacity` counts, 0 .. DEVICE_SCAN_MAX. On failure nothing is held. */
DeviceStatus device_scan_open(DeviceScan *scan, Device *device, uint32_t capacity, DeviceError *error);

/* A zeroed DeviceScan may be closed, and a closed one again. Not after its device. */
void device_scan_close(DeviceScan *scan);

/* counts[0 .. n-1] become their exclusive prefix sums, and counts[n] the total; the buffer holds n + 1 u32.
 * n: 0 .. capacity. The caller keeps the total below 2^32. May return before it is done, as launches do. */
DeviceStatus device_scan_run(DeviceScan *scan, DeviceBuffer *counts, uint32_t n, DeviceError *error);

#endif
