/* SPDX-License-Identifier: MIT */
/* Haswell and later: bit counts and shifts in one instruction. */
#if defined(__AVX2__)

#include "retrograde_engine_tmpl.h"

const DraughtsBuild draughts_retrograde_avx2 = {
    {"avx2", EXTENSIONS_COMPILED}, look_up, wins, losses, write_rows};

#else

#include "retrograde_state.h"

const DraughtsBuild draughts_retrograde_avx2 = {.set = {"avx2", EXTENSIONS_NONE_HAS}};

#endif
