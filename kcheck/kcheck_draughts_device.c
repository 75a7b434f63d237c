/* SPDX-License-Identifier: MIT */
/* The draughts kernels of a device against the mailbox, position by position and child by child, by route and merged.
 *
 * Positions with more captures than a kernel lists are checked apart: there a kernel must say so. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../kernels/kernel_table.h"
#include "kcheck_draughts.h"

/* Lists stand apart in the buffers, so that a write beyond a list's end is seen. */
#define GAP 2u
#define OVERFLOWS_TRIED 4 /* in a batch */

typedef struct {
    Kcheck *kcheck;
    const KcheckBatch *batch;
    KcheckDevice *d;
    const char *id;
    int merge;
    const DraughtsParameters *game;
    uint32_t n;
    uint32_t *number; /* in the batch, of each position of this check */
    DraughtsPosition *position;
    DeviceBuffer *parameters, *positions;
} Check;

static const KcheckDraughtsKnown *known_of(const Check *c, uint32_t k)
{
    return &c->batch->known[c->merge][c->number[k]];
}

static void mismatch(const Check *c, uint32_t k, KernelId kernel, const char *expected, const char *got)
{
    kcheck_draughts_mismatch(c->kcheck, c->batch, c->number[k], c->id, kernel_table[kernel].name, expected,
                             got);
}

static void compare(const Check *c, uint32_t k, KernelId kernel, u64 expected, u64 got)
{
    kcheck_draughts_compare(c->kcheck, c->batch, c->number[k], c->id, kernel_table[kernel].name, c->merge,
                            expected, got);
}

static void checked(const Check *c, KernelId kernel, uint64_t items)
{
    kcheck_checked(c->kcheck, c->id, kernel_table[kernel].name, items);
}

/* What no kernel may change; the parameters hold the mark of one that gave up. */
static void inputs_unchanged(const Check *c, KernelId kernel)
{
    kcheck_unchanged(c->kcheck, c->d, kernel, c->parameters, c->game, sizeof *c->game);
    kcheck_unchanged(c->kcheck, c->d, kernel, c->positions, c->position, c->n * sizeof *c->position);
}

static int open_check(Check *c)
{
    c->parameters = kcheck_input(c->d, c->game, sizeof *c->game);
    c->positions = kcheck_input(c->d, c->position, c->n * sizeof *c->position);
    return c->d->status ? -1 : 0;
}

static void close_check(Check *c)
{
    kcheck_free(c->d, c->parameters);
    kcheck_free(c->d, c->positions);
    c->parameters = c->positions = NULL;
}

/* ---- draughts_count ---- */

static void check_count(Check *c)
{
    uint32_t *counts = kcheck_memory(c->d, c->n * sizeof *counts);
    if (!counts) return;
    DeviceBuffer *out = kcheck_output(c->d, c->n * sizeof *counts);
    const DeviceArg args[] = {DEVICE_BUFFER(c->parameters), DEVICE_BUFFER(c->positions), DEVICE_BUFFER(out),
                              DEVICE_U32(c->n)};
    kcheck_launch(c->d, KERNEL_draughts_count, args, 4, c->n);
    kcheck_read(c->kcheck, c->d, KERNEL_draughts_count, out, counts, c->n * sizeof *counts);
    for (uint32_t k = 0; !c->d->status && k < c->n; k++)
        compare(c, k, KERNEL_draughts_count, known_of(c, k)->count, counts[k]);
    inputs_unchanged(c, KERNEL_draughts_count);
    checked(c, KERNEL_draughts_count, c->n);
    kcheck_free(c->d, out);
    free(counts);
}

/* ---- draughts_expand ---- */

