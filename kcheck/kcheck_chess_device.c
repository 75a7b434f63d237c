/* SPDX-License-Identifier: MIT */
/* The chess kernels of a device against the mailbox, position by position and move by move. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../kernels/kernel_table.h"
#include "kcheck_chess.h"

/* Lists stand apart in the buffers, so that a write beyond a list's end is seen. */
#define GAP 2u

typedef struct {
    Kcheck *kcheck;
    const KcheckBatch *batch;
    KcheckDevice *d;
    const char *id;
    DeviceBuffer *positions, *offsets;
    uint32_t *offset; /* n + 1: where the moves of each position begin, and the end of the last gap */
} Check;

/* "e7e8q" in the players' squares; a move that cannot be as its code. */
static void move_text(const MailboxPosition *board, ChessMove move, char text[16])
{
    const u32 mirror = board->white_to_move ? 0 : 56;
    const u32 from = chess_move_from(move) ^ mirror, to = chess_move_to(move) ^ mirror,
              kind = chess_move_promotion(move);
    if (kind > CHESS_QUEEN) snprintf(text, 16, "code %04x", move);
    else
        snprintf(text, 16, "%c%u%c%u%c", 'a' + (int)(from % 8), from / 8 + 1, 'a' + (int)(to % 8), to / 8 + 1,
                 kind ? ".pnbrq"[kind] : '\0');
}

static void planes_text(ChessPosition p, char text[96])
{
    snprintf(text, 96, "planes %016" PRIx64 " %016" PRIx64 " %016" PRIx64 " %016" PRIx64, p.kind0, p.kind1,
             p.kind2, p.own);
}

/* ---- chess_count ---- */

static void check_count(Check *c)
{
    const uint32_t n = c->batch->n, lanes = c->d->device->info.lanes;
    uint32_t *counts = kcheck_memory(c->d, n * sizeof *counts);
    if (!counts) return;
    DeviceBuffer *out = kcheck_output(c->d, n * sizeof *counts);
    const DeviceArg args[] = {DEVICE_BUFFER(c->positions), DEVICE_BUFFER(out), DEVICE_U32(n)};
    kcheck_launch(c->d, KERNEL_chess_count, args, 3, (n + lanes - 1) / lanes);
    kcheck_read(c->kcheck, c->d, KERNEL_chess_count, out, counts, n * sizeof *counts);
    for (uint32_t i = 0; !c->d->status && i < n; i++)
        kcheck_chess_compare(c->kcheck, c->batch, i, c->id, "chess_count", c->batch->known[i].count,
                             counts[i]);
    kcheck_checked(c->kcheck, c->id, "chess_count", n);
    kcheck_free(c->d, out);
    free(counts);
}

/* ---- chess_expand ---- */

static int compare_moves(const void *a, const void *b)
{
    return *(const ChessMove *)a - *(const ChessMove *)b;
}

/* NULL: the move is not legal. */
static const ChessPosition *known_child(const KcheckKnown *known, ChessMove move)
{
    const ChessMove *at = bsearch(&move, known->move, known->count, sizeof move, compare_moves);
    return at ? &known->child[at - known->move] : NULL;
}

/* Children stand in the order of chess_walk, whose moves kcheck_chess_cpu.c checks. */
static void check_children(Check *c, uint32_t i, const ChessPosition *children)
{
    const KcheckKnown *known = &c->batch->known[i];
    ChessWalk walk = chess_walk(&c->batch->positions[i]);
    ChessMove move;
    for (uint32_t k = 0; k < known->count && chess_walk_next(&walk, &move); k++) {
        const ChessPosition *expected = known_child(known, move);
        if (expected == NULL || !memcmp(expected, &children[k], sizeof *expected)) continue;
        char planes[96], expected_text[128], got[96], name[16];
        move_text(&c->batch->boards[i], move, name);
        planes_text(*expected, planes);
        planes_text(children[k], got);
        snprintf(expected_text, sizeof expected_text, "after %s %s", name, planes);
        kcheck_chess_mismatch(c->kcheck, c->batch, i, c->id, "chess_expand", expected_text, got);
    }
    if (!kcheck_is_fill(children + known->count, GAP * sizeof *children))
        kcheck_chess_mismatch(c->kcheck, c->batch, i, c->id, "chess_expand", "nothing behind the children",
                              "a position");
}

