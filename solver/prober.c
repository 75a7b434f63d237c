#include "prober.h"

#include "../rules/chess/moves.h"
#include "block_cache.h"
#include "block_code.h"
#include "table_blocks.h"
#include "table_file.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 3, KEYS = 8192 }; /* KEYS: more than twice the materials of MATERIAL_MEN men and less, both ways round */

static const int what_of_file[FILES] = {PROBE_WDL, PROBE_DTZ, PROBE_DTM};

typedef struct {
    int there;          /* its name is in the folder */
    atomic_int ready;   /* 0: not looked at yet; else 1 + the ProbeStatus of opening it */
    TableFile file;
    char error[PROBER_ERROR];
} Part;

typedef struct {
    Material material;
    _Atomic(Placements *) placements; /* NULL: not needed so far */
    Part part[FILES];
} Shelf;

typedef struct {
    MaterialKey key;    /* 0: free */
    int shelf, swapped;
} KeyEntry;

struct Prober {
    char directory[TABLE_FILE_PATH / 2];
    Shelf *shelves;
    int count, room;
    KeyEntry keys[KEYS];
    BlockCache *results, *distances; /* codes of results, a byte each; values of both metrics */
    pthread_mutex_t loading;
};

static int part_of(int what) { return what == PROBE_WDL ? 0 : what == PROBE_DTZ ? 1 : 2; }

/* ---- opening ---- */

static KeyEntry *entry_of(Prober *p, MaterialKey key)
{
    u32 at = (key * 0x9e3779b1u) >> 19 & (KEYS - 1);
    while (p->keys[at].key != 0 && p->keys[at].key != key) at = (at + 1) & (KEYS - 1);
    return &p->keys[at];
}

static Shelf *shelf_of(Prober *p, const Material *material)
{
    const KeyEntry *entry = entry_of(p, material->key);
    return entry->key ? &p->shelves[entry->shelf] : NULL;
}

static Shelf *add_shelf(Prober *p, const Material *material)
{
    Shelf *old = shelf_of(p, material);
    if (old) return old;
    if (p->count >= KEYS / 4) return NULL;
    if (p->count == p->room) {
        const int room = p->room ? 2 * p->room : 64;
        Shelf *shelves = realloc(p->shelves, (size_t)room * sizeof *shelves);
        if (shelves == NULL) return NULL;
        p->shelves = shelves;
        p->room = room;
    }
    Shelf *shelf = &p->shelves[p->count];
    memset(shelf, 0, sizeof *shelf);
    shelf->material = *material;
    *entry_of(p, material->key) = (KeyEntry){material->key, p->count, 0};
    const MaterialKey swapped = material_swap(material->key);
    if (!material->symmetric) *entry_of(p, swapped) = (KeyEntry){swapped, p->count, 1};
    p->count++;
    return shelf;
}

/* A file named chess-MATERIAL.METRIC. -1: no memory. */
static int note_file(Prober *p, const char *name)
{
    char text[MATERIAL_NAME + 1], metric[4], error[MATERIAL_ERROR];
    int end = 0;
    if (sscanf(name, "chess-%12[KQRBNPv].%3[a-z]%n", text, metric, &end) != 2 || name[end]) return 0;
    Material material;
    if (material_parse(text, &material, error) || strcmp(material.name, text) != 0) return 0;
    for (int i = 0; i < FILES; i++) {
        char own[TABLE_FILE_NAME];
        table_file_name(material.name, what_of_file[i], own);
        if (strcmp(own, name) != 0) continue;
        Shelf *shelf = add_shelf(p, &material);
        if (shelf == NULL) return -1;
        shelf->part[i].there = 1;
    }
    return 0;
}

