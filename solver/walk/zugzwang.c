/* SPDX-License-Identifier: MIT */
#include "zugzwang.h"

#include <stdlib.h>

int zugzwang_kind_of(int first, int second)
{
    if (first == -1 && second == 1) return ZUGZWANG_FULL;
    if (first == 0 && second == 1) return ZUGZWANG_FIRST_WINS;
    if (first == -1 && second == 0) return ZUGZWANG_SECOND_WINS;
    return ZUGZWANG_NONE;
}

ZugzwangShare *zugzwang_open_shares(int count, const ZugzwangOptions *options)
{
    ZugzwangShare *shares = calloc((size_t)count, sizeof *shares);
    int whole = shares != NULL;
    for (int i = 0; whole && i < count; i++)
        whole = (shares[i].list = calloc((size_t)options->list + 1, sizeof *shares[i].list)) != NULL;
    if (whole) return shares;
    zugzwang_close_shares(shares, count);
    return NULL;
}

void zugzwang_close_shares(ZugzwangShare *shares, int count)
{
    for (int i = 0; shares && i < count; i++) free(shares[i].list);
    free(shares);
}

void zugzwang_note(ZugzwangShare *share, const ZugzwangOptions *options, u64 index, int kind)
{
    if (share->found < options->list)
        share->list[share->found++] = (ZugzwangFound){index, (ZugzwangKind)kind};
}

static void add_counts(const ZugzwangShare *share, ZugzwangReport *report)
{
    report->positions += share->positions;
    report->unique += share->unique;
    for (int kind = 0; kind < ZUGZWANG_KINDS; kind++) {
        report->kind[kind].all += share->kind[kind].all;
        report->kind[kind].unique += share->kind[kind].unique;
    }
}

/* The next of all lists by index, NULL past their end. */
static const ZugzwangFound *take_least(ZugzwangShare *shares, int count)
{
    ZugzwangShare *from = NULL;
    for (ZugzwangShare *share = shares; share < shares + count; share++) {
        if (share->taken == share->found) continue;
        if (from == NULL || share->list[share->taken].index < from->list[from->taken].index) from = share;
    }
    return from ? &from->list[from->taken++] : NULL;
}

void zugzwang_sum(ZugzwangShare *shares, int count, const ZugzwangOptions *options, ZugzwangReport *report)
{
    const ZugzwangFound *found;
    for (int i = 0; i < count; i++) add_counts(&shares[i], report);
    while (report->listed < options->list && (found = take_least(shares, count)))
        report->list[report->listed++] = (Zugzwang){.kind = found->kind, .index = found->index};
}

const char *zugzwang_kind_name(ZugzwangKind kind)
{
    static const char *const names[] = {"full point", "half point, first side wins",
                                        "half point, second side wins"};
    return names[kind];
}
