/* SPDX-License-Identifier: MIT */
/* Values of tables against the reference solver's, position by position. What fails ends the test. */
#ifndef SOLVER_TEST_AGAINST_REFERENCE_H
#define SOLVER_TEST_AGAINST_REFERENCE_H

#include "../table_walk.h"
#include "reference.h"

Reference *reference_of(const char *material);

/* The table's position shown as FEN. second: the second side moves, as Black. */
void position_fen(ChessPosition position, int second, char fen[CHESS_FEN_TEXT]);

typedef struct {
    TableSource source;
    int stride;     /* of positions without en passant captures, every stride-th is compared; all others */
    int en_passant; /* 0: positions with an en passant capture are left out */
} Compared;

/* Compares results, distances to zeroing and to mate. Returns how many positions. */
u64 compare_table(const Compared *compared, const Reference *reference, int table);

/* All tables of 3 men and more that `reference` has. */
u64 compare_tables(const Compared *compared, const Reference *reference);

#endif
