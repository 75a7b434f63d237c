/* SPDX-License-Identifier: MIT */
#include "positions.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CLUSTER = 4, GENERATIONS = 64 };

typedef struct {
    u64 check, data; /* check: the key ^ data */
} Entry;

struct Positions {
    void *memory;
    Entry *entries;
    u64 clusters;
    u32 generation;
};

/* ---- an entry's data: code 16, score 16, evaluation 16, depth 8, bound 2, generation 6 bits ---- */

static u64 pack(const Known *known, int score, u32 generation)
{
    return (u64)known->code | (u64)(u16)score << 16 | (u64)(u16)known->evaluation << 32 |
           (u64)(u8)known->depth << 48 | (u64)known->bound << 56 | (u64)generation << 58;
}

static i32 depth_of(u64 data) { return (i32)(data >> 48 & 0xff); }
static u32 generation_of(u64 data) { return (u32)(data >> 58); }

static Known unpack(u64 data)
{
    Known known;
    known.code = (u32)(data & 0xffff);
    known.score = (int16_t)(data >> 16 & 0xffff);
    known.evaluation = (int16_t)(data >> 32 & 0xffff);
    known.depth = depth_of(data);
    known.bound = (Bound)(data >> 56 & 3);
    return known;
}

/* Scores of won games are kept as distances from the position itself. */
static int from_position(int score, int ply)
{
    return score >= ENGINE_DECIDED ? score + ply : score <= -ENGINE_DECIDED ? score - ply : score;
}

/* ---- the table ---- */

static Entry *cluster_of(const Positions *positions, u64 key)
{
    __extension__ typedef unsigned __int128 Wide;
    return positions->entries + (u64)((Wide)key * positions->clusters >> 64) * CLUSTER;
}

Positions *positions_make(u64 bytes)
{
    Positions *positions = malloc(sizeof *positions);
    if (!positions) return NULL;
    if (bytes < 65536) bytes = 65536;
    positions->clusters = bytes / (CLUSTER * sizeof(Entry));
    positions->memory = calloc(1, positions->clusters * CLUSTER * sizeof(Entry) + 64);
    positions->generation = 0;
    if (!positions->memory) {
        free(positions);
        return NULL;
    }
    positions->entries = (Entry *)(((uintptr_t)positions->memory + 63) / 64 * 64);
    return positions;
}

void positions_free(Positions *positions)
{
    if (!positions) return;
    free(positions->memory);
    free(positions);
}

void positions_clear(Positions *positions)
{
    memset(positions->entries, 0, positions->clusters * CLUSTER * sizeof(Entry));
    positions->generation = 0;
}

void positions_next_search(Positions *positions)
{
    positions->generation = (positions->generation + 1) % GENERATIONS;
}

int positions_find(const Positions *positions, u64 key, int ply, Known *known)
{
    const Entry *entry = cluster_of(positions, key);
    for (int i = 0; i < CLUSTER; i++, entry++) {
        const u64 data = __atomic_load_n(&entry->data, __ATOMIC_RELAXED);
        if ((__atomic_load_n(&entry->check, __ATOMIC_RELAXED) ^ data) != key || data == 0) continue;
        *known = unpack(data);
        known->score = from_position(known->score, -ply);
        return 1;
    }
    return 0;
}

/* How much an entry is worth: what was searched deeply and lately. */
static i32 worth(const Positions *positions, u64 data)
{
    const u32 age = (positions->generation - generation_of(data)) % GENERATIONS;
    return data == 0 ? INT32_MIN : depth_of(data) - 8 * (i32)age;
}

void positions_keep(Positions *positions, u64 key, int ply, const Known *known)
{
    Entry *entries = cluster_of(positions, key), *place = entries;
    Known kept = *known;
    i32 least = INT32_MAX;
    for (int i = 0; i < CLUSTER; i++) {
        const u64 data = __atomic_load_n(&entries[i].data, __ATOMIC_RELAXED);
        if ((__atomic_load_n(&entries[i].check, __ATOMIC_RELAXED) ^ data) == key && data) {
            if (known->bound != BOUND_EXACT && depth_of(data) > known->depth + 3 &&
                generation_of(data) == positions->generation)
                return;
            if (kept.code == 0) kept.code = (u32)(data & 0xffff);
            place = &entries[i];
            break;
        }
        const i32 value = worth(positions, data);
        if (value < least) {
            least = value;
            place = &entries[i];
        }
    }
    const u64 data = pack(&kept, from_position(kept.score, ply), positions->generation);
    __atomic_store_n(&place->data, data, __ATOMIC_RELAXED);
    __atomic_store_n(&place->check, key ^ data, __ATOMIC_RELAXED);
}

int positions_permille(const Positions *positions)
{
    const u64 sample = positions->clusters * CLUSTER < 1000 ? positions->clusters * CLUSTER : 1000;
    u64 used = 0;
    for (u64 i = 0; i < sample; i++) {
        const u64 data = __atomic_load_n(&positions->entries[i].data, __ATOMIC_RELAXED);
        used += data != 0 && generation_of(data) == positions->generation;
    }
    return (int)(used * 1000 / sample);
}
