/* SPDX-License-Identifier: MIT */
/* What tables know of the moves of a position, best first, in every game: prober_moves of ../prober.h and
 * draughts_prober_moves of ../draughts/prober.h fill it.
 *
 *     static ProbeMoves moves;
 *     const ProbeTask task = {.clock = 12};
 *     if (prober_moves(prober, &position, &task, &moves, error) == PROBE_DONE)
 *         ... moves.list[0].result.at_clock, moves.list[0].result.plies[probe_distance(PROBE_DTM)] */
#ifndef SOLVER_PROBE_MOVES_H
#define SOLVER_PROBE_MOVES_H

#include "values.h"

#define PROBE_DISTANCES 3
#define PROBE_MOVES 576 /* more than any position of tables has */

/* A distance's place in arrays; metrics: PROBE_DTZ, PROBE_DTM or PROBE_DTW. */
static inline int probe_distance(int metrics)
{
    return metrics == PROBE_DTZ ? 0 : metrics == PROBE_DTM ? 1 : 2;
}

typedef struct {
    Wdl wdl;                    /* of chess with the halfmove clock at 0 */
    Wdl at_clock;               /* at the task's; as wdl where DTZ is not known, and in draughts */
    int known;                  /* PROBE_ bits of the distances that are known */
    int plies[PROBE_DISTANCES]; /* with signs, as in ProbeValue and DraughtsValue; void where not known */
} ProbeResult;

typedef struct {
    u64 after[4];       /* the words of the position behind it: a ChessPosition or a DraughtsPosition */
    int zeroing;        /* 1: a capture or pawn move of chess */
    int rank;           /* as probe_rank: equal for moves that are equally good */
    ProbeResult result; /* as the side that makes the move sees it, the move counted */
} ProbeMove;

typedef struct {
    int known; /* PROBE_ bits of the distances that are known of every move but draws */
    int by;    /* the distance by which moves of equal results are sorted */
    int count;
    ProbeMove list[PROBE_MOVES]; /* best first; equal ones as they were generated */
} ProbeMoves;

/* How to look up. All 0: at clock 0, sorted by the default. */
typedef struct {
    int clock; /* of chess: halfmoves since a capture or pawn move, 0 or more */
    int by; /* a distance of the game; 0: the one to the end (PROBE_DTM, PROBE_DTW) where it is known of every move
                  but draws, else PROBE_DTZ */
    char (*missing)
        [PROBER_ERROR]; /* by probe_distance: set to the first reason why a distance is not known, unless
                                      there is one already; NULL: not wanted */
    int (*stop)(
        void *user); /* asked before each move's look-up: nonzero ends in PROBE_STOPPED; NULL: never */
    void *user;
} ProbeTask;

/* The move that leads to the position, which has 32 bytes; NULL: there is none. Thread-safe. */
const ProbeMove *probe_moves_find(const ProbeMoves *moves, const void *after);

/* The larger the better for who makes the move: by the result at the clock, then by the distance, unknown ones last.
 * by: a single PROBE_ bit. Thread-safe. */
int probe_rank(const ProbeResult *result, int by);

/* ---- for the probers ---- */

/* Puts a distance that was looked up into the result. One without a table is no failure. */
ProbeStatus probe_take_distance(ProbeStatus status, int metrics, int plies, const ProbeTask *task,
                                ProbeResult *result, char error[PROBER_ERROR]);

/* A move to `after`, which has 32 bytes; those beyond PROBE_MOVES are lost. */
void probe_moves_add(ProbeMoves *moves, const void *after, int zeroing);

/* Fills move->result. */
typedef ProbeStatus ProbeMoveValue(void *prober, const ProbeTask *task, ProbeMove *move,
                                   char error[PROBER_ERROR]);

/* Values and sorts the moves that were added. to_the_end, other: the game's distances. On failure error has a line, but
 * for PROBE_STOPPED. */
ProbeStatus probe_moves_sort(ProbeMoves *moves, int to_the_end, int other, ProbeMoveValue *value,
                             void *prober, const ProbeTask *task, char error[PROBER_ERROR]);

#endif
