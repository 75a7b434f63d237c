#include "game.h"

#include <string.h>

static const Game *const games[] = {&game_chess};

const Game *game_at(int i) { return i >= 0 && i < (int)(sizeof games / sizeof *games) ? games[i] : NULL; }

const Game *game_find(const char *name)
{
    for (int i = 0; game_at(i); i++)
        if (!strcmp(game_at(i)->name, name)) return game_at(i);
    return NULL;
}
