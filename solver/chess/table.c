/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <stdlib.h>
#include <string.h>

u64 table_bytes(const Material *material)
{
    const u64 codes = U64(1) << 6 * material->count;
    const u64 blocks = material->pawns ? codes / 2 : codes / 8 + codes / 32;
    return placements_bytes(material) + blocks * BLOCK_CELLS * 2 * 10 / 8;
}

void *table_zeros(size_t count, size_t size)
{
    if (count > (SIZE_MAX - 63) / size) return NULL;
    const size_t bytes = (count * size + 63) / 64 * 64;
    void *memory = aligned_alloc(64, bytes);
    if (memory) memset(memory, 0, bytes);
    return memory;
}

Table *table_open(const Material *material, Metric metric)
{
    Table *table = calloc(1, sizeof *table);
    if (table == NULL) return NULL;
    table->material = *material;
    table->metric = metric;
    table->placements = placements_open(material);
    int whole = table->placements != NULL;
    for (int side = 0; whole && side < 2; side++) {
        const size_t blocks = table->placements->blocks;
        table->won[side] = table_zeros(blocks * BLOCK_WORDS, sizeof(u64));
        table->lost[side] = table_zeros(blocks * BLOCK_WORDS, sizeof(u64));
        table->distance[side] = table_zeros(blocks, BLOCK_CELLS);
        whole = table->won[side] && table->lost[side] && table->distance[side];
    }
    if (whole) return table;
    table_close(table);
    return NULL;
}

void table_close(Table *table)
{
    if (table == NULL) return;
    for (int side = 0; side < 2; side++) {
        free(table->won[side]);
        free(table->lost[side]);
        free(table->distance[side]);
    }
    placements_close(table->placements);
    free(table);
}

/* ---- values ---- */

typedef Value Values8 __attribute__((vector_size(16)));
typedef u8 Bytes8 __attribute__((vector_size(8)));

/* Each bit of a byte as a lane of ones or zeros. */
static inline Values8 lanes_of(u64 bits)
{
    const Value all = (Value)(bits & 255);
    const Values8 each = {1, 2, 4, 8, 16, 32, 64, 128};
    return (Values8)(((Values8){all, all, all, all, all, all, all, all} & each) != 0);
}

static void row_values(u64 won, u64 lost, const u8 *distance, Metric metric, Value *out)
{
    const Values8 most = {16384, 16384, 16384, 16384, 16384, 16384, 16384, 16384};
    for (u32 at = 0; at < 64; at += 8) {
        Bytes8 bytes;
        memcpy(&bytes, distance + at, sizeof bytes);
        const Values8 raw = __builtin_convertvector(bytes, Values8);
        const Values8 win = lanes_of(won >> at), loss = lanes_of(lost >> at);
        const Values8 illegal = (Values8)(raw == DISTANCE_ILLEGAL) & win;
        const Values8 plies = metric == METRIC_DTM ? raw + raw - win : raw; /* a lane of ones is -1 */
        const Values8 size = most - plies;
        Values8 value = (size & win) | (-size & loss);
        value = (value & ~illegal) | (illegal & VALUE_ILLEGAL);
        memcpy(out + at, &value, sizeof value);
    }
}

void table_values(const Table *table, u32 code, u32 side, ValueBlock *values)
{
    const u32 mapped = table->placements->map[code];
    const size_t block = mapped >> 3;
    const u32 symmetry = mapped & 7;
    ValueBlock stored;
    ValueBlock *to = symmetry ? &stored : values;
    for (u32 p = 0; p < 64; p++)
        row_values(table->won[side][block * 64 + p], table->lost[side][block * 64 + p],
                   table->distance[side] + block * BLOCK_CELLS + 64 * p, table->metric, to->at[p]);
    if (symmetry) value_block_turn(&stored, symmetry, 0, values);
}
