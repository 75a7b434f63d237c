/* SPDX-License-Identifier: MIT */
/* Batches of random draughts positions with the mailbox's results, made by several threads; blocks as in
 * kcheck_chess.c. */
#include "kcheck_draughts.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../kernels/draughts.h"
#include "../host/base/interrupt.h"
#include "../host/base/need_memory.h"

#define BLOCK 64u
#define MOST_THREADS 64

/* ---- the mailbox's squares and ours ---- */

/* The mailbox's position as the four words of the fast generators. */
static DraughtsPosition words_of(const DraughtsGame *row, const SlowPosition *position)
{
    const DraughtsRuleset *r = &row->rules;
    const int black = position->side == 'B';
    B128 own = 0, opponent = 0, kings = 0, huffable = 0;
    for (int i = 0; i < 256; i++) {
        const char cell = position->cell[i];
        if (cell == '#' || cell == '.') continue;
        const int file = i % 16, rank = i / 16;
        const B128 square = b_square_x2(black ? draughts_square(r, r->width - 1 - file, r->height - 1 - rank)
                                              : draughts_square(r, file, rank));
        if ((cell == 'b' || cell == 'B') == black) own |= square;
        else opponent |= square;
        if (cell == 'W' || cell == 'B') kings |= square;
        if (position->huffable[i]) huffable |= square;
    }
    if (draughts_words(r) == 1) return (DraughtsPosition){(u64)own, (u64)opponent, (u64)kings, (u64)huffable};
    return draughts_position_x2((DraughtsBoard_x2){own, opponent, kings, 0});
}

/* The other way round, for messages: the FEN, or the words if they are no position. */
static void text_of(const KcheckBatch *batch, DraughtsPosition p, char side, char fen[SLOW_FEN_SIZE])
{
    const DraughtsRuleset *r = &batch->row->rules;
    const int black = side == 'B', two = draughts_words(r) == 2;
    DraughtsBoard_x2 b = {p.own, p.opponent, p.kings, p.rest};
    if (two) b = draughts_board_x2(p);
    SlowPosition position;
    slow_start(batch->slow, &position);
    position.side = side;
    for (int i = 0; i < 256; i++) {
        if (position.cell[i] == '#') continue;
        const int file = i % 16, rank = i / 16;
        const B128 square = b_square_x2(black ? draughts_square(r, r->width - 1 - file, r->height - 1 - rank)
                                              : draughts_square(r, file, rank));
        const int own = (b.own & square) != 0, white = own != black, king = (b.kings & square) != 0;
        position.cell[i] = '.';
        if ((b.own | b.opponent) & square) position.cell[i] = king ? (white ? 'W' : 'B') : white ? 'w' : 'b';
        position.huffable[i] = (b.huffable & square) != 0;
    }
    slow_write(batch->slow, &position, fen);
    const DraughtsPosition again = words_of(batch->row, &position);
    if (kcheck_draughts_order(&again, &p))
        snprintf(fen, SLOW_FEN_SIZE, "words %016" PRIx64 " %016" PRIx64 " %016" PRIx64 " %016" PRIx64, p.own,
                 p.opponent, p.kings, p.rest);
}

int kcheck_draughts_order(const void *a, const void *b) { return memcmp(a, b, sizeof(DraughtsPosition)); }

/* ---- reports ---- */

void kcheck_draughts_mismatch(Kcheck *kcheck, const KcheckBatch *batch, uint32_t i, const char *device,
                              const char *kernel, const char *expected, const char *got)
{
    char fen[SLOW_FEN_SIZE], position[SLOW_FEN_SIZE + 32];
    slow_write(batch->slow, &batch->boards[i], fen);
    snprintf(position, sizeof position, "%s %s", batch->row->name, fen);
    kcheck_mismatch(kcheck, &(KcheckMismatch){.device = device,
                                              .kernel = kernel,
                                              .item = batch->first + i,
                                              .kind = batch->kinds[i],
                                              .position = position,
                                              .expected = expected,
                                              .got = got});
}

void kcheck_draughts_compare(Kcheck *kcheck, const KcheckBatch *batch, uint32_t i, const char *device,
                             const char *kernel, int merge, u64 expected, u64 got)
{
    if (expected == got) return;
    char expected_text[48], got_text[24];
    snprintf(expected_text, sizeof expected_text, "%" PRIu64 " %s", expected, merge ? "merged" : "by route");
    snprintf(got_text, sizeof got_text, "%" PRIu64, got);
    kcheck_draughts_mismatch(kcheck, batch, i, device, kernel, expected_text, got_text);
}

