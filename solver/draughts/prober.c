/* SPDX-License-Identifier: MIT */
#include "prober_tables.h"

#include "../files/block_cache.h"
#include "cells.h"
#include "moves.h"
#include "../files/table_part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 2 };

static const int what_of_file[FILES] = {PROBE_WDL, PROBE_DTW};

static int file_of(int metrics) { return metrics == PROBE_DTW; }

/* A material. */
typedef struct {
    DraughtsSlice slice; /* the first side's */
    char name[DRAUGHTS_SLICE_NAME];
    int symmetric;
    DraughtsCells cells[2]; /* by side to move */
    TablePart part[FILES];
} MaterialFiles;

struct DraughtsProber {
    const DraughtsGame *game;
    DraughtsMoves moves;
    char directory[TABLE_FILE_PATH / 2];
    MaterialFiles **materials;
    int count, room;
    struct {
        u16 files; /* 1 + its number; 0: none */
        u16 side;
    } slice[DRAUGHTS_SLICE_KEYS];
    BlockCache *blocks; /* codes of results, or values, a byte each */
    pthread_mutex_t loading;
};

/* A question. */
typedef struct {
    DraughtsProber *prober;
    int metrics;
    char *error;
} Looking;

typedef struct {
    MaterialFiles *files;
    u32 side;
    int stored; /* positions of this side to move are in the file */
} StoredSide;

/* ---- opening ---- */

static TableId id_of(const DraughtsProber *p, const MaterialFiles *files)
{
    return table_id_of_draughts(p->game, files->slice, files->name);
}

static MaterialFiles *new_files(const DraughtsProber *p, DraughtsSlice material)
{
    MaterialFiles *files = calloc(1, sizeof *files);
    if (files == NULL) return NULL;
    const DraughtsSlice turned = draughts_slice_turned(material);
    files->slice = material;
    files->symmetric = draughts_slice_equal(material, turned);
    draughts_slice_name(material, files->name);
    if (draughts_cells_open(&files->cells[0], p->game, material) == 0 &&
        draughts_cells_open(&files->cells[1], p->game, turned) == 0)
        return files;
    free(files);
    return NULL;
}

/* NULL: no memory. */
static MaterialFiles *add_material(DraughtsProber *p, DraughtsSlice material)
{
    const u32 key = draughts_slice_key(material),
              turned = draughts_slice_key(draughts_slice_turned(material));
    if (p->slice[key].files) return p->materials[p->slice[key].files - 1];
    if (p->count == p->room) {
        const int room = p->room ? 2 * p->room : 64;
        MaterialFiles **materials = realloc(p->materials, (size_t)room * sizeof *materials);
        if (materials == NULL) return NULL;
        p->materials = materials;
        p->room = room;
    }
    MaterialFiles *files = new_files(p, material);
    if (files == NULL) return NULL;
    p->materials[p->count++] = files;
    p->slice[turned].files = p->slice[key].files = (u16)p->count;
    p->slice[turned].side = 1;
    p->slice[key].side = 0;
    return files;
}

/* A file named GAME-MATERIAL.METRIC. -1: no memory. */
static int note_file(void *prober, const char *name)
{
    DraughtsProber *p = prober;
    const size_t game = strlen(p->game->name);
    char text[DRAUGHTS_SLICE_NAME], again[TABLE_FILE_NAME];
    DraughtsSlice slice;
    if (strncmp(name, p->game->name, game) != 0 || name[game] != '-') return 0;
    const size_t length = strcspn(name + game + 1, ".");
    if (length >= sizeof text) return 0;
    memcpy(text, name + game + 1, length);
    text[length] = 0;
    int turned;
    if (draughts_slice_parse(text, &slice)) return 0;
    draughts_material_of(slice, &turned);
    if (turned) return 0;
    for (int i = 0; i < FILES; i++) {
        table_file_name(p->game->name, text, what_of_file[i], again);
        if (strcmp(again, name) != 0) continue;
        MaterialFiles *files = add_material(p, slice);
        if (files == NULL) return -1;
        files->part[i].there = 1;
    }
    return 0;
}

DraughtsProber *draughts_prober_open(const char *directory, const DraughtsGame *game, u64 cache_bytes,
                                     char error[PROBER_ERROR])
{
    DraughtsProber *p = calloc(1, sizeof *p);
    if (p == NULL || strlen(directory) >= sizeof p->directory) {
        snprintf(error, PROBER_ERROR, "%.200s: %s", directory, p ? "too long a path" : "no memory");
        free(p);
        return NULL;
    }
    pthread_mutex_init(&p->loading, NULL);
    strcpy(p->directory, directory);
    p->game = game;
    p->moves = draughts_moves_open(game);
    if (table_file_names(p->directory, note_file, p, error)) {
        draughts_prober_close(p);
        return NULL;
    }
    p->blocks = block_cache_open(cache_bytes < 1 << 20 ? 1 << 20 : cache_bytes, DRAUGHTS_BLOCK);
    if (p->blocks) return p;
    snprintf(error, PROBER_ERROR, "no memory for a cache of %llu MiB", (unsigned long long)cache_bytes >> 20);
    draughts_prober_close(p);
    return NULL;
}

