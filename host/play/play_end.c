/* SPDX-License-Identifier: MIT */
/* When a game is over, and for whom. Rules that need an arbiter are left to the referee. */
#include "play.h"

#include <stdio.h>
#include <string.h>

static int times_seen(const Played *played)
{
    const int last = played->count - 1;
    int seen = 0;
    for (int i = last; i >= 0 && i >= last - played->clocks[last]; i -= 2)
        seen += !memcmp(&played->positions[i], &played->positions[last], sizeof *played->positions);
    return seen;
}

int play_is_over(const Play *play, char *text, size_t room)
{
    GameMove list[GAME_MAX_MOVES];
    const Played *played = &play->played;
    if (play->game->moves(play->game, played_now(played), list) == 0) {
        char end[GAME_TEXT];
        play->game->end_text(play->game, played_now(played), end);
        snprintf(text, room, "%s", end);
        return 1;
    }
    if (times_seen(played) >= 3) {
        snprintf(text, room, "The position came for the third time: a draw.");
        return 1;
    }
    if (play->game->clock_limit && played->clocks[played->count - 1] >= play->game->clock_limit) {
        snprintf(text, room, "Fifty moves without a capture or a move of a pawn: a draw.");
        return 1;
    }
    return 0;
}
