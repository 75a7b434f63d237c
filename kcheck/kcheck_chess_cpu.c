/* SPDX-License-Identifier: MIT */
/* The native engine's builds, and the rules' own functions on this processor, against the mailbox. */
#include <string.h>

#include "../host/games/chess_cpu.h"
#include "kcheck_chess.h"

static const volatile int never;

static u64 plain_perft(ChessPosition p, int depth)
{
    if (depth == 1) return chess_count(p);
    u64 leaves = 0;
    ChessWalk walk = chess_walk(&p);
    ChessMove move;
    while (chess_walk_next(&walk, &move)) leaves += plain_perft(chess_make(p, move), depth - 1);
    return leaves;
}

static void check_build(Kcheck *kcheck, const KcheckBatch *batch, const ChessCpuBuild *build)
{
    char id[24];
    snprintf(id, sizeof id, "cpu %.16s", build->set.name);
    for (uint32_t i = 0; i < batch->n; i++) {
        const ChessPosition *p = &batch->positions[i];
        const u64 leaves = build->perft(p, 2, NULL, &never);
        kcheck_chess_compare(kcheck, batch, i, id, "perft 2", batch->known[i].replies_sum, leaves);
        if (i % KCHECK_DEPTH3_EVERY) continue;
        kcheck_chess_compare(kcheck, batch, i, id, "perft 3", batch->known[i].depth3,
                             build->perft(p, 3, NULL, &never));
        kcheck_checked(kcheck, id, "perft 3", 1);
    }
    kcheck_checked(kcheck, id, "perft 2", batch->n);
}

static void check_rules(Kcheck *kcheck, const KcheckBatch *batch)
{
    for (uint32_t i = 0; i < batch->n; i++) {
        const KcheckKnown *known = &batch->known[i];
        kcheck_chess_compare(kcheck, batch, i, "cpu", "chess_count", known->count,
                             chess_count(batch->positions[i]));
        if (i % KCHECK_DEPTH2_EVERY) continue;
        kcheck_chess_compare(kcheck, batch, i, "cpu", "rules, depth 2", known->depth2,
                             plain_perft(batch->positions[i], 2));
        kcheck_checked(kcheck, "cpu", "rules, depth 2", 1);
    }
    kcheck_checked(kcheck, "cpu", "chess_count", batch->n);
}

void kcheck_chess_cpu(Kcheck *kcheck, const KcheckBatch *batch)
{
    check_rules(kcheck, batch);
    for (int i = 0; chess_cpu_build(i) != NULL; i++)
        if (instruction_set_fits(&chess_cpu_build(i)->set, extensions_here()))
            check_build(kcheck, batch, chess_cpu_build(i));
}

void kcheck_chess_bench_cpu(const Kcheck *kcheck, const KcheckBatch *batch)
{
    for (int b = 0; chess_cpu_build(b) != NULL; b++) {
        const ChessCpuBuild *build = chess_cpu_build(b);
        if (!instruction_set_fits(&build->set, extensions_here())) continue;
        char id[24];
        snprintf(id, sizeof id, "cpu %.16s", build->set.name);
        u64 leaves = 0;
        const double start = kcheck_now();
        for (uint32_t i = 0; i < batch->n; i++) leaves += build->perft(&batch->positions[i], 2, NULL, &never);
        kcheck_bench_row(kcheck, &(KcheckTime){.device = id,
                                               .kernel = "perft 2",
                                               .items = batch->n,
                                               .results = leaves,
                                               .seconds = kcheck_now() - start});
    }
}
