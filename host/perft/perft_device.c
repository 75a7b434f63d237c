/* SPDX-License-Identifier: MIT */
#include "perft_device.h"
#include "../base/stop.h"
#include "../../kernels/queue.h"

#include <stdio.h>
#include <stdlib.h>

#define LEAST_CAPACITY 4096u     /* more than the moves of any position that kernels count */
#define HOST_CAPACITY (1u << 15) /* devices that are host cores: levels stay in cache */
#define MOST_CAPACITY (1u << 22) /* times 1,000 moves stays below 2^32 */
#define BYTES_A_POSITION (sizeof(GamePosition) + sizeof(uint32_t) + sizeof(uint64_t))
#define STATS_ROWS (1u << 15)
#define HOST_SLICE 2048u /* positions whose queued moves stay in cache */
#define MOST_SLICE (1u << 19)
#define QUEUE_ITEMS 2048u /* a unit of the device: so many take the queue's moves in turn */
#define TALLY_ROWS 1024
#define PARAMETERS 1024 /* bytes, at most */
#define MOST_ARGS 5

static const Backend *backend(const PerftDevice *p) { return p->device->backend; }

/* Plies above the leaves from which on positions are looked up. */
#define LEAST_LOOKED_UP 2

/* A table leaves less for the levels. */
static uint32_t choose_capacity(const DeviceInfo *info, const PerftDeviceSetup *setup)
{
    const double part = setup->hash > 0 ? 0.2 : 0.8;
    const uint64_t memory = (uint64_t)((double)info->memory_free * setup->share * part);
    uint64_t capacity = memory / (BYTES_A_POSITION * 8);
    const uint64_t buffer = info->max_buffer / sizeof(GamePosition);
    if (capacity > buffer) capacity = buffer;
    const uint64_t most = info->is_cpu ? HOST_CAPACITY : MOST_CAPACITY;
    return capacity > most ? (uint32_t)most : capacity < LEAST_CAPACITY ? LEAST_CAPACITY : (uint32_t)capacity;
}

/* The game's parameters go to the device once. */
static DeviceStatus write_parameters(PerftDevice *p, GameRules rules, DeviceError *error)
{
    unsigned char bytes[PARAMETERS];
    if (p->game->parameters == NULL) return DEVICE_OK;
    const size_t size = p->game->parameters(rules, bytes, sizeof bytes);
    DeviceStatus status = backend(p)->allocate(p->device, size, &p->parameters, error);
    if (!status) status = backend(p)->write(p->device, p->parameters, 0, bytes, size, error);
    return status;
}

/* What the levels leave of the share, and a little for the driver. */
static uint64_t choose_hash(const PerftDevice *p, const PerftDeviceSetup *setup)
{
    if (setup->hash != PERFT_DEVICE_FREE) return setup->hash;
    const uint64_t share = (uint64_t)((double)p->device->info.memory_free * setup->share * 0.9);
    const int levels = p->game->narrow_depth + 1;
    const uint64_t others =
        (uint64_t)levels * p->capacity * BYTES_A_POSITION + device_table_beside(p->capacity, levels);
    return share > others ? share - others : 0;
}

static DeviceStatus open_table(PerftDevice *p, const PerftDeviceSetup *setup, DeviceError *error)
{
    const uint64_t hash = choose_hash(p, setup);
    if (hash < DEVICE_TABLE_LEAST) return DEVICE_OK;
    DeviceStatus status = device_table_open(&p->table, p->device, hash, setup->key, p->capacity, error);
    if (!status) status = backend(p)->allocate(p->device, TALLY_ROWS * sizeof(uint64_t), &p->tally, error);
    return status;
}

/* The queue is as long as the moves of a slice can be at most. */
static DeviceStatus open_queue(PerftDevice *p, const PerftDeviceSetup *setup, DeviceError *error)
{
    const DeviceInfo *info = &p->device->info;
    if (p->game->queued_moves == 0) return DEVICE_OK;
    const uint64_t bytes = p->game->queued_moves * sizeof(u64);
    uint64_t slice = (uint64_t)((double)info->memory_free * setup->share * 0.1) / bytes;
    const uint64_t buffer = (info->max_buffer - QUEUE_HEAD * sizeof(u64)) / bytes;
    const uint64_t most = info->is_cpu ? HOST_SLICE : MOST_SLICE;
    if (slice > buffer) slice = buffer;
    p->slice = slice > most ? (uint32_t)most : slice < 64 ? 64 : (uint32_t)slice;
    const u64 head[QUEUE_HEAD] = {[QUEUE_CAPACITY] = (u64)p->slice * p->game->queued_moves};
    DeviceStatus status = backend(p)->allocate(p->device, p->slice * bytes + sizeof head, &p->queue, error);
    return status ? status : backend(p)->write(p->device, p->queue, 0, head, sizeof head, error);
}

