/* SPDX-License-Identifier: MIT */
/* The kernels of perft_hash_kernels.h under the kernel checker: one round of a table, step by step against a plain model.
 */
#include "kcheck.h"

#include <stdlib.h>
#include <string.h>

#include "../kernels/perft_hash_kernels.h"
#include "../kernels/kernel_table.h"

enum { DEPTH = 3, BUCKETS = 701, MASK = 511, CLAIMS = MASK + 1, PARENTS = 50, ROWS = 7 };
enum { CLAIMS_AT = sizeof(PerftHashHead) / sizeof(u64), ENTRIES_AT = CLAIMS_AT + CLAIMS / 2 };
enum { TABLE_WORDS = ENTRIES_AT + 2 * PERFT_HASH_BUCKET * BUCKETS };

/* A buffer of the device and what must be in it. */
typedef struct {
    DeviceBuffer *buffer;
    void *expected;
    uint64_t count;
    uint32_t size; /* of an element: 4 or 8 */
} Array;

typedef struct {
    Kcheck *kcheck;
    KcheckDevice *d;
    uint32_t n, gathered_count;
    Array table, positions, links, chosen, gathered, keep, totals, parents, sums, rows;
} Check;

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 31) * 0x7fb5d329728ea185;
    return (x ^ x >> 27) * 0x81dadef4bc2dd44d;
}

static u64 *words(const Array *a) { return a->expected; }
static u32 *numbers(const Array *a) { return a->expected; }

/* ---- the model ---- */

static PerftHashKey key_of(const Check *c, const u64 *p)
{
    return perft_hash_key(p[0], p[1], p[2], p[3], ((PerftHashHead *)c->table.expected)->seed[DEPTH]);
}

static PerftHashEntry *bucket_of(const Check *c, PerftHashKey key)
{
    return (PerftHashEntry *)(words(&c->table) + ENTRIES_AT) +
           PERFT_HASH_BUCKET * perft_hash_bucket(key, BUCKETS);
}

static u32 *claims_of(const Check *c) { return (u32 *)(words(&c->table) + CLAIMS_AT); }

/* Every third position is known, unless another took its entry. */
static void fill_table(const Check *c)
{
    PerftHashHead *head = c->table.expected;
    memset(head, 0, TABLE_WORDS * sizeof(u64));
    for (u32 i = 0; i < PERFT_HASH_SEEDS; i++) head->seed[i] = perft_hash_seed(7, i);
    head->buckets = BUCKETS;
    head->claims = CLAIMS_AT;
    head->entries = ENTRIES_AT;
    for (u32 i = 0; i < c->n; i += 3) {
        const PerftHashKey key = key_of(c, words(&c->positions) + 4 * i);
        bucket_of(c, key)[i % PERFT_HASH_BUCKET] = perft_hash_entry(key, DEPTH + i % 2, mix(i) >> 21);
    }
}

static void model_find(const Check *c)
{
    for (u32 i = 0; i < c->n; i++) {
        const PerftHashKey key = key_of(c, words(&c->positions) + 4 * i);
        u64 *link = &words(&c->links)[i];
        *link = PERFT_HASH_OPEN;
        for (u32 k = 0; k < PERFT_HASH_BUCKET; k++)
            if (perft_hash_count(bucket_of(c, key)[k], key) != PERFT_HASH_NONE)
                *link = perft_hash_count(bucket_of(c, key)[k], key);
        u32 *claim = &claims_of(c)[perft_hash_bucket(key, BUCKETS) & MASK];
        if (*link == PERFT_HASH_OPEN && i < *claim) *claim = i;
    }
}

static void model_mark(const Check *c)
{
    for (u32 i = 0; i < c->n; i++) {
        const u64 *p = words(&c->positions) + 4 * i;
        const u32 winner = claims_of(c)[perft_hash_bucket(key_of(c, p), BUCKETS) & MASK];
        u64 *link = &words(&c->links)[i];
        numbers(&c->chosen)[i] = 0;
        if (*link != PERFT_HASH_OPEN) continue;
        const int equal = !memcmp(p, words(&c->positions) + 4 * winner, 4 * sizeof *p);
        numbers(&c->chosen)[i] = winner == i || !equal;
        *link = equal ? PERFT_HASH_OPEN | winner : PERFT_HASH_OPEN | PERFT_HASH_LOSER | i;
    }
}

