/* SPDX-License-Identifier: MIT */
/* The statistics of a finished table of any game: results, distances, the longest of them. About 100 kB.
 *
 * Counted are legal positions without castling and en passant rights, halfmove clock 0.
 */
#ifndef SOLVER_STATISTICS_H
#define SOLVER_STATISTICS_H

#include "walk.h"

#define STATISTICS_PLIES 1024 /* no distance is as long */

typedef struct {
    u64 all;     /* every legal position; equal men not distinguished */
    u64 unique;  /* up to symmetry: the 8 of the square, the mirror image alone with pawns */
    u64 ordered; /* likewise, but equal men distinguished, as generators of tables tend to count */
} PositionCounts;

typedef struct {
    int plies;            /* -1: no position has this result */
    PositionCounts count; /* positions with this distance and result */
    u64 index;            /* the least of them, see placements.h, of draughts draughts_slice.h */
    char fen[WALK_FEN];
} LongestDistance;

/* Results as the side to move sees them, indexed by Wdl + 2. Of mates (PROBE_DTM), for which there is no
 * 50-move rule, only three of the five occur. */
typedef struct {
    PositionCounts results[5];
    LongestDistance longest[5];                                   /* of draws: none */
    PositionCounts won[STATISTICS_PLIES], lost[STATISTICS_PLIES]; /* by plies, results of all five kinds */
} SideStatistics;

typedef struct {
    int metrics;
    SideStatistics side[2]; /* by side to move */
} Statistics;

#endif
