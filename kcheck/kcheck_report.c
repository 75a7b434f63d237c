/* SPDX-License-Identifier: MIT */
#include "kcheck.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "../host/base/json.h"
#include "../host/base/text.h"

double kcheck_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static KcheckRow *row_of(Kcheck *kcheck, const char *device, const char *kernel)
{
    for (int i = 0; i < kcheck->row_count; i++)
        if (!strcmp(kcheck->rows[i].device, device) && !strcmp(kcheck->rows[i].kernel, kernel))
            return &kcheck->rows[i];
    KcheckRow *row = &kcheck->rows[kcheck->row_count];
    if (kcheck->row_count < KCHECK_ROWS - 1) kcheck->row_count++;
    *row = (KcheckRow){.kernel = kernel};
    snprintf(row->device, sizeof row->device, "%s", device);
    return row;
}

void kcheck_checked(Kcheck *kcheck, const char *device, const char *kernel, uint64_t items)
{
    row_of(kcheck, device, kernel)->items += items;
}

int kcheck_has(const Kcheck *kcheck, const char *device, const char *kernel)
{
    for (int i = 0; i < kcheck->row_count; i++)
        if (!strcmp(kcheck->rows[i].device, device) && !strcmp(kcheck->rows[i].kernel, kernel)) return 1;
    return 0;
}

static void json_mismatch(const Kcheck *kcheck, const KcheckMismatch *m)
{
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "mismatch");
    json_count(&json, "seed", kcheck->seed);
    json_string(&json, "device", m->device);
    json_string(&json, "kernel", m->kernel);
    json_count(&json, "item", m->item);
    json_string(&json, "kind", m->kind);
    json_string(&json, "position", m->position);
    json_string(&json, "expected", m->expected);
    json_string(&json, "got", m->got);
    json_close(&json);
}

void kcheck_mismatch(Kcheck *kcheck, const KcheckMismatch *m)
{
    KcheckRow *row = row_of(kcheck, m->device, m->kernel);
    row->wrong++;
    kcheck->wrong++;
    if (row->wrong > KCHECK_PRINTED) return;
    if (kcheck->json) json_mismatch(kcheck, m);
    else
        printf("MISMATCH %s %s, item %" PRIu64 " of seed %" PRIu64 " (%s)\n  position  %s\n  expected  %s\n"
               "  got       %s\n",
               m->device, m->kernel, m->item, kcheck->seed, m->kind, m->position, m->expected, m->got);
}

void kcheck_start(const Kcheck *kcheck)
{
    if (!kcheck->json) printf("seed %" PRIu64 ", %" PRIu64 " positions\n", kcheck->seed, kcheck->positions);
    fflush(stdout);
}

void kcheck_game_done(const Kcheck *kcheck, const char *game, double seconds)
{
    if (!kcheck->json) printf("%-18s %7.1f s\n", game, seconds);
    fflush(stdout);
}

static void print_row(const KcheckRow *row)
{
    char items[TEXT_NUMBER], wrong[TEXT_NUMBER];
    text_grouped(row->items, items);
    text_grouped(row->wrong, wrong);
    printf("%-22s %-22s %14s %10s\n", row->device, row->kernel, items, wrong);
}

static void json_summary(const Kcheck *kcheck, double seconds)
{
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "kcheck");
    json_count(&json, "seed", kcheck->seed);
    json_count(&json, "positions", kcheck->positions);
    json_count(&json, "skipped", kcheck->skipped);
    json_count(&json, "wrong", kcheck->wrong);
    json_array(&json, "checks");
    for (int i = 0; i < kcheck->row_count; i++) {
        json_object(&json, NULL);
        json_string(&json, "device", kcheck->rows[i].device);
        json_string(&json, "kernel", kcheck->rows[i].kernel);
        json_count(&json, "items", kcheck->rows[i].items);
        json_count(&json, "wrong", kcheck->rows[i].wrong);
        json_end(&json);
    }
    json_end(&json);
    json_number(&json, "seconds", seconds);
    json_close(&json);
}

void kcheck_summary(const Kcheck *kcheck, double seconds)
{
    if (kcheck->json) {
        json_summary(kcheck, seconds);
        return;
    }
    printf("%-22s %-22s %14s %10s\n", "device", "kernel", "checked", "wrong");
    for (int i = 0; i < kcheck->row_count; i++) print_row(&kcheck->rows[i]);
    if (kcheck->skipped)
        printf("%" PRIu64 " positions with too many capture routes for the reference passed over\n",
               kcheck->skipped);
    if (kcheck->wrong)
        printf("%" PRIu64 " results differ; to repeat: --seed %" PRIu64 "\n", kcheck->wrong, kcheck->seed);
    else printf("all as expected, %.1f s\n", seconds);
}

void kcheck_bench_header(const Kcheck *kcheck)
{
    if (!kcheck->json)
        printf("\n%-22s %-22s %10s %12s %10s %10s\n", "device", "kernel", "items", "seconds", "items/s",
               "results/s");
}

void kcheck_bench_row(const Kcheck *kcheck, const KcheckTime *t)
{
    const double items = (double)t->items / t->seconds, results = (double)t->results / t->seconds;
    if (!kcheck->json) {
        char items_rate[TEXT_NUMBER], results_rate[TEXT_NUMBER];
        text_rate(items, items_rate);
        text_rate(results, results_rate);
        printf("%-22s %-22s %10" PRIu64 " %12.6f %10s %10s\n", t->device, t->kernel, t->items, t->seconds,
               items_rate, results_rate);
        return;
    }
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "bench");
    json_string(&json, "device", t->device);
    json_string(&json, "kernel", t->kernel);
    json_count(&json, "items", t->items);
    json_count(&json, "results", t->results);
    json_number(&json, "seconds", t->seconds);
    json_number(&json, "items_rate", items);
    json_number(&json, "results_rate", results);
    json_close(&json);
}
