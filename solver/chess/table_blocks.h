/* SPDX-License-Identifier: MIT */
/* Whole tables from files, block by block: for statistics, checks and the solver. Thread-safe as the Prober is. */
#ifndef SOLVER_TABLE_BLOCKS_H
#define SOLVER_TABLE_BLOCKS_H

#include "../prober.h"
#include "value_block.h"

/* The material's placements, which the prober keeps; NULL: no table of it, or no memory. */
const Placements *prober_placements(Prober *prober, const Material *material);

/* The values of a stored block: metrics is PROBE_DTZ or PROBE_DTM, or PROBE_WDL, whose values are wins and losses in 1
 * ply or 101. Cell (p, q): the first side's king on p, the second's on q, the other men as placements->codes[block]
 * says; squares as the first side sees them. VALUE_ILLEGAL marks illegal cells. */
ProbeStatus prober_block(Prober *prober, const Material *material, int metrics, u32 block, u32 side,
                         ValueBlock *values, char error[PROBER_ERROR]);

/* Reads the whole file of a metric and checks it. */
ProbeStatus prober_check_file(Prober *prober, const Material *material, int metrics,
                              char error[PROBER_ERROR]);

/* The position of a cell, as the side to move sees it. */
ChessPosition cell_position(const Material *material, u32 code, u32 first_king, u32 second_king, u32 side);

#endif
