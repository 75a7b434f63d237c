/* Four positions in a 256-bit register. */
#include "chess_cpu_builds.h"

#if defined(__AVX2__)

#include "../rules/chess/moves.h"

#define W u64
#define W_LANES 1
#include "../rules/chess/replies.h"
#undef W
#undef W_LANES

#define W u64x4
#define W_LANES 4
#include "../rules/chess/setwise.h"

#include "../rules/chess/replies.h"

static inline u32 squares_of(u64 set, u8 *out)
{
    const u32 count = popcount64(set);
    for (; set; set &= set - 1) *out++ = (u8)lowest_bit64(set);
    return count;
}

#include "../rules/chess/tally.h"

#include "chess_cpu_engine.h"

static int supported(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

const ChessCpuBuild chess_cpu_avx2 = {"avx2", CHESS_CPU_TWO_PLIES "4 positions a vector", supported,
                                        count_by_differences};
const ChessCpuBuild chess_cpu_avx2_last_ply = {"avx2-last-ply", CHESS_CPU_LAST_PLY "4 positions a vector",
                                               supported, count_last_ply};

#else

static int supported(void) { return 0; }
const ChessCpuBuild chess_cpu_avx2 = {"avx2", "not built", supported, NULL};
const ChessCpuBuild chess_cpu_avx2_last_ply = {"avx2-last-ply", "not built", supported, NULL};

#endif