/* Parents first .. end - 1, as a level is expanded in parts. */
static void expand_part(Check *c, DeviceBuffer *offsets, const uint32_t *offset, uint32_t first, uint32_t end)
{
    const uint32_t base = offset[first], size = offset[end] - base;
    DraughtsPosition *children = first < end ? kcheck_memory(c->d, size * sizeof *children) : NULL;
    if (!children) return;
    DeviceBuffer *out = kcheck_output(c->d, size * sizeof *children);
    const DeviceArg args[] = {DEVICE_BUFFER(c->parameters), DEVICE_BUFFER(c->positions),
                              DEVICE_BUFFER(offsets), DEVICE_BUFFER(out), DEVICE_U32(first)};
    kcheck_launch(c->d, KERNEL_draughts_expand, args, 5, end - first);
    kcheck_read(c->kcheck, c->d, KERNEL_draughts_expand, out, children, size * sizeof *children);
    for (uint32_t k = first; !c->d->status && k < end; k++) {
        DraughtsPosition *list = children + (offset[k] - base);
        const uint32_t count = known_of(c, k)->count;
        if (!kcheck_is_fill(list + count, GAP * sizeof *list))
            mismatch(c, k, KERNEL_draughts_expand, "nothing behind the children", "a position");
        kcheck_draughts_compare_children(c->kcheck, c->batch, c->number[k], c->id, "draughts_expand",
                                         c->merge, list);
        checked(c, KERNEL_draughts_expand, count);
    }
    kcheck_free(c->d, out);
    free(children);
}

static void check_expand(Check *c)
{
    uint32_t *offset = kcheck_memory(c->d, (c->n + 1) * sizeof *offset);
    if (!offset) return;
    offset[0] = GAP;
    for (uint32_t k = 0; k < c->n; k++) offset[k + 1] = offset[k] + known_of(c, k)->count + GAP;
    DeviceBuffer *offsets = kcheck_input(c->d, offset, (c->n + 1) * sizeof *offset);
    expand_part(c, offsets, offset, 0, c->n / 3);
    expand_part(c, offsets, offset, c->n / 3, c->n);
    kcheck_unchanged(c->kcheck, c->d, KERNEL_draughts_expand, offsets, offset, (c->n + 1) * sizeof *offset);
    inputs_unchanged(c, KERNEL_draughts_expand);
    kcheck_free(c->d, offsets);
    free(offset);
}

/* ---- draughts_count_remaining and draughts_remaining: the leaves two plies below ---- */

/* What the first kernel counted, and the replies to the moves that it left, are all replies. */
static void check_leaves(Check *c, uint32_t k, u64 counted, uint32_t left, DraughtsPosition *children)
{
    const KcheckDraughtsKnown *known = known_of(c, k);
    u64 leaves = counted;
    uint32_t at = 0;
    if (!kcheck_is_fill(children + left, GAP * sizeof *children))
        mismatch(c, k, KERNEL_draughts_remaining, "nothing behind the children", "a position");
    qsort(children, left, sizeof *children, kcheck_draughts_order);
    for (uint32_t j = 0; j < left; j++, at++) {
        while (at < known->count && kcheck_draughts_order(&known->child[at].position, &children[j]) < 0) at++;
        if (at == known->count || kcheck_draughts_order(&known->child[at].position, &children[j])) {
            mismatch(c, k, KERNEL_draughts_remaining, "positions after legal moves", "another one");
            return;
        }
        leaves += known->child[at].replies;
    }
    compare(c, k, KERNEL_draughts_count_remaining, known->replies_sum, leaves);
}

static void check_remaining(Check *c, DeviceBuffer *offsets, const uint32_t *offset, uint32_t first,
                            uint32_t end, const u64 *totals, const uint32_t *counts)
{
    const uint32_t base = offset[first], size = offset[end] - base;
    DraughtsPosition *children = first < end ? kcheck_memory(c->d, size * sizeof *children) : NULL;
    if (!children) return;
    DeviceBuffer *out = kcheck_output(c->d, size * sizeof *children);
    const DeviceArg args[] = {
        DEVICE_BUFFER(c->parameters), DEVICE_BUFFER(c->positions), DEVICE_BUFFER(offsets),
        DEVICE_BUFFER(out),           DEVICE_U32(first),           DEVICE_U32(end)};
    kcheck_launch(c->d, KERNEL_draughts_remaining, args, 6, end - first);
    kcheck_read(c->kcheck, c->d, KERNEL_draughts_remaining, out, children, size * sizeof *children);
    for (uint32_t k = first; !c->d->status && k < end; k++) {
        check_leaves(c, k, totals[k], counts[k], children + (offset[k] - base));
        checked(c, KERNEL_draughts_remaining, counts[k]);
    }
    kcheck_free(c->d, out);
    free(children);
}

