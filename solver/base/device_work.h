/* SPDX-License-Identifier: MIT */
/* Calls to a device of which, after a failure, the later ones do nothing: callers ask for the status at the
 * end.
 *
 *   DeviceWork work = {.device = device, .error = error};
 *   work_allocate(&work, bytes, &buffer);
 *   work_put(&work, buffer, 0, data, bytes);
 *   work_launch(&work, KERNEL_..., args, count, items);
 *   if (work.status) ...
 *
 * A work is its thread's, as the device is. */
#ifndef SOLVER_DEVICE_WORK_H
#define SOLVER_DEVICE_WORK_H

#include "../../kernels/device.h"
#include "../../rules/portable.h"

typedef struct {
    Device *device;
    DeviceStatus status;
    DeviceError *error;
} DeviceWork;

void work_allocate(DeviceWork *work, u64 bytes, DeviceBuffer **buffer);
void work_put(DeviceWork *work, DeviceBuffer *buffer, u64 offset, const void *data, u64 bytes);
void work_get(DeviceWork *work, DeviceBuffer *buffer, u64 offset, void *data, u64 bytes);
void work_launch(DeviceWork *work, KernelId kernel, const DeviceArg *args, int count, u64 items);

/* Fails with DEVICE_OUT_OF_MEMORY if the device has no room for so many bytes, the largest buffer being
 * `piece`; name: of what needs them, for the message. */
void work_check_room(DeviceWork *work, const char *name, u64 bytes, u64 piece);

/* The buffers that sums of n counts take. */
typedef struct {
    DeviceBuffer *blocks[2]; /* of 64 counts, of 64 of these */
} DeviceSums;

u64 work_sums_bytes(u32 n);
void work_sums_open(DeviceWork *work, u32 n, DeviceSums *sums);
void work_sums_close(DeviceWork *work, DeviceSums *sums);
/* The sum of n counts, u32 each; the sum of any 4,096 must be below 2^32. 0 after a failure. */
u64 work_sum(DeviceWork *work, DeviceSums *sums, DeviceBuffer *counts, u32 n);

#endif
