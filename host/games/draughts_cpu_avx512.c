/* SPDX-License-Identifier: MIT */
/* Eight positions in a 512-bit register: Ice Lake, Zen 4 and later. */
#define DRAUGHTS_CONSTANT_RULES
#include "draughts_cpu_builds.h"

#if defined(__AVX512F__)

#define W u64x8
#define W_LANES 8
#include "../../rules/draughts/setwise_tmpl.h"

#include "draughts_cpu_engine_tmpl.h"

const DraughtsCpuBuild draughts_cpu_avx512 = {
    {"avx512", EXTENSIONS_COMPILED},
    "the last ply set-wise, 8 positions a vector; captures that go on one by one",
    {
#define DRAUGHTS_GAME(id, words) perft_##id,
#include "../../rules/draughts/draughts_games.def"
#undef DRAUGHTS_GAME
    }};

#else

const DraughtsCpuBuild draughts_cpu_avx512 = {.set = {"avx512", EXTENSIONS_NONE_HAS}};

#endif
