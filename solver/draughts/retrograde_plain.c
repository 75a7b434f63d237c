/* SPDX-License-Identifier: MIT */
/* Any processor. */
#include "retrograde_engine_tmpl.h"

const DraughtsBuild draughts_retrograde_plain = {
    {"plain", EXTENSIONS_COMPILED}, look_up, wins, losses, write_rows};