/* Parents first .. end - 1, as a level is expanded in parts. */
static void check_expand(Check *c, uint32_t first, uint32_t end)
{
    const uint32_t base = c->offset[first], size = c->offset[end] - base;
    if (first == end) return;
    ChessPosition *children = kcheck_memory(c->d, (uint64_t)size * sizeof *children);
    if (!children) return;
    DeviceBuffer *out = kcheck_output(c->d, size * sizeof *children);
    const DeviceArg args[] = {DEVICE_BUFFER(c->positions), DEVICE_BUFFER(c->offsets), DEVICE_BUFFER(out),
                              DEVICE_U32(first)};
    kcheck_launch(c->d, KERNEL_chess_expand, args, 4, end - first);
    kcheck_read(c->kcheck, c->d, KERNEL_chess_expand, out, children, size * sizeof *children);
    for (uint32_t i = first; !c->d->status && i < end; i++) {
        check_children(c, i, children + (c->offset[i] - base));
        kcheck_checked(c->kcheck, c->id, "chess_expand", c->batch->known[i].count);
    }
    kcheck_free(c->d, out);
    free(children);
}

/* ---- chess_differences and chess_remaining: the leaves two plies below ---- */

/* The known child with these planes that was not met yet; NULL if all were met. */
static const ChessPosition *find_child(const KcheckKnown *known, const ChessPosition *planes,
                                       unsigned char *met)
{
    for (uint32_t k = 0; k < known->count; k++)
        if (!met[k] && !memcmp(&known->child[k], planes, sizeof *planes)) {
            met[k] = 1;
            return &known->child[k];
        }
    return NULL;
}

/* Replies that the difference kernel counted, and those to the moves that it left, are all replies. */
static void check_leaves(Check *c, uint32_t i, uint64_t counted, uint32_t left, const ChessPosition *children)
{
    const KcheckKnown *known = &c->batch->known[i];
    unsigned char met[CHESS_MAX_MOVES] = {0};
    u64 leaves = counted;
    for (uint32_t k = 0; k < left; k++) {
        const ChessPosition *child = find_child(known, &children[k], met);
        if (child) {
            leaves += known->replies[child - known->child];
            continue;
        }
        char got[96];
        planes_text(children[k], got);
        kcheck_chess_mismatch(c->kcheck, c->batch, i, c->id, "chess_remaining",
                              "the position after a legal move", got);
        return;
    }
    if (!kcheck_is_fill(children + left, GAP * sizeof *children))
        kcheck_chess_mismatch(c->kcheck, c->batch, i, c->id, "chess_remaining", "nothing behind the children",
                              "a position");
    kcheck_chess_compare(c->kcheck, c->batch, i, c->id, "chess_differences", known->replies_sum, leaves);
}

