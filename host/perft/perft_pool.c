/* SPDX-License-Identifier: MIT */
#include "perft_run.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set)) return (int)sysconf(_SC_NPROCESSORS_ONLN);
    return CPU_COUNT(&set);
}

static int known_answer(PerftPool *pool, PerftDevice *perft, char error[PERFT_ERROR])
{
    const Game *game = pool->rules.game;
    const GamePerft *known = game->perft;
    GameRecord record;
    if (game->parse(game, known->known_position, &record, error)) return -1;
    DeviceError device_error = {""};
    const uint64_t expected =
        known->known_nodes
            ? known->known_nodes
            : (uint64_t)known->count(pool->rules, &record.position, known->known_depth, NULL, &pool->stop);
    uint64_t nodes = 0;
    if (perft_device_count(perft, &record.position, 1, known->known_depth, &nodes, &device_error)) {
        snprintf(error, PERFT_ERROR, "%s", device_error.text);
        return -1;
    }
    if (nodes == expected) return 0;
    snprintf(error, PERFT_ERROR, "%s: self-test failed: %s depth %d gives %llu, expected %llu",
             perft->device->info.id, known->known_position, known->known_depth, (unsigned long long)nodes,
             (unsigned long long)expected);
    return -1;
}

static PerftStatus open_device(PerftPool *pool, Worker *worker, const DeviceChoice *choice,
                               PerftDeviceSetup setup, char error[PERFT_ERROR])
{
    DeviceError device_error = {""};
    DeviceStatus status = device_open(choice->id, pool->threads, &worker->device, &device_error);
    if (!status && worker->device->info.is_cpu && setup.hash == PERFT_HASH_FREE)
        setup.hash = pool->host_table;
    if (!status) status = perft_device_open(&worker->perft, worker->device, &setup, &device_error);
    if (status) {
        snprintf(error, PERFT_ERROR, "%s", device_error.text);
        return perft_status_of(status);
    }
    if (pool->batch > worker->perft.capacity) pool->batch = worker->perft.capacity;
    pool->hash += worker->perft.table.bytes;
    return known_answer(pool, &worker->perft, error) ? PERFT_DEVICE : PERFT_DONE;
}

/* Whether two devices have one memory: host cores do, and a GPU that two backends serve. Where a bus address is
 * unknown they may. */
static int share_memory(const DeviceChoice *a, const DeviceChoice *b)
{
    DeviceInfo x, y;
    if (a->backend->info(a->index, &x, NULL) || b->backend->info(b->index, &y, NULL)) return 1;
    if (x.is_cpu || y.is_cpu) return x.is_cpu == y.is_cpu;
    return !*x.pci || !*y.pci || !strcmp(x.pci, y.pci);
}

/* The part of its memory that a device can have. */
static double share_of(const DeviceList *list, int device)
{
    int sharers = 0;
    for (int i = 0; i < list->count; i++)
        sharers += list->choices[i].backend != NULL &&
                   (i == device || share_memory(&list->choices[i], &list->choices[device]));
    return 1.0 / sharers;
}

/* One for each device and for each core of the native engine. */
static PerftStatus open_workers(PerftPool *pool, uint64_t hash, uint64_t key, char error[PERFT_ERROR])
{
    const DeviceList *list = &pool->devices;
    PerftDeviceSetup setup = {.rules = pool->rules, .hash = hash, .key = key, .stop = &pool->stop};
    PerftStatus status = PERFT_DONE;
    for (int i = 0; i < list->count && !status; i++) {
        const int native = list->choices[i].backend == NULL;
        if (!native) setup.share = share_of(list, i);
        for (int k = 0; k < (native ? pool->threads : 1) && !status; k++) {
            Worker *worker = &pool->worker[pool->worker_count++];
            worker->tally_index = i;
            worker->random = (uint64_t)pool->worker_count;
            if (!native) status = open_device(pool, worker, &list->choices[i], setup, error);
        }
    }
    return status;
}

void perft_pool_close(PerftPool *pool)
{
    if (pool == NULL) return;
    for (int i = 0; i < pool->worker_count; i++) {
        Worker *worker = &pool->worker[i];
        if (worker->perft.device != NULL) perft_device_close(&worker->perft);
        device_close(worker->device);
    }
    free(pool->worker);
    perft_table_free(pool->table);
    free(pool);
}

int perft_host_tables(const DeviceList *devices)
{
    int n = 0;
    for (int i = 0; i < devices->count; i++) {
        DeviceInfo info;
        const DeviceChoice *choice = &devices->choices[i];
        n += choice->backend == NULL ||
             (choice->backend->info(choice->index, &info, NULL) == DEVICE_OK && info.is_cpu);
    }
    return n;
}

static int count_native(const DeviceList *devices)
{
    int n = 0;
    for (int i = 0; i < devices->count; i++) n += devices->choices[i].backend == NULL;
    return n;
}

/* What is free, less what a run needs besides and a little for others, over the tables in the host's memory.
 */
static uint64_t free_for_table(int tables)
{
    DeviceInfo host;
    if (tables == 0 || device_backends[0]->info(0, &host, NULL)) return 0;
    const uint64_t most = host.memory_free / 10 * 8, rest = perft_memory();
    return most > rest ? (most - rest) / (uint64_t)tables : 0;
}

static PerftStatus fill_pool(PerftPool *pool, uint64_t hash, uint64_t key, char error[PERFT_ERROR])
{
    pool->worker = calloc((size_t)(pool->threads + pool->devices.count), sizeof *pool->worker);
    if (pool->worker == NULL) {
        snprintf(error, PERFT_ERROR, "no memory for %d threads", pool->threads);
        return PERFT_OUT_OF_MEMORY;
    }
    const int native = count_native(&pool->devices);
    pool->device_count = pool->devices.count - native;
    pool->host_table = hash == PERFT_HASH_FREE ? free_for_table(perft_host_tables(&pool->devices)) : hash;
    if (native && pool->host_table >= PERFT_HASH_LEAST) {
        pool->table = perft_table_new(pool->host_table, key);
        if (pool->table == NULL) {
            snprintf(error, PERFT_ERROR, "no memory for a hash table of %llu bytes",
                     (unsigned long long)pool->host_table);
            return PERFT_OUT_OF_MEMORY;
        }
        pool->hash += pool->host_table;
    }
    return open_workers(pool, hash, key, error);
}

PerftStatus perft_pool_open(GameRules rules, const DeviceList *devices, int threads, uint64_t hash,
                            uint64_t key, PerftPool **pool, char error[PERFT_ERROR])
{
    PerftPool *m = calloc(1, sizeof *m);
    *pool = NULL;
    if (m == NULL) {
        snprintf(error, PERFT_ERROR, "no memory");
        return PERFT_OUT_OF_MEMORY;
    }
    m->rules = rules;
    m->devices = *devices;
    m->threads = threads > 0 ? threads : processors();
    m->batch = SIZE_MAX;
    const PerftStatus status = fill_pool(m, hash, key, error);
    if (status) perft_pool_close(m);
    else *pool = m;
    return status;
}

uint64_t perft_pool_hash(const PerftPool *pool) { return pool->hash; }
