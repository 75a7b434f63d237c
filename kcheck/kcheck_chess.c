/* SPDX-License-Identifier: MIT */
/* Batches of random chess positions with the mailbox's results, made by several threads. The positions come
 * in blocks, each a stream of its own, so that the threads' number and the batches' size change nothing. */
#include "kcheck_chess.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../rules/chess/test/random_positions.h"
#include "../host/base/interrupt.h"

#define BLOCK 64u
#define MOST_THREADS 64

void kcheck_chess_mismatch(Kcheck *kcheck, const KcheckBatch *batch, uint32_t i, const char *device,
                           const char *kernel, const char *expected, const char *got)
{
    char fen[MAILBOX_FEN_SIZE];
    mailbox_write(&batch->boards[i], fen);
    kcheck_mismatch(kcheck, &(KcheckMismatch){.device = device,
                                              .kernel = kernel,
                                              .item = batch->first + i,
                                              .kind = batch->kinds[i],
                                              .position = fen,
                                              .expected = expected,
                                              .got = got});
}

void kcheck_chess_compare(Kcheck *kcheck, const KcheckBatch *batch, uint32_t i, const char *device,
                          const char *kernel, u64 expected, u64 got)
{
    if (expected == got) return;
    char expected_text[24], got_text[24];
    snprintf(expected_text, sizeof expected_text, "%" PRIu64, expected);
    snprintf(got_text, sizeof got_text, "%" PRIu64, got);
    kcheck_chess_mismatch(kcheck, batch, i, device, kernel, expected_text, got_text);
}

/* ---- reference ---- */

static int compare_codes(const void *a, const void *b)
{
    return (int)*(const uint32_t *)a - (int)*(const uint32_t *)b;
}

static void know(const MailboxPosition *board, uint32_t i, KcheckKnown *known)
{
    MailboxList list;
    MailboxStats s = {0};
    uint32_t keys[CHESS_MAX_MOVES]; /* code << 16 | place in the list */
    mailbox_moves(board, &list);
    known->count = (uint32_t)list.count;
    known->replies_sum = 0;
    for (int k = 0; k < list.count; k++)
        keys[k] = (uint32_t)mailbox_code(board, list.move[k]) << 16 | (uint32_t)k;
    qsort(keys, known->count, sizeof *keys, compare_codes);
    for (uint32_t k = 0; k < known->count; k++) {
        MailboxPosition after;
        mailbox_make(board, list.move[keys[k] & 0xffff], &after);
        known->move[k] = (ChessMove)(keys[k] >> 16);
        known->child[k] = mailbox_planes(&after);
        known->replies[k] = chess_count(known->child[k]);
        known->replies_sum += known->replies[k];
    }
    if (i % KCHECK_STATS_EVERY == 0) {
        mailbox_stats(board, 1, &s);
        const u64 stats[CHESS_STATS] = {s.nodes,  s.captures,   s.en_passant, s.castles, s.promotions,
                                        s.checks, s.discovered, s.doubles,    s.mates};
        memcpy(known->stats, stats, sizeof stats);
    }
    if (i % KCHECK_DEPTH2_EVERY == 0) known->depth2 = mailbox_perft(board, 2);
    if (i % KCHECK_DEPTH3_EVERY == 0) known->depth3 = mailbox_perft(board, 3);
}

typedef struct {
    KcheckBatch *batch;
    uint64_t seed, end; /* end: number of the first block past the batch */
    int with_reference;
    atomic_uint_fast64_t next; /* block */
} Work;

static void *make_blocks(void *argument)
{
    Work *work = argument;
    KcheckBatch *batch = work->batch;
    for (uint64_t block; !interrupt_requested() && (block = atomic_fetch_add(&work->next, 1)) < work->end;) {
        RandomPositions random;
        random_positions_start(&random, work->seed, block);
        for (uint64_t number = block * BLOCK; number < (block + 1) * BLOCK; number++) {
            MailboxPosition board;
            const char *kind = random_positions_next(&random, &board);
            if (number < batch->first || number - batch->first >= batch->n) continue;
            const uint32_t i = (uint32_t)(number - batch->first);
            batch->kinds[i] = kind;
            batch->boards[i] = board;
            batch->positions[i] = mailbox_planes(&board);
            if (work->with_reference) know(&board, i, &batch->known[i]);
        }
    }
    return NULL;
}

static void check_replies(Kcheck *kcheck, const KcheckBatch *batch)
{
    for (uint32_t i = 0; i < batch->n; i += KCHECK_DEPTH2_EVERY) {
        const KcheckKnown *known = &batch->known[i];
        kcheck_chess_compare(kcheck, batch, i, "reference", "replies", known->depth2, known->replies_sum);
        kcheck_checked(kcheck, "reference", "replies", known->count);
    }
}

static void make(Kcheck *kcheck, KcheckBatch *batch, uint64_t first, uint32_t n, int with_reference)
{
    batch->first = first;
    batch->n = n;
    Work work = {.batch = batch,
                 .seed = kcheck->seed,
                 .end = (first + n + BLOCK - 1) / BLOCK,
                 .with_reference = with_reference};
    atomic_init(&work.next, first / BLOCK);
    pthread_t threads[MOST_THREADS];
    int started = 0;
    while (started < kcheck->threads - 1 && started < MOST_THREADS &&
           pthread_create(&threads[started], NULL, make_blocks, &work) == 0)
        started++;
    make_blocks(&work);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    if (with_reference && !interrupt_requested()) check_replies(kcheck, batch);
}

/* ---- batches ---- */

static void close_batch(KcheckBatch *batch)
{
    if (!batch) return;
    free(batch->positions);
    free(batch->boards);
    free(batch->kinds);
    free(batch->known);
    free(batch);
}

static KcheckBatch *open_batch(const KcheckGame *game)
{
    (void)game;
    KcheckBatch *batch = calloc(1, sizeof *batch);
    if (!batch) return NULL;
    batch->positions = calloc(KCHECK_BENCH_BATCH, sizeof *batch->positions);
    batch->boards = calloc(KCHECK_BENCH_BATCH, sizeof *batch->boards);
    batch->kinds = calloc(KCHECK_BENCH_BATCH, sizeof *batch->kinds);
    batch->known = calloc(KCHECK_BATCH, sizeof *batch->known);
    if (batch->positions && batch->boards && batch->kinds && batch->known) return batch;
    close_batch(batch);
    return NULL;
}

KcheckGame kcheck_chess(void)
{
    return (KcheckGame){
        .name = "chess",
        .family = "chess",
        .open = open_batch,
        .close = close_batch,
        .make = make,
        .check_device = kcheck_chess_device,
        .check_cpu = kcheck_chess_cpu,
        .bench_device = kcheck_chess_bench_device,
        .bench_cpu = kcheck_chess_bench_cpu,
    };
}
