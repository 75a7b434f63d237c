/* Four words in a 256-bit register. */
#if defined(__AVX2__)

#include "retrograde_engine.h"

static int supported(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}

const RetrogradeBuild retrograde_avx2 = {"avx2", supported, mark_illegal, look_up, wins, losses, commit, finish};

#else

#include "retrograde_state.h"

static int supported(void) { return 0; }

const RetrogradeBuild retrograde_avx2 = {"avx2", supported, NULL, NULL, NULL, NULL, NULL, NULL};

#endif
