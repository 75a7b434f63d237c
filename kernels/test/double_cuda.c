/* SPDX-License-Identifier: MIT */
/* A double of libcuda.so.1: the functions that the backend uses, on the host's memory. What a launch runs is behind
 * double_program.h.
 *
 * DOUBLE_CUDA names what goes wrong: "init", "count", "empty" (no device), "module", "function", "launch",
 * "wait" (a kernel has failed meanwhile), "memory" (allocations fail below the free memory). */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "double_program.h"

#define EXPORT __attribute__((visibility("default")))
#define MEMORY ((size_t)1 << 30)
#define MAX_BUFFERS 64

enum {
    SUCCESS = 0,
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    NO_DEVICE = 100,
    INVALID_CONTEXT = 201,
    NO_BINARY = 209,
    NOT_FOUND = 500,
    LAUNCH_FAILED = 719
};

static struct {
    char *memory;
    size_t bytes;
} buffers[MAX_BUFFERS];
static size_t used;
static int initialised, contexts;
static char the_module;
static _Thread_local void *current;

static bool goes_wrong(const char *what)
{
    const char *wrong = getenv("DOUBLE_CUDA");
    return wrong != NULL && strcmp(wrong, what) == 0;
}

/* What the driver checks before nearly every call. */
static int no_context(void) { return current == NULL ? INVALID_CONTEXT : SUCCESS; }

EXPORT int cuInit(unsigned flags);
EXPORT int cuInit(unsigned flags)
{
    initialised = 1;
    return goes_wrong("init") ? NO_DEVICE : flags == 0 ? SUCCESS : INVALID_VALUE;
}

EXPORT int cuDriverGetVersion(int *version);
EXPORT int cuDriverGetVersion(int *version)
{
    *version = 12040;
    return SUCCESS;
}

EXPORT int cuGetErrorString(int code, const char **text);
EXPORT int cuGetErrorString(int code, const char **text)
{
    *text = *double_problem()       ? double_problem()
            : code == OUT_OF_MEMORY ? "out of memory"
            : code == NO_DEVICE     ? "no CUDA-capable device is detected"
            : code == NO_BINARY     ? "no kernel image is available for execution on the device"
            : code == NOT_FOUND     ? "named symbol not found"
            : code == LAUNCH_FAILED ? "unspecified launch failure"
                                    : "invalid argument";
    return SUCCESS;
}

EXPORT int cuDeviceGetCount(int *count);
EXPORT int cuDeviceGetCount(int *count)
{
    *count = goes_wrong("empty") ? 0 : 2;
    return goes_wrong("count") || !initialised ? INVALID_VALUE : SUCCESS;
}

EXPORT int cuDeviceGet(int *device, int index);
EXPORT int cuDeviceGet(int *device, int index)
{
    *device = 100 + index; /* a handle, not the index */
    return SUCCESS;
}

EXPORT int cuDeviceGetName(char *name, int length, int device);
EXPORT int cuDeviceGetName(char *name, int length, int device)
{
    if (device < 100 || length < 16) return INVALID_VALUE;
    strcpy(name, device == 100 ? "Double 0" : "Double 1");
    return SUCCESS;
}

EXPORT int cuDeviceTotalMem_v2(size_t *bytes, int device);
EXPORT int cuDeviceTotalMem_v2(size_t *bytes, int device)
{
    *bytes = MEMORY;
    return device < 100 ? INVALID_VALUE : SUCCESS;
}

EXPORT int cuDeviceGetAttribute(int *value, int which, int device);
EXPORT int cuDeviceGetAttribute(int *value, int which, int device)
{
    *value = which == 16 ? 132 : which == 75 ? 9 : 0;
    return device < 100 ? INVALID_VALUE : SUCCESS;
}

EXPORT int cuDeviceGetPCIBusId(char *text, int length, int device);
EXPORT int cuDeviceGetPCIBusId(char *text, int length, int device)
{
    if (device < 100 || length < 13) return INVALID_VALUE;
    strcpy(text, "0000:17:00.0");
    return SUCCESS;
}

EXPORT int cuCtxCreate_v2(void **context, unsigned flags, int device);
EXPORT int cuCtxCreate_v2(void **context, unsigned flags, int device)
{
    if (device < 100 || flags != 4) return INVALID_VALUE;
    *context = malloc(1);
    current = *context;
    contexts++;
    return SUCCESS;
}

EXPORT int cuCtxDestroy_v2(void *context);
EXPORT int cuCtxDestroy_v2(void *context)
{
    free(context);
    if (context == current) current = NULL;
    if (--contexts == 0) /* its buffers go with it */
        for (int i = 0; i < MAX_BUFFERS; i++) {
            free(buffers[i].memory);
            buffers[i].memory = NULL;
            used -= buffers[i].bytes;
            buffers[i].bytes = 0;
        }
    return SUCCESS;
}

EXPORT int cuCtxSetCurrent(void *context);
EXPORT int cuCtxSetCurrent(void *context)
{
    current = context;
    return SUCCESS;
}

EXPORT int cuCtxSynchronize(void);
EXPORT int cuCtxSynchronize(void) { return goes_wrong("wait") ? LAUNCH_FAILED : no_context(); }

EXPORT int cuModuleLoadData(void **module, const void *binary);
EXPORT int cuModuleLoadData(void **module, const void *binary)
{
    *module = &the_module;
    return goes_wrong("module") || !double_load(binary) ? NO_BINARY : no_context();
}

