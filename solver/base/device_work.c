/* SPDX-License-Identifier: MIT */
#include "device_work.h"

#include <inttypes.h>
#include <stdio.h>

#include "../../kernels/scan.h"

void work_allocate(DeviceWork *w, u64 bytes, DeviceBuffer **buffer)
{
    if (!w->status) w->status = w->device->backend->allocate(w->device, bytes, buffer, w->error);
}
void work_put(DeviceWork *w, DeviceBuffer *buffer, u64 offset, const void *data, u64 bytes)
{
    if (!w->status) w->status = w->device->backend->write(w->device, buffer, offset, data, bytes, w->error);
}
void work_get(DeviceWork *w, DeviceBuffer *buffer, u64 offset, void *data, u64 bytes)
{
    if (!w->status) w->status = w->device->backend->read(w->device, buffer, offset, data, bytes, w->error);
}
void work_launch(DeviceWork *w, KernelId kernel, const DeviceArg *args, int count, u64 items)
{
    if (!w->status) w->status = w->device->backend->launch(w->device, kernel, args, count, items, w->error);
}

void work_check_room(DeviceWork *w, const char *name, u64 bytes, u64 piece)
{
    const DeviceInfo *info = &w->device->info;
    if (w->status || (bytes <= info->memory_free && piece <= info->max_buffer)) return;
    w->status = DEVICE_OUT_OF_MEMORY;
    snprintf(w->error->text, sizeof w->error->text,
             "%s: %s needs %" PRIu64 " MiB on the device, %" PRIu64
             " of them in one piece; there are %" PRIu64 ", in pieces of %" PRIu64,
             info->id, name, (bytes >> 20) + 1, (piece >> 20) + 1, info->memory_free >> 20,
             info->max_buffer >> 20);
}

/* ---- sums ---- */

static u32 blocks_of(u32 n) { return (u32)(((u64)n + SCAN_BLOCK - 1) / SCAN_BLOCK); }

u64 work_sums_bytes(u32 n) { return ((u64)blocks_of(n) + blocks_of(blocks_of(n))) * sizeof(u32); }

void work_sums_open(DeviceWork *w, u32 n, DeviceSums *sums)
{
    work_allocate(w, blocks_of(n) * sizeof(u32), &sums->blocks[0]);
    work_allocate(w, blocks_of(blocks_of(n)) * sizeof(u32), &sums->blocks[1]);
}

void work_sums_close(DeviceWork *w, DeviceSums *sums)
{
    for (int i = 0; i < 2; i++) w->device->backend->free(w->device, sums->blocks[i]);
}

u64 work_sum(DeviceWork *w, DeviceSums *sums, DeviceBuffer *counts, u32 n)
{
    const u32 blocks = blocks_of(n), last = blocks_of(blocks);
    const DeviceArg first[] = {DEVICE_BUFFER(counts), DEVICE_BUFFER(sums->blocks[0]), DEVICE_U32(n)};
    const DeviceArg second[] = {DEVICE_BUFFER(sums->blocks[0]), DEVICE_BUFFER(sums->blocks[1]),
                                DEVICE_U32(blocks)};
    work_launch(w, KERNEL_scan_sums, first, 3, blocks);
    work_launch(w, KERNEL_scan_sums, second, 3, last);
    u32 part[256];
    u64 sum = 0;
    for (u32 at = 0; at < last; at += 256) {
        const u32 count = last - at < 256 ? last - at : 256;
        work_get(w, sums->blocks[1], at * sizeof *part, part, count * sizeof *part);
        for (u32 i = 0; !w->status && i < count; i++) sum += part[i];
    }
    return w->status ? 0 : sum;
}