/* Room for the moves that draughts_count_remaining left; 0 if it left more of some position than there are. */
static int lay_out(Check *c, const uint32_t *counts, uint32_t *offset)
{
    offset[0] = GAP;
    for (uint32_t k = 0; k < c->n; k++) {
        if (counts[k] > known_of(c, k)->count) {
            compare(c, k, KERNEL_draughts_count_remaining, known_of(c, k)->count, counts[k]);
            return 0;
        }
        offset[k + 1] = offset[k] + counts[k] + GAP;
    }
    return 1;
}

static void two_plies(Check *c, u64 *totals, uint32_t *counts, uint32_t *offset)
{
    DeviceBuffer *sums = kcheck_output(c->d, c->n * sizeof *totals),
                 *left = kcheck_output(c->d, c->n * sizeof *counts);
    const DeviceArg args[] = {DEVICE_BUFFER(c->parameters), DEVICE_BUFFER(c->positions), DEVICE_BUFFER(sums),
                              DEVICE_BUFFER(left), DEVICE_U32(c->n)};
    kcheck_launch(c->d, KERNEL_draughts_count_remaining, args, 5, c->n);
    kcheck_read(c->kcheck, c->d, KERNEL_draughts_count_remaining, sums, totals, c->n * sizeof *totals);
    kcheck_read(c->kcheck, c->d, KERNEL_draughts_count_remaining, left, counts, c->n * sizeof *counts);
    kcheck_free(c->d, sums);
    kcheck_free(c->d, left);
    inputs_unchanged(c, KERNEL_draughts_count_remaining);
    if (c->d->status || !lay_out(c, counts, offset)) return;
    DeviceBuffer *offsets = kcheck_input(c->d, offset, (c->n + 1) * sizeof *offset);
    check_remaining(c, offsets, offset, 0, c->n / 3, totals, counts);
    check_remaining(c, offsets, offset, c->n / 3, c->n, totals, counts);
    kcheck_unchanged(c->kcheck, c->d, KERNEL_draughts_remaining, offsets, offset,
                     (c->n + 1) * sizeof *offset);
    inputs_unchanged(c, KERNEL_draughts_remaining);
    kcheck_free(c->d, offsets);
}

static void check_two_plies(Check *c)
{
    u64 *totals = kcheck_memory(c->d, c->n * sizeof *totals);
    uint32_t *counts = kcheck_memory(c->d, c->n * sizeof *counts),
             *offset = kcheck_memory(c->d, (c->n + 1) * sizeof *offset);
    if (totals && counts && offset) two_plies(c, totals, counts, offset);
    checked(c, KERNEL_draughts_count_remaining, c->n);
    free(totals);
    free(counts);
    free(offset);
}

/* ---- draughts_stats ---- */

static void add_stats(const u64 *stats, u64 *sum)
{
    for (int k = 0; k < DRAUGHTS_STATS; k++)
        if (k != DRAUGHTS_STAT_LONGEST) sum[k] += stats[k];
        else if (sum[k] < stats[k]) sum[k] = stats[k];
}

static void launch_stats(Check *c, uint32_t rows, u64 *got)
{
    const uint64_t bytes = (uint64_t)rows * DRAUGHTS_STATS * sizeof *got;
    DeviceBuffer *out = kcheck_output(c->d, bytes);
    const DeviceArg args[] = {DEVICE_BUFFER(c->parameters), DEVICE_BUFFER(c->positions), DEVICE_BUFFER(out),
                              DEVICE_U32(c->n), DEVICE_U32(rows)};
    kcheck_launch(c->d, KERNEL_draughts_stats, args, 5, rows);
    kcheck_read(c->kcheck, c->d, KERNEL_draughts_stats, out, got, bytes);
    kcheck_free(c->d, out);
}

/* First a row for each position, then a few rows for all. */
static void check_stats(Check *c)
{
    const uint32_t few = c->n < 7 ? c->n : 7;
    u64 *got = kcheck_memory(c->d, c->n * DRAUGHTS_STATS * sizeof *got), expected[DRAUGHTS_STATS] = {0},
        sum[DRAUGHTS_STATS] = {0};
    if (!got) return;
    launch_stats(c, c->n, got);
    for (uint32_t k = 0; !c->d->status && k < c->n; k++) {
        kcheck_draughts_compare_stats(c->kcheck, c->batch, c->number[k], c->id, "draughts_stats", c->merge,
                                      known_of(c, k)->stats, got + (size_t)k * DRAUGHTS_STATS);
        add_stats(known_of(c, k)->stats, expected);
    }
    launch_stats(c, few, got);
    for (uint32_t k = 0; !c->d->status && k < few; k++) add_stats(got + (size_t)k * DRAUGHTS_STATS, sum);
    if (!c->d->status)
        kcheck_draughts_compare_stats(c->kcheck, c->batch, c->number[0], c->id, "draughts_stats", c->merge,
                                      expected, sum);
    inputs_unchanged(c, KERNEL_draughts_stats);
    checked(c, KERNEL_draughts_stats, c->n);
    free(got);
}

