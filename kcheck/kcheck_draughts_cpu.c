/* SPDX-License-Identifier: MIT */
/* The native engine's builds, and the lists of children and statistics of single positions, against the mailbox. */
#include <string.h>

#include "kcheck_draughts.h"
#include "../host/base/need_memory.h"

static const volatile int never;

static void check_build(Kcheck *kcheck, const KcheckBatch *batch, const DraughtsCpuBuild *build, int merge)
{
    const DraughtsPerft perft = build->perft[batch->id];
    uint64_t two = 0, three = 0;
    char id[24];
    snprintf(id, sizeof id, "cpu %.16s", build->set.name);
    for (uint32_t i = 0; i < batch->n; i++) {
        const DraughtsPosition *p = &batch->positions[i];
        const KcheckDraughtsKnown *known = &batch->known[merge][i];
        kcheck_draughts_compare(kcheck, batch, i, id, "perft 1", merge, known->count,
                                perft(p, 1, merge, NULL, &never));
        if (!known->replied) continue;
        two++;
        kcheck_draughts_compare(kcheck, batch, i, id, "perft 2", merge, known->replies_sum,
                                perft(p, 2, merge, NULL, &never));
        if (!known->depth3) continue;
        three++;
        kcheck_draughts_compare(kcheck, batch, i, id, "perft 3", merge, known->depth3,
                                perft(p, 3, merge, NULL, &never));
    }
    kcheck_checked(kcheck, id, "perft 1", batch->n);
    kcheck_checked(kcheck, id, "perft 2", two);
    kcheck_checked(kcheck, id, "perft 3", three);
}

static void check_single(Kcheck *kcheck, const KcheckBatch *batch, int merge)
{
    const DraughtsParameters *game = &batch->parameters[merge];
    for (uint32_t i = 0; i < batch->n; i++) {
        const KcheckDraughtsKnown *known = &batch->known[merge][i];
        u64 stats[DRAUGHTS_STATS] = {0};
        DraughtsPosition *list = need_memory((known->count + 1) * sizeof *list);
        const u32 count = draughts_children(game, &batch->positions[i], list, known->count, NULL);
        kcheck_draughts_compare(kcheck, batch, i, "cpu", "children", merge, known->count, count);
        if (count == known->count)
            kcheck_draughts_compare_children(kcheck, batch, i, "cpu", "children", merge, list);
        draughts_position_stats(game, &batch->positions[i], stats, NULL);
        kcheck_draughts_compare_stats(kcheck, batch, i, "cpu", "statistics", merge, known->stats, stats);
        free(list);
    }
    kcheck_checked(kcheck, "cpu", "children", batch->n);
    kcheck_checked(kcheck, "cpu", "statistics", batch->n);
}

void kcheck_draughts_cpu(Kcheck *kcheck, const KcheckBatch *batch)
{
    for (int merge = 0; merge < 2; merge++) {
        check_single(kcheck, batch, merge);
        for (int i = 0; draughts_cpu_build(i) != NULL; i++)
            if (instruction_set_fits(&draughts_cpu_build(i)->set, extensions_here()))
                check_build(kcheck, batch, draughts_cpu_build(i), merge);
    }
}

void kcheck_draughts_bench_cpu(const Kcheck *kcheck, const KcheckBatch *batch)
{
    for (int b = 0; draughts_cpu_build(b) != NULL; b++) {
        const DraughtsCpuBuild *build = draughts_cpu_build(b);
        if (!instruction_set_fits(&build->set, extensions_here())) continue;
        char id[24];
        snprintf(id, sizeof id, "cpu %.16s", build->set.name);
        u64 leaves = 0;
        const double start = kcheck_now();
        for (uint32_t i = 0; i < batch->n; i++)
            leaves += build->perft[batch->id](&batch->positions[i], 1, 0, NULL, &never);
        kcheck_bench_row(kcheck, &(KcheckTime){.device = id,
                                               .kernel = "perft 1",
                                               .items = batch->n,
                                               .results = leaves,
                                               .seconds = kcheck_now() - start});
    }
}
