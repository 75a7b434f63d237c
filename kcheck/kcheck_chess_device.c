/* SPDX-License-Identifier: MIT */
/* The chess kernels of a device against the mailbox, position by position and move by move. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../kernels/kernel_table.h"
#include "../kernels/queue.h"
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

/* ---- chess_differences, chess_count_plain and chess_count_special: the leaves two plies below ---- */

/* The moves that chess_differences left. */
typedef struct {
    u64 *queue;           /* head and records */
    u64 *plain, *special; /* replies to each position's moves in the queue, by kind */
    unsigned char *met;   /* CHESS_MAX_MOVES a position: this move is in the queue */
} Queued;

static uint64_t queue_words(uint32_t n) { return QUEUE_HEAD + (uint64_t)n * CHESS_MAX_MOVES; }

/* A record's piece changes its kind if it promotes, a special move has no kind in its record. */
static ChessMove recorded_move(ChessPosition p, u32 move)
{
    const u32 from = move & 63, becomes = move >> 12;
    return chess_move(from, move >> 6 & 63,
                      chess_kind_at(p, from) == CHESS_PAWN && becomes != CHESS_PAWN ? becomes : 0);
}

/* Adds the replies to the move of a record, if it is legal and was not met before. */
static void check_record(Check *c, Queued *q, u64 record, u64 *replies)
{
    const uint32_t i = queue_parent(record);
    if (i >= c->batch->n) {
        kcheck_compare(c->kcheck, c->d, KERNEL_chess_differences, 0, c->batch->n - 1, i);
        return;
    }
    const KcheckKnown *known = &c->batch->known[i];
    const ChessMove move = recorded_move(c->batch->positions[i], queue_move(record));
    const ChessPosition *child = known_child(known, move);
    unsigned char *met =
        child ? &q->met[(uint64_t)i * CHESS_MAX_MOVES + (uint64_t)(child - known->child)] : NULL;
    if (met && !*met) {
        replies[i] += known->replies[child - known->child];
        *met = 1;
        return;
    }
    char name[16];
    move_text(&c->batch->boards[i], move, name);
    kcheck_chess_mismatch(c->kcheck, c->batch, i, c->id, "chess_differences",
                          met ? "each move once in the queue" : "legal moves in the queue", name);
}

static void check_queue(Check *c, Queued *q)
{
    const u64 *head = q->queue, capacity = (u64)c->batch->n * CHESS_MAX_MOVES;
    const u64 plain = head[QUEUE_PLAIN], special = head[QUEUE_SPECIAL];
    if (plain > capacity || special > capacity - plain || head[QUEUE_CAPACITY] != capacity) {
        kcheck_compare(c->kcheck, c->d, KERNEL_chess_differences, 0, capacity, plain + special);
        return;
    }
    for (u32 k = 0; k < plain; k++) check_record(c, q, queue_plain(q->queue, k), q->plain);
    for (u32 k = 0; k < special; k++) check_record(c, q, queue_special(q->queue, k), q->special);
    if (!kcheck_is_fill(q->queue + QUEUE_HEAD + plain, (capacity - plain - special) * sizeof *q->queue))
        kcheck_chess_mismatch(c->kcheck, c->batch, 0, c->id, "chess_differences",
                              "nothing between the kinds of moves", "a record");
}

/* Every total is all replies less those to moves that still wait. */
static void check_totals(Check *c, KernelId kernel, DeviceBuffer *totals, const u64 *plain,
                         const u64 *special)
{
    const uint32_t n = c->batch->n;
    u64 *got = kcheck_memory(c->d, n * sizeof *got);
    if (!got) return;
    kcheck_read(c->kcheck, c->d, kernel, totals, got, n * sizeof *got);
    for (uint32_t i = 0; !c->d->status && i < n; i++)
        kcheck_chess_compare(
            c->kcheck, c->batch, i, c->id, kernel_table[kernel].name,
            c->batch->known[i].replies_sum - (plain ? plain[i] : 0) - (special ? special[i] : 0), got[i]);
    kcheck_checked(c->kcheck, c->id, kernel_table[kernel].name, n);
    free(got);
}

/* Parents first .. end - 1, as a level is counted in parts. */
static void launch_differences(Check *c, DeviceBuffer *totals, DeviceBuffer *queue, uint32_t first,
                               uint32_t end)
{
    const uint32_t lanes = c->d->device->info.lanes, items = (end - first + lanes - 1) / lanes;
    const DeviceArg args[] = {DEVICE_BUFFER(c->positions), DEVICE_BUFFER(totals), DEVICE_BUFFER(queue),
                              DEVICE_U32(first), DEVICE_U32(end)};
    kcheck_launch(c->d, KERNEL_chess_differences, args, 5, (items + 31) / 32 * 32);
}

/* Few items, so that each takes several moves. */
static void launch_queue(Check *c, KernelId kernel, DeviceBuffer *totals, DeviceBuffer *queue)
{
    const uint32_t stride = c->batch->n;
    const DeviceArg args[] = {DEVICE_BUFFER(c->positions), DEVICE_BUFFER(queue), DEVICE_BUFFER(totals),
                              DEVICE_U32(stride)};
    kcheck_launch(c->d, kernel, args, 4, stride);
}

