/* SPDX-License-Identifier: MIT */
/* Four positions in a 256-bit register. */
#include "chess_cpu_builds.h"

#if defined(__AVX2__)

#include "../../rules/chess/moves.h"

#define W u64
#define W_LANES 1
#include "../../rules/chess/replies_tmpl.h"
#undef W
#undef W_LANES

#define W u64x4
#define W_LANES 4
#include "../../rules/chess/setwise_tmpl.h"

#include "../../rules/chess/replies_tmpl.h"

static inline u32 squares_of(u64 set, u8 *out)
{
    const u32 count = popcount64(set);
    for (; set; set &= set - 1) *out++ = (u8)lowest_bit64(set);
    return count;
}

#include "../../rules/chess/tally.h"

#include "chess_cpu_engine_tmpl.h"

const ChessCpuBuild chess_cpu_avx2 = {
    {"avx2", EXTENSIONS_COMPILED}, CHESS_CPU_TWO_PLIES "4 positions a vector", count_by_differences};
const ChessCpuBuild chess_cpu_avx2_last_ply = {
    {"avx2-last-ply", EXTENSIONS_COMPILED}, CHESS_CPU_LAST_PLY "4 positions a vector", count_last_ply};

#else

const ChessCpuBuild chess_cpu_avx2 = {.set = {"avx2", EXTENSIONS_NONE_HAS}};
const ChessCpuBuild chess_cpu_avx2_last_ply = {.set = {"avx2-last-ply", EXTENSIONS_NONE_HAS}};

#endif
