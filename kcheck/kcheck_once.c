/* SPDX-License-Identifier: MIT */
#include "kcheck_once.h"

#include <stdlib.h>

static KcheckBatch *open_batch(const KcheckGame *game)
{
    (void)game;
    return calloc(1, sizeof(KcheckBatch));
}
static void close_batch(KcheckBatch *batch) { free(batch); }

static void make(Kcheck *kcheck, KcheckBatch *batch, uint64_t first, uint32_t n, int with_reference)
{
    (void)kcheck, (void)n, (void)with_reference;
    batch->first = first;
}

static void check_cpu(Kcheck *kcheck, const KcheckBatch *batch) { (void)kcheck, (void)batch; }
static void bench_cpu(const Kcheck *kcheck, const KcheckBatch *batch) { (void)kcheck, (void)batch; }
static void bench_device(const Kcheck *kcheck, const KcheckBatch *batch, KcheckDevice *d)
{
    (void)kcheck, (void)batch, (void)d;
}

KcheckGame kcheck_once(const char *name, const char *family,
                       void (*check)(Kcheck *kcheck, const KcheckBatch *batch, KcheckDevice *d))
{
    return (KcheckGame){
        .name = name,
        .family = family,
        .open = open_batch,
        .close = close_batch,
        .make = make,
        .check_device = check,
        .check_cpu = check_cpu,
        .bench_device = bench_device,
        .bench_cpu = bench_cpu,
    };
}
