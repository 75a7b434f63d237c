/* SPDX-License-Identifier: MIT */
#include "reference_table.h"

#include <string.h>

static const char letters[] = ".PNBRQK";

static u32 men_of_kind(Side side, u32 kind) { return side >> 4 * kind & 15; }

static int men_of(Side side)
{
    u32 men = 0;
    for (u32 kind = CHESS_PAWN; kind <= CHESS_KING; kind++) men += men_of_kind(side, kind);
    return (int)men;
}

int table_parse_material(const char *text, Side sides[2])
{
    if (strlen(text) > REFERENCE_MEN + 1) return -1;
    Side read[2] = {0, 0};
    int side = 0;
    for (; *text; text++) {
        const char *letter = strchr(letters + 1, *text);
        if (letter) read[side] += 1u << 4 * (letter - letters);
        else if (*text == 'v' && side == 0) side = 1;
        else return -1;
    }
    for (side = 0; side < 2; side++)
        if (men_of_kind(read[side], CHESS_KING) != 1) return -1;
    memcpy(sides, read, sizeof read);
    return 0;
}

static void add_man(Table *table, u32 kind, u32 side)
{
    table->man[table->men++] = (Man){(u8)kind, (u8)side};
    table->size *= table->men == 1 ? 32 : 64;
    if (kind == CHESS_PAWN) table->pawns++;
    else table->block *= table->men == 1 ? 32 : 64;
}

static void add_men(Table *table, u32 kind)
{
    for (u32 side = 0; side < 2; side++)
        for (u32 n = men_of_kind(table->sides[side], kind); n; n--) add_man(table, kind, side);
}

static void write_name(Table *table)
{
    char *at = table->name;
    for (u32 side = 0; side < 2; side++) {
        for (u32 kind = CHESS_KING; kind >= CHESS_PAWN; kind--)
            for (u32 n = men_of_kind(table->sides[side], kind); n; n--) *at++ = letters[kind];
        if (side == 0) *at++ = 'v';
    }
    *at = 0;
}

Table table_of(const Side sides[2])
{
    const int men[2] = {men_of(sides[0]), men_of(sides[1])};
    const int swap = men[0] < men[1] || (men[0] == men[1] && sides[0] < sides[1]);
    Table table = {.sides = {sides[swap], sides[!swap]}, .size = 2, .block = 2};
    add_men(&table, CHESS_PAWN);
    for (u32 kind = CHESS_KING; kind > CHESS_PAWN; kind--) add_men(&table, kind);
    write_name(&table);
    return table;
}

/* ---- placements ---- */

static int equal_to_last(const Table *table, int man)
{
    const Man *a = &table->man[man - 1], *b = &table->man[man];
    return a->kind == b->kind && a->side == b->side;
}

static void sort_equal_men(const Table *table, Placement *p)
{
    for (int i = 1; i < table->men; i++)
        for (int j = i; j > 0 && equal_to_last(table, j) && p->square[j - 1] > p->square[j]; j--) {
            const u8 square = p->square[j];
            p->square[j] = p->square[j - 1];
            p->square[j - 1] = square;
        }
}

/* The one of a placement and its mirror image, and of the orders of equal men, that has an index. */
static void make_canonical(const Table *table, Placement *p)
{
    sort_equal_men(table, p);
    if ((p->square[0] & 7) < 4) return;
    for (int i = 0; i < REFERENCE_MEN; i++) p->square[i] ^= 7; /* unused ones too */
    sort_equal_men(table, p);
}

u64 table_index(const Table *table, Placement p)
{
    make_canonical(table, &p);
    u64 index = (u64)(p.square[0] >> 3) * 4 + (p.square[0] & 7);
    for (int i = 1; i < table->men; i++) index = index * 64 + p.square[i];
    return index * 2 + p.side;
}

Placement table_placement(const Table *table, u64 index)
{
    Placement p = {.side = (u8)(index & 1)};
    index >>= 1;
    for (int i = table->men - 1; i > 0; i--) {
        p.square[i] = (u8)(index & 63);
        index >>= 6;
    }
    p.square[0] = (u8)((index >> 2) * 8 + (index & 3));
    return p;
}

int table_is_placement(const Table *table, Placement p)
{
    u64 occupied = 0;
    for (int i = 0; i < table->men; i++) {
        const u32 square = p.square[i];
        if (occupied >> square & 1) return 0;
        if (table->man[i].kind == CHESS_PAWN && (square < 8 || square >= 56)) return 0;
        if (i && equal_to_last(table, i) && p.square[i - 1] > square) return 0;
        occupied |= U64(1) << square;
    }
    return 1;
}

ChessPosition table_position(const Table *table, Placement p)
{
    ChessPosition position = {0, 0, 0, 0};
    for (int i = 0; i < table->men; i++) {
        const Man man = table->man[i];
        const u64 bit = U64(1) << (p.side ? p.square[i] ^ 56 : p.square[i]);
        if (man.kind & 1) position.kind0 |= bit;
        if (man.kind & 2) position.kind1 |= bit;
        if (man.kind & 4) position.kind2 |= bit;
        if (man.side == p.side) position.own |= bit;
    }
    return position;
}

static u64 squares_of_kind(ChessPosition p, u32 kind)
{
    return (kind & 1 ? p.kind0 : ~p.kind0) & (kind & 2 ? p.kind1 : ~p.kind1) &
           (kind & 4 ? p.kind2 : ~p.kind2);
}

Placement table_placement_of(const Table *table, ChessPosition position, u8 side)
{
    Placement p = {.side = side};
    u64 left = chess_occupied(position);
    for (int i = 0; i < table->men; i++) {
        const Man man = table->man[i];
        const u64 owner = man.side == side ? position.own : ~position.own;
        const u32 square = lowest_bit64(squares_of_kind(position, man.kind) & owner & left);
        left ^= U64(1) << square;
        p.square[i] = (u8)(side ? square ^ 56 : square);
    }
    return p;
}

Side position_side(ChessPosition position, u64 owner)
{
    Side side = 0;
    for (u32 kind = CHESS_PAWN; kind <= CHESS_KING; kind++)
        side |= popcount64(squares_of_kind(position, kind) & owner) << 4 * kind;
    return side;
}

int position_is_illegal(ChessPosition position) { return (int)chess_in_check(chess_flip(position)); }