EXPORT int cuModuleUnload(void *module);
EXPORT int cuModuleUnload(void *module) { return module == &the_module ? SUCCESS : INVALID_VALUE; }

EXPORT int cuModuleGetFunction(const void **function, void *module, const char *name);
EXPORT int cuModuleGetFunction(const void **function, void *module, const char *name)
{
    *function = module != NULL && !goes_wrong("function") ? double_function(name) : NULL;
    return *function != NULL ? SUCCESS : NOT_FOUND;
}

EXPORT int cuMemGetInfo_v2(size_t *free_bytes, size_t *total);
EXPORT int cuMemGetInfo_v2(size_t *free_bytes, size_t *total)
{
    *free_bytes = MEMORY - used;
    *total = MEMORY;
    return no_context();
}

EXPORT int cuMemAlloc_v2(unsigned long long *pointer, size_t bytes);
EXPORT int cuMemAlloc_v2(unsigned long long *pointer, size_t bytes)
{
    if (no_context() || bytes == 0) return INVALID_VALUE;
    for (int i = 0; i < MAX_BUFFERS && !goes_wrong("memory"); i++)
        if (buffers[i].memory == NULL && used + bytes <= MEMORY) {
            buffers[i].memory = malloc(bytes);
            buffers[i].bytes = bytes;
            used += bytes;
            *pointer = (uintptr_t)buffers[i].memory;
            return SUCCESS;
        }
    return OUT_OF_MEMORY;
}

EXPORT int cuMemFree_v2(unsigned long long pointer);
EXPORT int cuMemFree_v2(unsigned long long pointer)
{
    for (int i = 0; i < MAX_BUFFERS; i++)
        if (buffers[i].memory != NULL && (uintptr_t)buffers[i].memory == pointer) {
            free(buffers[i].memory);
            buffers[i].memory = NULL;
            used -= buffers[i].bytes;
            buffers[i].bytes = 0;
            return no_context();
        }
    return INVALID_VALUE;
}

char *driver_memory_at(unsigned long long pointer, size_t bytes, char **buffer, size_t *buffer_bytes)
{
    for (int i = 0; i < MAX_BUFFERS; i++) {
        const uintptr_t start = (uintptr_t)buffers[i].memory;
        if (buffers[i].memory != NULL && pointer >= start && pointer + bytes <= start + buffers[i].bytes) {
            *buffer = buffers[i].memory;
            *buffer_bytes = buffers[i].bytes;
            return buffers[i].memory + (pointer - start);
        }
    }
    return NULL;
}

/* The memory of a copy that the host waits for. */
static char *copied_memory(unsigned long long pointer, size_t bytes)
{
    char *buffer;
    size_t buffer_bytes;
    double_copied(bytes);
    return driver_memory_at(pointer, bytes, &buffer, &buffer_bytes);
}

EXPORT int cuMemcpyHtoD_v2(unsigned long long pointer, const void *data, size_t bytes);
EXPORT int cuMemcpyHtoD_v2(unsigned long long pointer, const void *data, size_t bytes)
{
    char *memory = copied_memory(pointer, bytes);
    if (memory == NULL || no_context()) return INVALID_VALUE;
    memcpy(memory, data, bytes);
    return SUCCESS;
}

EXPORT int cuMemcpyDtoH_v2(void *data, unsigned long long pointer, size_t bytes);
EXPORT int cuMemcpyDtoH_v2(void *data, unsigned long long pointer, size_t bytes)
{
    const char *memory = copied_memory(pointer, bytes);
    if (memory == NULL || no_context()) return INVALID_VALUE;
    memcpy(data, memory, bytes);
    return SUCCESS;
}

EXPORT int cuLaunchKernel(const void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                          unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared, void *stream,
                          void **arguments, void **extra);
EXPORT int cuLaunchKernel(const void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                          unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared, void *stream,
                          void **arguments, void **extra)
{
    if (grid_x == 0 || grid_y != 1 || grid_z != 1 || block_x == 0 || block_x > 1024 || block_y != 1 ||
        block_z != 1 || shared != 0 || stream != NULL || extra != NULL || no_context())
        return INVALID_VALUE;
    if (goes_wrong("launch")) return LAUNCH_FAILED;
    if (double_launch(function, &(DoubleLaunch){grid_x, block_x, arguments})) return SUCCESS;
    return *double_problem() ? LAUNCH_FAILED : INVALID_VALUE;
}

EXPORT int cuEventCreate(void **event, unsigned flags);
EXPORT int cuEventCreate(void **event, unsigned flags)
{
    (void)flags;
    *event = calloc(1, 1);
    return no_context();
}

EXPORT int cuEventDestroy_v2(void *event);
EXPORT int cuEventDestroy_v2(void *event)
{
    free(event);
    return no_context();
}

EXPORT int cuEventRecord(void *event, void *stream);
EXPORT int cuEventRecord(void *event, void *stream)
{
    *(char *)event = 1;
    return stream == NULL ? no_context() : INVALID_VALUE;
}

EXPORT int cuEventSynchronize(void *event);
EXPORT int cuEventSynchronize(void *event) { return *(char *)event ? no_context() : INVALID_VALUE; }

EXPORT int cuEventElapsedTime(float *milliseconds, void *before, void *after);
EXPORT int cuEventElapsedTime(float *milliseconds, void *before, void *after)
{
    *milliseconds = 2.5f;
    return *(char *)before && *(char *)after ? no_context() : INVALID_VALUE;
}
