/* SPDX-License-Identifier: MIT */
/* Whatever every processor of the family has. */
#include "retrograde_engine_tmpl.h"

const RetrogradeBuild retrograde_plain = {
    {"plain", EXTENSIONS_COMPILED}, mark_illegal, look_up, wins, losses, commit, finish};
