/* SPDX-License-Identifier: MIT */
/* Four words in a 256-bit register. */
#if defined(__AVX2__)

#include "retrograde_engine_tmpl.h"

const RetrogradeBuild retrograde_avx2 = {
    {"avx2", EXTENSIONS_COMPILED}, mark_illegal, look_up, wins, losses, commit, finish};

#else

#include "retrograde_state.h"

const RetrogradeBuild retrograde_avx2 = {.set = {"avx2", EXTENSIONS_NONE_HAS}};

#endif
