/* SPDX-License-Identifier: MIT */
/* Ice Lake, Zen 4 and later. */
#if defined(__AVX512BW__)

#include "retrograde_engine_tmpl.h"

const DraughtsBuild draughts_retrograde_avx512 = {
    {"avx512", EXTENSIONS_COMPILED}, look_up, wins, losses, write_rows};

#else

#include "retrograde_state.h"

const DraughtsBuild draughts_retrograde_avx512 = {.set = {"avx512", EXTENSIONS_NONE_HAS}};

#endif