DeviceStatus perft_device_open(PerftDevice *p, Device *device, const PerftDeviceSetup *setup,
                               DeviceError *error)
{
    const GamePerft *game = setup->rules.game->perft;
    *p = (PerftDevice){.device = device, .game = game, .stop = setup->stop};
    p->capacity = choose_capacity(&device->info, setup);
    p->row_count = device->info.is_cpu ? 256 : STATS_ROWS;
    p->offsets = malloc((p->capacity + 1) * sizeof *p->offsets);
    p->row_values = malloc((size_t)p->row_count * (size_t)game->stat_count * sizeof *p->row_values);
    DeviceStatus status = DEVICE_OUT_OF_MEMORY;
    snprintf(error->text, sizeof error->text, "%s: no host memory for %u positions", device->info.id,
             p->capacity);
    if (p->offsets != NULL && p->row_values != NULL)
        status = device_scan_open(&p->scan, device, p->capacity, error);
    if (!status) status = write_parameters(p, setup->rules, error);
    if (!status) status = open_queue(p, setup, error);
    if (!status) status = open_table(p, setup, error);
    if (status) perft_device_close(p);
    return status;
}

void perft_device_close(PerftDevice *p)
{
    for (int i = 0; i < PERFT_DEVICE_LEVELS; i++) {
        backend(p)->free(p->device, p->level[i].positions);
        backend(p)->free(p->device, p->level[i].counts);
        backend(p)->free(p->device, p->level[i].totals);
        device_links_close(&p->level[i].links, p->device);
    }
    device_table_close(&p->table);
    backend(p)->free(p->device, p->queue);
    backend(p)->free(p->device, p->tally);
    backend(p)->free(p->device, p->rows);
    backend(p)->free(p->device, p->parameters);
    device_scan_close(&p->scan);
    free(p->offsets);
    free(p->row_values);
    *p = (PerftDevice){.device = p->device};
}

/* Levels are allocated when a depth first needs them. */
static DeviceStatus need_level(PerftDevice *p, int i, DeviceError *error)
{
    PerftLevel *level = &p->level[i];
    DeviceStatus status = DEVICE_OK;
    const uint64_t n = p->capacity;
    if (level->positions == NULL)
        status = backend(p)->allocate(p->device, n * sizeof(GamePosition), &level->positions, error);
    if (!status && level->counts == NULL)
        status = backend(p)->allocate(p->device, (n + 1) * sizeof(uint32_t), &level->counts, error);
    if (!status && level->totals == NULL)
        status = backend(p)->allocate(p->device, n * sizeof(uint64_t), &level->totals, error);
    if (!status && p->table.buffer != NULL) status = device_links_open(&level->links, &p->table, error);
    return status;
}

/* Launches one of the game's kernels, whose first argument are the parameters if it takes any. */
static DeviceStatus launch(PerftDevice *p, KernelId kernel, const DeviceArg *args, int count, uint64_t items,
                           DeviceError *error)
{
    DeviceArg all[MOST_ARGS + 1] = {DEVICE_BUFFER(p->parameters)};
    const int first = p->parameters != NULL;
    for (int i = 0; i < count; i++) all[first + i] = args[i];
    return backend(p)->launch(p->device, kernel, all, first + count, items, error);
}

static uint32_t lanes_of(const PerftDevice *p) { return p->game->uses_lanes ? p->device->info.lanes : 1; }

static DeviceStatus count_moves(PerftDevice *p, PerftLevel *level, uint32_t n, DeviceError *error)
{
    const uint32_t lanes = lanes_of(p);
    const DeviceArg args[] = {DEVICE_BUFFER(level->positions), DEVICE_BUFFER(level->counts), DEVICE_U32(n)};
    return launch(p, p->game->count_kernel, args, 3, (n + lanes - 1) / lanes, error);
}

/* Two plies above the leaves: totals count by differences what they can, counts are of the remaining moves. */
static DeviceStatus count_two_plies(PerftDevice *p, PerftLevel *level, uint32_t n, DeviceError *error)
{
    const uint32_t lanes = lanes_of(p);
    const DeviceArg args[] = {DEVICE_BUFFER(level->positions), DEVICE_BUFFER(level->totals),
                              DEVICE_BUFFER(level->counts), DEVICE_U32(n)};
    return launch(p, p->game->differences_kernel, args, 4, (n + lanes - 1) / lanes, error);
}

