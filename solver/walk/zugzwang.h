/* SPDX-License-Identifier: MIT */
/* What the searches for zugzwangs of all games share: options, kinds, the report and its parts by worker. */
#ifndef SOLVER_ZUGZWANG_H
#define SOLVER_ZUGZWANG_H

#include "walk.h"

#define ZUGZWANG_LIST 1000

typedef enum { ZUGZWANG_FULL, ZUGZWANG_FIRST_WINS, ZUGZWANG_SECOND_WINS, ZUGZWANG_KINDS } ZugzwangKind;

typedef struct {
    int fifty_moves; /* 0: results without the 50-move rule, as in the literature; 1: with it */
    int list;        /* positions to list, 0 to ZUGZWANG_LIST */
} ZugzwangOptions;

typedef struct {
    u64 all;    /* every position; equal men not distinguished */
    u64 unique; /* up to symmetry: the 8 of the square, the mirror image alone with pawns. Colours are not
                   exchanged: of KPvKP and the like half points come in pairs, and so do most full points */
} ZugzwangCounts;

typedef struct {
    ZugzwangKind kind;
    u64 index;          /* see placements.h, of draughts draughts_slice.h */
    char fen[WALK_FEN]; /* the first side, White, to move */
} Zugzwang;

typedef struct {
    u64 positions; /* legal whoever is to move, all of them */
    u64 unique;    /* such, up to symmetry */
    ZugzwangCounts kind[ZUGZWANG_KINDS];
    int listed;
    Zugzwang list[ZUGZWANG_LIST]; /* the first by index, of those that are the same by symmetry one */
} ZugzwangReport;

/* "full point", "half point, first side wins", "half point, second side wins" */
const char *zugzwang_kind_name(ZugzwangKind kind);

enum { ZUGZWANG_NONE = -1 };

typedef struct {
    u64 index;
    ZugzwangKind kind;
} ZugzwangFound;

typedef struct {
    u64 positions, unique;
    ZugzwangCounts kind[ZUGZWANG_KINDS];
    int found, taken;
    ZugzwangFound *list; /* the first `found` of this worker, in rising order */
} ZugzwangShare;

/* By the first side's results, -1 to 1, when it is to move and when the second is; or ZUGZWANG_NONE. */
int zugzwang_kind_of(int first, int second);

/* Shares of so many workers, with room for lists. NULL: no memory. */
ZugzwangShare *zugzwang_open_shares(int count, const ZugzwangOptions *options);
void zugzwang_close_shares(ZugzwangShare *shares, int count); /* NULL is allowed */

/* Puts a position on the share's list if there is room. */
void zugzwang_note(ZugzwangShare *share, const ZugzwangOptions *options, u64 index, int kind);

/* Adds all up, once; the positions of the list are yet without a FEN. */
void zugzwang_sum(ZugzwangShare *shares, int count, const ZugzwangOptions *options, ZugzwangReport *report);

#endif
