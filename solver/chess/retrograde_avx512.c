/* SPDX-License-Identifier: MIT */
/* Eight words in a 512-bit register; bytes by masks. */
#if defined(__AVX512BW__)

#include "retrograde_engine_tmpl.h"

const RetrogradeBuild retrograde_avx512 = {
    {"avx512", EXTENSIONS_COMPILED}, mark_illegal, look_up, wins, losses, commit, finish};

#else

#include "retrograde_state.h"

const RetrogradeBuild retrograde_avx512 = {.set = {"avx512", EXTENSIONS_NONE_HAS}};

#endif