static DeviceStatus count_queue(PerftDevice *p, PerftLevel *level, uint32_t first, uint32_t end,
                                DeviceError *error)
{
    const uint32_t lanes = lanes_of(p), items = (end - first + lanes - 1) / lanes;
    const uint32_t stride = p->device->info.is_cpu ? 64 : p->device->info.units * QUEUE_ITEMS;
    const DeviceArg clear[] = {DEVICE_BUFFER(p->queue), DEVICE_U64(QUEUE_PLAIN), DEVICE_U64(0)};
    const DeviceArg nodes[] = {DEVICE_BUFFER(level->positions), DEVICE_BUFFER(level->totals),
                               DEVICE_BUFFER(p->queue), DEVICE_U32(first), DEVICE_U32(end)};
    const DeviceArg moves[] = {DEVICE_BUFFER(level->positions), DEVICE_BUFFER(p->queue),
                               DEVICE_BUFFER(level->totals), DEVICE_U32(stride)};
    DeviceStatus status = backend(p)->launch(p->device, KERNEL_fill_words, clear, 3, 2, error);
    if (!status) status = launch(p, p->game->differences_kernel, nodes, 5, (items + 31) / 32 * 32, error);
    if (!status) status = launch(p, p->game->plain_kernel, moves, 4, stride, error);
    return status ? status : launch(p, p->game->special_kernel, moves, 4, stride, error);
}

/* Two plies above the leaves, all of them: what is not counted by differences is counted from a queue of moves. */
static DeviceStatus count_by_queue(PerftDevice *p, PerftLevel *level, uint32_t n, DeviceError *error)
{
    DeviceStatus status = DEVICE_OK;
    for (uint32_t first = 0; !status && first < n && !stop_asked(p->stop); first += p->slice)
        status = count_queue(p, level, first, n - first < p->slice ? n : first + p->slice, error);
    return status;
}

static DeviceStatus add_stats(PerftDevice *p, PerftLevel *level, uint32_t n, uint64_t *stats,
                              DeviceError *error)
{
    const uint32_t rows = n < p->row_count ? n : p->row_count, columns = (uint32_t)p->game->stat_count;
    DeviceStatus status = DEVICE_OK;
    const uint64_t row_bytes = columns * sizeof(uint64_t);
    if (p->rows == NULL) status = backend(p)->allocate(p->device, p->row_count * row_bytes, &p->rows, error);
    const DeviceArg args[] = {DEVICE_BUFFER(level->positions), DEVICE_BUFFER(p->rows), DEVICE_U32(n),
                              DEVICE_U32(rows)};
    if (!status) status = launch(p, p->game->stats_kernel, args, 4, rows, error);
    if (!status) status = backend(p)->read(p->device, p->rows, 0, p->row_values, rows * row_bytes, error);
    if (status) return status;
    for (uint32_t i = 0; i < rows * columns; i++) {
        const int column = (int)(i % columns);
        unsigned __int128 sum = stats[column];
        game_add_stat(p->game, column, &sum, p->row_values[i]);
        stats[column] = (uint64_t)sum;
    }
    return DEVICE_OK;
}

/* Writes the children of parents first .. end - 1 of level i: those that count_two_plies leaves, or all. */
static DeviceStatus expand(PerftDevice *p, int i, uint32_t first, uint32_t end, int by_differences,
                           DeviceBuffer *children, DeviceError *error)
{
    const uint32_t lanes = lanes_of(p), parents = end - first;
    const DeviceArg args[] = {DEVICE_BUFFER(p->level[i].positions), DEVICE_BUFFER(p->level[i].counts),
                              DEVICE_BUFFER(children), DEVICE_U32(first), DEVICE_U32(end)};
    if (by_differences)
        return launch(p, p->game->remaining_kernel, args, 5, (parents + lanes - 1) / lanes, error);
    return launch(p, p->game->expand_kernel, args, 4, parents, error);
}

static DeviceStatus sum_up(PerftDevice *p, int i, uint32_t first, uint32_t end, int by_differences,
                           DeviceError *error)
{
    const DeviceArg args[] = {DEVICE_BUFFER(p->level[i].counts),
                              DEVICE_BUFFER(by_differences ? p->level[i + 1].counts : p->level[i + 1].totals),
                              DEVICE_BUFFER(p->level[i].totals), DEVICE_U32(first)};
    return backend(p)->launch(p->device, by_differences ? KERNEL_add_leaves : KERNEL_sum_children, args, 4,
                              end - first, error);
}

