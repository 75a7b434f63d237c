/* Ice Lake, Zen 4 and later. */
#if defined(__AVX512BW__)

#include "draughts_retrograde_engine.h"

static int supported(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("bmi2");
}

const DraughtsBuild draughts_retrograde_avx512 = {"avx512", supported, look_up, wins, losses, write_row};

#else

#include "draughts_retrograde_state.h"

static int supported(void) { return 0; }

const DraughtsBuild draughts_retrograde_avx512 = {"avx512", supported, NULL, NULL, NULL, NULL};

#endif