/* ---- more captures than a kernel lists ---- */

/* The mark must be set, and nothing be written out of bounds. */
static void check_marked(Check *c, KernelId kernel, const DeviceArg *args, int count, DeviceBuffer *out,
                         uint64_t bytes)
{
    DraughtsParameters now;
    unsigned char written[256];
    kcheck_launch(c->d, kernel, args, count, 1);
    kcheck_read(c->kcheck, c->d, kernel, out, written, bytes);
    kcheck_read(c->kcheck, c->d, kernel, c->parameters, &now, sizeof now);
    if (!c->d->status && now.overflow != 1)
        mismatch(c, 0, kernel, "the mark that captures are too many", "none");
    if (!c->d->status)
        c->d->status = c->d->device->backend->write(c->d->device, c->parameters, 0, c->game, sizeof *c->game,
                                                    &c->d->error);
}

static void check_overflow(Check *c)
{
    const uint32_t offset[2] = {0, 1};
    DeviceBuffer *offsets = kcheck_input(c->d, offset, sizeof offset),
                 *counts = kcheck_output(c->d, sizeof(uint32_t)), *totals = kcheck_output(c->d, sizeof(u64)),
                 *child = kcheck_output(c->d, sizeof(DraughtsPosition)),
                 *row = kcheck_output(c->d, DRAUGHTS_STATS * sizeof(u64));
    const DeviceArg game = DEVICE_BUFFER(c->parameters), in = DEVICE_BUFFER(c->positions);
    const DeviceArg count[] = {game, in, DEVICE_BUFFER(counts), DEVICE_U32(1)},
                    expand[] = {game, in, DEVICE_BUFFER(offsets), DEVICE_BUFFER(child), DEVICE_U32(0)},
                    two_plies[] = {game, in, DEVICE_BUFFER(totals), DEVICE_BUFFER(counts), DEVICE_U32(1)},
                    remaining[] = {game,          in,           DEVICE_BUFFER(offsets), DEVICE_BUFFER(child),
                                   DEVICE_U32(0), DEVICE_U32(1)},
                    stats[] = {game, in, DEVICE_BUFFER(row), DEVICE_U32(1), DEVICE_U32(1)};
    check_marked(c, KERNEL_draughts_count, count, 4, counts, sizeof(uint32_t));
    check_marked(c, KERNEL_draughts_expand, expand, 5, child, sizeof(DraughtsPosition));
    check_marked(c, KERNEL_draughts_count_remaining, two_plies, 5, totals, sizeof(u64));
    check_marked(c, KERNEL_draughts_remaining, remaining, 6, child, sizeof(DraughtsPosition));
    check_marked(c, KERNEL_draughts_stats, stats, 5, row, DRAUGHTS_STATS * sizeof(u64));
    kcheck_checked(c->kcheck, c->id, "too many captures", 1);
    kcheck_free(c->d, offsets);
    kcheck_free(c->d, counts);
    kcheck_free(c->d, totals);
    kcheck_free(c->d, child);
    kcheck_free(c->d, row);
}

/* ---- all of them ---- */

static int is_listed(const KcheckDraughtsKnown *known) { return !known->overflows; }
static int is_replied(const KcheckDraughtsKnown *known) { return !known->overflows && known->replied; }

/* The positions of the batch that are wanted become those of the check. */
static void choose(Check *c, int (*is_wanted)(const KcheckDraughtsKnown *))
{
    c->n = 0;
    for (uint32_t i = 0; i < c->batch->n; i++) {
        if (!is_wanted(&c->batch->known[c->merge][i])) continue;
        c->number[c->n] = i;
        c->position[c->n++] = c->batch->positions[i];
    }
}

