/* SPDX-License-Identifier: MIT */
#include "prober_state.h"

#include "../../rules/chess/moves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- first use ---- */

ProbeStatus prober_placements_of(Prober *p, MaterialFiles *files, const Placements **placements,
                                 char error[PROBER_ERROR])
{
    *placements = atomic_load_explicit(&files->placements, memory_order_acquire);
    if (*placements) return PROBE_DONE;
    pthread_mutex_lock(&p->loading);
    *placements = atomic_load(&files->placements);
    if (*placements == NULL) {
        Placements *opened = placements_open(&files->material);
        atomic_store_explicit(&files->placements, opened, memory_order_release);
        *placements = opened;
    }
    pthread_mutex_unlock(&p->loading);
    if (*placements) return PROBE_DONE;
    snprintf(error, PROBER_ERROR, "%s: no memory for its placements", files->material.name);
    return PROBE_MEMORY;
}

/* A file ready to be decoded. */
static ProbeStatus part_ready(Prober *p, MaterialFiles *files, int metrics, char error[PROBER_ERROR])
{
    TablePart *part = &files->part[part_of(metrics)];
    if (table_part_is_open(part)) return PROBE_DONE;
    const Placements *placements;
    const ProbeStatus status = prober_placements_of(p, files, &placements, error);
    if (status != PROBE_DONE) return status;
    return table_part_open(part, &p->loading, p->directory, table_id_of_chess(&files->material), metrics,
                           placements->blocks, error);
}

/* ---- decoding ---- */

typedef struct {
    Prober *prober;
    int metrics; /* of the material's own blocks; of what else is needed, results or PROBE_DTM */
    MaterialKey own;
    ProbeStatus status;
    char *error;
} Context;

static const Value value_of_result[] = {[RESULT_LOSS] = 1 - 16384, [RESULT_BLESSED_LOSS] = 101 - 16384,
                                        [RESULT_DRAW] = 0,         [RESULT_CURSED_WIN] = 16384 - 101,
                                        [RESULT_WIN] = 16384 - 1,  [RESULT_ILLEGAL] = VALUE_ILLEGAL};

static void values_of_bare_kings(ValueBlock *values)
{
    for (u32 p = 0; p < 64; p++) {
        const u64 illegal = chess_king_attacks_x1(U64(1) << p) | U64(1) << p;
        for (u32 q = 0; q < 64; q++) values->at[p][q] = illegal >> q & 1 ? VALUE_ILLEGAL : 0;
    }
}

/* The code with the sides exchanged, of a material that has the same men on both. */
static u32 exchanged(const Material *material, u32 code)
{
    u32 result = 0, used = 0;
    for (int i = 0; i < material->count; i++)
        for (int j = 0; j < material->count; j++) {
            if (used >> j & 1 || material->man[j].kind != material->man[i].kind ||
                material->man[j].side == material->man[i].side)
                continue;
            used |= 1u << j;
            result = result << 6 | ((code >> 6 * (material->count - 1 - j) & 63) ^ 56);
            break;
        }
    return result;
}

/* Turned to a placement as it is. */
static ProbeStatus values_as_they_stand(Prober *p, MaterialFiles *files, int metrics, u32 code, u32 side,
                                        ValueBlock *values, char error[PROBER_ERROR])
{
    const int swap = files->material.symmetric && side == 1;
    const Placements *placements;
    ProbeStatus status = prober_placements_of(p, files, &placements, error);
    if (status != PROBE_DONE) return status;
    const u32 mapped = placements->map[swap ? exchanged(&files->material, code) : code];
    ValueBlock stored, standing;
    status = prober_stored_values(p, files, metrics, mapped >> 3, swap ? 0 : side, &stored, error);
    if (status != PROBE_DONE) return status;
    if (!swap) {
        value_block_turn(&stored, mapped & 7, 0, values);
    } else {
        value_block_turn(&stored, mapped & 7, 0, &standing);
        value_block_turn(&standing, 2, 1, values);
    }
    return PROBE_DONE;
}

