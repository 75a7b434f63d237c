/* SPDX-License-Identifier: MIT */
#include "values.h"

const char *wdl_name(Wdl wdl)
{
    static const char *const names[] = {"loss", "blessed-loss", "draw", "cursed-win", "win"};
    return names[wdl + 2];
}
