/* SPDX-License-Identifier: MIT */
/* The devices "opencl:N": libOpenCL.so.1, opened at run time, over the program text that the executable
 * carries.
 *
 * N counts the devices of all platforms in the loader's order. The library stays open until the process ends.
 */
#include "device_backend.h"

#if !defined(WITH_OPENCL)

static int opencl_count(DeviceError *error)
{
    device_fail(error, DEVICE_ABSENT, "built without the OpenCL headers");
    return 0;
}

static DeviceStatus opencl_info(int index, DeviceInfo *info, DeviceError *error)
{
    (void)index;
    (void)info;
    return device_fail(error, DEVICE_ABSENT, "built without the OpenCL headers");
}

static DeviceStatus opencl_open(int index, int threads, Device **device, DeviceError *error)
{
    (void)threads;
    (void)device;
    return opencl_info(index, NULL, error);
}

const Backend backend_opencl = {
    .name = "opencl", .api = DEVICE_API, .count = opencl_count, .info = opencl_info, .open = opencl_open};

#else

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include "../../kernels/embedded.h"
#include "../base/interrupt.h"
#include "program_cache.h"

#define OPENCL_MAX_PLATFORMS 16
#define OPENCL_MAX_DEVICES 64
#define OPENCL_GROUP 64 /* the one local size: PoCL compiles a kernel anew for every other */
#define OPENCL_LIBRARY "libOpenCL.so.1"

/* ---- the library ---- */

#define OPENCL_FUNCTIONS(X) \
    X(clGetPlatformIDs) \
    X(clGetPlatformInfo) \
    X(clGetDeviceIDs) \
    X(clGetDeviceInfo) \
    X(clCreateContext) \
    X(clReleaseContext) \
    X(clCreateCommandQueue) \
    X(clReleaseCommandQueue) \
    X(clCreateBuffer) \
    X(clReleaseMemObject) \
    X(clCreateProgramWithSource) \
    X(clCreateProgramWithBinary) \
    X(clBuildProgram) \
    X(clGetProgramBuildInfo) \
    X(clGetProgramInfo) \
    X(clReleaseProgram) \
    X(clCreateKernel) \
    X(clReleaseKernel) \
    X(clSetKernelArg) \
    X(clEnqueueNDRangeKernel) \
    X(clEnqueueWriteBuffer) \
    X(clEnqueueReadBuffer) \
    X(clFlush) \
    X(clFinish) \
    X(clWaitForEvents) \
    X(clGetEventProfilingInfo) \
    X(clReleaseEvent)

static struct {
#define MEMBER(f) __typeof__(f) *f;
    OPENCL_FUNCTIONS(MEMBER)
#undef MEMBER
} cl;

typedef struct {
    cl_platform_id platform;
    cl_device_id device;
} OpenclId;

/* Written once by find_devices. */
static pthread_once_t found_once = PTHREAD_ONCE_INIT;
static OpenclId found[OPENCL_MAX_DEVICES];
static int found_count;
static DeviceError found_none; /* why there is no device */

static const char *error_name(cl_int code)
{
    switch (code) {
    case CL_DEVICE_NOT_FOUND: return "device not found";
    case CL_DEVICE_NOT_AVAILABLE: return "device not available";
    case CL_COMPILER_NOT_AVAILABLE: return "compiler not available";
    case CL_MEM_OBJECT_ALLOCATION_FAILURE: return "memory object allocation failure";
    case CL_OUT_OF_RESOURCES: return "out of resources";
    case CL_OUT_OF_HOST_MEMORY: return "out of host memory";
    case CL_BUILD_PROGRAM_FAILURE: return "build program failure";
    case CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST: return "a command failed";
    case CL_INVALID_VALUE: return "invalid value";
    case CL_INVALID_DEVICE: return "invalid device";
    case CL_INVALID_BUFFER_SIZE: return "invalid buffer size";
    case CL_INVALID_BUILD_OPTIONS: return "invalid build options";
    case CL_INVALID_KERNEL_NAME: return "invalid kernel name";
    case CL_INVALID_ARG_SIZE: return "invalid argument size";
    case CL_INVALID_KERNEL_ARGS: return "invalid kernel arguments";
    case CL_INVALID_WORK_GROUP_SIZE: return "invalid work group size";
    default: return "see cl.h";
    }
}

