/* Eight words in a 512-bit register; bytes by masks. */
#if defined(__AVX512BW__)

#include "retrograde_engine.h"

static int supported(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
           __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("gfni");
}

const RetrogradeBuild retrograde_avx512 = {"avx512", supported, mark_illegal, look_up, wins, losses, commit, finish};

#else

#include "retrograde_state.h"

static int supported(void) { return 0; }

const RetrogradeBuild retrograde_avx512 = {"avx512", supported, NULL, NULL, NULL, NULL, NULL, NULL};

#endif