static int read_folder(Prober *p, char error[PROBER_ERROR])
{
    DIR *folder = opendir(p->directory);
    if (folder == NULL) {
        snprintf(error, PROBER_ERROR, "%.200s: %s", p->directory, strerror(errno));
        return -1;
    }
    int failed = 0;
    for (const struct dirent *entry; !failed && (entry = readdir(folder)) != NULL;) failed = note_file(p, entry->d_name);
    closedir(folder);
    if (failed) snprintf(error, PROBER_ERROR, "%.200s: no memory for its list of tables", p->directory);
    return failed;
}

Prober *prober_open(const char *directory, u64 cache_bytes, char error[PROBER_ERROR])
{
    Prober *p = calloc(1, sizeof *p);
    if (p == NULL || strlen(directory) >= sizeof p->directory) {
        snprintf(error, PROBER_ERROR, "%.200s: %s", directory, p ? "too long a path" : "no memory");
        free(p);
        return NULL;
    }
    pthread_mutex_init(&p->loading, NULL);
    strcpy(p->directory, directory);
    if (cache_bytes < 1 << 20) cache_bytes = 1 << 20;
    if (read_folder(p, error)) {
        prober_close(p);
        return NULL;
    }
    p->results = block_cache_open(cache_bytes / 3, BLOCK_CELLS);
    p->distances = block_cache_open(cache_bytes - cache_bytes / 3, sizeof(ValueBlock));
    if (p->results && p->distances) return p;
    snprintf(error, PROBER_ERROR, "no memory for a cache of %llu MiB", (unsigned long long)cache_bytes >> 20);
    prober_close(p);
    return NULL;
}

void prober_close(Prober *p)
{
    if (p == NULL) return;
    for (int i = 0; i < p->count; i++) {
        placements_close(atomic_load(&p->shelves[i].placements));
        for (int j = 0; j < FILES; j++)
            if (atomic_load(&p->shelves[i].part[j].ready) == 1 + PROBE_DONE) table_file_close(&p->shelves[i].part[j].file);
    }
    free(p->shelves);
    block_cache_close(p->results);
    block_cache_close(p->distances);
    pthread_mutex_destroy(&p->loading);
    free(p);
}

const char *prober_material(const Prober *p, int i, int *what)
{
    if (i >= p->count) return NULL;
    *what = 0;
    for (int j = 0; j < FILES; j++)
        if (p->shelves[i].part[j].there) *what |= what_of_file[j];
    return p->shelves[i].material.name;
}

/* ---- first use ---- */

static Placements *placements_of(Prober *p, Shelf *shelf)
{
    Placements *placements = atomic_load_explicit(&shelf->placements, memory_order_acquire);
    if (placements) return placements;
    pthread_mutex_lock(&p->loading);
    placements = atomic_load(&shelf->placements);
    if (placements == NULL) {
        placements = placements_open(&shelf->material);
        atomic_store_explicit(&shelf->placements, placements, memory_order_release);
    }
    pthread_mutex_unlock(&p->loading);
    return placements;
}

static ProbeStatus open_part(Prober *p, Shelf *shelf, int what, Part *part)
{
    if (!part->there) {
        snprintf(part->error, PROBER_ERROR, "no %s of %s in %.160s",
                 what == PROBE_WDL   ? "results (.wdl)"
                 : what == PROBE_DTZ ? "distances to zeroing (.dtz)"
                                     : "distances to mate (.dtm)",
                 shelf->material.name, p->directory);
        return PROBE_NO_TABLE;
    }
    ProbeStatus status = table_file_open(&part->file, p->directory, &shelf->material, what, part->error);
    if (status != PROBE_DONE) return status;
    status = table_file_read_sections(&part->file, atomic_load(&shelf->placements)->blocks, part->error);
    if (status != PROBE_DONE) table_file_close(&part->file);
    return status;
}

