/* SPDX-License-Identifier: MIT */
/* The native draughts perft engine: one position tree on one core, specialised for each game. */
#ifndef HOST_DRAUGHTS_CPU_H
#define HOST_DRAUGHTS_CPU_H

#include "../../rules/draughts/draughts.h"
#include "../../solver/base/instruction_sets.h"
#include "perft_table.h"

/* Up to here leaves are counted in 64 bits: 2^64 would take 560 moves a ply on average. A position can have more by
 * route, but such captures leave few pieces for the next ply. */
#define DRAUGHTS_NARROW_DEPTH 7

/* One game on one instruction set: leaves `depth` plies below p, 1 to DRAUGHTS_NARROW_DEPTH. merge: captures with
 * equal results count once. Gives up soon after *stop becomes nonzero, with those counted until
 * then. Thread-safe. */
typedef u64 (*DraughtsPerft)(const DraughtsPosition *p, int depth, int merge, PerftTable *table,
                             const volatile int *stop);

typedef struct {
    InstructionSet set;
    const char *counting;
    DraughtsPerft perft[DRAUGHTS_GAMES];
} DraughtsCpuBuild;

/* The builds that this program holds, best first; NULL past the end. */
const DraughtsCpuBuild *draughts_cpu_build(int i);
/* The build in use: see instruction_set_here. */
const DraughtsCpuBuild *draughts_cpu(void);

/* The game's parameters for kernels. Thread-safe. */
DraughtsParameters draughts_parameters(DraughtsGameId game, int merge);

/* The positions after each legal move of p, at most `room`; returns how many there are; when *stop becomes
 * nonzero (NULL: never), perhaps too few. Thread-safe. */
u32 draughts_children(const DraughtsParameters *game, const DraughtsPosition *p, DraughtsPosition *list,
                      u32 room, const volatile int *stop);

/* Adds the statistics (rules/draughts/stats_tmpl.h) of all moves of p. Thread-safe. */
void draughts_position_stats(const DraughtsParameters *game, const DraughtsPosition *p, u64 *stats,
                             const volatile int *stop);

#endif
