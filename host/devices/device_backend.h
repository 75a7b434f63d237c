/* SPDX-License-Identifier: MIT */
/* What the backends share; private to them. */
#ifndef HOST_DEVICE_BACKEND_H
#define HOST_DEVICE_BACKEND_H

#include <stdint.h>

#include "../../kernels/device.h"
#include "../../kernels/kernel_table.h"

extern const Backend backend_loop;
extern const Backend backend_opencl;
extern const Backend backend_cuda;

/* One layout for all: `handle` is the memory (loop), a cl_mem, or a CUdeviceptr. */
struct DeviceBuffer {
    uint64_t bytes;
    uintptr_t handle;
};

/* Fills `error` (may be NULL) with the formatted line, cut where it is too long, and returns `status`. */
DeviceStatus device_fail(DeviceError *error, DeviceStatus status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* 0 <= index < count? */
DeviceStatus device_check_index(const char *backend, int index, int count, DeviceError *error);

/* Room for `bytes` more, given what one buffer may have and what is free? */
DeviceStatus device_check_allocation(const Device *device, uint64_t bytes, DeviceError *error);

/* Does offset .. offset+bytes lie in the buffer? verb: "read" or "write". */
DeviceStatus device_check_range(const Device *device, const DeviceBuffer *buffer, uint64_t offset,
                                uint64_t bytes, const char *verb, DeviceError *error);

/* Do the arguments fit the kernel's signature, buffers and sizes of values? */
DeviceStatus device_check_launch(const Device *device, KernelId kernel, const DeviceArg *args, int arg_count,
                                 DeviceError *error);

#endif
