/* SPDX-License-Identifier: MIT */
/* The prober's inside: what prober.c (opening, single positions) and prober_blocks.c (decoding) share. */
#ifndef SOLVER_PROBER_STATE_H
#define SOLVER_PROBER_STATE_H

#include "../files/block_cache.h"
#include "block_code.h"
#include "table_blocks.h"
#include "../files/table_part.h"

enum {
    PROBER_FILES = 3,
    PROBER_KEYS = 8192
}; /* keys: over twice the materials of MATERIAL_MEN men and less, both ways round */

typedef struct {
    Material material;
    _Atomic(Placements *) placements; /* NULL: not needed so far */
    TablePart part[PROBER_FILES];
} MaterialFiles;

typedef struct {
    MaterialKey key; /* 0: free */
    int files, swapped;
} KeyEntry;

struct Prober {
    char directory[TABLE_FILE_PATH / 2];
    MaterialFiles *materials;
    int count, room;
    KeyEntry keys[PROBER_KEYS];
    BlockCache *results, *distances; /* codes of results, a byte each; values of both metrics */
    pthread_mutex_t loading;
};

static inline int part_of(int metrics) { return metrics == PROBE_WDL ? 0 : metrics == PROBE_DTZ ? 1 : 2; }

/* The entry of a key, or the free one where it would be. */
static inline KeyEntry *prober_entry(Prober *p, MaterialKey key)
{
    u32 at = (key * 0x9e3779b1u) >> 19 & (PROBER_KEYS - 1);
    while (p->keys[at].key != 0 && p->keys[at].key != key) at = (at + 1) & (PROBER_KEYS - 1);
    return &p->keys[at];
}

/* NULL: the folder has nothing of this material. */
static inline MaterialFiles *prober_files(Prober *p, const Material *material)
{
    const KeyEntry *entry = prober_entry(p, material->key);
    return entry->key ? &p->materials[entry->files] : NULL;
}

/* Opened when first asked for. On failure `error` has a line. */
ProbeStatus prober_placements_of(Prober *p, MaterialFiles *files, const Placements **placements,
                                 char error[PROBER_ERROR]);

static inline u64 cache_key(const MaterialFiles *files, int metrics, u32 block, u32 side)
{
    return (u64)files->material.key << 34 | (u64)block << 3 | (u64)(metrics == PROBE_DTM) << 2 |
           (u64)side << 1 | 1;
}

/* A block as it is stored, by canonical placement, from the cache or the files: results as codes (block_code.h), or
 * values of PROBE_WDL, PROBE_DTZ, PROBE_DTM. Of materials with the same men on both sides, side 0 only. */
ProbeStatus prober_stored_results(Prober *p, MaterialFiles *files, u32 block, u32 side, u8 *results,
                                  char error[PROBER_ERROR]);
ProbeStatus prober_stored_values(Prober *p, MaterialFiles *files, int metrics, u32 block, u32 side,
                                 ValueBlock *values, char error[PROBER_ERROR]);

#endif
