/* Eight positions in a 512-bit register: Ice Lake, Zen 4 and later. */
#define DRAUGHTS_CONSTANT_RULES
#include "draughts_cpu_builds.h"

#if defined(__AVX512F__)

#define W u64x8
#define W_LANES 8
#include "../rules/draughts/setwise.h"

#include "draughts_cpu_engine.h"

static int supported(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq") &&
           __builtin_cpu_supports("bmi2");
}

const DraughtsCpuBuild draughts_cpu_avx512 = {
    "avx512", "the last ply set-wise, 8 positions a vector; captures that go on one by one", supported,
    {
#define DRAUGHTS_GAME(id, name, words) perft_##id,
#include "../rules/draughts/draughts_games.def"
#undef DRAUGHTS_GAME
    }};

#else

static int supported(void) { return 0; }
const DraughtsCpuBuild draughts_cpu_avx512 = {"avx512", "not built", supported, {NULL}};

#endif
