/* Perft of many positions at once on one device: breadth first, level by level, in bounded device memory.
 *
 * A level's positions are counted, the counts scanned into offsets, the children written side by side to the
 * next level; as many parents at a time as fit there. Two plies above the leaves most replies are counted by
 * differences, and only the positions after the other moves are written. The leaves are counts and never
 * written. Sums go up the same way: each parent adds up its children, so that no atomics are needed and every
 * unit's sum falls out at the top.
 */
#ifndef HOST_PERFT_DEVICE_H
#define HOST_PERFT_DEVICE_H

#include "../kernels/device_scan.h"
#include "game.h"

#define PERFT_DEVICE_LEVELS 16

typedef struct {
    DeviceBuffer *positions;
    DeviceBuffer *counts;     /* u32, moves; after the scan offsets, with the total behind the last */
    DeviceBuffer *totals;     /* u64, leaves below each position */
} PerftLevel;

typedef struct {
    Device *device;
    const GamePerft *game;
    DeviceBuffer *parameters; /* of the game; NULL: its kernels take none */
    int overflowed;           /* the last count or statistics are void, see GamePerft.parameters */
    DeviceScan scan;
    uint32_t capacity;        /* positions of a level */
    PerftLevel level[PERFT_DEVICE_LEVELS];
    DeviceBuffer *rows;       /* of statistics, one row an item */
    uint32_t row_count;
    uint32_t *offsets;        /* host copy of one level's offsets */
    uint64_t *row_values;
    const volatile int *stop;
} PerftDevice;

/* Takes the device over. share: of its free memory, above 0 up to 1. On failure only the device is held. */
DeviceStatus perft_device_open(PerftDevice *perft, Device *device, GameRules rules, double share,
                               const volatile int *stop, DeviceError *error);
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
