/* SPDX-License-Identifier: MIT */
/* The devices "cuda:N": libcuda.so.1, the driver, opened at run time, over the fat binary that the executable
 * carries. No header or library of the CUDA toolkit is used: what is needed of the driver's interface, which
 * is stable, is declared here. The driver stays open until the process ends.
 *
 * Every device has its own context; everything goes through the context's default stream, in order. */
#include <dlfcn.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../kernels/embedded.h"
#include "device_backend.h"
#include "../base/interrupt.h"

/* ---- the driver's interface ---- */

typedef int CUresult;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;

#define CUDA_SUCCESS 0
#define CUDA_ERROR_OUT_OF_MEMORY 2
#define CU_CTX_SCHED_BLOCKING_SYNC 4u /* a waiting thread sleeps: its core may be counting too */
#define CU_EVENT_BLOCKING_SYNC 1u
#define CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT 16
#define CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR 75
#define CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR 76

#define CUDA_GROUP 128u
#define CUDA_MAX_GRID 0x7fffffffu
#define CUDA_LIBRARY "libcuda.so.1"

/* Member, exported name, parameters. */
#define CUDA_FUNCTIONS(X) \
    X(init, "cuInit", (unsigned)) \
    X(driver_version, "cuDriverGetVersion", (int *)) \
    X(error_string, "cuGetErrorString", (CUresult, const char **)) \
    X(device_count, "cuDeviceGetCount", (int *)) \
    X(device_get, "cuDeviceGet", (CUdevice *, int)) \
    X(device_name, "cuDeviceGetName", (char *, int, CUdevice)) \
    X(device_memory, "cuDeviceTotalMem_v2", (size_t *, CUdevice)) \
    X(device_attribute, "cuDeviceGetAttribute", (int *, int, CUdevice)) \
    X(device_pci, "cuDeviceGetPCIBusId", (char *, int, CUdevice)) \
    X(context_create, "cuCtxCreate_v2", (CUcontext *, unsigned, CUdevice)) \
    X(context_destroy, "cuCtxDestroy_v2", (CUcontext)) \
    X(context_set, "cuCtxSetCurrent", (CUcontext)) \
    X(context_wait, "cuCtxSynchronize", (void)) \
    X(module_load, "cuModuleLoadData", (CUmodule *, const void *)) \
    X(module_unload, "cuModuleUnload", (CUmodule)) \
    X(module_function, "cuModuleGetFunction", (CUfunction *, CUmodule, const char *)) \
    X(memory_info, "cuMemGetInfo_v2", (size_t *, size_t *)) \
    X(allocate, "cuMemAlloc_v2", (CUdeviceptr *, size_t)) \
    X(free, "cuMemFree_v2", (CUdeviceptr)) \
    X(copy_to_device, "cuMemcpyHtoD_v2", (CUdeviceptr, const void *, size_t)) \
    X(copy_to_host, "cuMemcpyDtoH_v2", (void *, CUdeviceptr, size_t)) \
    X(launch, "cuLaunchKernel", \
      (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, void **, \
       void **)) \
    X(event_create, "cuEventCreate", (CUevent *, unsigned)) \
    X(event_destroy, "cuEventDestroy_v2", (CUevent)) \
    X(event_record, "cuEventRecord", (CUevent, CUstream)) \
    X(event_wait, "cuEventSynchronize", (CUevent)) \
    X(event_elapsed, "cuEventElapsedTime", (float *, CUevent, CUevent))

static struct {
#define MEMBER(member, name, parameters) CUresult(*member) parameters;
    CUDA_FUNCTIONS(MEMBER)
#undef MEMBER
} cu;

/* Written once by find_devices. */
static pthread_once_t found_once = PTHREAD_ONCE_INIT;
static int found_count;
static int driver_version;     /* 1000 * major + 10 * minor */
static DeviceError found_none; /* why there is no device */

static const char *error_text(CUresult code)
{
    const char *text = NULL;
    return cu.error_string(code, &text) == CUDA_SUCCESS && text != NULL ? text : "unknown error";
}

static DeviceStatus cuda_fail(DeviceError *error, const char *id, const char *what, CUresult code)
{
    return device_fail(error, code == CUDA_ERROR_OUT_OF_MEMORY ? DEVICE_OUT_OF_MEMORY : DEVICE_FAILED,
                       "%s: %s: CUDA error %d (%s)", id, what, code, error_text(code));
}

