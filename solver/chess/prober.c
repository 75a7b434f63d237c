/* SPDX-License-Identifier: MIT */
#include "prober_state.h"

#include "zeroing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the cache's bytes, what is left for open files; 35 tables take 48 MiB. */
#define OPEN_FILES (UINT64_C(64) << 20)

/* ---- opening ---- */

static const int what_of_file[PROBER_FILES] = {PROBE_WDL, PROBE_DTZ, PROBE_DTM};

static MaterialFiles *add_material(Prober *p, const Material *material)
{
    MaterialFiles *old = prober_files(p, material);
    if (old) return old;
    if (p->count >= PROBER_KEYS / 4) return NULL;
    if (p->count == p->room) {
        const int room = p->room ? 2 * p->room : 64;
        MaterialFiles *materials = realloc(p->materials, (size_t)room * sizeof *materials);
        if (materials == NULL) return NULL;
        p->materials = materials;
        p->room = room;
    }
    MaterialFiles *files = &p->materials[p->count];
    memset(files, 0, sizeof *files);
    files->material = *material;
    *prober_entry(p, material->key) = (KeyEntry){material->key, p->count, 0};
    const MaterialKey swapped = material_swap(material->key);
    if (!material->symmetric) *prober_entry(p, swapped) = (KeyEntry){swapped, p->count, 1};
    p->count++;
    return files;
}

/* A file named chess-MATERIAL.METRIC. -1: no memory. */
static int note_file(void *prober, const char *name)
{
    Prober *p = prober;
    char text[MATERIAL_NAME + 1], metric[4], error[MATERIAL_ERROR];
    int end = 0;
    if (sscanf(name, "chess-%12[KQRBNPv].%3[a-z]%n", text, metric, &end) != 2 || name[end]) return 0;
    Material material;
    if (material_parse(text, &material, error) || strcmp(material.name, text) != 0) return 0;
    for (int i = 0; i < PROBER_FILES; i++) {
        char own[TABLE_FILE_NAME];
        table_file_name("chess", material.name, what_of_file[i], own);
        if (strcmp(own, name) != 0) continue;
        MaterialFiles *files = add_material(p, &material);
        if (files == NULL) return -1;
        files->part[i].there = 1;
    }
    return 0;
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
    if (table_file_names(p->directory, note_file, p, error)) {
        prober_close(p);
        return NULL;
    }
    const u64 values = cache_bytes - (cache_bytes / 4 < OPEN_FILES ? cache_bytes / 4 : OPEN_FILES);
    p->results = block_cache_open(values / 3, BLOCK_CELLS);
    p->distances = block_cache_open(values - values / 3, sizeof(ValueBlock));
    if (p->results && p->distances) return p;
    snprintf(error, PROBER_ERROR, "no memory for a cache of %llu MiB", (unsigned long long)cache_bytes >> 20);
    prober_close(p);
    return NULL;
}

void prober_close(Prober *p)
{
    if (p == NULL) return;
    for (int i = 0; i < p->count; i++) {
        placements_close(atomic_load(&p->materials[i].placements));
        for (int j = 0; j < PROBER_FILES; j++) table_part_close(&p->materials[i].part[j]);
    }
    free(p->materials);
    block_cache_close(p->results);
    block_cache_close(p->distances);
    pthread_mutex_destroy(&p->loading);
    free(p);
}

const char *prober_material(const Prober *p, int i, int *metrics)
{
    if (i >= p->count) return NULL;
    *metrics = 0;
    for (int j = 0; j < PROBER_FILES; j++)
        if (p->materials[i].part[j].there) *metrics |= what_of_file[j];
    return p->materials[i].material.name;
}

/* ---- one position ---- */

/* Where a position stands in its table. */
typedef struct {
    MaterialFiles *files;
    u32 block, side, cell;
} Address;

static u64 squares_of(const ChessPosition *p, u32 kind)
{
    return (kind & 1 ? p->kind0 : ~p->kind0) & (kind & 2 ? p->kind1 : ~p->kind1) &
           (kind & 4 ? p->kind2 : ~p->kind2);
}

