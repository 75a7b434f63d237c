/* SPDX-License-Identifier: MIT */
/* Whole draughts tables from files: for statistics, checks and the solver. Thread-safe as the prober is. */
#ifndef SOLVER_DRAUGHTS_PROBER_TABLES_H
#define SOLVER_DRAUGHTS_PROBER_TABLES_H

#include "prober.h"
#include "../index/draughts_slice.h"

/* The values of a position, seen by the side to move, as a byte: 0 if drawn, else 1 + plies; with PROBE_WDL plies are 0
 * or 1, whatever says win or loss in the game. See draughts_value_wins. */
ProbeStatus draughts_prober_value(DraughtsProber *prober, DraughtsPosition position, int metrics, u32 *value,
                                  char error[PROBER_ERROR]);

/* The same for `count` positions of a slice by index, from `first`. */
ProbeStatus draughts_prober_values(DraughtsProber *prober, const DraughtsIndex *index, int metrics, u64 first,
                                   u32 count, u8 *values, char error[PROBER_ERROR]);

/* Reads the whole file of a material's metric and checks it. */
ProbeStatus draughts_prober_check_file(DraughtsProber *prober, DraughtsSlice material, int metrics,
                                       char error[PROBER_ERROR]);

#endif