/* A file ready to be decoded, opened when it is first asked for. */
static ProbeStatus part_ready(Prober *p, Shelf *shelf, int what, char error[PROBER_ERROR])
{
    Part *part = &shelf->part[part_of(what)];
    int ready = atomic_load_explicit(&part->ready, memory_order_acquire);
    if (!ready) {
        if (placements_of(p, shelf) == NULL) {
            snprintf(error, PROBER_ERROR, "%s: no memory for its placements", shelf->material.name);
            return PROBE_MEMORY;
        }
        pthread_mutex_lock(&p->loading);
        ready = atomic_load(&part->ready);
        if (!ready) {
            ready = 1 + (int)open_part(p, shelf, what, part);
            if (ready != 1 + PROBE_MEMORY) atomic_store_explicit(&part->ready, ready, memory_order_release);
        }
        pthread_mutex_unlock(&p->loading);
    }
    if (ready != 1 + PROBE_DONE) memcpy(error, part->error, PROBER_ERROR);
    return (ProbeStatus)(ready - 1);
}

/* ---- decoding ---- */

typedef struct {
    Prober *prober;
    int what;           /* of the material's own blocks; of what else is needed, results or PROBE_DTM */
    MaterialKey own;
    ProbeStatus status;
    char *error;
} Context;

static u64 cache_key(const Shelf *shelf, int what, u32 block, u32 side)
{
    return (u64)shelf->material.key << 34 | (u64)block << 3 | (u64)(what == PROBE_DTM) << 2 | (u64)side << 1 | 1;
}

static ProbeStatus stored_results(Prober *p, Shelf *shelf, u32 block, u32 side, u8 *results, char error[PROBER_ERROR]);
static ProbeStatus stored_values(Prober *p, Shelf *shelf, int what, u32 block, u32 side, ValueBlock *values,
                                 char error[PROBER_ERROR]);

static const Value value_of_result[] = {
    [RESULT_LOSS] = 1 - 16384,         [RESULT_BLESSED_LOSS] = 101 - 16384, [RESULT_DRAW] = 0,
    [RESULT_CURSED_WIN] = 16384 - 101, [RESULT_WIN] = 16384 - 1,            [RESULT_ILLEGAL] = VALUE_ILLEGAL};

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
static ProbeStatus values_as_they_stand(Prober *p, Shelf *shelf, int what, u32 code, u32 side, ValueBlock *values,
                                        char error[PROBER_ERROR])
{
    const int swap = shelf->material.symmetric && side == 1;
    const Placements *placements = placements_of(p, shelf);
    if (placements == NULL) {
        snprintf(error, PROBER_ERROR, "%s: no memory for its placements", shelf->material.name);
        return PROBE_MEMORY;
    }
    const u32 mapped = placements->map[swap ? exchanged(&shelf->material, code) : code];
    ValueBlock stored, standing;
    const ProbeStatus status = stored_values(p, shelf, what, mapped >> 3, swap ? 0 : side, &stored, error);
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
    Shelf *shelf = shelf_of(c->prober, material);
    if (shelf == NULL) {
        snprintf(c->error, PROBER_ERROR, "no table of %s in %.160s", material->name, c->prober->directory);
        c->status = PROBE_NO_TABLE;
        return -1;
    }
    const int what = material->key == c->own || c->what == PROBE_DTM ? c->what : PROBE_WDL;
    c->status = values_as_they_stand(c->prober, shelf, what, code, side, values, c->error);
    return c->status == PROBE_DONE ? 0 : -1;
}

/* A group of a file, to be decoded into blocks that say what is coded. */
typedef struct {
    Shelf *shelf;
    int what;
    u32 side, first, count;
    CodecBlock *blocks;
    u8 *bytes;
} Group;