static DeviceStatus opencl_fail(DeviceError *error, const char *id, const char *what, cl_int code)
{
    const bool memory = code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_HOST_MEMORY;
    return device_fail(error, memory ? DEVICE_OUT_OF_MEMORY : DEVICE_FAILED, "%s: %s: OpenCL error %d (%s)",
                       id, what, (int)code, error_name(code));
}

static bool load_library(void)
{
    /* oclgrind puts its own functions in front, by LD_PRELOAD. */
    const bool preloaded = dlsym(RTLD_DEFAULT, "clGetPlatformIDs") != NULL;
    void *library = preloaded ? RTLD_DEFAULT : dlopen(OPENCL_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!preloaded && library == NULL) {
        device_fail(&found_none, DEVICE_ABSENT, OPENCL_LIBRARY " is not installed");
        return false;
    }
    /* dlsym's object pointer is copied into the function pointer: C has no cast for it. */
    void *symbol;
#define LOAD(f) \
    if ((symbol = dlsym(library, #f)) == NULL) { \
        device_fail(&found_none, DEVICE_ABSENT, OPENCL_LIBRARY " lacks the function " #f); \
        return false; \
    } \
    memcpy(&cl.f, &symbol, sizeof symbol);
    OPENCL_FUNCTIONS(LOAD)
#undef LOAD
    return true;
}

static void find_devices(void)
{
    if (!load_library()) return;
    cl_platform_id platforms[OPENCL_MAX_PLATFORMS];
    cl_uint platform_count = 0;
    /* Without any platform the loader answers -1001, which is no error for us. */
    if (cl.clGetPlatformIDs(OPENCL_MAX_PLATFORMS, platforms, &platform_count) != CL_SUCCESS ||
        platform_count == 0) {
        device_fail(&found_none, DEVICE_ABSENT, "no OpenCL platform is installed");
        return;
    }
    if (platform_count > OPENCL_MAX_PLATFORMS) platform_count = OPENCL_MAX_PLATFORMS;
    for (cl_uint p = 0; p < platform_count; p++) {
        cl_device_id devices[OPENCL_MAX_DEVICES];
        cl_uint count = 0;
        if (cl.clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, OPENCL_MAX_DEVICES, devices, &count) !=
            CL_SUCCESS)
            continue;
        for (cl_uint d = 0; d < count && d < OPENCL_MAX_DEVICES && found_count < OPENCL_MAX_DEVICES; d++)
            found[found_count++] = (OpenclId){platforms[p], devices[d]};
    }
    if (found_count == 0)
        device_fail(&found_none, DEVICE_ABSENT, "the installed OpenCL platforms have no device");
}

static int opencl_count(DeviceError *error)
{
    pthread_once(&found_once, find_devices);
    if (found_count == 0 && error != NULL) *error = found_none;
    return found_count;
}

/* ---- properties ---- */

static void device_text(cl_device_id device, cl_device_info what, char *text, size_t size)
{
    if (cl.clGetDeviceInfo(device, what, size, text, NULL) != CL_SUCCESS) text[0] = '\0';
    text[size - 1] = '\0';
}

/* A property of 8 or 4 bytes; 0 where the driver does not say. */
static uint64_t device_u64(cl_device_id device, cl_device_info what)
{
    cl_ulong value = 0;
    return cl.clGetDeviceInfo(device, what, sizeof value, &value, NULL) == CL_SUCCESS ? value : 0;
}

static uint32_t device_u32(cl_device_id device, cl_device_info what)
{
    cl_uint value = 0;
    return cl.clGetDeviceInfo(device, what, sizeof value, &value, NULL) == CL_SUCCESS ? value : 0;
}

/* Vendors' extensions that give the PCI address; the numbers are fixed by their specifications. */
#define PCI_BUS_INFO_KHR 0x410F
#define PCI_BUS_ID_NV 0x4008
#define PCI_SLOT_ID_NV 0x4009

static void device_pci(cl_device_id device, char *text, size_t size)
{
    struct {
        cl_uint domain, bus, device, function;
    } khr;
    cl_uint bus, slot;
    if (cl.clGetDeviceInfo(device, PCI_BUS_INFO_KHR, sizeof khr, &khr, NULL) == CL_SUCCESS)
        snprintf(text, size, "%04x:%02x:%02x.%x", khr.domain, khr.bus, khr.device, khr.function);
    else if (cl.clGetDeviceInfo(device, PCI_BUS_ID_NV, sizeof bus, &bus, NULL) == CL_SUCCESS &&
             cl.clGetDeviceInfo(device, PCI_SLOT_ID_NV, sizeof slot, &slot, NULL) == CL_SUCCESS)
        snprintf(text, size, "0000:%02x:%02x.%x", bus, slot >> 3, slot & 7);
}

/* Vectors of positions pay on CPUs alone. TABULEIRO_OPENCL_LANES=1 or =8 overrides, for tests and trials. */
static uint32_t choose_lanes(uint32_t is_cpu)
{
    const char *wanted = getenv("TABULEIRO_OPENCL_LANES");
    if (wanted != NULL && (strcmp(wanted, "1") == 0 || strcmp(wanted, "8") == 0))
        return (uint32_t)(wanted[0] - '0');
    return is_cpu ? 8 : 1;
}

static DeviceStatus opencl_info(int index, DeviceInfo *info, DeviceError *error)
{
    const int count = opencl_count(error);
    if (count == 0) return DEVICE_ABSENT;
    const DeviceStatus status = device_check_index("opencl", index, count, error);
    if (status != DEVICE_OK) return status;

    const cl_device_id device = found[index].device;
    char platform[256] = "", version[64];
    cl.clGetPlatformInfo(found[index].platform, CL_PLATFORM_NAME, sizeof platform - 1, platform, NULL);
    device_text(device, CL_DRIVER_VERSION, version, sizeof version);
    char name[256];
    device_text(device, CL_DEVICE_NAME, name, sizeof name);

    memset(info, 0, sizeof *info);
    snprintf(info->id, sizeof info->id, "opencl:%d", index);
    strcpy(info->backend, "opencl");
    snprintf(info->name, sizeof info->name, "%.95s", name);
    snprintf(info->driver, sizeof info->driver, "%.50s %.40s", platform, version);
    device_pci(device, info->pci, sizeof info->pci);
    info->memory = device_u64(device, CL_DEVICE_GLOBAL_MEM_SIZE);
    info->memory_free = info->memory;
    info->max_buffer = device_u64(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    info->units = device_u32(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    info->is_cpu = (device_u64(device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) != 0;
    info->lanes = choose_lanes(info->is_cpu);
    return DEVICE_OK;
}

/* ---- opening and closing ---- */

typedef struct {
    Device device;
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernels[KERNEL_COUNT];
    size_t group;
    cl_event last; /* of the last launch */
} OpenclDevice;

static void opencl_close(Device *device)
{
    OpenclDevice *d = (OpenclDevice *)device;
    if (d->queue != NULL) cl.clFinish(d->queue);
    if (d->last != NULL) cl.clReleaseEvent(d->last);
    for (int k = 0; k < KERNEL_COUNT; k++)
        if (d->kernels[k] != NULL) cl.clReleaseKernel(d->kernels[k]);
    if (d->program != NULL) cl.clReleaseProgram(d->program);
    if (d->queue != NULL) cl.clReleaseCommandQueue(d->queue);
    if (d->context != NULL) cl.clReleaseContext(d->context);
    free(d);
}

/* The first line of the compiler's log that speaks of an error, else the first that is not empty. */
static void log_line(const char *log, char *line, size_t size)
{
    const char *first = log + strspn(log, "\r\n \t");
    const char *start = first;
    for (const char *p = first; *p != '\0'; p += strcspn(p, "\n"), p += *p == '\n') {
        const size_t length = strcspn(p, "\n");
        const char *hit = strstr(p, "error:");
        if (hit != NULL && hit < p + length) {
            start = p;
            break;
        }
    }
    snprintf(line, size, "%.*s", (int)strcspn(start, "\r\n"), start);
}

static DeviceStatus build_failed(OpenclDevice *d, cl_int code, DeviceError *error)
{
    size_t size = 0;
    char line[192] = "no log";
    cl.clGetProgramBuildInfo(d->program, d->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    char *log = size > 0 ? calloc(size + 1, 1) : NULL;
    if (log != NULL &&
        cl.clGetProgramBuildInfo(d->program, d->id, CL_PROGRAM_BUILD_LOG, size, log, NULL) == CL_SUCCESS)
        log_line(log, line, sizeof line);
    free(log);
    return device_fail(error, DEVICE_FAILED, "%s: kernels do not compile (%d): %s", d->device.info.id,
                       (int)code, line);
}

static bool build_cached(OpenclDevice *d, const ProgramKey *key, const char *options)
{
    void *binary;
    size_t size;
    if (!program_cache_load(key, &binary, &size)) return false;
    const unsigned char *bytes = binary;
    cl_int loaded = CL_SUCCESS, code;
    d->program = cl.clCreateProgramWithBinary(d->context, 1, &d->id, &size, &bytes, &loaded, &code);
    free(binary);
    if (code == CL_SUCCESS && loaded == CL_SUCCESS)
        code = cl.clBuildProgram(d->program, 1, &d->id, options, NULL, NULL);
    if (code == CL_SUCCESS && loaded == CL_SUCCESS) return true;
    if (d->program != NULL) cl.clReleaseProgram(d->program);
    d->program = NULL;
    return false;
}

static void store_binary(OpenclDevice *d, const ProgramKey *key)
{
    size_t size = 0;
    if (cl.clGetProgramInfo(d->program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL) != CL_SUCCESS ||
        size == 0)
        return;
    unsigned char *binary = malloc(size);
    if (binary != NULL &&
        cl.clGetProgramInfo(d->program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL) == CL_SUCCESS)
        program_cache_store(key, binary, size);
    free(binary);
}

/* TABULEIRO_OPENCL_OPTIONS adds to the compiler's options, for tests and trials. */
static DeviceStatus build_program(OpenclDevice *d, DeviceError *error)
{
    const char *more = getenv("TABULEIRO_OPENCL_OPTIONS");
    char options[512], platform_version[128] = "", device_version[128];
    snprintf(options, sizeof options, "-cl-std=CL1.2 -DLANES=%u %.400s", d->device.info.lanes,
             more != NULL ? more : "");
    cl_platform_id platform;
    if (cl.clGetDeviceInfo(d->id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL) == CL_SUCCESS)
        cl.clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof platform_version - 1, platform_version,
                             NULL);
    device_text(d->id, CL_DEVICE_VERSION, device_version, sizeof device_version);

    const char *source = (const char *)kernel_opencl_source;
    const size_t size = (size_t)kernel_opencl_source_size;
    const char *strings[] = {options, d->device.info.name, d->device.info.driver, platform_version,
                             device_version};
    const ProgramKey key = program_key(source, size, strings, sizeof strings / sizeof strings[0]);
    if (build_cached(d, &key, options)) return DEVICE_OK;

    cl_int code;
    d->program = cl.clCreateProgramWithSource(d->context, 1, &source, &size, &code);
    if (code != CL_SUCCESS) return opencl_fail(error, d->device.info.id, "clCreateProgramWithSource", code);
    code = cl.clBuildProgram(d->program, 1, &d->id, options, NULL, NULL);
    if (code != CL_SUCCESS) return build_failed(d, code, error);
    store_binary(d, &key);
    return DEVICE_OK;
}

static DeviceStatus open_steps(OpenclDevice *d, DeviceError *error)
{
    const char *id = d->device.info.id;
    cl_int code;
    d->context = cl.clCreateContext(NULL, 1, &d->id, NULL, NULL, &code);
    if (code != CL_SUCCESS) return opencl_fail(error, id, "clCreateContext", code);
    d->queue = cl.clCreateCommandQueue(d->context, d->id, CL_QUEUE_PROFILING_ENABLE, &code);
    if (code != CL_SUCCESS) return opencl_fail(error, id, "clCreateCommandQueue", code);
    interrupt_call_begin(id, "its driver builds a program");
    const DeviceStatus status = build_program(d, error);
    interrupt_call_end();
    if (status != DEVICE_OK) return status;
    for (int k = 0; k < KERNEL_COUNT; k++) {
        d->kernels[k] = cl.clCreateKernel(d->program, kernel_table[k].entry, &code);
        if (code != CL_SUCCESS) return opencl_fail(error, id, kernel_table[k].name, code);
    }
    return DEVICE_OK;
}

static DeviceStatus opencl_open(int index, int threads, Device **device, DeviceError *error)
{
    (void)threads;
    DeviceInfo info;
    DeviceStatus status = opencl_info(index, &info, error);
    if (status != DEVICE_OK) return status;
    OpenclDevice *d = calloc(1, sizeof *d);
    if (d == NULL)
        return device_fail(error, DEVICE_OUT_OF_MEMORY, "%s: out of host memory at opening", info.id);
    d->device.backend = &backend_opencl;
    d->device.info = info;
    d->id = found[index].device;
    size_t largest = 0;
    cl.clGetDeviceInfo(d->id, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof largest, &largest, NULL);
    d->group = largest > 0 && largest < OPENCL_GROUP ? largest : OPENCL_GROUP;
    status = open_steps(d, error);
    if (status != DEVICE_OK) {
        opencl_close(&d->device);
        return status;
    }
    *device = &d->device;
    return DEVICE_OK;
}

/* ---- buffers ---- */

/* Drivers may promise memory and fail at first use, so what we allocate is counted here. */
static DeviceStatus opencl_allocate(Device *device, uint64_t bytes, DeviceBuffer **buffer, DeviceError *error)
{
    OpenclDevice *d = (OpenclDevice *)device;
    const DeviceStatus status = device_check_allocation(device, bytes, error);
    if (status != DEVICE_OK) return status;
    DeviceBuffer *b = malloc(sizeof *b);
    if (b == NULL) return device_fail(error, DEVICE_OUT_OF_MEMORY, "%s: out of host memory", device->info.id);
    cl_int code;
    cl_mem memory =
        cl.clCreateBuffer(d->context, CL_MEM_READ_WRITE, bytes > 0 ? (size_t)bytes : 1, NULL, &code);
    if (code != CL_SUCCESS) {
        free(b);
        return opencl_fail(error, device->info.id, "clCreateBuffer", code);
    }
    b->bytes = bytes;
    b->handle = (uintptr_t)memory;
    device->info.memory_free -= bytes;
    *buffer = b;
    return DEVICE_OK;
}

static void opencl_free(Device *device, DeviceBuffer *buffer)
{
    if (buffer == NULL) return;
    device->info.memory_free += buffer->bytes;
    cl.clReleaseMemObject((cl_mem)buffer->handle);
    free(buffer);
}

static DeviceStatus opencl_write(Device *device, DeviceBuffer *buffer, uint64_t offset, const void *data,
                                 uint64_t bytes, DeviceError *error)
{
    OpenclDevice *d = (OpenclDevice *)device;
    const DeviceStatus status = device_check_range(device, buffer, offset, bytes, "write", error);
    if (status != DEVICE_OK || bytes == 0) return status;
    const cl_int code = cl.clEnqueueWriteBuffer(d->queue, (cl_mem)buffer->handle, CL_TRUE, (size_t)offset,
                                                (size_t)bytes, data, 0, NULL, NULL);
    return code == CL_SUCCESS ? DEVICE_OK : opencl_fail(error, device->info.id, "clEnqueueWriteBuffer", code);
}

static DeviceStatus opencl_read(Device *device, DeviceBuffer *buffer, uint64_t offset, void *data,
                                uint64_t bytes, DeviceError *error)
{
    OpenclDevice *d = (OpenclDevice *)device;
    const DeviceStatus status = device_check_range(device, buffer, offset, bytes, "read", error);
    if (status != DEVICE_OK || bytes == 0) return status;
    interrupt_call_begin(device->info.id, "a kernel is at work");
    const cl_int code = cl.clEnqueueReadBuffer(d->queue, (cl_mem)buffer->handle, CL_TRUE, (size_t)offset,
                                               (size_t)bytes, data, 0, NULL, NULL);
    interrupt_call_end();
    return code == CL_SUCCESS ? DEVICE_OK : opencl_fail(error, device->info.id, "clEnqueueReadBuffer", code);
}

/* ---- launches ---- */

static cl_int set_argument(cl_kernel kernel, int index, const DeviceArg *arg)
{
    if (arg->buffer != NULL) {
        const cl_mem memory = (cl_mem)arg->buffer->handle;
        return cl.clSetKernelArg(kernel, (cl_uint)index, sizeof memory, &memory);
    }
    const cl_uint small = (cl_uint)arg->value;
    return arg->size == 4 ? cl.clSetKernelArg(kernel, (cl_uint)index, sizeof small, &small)
                          : cl.clSetKernelArg(kernel, (cl_uint)index, sizeof arg->value, &arg->value);
}

/* The first time a driver may build the kernel for its size of group. */
static cl_int enqueue(OpenclDevice *d, cl_kernel kernel, size_t global)
{
    interrupt_call_begin(d->device.info.id, "its driver builds a kernel");
    cl_int code = cl.clEnqueueNDRangeKernel(d->queue, kernel, 1, NULL, &global, &d->group, 0, NULL, &d->last);
    if (code == CL_SUCCESS) code = cl.clFlush(d->queue);
    interrupt_call_end();
    return code;
}

static DeviceStatus opencl_launch(Device *device, KernelId kernel, const DeviceArg *args, int arg_count,
                                  uint64_t items, DeviceError *error)
{
    OpenclDevice *d = (OpenclDevice *)device;
    const DeviceStatus status = device_check_launch(device, kernel, args, arg_count, error);
    if (status != DEVICE_OK) return status;
    if (d->last != NULL) cl.clReleaseEvent(d->last);
    d->last = NULL;
    if (items == 0) return DEVICE_OK;

    const cl_kernel k = d->kernels[kernel];
    const cl_ulong bound = items;
    const size_t global = ((size_t)items + d->group - 1) / d->group * d->group;
    cl_int code = CL_SUCCESS;
    for (int i = 0; i < arg_count && code == CL_SUCCESS; i++) code = set_argument(k, i, &args[i]);
    if (code == CL_SUCCESS) code = cl.clSetKernelArg(k, (cl_uint)arg_count, sizeof bound, &bound);
    if (code == CL_SUCCESS) code = enqueue(d, k, global);
    return code == CL_SUCCESS ? DEVICE_OK
                              : opencl_fail(error, device->info.id, kernel_table[kernel].name, code);
}

static DeviceStatus opencl_wait(Device *device, DeviceError *error)
{
    interrupt_call_begin(device->info.id, "a kernel is at work");
    const cl_int code = cl.clFinish(((OpenclDevice *)device)->queue);
    interrupt_call_end();
    return code == CL_SUCCESS ? DEVICE_OK : opencl_fail(error, device->info.id, "clFinish", code);
}

static double opencl_elapsed(Device *device)
{
    const cl_event event = ((OpenclDevice *)device)->last;
    cl_ulong start, end;
    if (event == NULL) return 0;
    if (cl.clWaitForEvents(1, &event) != CL_SUCCESS ||
        cl.clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL) !=
            CL_SUCCESS ||
        cl.clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) != CL_SUCCESS)
        return -1;
    return 1e-9 * (double)(end - start);
}

const Backend backend_opencl = {
    .name = "opencl",
    .api = DEVICE_API,
    .count = opencl_count,
    .info = opencl_info,
    .open = opencl_open,
    .close = opencl_close,
    .allocate = opencl_allocate,
    .free = opencl_free,
    .write = opencl_write,
    .read = opencl_read,
    .launch = opencl_launch,
    .wait = opencl_wait,
    .elapsed = opencl_elapsed,
};

#endif