/* A BlockSource. */
static int values_for_backup(void *user, const Material *material, u32 code, u32 side, ValueBlock *values)
{
    Context *c = user;
    if (material->count == 0) {
        values_of_bare_kings(values);
        return 0;
    }
    MaterialFiles *files = prober_files(c->prober, material);
    if (files == NULL) {
        snprintf(c->error, PROBER_ERROR, "no table of %s in %.160s", material->name, c->prober->directory);
        c->status = PROBE_NO_TABLE;
        return -1;
    }
    const int metrics = material->key == c->own || c->metrics == PROBE_DTM ? c->metrics : PROBE_WDL;
    c->status = values_as_they_stand(c->prober, files, metrics, code, side, values, c->error);
    return c->status == PROBE_DONE ? 0 : -1;
}

/* A group of a file, to be decoded into blocks that say what is coded. */
typedef struct {
    MaterialFiles *files;
    int metrics;
    u32 side, first, count;
    CodecBlock *blocks;
    u8 *bytes;
} Group;

static ProbeStatus open_group(MaterialFiles *files, int metrics, u32 block, u32 side, Group *group,
                              char error[PROBER_ERROR])
{
    const TableFile *file = &files->part[part_of(metrics)].file;
    const u32 number = block / file->head.group, left = file->head.blocks - number * file->head.group;
    *group = (Group){.files = files, .metrics = metrics, .side = side, .first = number * file->head.group};
    group->count = left < file->head.group ? left : file->head.group;
    group->blocks = malloc(group->count * sizeof *group->blocks);
    group->bytes = malloc(file->index[side][number].bytes + 1u);
    if (group->blocks == NULL || group->bytes == NULL) {
        snprintf(error, PROBER_ERROR, "%s: no memory to decode", files->material.name);
        return PROBE_MEMORY;
    }
    return table_file_read_group(file, side, number, group->bytes, error);
}

static void close_group(Group *group)
{
    free(group->blocks);
    free(group->bytes);
}

static ProbeStatus decode_group(Group *group, char error[PROBER_ERROR])
{
    const MaterialFiles *files = group->files;
    const Placements *placements = atomic_load(&files->placements);
    const TableFile *file = &files->part[part_of(group->metrics)].file;
    for (u32 i = 0; i < group->count; i++)
        group->blocks[i].reference = block_code_reference(placements, group->first, group->first + i);
    const u32 bytes = file->index[group->side][group->first / file->head.group].bytes;
    if (codec_decode(file->codec[group->side], group->bytes, bytes, group->blocks, (int)group->count, 1)) {
        snprintf(error, PROBER_ERROR, "%.160s: damaged: a block cannot be decoded", file->path);
        return PROBE_BROKEN;
    }
    for (u32 i = 0; i < group->count; i++)
        block_code_spread(&files->material, placements->codes[group->first + i], group->blocks[i].value);
    return PROBE_DONE;
}

static ProbeStatus conversions_of(Prober *p, MaterialFiles *files, u32 block, u32 side,
                                  ValueBlock *conversions, char error[PROBER_ERROR])
{
    Context c = {p, PROBE_WDL, files->material.key, PROBE_DONE, error};
    const u32 code = atomic_load(&files->placements)->codes[block];
    value_block_backup(&files->material, code, side, METRIC_DTZ, MOVES_CONVERSIONS, -1, values_for_backup, &c,
                       conversions);
    return c.status;
}

static ProbeStatus fill_results_group(Prober *p, Group *group, char error[PROBER_ERROR])
{
    const u32 *codes = atomic_load(&group->files->placements)->codes + group->first;
    ValueBlock conversions;
    for (u32 i = 0; i < group->count; i++) {
        const ProbeStatus status =
            conversions_of(p, group->files, group->first + i, group->side, &conversions, error);
        if (status != PROBE_DONE) return status;
        block_code_results(&group->files->material, codes[i], group->side, &conversions, &group->blocks[i]);
    }
    const ProbeStatus status = decode_group(group, error);
    if (status != PROBE_DONE) return status;
    for (u32 i = 0; i < group->count; i++) {
        u64 illegal[BLOCK_WORDS];
        block_illegal(&group->files->material, codes[i], group->side, illegal);
        u8 *value = group->blocks[i].value;
        for (u32 at = 0; at < BLOCK_CELLS; at++)
            if (illegal[at >> 6] >> (at & 63) & 1) value[at] = RESULT_ILLEGAL;
            else if (value[at] > RESULT_WIN) value[at] = RESULT_DRAW;
        block_cache_put(p->results, cache_key(group->files, PROBE_WDL, group->first + i, group->side), value);
    }
    return PROBE_DONE;
}