void draughts_prober_close(DraughtsProber *p)
{
    if (p == NULL) return;
    for (int i = 0; i < p->count; i++) {
        for (int j = 0; j < FILES; j++) table_part_close(&p->materials[i]->part[j]);
        free(p->materials[i]);
    }
    free(p->materials);
    block_cache_close(p->blocks);
    pthread_mutex_destroy(&p->loading);
    free(p);
}

const char *draughts_prober_material(const DraughtsProber *p, int i, int *metrics)
{
    if (i >= p->count) return NULL;
    *metrics = 0;
    for (int j = 0; j < FILES; j++)
        if (p->materials[i]->part[j].there) *metrics |= what_of_file[j];
    return p->materials[i]->name;
}

/* ---- groups ---- */

static ProbeStatus ready(const Looking *l, MaterialFiles *files, int metrics)
{
    DraughtsProber *p = l->prober;
    return table_part_open(&files->part[file_of(metrics)], &p->loading, p->directory, id_of(p, files),
                           metrics, files->cells[0].blocks, l->error);
}

static u64 cache_key(const MaterialFiles *files, u32 side, int metrics, u32 block)
{
    const u64 key = draughts_slice_key(files->cells[side].index.slice);
    return key << 40 | (u64)block << 2 | (u64)file_of(metrics) << 1 | 1;
}

static ProbeStatus broken(const Looking *l, const MaterialFiles *files, int metrics, const char *why)
{
    snprintf(l->error, PROBER_ERROR, "%.160s: damaged: %s", files->part[file_of(metrics)].file.path, why);
    return PROBE_BROKEN;
}

/* A group's bytes, to be freed. */
static ProbeStatus read_group(const Looking *l, const MaterialFiles *files, u32 side, int metrics, u32 number,
                              u8 **bytes, size_t *size)
{
    const TableFile *file = &files->part[file_of(metrics)].file;
    *size = file->index[side][number].bytes;
    *bytes = malloc(*size + 1);
    if (*bytes) return table_file_read_group(file, side, number, *bytes, l->error);
    snprintf(l->error, PROBER_ERROR, "no memory for a group of %s", files->name);
    return PROBE_MEMORY;
}

/* Decodes a group: results, or with results given distances. */
static ProbeStatus decode(const Looking *l, MaterialFiles *files, u32 side, int metrics, u32 number,
                          DraughtsGroup *group)
{
    const TableFile *file = &files->part[file_of(metrics)].file;
    const CodecKind kind = metrics == PROBE_DTW ? CODEC_DISTANCE : CODEC_WDL;
    u8 *bytes;
    size_t size;
    if (file->head.group != DRAUGHTS_GROUP) return broken(l, files, metrics, "groups of another size");
    draughts_group_start(&files->cells[side], group, number);
    ProbeStatus status = read_group(l, files, side, metrics, number, &bytes, &size);
    if (status == PROBE_DONE &&
        draughts_group_decode(&files->cells[side], kind, group, file->codec[side], bytes, size))
        status = broken(l, files, metrics, "a group cannot be decoded");
    free(bytes);
    return status;
}

static void keep(const Looking *l, const MaterialFiles *files, u32 side, int metrics, u32 number,
                 const DraughtsGroup *group)
{
    const u8 *cells = metrics == PROBE_DTW ? group->value : group->result;
    for (u32 i = 0; i < DRAUGHTS_GROUP && i * DRAUGHTS_BLOCK < group->count; i++)
        block_cache_put(l->prober->blocks, cache_key(files, side, metrics, number * DRAUGHTS_GROUP + i),
                        cells + i * DRAUGHTS_BLOCK);
}

/* The results of a group: those kept, or decoded. */
static ProbeStatus take_results(const Looking *l, MaterialFiles *files, u32 side, u32 number,
                                DraughtsGroup *group)
{
    draughts_group_start(&files->cells[side], group, number);
    u32 i = 0;
    for (; i < DRAUGHTS_GROUP && i * DRAUGHTS_BLOCK < group->count; i++)
        if (block_cache_get(l->prober->blocks, cache_key(files, side, PROBE_WDL, number * DRAUGHTS_GROUP + i),
                            0, group->result + i * DRAUGHTS_BLOCK, DRAUGHTS_BLOCK))
            break;
    if (i * DRAUGHTS_BLOCK >= group->count) return PROBE_DONE;
    const ProbeStatus status = decode(l, files, side, PROBE_WDL, number, group);
    if (status == PROBE_DONE) keep(l, files, side, PROBE_WDL, number, group);
    return status;
}

