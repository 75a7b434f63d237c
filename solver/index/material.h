/* SPDX-License-Identifier: MIT */
/* Material: which men stand on the board, and the names of tables.
 *
 *     Material material;
 *     char error[MATERIAL_ERROR];
 *     if (material_parse("KRvKQ", &material, error)) ...                error says what is wrong
 *     material.name                                                     "KQvKR": the stronger side comes first
 *
 * The first side plays up the board. Everything here is thread-safe.
 */
#ifndef SOLVER_MATERIAL_H
#define SOLVER_MATERIAL_H

#include "../../rules/chess/position.h"

#define MATERIAL_MEN 6    /* kings included */
#define MATERIAL_OTHERS 4 /* men besides the kings */
#define MATERIAL_NAME 12
#define MATERIAL_ERROR 256
#define MATERIAL_CHILDREN 40 /* captures, promotions, promoting captures */

/* How many men of each kind each side has, kings aside: 3 bits a kind, the second side's 15 bits higher. Equal
 * keys, equal material. */
typedef u32 MaterialKey;

typedef struct {
    u8 kind; /* CHESS_PAWN to CHESS_QUEEN */
    u8 side; /* 0: the first, 1: the second */
} Man;

typedef struct {
    MaterialKey key;
    int count;                /* men besides the kings, 0 to MATERIAL_OTHERS */
    int pawns;                /* they come first in man[] */
    int symmetric;            /* 1: both sides have the same men */
    Man man[MATERIAL_OTHERS]; /* equal men stand together */
    char name[MATERIAL_NAME]; /* "KRPvKR" */
} Material;

/* The key with one man more (number 1) or less (number -1). */
static inline MaterialKey material_add(MaterialKey key, u32 kind, u32 side, int number)
{
    return key + (MaterialKey)number * (1u << (3 * (kind - 1) + 15 * side));
}
static inline u32 material_count(MaterialKey key, u32 kind, u32 side)
{
    return key >> (3 * (kind - 1) + 15 * side) & 7;
}
static inline MaterialKey material_swap(MaterialKey key) { return key >> 15 | (key & 0x7fff) << 15; }

/* The material of a key of at most MATERIAL_OTHERS men. If the second side is the stronger one, the sides
 * change places: *swapped is set then (may be NULL). Stronger: more men; else more queens, rooks, bishops,
 * knights, pawns, in this order. */
Material material_of(MaterialKey key, int *swapped);

/* Reads "KQvKR", the sides in either order. 0, or -1 with one line in error. */
int material_parse(const char *text, Material *material, char error[MATERIAL_ERROR]);

/* The materials that a capture or a promotion leads to, each once, the sides as material_of orders them. Returns
 * their number; includes KvK, the material without men. */
int material_children(const Material *material, Material children[MATERIAL_CHILDREN]);

/* All materials of `men` men with kings (3 to MATERIAL_MEN), in an order in which children come first. Returns
 * their number; list may be NULL. */
int material_list(int men, Material *list);

/* The key of a position, its side to move taken as the first; 0 if it has more than MATERIAL_MEN men. */
MaterialKey material_of_position(ChessPosition position, int *men);

#endif
