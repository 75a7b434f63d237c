/* SPDX-License-Identifier: MIT */
#include "write.h"

#include "block_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GROUP 16 /* blocks: what a first probe has to decode, at most */

/* What one worker needs. */
typedef struct {
    CodecBlock blocks[GROUP];
} Bench;

typedef struct {
    const Table *table;
    int metrics;
    ChildTable *child;
    void *user;
    int (*stop)(void *user);
    Bench **benches;
} Source;

/* ---- from the table to cells ---- */

static int values_of(void *user, const Material *material, u32 code, u32 side, ValueBlock *values)
{
    const Source *w = user;
    table_values(w->child(w->user, material), code, side, values);
    return 0;
}

static void results_of_block(const Table *table, u32 block, u32 side, u8 *results)
{
    for (u32 p = 0; p < 64; p++) {
        const size_t word = (size_t)block * 64 + p;
        const u64 won = table->won[side][word], lost = table->lost[side][word];
        const u8 *distance = table->distance[side] + word * 64;
        for (u32 q = 0; q < 64; q++) {
            const int is_cursed = table->metric == METRIC_DTZ && distance[q] > 100;
            const int illegal = distance[q] == DISTANCE_ILLEGAL;
            results[64 * p + q] = (u8)(won >> q & 1    ? (illegal ? RESULT_ILLEGAL : RESULT_WIN - is_cursed)
                                       : lost >> q & 1 ? RESULT_LOSS + is_cursed
                                                       : RESULT_DRAW);
        }
    }
}

static void make_block(Source *w, u32 block, u32 side, CodecBlock *out)
{
    const Table *table = w->table;
    const u32 code = table->placements->codes[block];
    ValueBlock conversions;
    u8 results[BLOCK_CELLS];
    results_of_block(table, block, side, results);
    if (w->metrics != PROBE_DTM)
        value_block_backup(&table->material, code, side, METRIC_DTZ, MOVES_CONVERSIONS, -1, values_of, w,
                           &conversions);
    const u8 *values = results;
    if (w->metrics == PROBE_WDL) {
        block_code_results(&table->material, code, side, &conversions, out);
    } else {
        block_code_distances(&table->material, code, table->metric, results, &conversions, out);
        values = table->distance[side] + (size_t)block * BLOCK_CELLS;
    }
    for (u32 p = 0; p < 64; p++)
        for (u32 q = 0; q < 64; q++)
            if (out->coded[p] >> q & 1) out->value[64 * p + q] = values[64 * p + q];
}

static int make_group(Source *w, u32 group, u32 side, Bench *bench)
{
    const Placements *placements = w->table->placements;
    const u32 first = group * GROUP,
              end = first + GROUP < placements->blocks ? first + GROUP : placements->blocks;
    for (u32 block = first; block < end; block++) {
        make_block(w, block, side, &bench->blocks[block - first]);
        bench->blocks[block - first].reference = block_code_reference(placements, first, block);
    }
    return (int)(end - first);
}

static int count_group(void *user, u32 side, u32 group, int worker, CodecCounts *counts)
{
    Source *w = user;
    Bench *bench = w->benches[worker];
    return codec_count(counts, bench->blocks, make_group(w, group, side, bench));
}

static long encode_group(void *user, u32 side, u32 group, int worker, const Codec *codec, u8 *out,
                         size_t room)
{
    Source *w = user;
    Bench *bench = w->benches[worker];
    return codec_encode(codec, bench->blocks, make_group(w, group, side, bench), out, room);
}

static int stopped(void *user)
{
    const Source *w = user;
    return w->stop && w->stop(w->user);
}

/* ---- the head ---- */

/* All placements that a stored one stands for. */
static u64 placements_like(const Material *material, u32 code)
{
    return (material->pawns ? 2u : 8u) / popcount64(placement_stabiliser(material, code));
}

static void count_block(const Table *table, u32 block, TableCounts *counts)
{
    const u64 like = placements_like(&table->material, table->placements->codes[block]);
    for (u32 side = 0; side < 2; side++) {
        u8 results[BLOCK_CELLS];
        u64 count[6] = {0};
        results_of_block(table, block, side, results);
        const u8 *distance = table->distance[side] + (size_t)block * BLOCK_CELLS;
        u8 longest[6] = {0};
        for (u32 i = 0; i < BLOCK_CELLS; i++) {
            count[results[i]]++;
            if (distance[i] > longest[results[i]]) longest[results[i]] = distance[i];
        }
        for (u32 i = 0; i < 5; i++) counts->results[side][i] += count[i] * like;
        for (u32 won = 0; won < 2; won++) {
            const u32 a = won ? RESULT_WIN : RESULT_LOSS, b = won ? RESULT_CURSED_WIN : RESULT_BLESSED_LOSS;
            if (count[a] + count[b] == 0) continue;
            const u32 plies = (u32)plies_of_distance(
                table->metric, longest[a] > longest[b] ? longest[a] : longest[b], (int)won);
            if (plies > counts->longest[side][!won]) counts->longest[side][!won] = plies;
        }
    }
}

typedef struct {
    const Table *table;
    TableCounts *counts; /* by worker */
} Counting;

static void count_piece(void *user, u64 first, u64 end, int worker)
{
    const Counting *c = user;
    for (u64 block = first; block < end; block++) count_block(c->table, (u32)block, &c->counts[worker]);
}

int chess_count_table(const Table *table, Workers *workers, TableHead *head)
{
    Counting c = {table, calloc((size_t)workers_count(workers), sizeof *c.counts)};
    if (c.counts == NULL) return -1;
    workers_run(workers, table->placements->blocks, 16, count_piece, &c);
    table_head_add(head, c.counts, workers_count(workers));
    free(c.counts);
    return 0;
}

static int open_benches(Source *w, int workers)
{
    w->benches = calloc((size_t)workers, sizeof *w->benches);
    int whole = w->benches != NULL;
    for (int i = 0; whole && i < workers; i++)
        whole = (w->benches[i] = calloc(1, sizeof **w->benches)) != NULL;
    return whole;
}

static void close_benches(Source *w, int workers)
{
    for (int i = 0; w->benches && i < workers; i++) free(w->benches[i]);
    free(w->benches);
}

WriteStatus chess_write(const char *directory, const Table *table, int metrics, ChildTable *child,
                        int (*stop)(void *user), void *user, Workers *workers, u64 *bytes,
                        char error[PROBER_ERROR])
{
    Source w = {.table = table, .metrics = metrics, .child = child, .user = user, .stop = stop};
    TableHead head = {.metrics = (u32)metrics, .blocks = table->placements->blocks, .group = GROUP};
    WriteStatus status = WRITE_MEMORY;
    if (chess_count_table(table, workers, &head) == 0 && open_benches(&w, workers_count(workers))) {
        const TableCells cells = {count_group, encode_group, stopped, &w};
        status =
            table_write(directory, table_id_of_chess(&table->material), &head, &cells, workers, bytes, error);
    } else {
        snprintf(error, PROBER_ERROR, "%s: no memory to compress it", table->material.name);
    }
    close_benches(&w, workers_count(workers));
    return status;
}
