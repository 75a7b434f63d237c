/* SPDX-License-Identifier: MIT */
#include "verify.h"

#include <stdio.h>
#include <string.h>

/* ---- reports ---- */

static int is_before(const VerifyWrong *a, const VerifyWrong *b)
{
    return a->index < b->index || (a->index == b->index && a->side < b->side);
}

int verify_note(VerifyShare *share, const VerifyWrong *wrong)
{
    if (share->wrong++ && !is_before(wrong, &share->first)) return 0;
    share->first = *wrong;
    return 1;
}

void verify_sum(const VerifyShare *shares, int count, VerifyReport *report)
{
    memset(report, 0, sizeof *report);
    for (int i = 0; i < count; i++) {
        const VerifyShare *share = &shares[i];
        if (share->wrong && (report->wrong == 0 || is_before(&share->first, &report->first)))
            report->first = share->first;
        report->checked += share->checked;
        report->wrong += share->wrong;
    }
}

/* ---- samples ---- */

u64 verify_runs(const VerifyOptions *options)
{
    return options->sample / VERIFY_RUN + (options->sample % VERIFY_RUN > 0);
}

u64 verify_run_length(const VerifyOptions *options, u64 number)
{
    const u64 left = options->sample - number * VERIFY_RUN;
    return left < VERIFY_RUN ? left : VERIFY_RUN;
}

/* The output function of SplitMix64, https://prng.di.unimi.it/splitmix64.c (public domain). */
static u64 mixed(u64 x)
{
    x = (x ^ x >> 30) * U64(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * U64(0x94d049bb133111eb);
    return x ^ x >> 31;
}

u64 verify_run_seed(const VerifyOptions *options, u64 number)
{
    return mixed(options->seed) + mixed(~number);
}

u64 verify_drawn(u64 *state) { return mixed(*state += U64(0x9e3779b97f4a7c15)); }

/* ---- text ---- */

static const char *result_text(Value value)
{
    if (value == 0) return "draw";
    if (verify_is_cursed(value)) return value > 0 ? "cursed win" : "blessed loss";
    return value > 0 ? "win" : "loss";
}

void verify_value_text(int metrics, Value value, char text[VERIFY_VALUE])
{
    if (value == VALUE_ILLEGAL) snprintf(text, VERIFY_VALUE, "illegal");
    else if (metrics == PROBE_WDL || value == 0) snprintf(text, VERIFY_VALUE, "%s", result_text(value));
    else snprintf(text, VERIFY_VALUE, "%s in %d", value > 0 ? "win" : "loss", value_plies(value));
}