static ProbeStatus open_group(Shelf *shelf, int what, u32 block, u32 side, Group *group, char error[PROBER_ERROR])
{
    const TableFile *file = &shelf->part[part_of(what)].file;
    const u32 number = block / file->head.group, left = file->head.blocks - number * file->head.group;
    *group = (Group){.shelf = shelf, .what = what, .side = side, .first = number * file->head.group};
    group->count = left < file->head.group ? left : file->head.group;
    group->blocks = malloc(group->count * sizeof *group->blocks);
    group->bytes = malloc(file->index[side][number].bytes + 1u);
    if (group->blocks == NULL || group->bytes == NULL) {
        snprintf(error, PROBER_ERROR, "%s: no memory to decode", shelf->material.name);
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
    const Shelf *shelf = group->shelf;
    const Placements *placements = atomic_load(&shelf->placements);
    const TableFile *file = &shelf->part[part_of(group->what)].file;
    for (u32 i = 0; i < group->count; i++)
        group->blocks[i].reference = block_code_reference(placements, group->first, group->first + i);
    const u32 bytes = file->index[group->side][group->first / file->head.group].bytes;
    if (codec_decode(file->codec[group->side], group->bytes, bytes, group->blocks, (int)group->count, 1)) {
        snprintf(error, PROBER_ERROR, "%.160s: damaged: a block cannot be decoded", file->path);
        return PROBE_BROKEN;
    }
    for (u32 i = 0; i < group->count; i++)
        block_code_spread(&shelf->material, placements->codes[group->first + i], group->blocks[i].value);
    return PROBE_DONE;
}

static ProbeStatus conversions_of(Prober *p, Shelf *shelf, u32 block, u32 side, ValueBlock *conversions,
                                  char error[PROBER_ERROR])
{
    Context c = {p, PROBE_WDL, shelf->material.key, PROBE_DONE, error};
    const u32 code = atomic_load(&shelf->placements)->codes[block];
    value_block_backup(&shelf->material, code, side, METRIC_DTZ, MOVES_CONVERSIONS, -1, values_for_backup, &c, conversions);
    return c.status;
}

static ProbeStatus fill_results_group(Prober *p, Group *group, char error[PROBER_ERROR])
{
    const u32 *codes = atomic_load(&group->shelf->placements)->codes + group->first;
    ValueBlock conversions;
    for (u32 i = 0; i < group->count; i++) {
        const ProbeStatus status = conversions_of(p, group->shelf, group->first + i, group->side, &conversions, error);
        if (status != PROBE_DONE) return status;
        block_code_results(&group->shelf->material, codes[i], group->side, &conversions, &group->blocks[i]);
    }
    const ProbeStatus status = decode_group(group, error);
    if (status != PROBE_DONE) return status;
    for (u32 i = 0; i < group->count; i++) {
        u64 illegal[BLOCK_WORDS];
        block_illegal(&group->shelf->material, codes[i], group->side, illegal);
        u8 *value = group->blocks[i].value;
        for (u32 at = 0; at < BLOCK_CELLS; at++)
            if (illegal[at >> 6] >> (at & 63) & 1) value[at] = RESULT_ILLEGAL;
            else if (value[at] > RESULT_WIN) value[at] = RESULT_DRAW;
        block_cache_put(p->results, cache_key(group->shelf, PROBE_WDL, group->first + i, group->side), value);
    }
    return PROBE_DONE;
}

static ProbeStatus stored_results(Prober *p, Shelf *shelf, u32 block, u32 side, u8 *results, char error[PROBER_ERROR])
{
    if (block_cache_get(p->results, cache_key(shelf, PROBE_WDL, block, side), 0, results, BLOCK_CELLS) == 0)
        return PROBE_DONE;
    ProbeStatus status = part_ready(p, shelf, PROBE_WDL, error);
    if (status != PROBE_DONE) return status;
    if (!(shelf->part[0].file.head.sides >> side & 1)) {
        snprintf(error, PROBER_ERROR, "%.160s: damaged: a side to move is missing", shelf->part[0].file.path);
        return PROBE_BROKEN;
    }
    Group group;
    status = open_group(shelf, PROBE_WDL, block, side, &group, error);
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

static ProbeStatus fill_distances_group(Prober *p, Group *group, char error[PROBER_ERROR])
{
    const u32 *codes = atomic_load(&group->shelf->placements)->codes + group->first;
    const Metric metric = group->what == PROBE_DTM ? METRIC_DTM : METRIC_DTZ;
    ProbeStatus status = PROBE_DONE;
    ValueBlock values;
    u8 *results = malloc((size_t)group->count * BLOCK_CELLS);
    if (results == NULL) {
        snprintf(error, PROBER_ERROR, "%s: no memory to decode", group->shelf->material.name);
        return PROBE_MEMORY;
    }
    for (u32 i = 0; status == PROBE_DONE && i < group->count; i++) {
        u8 *result = results + (size_t)i * BLOCK_CELLS;
        status = stored_results(p, group->shelf, group->first + i, group->side, result, error);
        if (status == PROBE_DONE && metric == METRIC_DTZ)
            status = conversions_of(p, group->shelf, group->first + i, group->side, &values, error);
        results_of_metric(metric, result);
        if (status == PROBE_DONE)
            block_code_distances(&group->shelf->material, codes[i], metric, result, &values, &group->blocks[i]);
    }
    if (status == PROBE_DONE) status = decode_group(group, error);
    for (u32 i = 0; status == PROBE_DONE && i < group->count; i++) {
        values_of_distances(metric, results + (size_t)i * BLOCK_CELLS, group->blocks[i].value, &values);
        block_cache_put(p->distances, cache_key(group->shelf, group->what, group->first + i, group->side), &values);
    }
    free(results);
    return status;
}

/* The distances of the side to move that is not stored: one ply back from the other's. */
static ProbeStatus derive(Prober *p, Shelf *shelf, int what, u32 block, u32 side, ValueBlock *values,
                          char error[PROBER_ERROR])
{
    Context c = {p, what, shelf->material.key, PROBE_DONE, error};
    const u32 code = atomic_load(&shelf->placements)->codes[block];
    value_block_whole(&shelf->material, code, side, what == PROBE_DTM ? METRIC_DTM : METRIC_DTZ, -1, values_for_backup, &c,
                      values);
    if (c.status == PROBE_DONE) block_cache_put(p->distances, cache_key(shelf, what, block, side), values);
    return c.status;
}

static ProbeStatus stored_values(Prober *p, Shelf *shelf, int what, u32 block, u32 side, ValueBlock *values,
                                 char error[PROBER_ERROR])
{
    if (what == PROBE_WDL) {
        u8 results[BLOCK_CELLS];
        const ProbeStatus status = stored_results(p, shelf, block, side, results, error);
        for (u32 at = 0; status == PROBE_DONE && at < BLOCK_CELLS; at++)
            values->at[at >> 6][at & 63] = value_of_result[results[at]];
        return status;
    }
    const u64 key = cache_key(shelf, what, block, side);
    if (block_cache_get(p->distances, key, 0, values, sizeof *values) == 0) return PROBE_DONE;
    ProbeStatus status = part_ready(p, shelf, what, error);
    if (status != PROBE_DONE) return status;
    if (!(shelf->part[part_of(what)].file.head.sides >> side & 1)) return derive(p, shelf, what, block, side, values, error);
    Group group;
    status = open_group(shelf, what, block, side, &group, error);
    if (status == PROBE_DONE) status = fill_distances_group(p, &group, error);
    close_group(&group);
    if (status != PROBE_DONE) return status;
    if (block_cache_get(p->distances, key, 0, values, sizeof *values) == 0) return PROBE_DONE;
    /* Another thread needed the room at once. */
    return stored_values(p, shelf, what, block, side, values, error);
}

/* ---- blocks from outside ---- */

const Placements *prober_placements(Prober *p, const Material *material)
{
    Shelf *shelf = shelf_of(p, material);
    return shelf ? placements_of(p, shelf) : NULL;
}

ProbeStatus prober_block(Prober *p, const Material *material, int what, u32 block, u32 side, ValueBlock *values,
                         char error[PROBER_ERROR])
{
    Shelf *shelf = shelf_of(p, material);
    if (shelf == NULL) {
        snprintf(error, PROBER_ERROR, "no table of %s in %.160s", material->name, p->directory);
        return PROBE_NO_TABLE;
    }
    const Placements *placements = placements_of(p, shelf);
    if (placements == NULL) {
        snprintf(error, PROBER_ERROR, "%s: no memory for its placements", material->name);
        return PROBE_MEMORY;
    }
    return values_as_they_stand(p, shelf, what, placements->codes[block], side, values, error);
}

ProbeStatus prober_check_file(Prober *p, const Material *material, int what, char error[PROBER_ERROR])
{
    Shelf *shelf = shelf_of(p, material);
    if (shelf == NULL) {
        snprintf(error, PROBER_ERROR, "no table of %s in %.160s", material->name, p->directory);
        return PROBE_NO_TABLE;
    }
    const ProbeStatus status = part_ready(p, shelf, what, error);
    return status == PROBE_DONE ? table_file_check(&shelf->part[part_of(what)].file, error) : status;
}

ChessPosition cell_position(const Material *material, u32 code, u32 first_king, u32 second_king, u32 side)
{
    ChessPosition position = {0, 0, 0, 0};
    const u32 turn = side ? 56 : 0;
    for (int i = -2; i < material->count; i++) {
        const u32 kind = i < 0 ? CHESS_KING : material->man[i].kind;
        const u32 owner = i < 0 ? (u32)(i + 2) : material->man[i].side;
        const u32 square = i == -2 ? first_king : i == -1 ? second_king : code >> 6 * (material->count - 1 - i) & 63;
        const u64 bit = U64(1) << (square ^ turn);
        if (kind & 1) position.kind0 |= bit;
        if (kind & 2) position.kind1 |= bit;
        if (kind & 4) position.kind2 |= bit;
        if (owner == side) position.own |= bit;
    }
    return position;
}

/* ---- one position ---- */

/* Where a position stands in its table. */
typedef struct {
    Shelf *shelf;
    u32 block, side, cell;
} Place;

static u64 squares_of(const ChessPosition *p, u32 kind)
{
    return (kind & 1 ? p->kind0 : ~p->kind0) & (kind & 2 ? p->kind1 : ~p->kind1) & (kind & 4 ? p->kind2 : ~p->kind2);
}

static Place place_of(const ChessPosition *position, Shelf *shelf, const Placements *placements, u32 side)
{
    const Material *material = &shelf->material;
    const u32 turn = side ? 56 : 0; /* the position's squares are the mover's, the table's the first side's */
    u32 code = 0;
    u64 left = ~U64(0);
    for (int i = 0; i < material->count; i++) {
        const Man man = material->man[i];
        const u64 men = squares_of(position, man.kind) & (man.side == side ? position->own : ~position->own) & left;
        const u32 square = lowest_bit64(men);
        left &= ~(U64(1) << square);
        code = code << 6 | (square ^ turn);
    }
    const u64 kings = chess_kings(*position);
    const u32 own = lowest_bit64(kings & position->own) ^ turn, other = lowest_bit64(kings & ~position->own) ^ turn;
    const u32 mapped = placements->map[code], symmetry = mapped & 7;
    const u32 p = symmetry_square(symmetry, side ? other : own), q = symmetry_square(symmetry, side ? own : other);
    return (Place){shelf, mapped >> 3, side, 64 * p + q};
}

static ProbeStatus result_at(Prober *p, const Place *at, u8 *result, char error[PROBER_ERROR])
{
    if (block_cache_get(p->results, cache_key(at->shelf, PROBE_WDL, at->block, at->side), at->cell, result, 1) == 0)
        return PROBE_DONE;
    u8 results[BLOCK_CELLS];
    const ProbeStatus status = stored_results(p, at->shelf, at->block, at->side, results, error);
    if (status == PROBE_DONE) *result = results[at->cell];
    return status;
}

static ProbeStatus value_at(Prober *p, const Place *at, int what, Value *value, char error[PROBER_ERROR])
{
    if (block_cache_get(p->distances, cache_key(at->shelf, what, at->block, at->side), at->cell * sizeof *value, value,
                        sizeof *value) == 0)
        return PROBE_DONE;
    ValueBlock values;
    const ProbeStatus status = stored_values(p, at->shelf, what, at->block, at->side, &values, error);
    if (status == PROBE_DONE) *value = values.at[at->cell >> 6][at->cell & 63];
    return status;
}

static ProbeStatus illegal(char error[PROBER_ERROR], const char *why)
{
    snprintf(error, PROBER_ERROR, "no legal position for a table: %s", why);
    return PROBE_ILLEGAL;
}

static ProbeStatus find_place(Prober *p, const ChessPosition *position, Place *place, char error[PROBER_ERROR])
{
    if (chess_castle_rooks(*position)) {
        snprintf(error, PROBER_ERROR, "the position has castling rights, tables do not");
        return PROBE_CASTLING;
    }
    const u64 kings = chess_kings(*position);
    if (popcount64(kings) != 2 || popcount64(kings & position->own) != 1) return illegal(error, "not one king a side");
    int men;
    const MaterialKey key = material_of_position(*position, &men);
    if (men < 0 || men > MATERIAL_MEN) {
        snprintf(error, PROBER_ERROR, "%u men, tables have %d at most", popcount64(chess_occupied(*position)), MATERIAL_MEN);
        return PROBE_MEN;
    }
    *place = (Place){NULL, 0, 0, 0};
    if (key == 0) return PROBE_DONE;
    const KeyEntry *entry = entry_of(p, key);
    if (entry->key == 0) {
        const Material material = material_of(key, NULL);
        snprintf(error, PROBER_ERROR, "no table of %s in %.160s", material.name, p->directory);
        return PROBE_NO_TABLE;
    }
    if (chess_pawns(*position) & U64(0xff000000000000ff)) return illegal(error, "a pawn on the last ranks");
    Shelf *shelf = &p->shelves[entry->shelf];
    const Placements *placements = placements_of(p, shelf);
    if (placements == NULL) {
        snprintf(error, PROBER_ERROR, "%s: no memory for its placements", shelf->material.name);
        return PROBE_MEMORY;
    }
    *place = place_of(position, shelf, placements, (u32)entry->swapped);
    return PROBE_DONE;
}

static int signed_plies(Value v) { return v < 0 ? -value_plies(v) : value_plies(v); }

static ProbeStatus probe_place(Prober *p, const Place *place, int what, ProbeValue *value, char error[PROBER_ERROR])
{
    u8 result;
    ProbeStatus status = result_at(p, place, &result, error);
    if (status != PROBE_DONE) return status;
    if (result == RESULT_ILLEGAL) return illegal(error, "the side not to move is in check");
    *value = (ProbeValue){.wdl = (Wdl)((int)result - RESULT_DRAW)};
    Value v = 0;
    if (what & PROBE_DTZ) {
        if (result != RESULT_DRAW) status = value_at(p, place, PROBE_DTZ, &v, error);
        value->dtz = signed_plies(v);
    }
    v = 0;
    if (what & PROBE_DTM && status == PROBE_DONE) {
        if (result != RESULT_DRAW) status = value_at(p, place, PROBE_DTM, &v, error);
        value->dtm = signed_plies(v);
    }
    return status;
}

static ProbeStatus probe(Prober *p, const ChessPosition *position, int what, ProbeValue *value, char error[PROBER_ERROR]);

/* Our value of a move, from the value that the opponent then has. */
static ProbeValue before_move(ProbeValue after, int zeroing)
{
    ProbeValue value = {.wdl = (Wdl)-(int)after.wdl};
    if (after.wdl == WDL_DRAW) return value;
    const int sign = after.wdl < 0 ? 1 : -1;
    const int spoilt = after.wdl == WDL_CURSED_WIN || after.wdl == WDL_BLESSED_LOSS;
    const int dtz = (zeroing ? (spoilt ? 100 : 0) : after.dtz < 0 ? -after.dtz : after.dtz) + 1;
    const int dtm = (after.dtm < 0 ? -after.dtm : after.dtm) + 1;
    value.dtz = sign * dtz;
    value.dtm = sign * dtm;
    if (dtz > 100) value.wdl = sign > 0 ? WDL_CURSED_WIN : WDL_BLESSED_LOSS;
    return value;
}

/* Larger is better for the mover: the sooner won, the later lost. */
static int rank_of(int signed_distance) { return signed_distance > 0 ? 16384 - signed_distance : signed_distance ? -16384 - signed_distance : 0; }

/* With the right to capture en passant a position has no place in the tables: its value follows from its moves. */
static ProbeStatus probe_moves(Prober *p, const ChessPosition *position, int what, ProbeValue *value,
                               char error[PROBER_ERROR])
{
    ChessWalk walk = chess_walk(position);
    ChessMove move;
    int any = 0;
    while (chess_walk_next(&walk, &move)) {
        const ChessPosition next = chess_make(*position, move);
        const u32 kind = chess_kind_at(*position, chess_move_from(move));
        const int zeroing = kind == CHESS_PAWN || chess_kind_at(*position, chess_move_to(move)) != CHESS_EMPTY;
        ProbeValue after;
        const ProbeStatus status = probe(p, &next, what | (zeroing ? 0 : PROBE_DTZ), &after, error);
        if (status != PROBE_DONE) return status;
        const ProbeValue ours = before_move(after, zeroing);
        if (!any) *value = ours;
        any = 1;
        if (rank_of(ours.dtz) > rank_of(value->dtz)) {
            value->dtz = ours.dtz;
            value->wdl = ours.wdl;
        }
        if (rank_of(ours.dtm) > rank_of(value->dtm)) value->dtm = ours.dtm;
    }
    if (!(what & PROBE_DTZ)) value->dtz = 0;
    if (!(what & PROBE_DTM)) value->dtm = 0;
    return PROBE_DONE;
}

static ProbeStatus probe(Prober *p, const ChessPosition *position, int what, ProbeValue *value, char error[PROBER_ERROR])
{
    if (chess_en_passant(*position)) return probe_moves(p, position, what, value, error);
    Place place;
    const ProbeStatus status = find_place(p, position, &place, error);
    if (status != PROBE_DONE) return status;
    if (place.shelf) return probe_place(p, &place, what, value, error);
    const u64 kings = chess_kings(*position);
    *value = (ProbeValue){.wdl = WDL_DRAW};
    return chess_king_attacks_x1(kings & position->own) & kings ? illegal(error, "the kings touch") : PROBE_DONE;
}

ProbeStatus prober_probe(Prober *p, const ChessPosition *position, int what, ProbeValue *value, char error[PROBER_ERROR])
{
    if (chess_en_passant(*position)) { /* the right alone does not make the rest legal */
        Place place;
        const ProbeStatus status = find_place(p, position, &place, error);
        if (status != PROBE_DONE) return status;
        if (chess_in_check(chess_flip(*position))) return illegal(error, "the side not to move is in check");
    }
    return probe(p, position, what, value, error);
}

Wdl prober_wdl_at_clock(ProbeValue value, int clock)
{
    const int plies = value.dtz < 0 ? -value.dtz : value.dtz;
    if (value.wdl == WDL_WIN && plies + clock > 100) return WDL_CURSED_WIN;
    if (value.wdl == WDL_LOSS && plies + clock > 100) return WDL_BLESSED_LOSS;
    return value.wdl;
}

const char *wdl_name(Wdl wdl)
{
    static const char *const names[] = {"loss", "blessed-loss", "draw", "cursed-win", "win"};
    return names[wdl + 2];
}