/* The choice becomes prefix sums first, as by a scan. */
static void model_gather(Check *c)
{
    u32 *offsets = numbers(&c->chosen), sum = 0;
    for (u32 i = 0; i <= c->n; i++) {
        const u32 chosen = i < c->n ? offsets[i] : 0;
        offsets[i] = sum;
        sum += chosen;
    }
    for (u32 i = 0; i < c->n; i++) {
        u64 *link = &words(&c->links)[i];
        if (!(*link & PERFT_HASH_OPEN)) continue;
        const u32 at = offsets[(u32)*link];
        if ((u32)*link == i) {
            memcpy(words(&c->gathered) + 4 * at, words(&c->positions) + 4 * i, 4 * sizeof(u64));
            numbers(&c->keep)[at] = !(*link & PERFT_HASH_LOSER);
        }
        *link = PERFT_HASH_OPEN | at;
    }
    c->gathered_count = sum;
}

static void model_keep(const Check *c)
{
    for (u32 i = 0; i < c->gathered_count; i++) {
        const u64 total = words(&c->totals)[i];
        if (!numbers(&c->keep)[i] || total >= PERFT_HASH_LIMIT) continue;
        const PerftHashKey key = key_of(c, words(&c->gathered) + 4 * i);
        PerftHashEntry *bucket = bucket_of(c, key);
        const u64 data[PERFT_HASH_BUCKET] = {bucket[0].data, bucket[1].data, bucket[2].data, bucket[3].data};
        bucket[perft_hash_victim(data, key)] = perft_hash_entry(key, DEPTH, total);
    }
}

static void model_sum(const Check *c, u32 first)
{
    const u32 *parents = numbers(&c->parents);
    for (u32 p = first; p < PARENTS; p++) {
        u64 sum = 0;
        for (u32 i = parents[p] - parents[first]; i < parents[p + 1] - parents[first]; i++) {
            const u64 link = words(&c->links)[i];
            sum += link & PERFT_HASH_OPEN ? words(&c->totals)[(u32)link] : link;
        }
        words(&c->sums)[p] = sum;
    }
}

static void model_tally(const Check *c)
{
    for (u32 i = 0; i < c->gathered_count; i++) words(&c->rows)[i % ROWS] += words(&c->totals)[i];
}

/* ---- the device ---- */

static void open_array(Check *c, Array *a, uint64_t count, uint32_t size)
{
    a->count = count;
    a->size = size;
    a->expected = kcheck_memory(c->d, count * size);
    if (a->expected) memset(a->expected, KCHECK_FILL, count * size);
}

/* Sends what is expected, once. */
static void send(Check *c, Array *a) { a->buffer = kcheck_input(c->d, a->expected, a->count * a->size); }

static void close_array(Check *c, Array *a)
{
    kcheck_free(c->d, a->buffer);
    free(a->expected);
}

static void check_array(Check *c, KernelId kernel, const Array *a)
{
    void *got = kcheck_memory(c->d, a->count * a->size);
    if (got == NULL) return;
    kcheck_read(c->kcheck, c->d, kernel, a->buffer, got, a->count * a->size);
    for (uint64_t i = 0; !c->d->status && i < a->count; i++)
        kcheck_compare(c->kcheck, c->d, kernel, i, a->size == 4 ? numbers(a)[i] : words(a)[i],
                       a->size == 4 ? ((u32 *)got)[i] : ((u64 *)got)[i]);
    free(got);
    kcheck_checked(c->kcheck, c->d->device->info.id, kernel_table[kernel].name, a->count);
}

static void write_chosen(Check *c)
{
    const Backend *backend = c->d->device->backend;
    if (!c->d->status)
        c->d->status = backend->write(c->d->device, c->chosen.buffer, 0, c->chosen.expected,
                                      c->chosen.count * c->chosen.size, &c->d->error);
}

static void check_finding(Check *c)
{
    const DeviceArg table = DEVICE_BUFFER(c->table.buffer), positions = DEVICE_BUFFER(c->positions.buffer);
    const DeviceArg links = DEVICE_BUFFER(c->links.buffer), chosen = DEVICE_BUFFER(c->chosen.buffer);
    const DeviceArg depth = DEVICE_U32(DEPTH), mask = DEVICE_U32(MASK);
    const DeviceArg unclaim[] = {table, DEVICE_U32(0), mask}, find[] = {table, positions, links, depth, mask};
    const DeviceArg mark[] = {table, positions, links, chosen, depth, mask};
    const DeviceArg gather[] = {positions, chosen, links, DEVICE_BUFFER(c->gathered.buffer),
                                DEVICE_BUFFER(c->keep.buffer)};
    for (u32 i = 0; i < CLAIMS; i++) claims_of(c)[i] = PERFT_HASH_UNCLAIMED;
    kcheck_launch(c->d, KERNEL_perft_hash_unclaim, unclaim, 3, CLAIMS);
    check_array(c, KERNEL_perft_hash_unclaim, &c->table);
    model_find(c);
    kcheck_launch(c->d, KERNEL_perft_hash_find, find, 5, c->n);
    check_array(c, KERNEL_perft_hash_find, &c->links);
    check_array(c, KERNEL_perft_hash_find, &c->table);
    model_mark(c);
    kcheck_launch(c->d, KERNEL_perft_hash_mark, mark, 6, c->n);
    check_array(c, KERNEL_perft_hash_mark, &c->links);
    check_array(c, KERNEL_perft_hash_mark, &c->chosen);
    model_gather(c);
    write_chosen(c);
    kcheck_launch(c->d, KERNEL_perft_hash_gather, gather, 5, c->n);
    check_array(c, KERNEL_perft_hash_gather, &c->links);
    check_array(c, KERNEL_perft_hash_gather, &c->gathered);
    check_array(c, KERNEL_perft_hash_gather, &c->keep);
}

