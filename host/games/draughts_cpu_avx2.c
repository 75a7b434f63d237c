/* SPDX-License-Identifier: MIT */
/* Four positions in a 256-bit register. */
#define DRAUGHTS_CONSTANT_RULES
#include "draughts_cpu_builds.h"

#if defined(__AVX2__)

#define W u64x4
#define W_LANES 4
#include "../../rules/draughts/setwise_tmpl.h"

#include "draughts_cpu_engine_tmpl.h"

const DraughtsCpuBuild draughts_cpu_avx2 = {
    {"avx2", EXTENSIONS_COMPILED},
    "the last ply set-wise, 4 positions a vector; captures that go on one by one",
    {
#define DRAUGHTS_GAME(id, words) perft_##id,
#include "../../rules/draughts/draughts_games.def"
#undef DRAUGHTS_GAME
    }};

#else

const DraughtsCpuBuild draughts_cpu_avx2 = {.set = {"avx2", EXTENSIONS_NONE_HAS}};

#endif