static DeviceStatus sum_up_links(PerftDevice *p, int i, uint32_t first, uint32_t end, DeviceError *error)
{
    const PerftLevel *parents = &p->level[i], *children = &p->level[i + 1];
    const DeviceArg args[] = {DEVICE_BUFFER(parents->counts), DEVICE_BUFFER(children->links.links),
                              DEVICE_BUFFER(children->totals), DEVICE_BUFFER(parents->totals),
                              DEVICE_U32(first)};
    return backend(p)->launch(p->device, KERNEL_perft_hash_sum, args, 5, end - first, error);
}

/* Adds the leaves below n positions of two plies above them, which no table knew, to those visited. */
static DeviceStatus tally(PerftDevice *p, const PerftLevel *level, uint32_t n, DeviceError *error)
{
    const uint32_t rows = n < TALLY_ROWS ? n : TALLY_ROWS;
    const DeviceArg args[] = {DEVICE_BUFFER(level->totals), DEVICE_BUFFER(p->tally), DEVICE_U32(n),
                              DEVICE_U32(rows)};
    return backend(p)->launch(p->device, KERNEL_perft_hash_tally, args, 4, rows, error);
}

/* The end of the longest run of parents from `first` whose children fit one level. */
static uint32_t last_fitting(const PerftDevice *p, const uint32_t *offsets, uint32_t first, uint32_t n)
{
    uint32_t low = first + 1, high = n;
    while (low < high) {
        const uint32_t middle = low + (high - low + 1) / 2;
        if (offsets[middle] - offsets[first] <= p->capacity) low = middle;
        else high = middle - 1;
    }
    return low;
}

static DeviceStatus run_level(PerftDevice *p, int i, uint32_t n, int depth, uint64_t *stats,
                              DeviceError *error);

/* The children of parents first .. end - 1 of level i, and their sums, by way of the table: those that it does
 * not know are counted. */
static DeviceStatus run_with_table(PerftDevice *p, int i, uint32_t first, uint32_t end, uint32_t children,
                                   int depth, DeviceError *error)
{
    PerftLevel *next = &p->level[i + 1];
    uint32_t open = 0;
    DeviceStatus status = expand(p, i, first, end, 0, p->table.arrived, error);
    if (!status && children > 0)
        status = device_table_find(&p->table, &p->scan, children, depth - 1, &next->links, next->positions,
                                   &open, error);
    if (!status) status = run_level(p, i + 1, open, depth - 1, NULL, error);
    if (status || stop_asked(p->stop)) return status; /* then totals mean nothing */
    status =
        device_table_keep(&p->table, open, depth - 1, &next->links, next->positions, next->totals, error);
    return status ? status : sum_up_links(p, i, first, end, error);
}

/* The children of parents first .. end - 1 of level i, which fit level i + 1, and their sums. Their
 * statistics, and what is a ply above the leaves, no table knows. */
static DeviceStatus run_children(PerftDevice *p, int i, uint32_t first, uint32_t end, uint32_t children,
                                 int depth, uint64_t *stats, DeviceError *error)
{
    const int by_differences = depth == 2 && stats == NULL;
    if (p->table.buffer != NULL && stats == NULL && depth > LEAST_LOOKED_UP)
        return run_with_table(p, i, first, end, children, depth, error);
    DeviceStatus status = expand(p, i, first, end, by_differences, p->level[i + 1].positions, error);
    if (!status) status = run_level(p, i + 1, children, depth - 1, stats, error);
    if (!status && stats == NULL) status = sum_up(p, i, first, end, by_differences, error);
    return status;
}

/* Level i's n positions, counted and scanned, whose children do not fit level i + 1 together. */
static DeviceStatus run_in_parts(PerftDevice *p, int i, uint32_t n, int depth, uint64_t *stats,
                                 DeviceError *error)
{
    uint32_t *offsets = malloc((n + (size_t)1) * sizeof *offsets);
    if (offsets == NULL) {
        snprintf(error->text, sizeof error->text, "%s: no host memory for %u offsets", p->device->info.id, n);
        return DEVICE_OUT_OF_MEMORY;
    }
    DeviceStatus status = backend(p)->read(p->device, p->level[i].counts, 0, offsets,
                                           (n + (uint64_t)1) * sizeof *offsets, error);
    for (uint32_t first = 0, end; !status && first < n && !stop_asked(p->stop); first = end) {
        end = last_fitting(p, offsets, first, n);
        status = run_children(p, i, first, end, offsets[end] - offsets[first], depth, stats, error);
    }
    free(offsets);
    return status;
}

