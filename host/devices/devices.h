/* SPDX-License-Identifier: MIT */
/* The registry: which backends there are, which devices they find, and what `--device LIST` names.
 *
 * A name is a backend for all its devices ("opencl"), one device ("opencl:0"), "cpu" for the native engine,
 * which is no backend, or "all" for cpu and every accelerator. A list is names with commas between.
 */
#ifndef HOST_DEVICES_H
#define HOST_DEVICES_H

#include <stdbool.h>

#include "../../kernels/device.h"

/* The backends in the order in which devices are listed: loop, opencl, cuda. */
extern const Backend *const device_backends[];
extern const int device_backend_count;

/* One device that a list names; it need not be open. */
typedef struct {
    char id[24];            /* "cpu", "loop", "opencl:0" */
    const Backend *backend; /* NULL: the native engine, for the caller to serve */
    int index;              /* for the backend's info and open */
} DeviceChoice;

#define DEVICES_MAX 128

typedef struct {
    int count; /* 1 .. DEVICES_MAX after a successful parse */
    DeviceChoice choices[DEVICES_MAX];
} DeviceList;

/* Reads a LIST; a device named twice stands once, in the order of first naming. "all" passes over backends
 * without devices, any other name must find one: else DEVICE_ABSENT, with the name and the reason.
 * Thread-safe. */
DeviceStatus devices_parse(const char *text, DeviceList *list, DeviceError *error);

/* cpu and every device there is, those of "all" and the others. Thread-safe. */
DeviceStatus devices_every(DeviceList *list, DeviceError *error);

/* Is the device one of "all"? Those that run on the cores of cpu would only take turns with it: they are used when
 * named. Thread-safe. */
bool devices_in_all(const DeviceInfo *info);

/* Whether LIST is made of names that there can be: DEVICE_OK, or DEVICE_ABSENT with the first that cannot be. Asks no
 * driver. Thread-safe. */
DeviceStatus devices_check_names(const char *text, DeviceError *error);

/* Opens the device of one id, such as "loop" or "opencl:0"; a backend's name alone means its device 0. "cpu"
 * is DEVICE_ABSENT here. threads: for devices that are the host's own cores (0: all allowed). Thread-safe. */
DeviceStatus device_open(const char *id, int threads, Device **device, DeviceError *error);

/* NULL is allowed. */
void device_close(Device *device);

/* Bytes of the host's memory that are free now; UINT64_MAX: not known. Thread-safe. */
uint64_t devices_host_memory(void);

#endif
