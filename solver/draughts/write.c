/* SPDX-License-Identifier: MIT */
#include "write.h"

#include "cells.h"

#include <stdio.h>
#include <stdlib.h>

/* What one worker needs. */
typedef struct {
    DraughtsGroup group;
} Bench;

typedef struct {
    const DraughtsTable *const *table;
    DraughtsCells cells[2]; /* by side to move */
    CodecKind kind;
    int (*stop)(void *user);
    void *user;
    Bench **benches;
} Source;

static u8 result_of(const DraughtsGame *game, u8 value)
{
    return value == 0 ? RESULT_DRAW : draughts_value_wins(game, value) ? RESULT_WIN : RESULT_LOSS;
}

/* Nothing can be huffed in the position with the number 0 of those that differ in that alone. */
static void fill_group(const Source *s, u32 side, u32 number, DraughtsGroup *group)
{
    const DraughtsTable *table = s->table[side];
    const DraughtsGame *game = table->index.game;
    draughts_group_start(&s->cells[side], group, number);
    for (u32 i = 0; i < group->count; i++) {
        const u8 value = table->value[(group->first + i) << table->index.huff_bits];
        group->value[i] = value;
        group->result[i] = result_of(game, value);
    }
}

static int count_group(void *user, u32 side, u32 group, int worker, CodecCounts *counts)
{
    const Source *s = user;
    DraughtsGroup *cells = &s->benches[worker]->group;
    fill_group(s, side, group, cells);
    return draughts_group_count(&s->cells[side], s->kind, cells, counts);
}

static long encode_group(void *user, u32 side, u32 group, int worker, const Codec *codec, u8 *out,
                         size_t room)
{
    const Source *s = user;
    DraughtsGroup *cells = &s->benches[worker]->group;
    fill_group(s, side, group, cells);
    return draughts_group_encode(&s->cells[side], s->kind, cells, codec, out, room);
}

static int stopped(void *user)
{
    const Source *s = user;
    return s->stop && s->stop(s->user);
}

/* ---- the head ---- */

static void count_side(const DraughtsTable *table, u32 side, u64 first, u64 end, TableCounts *counts)
{
    const DraughtsGame *game = table->index.game;
    u64 count[256] = {0};
    for (u64 i = first; i < end; i++) count[table->value[i << table->index.huff_bits]]++;
    for (u32 value = 0; value < 256; value++) {
        if (count[value] == 0) continue;
        const u8 result = result_of(game, (u8)value);
        counts->results[side][result] += count[value];
        u32 *longest = &counts->longest[side][result == RESULT_LOSS];
        if (value && *longest < value - 1) *longest = value - 1;
    }
}

typedef struct {
    const DraughtsTable *const *table;
    TableCounts *counts; /* by worker */
} Counting;

static void count_piece(void *user, u64 first, u64 end, int worker)
{
    const Counting *c = user;
    for (u32 side = 0; side < 2; side++) count_side(c->table[side], side, first, end, &c->counts[worker]);
}

int draughts_count_table(const DraughtsTable *const table[2], Workers *workers, TableHead *head)
{
    const DraughtsIndex *index = &table[0]->index;
    Counting c = {table, calloc((size_t)workers_count(workers), sizeof *c.counts)};
    if (c.counts == NULL) return -1;
    workers_run(workers, index->size >> index->huff_bits, 1 << 16, count_piece, &c);
    table_head_add(head, c.counts, workers_count(workers));
    free(c.counts);
    return 0;
}

/* ---- */

static int open_source(Source *s, int workers)
{
    for (int side = 0; side < 2; side++)
        if (draughts_cells_open(&s->cells[side], s->table[side]->index.game, s->table[side]->index.slice))
            return 0;
    s->benches = calloc((size_t)workers, sizeof *s->benches);
    int whole = s->benches != NULL;
    for (int i = 0; whole && i < workers; i++)
        whole = (s->benches[i] = calloc(1, sizeof **s->benches)) != NULL;
    return whole;
}

static void close_source(Source *s, int workers)
{
    for (int i = 0; s->benches && i < workers; i++) free(s->benches[i]);
    free(s->benches);
}

WriteStatus draughts_write(const char *directory, const DraughtsTable *const table[2], int metrics,
                           int (*stop)(void *user), void *user, Workers *workers, u64 *bytes,
                           char error[PROBER_ERROR])
{
    const DraughtsIndex *index = &table[0]->index;
    char name[DRAUGHTS_SLICE_NAME];
    draughts_slice_name(index->slice, name);
    const TableId id = table_id_of_draughts(index->game, index->slice, name);
    Source s = {.table = table,
                .kind = metrics == PROBE_WDL ? CODEC_WDL : CODEC_DISTANCE,
                .stop = stop,
                .user = user};
    WriteStatus status = WRITE_MEMORY;
    TableHead head = {.metrics = (u32)metrics, .group = DRAUGHTS_GROUP};
    if (draughts_count_table(table, workers, &head) == 0 && open_source(&s, workers_count(workers))) {
        const TableCells cells = {count_group, encode_group, stopped, &s};
        head.blocks = s.cells[0].blocks;
        status = table_write(directory, id, &head, &cells, workers, bytes, error);
    } else {
        snprintf(error, PROBER_ERROR, "%s: no memory to compress it", name);
    }
    close_source(&s, workers_count(workers));
    return status;
}