/* offset: where each parent's remaining children begin; parents first .. end - 1. */
static void check_remaining(Check *c, DeviceBuffer *offsets, const uint32_t *offset, uint32_t first,
                            uint32_t end, const uint64_t *totals, const uint32_t *counts)
{
    const uint32_t lanes = c->d->device->info.lanes, base = offset[first], size = offset[end] - base;
    if (first == end) return;
    ChessPosition *children = kcheck_memory(c->d, (uint64_t)size * sizeof *children);
    if (!children) return;
    DeviceBuffer *out = kcheck_output(c->d, size * sizeof *children);
    const DeviceArg args[] = {DEVICE_BUFFER(c->positions), DEVICE_BUFFER(offsets), DEVICE_BUFFER(out),
                              DEVICE_U32(first), DEVICE_U32(end)};
    kcheck_launch(c->d, KERNEL_chess_remaining, args, 5, (end - first + lanes - 1) / lanes);
    kcheck_read(c->kcheck, c->d, KERNEL_chess_remaining, out, children, size * sizeof *children);
    for (uint32_t i = first; !c->d->status && i < end; i++) {
        check_leaves(c, i, totals[i], counts[i], children + (offset[i] - base));
        kcheck_checked(c->kcheck, c->id, "chess_remaining", counts[i]);
    }
    kcheck_free(c->d, out);
    free(children);
}

/* Room for the moves that chess_differences left; 0 if it left more of some position than there are. */
static int lay_out_remaining(Check *c, const uint32_t *counts, uint32_t *offset)
{
    uint32_t at = GAP;
    for (uint32_t i = 0; i < c->batch->n; i++) {
        if (counts[i] > c->batch->known[i].count) {
            kcheck_chess_compare(c->kcheck, c->batch, i, c->id, "chess_differences", c->batch->known[i].count,
                                 counts[i]);
            return 0;
        }
        offset[i] = at;
        at += counts[i] + GAP;
    }
    offset[c->batch->n] = at;
    return 1;
}

static void check_two_plies(Check *c)
{
    const uint32_t n = c->batch->n, lanes = c->d->device->info.lanes;
    uint64_t *totals = kcheck_memory(c->d, n * sizeof *totals);
    uint32_t *counts = kcheck_memory(c->d, n * sizeof *counts),
             *offset = kcheck_memory(c->d, (n + 1) * sizeof *offset);
    if (totals && counts && offset) {
        DeviceBuffer *sums = kcheck_output(c->d, n * sizeof *totals),
                     *left = kcheck_output(c->d, n * sizeof *counts);
        const DeviceArg args[] = {DEVICE_BUFFER(c->positions), DEVICE_BUFFER(sums), DEVICE_BUFFER(left),
                                  DEVICE_U32(n)};
        kcheck_launch(c->d, KERNEL_chess_differences, args, 4, (n + lanes - 1) / lanes);
        kcheck_read(c->kcheck, c->d, KERNEL_chess_differences, sums, totals, n * sizeof *totals);
        kcheck_read(c->kcheck, c->d, KERNEL_chess_differences, left, counts, n * sizeof *counts);
        if (!c->d->status && lay_out_remaining(c, counts, offset)) {
            DeviceBuffer *offsets = kcheck_input(c->d, offset, (n + 1) * sizeof *offset);
            check_remaining(c, offsets, offset, 0, n / 3, totals, counts);
            check_remaining(c, offsets, offset, n / 3, n, totals, counts);
            kcheck_unchanged(c->kcheck, c->d, KERNEL_chess_remaining, offsets, offset,
                             (n + 1) * sizeof *offset);
            kcheck_free(c->d, offsets);
        }
        kcheck_checked(c->kcheck, c->id, "chess_differences", n);
        kcheck_free(c->d, sums);
        kcheck_free(c->d, left);
    }
    free(totals);
    free(counts);
    free(offset);
}

/* ---- chess_stats ---- */

static void compare_stats(Check *c, uint32_t i, const u64 *expected, const u64 *got)
{
    static const char *const names[CHESS_STATS] = {"nodes",      "captures",   "en passant",
                                                   "castles",    "promotions", "checks",
                                                   "discovered", "doubles",    "mates"};
    for (uint32_t k = 0; k < CHESS_STATS; k++) {
        if (expected[k] == got[k]) continue;
        char expected_text[48], got_text[24];
        snprintf(expected_text, sizeof expected_text, "%" PRIu64 " %s", expected[k], names[k]);
        snprintf(got_text, sizeof got_text, "%" PRIu64, got[k]);
        kcheck_chess_mismatch(c->kcheck, c->batch, i, c->id, "chess_stats", expected_text, got_text);
    }
}

