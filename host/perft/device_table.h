/* SPDX-License-Identifier: MIT */
/* A perft hash table in a device's memory, which a breadth-first count asks level by level: see
 * kernels/perft_hash_kernels.h. */
#ifndef HOST_DEVICE_TABLE_H
#define HOST_DEVICE_TABLE_H

#include "../../kernels/perft_hash_kernels.h"
#include "../../kernels/device_scan.h"

#define DEVICE_TABLE_LEAST (1u << 20) /* bytes */

typedef struct {
    Device *device;
    DeviceBuffer *buffer;  /* the table; NULL: no table */
    DeviceBuffer *arrived; /* a level's positions before they are looked up */
    DeviceBuffer *chosen;  /* u32 each: which of them are to be counted */
    PerftHashHead head;
    uint64_t bytes;    /* of the table */
    uint32_t capacity; /* positions of a level */
} DeviceTable;

/* What a level with a table has in addition to its positions. */
typedef struct {
    DeviceBuffer *links; /* u64, of the positions as they arrived */
    DeviceBuffer *keep;  /* u32, of those that are counted */
} DeviceLinks;

/* Bytes of the device's memory, the table excluded, for `levels` levels of `capacity` positions. */
uint64_t device_table_beside(uint32_t capacity, int levels);

/* A table of at most `bytes`, at least DEVICE_TABLE_LEAST, and of no more than one buffer holds; keys of set `key_set`,
 * see host/games/perft_table.h; levels of up to `capacity` positions. On failure nothing is held. */
DeviceStatus device_table_open(DeviceTable *table, Device *device, uint64_t bytes, uint64_t key_set,
                               uint32_t capacity, DeviceError *error);
/* A zeroed DeviceTable may be closed, and a closed one again. Not after its device. */
void device_table_close(DeviceTable *table);

/* A level's own, zeroed or opened before. */
DeviceStatus device_links_open(DeviceLinks *links, const DeviceTable *table, DeviceError *error);
void device_links_close(DeviceLinks *links, Device *device);

/* Forgets all counts. */
DeviceStatus device_table_clear(DeviceTable *table, DeviceError *error);

/* Looks up the n positions in table->arrived, 1 to capacity, at a remaining depth of 1 to 15. Those to be
 * counted, all different but for a few, go to `gathered`, their number to *count. scan: with room for
 * capacity. */
DeviceStatus device_table_find(DeviceTable *table, DeviceScan *scan, uint32_t n, int depth,
                               const DeviceLinks *links, DeviceBuffer *gathered, uint32_t *count,
                               DeviceError *error);

/* Keeps the totals of those that were gathered. */
DeviceStatus device_table_keep(DeviceTable *table, uint32_t count, int depth, const DeviceLinks *links,
                               DeviceBuffer *gathered, DeviceBuffer *totals, DeviceError *error);

#endif