void kcheck_draughts_compare_stats(Kcheck *kcheck, const KcheckBatch *batch, uint32_t i, const char *device,
                                   const char *kernel, int merge, const u64 *expected, const u64 *got)
{
    static const char *const names[DRAUGHTS_STATS] = {
        "nodes", "captures", "men captured", "kings captured", "promotions", "huffs", "longest"};
    for (int k = 0; k < DRAUGHTS_STATS; k++) {
        if (expected[k] == got[k]) continue;
        char expected_text[64], got_text[24];
        snprintf(expected_text, sizeof expected_text, "%" PRIu64 " %s, %s", expected[k], names[k],
                 merge ? "merged" : "by route");
        snprintf(got_text, sizeof got_text, "%" PRIu64, got[k]);
        kcheck_draughts_mismatch(kcheck, batch, i, device, kernel, expected_text, got_text);
    }
}

void kcheck_draughts_compare_children(Kcheck *kcheck, const KcheckBatch *batch, uint32_t i,
                                      const char *device, const char *kernel, int merge,
                                      DraughtsPosition *children)
{
    const KcheckDraughtsKnown *known = &batch->known[merge][i];
    const char side = batch->boards[i].side == 'W' ? 'B' : 'W';
    uint32_t k = 0;
    qsort(children, known->count, sizeof *children, kcheck_draughts_order);
    while (k < known->count && !kcheck_draughts_order(&known->child[k].position, &children[k])) k++;
    if (k == known->count) return;
    char expected[SLOW_FEN_SIZE], got[SLOW_FEN_SIZE], expected_text[SLOW_FEN_SIZE + 64];
    text_of(batch, known->child[k].position, side, expected);
    text_of(batch, children[k], side, got);
    snprintf(expected_text, sizeof expected_text, "%u children %s, number %u in order %s", known->count,
             merge ? "merged" : "by route", k, expected);
    kcheck_draughts_mismatch(kcheck, batch, i, device, kernel, expected_text, got);
}

/* ---- reference ---- */

/* Whether the mailbox can follow all routes. */
static int fits(const SlowGame *game, const SlowPosition *board, SlowList *list)
{
    list->limit = KCHECK_MOST_ROUTES;
    return slow_moves(game, board, SLOW_KEEP, list);
}

/* More captures than a kernel lists? The mailbox knows moves, not how kernels gather them. */
static int overflows(const KcheckBatch *batch, DraughtsPosition p, int merge)
{
    DraughtsParameters game = batch->parameters[merge];
    void *list = need_memory(DRAUGHTS_LISTED * sizeof(DraughtsCapture_x2));
    if (game.words == 1) {
        DraughtsWork_x1 w;
        draughts_find_captures_x1(&game, p, &w, list, DRAUGHTS_LISTED);
    } else {
        DraughtsWork_x2 w;
        draughts_find_captures_x2(&game, p, &w, list, DRAUGHTS_LISTED);
    }
    free(list);
    return (int)game.overflow;
}

static void add_stats(const SlowMove *move, u64 *stats)
{
    stats[DRAUGHTS_STAT_NODES]++;
    stats[DRAUGHTS_STAT_CAPTURES] += move->jumps > 0;
    stats[DRAUGHTS_STAT_MEN] += (u64)move->men;
    stats[DRAUGHTS_STAT_KINGS] += (u64)move->kings;
    stats[DRAUGHTS_STAT_PROMOTIONS] += move->result != move->piece;
    stats[DRAUGHTS_STAT_HUFFS] += move->is_huff;
    if (stats[DRAUGHTS_STAT_LONGEST] < (u64)move->jumps) stats[DRAUGHTS_STAT_LONGEST] = (u64)move->jumps;
}

/* Makes the moves; replies are known if no child has too many routes. */
static void know_children(const KcheckBatch *batch, const SlowPosition *board, const SlowList *list,
                          SlowCounting counting, KcheckDraughtsKnown *known)
{
    SlowList replies = {.limit = KCHECK_MOST_ROUTES};
    known->child = need_memory((known->count + 1) * sizeof *known->child);
    known->replied = known->count <= KCHECK_MOST_REPLIED;
    for (uint32_t k = 0; k < known->count; k++) {
        SlowPosition after = *board;
        slow_make(batch->slow, &after, &list->move[k]);
        memset(&known->child[k], 0, sizeof known->child[k]);
        known->child[k].position = words_of(batch->row, &after);
        if (!known->replied) continue;
        known->replied = slow_moves(batch->slow, &after, counting, &replies);
        known->child[k].replies = (uint32_t)replies.count;
        known->replies_sum += replies.count;
    }
    qsort(known->child, known->count, sizeof *known->child, kcheck_draughts_order);
    slow_free(&replies);
}

static void know(const KcheckBatch *batch, uint32_t i, int merge)
{
    const SlowCounting counting = merge ? SLOW_MERGED : SLOW_KEEP;
    const SlowPosition *board = &batch->boards[i];
    KcheckDraughtsKnown *known = &batch->known[merge][i];
    SlowList list = {0};
    SlowStats stats = {0};
    *known = (KcheckDraughtsKnown){0};
    if (!slow_moves(batch->slow, board, counting, &list)) abort(); /* fits() said that it can */
    known->count = (uint32_t)list.count;
    for (uint32_t k = 0; k < known->count; k++) add_stats(&list.move[k], known->stats);
    known->overflows = known->stats[DRAUGHTS_STAT_CAPTURES] > DRAUGHTS_LISTED &&
                       overflows(batch, batch->positions[i], merge);
    know_children(batch, board, &list, counting, known);
    if (i % KCHECK_DEPTH3_EVERY == 0 && known->replied && known->replies_sum <= KCHECK_MOST_REPLIES &&
        slow_perft(batch->slow, board, 3, counting, &stats))
        known->depth3 = stats.nodes;
    slow_free(&list);
}

