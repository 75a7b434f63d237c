/* SPDX-License-Identifier: MIT */
/* One position in a 64-bit register, for any processor. */
#define DRAUGHTS_CONSTANT_RULES
#include "draughts_cpu_builds.h"

#define W u64
#define W_LANES 1
#include "../../rules/draughts/setwise_tmpl.h"

#include "draughts_cpu_engine_tmpl.h"

const DraughtsCpuBuild draughts_cpu_plain = {
    {"plain", EXTENSIONS_COMPILED},
    "the last ply set-wise, one position at a time; captures that go on one by one",
    {
#define DRAUGHTS_GAME(id, words) perft_##id,
#include "../../rules/draughts/draughts_games.def"
#undef DRAUGHTS_GAME
    }};
