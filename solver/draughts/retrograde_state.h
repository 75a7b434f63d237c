/* SPDX-License-Identifier: MIT */
/* What the builds of draughts analysis share: the state of a run, and a table of functions for each build. */
#ifndef SOLVER_DRAUGHTS_RETROGRADE_STATE_H
#define SOLVER_DRAUGHTS_RETROGRADE_STATE_H

#include "retrograde.h"
#include "../base/instruction_sets.h"

#define B u64
#define B_WORDS 1
#include "conversions_tmpl.h"
#undef B
#undef B_WORDS

enum { DRAUGHTS_CLASSES = 4, DRAUGHTS_ROW_GROUP = 8 };

/* Fixed pieces of one side and kind. */
typedef struct {
    u64 domain; /* where they may stand */
    u64 *sets;  /* by number */
    u32 count, combinations;
    u32 stride;    /* of the set's number, in rows */
    u8 number[64]; /* of a square in the domain */
} DraughtsClass;

/* White is the mover of `table[0]`, men upward; class 2 * side + kind. Words are by side to move and row, a
 * bit for each square of the free piece. */
typedef struct {
    DraughtsGeometry_x1 g;
    const DraughtsRuleset *rules;
    DraughtsTable *table[2];
    DraughtsSource source;
    DraughtsClass class[DRAUGHTS_CLASSES];
    u32 free_class, fixed; /* number of fixed pieces */
    u32 rows, row_bytes;   /* arrays by row have room for whole groups */
    u32 ply;

    u64 *open[2]; /* neither decided nor known to be drawn */
    u64 *won[2];
    u64 *safe[2];        /* never lost: a capture or promotion holds */
    u64 *closed[2];      /* must capture */
    u64 *next_wins[2];   /* open or not: a move leads to what was lost at the last ply */
    u64 *next_losses[2]; /* open or not: a move leads to what was won at the last ply */
    /* An open position's byte is 0, or 1 + the plies after which captures and promotions win (in `safe`), or
     * lose at the earliest. */
    u8 *value[2];
    u8 *scheduled[2]; /* by row: the next ply for which a byte waits, 0: none */
} DraughtsRun;

/* Found by one thread. */
typedef struct {
    u64 decided;
    u32 longest; /* plies for which bytes wait */
    u32 failed;  /* some distance is above DRAUGHTS_PLIES_MOST */
} DraughtsFound;

/* For rows first to end - 1. */
typedef void DraughtsStep(DraughtsRun *run, u32 first, u32 end, u32 side, DraughtsFound *found);

typedef struct {
    InstructionSet set;
    DraughtsStep *look_up;       /* before the first ply */
    DraughtsStep *wins, *losses; /* at every other ply */
    DraughtsStep *write;         /* to the tables */
} DraughtsBuild;

extern const DraughtsBuild draughts_retrograde_avx512, draughts_retrograde_avx2, draughts_retrograde_plain;

#endif
