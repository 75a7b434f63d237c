/* Checks a finished table position by position: each value has to follow from those behind the legal moves.
 *
 * If none is wrong here and in the tables that captures and promotions lead to, all distances are right, by
 * induction from mate, and drawn positions can be held for ever. Moves come from rules/chess/moves.h one at a
 * time, values from the source's probe: nothing is shared with the set-wise solver. A successor with an en
 * passant capture is valued by its own moves.
 *
 *     const VerifyOptions options = {.what = PROBE_DTZ | PROBE_DTM};
 *     VerifyReport report;
 *     if (verify_table(&walk, &options, &report, error) == WALK_DONE && report.wrong) ... report.first.fen
 */
#ifndef SOLVER_VERIFY_H
#define SOLVER_VERIFY_H

#include "table_walk.h"

#define VERIFY_RUN 64

typedef struct {
    int what;   /* PROBE_DTZ, PROBE_DTM or both. The results (PROBE_WDL) are compared with PROBE_DTZ; without
                   distances they cannot be checked */
    u64 sample; /* so many positions, drawn at random (some perhaps twice) in runs of VERIFY_RUN from one
                   block, whose moves lead to the same few blocks; 0: all */
    u64 seed;   /* of the sample: the same seed draws the same positions */
    int skip_checksums; /* 1: the files' checksums are left aside */
} VerifyOptions;

typedef struct {
    u64 index; /* see placements.h, of draughts draughts_slice.h */
    u32 side;  /* to move */
    int what;  /* the value that is wrong: a PROBE_ bit */
    Value stored, expected;
    char fen[WALK_FEN]; /* "-" if men share a square */
} VerifyWrong;

typedef struct {
    u64 checked;       /* legal positions */
    u64 wrong;         /* positions with a wrong value, or wrongly held to be legal or illegal */
    VerifyWrong first; /* of them by index, then side to move; PROBE_WDL before PROBE_DTZ before PROBE_DTM */
} VerifyReport;

#define VERIFY_VALUE 32

/* Checksums first, then positions, with what `options` says. Steps of progress: blocks, or runs of a
 * sample. The report is deterministic, with any number of threads. Wrong positions are no failure: WALK_DONE.
 * A checksum that differs is WALK_BROKEN, and no positions are checked then. If it is stopped or fails later,
 * the report is about what was checked until then. */
WalkStatus verify_table(const TableWalk *walk, const VerifyOptions *options, VerifyReport *report,
                        char error[PROBER_ERROR]);

/* A value in words: "win in 12", "cursed win", "draw", "illegal". what: PROBE_WDL, PROBE_DTZ or PROBE_DTM. */
void verify_value_text(int what, Value value, char text[VERIFY_VALUE]);

#endif
