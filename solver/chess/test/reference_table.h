/* SPDX-License-Identifier: MIT */
/* A table of the reference solver: the men of a material, their placements, and the index of a placement.
 *
 * Squares are those of the first side, which plays up the board. The index is a row of digits: 32 squares of
 * the first man, who stands on files a to d (else the board is mirrored), 64 squares of every other man, then
 * the side to move. Pawns come first, so that positions with the same pawns are neighbours: a block.
 */
#ifndef SOLVER_TEST_REFERENCE_TABLE_H
#define SOLVER_TEST_REFERENCE_TABLE_H

#include "rules/chess/moves.h"

#define REFERENCE_MEN 4
#define REFERENCE_NAME 8

/* How many men of each kind: 4 bits a kind, at bit 4 * kind. */
typedef u32 Side;

typedef struct {
    u8 kind, side;
} Man;

typedef struct {
    Side sides[2];
    int men, pawns;
    Man man[REFERENCE_MEN]; /* equal men stand together */
    char name[REFERENCE_NAME];
    u64 size, block;      /* placements; placements a block */
    int16_t (*values)[2]; /* by placement and metric */
} Table;

typedef struct {
    u8 square[REFERENCE_MEN]; /* of each man */
    u8 side;                  /* to move */
} Placement;

/* Reads "KQvKR". 0, or -1 if it is no material of 2 to 4 men. */
int table_parse_material(const char *text, Side sides[2]);

/* The table without values. The stronger side becomes the first. */
Table table_of(const Side sides[2]);

Placement table_placement(const Table *table, u64 index);
u64 table_index(const Table *table, Placement placement);

/* 1 if each man has a square of his own, no pawn stands on the last ranks, and equal men are in order. */
int table_is_placement(const Table *table, Placement placement);

ChessPosition table_position(const Table *table, Placement placement);

/* The men of a position that has this table's material, `side` to move. */
Placement table_placement_of(const Table *table, ChessPosition position, u8 side);

Side position_side(ChessPosition position, u64 owner);

/* The side not to move is in check. */
int position_is_illegal(ChessPosition position);

#endif
