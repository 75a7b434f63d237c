/* SPDX-License-Identifier: MIT */
#include "verify_head.h"

#include <stdio.h>

static int differ(const char *what, int side, u64 said, u64 counted, char wrong[PROBER_ERROR])
{
    if (said == counted) return 0;
    snprintf(wrong, PROBER_ERROR, "its head says %s %llu with the %s side to move, its positions %llu", what,
             (unsigned long long)said, side ? "second" : "first", (unsigned long long)counted);
    return 1;
}

static u32 longest_of(const SideStatistics *side, Wdl a, Wdl b)
{
    const int plies = side->longest[a + 2].plies, others = side->longest[b + 2].plies;
    return (u32)(plies > others ? plies : others > 0 ? others : 0);
}

int verify_head_counts(const TableHead *head, const TableHead *counted, char wrong[PROBER_ERROR])
{
    for (int side = 0; side < 2; side++) {
        for (Wdl wdl = WDL_LOSS; wdl <= WDL_WIN; wdl++)
            if (differ(wdl_name(wdl), side, head->results[side][wdl + 2], counted->results[side][wdl + 2],
                       wrong))
                return 0;
        if (differ("longest win", side, head->longest[side][0], counted->longest[side][0], wrong) ||
            differ("longest loss", side, head->longest[side][1], counted->longest[side][1], wrong))
            return 0;
    }
    return 1;
}

int verify_head(const TableHead *head, const Statistics *counted, char wrong[PROBER_ERROR])
{
    TableHead of = {.metrics = (u32)counted->metrics};
    for (int side = 0; side < 2; side++) {
        const SideStatistics *from = &counted->side[side];
        for (int result = 0; result < 5; result++) of.results[side][result] = from->results[result].all;
        if (counted->metrics == PROBE_WDL) continue;
        of.longest[side][0] = longest_of(from, WDL_WIN, WDL_CURSED_WIN);
        of.longest[side][1] = longest_of(from, WDL_LOSS, WDL_BLESSED_LOSS);
    }
    return verify_head_counts(head, &of, wrong);
}
