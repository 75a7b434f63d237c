/* SPDX-License-Identifier: MIT */
/* Perft of many positions at once on one device: breadth first, level by level, in bounded device memory.
 *
 * A level's positions are counted, the counts scanned into offsets, the children written side by side to the
 * next level; as many parents at a time as fit there. Two plies above the leaves most replies are counted by
 * differences, and only the positions after the other moves are written. The leaves are counts and never
 * written. Sums go up the same way: each parent adds up its children, so that every unit's sum falls out at
 * the top.
 *
 * With a perft hash table, what it knows is not expanded, equal positions of a level are counted once, and
 * sums go into the table on their way up.
 */
#ifndef HOST_PERFT_DEVICE_H
#define HOST_PERFT_DEVICE_H

#include "device_table.h"
#include "../games/game.h"
#include "perft_plan.h"

#define PERFT_DEVICE_LEVELS 16

typedef struct {
    DeviceBuffer *positions;
    DeviceBuffer *counts; /* u32, moves; after the scan offsets, with the total behind the last */
    DeviceBuffer *totals; /* u64, leaves below each position */
    DeviceLinks links;    /* with a table */
} PerftLevel;

#define PERFT_DEVICE_FREE UINT64_MAX

typedef struct {
    GameRules rules;
    double share;  /* of the device's free memory, above 0 up to 1 */
    uint64_t hash; /* bytes of the perft hash table, 0: none, PERFT_DEVICE_FREE: what is left of the share */
    uint64_t key;  /* set of its keys */
    const volatile int *stop;
} PerftDeviceSetup;

typedef struct {
    Device *device;
    const GamePerft *game;
    DeviceBuffer *parameters; /* of the game; NULL: its kernels take none */
    int overflowed;           /* the last count or statistics are void, see GamePerft.parameters */
    DeviceScan scan;
    DeviceTable table;
    DeviceBuffer *queue; /* of moves two plies above the leaves; NULL: the game has none */
    uint32_t slice;      /* positions whose moves fit the queue in any case */
    DeviceBuffer *tally; /* u64 rows: leaves visited, with a table */
    Nodes visited;       /* leaves counted, not taken from the table; the caller sets it to zero */
    uint32_t capacity;   /* positions of a level */
    PerftLevel level[PERFT_DEVICE_LEVELS];
    DeviceBuffer *rows; /* of statistics, one row an item */
    uint32_t row_count;
    uint32_t *offsets; /* host copy of one level's offsets */
    uint64_t *row_values;
    const volatile int *stop;
} PerftDevice;

/* Takes the device over. On failure only the device is held. */
DeviceStatus perft_device_open(PerftDevice *perft, Device *device, const PerftDeviceSetup *setup,
                               DeviceError *error);
/* Frees all but the device. */
void perft_device_close(PerftDevice *perft);

/* totals[i] = leaves `depth` (1 to game->narrow_depth) plies below positions[i], i < n, n up to capacity.
 * DEVICE_OK with meaningless totals if *stop was set meanwhile. */
DeviceStatus perft_device_count(PerftDevice *perft, const GamePosition *positions, uint32_t n, int depth,
                                uint64_t *totals, DeviceError *error);

/* Adds the statistics of the moves at the last of `depth` plies, over all positions, to stats. */
DeviceStatus perft_device_stats(PerftDevice *perft, const GamePosition *positions, uint32_t n, int depth,
                                uint64_t *stats, DeviceError *error);

#endif