static void check_keeping(Check *c)
{
    const u32 first = PARENTS / 3;
    const DeviceArg totals = DEVICE_BUFFER(c->totals.buffer);
    const DeviceArg keep[] = {DEVICE_BUFFER(c->table.buffer), DEVICE_BUFFER(c->gathered.buffer), totals,
                              DEVICE_BUFFER(c->keep.buffer), DEVICE_U32(DEPTH)};
    const DeviceArg sum[] = {DEVICE_BUFFER(c->parents.buffer), DEVICE_BUFFER(c->links.buffer), totals,
                             DEVICE_BUFFER(c->sums.buffer), DEVICE_U32(first)};
    const DeviceArg tally[] = {totals, DEVICE_BUFFER(c->rows.buffer), DEVICE_U32(c->gathered_count),
                               DEVICE_U32(ROWS)};
    const DeviceArg fill[] = {DEVICE_BUFFER(c->table.buffer), DEVICE_U64(ENTRIES_AT), DEVICE_U64(0)};
    model_keep(c);
    kcheck_launch(c->d, KERNEL_perft_hash_keep, keep, 5, c->gathered_count);
    check_array(c, KERNEL_perft_hash_keep, &c->table);
    model_sum(c, first);
    kcheck_launch(c->d, KERNEL_perft_hash_sum, sum, 5, PARENTS - first);
    check_array(c, KERNEL_perft_hash_sum, &c->sums);
    model_tally(c);
    kcheck_launch(c->d, KERNEL_perft_hash_tally, tally, 4, ROWS);
    check_array(c, KERNEL_perft_hash_tally, &c->rows);
    memset(words(&c->table) + ENTRIES_AT, 0, (TABLE_WORDS - ENTRIES_AT) * sizeof(u64));
    kcheck_launch(c->d, KERNEL_fill_words, fill, 3, TABLE_WORDS - ENTRIES_AT);
    check_array(c, KERNEL_fill_words, &c->table);
    check_array(c, KERNEL_perft_hash_keep, &c->totals);
    check_array(c, KERNEL_perft_hash_mark, &c->positions);
}

/* Two thirds of the positions, some of them more than once, some totals too large to be kept. */
static void prepare(Check *c, const uint64_t *positions)
{
    for (u32 i = 0; i < c->n; i++) {
        memcpy(words(&c->positions) + 4 * i, positions + 4 * (mix(i) % (2 * c->n / 3 + 1)), 4 * sizeof(u64));
        words(&c->totals)[i] = i % 50 ? mix(i) >> 21 : PERFT_HASH_LIMIT;
    }
    for (u32 p = 0; p <= PARENTS; p++) numbers(&c->parents)[p] = p * (c->n / PARENTS);
    fill_table(c);
    Array *const sent[] = {&c->table, &c->positions, &c->links,   &c->chosen, &c->gathered,
                           &c->keep,  &c->totals,    &c->parents, &c->sums,   &c->rows};
    for (size_t i = 0; i < sizeof sent / sizeof *sent; i++) send(c, sent[i]);
}

void kcheck_perft_hash(Kcheck *kcheck, KcheckDevice *d, const uint64_t *positions, uint32_t n)
{
    Check c = {.kcheck = kcheck, .d = d, .n = n};
    const struct {
        Array *array;
        uint64_t count;
        uint32_t size;
    } arrays[] = {{&c.table, TABLE_WORDS, 8}, {&c.positions, 4 * (uint64_t)n, 8}, {&c.links, n, 8},
                  {&c.chosen, n + 1, 4},      {&c.gathered, 4 * (uint64_t)n, 8},  {&c.keep, n, 4},
                  {&c.totals, n, 8},          {&c.parents, PARENTS + 1, 4},       {&c.sums, PARENTS, 8},
                  {&c.rows, ROWS, 8}};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        open_array(&c, arrays[i].array, arrays[i].count, arrays[i].size);
    if (!d->status) {
        prepare(&c, positions);
        check_finding(&c);
        check_keeping(&c);
    }
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) close_array(&c, arrays[i].array);
}