static ProbeStatus decode_value(const Looking *l, const StoredSide *stored, u64 i, u8 *value)
{
    DraughtsGroup *group = malloc(sizeof *group);
    if (group == NULL) {
        snprintf(l->error, PROBER_ERROR, "no memory for a group of %s", stored->files->name);
        return PROBE_MEMORY;
    }
    memset(group->result, RESULT_DRAW, sizeof group->result); /* of positions that are not coded */
    memset(group->value, 0, sizeof group->value);
    const u32 number = (u32)(i / DRAUGHTS_GROUP_CELLS), cell = (u32)(i % DRAUGHTS_GROUP_CELLS);
    ProbeStatus status = take_results(l, stored->files, stored->side, number, group);
    *value = group->result[cell];
    if (status == PROBE_DONE && l->metrics == PROBE_DTW) {
        status = decode(l, stored->files, stored->side, PROBE_DTW, number, group);
        if (status == PROBE_DONE) keep(l, stored->files, stored->side, PROBE_DTW, number, group);
        *value = group->value[cell];
    }
    free(group);
    return status;
}

/* The plies that give the result and no more. */
static u32 value_of_result(const DraughtsGame *game, u8 result)
{
    if (result == RESULT_DRAW) return 0;
    return 1 + ((result == RESULT_WIN) != (game->rules.goal == DRAUGHTS_GIVEAWAY));
}

static ProbeStatus stored_value(const Looking *l, const StoredSide *stored, u64 i, u32 *value)
{
    u8 byte;
    const u64 key = cache_key(stored->files, stored->side, l->metrics, (u32)(i / DRAUGHTS_BLOCK));
    if (block_cache_get(l->prober->blocks, key, i % DRAUGHTS_BLOCK, &byte, 1)) {
        const ProbeStatus status = decode_value(l, stored, i, &byte);
        if (status != PROBE_DONE) return status;
    }
    *value = l->metrics == PROBE_DTW ? byte : value_of_result(l->prober->game, byte);
    return PROBE_DONE;
}

/* ---- positions ---- */

static ProbeStatus find_table(const Looking *l, DraughtsSlice slice, StoredSide *stored)
{
    const DraughtsProber *p = l->prober;
    const u32 key = draughts_slice_key(slice);
    if (!p->slice[key].files) {
        char name[DRAUGHTS_SLICE_NAME];
        draughts_slice_name(draughts_material_of(slice, NULL), name);
        snprintf(l->error, PROBER_ERROR, "no table of %s in %.160s", name, p->directory);
        return PROBE_NO_TABLE;
    }
    stored->files = p->materials[p->slice[key].files - 1];
    stored->side = p->slice[key].side;
    if (stored->files->symmetric) stored->side = 0;
    ProbeStatus status = ready(l, stored->files, PROBE_WDL);
    if (status == PROBE_DONE && l->metrics == PROBE_DTW) status = ready(l, stored->files, PROBE_DTW);
    if (status == PROBE_DONE)
        stored->stored = stored->files->part[file_of(l->metrics)].file.head.sides >> stored->side & 1;
    return status;
}

#include "../../rules/draughts/next_width.h"
#include "prober_value_tmpl.h"
#include "../../rules/draughts/next_width.h"
#include "prober_value_tmpl.h"
#include "../../rules/draughts/next_width.h"

/* Everything but the men's squares is looked at on the way. */
static ProbeStatus check(const DraughtsProber *p, DraughtsPosition position, char error[PROBER_ERROR])
{
    const int wide = draughts_words(&p->game->rules) == 2;
    const DraughtsBoard_x2 b = wide ? draughts_board_x2(position)
                                    : (DraughtsBoard_x2){position.own, position.opponent, position.kings, 0};
    const B128 crown = wide ? p->moves.geometry_x2.crown : p->moves.geometry_x1.crown;
    const u32 bits = wide ? p->moves.geometry_x2.bits : p->moves.geometry_x1.bits;
    const u32 pieces = b_count_x2(b.own) + b_count_x2(b.opponent);
    if (pieces > DRAUGHTS_SLICE_PIECES) {
        snprintf(error, PROBER_ERROR, "%u pieces, tables have %d at most", pieces, DRAUGHTS_SLICE_PIECES);
        return PROBE_MEN;
    }
    const B128 barred = wide ? b_reverse_x2(crown, bits) : b_reverse_x1((u64)crown, bits);
    if (b_any_x2(b.own & ~b.kings & crown) || b_any_x2(b.opponent & ~b.kings & barred)) {
        snprintf(error, PROBER_ERROR, "no legal position for a table: a man on a crown square");
        return PROBE_ILLEGAL;
    }
    return PROBE_DONE;
}