static bool load_driver(void)
{
    void *library = dlopen(CUDA_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        device_fail(&found_none, DEVICE_ABSENT, "no NVIDIA driver: " CUDA_LIBRARY " is not installed");
        return false;
    }
    /* dlsym's object pointer is copied into the function pointer: C has no cast for it. */
    void *symbol;
#define LOAD(member, name, parameters) \
    if ((symbol = dlsym(library, name)) == NULL) { \
        device_fail(&found_none, DEVICE_ABSENT, CUDA_LIBRARY " lacks the function " name); \
        return false; \
    } \
    memcpy(&cu.member, &symbol, sizeof symbol);
    CUDA_FUNCTIONS(LOAD)
#undef LOAD
    return true;
}

static void find_devices(void)
{
    if (kernel_cuda_binary_size == 0) {
        device_fail(&found_none, DEVICE_ABSENT, "built without nvcc");
        return;
    }
    if (!load_driver()) return;
    CUresult code = cu.init(0);
    if (code == CUDA_SUCCESS) code = cu.driver_version(&driver_version);
    if (code == CUDA_SUCCESS) code = cu.device_count(&found_count);
    if (code != CUDA_SUCCESS) {
        found_count = 0;
        device_fail(&found_none, DEVICE_ABSENT, "the NVIDIA driver does not start: CUDA error %d (%s)", code,
                    error_text(code));
    } else if (found_count == 0) {
        device_fail(&found_none, DEVICE_ABSENT, "the NVIDIA driver has no device");
    }
}

static int cuda_count(DeviceError *error)
{
    pthread_once(&found_once, find_devices);
    if (found_count == 0 && error != NULL) *error = found_none;
    return found_count;
}

/* ---- properties ---- */

static int attribute(CUdevice device, int which)
{
    int value = 0;
    return cu.device_attribute(&value, which, device) == CUDA_SUCCESS ? value : 0;
}

