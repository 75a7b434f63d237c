/* SPDX-License-Identifier: MIT */
/* What probing differs in between games: a row of functions for each family. */
#ifndef HOST_PROBE_GAMES_H
#define HOST_PROBE_GAMES_H

#include "probe.h"

typedef struct {
    int distances;  /* PROBE_ bits */
    int to_the_end; /* the one of them that counts to the end of the game */
    /* Everything known of a position, the clock's result included. Adds to report->missing. */
    ProbeStatus (*look_up)(const ProbeTables *tables, const GameRecord *record, ProbeResult *result,
                           ProbeReport *report, char error[PROBER_ERROR]);
    /* What a move is worth to its maker, the move counted, given what is known of the position after it. */
    ProbeResult (*turned)(const GameRecord *record, const GameRecord *next, const ProbeResult *after);
} ProbeGame;

extern const ProbeGame probe_chess, probe_draughts;

/* Keeps why a distance is not known, the first reason told. */
void probe_miss(ProbeReport *report, int what, const char why[PROBER_ERROR]);

static inline int probe_with_sign(Wdl wdl, int plies) { return wdl > 0 ? plies : wdl < 0 ? -plies : 0; }

#endif
