/* SPDX-License-Identifier: MIT */
#include "devices.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "device_backend.h"

const Backend *const device_backends[] = {&backend_loop, &backend_opencl, &backend_cuda};
const int device_backend_count = sizeof device_backends / sizeof device_backends[0];

#define ALL_OF_BACKEND (-1)

/* A name's parts: the backend (NULL: cpu) and the index or ALL_OF_BACKEND. */
typedef struct {
    const Backend *backend;
    int index;
} ParsedName;

static DeviceStatus unknown_name(const char *name, size_t length, DeviceError *error)
{
    return device_fail(error, DEVICE_ABSENT,
                       "unknown device '%.*s', expected cpu, loop, opencl, opencl:N, cuda, cuda:N or all",
                       (int)(length < 64 ? length : 64), name);
}

/* Up to six digits; -1 for anything else. */
static int parse_index(const char *digits, size_t length)
{
    int value = 0;
    if (length < 1 || length > 6) return -1;
    for (size_t i = 0; i < length; i++) {
        if (digits[i] < '0' || digits[i] > '9') return -1;
        value = 10 * value + (digits[i] - '0');
    }
    return value;
}

static DeviceStatus parse_name(const char *name, size_t length, ParsedName *parsed, DeviceError *error)
{
    *parsed = (ParsedName){NULL, 0};
    if (length == 3 && strncmp(name, "cpu", length) == 0) return DEVICE_OK;
    for (int b = 0; b < device_backend_count; b++) {
        const Backend *backend = device_backends[b];
        const size_t stem = strlen(backend->name);
        if (length < stem || strncmp(name, backend->name, stem) != 0) continue;
        if (length == stem) {
            *parsed = (ParsedName){backend, ALL_OF_BACKEND};
            return DEVICE_OK;
        }
        if (name[stem] == ':') {
            *parsed = (ParsedName){backend, parse_index(name + stem + 1, length - stem - 1)};
            return parsed->index >= 0 ? DEVICE_OK : unknown_name(name, length, error);
        }
    }
    return unknown_name(name, length, error);
}

static DeviceStatus add_choice(DeviceList *list, const char *id, const Backend *backend, int index,
                               DeviceError *error)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->choices[i].id, id) == 0) return DEVICE_OK;
    if (list->count == DEVICES_MAX)
        return device_fail(error, DEVICE_FAILED, "more than %d devices", DEVICES_MAX);
    DeviceChoice *choice = &list->choices[list->count++];
    snprintf(choice->id, sizeof choice->id, "%s", id);
    choice->backend = backend;
    choice->index = index;
    return DEVICE_OK;
}

bool devices_in_all(const DeviceInfo *info) { return !info->is_cpu; }

static bool any(const DeviceInfo *info)
{
    (void)info;
    return true;
}

typedef bool Wanted(const DeviceInfo *info);

static DeviceStatus add_device(DeviceList *list, const Backend *backend, int index, Wanted *wanted,
                               DeviceError *error)
{
    DeviceInfo info;
    const DeviceStatus status = backend->info(index, &info, error);
    return status == DEVICE_OK && wanted(&info) ? add_choice(list, info.id, backend, index, error) : status;
}

static DeviceStatus add_found(DeviceList *list, const Backend *backend, int count, Wanted *wanted,
                              DeviceError *error)
{
    DeviceStatus status = DEVICE_OK;
    for (int i = 0; i < count && status == DEVICE_OK; i++)
        status = add_device(list, backend, i, wanted, error);
    return status;
}

static DeviceStatus add_backend(DeviceList *list, const Backend *backend, DeviceError *error)
{
    DeviceError reason;
    const int count = backend->count(&reason);
    if (count == 0)
        return device_fail(error, DEVICE_ABSENT, "no %s device: %.200s", backend->name, reason.text);
    return add_found(list, backend, count, any, error);
}

static DeviceStatus add_all(DeviceList *list, Wanted *wanted, DeviceError *error)
{
    DeviceStatus status = add_choice(list, "cpu", NULL, 0, error);
    for (int b = 0; b < device_backend_count && status == DEVICE_OK; b++)
        status = add_found(list, device_backends[b], device_backends[b]->count(NULL), wanted, error);
    return status;
}

/* An index of a backend without any device fails with the backend's reason. */
static DeviceStatus add_one(DeviceList *list, const ParsedName *name, DeviceError *error)
{
    DeviceError reason;
    if (name->backend->count(&reason) == 0)
        return device_fail(error, DEVICE_ABSENT, "%s:%d: no such device: %.200s", name->backend->name,
                           name->index, reason.text);
    return add_device(list, name->backend, name->index, any, error);
}

static DeviceStatus add_name(DeviceList *list, const char *name, size_t length, DeviceError *error)
{
    if (length == 3 && strncmp(name, "all", length) == 0) return add_all(list, devices_in_all, error);
    ParsedName parsed;
    const DeviceStatus status = parse_name(name, length, &parsed, error);
    if (status != DEVICE_OK) return status;
    if (parsed.backend == NULL) return add_choice(list, "cpu", NULL, 0, error);
    if (parsed.index == ALL_OF_BACKEND) return add_backend(list, parsed.backend, error);
    return add_one(list, &parsed, error);
}

DeviceStatus devices_parse(const char *text, DeviceList *list, DeviceError *error)
{
    list->count = 0;
    for (const char *name = text;; name++) {
        const size_t length = strcspn(name, ",");
        const DeviceStatus status = add_name(list, name, length, error);
        if (status != DEVICE_OK) return status;
        name += length;
        if (*name == '\0') return DEVICE_OK;
    }
}

DeviceStatus devices_every(DeviceList *list, DeviceError *error)
{
    list->count = 0;
    return add_all(list, any, error);
}

DeviceStatus devices_check_names(const char *text, DeviceError *error)
{
    for (const char *name = text;; name++) {
        ParsedName parsed;
        const size_t length = strcspn(name, ",");
        const bool is_all = length == 3 && strncmp(name, "all", length) == 0;
        if (!is_all && parse_name(name, length, &parsed, error) != DEVICE_OK) return DEVICE_ABSENT;
        name += length;
        if (*name == '\0') return DEVICE_OK;
    }
}

DeviceStatus device_open(const char *id, int threads, Device **device, DeviceError *error)
{
    ParsedName parsed;
    DeviceList list = {.count = 0};
    DeviceStatus status = parse_name(id, strlen(id), &parsed, error);
    if (status != DEVICE_OK) return status;
    if (parsed.backend == NULL)
        return device_fail(error, DEVICE_ABSENT, "cpu is the native engine, which runs no kernels");
    if (parsed.index == ALL_OF_BACKEND) parsed.index = 0;
    status = add_one(&list, &parsed, error);
    return status == DEVICE_OK ? parsed.backend->open(parsed.index, threads, device, error) : status;
}

void device_close(Device *device)
{
    if (device != NULL) device->backend->close(device);
}

uint64_t devices_host_memory(void)
{
    DeviceInfo host;
    return device_backends[0]->info(0, &host, NULL) ? UINT64_MAX : host.memory_free;
}
