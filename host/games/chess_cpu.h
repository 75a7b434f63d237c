/* SPDX-License-Identifier: MIT */
/* The native chess perft engine: one position tree on one core, with the widest vectors of the processor. */
#ifndef HOST_CHESS_CPU_H
#define HOST_CHESS_CPU_H

#include "../../rules/chess/position.h"
#include "../../solver/base/instruction_sets.h"
#include "perft_table.h"

#define CHESS_NARROW_DEPTH 7 /* 560^7 leaves fit 64 bits, see CHESS_MAX_MOVES */

/* One build of the engine for one instruction set. */
typedef struct {
    InstructionSet set;   /* "avx512", "avx2", "plain"; "avx512-last-ply", ... */
    const char *counting; /* how leaves are counted, for reports */
    /* The number of leaves `depth` plies below p, 2 to CHESS_NARROW_DEPTH. Gives up soon after *stop becomes
     * nonzero, with those counted until then. table: hash table or NULL; shared between threads.
     * Thread-safe. */
    u64 (*perft)(const ChessPosition *p, int depth, PerftTable *table, const volatile int *stop);
} ChessCpuBuild;

/* The builds that this program holds, best first; NULL past the end. */
const ChessCpuBuild *chess_cpu_build(int i);

/* The build in use: see instruction_set_here. */
const ChessCpuBuild *chess_cpu(void);

/* The number of leaves `depth` (0 or more) plies below p. Otherwise as ChessCpuBuild.perft. */
unsigned __int128 chess_cpu_perft(const ChessPosition *p, int depth, PerftTable *table,
                                  const volatile int *stop);

/* Adds the statistics (rules/chess/stats.h) of all moves played at the last of `depth` (1 or more) plies. */
void chess_cpu_stats(const ChessPosition *p, int depth, u64 *stats, const volatile int *stop);

#endif
