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
} Row;

typedef struct {
    int count;
    Row rows[DEVICES_MAX];
} Inventory;

static Row *add_row(Inventory *inventory, const char *backend)
{
    if (inventory->count == DEVICES_MAX) return NULL;
    Row *row = &inventory->rows[inventory->count++];
    memset(row, 0, sizeof *row);
    snprintf(row->backend, sizeof row->backend, "%s", backend);
    return row;
}

static void take_stock(Inventory *inventory)
{
    DeviceError error = {""};
    inventory->count = 0;
    Row *row = add_row(inventory, "cpu");
    if (cpu_info(&row->info, &error)) memcpy(row->reason, error.text, sizeof row->reason);
    for (int b = 0; b < device_backend_count; b++) {
        const Backend *backend = device_backends[b];
        error.text[0] = 0;
        const int count = backend->count(&error);
        if (count == 0 && (row = add_row(inventory, backend->name)))
            snprintf(row->reason, sizeof row->reason, "%s", *error.text ? error.text : "no device");
        for (int i = 0; i < count && (row = add_row(inventory, backend->name)); i++)
            if (backend->info(i, &row->info, &error)) memcpy(row->reason, error.text, sizeof row->reason);
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
        const Row *row = &inventory->rows[i];
        if (!*row->reason) continue;
        json_object(&json, NULL);
        json_string(&json, "backend", row->backend);
        json_string(&json, "reason", row->reason);
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
        const Row *row = &inventory.rows[i];
        if (*row->reason) printf("%-10s none: %s\n", row->backend, row->reason);
        else print_device(&row->info);
    }
    return CLI_DONE;
}