ProbeStatus draughts_prober_value(DraughtsProber *p, DraughtsPosition position, int metrics, u32 *value,
                                  char error[PROBER_ERROR])
{
    const Looking looking = {p, metrics, error};
    if (draughts_words(&p->game->rules) == 2) {
        const DraughtsBoard_x2 b = draughts_board_x2(position);
        return value_of_x2(&looking, &b, value);
    }
    const DraughtsBoard_x1 b = draughts_board_x1(position);
    return value_of_x1(&looking, &b, value);
}

ProbeStatus draughts_prober_values(DraughtsProber *p, const DraughtsIndex *index, int metrics, u64 first,
                                   u32 count, u8 *values, char error[PROBER_ERROR])
{
    for (u32 i = 0; i < count; i++) {
        u32 value;
        const ProbeStatus status =
            draughts_prober_value(p, draughts_index_position(index, first + i), metrics, &value, error);
        if (status != PROBE_DONE) return status;
        values[i] = (u8)value;
    }
    return PROBE_DONE;
}

ProbeStatus draughts_prober_probe(DraughtsProber *p, DraughtsPosition position, int metrics,
                                  DraughtsValue *value, char error[PROBER_ERROR])
{
    u32 found;
    ProbeStatus status = check(p, position, error);
    if (status == PROBE_DONE)
        status =
            draughts_prober_value(p, position, metrics & PROBE_DTW ? PROBE_DTW : PROBE_WDL, &found, error);
    if (status != PROBE_DONE) return status;
    const i32 score = draughts_score(&p->game->rules, found);
    value->wdl = score > 0 ? WDL_WIN : score < 0 ? WDL_LOSS : WDL_DRAW;
    value->dtw = !(metrics & PROBE_DTW) || !found ? 0 : score > 0 ? (int)found - 1 : 1 - (int)found;
    return PROBE_DONE;
}

/* ---- moves ---- */

ProbeStatus draughts_prober_result(DraughtsProber *p, DraughtsPosition position, const ProbeTask *task,
                                   ProbeResult *result, char error[PROBER_ERROR])
{
    DraughtsValue value = {WDL_DRAW, 0};
    ProbeStatus status = draughts_prober_probe(p, position, PROBE_WDL, &value, error);
    *result = (ProbeResult){.wdl = value.wdl, .at_clock = value.wdl};
    if (status != PROBE_DONE) return status;
    status = draughts_prober_probe(p, position, PROBE_DTW, &value, error);
    return probe_take_distance(status, PROBE_DTW, value.dtw, task, result, error);
}

static ProbeStatus value_move(void *p, const ProbeTask *task, ProbeMove *move, char error[PROBER_ERROR])
{
    DraughtsPosition after;
    ProbeResult *result = &move->result;
    memcpy(&after, move->after, sizeof after);
    const ProbeStatus status = draughts_prober_result(p, after, task, result, error);
    const int plies = abs(result->plies[probe_distance(PROBE_DTW)]) + 1;
    result->wdl = result->at_clock = (Wdl)-result->wdl;
    result->plies[probe_distance(PROBE_DTW)] = result->wdl * plies / WDL_WIN;
    return status;
}

static int add_move(void *moves, DraughtsPosition after)
{
    probe_moves_add(moves, &after, 0);
    return 0;
}

ProbeStatus draughts_prober_moves(DraughtsProber *p, DraughtsPosition position, const ProbeTask *task,
                                  ProbeMoves *moves, char error[PROBER_ERROR])
{
    moves->count = 0;
    draughts_moves_each(&p->moves, position, add_move, moves);
    return probe_moves_sort(moves, PROBE_DTW, PROBE_DTW, value_move, p, task, error);
}

/* ---- whole files ---- */

ProbeStatus draughts_prober_check_file(DraughtsProber *p, DraughtsSlice material, int metrics,
                                       char error[PROBER_ERROR])
{
    const Looking looking = {p, metrics, error};
    StoredSide stored;
    const ProbeStatus status = find_table(&looking, material, &stored);
    if (status != PROBE_DONE) return status;
    return table_file_check(&stored.files->part[file_of(metrics)].file, error);
}