ProbeStatus prober_stored_results(Prober *p, MaterialFiles *files, u32 block, u32 side, u8 *results,
                                  char error[PROBER_ERROR])
{
    if (block_cache_get(p->results, cache_key(files, PROBE_WDL, block, side), 0, results, BLOCK_CELLS) == 0)
        return PROBE_DONE;
    ProbeStatus status = part_ready(p, files, PROBE_WDL, error);
    if (status != PROBE_DONE) return status;
    Group group;
    status = open_group(files, PROBE_WDL, block, side, &group, error);
    if (status == PROBE_DONE) status = fill_results_group(p, &group, error);
    if (status == PROBE_DONE) memcpy(results, group.blocks[block - group.first].value, BLOCK_CELLS);
    close_group(&group);
    return status;
}

static void values_of_distances(Metric metric, const u8 *results, const u8 *distances, ValueBlock *values)
{
    Value *out = &values->at[0][0];
    for (u32 at = 0; at < BLOCK_CELLS; at++) {
        const u8 result = results[at];
        out[at] = result == RESULT_ILLEGAL ? VALUE_ILLEGAL
                  : result == RESULT_DRAW  ? 0
                  : result > RESULT_DRAW   ? value_win(plies_of_distance(metric, distances[at], 1))
                                           : value_loss(plies_of_distance(metric, distances[at], 0));
    }
}

/* Results as the metric has them: to mate, all wins are alike. */
static void results_of_metric(Metric metric, u8 *results)
{
    for (u32 at = 0; metric == METRIC_DTM && at < BLOCK_CELLS; at++)
        results[at] = results[at] == RESULT_CURSED_WIN     ? RESULT_WIN
                      : results[at] == RESULT_BLESSED_LOSS ? RESULT_LOSS
                                                           : results[at];
}

/* Decodes the group into the cache, and its block `wanted` into `out` as well. */
static ProbeStatus fill_distances_group(Prober *p, Group *group, u32 wanted, ValueBlock *out,
                                        char error[PROBER_ERROR])
{
    const u32 *codes = atomic_load(&group->files->placements)->codes + group->first;
    const Metric metric = group->metrics == PROBE_DTM ? METRIC_DTM : METRIC_DTZ;
    ProbeStatus status = PROBE_DONE;
    ValueBlock values;
    u8 *results = malloc((size_t)group->count * BLOCK_CELLS);
    if (results == NULL) {
        snprintf(error, PROBER_ERROR, "%s: no memory to decode", group->files->material.name);
        return PROBE_MEMORY;
    }
    for (u32 i = 0; status == PROBE_DONE && i < group->count; i++) {
        u8 *result = results + (size_t)i * BLOCK_CELLS;
        status = prober_stored_results(p, group->files, group->first + i, group->side, result, error);
        if (status == PROBE_DONE && metric == METRIC_DTZ)
            status = conversions_of(p, group->files, group->first + i, group->side, &values, error);
        results_of_metric(metric, result);
        if (status == PROBE_DONE)
            block_code_distances(&group->files->material, codes[i], metric, result, &values,
                                 &group->blocks[i]);
    }
    if (status == PROBE_DONE) status = decode_group(group, error);
    for (u32 i = 0; status == PROBE_DONE && i < group->count; i++) {
        values_of_distances(metric, results + (size_t)i * BLOCK_CELLS, group->blocks[i].value, &values);
        block_cache_put(p->distances, cache_key(group->files, group->metrics, group->first + i, group->side),
                        &values);
        if (group->first + i == wanted) *out = values;
    }
    free(results);
    return status;
}

