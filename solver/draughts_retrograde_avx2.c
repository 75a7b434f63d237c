/* Haswell and later: bit counts and shifts in one instruction. */
#if defined(__AVX2__)

#include "draughts_retrograde_engine.h"

static int supported(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

const DraughtsBuild draughts_retrograde_avx2 = {"avx2", supported, look_up, wins, losses, write_rows};

#else

#include "draughts_retrograde_state.h"

static int supported(void) { return 0; }

const DraughtsBuild draughts_retrograde_avx2 = {"avx2", supported, NULL, NULL, NULL, NULL};

#endif
