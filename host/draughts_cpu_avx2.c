/* Four positions in a 256-bit register. */
#define DRAUGHTS_CONSTANT_RULES
#include "draughts_cpu_builds.h"

#if defined(__AVX2__)

#define W u64x4
#define W_LANES 4
#include "../rules/draughts/setwise.h"

#include "draughts_cpu_engine.h"

static int supported(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}

const DraughtsCpuBuild draughts_cpu_avx2 = {
    "avx2", "the last ply set-wise, 4 positions a vector; captures that go on one by one", supported,
    {
#define DRAUGHTS_GAME(id, name, words) perft_##id,
#include "../rules/draughts/draughts_games.def"
#undef DRAUGHTS_GAME
    }};

#else

static int supported(void) { return 0; }
const DraughtsCpuBuild draughts_cpu_avx2 = {"avx2", "not built", supported, {NULL}};

#endif