static DeviceStatus run_level(PerftDevice *p, int i, uint32_t n, int depth, uint64_t *stats,
                              DeviceError *error)
{
    PerftLevel *level = &p->level[i];
    if (n == 0 || stop_asked(p->stop)) return DEVICE_OK;
    if (depth == 1 && stats != NULL) return add_stats(p, level, n, stats, error);
    const int by_differences = depth == 2 && stats == NULL;
    DeviceStatus status;
    uint32_t total = 0;
    if (by_differences && p->queue != NULL) {
        status = count_by_queue(p, level, n, error);
        return status || p->table.buffer == NULL ? status : tally(p, level, n, error);
    }
    status = by_differences ? count_two_plies(p, level, n, error) : count_moves(p, level, n, error);
    if (status || depth == 1) return status;
    status = need_level(p, i + 1, error);
    if (!status) status = device_scan_run(&p->scan, level->counts, n, error);
    if (!status)
        status = backend(p)->read(p->device, level->counts, n * sizeof total, &total, sizeof total, error);
    if (status) return status;
    status = total > p->capacity ? run_in_parts(p, i, n, depth, stats, error)
                                 : run_children(p, i, 0, n, total, depth, stats, error);
    if (!status && by_differences && p->table.buffer != NULL) status = tally(p, level, n, error);
    return status;
}

/* Reads and clears the mark of a kernel that gave up; counts that followed from it are in the table. */
static DeviceStatus read_overflow(PerftDevice *p, DeviceError *error)
{
    uint32_t mark = 0;
    const size_t at = p->game->overflow_offset;
    p->overflowed = 0;
    if (p->parameters == NULL) return DEVICE_OK;
    DeviceStatus status = backend(p)->read(p->device, p->parameters, at, &mark, sizeof mark, error);
    if (status || mark == 0) return status;
    p->overflowed = 1;
    mark = 0;
    status = backend(p)->write(p->device, p->parameters, at, &mark, sizeof mark, error);
    if (!status && p->table.buffer != NULL) status = device_table_clear(&p->table, error);
    return status;
}

static DeviceStatus clear_tally(PerftDevice *p, DeviceError *error)
{
    const uint64_t rows[TALLY_ROWS] = {0};
    return p->tally == NULL ? DEVICE_OK : backend(p)->write(p->device, p->tally, 0, rows, sizeof rows, error);
}

static DeviceStatus read_tally(PerftDevice *p, DeviceError *error)
{
    uint64_t rows[TALLY_ROWS];
    const DeviceStatus status = backend(p)->read(p->device, p->tally, 0, rows, sizeof rows, error);
    for (int i = 0; !status && i < TALLY_ROWS; i++) p->visited += rows[i];
    return status;
}

static DeviceStatus run(PerftDevice *p, const GamePosition *positions, uint32_t n, int depth, uint64_t *stats,
                        DeviceError *error)
{
    DeviceStatus status = need_level(p, 0, error);
    const uint64_t bytes = n * sizeof *positions;
    if (!status) status = backend(p)->write(p->device, p->level[0].positions, 0, positions, bytes, error);
    if (!status) status = run_level(p, 0, n, depth, stats, error);
    if (!status) status = read_overflow(p, error);
    return status;
}

static DeviceStatus read_totals(PerftDevice *p, uint32_t n, int depth, uint64_t *totals, DeviceError *error)
{
    if (depth > 1)
        return backend(p)->read(p->device, p->level[0].totals, 0, totals, n * sizeof *totals, error);
    DeviceStatus status =
        backend(p)->read(p->device, p->level[0].counts, 0, p->offsets, n * sizeof *p->offsets, error);
    for (uint32_t i = 0; i < n; i++) totals[i] = p->offsets[i];
    return status;
}

DeviceStatus perft_device_count(PerftDevice *p, const GamePosition *positions, uint32_t n, int depth,
                                uint64_t *totals, DeviceError *error)
{
    DeviceStatus status = clear_tally(p, error);
    if (!status) status = run(p, positions, n, depth, NULL, error);
    if (!status && !stop_asked(p->stop)) status = read_totals(p, n, depth, totals, error);
    if (status || stop_asked(p->stop)) return status;
    if (p->tally != NULL && depth > 1) return read_tally(p, error);
    for (uint32_t i = 0; i < n; i++) p->visited += totals[i];
    return DEVICE_OK;
}

DeviceStatus perft_device_stats(PerftDevice *p, const GamePosition *positions, uint32_t n, int depth,
                                uint64_t *stats, DeviceError *error)
{
    return run(p, positions, n, depth, stats, error);
}
