/* SPDX-License-Identifier: MIT */
/* Children and statistics of single positions: the kernels' bodies with room for every capture. */
#include "draughts_cpu.h"
#include "../base/need_memory.h"

#include "../../kernels/draughts.h"

#include <stdlib.h>
#include <string.h>

DraughtsParameters draughts_parameters(DraughtsGameId game, int merge)
{
    const DraughtsGame *row = &draughts_games[game];
    DraughtsParameters p;
    memset(&p, 0, sizeof p);
    p.rules = row->rules;
    p.words = draughts_words(&row->rules);
    p.merge = (u32)merge;
    if (p.words == 1) p.one = draughts_geometry_x1(row);
    else p.two = draughts_geometry_x2(row);
    return p;
}

#include "../../rules/draughts/next_width.h"
#include "draughts_plain_tmpl.h"
#include "../../rules/draughts/next_width.h"
#include "draughts_plain_tmpl.h"
#include "../../rules/draughts/next_width.h"

u32 draughts_children(const DraughtsParameters *game, const DraughtsPosition *p, DraughtsPosition *list,
                      u32 room, const volatile int *stop)
{
    return game->words == 1 ? children_x1(game, *p, list, room, stop)
                            : children_x2(game, *p, list, room, stop);
}

void draughts_position_stats(const DraughtsParameters *game, const DraughtsPosition *p, u64 *stats,
                             const volatile int *stop)
{
    if (game->words == 1) add_stats_x1(game, *p, stats, stop);
    else add_stats_x2(game, *p, stats, stop);
}