static void check_listed(Check *c)
{
    choose(c, is_listed);
    if (c->n > 0 && open_check(c) == 0) {
        check_count(c);
        check_expand(c);
        check_stats(c);
    }
    close_check(c);
    choose(c, is_replied);
    if (c->n > 0 && open_check(c) == 0) check_two_plies(c);
    close_check(c);
}

static void check_overflows(Check *c)
{
    int tried = 0;
    c->n = 1;
    for (uint32_t i = 0; i < c->batch->n && tried < OVERFLOWS_TRIED; i++) {
        if (!c->batch->known[c->merge][i].overflows) continue;
        c->number[0] = i;
        c->position[0] = c->batch->positions[i];
        if (open_check(c) == 0) check_overflow(c);
        close_check(c);
        tried++;
    }
}

void kcheck_draughts_device(Kcheck *kcheck, const KcheckBatch *batch, KcheckDevice *d)
{
    Check c = {.kcheck = kcheck, .batch = batch, .d = d, .id = d->device->info.id};
    const uint32_t n = batch->n;
    uint32_t *counts = kcheck_memory(d, n * sizeof *counts);
    c.number = kcheck_memory(d, n * sizeof *c.number);
    c.position = kcheck_memory(d, n * sizeof *c.position);
    if (counts && c.number && c.position) {
        for (c.merge = 0; c.merge < 2; c.merge++) {
            c.game = &batch->parameters[c.merge];
            check_listed(&c);
            check_overflows(&c);
        }
        for (uint32_t i = 0; i < n; i++) counts[i] = batch->known[0][i].count;
        kcheck_sums(kcheck, d, counts, n);
        kcheck_perft_hash(kcheck, d, &batch->positions[0].own, n);
    }
    free(counts);
    free(c.number);
    free(c.position);
}

/* ---- timing ---- */

void kcheck_draughts_bench_device(const Kcheck *kcheck, const KcheckBatch *batch, KcheckDevice *d)
{
    const uint32_t n = batch->n;
    const DraughtsParameters *game = &batch->parameters[0];
    uint32_t *offset = kcheck_memory(d, (n + 1) * sizeof *offset);
    if (!offset) return;
    offset[0] = 0;
    for (uint32_t i = 0; i < n; i++)
        offset[i + 1] = offset[i] + draughts_children(game, &batch->positions[i], NULL, 0, NULL);
    const uint32_t total = offset[n];
    DeviceBuffer *parameters = kcheck_input(d, game, sizeof *game),
                 *positions = kcheck_input(d, batch->positions, n * sizeof *batch->positions),
                 *offsets = kcheck_input(d, offset, (n + 1) * sizeof *offset),
                 *words = kcheck_output(d, (n + 1) * sizeof(u64) * DRAUGHTS_STATS),
                 *sums = kcheck_output(d, (n + 1) * sizeof(u64)),
                 *children = kcheck_output(d, (total + 1) * sizeof(DraughtsPosition));
    const DeviceArg first = DEVICE_BUFFER(parameters), second = DEVICE_BUFFER(positions);
    const DeviceArg count[] = {first, second, DEVICE_BUFFER(words), DEVICE_U32(n)},
                    expand[] = {first, second, DEVICE_BUFFER(offsets), DEVICE_BUFFER(children),
                                DEVICE_U32(0)},
                    stats[] = {first, second, DEVICE_BUFFER(words), DEVICE_U32(n), DEVICE_U32(n)},
                    two_plies[] = {first, second, DEVICE_BUFFER(words), DEVICE_BUFFER(sums), DEVICE_U32(n)},
                    remaining[] = {
                        first,         second,       DEVICE_BUFFER(offsets), DEVICE_BUFFER(children),
                        DEVICE_U32(0), DEVICE_U32(n)};
    kcheck_bench(kcheck, d, KERNEL_draughts_count, count, 4, n, total);
    kcheck_bench(kcheck, d, KERNEL_draughts_expand, expand, 5, n, total);
    kcheck_bench(kcheck, d, KERNEL_draughts_count_remaining, two_plies, 5, n, n);
    kcheck_bench(kcheck, d, KERNEL_draughts_remaining, remaining, 6, n, total);
    kcheck_bench(kcheck, d, KERNEL_draughts_stats, stats, 5, n, total);
    kcheck_free(d, parameters);
    kcheck_free(d, positions);
    kcheck_free(d, offsets);
    kcheck_free(d, words);
    kcheck_free(d, sums);
    kcheck_free(d, children);
    free(offset);
}
