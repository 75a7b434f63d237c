/* SPDX-License-Identifier: MIT */
#include "placements.h"

#include <stdlib.h>

typedef struct {
    const Material *material;
    Placements *placements;
} Builder;

static int equal_men(const Material *m, int a, int b)
{
    return m->man[a].kind == m->man[b].kind && m->man[a].side == m->man[b].side;
}

u32 placement_image(const Material *material, u32 code, u32 symmetry)
{
    u32 square[MATERIAL_OTHERS];
    const int count = material->count;
    for (int i = 0; i < count; i++) {
        square[i] = symmetry_square(symmetry, code >> 6 * (count - 1 - i) & 63);
        for (int j = i; j > 0 && equal_men(material, j - 1, j) && square[j - 1] > square[j]; j--) {
            const u32 s = square[j];
            square[j] = square[j - 1];
            square[j - 1] = s;
        }
    }
    u32 result = 0;
    for (int i = 0; i < count; i++) result = result << 6 | square[i];
    return result;
}

u32 placement_stabiliser(const Material *material, u32 code)
{
    u32 which = 1;
    for (u32 s = 1; s < (material->pawns ? 2u : 8u); s++)
        if (placement_image(material, code, s) == code) which |= 1u << s;
    return which;
}

static u32 canonical(const Builder *b, u32 code, u32 *symmetry)
{
    const u32 symmetries = b->material->pawns ? 2 : 8;
    u32 best = placement_image(b->material, code, 0);
    *symmetry = 0;
    for (u32 s = 1; s < symmetries; s++) {
        const u32 other = placement_image(b->material, code, s);
        if (other < best) {
            best = other;
            *symmetry = s;
        }
    }
    return best;
}

/* -1: no placement */
static int level_of(const Builder *b, u32 code)
{
    u64 occupied = 0;
    int level = 0;
    for (int i = 0; i < b->placements->count; i++) {
        const u32 square = placement_square(b->placements, code, i);
        if (occupied >> square & 1) return -1;
        occupied |= U64(1) << square;
        if (b->material->man[i].kind != CHESS_PAWN) continue;
        if (square < 8 || square >= 56) return -1;
        level += (int)(b->material->man[i].side ? (square >> 3) - 1 : 6 - (square >> 3));
    }
    return level;
}

static u32 codes_of(int count) { return 1u << 6 * count; }

/* Numbers the canonical codes, level by level: first a count of each level, then the places. */
static void number_blocks(const Builder *b, u8 *levels)
{
    Placements *p = b->placements;
    const u32 codes = codes_of(p->count);
    u32 next[PLACEMENT_LEVELS + 1] = {0};
    for (u32 code = 0; code < codes; code++)
        if (levels[code] < PLACEMENT_LEVELS) next[levels[code] + 1]++;
    for (int i = 0; i < PLACEMENT_LEVELS; i++) {
        next[i + 1] += next[i];
        p->level_first[i + 1] = next[i + 1];
    }
    p->blocks = next[PLACEMENT_LEVELS];
    p->levels = 5 * b->material->pawns + 1;
    p->codes = malloc((p->blocks + 1) * sizeof *p->codes);
    if (p->codes == NULL) return;
    for (u32 code = 0; code < codes; code++)
        if (levels[code] < PLACEMENT_LEVELS) {
            const u32 block = next[levels[code]]++;
            p->codes[block] = code;
            p->map[code] = block << 3;
        }
}

static Placements *build(Builder *b)
{
    const u32 codes = codes_of(b->placements->count);
    u8 *levels = malloc(codes), *symmetries = malloc(codes);
    b->placements->map = malloc(codes * sizeof *b->placements->map);
    int built = levels && symmetries && b->placements->map;
    if (built) {
        for (u32 code = 0; code < codes; code++) {
            const int level = level_of(b, code);
            u32 symmetry = 0;
            b->placements->map[code] = level < 0 ? PLACEMENT_NONE : canonical(b, code, &symmetry);
            symmetries[code] = (u8)symmetry;
            levels[code] = (u8)(level >= 0 && b->placements->map[code] == code ? level : 255);
        }
        number_blocks(b, levels);
        built = b->placements->codes != NULL;
    }
    /* The canonical codes have their blocks by now; canonical codes are the least, so a code's own comes first. */
    if (built)
        for (u32 code = 0; code < codes; code++)
            if (b->placements->map[code] != PLACEMENT_NONE && levels[code] == 255)
                b->placements->map[code] = b->placements->map[b->placements->map[code]] | symmetries[code];
    free(levels);
    free(symmetries);
    if (built) return b->placements;
    placements_close(b->placements);
    return NULL;
}

Placements *placements_open(const Material *material)
{
    Builder b = {material, calloc(1, sizeof(Placements))};
    if (b.placements == NULL) return NULL;
    b.placements->count = material->count;
    return build(&b);
}

void placements_close(Placements *placements)
{
    if (placements == NULL) return;
    free(placements->map);
    free(placements->codes);
    free(placements);
}

u64 placements_bytes(const Material *material)
{
    const u64 codes = codes_of(material->count);
    return codes * 4 + (material->pawns ? codes / 2 : codes / 8 + codes / 32) * 4;
}
