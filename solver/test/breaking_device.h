/* SPDX-License-Identifier: MIT */
/* A device that breaks, for tests of what runs on devices; included by one file of a program. */
#ifndef SOLVER_TEST_BREAKING_DEVICE_H
#define SOLVER_TEST_BREAKING_DEVICE_H

#include <stdio.h>

#include "kernels/device.h"

static const Backend *breaking_real;
static int breaking_calls_left;

static DeviceStatus breaking_now(DeviceError *error)
{
    snprintf(error->text, sizeof error->text, "broken");
    return DEVICE_FAILED;
}

static DeviceStatus breaking_launch(Device *d, KernelId kernel, const DeviceArg *args, int count,
                                    uint64_t items, DeviceError *error)
{
    return breaking_calls_left-- > 0 ? breaking_real->launch(d, kernel, args, count, items, error)
                                     : breaking_now(error);
}

static DeviceStatus breaking_allocate(Device *d, uint64_t bytes, DeviceBuffer **buffer, DeviceError *error)
{
    return breaking_calls_left-- > 0 ? breaking_real->allocate(d, bytes, buffer, error) : breaking_now(error);
}

/* Calls `check`, which expects the error "broken", with the device breaking at one call or another: of launches up to
 * the 18th, of allocations, of which the work makes `allocations`. */
static inline void breaking_device_check(Device *device, int allocations, void (*check)(const char *error))
{
    breaking_real = device->backend;
    Backend launch = *breaking_real, allocate = *breaking_real;
    launch.launch = breaking_launch;
    allocate.allocate = breaking_allocate;
    for (int n = 0; n < 20; n += 3) {
        breaking_calls_left = n;
        device->backend = &launch;
        check("broken");
        breaking_calls_left = n % allocations;
        device->backend = &allocate;
        check("broken");
    }
    device->backend = breaking_real;
}

#endif