static void forget(KcheckBatch *batch)
{
    for (int merge = 0; merge < 2; merge++)
        for (uint32_t i = 0; i < KCHECK_BATCH; i++) {
            free(batch->known[merge][i].child);
            batch->known[merge][i].child = NULL;
        }
}

typedef struct {
    KcheckBatch *batch;
    uint64_t seed, end; /* end: number of the first block past the batch */
    int with_reference;
    atomic_uint_fast64_t next; /* block */
    atomic_uint_fast64_t skipped;
} Work;

static void make_block(Work *work, uint64_t block)
{
    KcheckBatch *batch = work->batch;
    RandomDraughts random;
    SlowList list = {0};
    random_draughts_start(&random, batch->slow, work->seed, block);
    for (uint64_t number = block * BLOCK; number < (block + 1) * BLOCK; number++) {
        SlowPosition board;
        const char *kind = random_draughts_next(&random, &board);
        uint64_t skipped = 0;
        for (; !fits(batch->slow, &board, &list); skipped++) kind = random_draughts_next(&random, &board);
        if (number < batch->first || number - batch->first >= batch->n) continue;
        const uint32_t i = (uint32_t)(number - batch->first);
        atomic_fetch_add(&work->skipped, skipped);
        batch->kinds[i] = kind;
        batch->boards[i] = board;
        batch->positions[i] = words_of(batch->row, &board);
        for (int merge = 0; merge < 2 && work->with_reference; merge++) know(batch, i, merge);
    }
    slow_free(&list);
}

static void *make_blocks(void *argument)
{
    Work *work = argument;
    for (uint64_t block; !interrupt_requested() && (block = atomic_fetch_add(&work->next, 1)) < work->end;)
        make_block(work, block);
    return NULL;
}

static void make(Kcheck *kcheck, KcheckBatch *batch, uint64_t first, uint32_t n, int with_reference)
{
    forget(batch);
    batch->first = first;
    batch->n = n;
    Work work = {.batch = batch,
                 .seed = kcheck->seed + batch->id,
                 .end = (first + n + BLOCK - 1) / BLOCK,
                 .with_reference = with_reference};
    atomic_init(&work.next, first / BLOCK);
    atomic_init(&work.skipped, 0);
    pthread_t threads[MOST_THREADS];
    int started = 0;
    while (started < kcheck->threads - 1 && started < MOST_THREADS &&
           pthread_create(&threads[started], NULL, make_blocks, &work) == 0)
        started++;
    make_blocks(&work);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    kcheck->skipped += atomic_load(&work.skipped);
}

/* ---- batches ---- */

static void close_batch(KcheckBatch *batch)
{
    if (!batch) return;
    if (batch->known[0] && batch->known[1]) forget(batch);
    free(batch->positions);
    free(batch->boards);
    free(batch->kinds);
    free(batch->known[0]);
    free(batch->known[1]);
    free(batch);
}

static KcheckBatch *open_batch(const KcheckGame *game)
{
    KcheckBatch *batch = calloc(1, sizeof *batch);
    if (!batch) return NULL;
    batch->id = (DraughtsGameId)game->variant;
    batch->row = &draughts_games[batch->id];
    batch->slow = slow_game(game->name);
    for (int merge = 0; merge < 2; merge++) {
        batch->parameters[merge] = draughts_parameters(batch->id, merge);
        batch->known[merge] = calloc(KCHECK_BATCH, sizeof *batch->known[merge]);
    }
    batch->positions = calloc(KCHECK_BENCH_BATCH, sizeof *batch->positions);
    batch->boards = calloc(KCHECK_BENCH_BATCH, sizeof *batch->boards);
    batch->kinds = calloc(KCHECK_BENCH_BATCH, sizeof *batch->kinds);
    if (batch->slow && batch->positions && batch->boards && batch->kinds && batch->known[0] &&
        batch->known[1])
        return batch;
    close_batch(batch);
    return NULL;
}

KcheckGame kcheck_draughts(int i)
{
    return (KcheckGame){
        .name = draughts_games[i].name,
        .family = "draughts",
        .variant = i,
        .open = open_batch,
        .close = close_batch,
        .make = make,
        .check_device = kcheck_draughts_device,
        .check_cpu = kcheck_draughts_cpu,
        .bench_device = kcheck_draughts_bench_device,
        .bench_cpu = kcheck_draughts_bench_cpu,
    };
}

int kcheck_draughts_count(void) { return DRAUGHTS_GAMES; }