static Address address_of(const ChessPosition *position, MaterialFiles *files, const Placements *placements,
                          u32 side)
{
    const Material *material = &files->material;
    const u32 turn = side ? 56 : 0; /* the position's squares are the mover's, the table's the first side's */
    u32 code = 0;
    u64 left = ~U64(0);
    for (int i = 0; i < material->count; i++) {
        const Man man = material->man[i];
        const u64 men =
            squares_of(position, man.kind) & (man.side == side ? position->own : ~position->own) & left;
        const u32 square = lowest_bit64(men);
        left &= ~(U64(1) << square);
        code = code << 6 | (square ^ turn);
    }
    const u64 kings = chess_kings(*position);
    const u32 own = lowest_bit64(kings & position->own) ^ turn,
              other = lowest_bit64(kings & ~position->own) ^ turn;
    const u32 mapped = placements->map[code], symmetry = mapped & 7;
    const u32 p = symmetry_square(symmetry, side ? other : own),
              q = symmetry_square(symmetry, side ? own : other);
    return (Address){files, mapped >> 3, side, 64 * p + q};
}

static ProbeStatus result_at(Prober *p, const Address *at, u8 *result, char error[PROBER_ERROR])
{
    if (block_cache_get(p->results, cache_key(at->files, PROBE_WDL, at->block, at->side), at->cell, result,
                        1) == 0)
        return PROBE_DONE;
    u8 results[BLOCK_CELLS];
    const ProbeStatus status = prober_stored_results(p, at->files, at->block, at->side, results, error);
    if (status == PROBE_DONE) *result = results[at->cell];
    return status;
}

static ProbeStatus value_at(Prober *p, const Address *at, int metrics, Value *value, char error[PROBER_ERROR])
{
    if (block_cache_get(p->distances, cache_key(at->files, metrics, at->block, at->side),
                        at->cell * sizeof *value, value, sizeof *value) == 0)
        return PROBE_DONE;
    ValueBlock values;
    const ProbeStatus status =
        prober_stored_values(p, at->files, metrics, at->block, at->side, &values, error);
    if (status == PROBE_DONE) *value = values.at[at->cell >> 6][at->cell & 63];
    return status;
}

static ProbeStatus illegal(char error[PROBER_ERROR], const char *why)
{
    snprintf(error, PROBER_ERROR, "no legal position for a table: %s", why);
    return PROBE_ILLEGAL;
}

static ProbeStatus find_place(Prober *p, const ChessPosition *position, Address *address,
                              char error[PROBER_ERROR])
{
    if (chess_castle_rooks(*position)) {
        snprintf(error, PROBER_ERROR, "the position has castling rights, tables do not");
        return PROBE_CASTLING;
    }
    const u64 kings = chess_kings(*position), own = kings & position->own, other = kings & ~position->own;
    if (!own || !other || own & (own - 1) || other & (other - 1))
        return illegal(error, "not one king a side");
    int men;
    const MaterialKey key = material_of_position(*position, &men);
    if (men > MATERIAL_MEN) {
        snprintf(error, PROBER_ERROR, "%d men, tables have %d at most", men, MATERIAL_MEN);
        return PROBE_MEN;
    }
    *address = (Address){NULL, 0, 0, 0};
    if (key == 0) return PROBE_DONE;
    const KeyEntry *entry = prober_entry(p, key);
    if (entry->key == 0) {
        const Material material = material_of(key, NULL);
        snprintf(error, PROBER_ERROR, "no table of %s in %.160s", material.name, p->directory);
        return PROBE_NO_TABLE;
    }
    if (chess_pawns(*position) & U64(0xff000000000000ff)) return illegal(error, "a pawn on the last ranks");
    MaterialFiles *files = &p->materials[entry->files];
    const Placements *placements;
    const ProbeStatus status = prober_placements_of(p, files, &placements, error);
    if (status != PROBE_DONE) return status;
    *address = address_of(position, files, placements, (u32)entry->swapped);
    return PROBE_DONE;
}

static int signed_plies(Value v) { return v < 0 ? -value_plies(v) : value_plies(v); }

static ProbeStatus probe_place(Prober *p, const Address *address, int metrics, ProbeValue *value,
                               char error[PROBER_ERROR])
{
    u8 result;
    ProbeStatus status = result_at(p, address, &result, error);
    if (status != PROBE_DONE) return status;
    if (result == RESULT_ILLEGAL) return illegal(error, "the side not to move is in check");
    *value = (ProbeValue){.wdl = (Wdl)((int)result - RESULT_DRAW)};
    Value v = 0;
    if (metrics & PROBE_DTZ) {
        if (result != RESULT_DRAW) status = value_at(p, address, PROBE_DTZ, &v, error);
        value->dtz = signed_plies(v);
    }
    v = 0;
    if (metrics & PROBE_DTM && status == PROBE_DONE) {
        if (result != RESULT_DRAW) status = value_at(p, address, PROBE_DTM, &v, error);
        value->dtm = signed_plies(v);
    }
    return status;
}

