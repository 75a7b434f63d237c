/* Mutual zugzwangs: positions, legal whoever is to move, in which neither side wants to.
 *
 * Let first be the result for the first side when it is to move, second its result when the second side is.
 * Mutual zugzwang means first < second; the three kinds are those of the literature:
 *
 *     full point:               loss, win    whoever moves loses
 *     half point, first wins:   draw, win    the first side wins if the second must move
 *     half point, second wins:  loss, draw   the second side wins if the first must move
 *
 * Legal whoever is to move: no king is in check. En passant rights are not looked at.
 *
 *     static ZugzwangReport report;
 *     const ZugzwangOptions options = {.list = 10};
 *     if (zugzwang_count(&walk, &options, &report, error) == WALK_DONE) ... report.kind[ZUGZWANG_FULL].unique
 */
#ifndef SOLVER_ZUGZWANG_H
#define SOLVER_ZUGZWANG_H

#include "table_walk.h"

#define ZUGZWANG_LIST 1000

typedef enum {
    ZUGZWANG_FULL,
    ZUGZWANG_FIRST_WINS,
    ZUGZWANG_SECOND_WINS,
    ZUGZWANG_KINDS
} ZugzwangKind;

typedef struct {
    int fifty_moves; /* 0: results without the 50-move rule, as in the literature; 1: with it */
    int list;        /* positions to list, 0 to ZUGZWANG_LIST */
} ZugzwangOptions;

typedef struct {
    u64 all;    /* every position; equal men not told apart */
    u64 unique; /* up to symmetry: the 8 of the square, the mirror image alone with pawns. Colours are not
                   exchanged: of KPvKP and the like half points come in pairs, and so do most full points */
} ZugzwangCounts;

typedef struct {
    ZugzwangKind kind;
    u64 index;                /* see placements.h, of draughts draughts_slice.h */
    char fen[WALK_FEN];       /* the first side, White, to move */
} Zugzwang;

typedef struct {
    u64 positions; /* legal whoever is to move, all of them */
    u64 unique;    /* such, up to symmetry */
    ZugzwangCounts kind[ZUGZWANG_KINDS];
    int listed;
    Zugzwang list[ZUGZWANG_LIST]; /* the first by index, of those that are the same by symmetry one */
} ZugzwangReport;

/* Counts those of the walk's material. Steps of progress: blocks. Deterministic, with any number of threads.
 * Reads results (PROBE_WDL) alone. The report holds only if it returns WALK_DONE. */
WalkStatus zugzwang_count(const TableWalk *walk, const ZugzwangOptions *options, ZugzwangReport *report,
                          char error[PROBER_ERROR]);

/* "full point", "half point, first side wins", "half point, second side wins" */
const char *zugzwang_kind_name(ZugzwangKind kind);

#endif