static void launch_stats(Check *c, DeviceBuffer *positions, uint32_t n, uint32_t rows, u64 *got)
{
    const uint64_t bytes = (uint64_t)rows * CHESS_STATS * sizeof *got;
    DeviceBuffer *out = kcheck_output(c->d, bytes);
    const DeviceArg args[] = {DEVICE_BUFFER(positions), DEVICE_BUFFER(out), DEVICE_U32(n), DEVICE_U32(rows)};
    kcheck_launch(c->d, KERNEL_chess_stats, args, 4, rows);
    kcheck_read(c->kcheck, c->d, KERNEL_chess_stats, out, got, bytes);
    kcheck_free(c->d, out);
}

/* First a row for each position, then a few rows for all. */
static void check_stats(Check *c)
{
    const uint32_t n = (c->batch->n + KCHECK_STATS_EVERY - 1) / KCHECK_STATS_EVERY, few = n < 7 ? n : 7;
    ChessPosition *some = kcheck_memory(c->d, n * sizeof *some);
    u64 *got = kcheck_memory(c->d, n * CHESS_STATS * sizeof *got), expected[CHESS_STATS] = {0},
        sum[CHESS_STATS] = {0};
    if (some && got) {
        for (uint32_t i = 0; i < n; i++) some[i] = c->batch->positions[i * KCHECK_STATS_EVERY];
        DeviceBuffer *positions = kcheck_input(c->d, some, n * sizeof *some);
        launch_stats(c, positions, n, n, got);
        for (uint32_t i = 0; !c->d->status && i < n; i++) {
            const u64 *known = c->batch->known[i * KCHECK_STATS_EVERY].stats;
            compare_stats(c, i * KCHECK_STATS_EVERY, known, got + (uint64_t)i * CHESS_STATS);
            for (uint32_t k = 0; k < CHESS_STATS; k++) expected[k] += known[k];
        }
        launch_stats(c, positions, n, few, got);
        for (uint32_t i = 0; !c->d->status && i < few * CHESS_STATS; i++) sum[i % CHESS_STATS] += got[i];
        if (!c->d->status) compare_stats(c, 0, expected, sum);
        kcheck_free(c->d, positions);
        kcheck_checked(c->kcheck, c->id, "chess_stats", n);
    }
    free(some);
    free(got);
}

/* ---- all of them ---- */

static int open_check(Check *c)
{
    const uint32_t n = c->batch->n;
    c->offset = kcheck_memory(c->d, (n + 1) * sizeof *c->offset);
    if (!c->offset) return -1;
    uint32_t at = GAP;
    for (uint32_t i = 0; i < n; i++) {
        c->offset[i] = at;
        at += c->batch->known[i].count + GAP;
    }
    c->offset[n] = at;
    c->positions = kcheck_input(c->d, c->batch->positions, n * sizeof *c->batch->positions);
    c->offsets = kcheck_input(c->d, c->offset, (n + 1) * sizeof *c->offset);
    return c->d->status ? -1 : 0;
}

void kcheck_chess_device(Kcheck *kcheck, const KcheckBatch *batch, KcheckDevice *d)
{
    Check c = {.kcheck = kcheck, .batch = batch, .d = d, .id = d->device->info.id};
    const uint32_t n = batch->n;
    uint32_t *counts = kcheck_memory(d, n * sizeof *counts);
    if (counts && open_check(&c) == 0) {
        for (uint32_t i = 0; i < n; i++) counts[i] = batch->known[i].count;
        check_count(&c);
        check_expand(&c, 0, n / 3);
        check_expand(&c, n / 3, n);
        check_two_plies(&c);
        check_stats(&c);
        kcheck_unchanged(kcheck, d, KERNEL_chess_expand, c.positions, batch->positions,
                         n * sizeof *batch->positions);
        kcheck_unchanged(kcheck, d, KERNEL_chess_expand, c.offsets, c.offset, (n + 1) * sizeof *c.offset);
        kcheck_sums(kcheck, d, counts, n);
        kcheck_perft_hash(kcheck, d, &batch->positions[0].kind0, n);
    }
    kcheck_free(d, c.positions);
    kcheck_free(d, c.offsets);
    free(c.offset);
    free(counts);
}