static ProbeStatus probe(Prober *p, const ChessPosition *position, int metrics, ProbeValue *value,
                         char error[PROBER_ERROR]);

ProbeValue prober_before_move(ProbeValue after, int zeroing)
{
    ProbeValue value = {.wdl = (Wdl) - (int)after.wdl};
    if (after.wdl == WDL_DRAW) return value;
    const int sign = after.wdl < 0 ? 1 : -1;
    const int is_cursed = after.wdl == WDL_CURSED_WIN || after.wdl == WDL_BLESSED_LOSS;
    const int dtz = (zeroing         ? (is_cursed ? PROBER_CLOCK_FULL : 0)
                     : after.dtz < 0 ? -after.dtz
                                     : after.dtz) +
                    1;
    const int dtm = (after.dtm < 0 ? -after.dtm : after.dtm) + 1;
    value.dtz = sign * dtz;
    value.dtm = sign * dtm;
    if (dtz > PROBER_CLOCK_FULL) value.wdl = sign > 0 ? WDL_CURSED_WIN : WDL_BLESSED_LOSS;
    return value;
}

/* With the right to capture en passant a position has no place in the tables: its value follows from its moves. */
static ProbeStatus probe_moves(Prober *p, const ChessPosition *position, int metrics, ProbeValue *value,
                               char error[PROBER_ERROR])
{
    ChessWalk walk = chess_walk(position);
    ChessMove move;
    int any = 0;
    while (chess_walk_next(&walk, &move)) {
        const ChessPosition next = chess_make(*position, move);
        const int zeroing = chess_is_zeroing(position, move);
        ProbeValue after;
        const ProbeStatus status = probe(p, &next, metrics | (zeroing ? 0 : PROBE_DTZ), &after, error);
        if (status != PROBE_DONE) return status;
        const ProbeValue ours = prober_before_move(after, zeroing);
        if (!any) *value = ours;
        any = 1;
        if (rank_by_distance(ours.dtz) > rank_by_distance(value->dtz)) {
            value->dtz = ours.dtz;
            value->wdl = ours.wdl;
        }
        if (rank_by_distance(ours.dtm) > rank_by_distance(value->dtm)) value->dtm = ours.dtm;
    }
    if (!(metrics & PROBE_DTZ)) value->dtz = 0;
    if (!(metrics & PROBE_DTM)) value->dtm = 0;
    return PROBE_DONE;
}

static ProbeStatus probe(Prober *p, const ChessPosition *position, int metrics, ProbeValue *value,
                         char error[PROBER_ERROR])
{
    if (chess_en_passant(*position)) return probe_moves(p, position, metrics, value, error);
    Address address;
    const ProbeStatus status = find_place(p, position, &address, error);
    if (status != PROBE_DONE) return status;
    if (address.files) return probe_place(p, &address, metrics, value, error);
    const u64 kings = chess_kings(*position);
    *value = (ProbeValue){.wdl = WDL_DRAW};
    return chess_king_attacks_x1(kings & position->own) & kings ? illegal(error, "the kings touch")
                                                                : PROBE_DONE;
}

ProbeStatus prober_probe(Prober *p, const ChessPosition *position, int metrics, ProbeValue *value,
                         char error[PROBER_ERROR])
{
    if (chess_en_passant(*position)) { /* the right alone does not make the rest legal */
        Address address;
        const ProbeStatus status = find_place(p, position, &address, error);
        if (status != PROBE_DONE) return status;
        if (chess_in_check(chess_flip(*position))) return illegal(error, "the side not to move is in check");
    }
    return probe(p, position, metrics, value, error);
}

Wdl prober_wdl_at_clock(ProbeValue value, int clock)
{
    const int plies =
        (value.dtz < 0 ? -value.dtz : value.dtz) + (clock < PROBER_CLOCK_FULL ? clock : PROBER_CLOCK_FULL);
    if (value.wdl == WDL_WIN && plies > PROBER_CLOCK_FULL) return WDL_CURSED_WIN;
    if (value.wdl == WDL_LOSS && plies > PROBER_CLOCK_FULL) return WDL_BLESSED_LOSS;
    return value.wdl;
}
