/* SPDX-License-Identifier: MIT */
/* One position in a 64-bit register, for any processor. */
#include "chess_cpu_builds.h"

#include "../../rules/chess/moves.h"

#define W u64
#define W_LANES 1
#include "../../rules/chess/replies_tmpl.h"

static inline u32 squares_of(u64 set, u8 *out)
{
    const u32 count = popcount64(set);
    for (; set; set &= set - 1) *out++ = (u8)lowest_bit64(set);
    return count;
}

#include "../../rules/chess/tally.h"

#include "chess_cpu_engine_tmpl.h"

const ChessCpuBuild chess_cpu_plain = {
    {"plain", EXTENSIONS_COMPILED}, CHESS_CPU_TWO_PLIES "one position at a time", count_by_differences};
const ChessCpuBuild chess_cpu_plain_last_ply = {
    {"plain-last-ply", EXTENSIONS_COMPILED}, CHESS_CPU_LAST_PLY "one position at a time", count_last_ply};