/* ---- timing ---- */

void kcheck_chess_bench_device(const Kcheck *kcheck, const KcheckBatch *batch, KcheckDevice *d)
{
    const uint32_t n = batch->n, lanes = d->device->info.lanes;
    uint32_t *offset = kcheck_memory(d, (n + 1) * sizeof *offset);
    if (!offset) return;
    offset[0] = 0;
    for (uint32_t i = 0; i < n; i++) offset[i + 1] = offset[i] + chess_count(batch->positions[i]);
    const uint32_t total = offset[n];
    DeviceBuffer *positions = kcheck_input(d, batch->positions, n * sizeof *batch->positions),
                 *offsets = kcheck_input(d, offset, (n + 1) * sizeof *offset),
                 *words = kcheck_output(d, (n + 1) * sizeof(u64) * CHESS_STATS),
                 *sums = kcheck_output(d, (n + 1) * sizeof(u64)),
                 *children = kcheck_output(d, (uint64_t)total * sizeof(ChessPosition));
    const DeviceArg count[] = {DEVICE_BUFFER(positions), DEVICE_BUFFER(words), DEVICE_U32(n)},
                    expand[] = {DEVICE_BUFFER(positions), DEVICE_BUFFER(offsets), DEVICE_BUFFER(children),
                                DEVICE_U32(0)},
                    stats[] = {DEVICE_BUFFER(positions), DEVICE_BUFFER(words), DEVICE_U32(n), DEVICE_U32(n)},
                    sum[] = {DEVICE_BUFFER(offsets), DEVICE_BUFFER(children), DEVICE_BUFFER(sums),
                             DEVICE_U32(0)},
                    two_plies[] = {DEVICE_BUFFER(positions), DEVICE_BUFFER(words), DEVICE_BUFFER(sums),
                                   DEVICE_U32(n)},
                    remaining[] = {DEVICE_BUFFER(positions), DEVICE_BUFFER(offsets), DEVICE_BUFFER(children),
                                   DEVICE_U32(0), DEVICE_U32(n)},
                    scan[] = {DEVICE_BUFFER(offsets), DEVICE_BUFFER(sums), DEVICE_U32(n)};
    kcheck_bench(kcheck, d, KERNEL_chess_count, count, 3, (n + lanes - 1) / lanes, n);
    kcheck_bench(kcheck, d, KERNEL_chess_expand, expand, 4, n, total);
    kcheck_bench(kcheck, d, KERNEL_chess_differences, two_plies, 4, (n + lanes - 1) / lanes, n);
    kcheck_bench(kcheck, d, KERNEL_chess_remaining, remaining, 5, (n + lanes - 1) / lanes, n);
    kcheck_bench(kcheck, d, KERNEL_chess_stats, stats, 4, n, total);
    kcheck_bench(kcheck, d, KERNEL_add_leaves, sum, 4, n, total);
    kcheck_bench(kcheck, d, KERNEL_sum_children, sum, 4, n, total);
    kcheck_bench(kcheck, d, KERNEL_scan_sums, scan, 3, (n + 63) / 64, n);
    kcheck_bench(kcheck, d, KERNEL_scan_spread, scan, 3, n / 64 + 1, n); /* overwrites the offsets: last */
    kcheck_free(d, positions);
    kcheck_free(d, offsets);
    kcheck_free(d, words);
    kcheck_free(d, sums);
    kcheck_free(d, children);
    free(offset);
}