/* The distances of the side to move that is not stored: one ply back from the other's. */
static ProbeStatus derive(Prober *p, MaterialFiles *files, int metrics, u32 block, u32 side,
                          ValueBlock *values, char error[PROBER_ERROR])
{
    Context c = {p, metrics, files->material.key, PROBE_DONE, error};
    const u32 code = atomic_load(&files->placements)->codes[block];
    value_block_whole(&files->material, code, side, metrics == PROBE_DTM ? METRIC_DTM : METRIC_DTZ, -1,
                      values_for_backup, &c, values);
    if (c.status == PROBE_DONE) block_cache_put(p->distances, cache_key(files, metrics, block, side), values);
    return c.status;
}

ProbeStatus prober_stored_values(Prober *p, MaterialFiles *files, int metrics, u32 block, u32 side,
                                 ValueBlock *values, char error[PROBER_ERROR])
{
    if (metrics == PROBE_WDL) {
        u8 results[BLOCK_CELLS];
        const ProbeStatus status = prober_stored_results(p, files, block, side, results, error);
        for (u32 at = 0; status == PROBE_DONE && at < BLOCK_CELLS; at++)
            values->at[at >> 6][at & 63] = value_of_result[results[at]];
        return status;
    }
    const u64 key = cache_key(files, metrics, block, side);
    if (block_cache_get(p->distances, key, 0, values, sizeof *values) == 0) return PROBE_DONE;
    ProbeStatus status = part_ready(p, files, metrics, error);
    if (status != PROBE_DONE) return status;
    if (!(files->part[part_of(metrics)].file.head.sides >> side & 1))
        return derive(p, files, metrics, block, side, values, error);
    Group group;
    status = open_group(files, metrics, block, side, &group, error);
    if (status == PROBE_DONE) status = fill_distances_group(p, &group, block, values, error);
    close_group(&group);
    return status;
}

/* ---- blocks from outside ---- */

const Placements *prober_placements(Prober *p, const Material *material)
{
    MaterialFiles *files = prober_files(p, material);
    char error[PROBER_ERROR];
    const Placements *placements = NULL;
    if (files) prober_placements_of(p, files, &placements, error);
    return placements;
}

ProbeStatus prober_block(Prober *p, const Material *material, int metrics, u32 block, u32 side,
                         ValueBlock *values, char error[PROBER_ERROR])
{
    MaterialFiles *files = prober_files(p, material);
    if (files == NULL) {
        snprintf(error, PROBER_ERROR, "no table of %s in %.160s", material->name, p->directory);
        return PROBE_NO_TABLE;
    }
    const Placements *placements;
    const ProbeStatus status = prober_placements_of(p, files, &placements, error);
    if (status != PROBE_DONE) return status;
    return values_as_they_stand(p, files, metrics, placements->codes[block], side, values, error);
}

ProbeStatus prober_check_file(Prober *p, const Material *material, int metrics, char error[PROBER_ERROR])
{
    MaterialFiles *files = prober_files(p, material);
    if (files == NULL) {
        snprintf(error, PROBER_ERROR, "no table of %s in %.160s", material->name, p->directory);
        return PROBE_NO_TABLE;
    }
    const ProbeStatus status = part_ready(p, files, metrics, error);
    return status == PROBE_DONE ? table_file_check(&files->part[part_of(metrics)].file, error) : status;
}

ChessPosition cell_position(const Material *material, u32 code, u32 first_king, u32 second_king, u32 side)
{
    ChessPosition position = {0, 0, 0, 0};
    const u32 turn = side ? 56 : 0;
    for (int i = -2; i < material->count; i++) {
        const u32 kind = i < 0 ? CHESS_KING : material->man[i].kind;
        const u32 owner = i < 0 ? (u32)(i + 2) : material->man[i].side;
        const u32 square = i == -2   ? first_king
                           : i == -1 ? second_king
                                     : code >> 6 * (material->count - 1 - i) & 63;
        const u64 bit = U64(1) << (square ^ turn);
        if (kind & 1) position.kind0 |= bit;
        if (kind & 2) position.kind1 |= bit;
        if (kind & 4) position.kind2 |= bit;
        if (owner == side) position.own |= bit;
    }
    return position;
}