static void check_passes(Check *c, Queued *q, DeviceBuffer *totals, DeviceBuffer *queue)
{
    const uint32_t n = c->batch->n;
    launch_differences(c, totals, queue, 0, n / 3);
    launch_differences(c, totals, queue, n / 3, n);
    kcheck_read(c->kcheck, c->d, KERNEL_chess_differences, queue, q->queue,
                queue_words(n) * sizeof *q->queue);
    if (c->d->status) return;
    check_queue(c, q);
    check_totals(c, KERNEL_chess_differences, totals, q->plain, q->special);
    launch_queue(c, KERNEL_chess_count_plain, totals, queue);
    check_totals(c, KERNEL_chess_count_plain, totals, NULL, q->special);
    launch_queue(c, KERNEL_chess_count_special, totals, queue);
    check_totals(c, KERNEL_chess_count_special, totals, NULL, NULL);
    kcheck_unchanged(c->kcheck, c->d, KERNEL_chess_count_special, queue, q->queue,
                     queue_words(n) * sizeof *q->queue);
}

static void check_two_plies(Check *c)
{
    const uint32_t n = c->batch->n;
    Queued q = {.queue = kcheck_memory(c->d, queue_words(n) * sizeof *q.queue),
                .plain = kcheck_memory(c->d, n * sizeof *q.plain),
                .special = kcheck_memory(c->d, n * sizeof *q.special),
                .met = kcheck_memory(c->d, (uint64_t)n * CHESS_MAX_MOVES)};
    if (q.queue && q.plain && q.special && q.met) {
        memset(q.queue, KCHECK_FILL, queue_words(n) * sizeof *q.queue);
        memset(q.plain, 0, n * sizeof *q.plain);
        memset(q.special, 0, n * sizeof *q.special);
        memset(q.met, 0, (uint64_t)n * CHESS_MAX_MOVES);
        q.queue[QUEUE_PLAIN] = q.queue[QUEUE_SPECIAL] = 0;
        q.queue[QUEUE_CAPACITY] = (u64)n * CHESS_MAX_MOVES;
        DeviceBuffer *totals = kcheck_output(c->d, n * sizeof(u64)),
                     *queue = kcheck_input(c->d, q.queue, queue_words(n) * sizeof *q.queue);
        check_passes(c, &q, totals, queue);
        kcheck_free(c->d, totals);
        kcheck_free(c->d, queue);
    }
    free(q.queue);
    free(q.plain);
    free(q.special);
    free(q.met);
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

/* A queue with the moves that the last of several launches of chess_differences leaves, and the kernels that count them. */
static void bench_queue(const Kcheck *kcheck, KcheckDevice *d, uint32_t n, DeviceBuffer *positions,
                        DeviceBuffer *totals)
{
    const uint32_t lanes = d->device->info.lanes;
    u64 *queue = kcheck_memory(d, queue_words(n) * sizeof *queue);
    if (!queue) return;
    memset(queue, 0, queue_words(n) * sizeof *queue);
    queue[QUEUE_CAPACITY] = (u64)n * CHESS_MAX_MOVES;
    DeviceBuffer *records = kcheck_input(d, queue, queue_words(n) * sizeof *queue);
    const DeviceArg clear[] = {DEVICE_BUFFER(records), DEVICE_U64(QUEUE_PLAIN), DEVICE_U64(0)},
                    nodes[] = {DEVICE_BUFFER(positions), DEVICE_BUFFER(totals), DEVICE_BUFFER(records),
                               DEVICE_U32(0), DEVICE_U32(n)},
                    moves[] = {DEVICE_BUFFER(positions), DEVICE_BUFFER(records), DEVICE_BUFFER(totals),
                               DEVICE_U32(n)};
    kcheck_bench_after(
        kcheck, d, &(KcheckLaunch){KERNEL_fill_words, clear, 3, 2},
        &(KcheckLaunch){KERNEL_chess_differences, nodes, 5, ((n + lanes - 1) / lanes + 31) / 32 * 32}, n);
    if (!d->status)
        d->status =
            d->device->backend->read(d->device, records, 0, queue, QUEUE_HEAD * sizeof *queue, &d->error);
    kcheck_bench(kcheck, d, KERNEL_chess_count_plain, moves, 4, n, queue[QUEUE_PLAIN]);
    kcheck_bench(kcheck, d, KERNEL_chess_count_special, moves, 4, n, queue[QUEUE_SPECIAL]);
    kcheck_free(d, records);
    free(queue);
}

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
                    scan[] = {DEVICE_BUFFER(offsets), DEVICE_BUFFER(sums), DEVICE_U32(n)};
    kcheck_bench(kcheck, d, KERNEL_chess_count, count, 3, (n + lanes - 1) / lanes, n);
    kcheck_bench(kcheck, d, KERNEL_chess_expand, expand, 4, n, total);
    bench_queue(kcheck, d, n, positions, words);
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
