/* SPDX-License-Identifier: MIT */
#include "device_backend.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

DeviceStatus device_fail(DeviceError *error, DeviceStatus status, const char *format, ...)
{
    if (error != NULL) {
        va_list list;
        va_start(list, format);
        vsnprintf(error->text, sizeof error->text, format, list);
        va_end(list);
    }
    return status;
}

DeviceStatus device_check_index(const char *backend, int index, int count, DeviceError *error)
{
    if (index >= 0 && index < count) return DEVICE_OK;
    if (count == 0)
        return device_fail(error, DEVICE_ABSENT, "%s:%d: no such device, the backend has no device", backend,
                           index);
    if (count == 1)
        return device_fail(error, DEVICE_ABSENT, "%s:%d: no such device, there is %s:0 only", backend, index,
                           backend);
    return device_fail(error, DEVICE_ABSENT, "%s:%d: no such device, there are %s:0 to %s:%d", backend, index,
                       backend, backend, count - 1);
}

DeviceStatus device_check_allocation(const Device *device, uint64_t bytes, DeviceError *error)
{
    const DeviceInfo *info = &device->info;
    if (bytes > info->max_buffer)
        return device_fail(error, DEVICE_OUT_OF_MEMORY,
                           "%s: out of memory: a buffer of %" PRIu64 " bytes, expected at most %" PRIu64,
                           info->id, bytes, info->max_buffer);
    if (bytes > info->memory_free)
        return device_fail(error, DEVICE_OUT_OF_MEMORY,
                           "%s: out of memory: a buffer of %" PRIu64 " bytes, %" PRIu64 " of %" PRIu64
                           " are free",
                           info->id, bytes, info->memory_free, info->memory);
    return DEVICE_OK;
}

DeviceStatus device_check_range(const Device *device, const DeviceBuffer *buffer, uint64_t offset,
                                uint64_t bytes, const char *verb, DeviceError *error)
{
    if (offset <= buffer->bytes && bytes <= buffer->bytes - offset) return DEVICE_OK;
    return device_fail(error, DEVICE_FAILED,
                       "%s: %s of %" PRIu64 " bytes at offset %" PRIu64 " of a buffer of %" PRIu64 " bytes",
                       device->info.id, verb, bytes, offset, buffer->bytes);
}

DeviceStatus device_check_launch(const Device *device, KernelId kernel, const DeviceArg *args, int arg_count,
                                 DeviceError *error)
{
    const char *id = device->info.id;
    if ((unsigned)kernel >= KERNEL_COUNT)
        return device_fail(error, DEVICE_FAILED, "%s: kernel number %d, expected less than %d", id,
                           (int)kernel, (int)KERNEL_COUNT);
    const KernelSignature *signature = &kernel_table[kernel];
    if (arg_count != signature->arg_count)
        return device_fail(error, DEVICE_FAILED, "%s: kernel %s: %d arguments, expected %d", id,
                           signature->name, arg_count, signature->arg_count);
    for (int i = 0; i < arg_count; i++) {
        const uint32_t expected = kernel_value_size(kernel, i);
        const uint32_t given = args[i].buffer != NULL ? 0 : args[i].size;
        const int missing = expected == 0 && args[i].buffer == NULL;
        if (given != expected || missing)
            return device_fail(error, DEVICE_FAILED, "%s: kernel %s: argument %d is no %s", id,
                               signature->name, i + 1, signature->arg_types[i]);
    }
    return DEVICE_OK;
}
