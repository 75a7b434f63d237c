/* SPDX-License-Identifier: MIT */
/* What the checks of all games share: options, the report and its parts by worker, the runs of a sample. Thread-safe. */
#ifndef SOLVER_VERIFY_H
#define SOLVER_VERIFY_H

#include "walk.h"

#define VERIFY_RUN 64

typedef struct {
    int metrics; /* PROBE_DTZ, PROBE_DTM or both. The results (PROBE_WDL) are compared with PROBE_DTZ; without
                   distances they cannot be checked */
    u64 sample;  /* so many positions, drawn at random (some perhaps twice) in runs of VERIFY_RUN from one
                   block, whose moves lead to the same few blocks; 0: all */
    u64 seed;    /* of the sample: the same seed draws the same positions */
    int skip_checksums; /* 1: the files' checksums are left aside */
} VerifyOptions;

typedef struct {
    u64 index;   /* see placements.h, of draughts draughts_slice.h */
    u32 side;    /* to move */
    int metrics; /* the value that is wrong: a PROBE_ bit */
    Value stored, expected;
    char fen[WALK_FEN]; /* "-" if men share a square */
} VerifyWrong;

typedef struct {
    u64 checked;       /* legal positions */
    u64 wrong;         /* positions with a wrong value, or wrongly held to be legal or illegal */
    VerifyWrong first; /* of them by index, then side to move; PROBE_WDL before PROBE_DTZ before PROBE_DTM */
} VerifyReport;

#define VERIFY_VALUE 32

/* A value in words: "win in 12", "cursed win", "draw", "illegal". metrics: PROBE_WDL, PROBE_DTZ or PROBE_DTM. */
void verify_value_text(int metrics, Value value, char text[VERIFY_VALUE]);

typedef struct {
    u64 checked, wrong;
    VerifyWrong first; /* if any are wrong */
} VerifyShare;         /* of a worker */

/* Counts a wrong value. 1: it is the first of the share now, and `fen` may be filled in there. */
int verify_note(VerifyShare *share, const VerifyWrong *wrong);

void verify_sum(const VerifyShare *shares, int count, VerifyReport *report);

/* 1: the 50-move rule makes a draw of a result at this distance. */
static inline int verify_is_cursed(Value value) { return value != 0 && value_plies(value) > 100; }

/* The runs of a sample, the length of one, and the state of its generator, the same whoever draws it. */
u64 verify_runs(const VerifyOptions *options);
u64 verify_run_length(const VerifyOptions *options, u64 number);
u64 verify_run_seed(const VerifyOptions *options, u64 number);
u64 verify_drawn(u64 *state);

#endif
