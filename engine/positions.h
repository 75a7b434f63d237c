/* SPDX-License-Identifier: MIT */
/* The table of positions that searches have met, shared by their threads without locks: the two words of an
 * entry are written one after the other, and an entry whose words do not belong together is not found. */
#ifndef ENGINE_POSITIONS_H
#define ENGINE_POSITIONS_H

#include "engine.h"

typedef struct Positions Positions;

typedef enum { BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT } Bound;

typedef struct {
    u32 code;  /* of the best move, 0: none */
    int score; /* as the position's side to move sees it, mates counted from the root */
    int evaluation;
    int depth; /* plies searched below, 0 or more */
    Bound bound;
} Known;

/* NULL: no memory. At least 64 KiB are used. */
Positions *positions_make(u64 bytes);
void positions_free(Positions *positions); /* NULL is allowed */
/* Thread-safe are these. ply: of the position below the root, for scores of won games. */
int positions_find(const Positions *positions, u64 key, int ply, Known *known);
void positions_keep(Positions *positions, u64 key, int ply, const Known *known);
/* These are not, while others use the table. */
void positions_clear(Positions *positions);
void positions_next_search(Positions *positions);
/* Thread-safe; how many thousandths of the entries are of this search, from a sample. */
int positions_permille(const Positions *positions);

#endif
