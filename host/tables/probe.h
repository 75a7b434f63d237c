/* SPDX-License-Identifier: MIT */
/* What tables say about a position and each of its moves, in any game. */
#ifndef HOST_PROBE_H
#define HOST_PROBE_H

#include "../../solver/draughts/prober.h"
#include "../../solver/prober.h"
#include "../games/game.h"

#define PROBE_LINE 2048 /* plies, more than any line to mate of 6 men */

/* The tables of a folder. */
typedef struct {
    const Game *game;
    Prober *chess;            /* of chess, else NULL */
    DraughtsProber *draughts; /* of draughts, else NULL */
} ProbeTables;

typedef struct {
    GameMove move;
    int rank;           /* as in ProbeMove */
    ProbeResult result; /* as the side that makes the move sees it, the move counted */
} RankedMove;

typedef struct {
    GameRecord record;
    ProbeResult result;
    char missing[PROBE_DISTANCES][PROBER_ERROR]; /* why a distance is not known, here or of a move, or "" */
    int by; /* PROBE_ bit of the distance by which moves of equal results are sorted */
    int count;
    RankedMove moves[GAME_MAX_MOVES]; /* best first */
    int line_count;
    GameMove line[PROBE_LINE];
} ProbeReport;

/* Closes what is open, and forgets it. */
void probe_close(ProbeTables *tables);

/* Looks up a record and all its moves. `by`: a distance of the game, or 0 for the one to the end (PROBE_DTM,
 * PROBE_DTW) where it is known, else PROBE_DTZ. PROBE_DONE also where only a distance is missing; else error
 * has one line. Thread-safe. */
ProbeStatus probe_position(const ProbeTables *tables, const GameRecord *record, int by, ProbeReport *report,
                           char error[PROBER_ERROR]);

/* Fills the line of a filled report: best moves of both sides by report->by until the end; none if the
 * position is drawn. By DTM the 50-move rule is ignored. As probe_position otherwise. */
ProbeStatus probe_line(const ProbeTables *tables, ProbeReport *report, char error[PROBER_ERROR]);

#endif
