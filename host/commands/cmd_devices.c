/* SPDX-License-Identifier: MIT */
#include "../cli/cli.h"
#include "../devices/devices.h"
#include "../base/json.h"
#include "../base/text.h"

#include <stdio.h>
#include <string.h>

/* A device of `--device all`? */
static int in_all(const DeviceInfo *info) { return !strcmp(info->id, "cpu") || devices_in_all(info); }

/* The native engine is no backend; the loop device knows the same processor. */
static int cpu_info(DeviceInfo *info, DeviceError *error)
{
    if (device_backends[0]->info(0, info, error)) return -1;
    strcpy(info->id, "cpu");
    strcpy(info->backend, "cpu");
    strcpy(info->driver, "native engine");
    return 0;
}

static void json_device(Json *json, const DeviceInfo *info)
{
    json_object(json, NULL);
    json_string(json, "id", info->id);
    json_string(json, "backend", info->backend);
    json_string(json, "name", info->name);
    json_string(json, "driver", info->driver);
    json_string(json, "pci", info->pci);
    json_integer(json, "memory", (int64_t)info->memory);
    json_integer(json, "memory_free", (int64_t)info->memory_free);
    json_integer(json, "max_buffer", (int64_t)info->max_buffer);
    json_integer(json, "units", info->units);
    json_boolean(json, "is_cpu", (int)info->is_cpu);
    json_boolean(json, "in_all", in_all(info));
    json_end(json);
}

static void print_device(const DeviceInfo *info)
{
    char memory[TEXT_NUMBER];
    text_size(info->memory, memory);
    printf("%-10s %s, %u units, %s (%s)%s\n", info->id, info->name, (unsigned)info->units, memory,
           info->driver, in_all(info) ? "" : ", not in 'all'");
}

/* One line of the list: a device, or why a backend has no device. */
typedef struct {
    DeviceInfo info;
    char backend[12];
    char reason[sizeof(DeviceError)]; /* "": there is a device */
} DeviceLine;

typedef struct {
    int count;
    DeviceLine rows[DEVICES_MAX];
} Inventory;

static DeviceLine *add_row(Inventory *inventory, const char *backend)
{
    if (inventory->count == DEVICES_MAX) return NULL;
    DeviceLine *line = &inventory->rows[inventory->count++];
    memset(line, 0, sizeof *line);
    snprintf(line->backend, sizeof line->backend, "%s", backend);
    return line;
}

static void take_stock(Inventory *inventory)
{
    DeviceError error = {""};
    inventory->count = 0;
    DeviceLine *line = add_row(inventory, "cpu");
    if (cpu_info(&line->info, &error)) memcpy(line->reason, error.text, sizeof line->reason);
    for (int b = 0; b < device_backend_count; b++) {
        const Backend *backend = device_backends[b];
        error.text[0] = 0;
        const int count = backend->count(&error);
        if (count == 0 && (line = add_row(inventory, backend->name)))
            snprintf(line->reason, sizeof line->reason, "%s", *error.text ? error.text : "no device");
        for (int i = 0; i < count && (line = add_row(inventory, backend->name)); i++)
            if (backend->info(i, &line->info, &error)) memcpy(line->reason, error.text, sizeof line->reason);
    }
}

static void print_json(const Inventory *inventory)
{
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "devices");
    json_array(&json, "devices");
    for (int i = 0; i < inventory->count; i++)
        if (!*inventory->rows[i].reason) json_device(&json, &inventory->rows[i].info);
    json_end(&json);
    json_array(&json, "missing");
    for (int i = 0; i < inventory->count; i++) {
        const DeviceLine *line = &inventory->rows[i];
        if (!*line->reason) continue;
        json_object(&json, NULL);
        json_string(&json, "backend", line->backend);
        json_string(&json, "reason", line->reason);
        json_end(&json);
    }
    json_end(&json);
    json_close(&json);
}

int cmd_devices(const Options *options)
{
    static Inventory inventory; /* large */
    take_stock(&inventory);
    if (options->json) {
        print_json(&inventory);
        return CLI_DONE;
    }
    for (int i = 0; i < inventory.count; i++) {
        const DeviceLine *line = &inventory.rows[i];
        if (*line->reason) printf("%-10s none: %s\n", line->backend, line->reason);
        else print_device(&line->info);
    }
    return CLI_DONE;
}
