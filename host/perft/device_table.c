/* SPDX-License-Identifier: MIT */
#include "device_table.h"

#include <stdio.h>
#include <string.h>

#define BYTES_A_POSITION (sizeof(PerftHashPosition) + sizeof(u32))
#define BYTES_A_LEVEL_POSITION (sizeof(u64) + sizeof(u32))
#define BUCKET_BYTES (PERFT_HASH_BUCKET * sizeof(PerftHashEntry))
#define CLAIMS_A_POSITION 4u /* then one in ten positions loses its place, and is counted but not kept */
#define LEAST_CLAIMS 1024u

static const Backend *backend(const DeviceTable *t) { return t->device->backend; }

/* A power of two. */
static uint32_t claims_for(uint32_t positions)
{
    uint32_t claims = LEAST_CLAIMS;
    while (claims < CLAIMS_A_POSITION * positions) claims *= 2;
    return claims;
}

uint64_t device_table_beside(uint32_t capacity, int levels)
{
    return capacity * (BYTES_A_POSITION + (uint64_t)levels * BYTES_A_LEVEL_POSITION);
}

static DeviceStatus launch(DeviceTable *t, KernelId kernel, const DeviceArg *args, int count, uint64_t items,
                           DeviceError *error)
{
    return backend(t)->launch(t->device, kernel, args, count, items, error);
}

static DeviceStatus fill(DeviceTable *t, uint64_t first, uint64_t words, DeviceError *error)
{
    const DeviceArg args[] = {DEVICE_BUFFER(t->buffer), DEVICE_U64(first), DEVICE_U64(0)};
    return launch(t, KERNEL_fill_words, args, 3, words, error);
}

DeviceStatus device_table_clear(DeviceTable *t, DeviceError *error)
{
    return fill(t, t->head.entries, t->head.buckets * BUCKET_BYTES / sizeof(u64), error);
}

/* The head, the claims, and the entries from a whole bucket on. */
static void lay_out(DeviceTable *t, uint64_t bytes, uint64_t key_set)
{
    const uint64_t claims = claims_for(t->capacity) * sizeof(u32);
    for (uint32_t i = 0; i < PERFT_HASH_SEEDS; i++) t->head.seed[i] = perft_hash_seed(key_set, i);
    t->head.claims = sizeof t->head / sizeof(u64);
    t->head.entries = t->head.claims + claims / sizeof(u64);
    t->head.buckets = bytes / BUCKET_BYTES;
    t->bytes = t->head.buckets * BUCKET_BYTES;
}

DeviceStatus device_table_open(DeviceTable *t, Device *device, uint64_t bytes, uint64_t key_set,
                               uint32_t capacity, DeviceError *error)
{
    memset(t, 0, sizeof *t);
    t->device = device;
    t->capacity = capacity;
    const uint64_t before = sizeof t->head + claims_for(capacity) * sizeof(u32);
    const uint64_t most = device->info.max_buffer > before ? device->info.max_buffer - before : 0;
    lay_out(t, bytes < most ? bytes : most, key_set);
    DeviceStatus status = DEVICE_OUT_OF_MEMORY;
    if (t->bytes == 0)
        snprintf(error->text, sizeof error->text, "%s: no room for a perft hash table", device->info.id);
    else status = backend(t)->allocate(device, before + t->bytes, &t->buffer, error);
    if (!status)
        status = backend(t)->allocate(device, capacity * sizeof(PerftHashPosition), &t->arrived, error);
    if (!status)
        status = backend(t)->allocate(device, (capacity + UINT64_C(1)) * sizeof(u32), &t->chosen, error);
    if (!status) status = backend(t)->write(device, t->buffer, 0, &t->head, sizeof t->head, error);
    if (!status) status = device_table_clear(t, error);
    if (status) device_table_close(t);
    return status;
}

void device_table_close(DeviceTable *t)
{
    if (t->device == NULL) return;
    backend(t)->free(t->device, t->buffer);
    backend(t)->free(t->device, t->arrived);
    backend(t)->free(t->device, t->chosen);
    memset(t, 0, sizeof *t);
}

DeviceStatus device_links_open(DeviceLinks *links, const DeviceTable *t, DeviceError *error)
{
    DeviceStatus status = DEVICE_OK;
    if (links->links == NULL)
        status = backend(t)->allocate(t->device, t->capacity * sizeof(u64), &links->links, error);
    if (!status && links->keep == NULL)
        status = backend(t)->allocate(t->device, t->capacity * sizeof(u32), &links->keep, error);
    return status;
}

void device_links_close(DeviceLinks *links, Device *device)
{
    device->backend->free(device, links->links);
    device->backend->free(device, links->keep);
    memset(links, 0, sizeof *links);
}

DeviceStatus device_table_find(DeviceTable *t, DeviceScan *scan, uint32_t n, int depth,
                               const DeviceLinks *links, DeviceBuffer *gathered, uint32_t *count,
                               DeviceError *error)
{
    const uint32_t claims = claims_for(n);
    const DeviceArg table = DEVICE_BUFFER(t->buffer), arrived = DEVICE_BUFFER(t->arrived);
    const DeviceArg link = DEVICE_BUFFER(links->links), chosen = DEVICE_BUFFER(t->chosen);
    const DeviceArg level = DEVICE_U32(depth), mask = DEVICE_U32(claims - 1);
    const DeviceArg unclaim[] = {table, DEVICE_U32(0), mask};
    const DeviceArg find[] = {table, arrived, link, level, mask};
    const DeviceArg mark[] = {table, arrived, link, chosen, level, mask};
    const DeviceArg gather[] = {arrived, chosen, link, DEVICE_BUFFER(gathered), DEVICE_BUFFER(links->keep)};
    DeviceStatus status = launch(t, KERNEL_perft_hash_unclaim, unclaim, 3, claims, error);
    if (!status) status = launch(t, KERNEL_perft_hash_find, find, 5, n, error);
    if (!status) status = launch(t, KERNEL_perft_hash_mark, mark, 6, n, error);
    if (!status) status = device_scan_run(scan, t->chosen, n, error);
    if (!status) status = launch(t, KERNEL_perft_hash_gather, gather, 5, n, error);
    if (status) return status;
    return backend(t)->read(t->device, t->chosen, n * sizeof *count, count, sizeof *count, error);
}

DeviceStatus device_table_keep(DeviceTable *t, uint32_t count, int depth, const DeviceLinks *links,
                               DeviceBuffer *gathered, DeviceBuffer *totals, DeviceError *error)
{
    const DeviceArg args[] = {DEVICE_BUFFER(t->buffer), DEVICE_BUFFER(gathered), DEVICE_BUFFER(totals),
                              DEVICE_BUFFER(links->keep), DEVICE_U32(depth)};
    return count == 0 ? DEVICE_OK : launch(t, KERNEL_perft_hash_keep, args, 5, count, error);
}
