/* SPDX-License-Identifier: MIT */
#include "material.h"

#include <stdio.h>
#include <string.h>

static const char letters[] = ".PNBRQK";

static int men_of_side(MaterialKey key, u32 side)
{
    int men = 0;
    for (u32 kind = CHESS_PAWN; kind <= CHESS_QUEEN; kind++) men += (int)material_count(key, kind, side);
    return men;
}

/* Kinds weigh more than all lower ones together, as 3 bits each; so does the number of men. */
static u32 strength(MaterialKey key, u32 side)
{
    return (u32)men_of_side(key, side) << 15 | (key >> 15 * side & 0x7fff);
}

static void add_men(Material *material, u32 kind)
{
    for (u32 side = 0; side < 2; side++)
        for (u32 n = material_count(material->key, kind, side); n; n--)
            material->man[material->count++] = (Man){(u8)kind, (u8)side};
}

static void write_name(Material *material)
{
    char *at = material->name;
    for (u32 side = 0; side < 2; side++) {
        if (side) *at++ = 'v';
        *at++ = 'K';
        for (u32 kind = CHESS_QUEEN; kind >= CHESS_PAWN; kind--)
            for (u32 n = material_count(material->key, kind, side); n; n--) *at++ = letters[kind];
    }
    *at = 0;
}

Material material_of(MaterialKey key, int *swapped)
{
    const int swap = strength(key, 0) < strength(key, 1);
    if (swapped) *swapped = swap;
    Material material = {.key = swap ? material_swap(key) : key};
    add_men(&material, CHESS_PAWN);
    material.pawns = material.count;
    for (u32 kind = CHESS_KNIGHT; kind <= CHESS_QUEEN; kind++) add_men(&material, kind);
    material.symmetric = material_swap(key) == key;
    write_name(&material);
    return material;
}

static int fail(char error[MATERIAL_ERROR], const char *text, const char *what)
{
    char shown[40];
    size_t i = 0;
    for (; text[i] && i < sizeof shown - 1; i++) shown[i] = text[i] < 32 || text[i] > 126 ? '?' : text[i];
    shown[i] = 0;
    snprintf(error, MATERIAL_ERROR, "material '%s': %s", shown, what);
    return -1;
}

int material_parse(const char *text, Material *material, char error[MATERIAL_ERROR])
{
    static const char expected[] =
        "expected two sides parted by v, each a K and letters of QRBNP, as in KQvKR";
    MaterialKey key = 0;
    int kings[2] = {0, 0}, men = 0;
    u32 side = 0;
    for (const char *at = text; *at; at++) {
        const char *letter = strchr(letters + 1, *at);
        if (*at == 'v' && side == 0) {
            side = 1;
            continue;
        }
        if (letter == NULL) return fail(error, text, expected);
        if (++men > MATERIAL_MEN) return fail(error, text, "more than 6 men");
        const u32 kind = (u32)(letter - letters);
        if (kind == CHESS_KING) kings[side]++;
        else key = material_add(key, kind, side, 1);
    }
    if (side == 0 || kings[0] != 1 || kings[1] != 1) return fail(error, text, expected);
    if (men == 2) return fail(error, text, "two kings alone are always drawn, there is no table");
    *material = material_of(key, NULL);
    return 0;
}

/* ---- children ---- */

static void add_child(Material children[MATERIAL_CHILDREN], int *count, MaterialKey key)
{
    const Material child = material_of(key, NULL);
    for (int i = 0; i < *count; i++)
        if (children[i].key == child.key) return;
    children[(*count)++] = child;
}

static void add_promotions(Material children[MATERIAL_CHILDREN], int *count, MaterialKey key, u32 side)
{
    if (material_count(key, CHESS_PAWN, side) == 0) return;
    for (u32 kind = CHESS_KNIGHT; kind <= CHESS_QUEEN; kind++)
        add_child(children, count, material_add(material_add(key, CHESS_PAWN, side, -1), kind, side, 1));
}

int material_children(const Material *material, Material children[MATERIAL_CHILDREN])
{
    int count = 0;
    for (u32 side = 0; side < 2; side++) {
        add_promotions(children, &count, material->key, side);
        for (u32 kind = CHESS_PAWN; kind <= CHESS_QUEEN; kind++) {
            if (material_count(material->key, kind, side) == 0) continue;
            const MaterialKey left = material_add(material->key, kind, side, -1);
            add_child(children, &count, left);
            /* pawns do not capture pawns on the last rank */
            if (kind != CHESS_PAWN) add_promotions(children, &count, left, side ^ 1);
        }
    }
    return count;
}

/* ---- lists ---- */

static void list_kinds(MaterialKey key, int left, u32 lowest, int pawns, Material *list, int *count)
{
    if (left == 0) {
        int swapped, have = 0;
        const Material material = material_of(key, &swapped);
        for (u32 side = 0; side < 2; side++) have += (int)material_count(key, CHESS_PAWN, side);
        if (swapped || have != pawns) return;
        if (list) list[*count] = material;
        ++*count;
        return;
    }
    for (u32 man = lowest; man < 10; man++)
        list_kinds(material_add(key, man % 5 + 1, man / 5, 1), left - 1, man, pawns, list, count);
}

int material_list(int men, Material *list)
{
    int count = 0;
    for (int pawns = 0; pawns <= men - 2; pawns++) list_kinds(0, men - 2, 0, pawns, list, &count);
    return count;
}

MaterialKey material_of_position(ChessPosition p, int *men)
{
    const u64 occupied = chess_occupied(p);
    MaterialKey key = 0;
    *men = (int)popcount64(occupied);
    if (*men > MATERIAL_MEN) return 0;
    for (u64 left = occupied & ~chess_kings(p); left; left &= left - 1) {
        const u32 square = lowest_bit64(left), kind = chess_kind_at(p, square);
        key = material_add(key, kind == CHESS_CASTLE_ROOK ? CHESS_ROOK : kind, !(p.own >> square & 1), 1);
    }
    return key;
}
