/* SPDX-License-Identifier: MIT */
/* The device "loop": the kernels' bodies as C over a pool of threads. The reference in tests.
 *
 * A launch is one job. The launching thread and the pool's threads take blocks of items from a counter until
 * none is left; the launch returns when all are done. */
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "../../kernels/kernels.h"
#include "device_backend.h"

typedef void (*RangeFunction)(const uintptr_t *values, u64 first, u64 end);

static const RangeFunction range_functions[KERNEL_COUNT] = {
#define KERNEL3(name, a, b, c) name##_range,
#define KERNEL4(name, a, b, c, d) name##_range,
#define KERNEL5(name, a, b, c, d, e) name##_range,
#define KERNEL6(name, a, b, c, d, e, f) name##_range,
#include "../../kernels/kernels.def"
#undef KERNEL3
#undef KERNEL4
#undef KERNEL5
#undef KERNEL6
};

#define LOOP_MAX_THREADS 1024
#define LOOP_MAX_BLOCK 4096u

typedef struct {
    RangeFunction run;
    uintptr_t values[KERNEL_MAX_ARGS];
    u64 items, block;
    atomic_uint_fast64_t next; /* first item not yet taken */
} LoopJob;

typedef struct {
    Device device;
    double seconds; /* of the last launch */
    LoopJob job;
    pthread_mutex_t lock; /* guards the members below */
    pthread_cond_t job_posted, job_done;
    unsigned posted; /* number of jobs so far */
    int busy;        /* pool threads not yet done with the last one */
    bool stop;
    int pool_size; /* threads - 1 */
    pthread_t pool[];
} LoopDevice;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void run_blocks(LoopJob *job)
{
    for (;;) {
        const u64 first = atomic_fetch_add(&job->next, job->block);
        if (first >= job->items) return;
        const u64 end = job->items - first < job->block ? job->items : first + job->block;
        job->run(job->values, first, end);
    }
}

static void *pool_thread(void *argument)
{
    LoopDevice *loop = argument;
    unsigned seen = 0;
    pthread_mutex_lock(&loop->lock);
    for (;;) {
        while (loop->posted == seen && !loop->stop) pthread_cond_wait(&loop->job_posted, &loop->lock);
        if (loop->stop) break;
        seen = loop->posted;
        pthread_mutex_unlock(&loop->lock);
        run_blocks(&loop->job);
        pthread_mutex_lock(&loop->lock);
        if (--loop->busy == 0) pthread_cond_signal(&loop->job_done);
    }
    pthread_mutex_unlock(&loop->lock);
    return NULL;
}

static int loop_count(DeviceError *error)
{
    (void)error;
    return 1;
}

static int allowed_processors(void)
{
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}

/* The value of "KEY  : text" or "KEY: number kB" in a file of /proc; false where the key is missing. */
static bool proc_value(const char *path, const char *key, char *value, size_t size)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) return false;
    char line[256];
    bool found = false;
    while (!found && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, key, strlen(key)) != 0 || strchr(line, ':') == NULL) continue;
        const char *text = strchr(line, ':') + 1;
        text += strspn(text, " \t");
        snprintf(value, size, "%.*s", (int)strcspn(text, "\n"), text);
        found = true;
    }
    fclose(file);
    return found;
}

static DeviceStatus loop_info(int index, DeviceInfo *info, DeviceError *error)
{
    const DeviceStatus status = device_check_index("loop", index, 1, error);
    if (status != DEVICE_OK) return status;
    memset(info, 0, sizeof *info);
    strcpy(info->id, "loop");
    strcpy(info->backend, "loop");
    if (!proc_value("/proc/cpuinfo", "model name", info->name, sizeof info->name))
        strcpy(info->name, "host processor");
    struct utsname system;
    if (uname(&system) == 0)
        snprintf(info->driver, sizeof info->driver, "C over pthreads, %.30s %.30s", system.sysname,
                 system.machine);
    info->memory = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    char kilobytes[32];
    info->memory_free = info->memory;
    if (proc_value("/proc/meminfo", "MemAvailable", kilobytes, sizeof kilobytes))
        info->memory_free = strtoull(kilobytes, NULL, 10) * 1024;
    info->max_buffer = info->memory;
    info->units = (uint32_t)allowed_processors();
    info->lanes = 1;
    info->is_cpu = 1;
    return DEVICE_OK;
}

static void loop_close(Device *device)
{
    LoopDevice *loop = (LoopDevice *)device;
    pthread_mutex_lock(&loop->lock);
    loop->stop = true;
    pthread_cond_broadcast(&loop->job_posted);
    pthread_mutex_unlock(&loop->lock);
    for (int i = 0; i < loop->pool_size; i++) pthread_join(loop->pool[i], NULL);
    pthread_cond_destroy(&loop->job_done);
    pthread_cond_destroy(&loop->job_posted);
    pthread_mutex_destroy(&loop->lock);
    free(loop);
}

