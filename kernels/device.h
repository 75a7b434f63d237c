/* SPDX-License-Identifier: MIT */
/* The interface through which kernels are called. Nothing above host/devices/ knows the backend.
 *
 *   Device *d;
 *   device_open("loop", 0, &d, &error);                     (host/devices/devices.h; 0: all threads)
 *   DeviceBuffer *in = NULL;
 *   d->backend->allocate(d, bytes, &in, &error);
 *   d->backend->write(d, in, 0, data, bytes, &error);
 *   DeviceArg args[] = {DEVICE_BUFFER(in), DEVICE_BUFFER(out), DEVICE_U32(n)};
 *   d->backend->launch(d, KERNEL_chess_count, args, 3, n, &error);
 *   d->backend->read(d, out, 0, counts, n * 4, &error);      (waits for what was launched before)
 *
 * Every function that can fail returns a DeviceStatus and fills `error` with one line: what, where, what was
 * expected. A Device is used by one thread at a time; different devices by different threads.
 */
#ifndef KERNELS_DEVICE_H
#define KERNELS_DEVICE_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
    DEVICE_OK,
    DEVICE_ABSENT, /* no such device, or its library or driver is not there */
    DEVICE_FAILED, /* the driver reports an error */
    DEVICE_OUT_OF_MEMORY
} DeviceStatus;

typedef struct {
    char text[256];
} DeviceError;

/* One number per kernel, in the order of kernels.def: KERNEL_chess_count, ... */
typedef enum {
#define KERNEL3(name, a, b, c) KERNEL_##name,
#define KERNEL4(name, a, b, c, d) KERNEL_##name,
#define KERNEL5(name, a, b, c, d, e) KERNEL_##name,
#define KERNEL6(name, a, b, c, d, e, f) KERNEL_##name,
#include "kernels.def"
#undef KERNEL3
#undef KERNEL4
#undef KERNEL5
#undef KERNEL6
    KERNEL_COUNT
} KernelId;

typedef struct {
    char id[24];          /* "loop", "opencl:0", "cuda:1": what --device takes */
    char backend[12];     /* "loop", "opencl", "cuda" */
    char name[96];        /* as the driver names it */
    char driver[96];      /* driver or platform and its version */
    char pci[24];         /* "0000:17:00.0" where known, else "" */
    uint64_t memory;      /* bytes in all */
    uint64_t memory_free; /* bytes, at the time of asking; equals memory where unknown */
    uint64_t max_buffer;  /* largest single allocation, bytes */
    uint32_t units;       /* threads, compute units, multiprocessors */
    uint32_t is_cpu;      /* 1 where the device shares the host's cores */
    uint32_t lanes;       /* positions that an item of a set-wise count kernel takes: 1 or 8 */
} DeviceInfo;

typedef struct Device Device;
typedef struct DeviceBuffer DeviceBuffer;

/* A kernel argument: a buffer, or a value of 4 or 8 bytes. */
typedef struct {
    DeviceBuffer *buffer; /* NULL: a value */
    uint64_t value;
    uint32_t size; /* of the value: 4 or 8 */
} DeviceArg;

#define DEVICE_BUFFER(b) ((DeviceArg){.buffer = (b)})
#define DEVICE_U32(v) ((DeviceArg){.value = (uint32_t)(v), .size = 4})
#define DEVICE_U64(v) ((DeviceArg){.value = (v), .size = 8})

#define DEVICE_API 1 /* raised when a member changes its meaning */

typedef struct {
    const char *name;
    int api;
    /* Number of devices; 0 with a reason in `error` where the library or the driver is missing. */
    int (*count)(DeviceError *error);
    DeviceStatus (*info)(int index, DeviceInfo *info, DeviceError *error);
    /* threads: for devices that are the host's own cores (0: all allowed); others ignore it. */
    DeviceStatus (*open)(int index, int threads, Device **device, DeviceError *error);
    void (*close)(Device *device);
    DeviceStatus (*allocate)(Device *device, uint64_t bytes, DeviceBuffer **buffer, DeviceError *error);
    void (*free)(Device *device, DeviceBuffer *buffer); /* NULL is allowed */
    DeviceStatus (*write)(Device *device, DeviceBuffer *buffer, uint64_t offset, const void *data,
                          uint64_t bytes, DeviceError *error);
    DeviceStatus (*read)(Device *device, DeviceBuffer *buffer, uint64_t offset, void *data, uint64_t bytes,
                         DeviceError *error);
    /* Runs the kernel for items 0 .. items-1; may return before it is done. Calls are in order. */
    DeviceStatus (*launch)(Device *device, KernelId kernel, const DeviceArg *args, int arg_count,
                           uint64_t items, DeviceError *error);
    DeviceStatus (*wait)(Device *device, DeviceError *error);
    /* Seconds that the last finished launch took on the device; -1 where unknown. */
    double (*elapsed)(Device *device);
} Backend;

struct Device {
    const Backend *backend; /* first member of every backend's own struct */
    DeviceInfo info;
};

#endif
