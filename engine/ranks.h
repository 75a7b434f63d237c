/* SPDX-License-Identifier: MIT */
/* What tables know of the moves of a position, and which of them is best. */
#ifndef ENGINE_RANKS_H
#define ENGINE_RANKS_H

#include "worker.h"

typedef struct {
    EnginePosition after;
    int zeroing;
    TableValue value; /* as the maker of the move sees it, the move counted */
} TableMove;

/* Fills the value of each move; clock: plies since a zeroing move before them. 1; 0: tables do not know them all, or
 * the search's time is over. */
int ranks_value(Worker *worker, void *tables, TableMove *moves, int count, int clock);

/* 1 if the distance to the end is known of each move that wins or loses. */
int ranks_by_plies(const TableMove *moves, int count);

/* The higher the better for who makes the move: won soon, won but for a rule, drawn, and so on. by_plies: as
 * ranks_by_plies says of all moves. */
int ranks_of(const TableValue *value, int by_plies);

#endif