static DeviceStatus loop_open(int index, int threads, Device **device, DeviceError *error)
{
    DeviceInfo info;
    const DeviceStatus status = loop_info(index, &info, error);
    if (status != DEVICE_OK) return status;
    if (threads < 0 || threads > LOOP_MAX_THREADS)
        return device_fail(error, DEVICE_FAILED, "loop: %d threads, expected 0 to %d", threads,
                           LOOP_MAX_THREADS);
    if (threads > 0) info.units = (uint32_t)threads;

    LoopDevice *loop = calloc(1, sizeof *loop + info.units * sizeof loop->pool[0]);
    if (loop == NULL) return device_fail(error, DEVICE_OUT_OF_MEMORY, "loop: out of memory at opening");
    loop->device.backend = &backend_loop;
    loop->device.info = info;
    pthread_mutex_init(&loop->lock, NULL);
    pthread_cond_init(&loop->job_posted, NULL);
    pthread_cond_init(&loop->job_done, NULL);
    while (loop->pool_size + 1 < (int)info.units) {
        if (pthread_create(&loop->pool[loop->pool_size], NULL, pool_thread, loop) != 0) {
            loop_close(&loop->device);
            return device_fail(error, DEVICE_FAILED, "loop: the system refuses to start %u threads",
                               info.units);
        }
        loop->pool_size++;
    }
    *device = &loop->device;
    return DEVICE_OK;
}

static DeviceStatus loop_allocate(Device *device, uint64_t bytes, DeviceBuffer **buffer, DeviceError *error)
{
    /* Linux promises memory that it does not have, so malloc alone proves nothing. */
    DeviceInfo new_wins;
    if (loop_info(0, &new_wins, NULL) == DEVICE_OK) device->info.memory_free = new_wins.memory_free;
    const DeviceStatus status = device_check_allocation(device, bytes, error);
    if (status != DEVICE_OK) return status;

    DeviceBuffer *b = malloc(sizeof *b);
    void *memory = NULL;
    if (b == NULL || posix_memalign(&memory, 64, bytes > 0 ? (size_t)bytes : 1) != 0) {
        free(b);
        return device_fail(error, DEVICE_OUT_OF_MEMORY, "loop: out of memory: a buffer of %llu bytes",
                           (unsigned long long)bytes);
    }
    b->bytes = bytes;
    b->handle = (uintptr_t)memory;
    *buffer = b;
    return DEVICE_OK;
}

static void loop_free(Device *device, DeviceBuffer *buffer)
{
    (void)device;
    if (buffer == NULL) return;
    free((void *)buffer->handle);
    free(buffer);
}

static DeviceStatus loop_write(Device *device, DeviceBuffer *buffer, uint64_t offset, const void *data,
                               uint64_t bytes, DeviceError *error)
{
    const DeviceStatus status = device_check_range(device, buffer, offset, bytes, "write", error);
    if (status == DEVICE_OK && bytes > 0) memcpy((char *)buffer->handle + offset, data, (size_t)bytes);
    return status;
}

static DeviceStatus loop_read(Device *device, DeviceBuffer *buffer, uint64_t offset, void *data,
                              uint64_t bytes, DeviceError *error)
{
    const DeviceStatus status = device_check_range(device, buffer, offset, bytes, "read", error);
    if (status == DEVICE_OK && bytes > 0) memcpy(data, (const char *)buffer->handle + offset, (size_t)bytes);
    return status;
}

/* Small enough that the threads finish together, large enough that the counter costs nothing. */
static u64 block_size(u64 items, u64 threads)
{
    const u64 share = items / (threads * 32);
    return share < 1 ? 1 : share > LOOP_MAX_BLOCK ? LOOP_MAX_BLOCK : share;
}

static DeviceStatus loop_launch(Device *device, KernelId kernel, const DeviceArg *args, int arg_count,
                                uint64_t items, DeviceError *error)
{
    const DeviceStatus status = device_check_launch(device, kernel, args, arg_count, error);
    if (status != DEVICE_OK) return status;

    LoopDevice *loop = (LoopDevice *)device;
    LoopJob *job = &loop->job;
    job->run = range_functions[kernel];
    for (int i = 0; i < arg_count; i++)
        job->values[i] = args[i].buffer != NULL ? args[i].buffer->handle : (uintptr_t)args[i].value;
    job->items = items;
    job->block = block_size(items, device->info.units);
    atomic_store(&job->next, 0);

    const double start = now();
    const bool shared = loop->pool_size > 0 && items > job->block;
    if (shared) {
        pthread_mutex_lock(&loop->lock);
        loop->busy = loop->pool_size;
        loop->posted++;
        pthread_cond_broadcast(&loop->job_posted);
        pthread_mutex_unlock(&loop->lock);
    }
    run_blocks(job);
    if (shared) {
        pthread_mutex_lock(&loop->lock);
        while (loop->busy > 0) pthread_cond_wait(&loop->job_done, &loop->lock);
        pthread_mutex_unlock(&loop->lock);
    }
    loop->seconds = now() - start;
    return DEVICE_OK;
}

static DeviceStatus loop_wait(Device *device, DeviceError *error)
{
    (void)device;
    (void)error;
    return DEVICE_OK;
}

static double loop_elapsed(Device *device) { return ((LoopDevice *)device)->seconds; }

const Backend backend_loop = {
    .name = "loop",
    .api = DEVICE_API,
    .count = loop_count,
    .info = loop_info,
    .open = loop_open,
    .close = loop_close,
    .allocate = loop_allocate,
    .free = loop_free,
    .write = loop_write,
    .read = loop_read,
    .launch = loop_launch,
    .wait = loop_wait,
    .elapsed = loop_elapsed,
};
