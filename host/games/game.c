/* SPDX-License-Identifier: MIT */
#include "game.h"

#include <string.h>

const Game *game_at(int i) { return i == 0 ? &game_chess : game_draughts(i - 1); }

const Game *game_find(const char *name)
{
    for (int i = 0; game_at(i); i++)
        if (!strcmp(game_at(i)->name, name)) return game_at(i);
    return NULL;
}