static DeviceStatus cuda_info(int index, DeviceInfo *info, DeviceError *error)
{
    const int count = cuda_count(error);
    if (count == 0) return DEVICE_ABSENT;
    const DeviceStatus status = device_check_index("cuda", index, count, error);
    if (status != DEVICE_OK) return status;

    memset(info, 0, sizeof *info);
    snprintf(info->id, sizeof info->id, "cuda:%d", index);
    strcpy(info->backend, "cuda");
    CUdevice device;
    size_t memory = 0;
    CUresult code = cu.device_get(&device, index);
    if (code == CUDA_SUCCESS) code = cu.device_name(info->name, sizeof info->name, device);
    if (code == CUDA_SUCCESS) code = cu.device_memory(&memory, device);
    if (code != CUDA_SUCCESS) return cuda_fail(error, info->id, "properties", code);
    snprintf(info->driver, sizeof info->driver, "CUDA %d.%d, compute capability %d.%d", driver_version / 1000,
             driver_version % 1000 / 10, attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
             attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
    if (cu.device_pci(info->pci, sizeof info->pci, device) != CUDA_SUCCESS) info->pci[0] = '\0';
    info->memory = memory;
    info->memory_free = memory;
    info->max_buffer = memory;
    info->units = (uint32_t)attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    info->lanes = 1;
    return DEVICE_OK;
}

/* ---- opening and closing ---- */

typedef struct {
    Device device;
    CUcontext context;
    CUmodule module;
    CUfunction kernels[KERNEL_COUNT];
    CUevent before, after; /* the last launch */
    bool launched;         /* both events are recorded */
} CudaDevice;

/* A context belongs to the thread that uses it; the device may have changed threads. */
static DeviceStatus enter(CudaDevice *d, DeviceError *error)
{
    const CUresult code = cu.context_set(d->context);
    return code == CUDA_SUCCESS ? DEVICE_OK : cuda_fail(error, d->device.info.id, "cuCtxSetCurrent", code);
}

static void cuda_close(Device *device)
{
    CudaDevice *d = (CudaDevice *)device;
    if (d->context != NULL) {
        cu.context_set(d->context);
        cu.context_wait();
        if (d->before != NULL) cu.event_destroy(d->before);
        if (d->after != NULL) cu.event_destroy(d->after);
        if (d->module != NULL) cu.module_unload(d->module);
        cu.context_destroy(d->context);
    }
    free(d);
}

static void update_free_memory(CudaDevice *d)
{
    size_t free_bytes, total;
    if (cu.memory_info(&free_bytes, &total) == CUDA_SUCCESS) d->device.info.memory_free = free_bytes;
}

static DeviceStatus open_steps(CudaDevice *d, int index, DeviceError *error)
{
    const char *id = d->device.info.id;
    CUdevice device;
    CUresult code = cu.device_get(&device, index);
    if (code == CUDA_SUCCESS) code = cu.context_create(&d->context, CU_CTX_SCHED_BLOCKING_SYNC, device);
    if (code != CUDA_SUCCESS) return cuda_fail(error, id, "cuCtxCreate", code);
    interrupt_call_begin(id, "its driver loads a program");
    code = cu.module_load(&d->module, kernel_cuda_binary);
    interrupt_call_end();
    if (code != CUDA_SUCCESS)
        return device_fail(error, DEVICE_FAILED, "%s (%s): cuModuleLoadData: CUDA error %d (%s)", id,
                           d->device.info.driver, code, error_text(code));
    for (int k = 0; k < KERNEL_COUNT; k++) {
        code = cu.module_function(&d->kernels[k], d->module, kernel_table[k].entry);
        if (code != CUDA_SUCCESS) return cuda_fail(error, id, kernel_table[k].name, code);
    }
    code = cu.event_create(&d->before, CU_EVENT_BLOCKING_SYNC);
    if (code == CUDA_SUCCESS) code = cu.event_create(&d->after, CU_EVENT_BLOCKING_SYNC);
    if (code != CUDA_SUCCESS) return cuda_fail(error, id, "cuEventCreate", code);
    update_free_memory(d);
    return DEVICE_OK;
}

static DeviceStatus cuda_open(int index, int threads, Device **device, DeviceError *error)
{
    (void)threads;
    DeviceInfo info;
    DeviceStatus status = cuda_info(index, &info, error);
    if (status != DEVICE_OK) return status;
    CudaDevice *d = calloc(1, sizeof *d);
    if (d == NULL)
        return device_fail(error, DEVICE_OUT_OF_MEMORY, "%s: out of host memory at opening", info.id);
    d->device.backend = &backend_cuda;
    d->device.info = info;
    status = open_steps(d, index, error);
    if (status != DEVICE_OK) {
        cuda_close(&d->device);
        return status;
    }
    *device = &d->device;
    return DEVICE_OK;
}

/* ---- buffers ---- */

static DeviceStatus cuda_allocate(Device *device, uint64_t bytes, DeviceBuffer **buffer, DeviceError *error)
{
    CudaDevice *d = (CudaDevice *)device;
    DeviceStatus status = enter(d, error);
    if (status != DEVICE_OK) return status;
    update_free_memory(d);
    status = device_check_allocation(device, bytes, error);
    if (status != DEVICE_OK) return status;
    DeviceBuffer *b = malloc(sizeof *b);
    if (b == NULL) return device_fail(error, DEVICE_OUT_OF_MEMORY, "%s: out of host memory", device->info.id);
    CUdeviceptr memory;
    const CUresult code = cu.allocate(&memory, bytes > 0 ? (size_t)bytes : 1);
    if (code != CUDA_SUCCESS) {
        free(b);
        return cuda_fail(error, device->info.id, "cuMemAlloc", code);
    }
    b->bytes = bytes;
    b->handle = (uintptr_t)memory;
    update_free_memory(d);
    *buffer = b;
    return DEVICE_OK;
}

static void cuda_free(Device *device, DeviceBuffer *buffer)
{
    CudaDevice *d = (CudaDevice *)device;
    if (buffer == NULL) return;
    if (enter(d, NULL) == DEVICE_OK) {
        cu.free((CUdeviceptr)buffer->handle);
        update_free_memory(d);
    }
    free(buffer);
}

static DeviceStatus cuda_write(Device *device, DeviceBuffer *buffer, uint64_t offset, const void *data,
                               uint64_t bytes, DeviceError *error)
{
    DeviceStatus status = device_check_range(device, buffer, offset, bytes, "write", error);
    if (status == DEVICE_OK) status = enter((CudaDevice *)device, error);
    if (status != DEVICE_OK || bytes == 0) return status;
    const CUresult code = cu.copy_to_device((CUdeviceptr)buffer->handle + offset, data, (size_t)bytes);
    return code == CUDA_SUCCESS ? DEVICE_OK : cuda_fail(error, device->info.id, "cuMemcpyHtoD", code);
}

static DeviceStatus cuda_read(Device *device, DeviceBuffer *buffer, uint64_t offset, void *data,
                              uint64_t bytes, DeviceError *error)
{
    DeviceStatus status = device_check_range(device, buffer, offset, bytes, "read", error);
    if (status == DEVICE_OK) status = enter((CudaDevice *)device, error);
    if (status != DEVICE_OK || bytes == 0) return status;
    interrupt_call_begin(device->info.id, "a kernel is at work");
    const CUresult code = cu.copy_to_host(data, (CUdeviceptr)buffer->handle + offset, (size_t)bytes);
    interrupt_call_end();
    return code == CUDA_SUCCESS ? DEVICE_OK : cuda_fail(error, device->info.id, "cuMemcpyDtoH", code);
}

/* ---- launches ---- */

static DeviceStatus cuda_launch(Device *device, KernelId kernel, const DeviceArg *args, int arg_count,
                                uint64_t items, DeviceError *error)
{
    CudaDevice *d = (CudaDevice *)device;
    DeviceStatus status = device_check_launch(device, kernel, args, arg_count, error);
    if (status == DEVICE_OK) status = enter(d, error);
    if (status != DEVICE_OK) return status;
    d->launched = false;
    if (items == 0) return DEVICE_OK;
    const uint64_t groups = (items - 1) / CUDA_GROUP + 1;
    if (groups > CUDA_MAX_GRID)
        return device_fail(error, DEVICE_FAILED,
                           "%s: kernel %s: %" PRIu64 " items, expected at most %" PRIu64, device->info.id,
                           kernel_table[kernel].name, items, (uint64_t)CUDA_MAX_GRID * CUDA_GROUP);

    /* The driver reads from each address as many bytes as the kernel's parameter has. */
    union {
        CUdeviceptr pointer;
        uint64_t u64;
        uint32_t u32;
    } values[KERNEL_MAX_ARGS + 1];
    void *addresses[KERNEL_MAX_ARGS + 1];
    for (int i = 0; i < arg_count; i++) {
        if (args[i].buffer != NULL) values[i].pointer = (CUdeviceptr)args[i].buffer->handle;
        else if (args[i].size == 4) values[i].u32 = (uint32_t)args[i].value;
        else values[i].u64 = args[i].value;
        addresses[i] = &values[i];
    }
    values[arg_count].u64 = items;
    addresses[arg_count] = &values[arg_count];

    CUresult code = cu.event_record(d->before, NULL);
    if (code == CUDA_SUCCESS)
        code =
            cu.launch(d->kernels[kernel], (unsigned)groups, 1, 1, CUDA_GROUP, 1, 1, 0, NULL, addresses, NULL);
    if (code == CUDA_SUCCESS) code = cu.event_record(d->after, NULL);
    if (code != CUDA_SUCCESS) return cuda_fail(error, device->info.id, kernel_table[kernel].name, code);
    d->launched = true;
    return DEVICE_OK;
}

static DeviceStatus cuda_wait(Device *device, DeviceError *error)
{
    const DeviceStatus status = enter((CudaDevice *)device, error);
    if (status != DEVICE_OK) return status;
    interrupt_call_begin(device->info.id, "a kernel is at work");
    const CUresult code = cu.context_wait();
    interrupt_call_end();
    return code == CUDA_SUCCESS ? DEVICE_OK : cuda_fail(error, device->info.id, "cuCtxSynchronize", code);
}

static double cuda_elapsed(Device *device)
{
    CudaDevice *d = (CudaDevice *)device;
    float milliseconds;
    if (!d->launched) return 0;
    if (enter(d, NULL) != DEVICE_OK || cu.event_wait(d->after) != CUDA_SUCCESS ||
        cu.event_elapsed(&milliseconds, d->before, d->after) != CUDA_SUCCESS)
        return -1;
    return 1e-3 * (double)milliseconds;
}

const Backend backend_cuda = {
    .name = "cuda",
    .api = DEVICE_API,
    .count = cuda_count,
    .info = cuda_info,
    .open = cuda_open,
    .close = cuda_close,
    .allocate = cuda_allocate,
    .free = cuda_free,
    .write = cuda_write,
    .read = cuda_read,
    .launch = cuda_launch,
    .wait = cuda_wait,
    .elapsed = cuda_elapsed,
};
