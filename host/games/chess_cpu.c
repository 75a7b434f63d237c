/* SPDX-License-Identifier: MIT */
#include "chess_cpu_builds.h"
#include "../base/stop.h"

#include "../../rules/chess/stats.h"

#include <stddef.h>

static const InstructionSet *const builds[] = {&chess_cpu_avx512.set,
                                               &chess_cpu_avx2.set,
                                               &chess_cpu_plain.set,
                                               &chess_cpu_avx512_last_ply.set,
                                               &chess_cpu_avx2_last_ply.set,
                                               &chess_cpu_plain_last_ply.set,
                                               NULL};

const ChessCpuBuild *chess_cpu_build(int i) { return (const ChessCpuBuild *)builds[i]; }

const ChessCpuBuild *chess_cpu(void) { return (const ChessCpuBuild *)instruction_set_here(builds); }

unsigned __int128 chess_cpu_perft(const ChessPosition *p, int depth, PerftTable *table,
                                  const volatile int *stop)
{
    if (depth == 0) return 1;
    if (depth == 1) return chess_count(*p);
    if (depth <= CHESS_NARROW_DEPTH) return chess_cpu()->perft(p, depth, table, stop);
    unsigned __int128 leaves = 0;
    ChessWalk walk = chess_walk(p);
    ChessMove move;
    while (!stop_asked(stop) && chess_walk_next(&walk, &move)) {
        const ChessPosition next = chess_make(*p, move);
        leaves += chess_cpu_perft(&next, depth - 1, table, stop);
    }
    return leaves;
}

void chess_cpu_stats(const ChessPosition *p, int depth, u64 *stats, const volatile int *stop)
{
    ChessWalk walk = chess_walk(p);
    ChessMove move;
    while (!stop_asked(stop) && chess_walk_next(&walk, &move)) {
        if (depth == 1) {
            chess_count_move(*p, move, stats);
        } else {
            const ChessPosition next = chess_make(*p, move);
            chess_cpu_stats(&next, depth - 1, stats, stop);
        }
    }
}
