/* SPDX-License-Identifier: MIT */
/* When a game is over, and for whom. Rules that need an arbiter are left to the referee. */
#include "../../rules/chess/moves.h"
#include "../../rules/draughts/draughts.h"
#include "play.h"

#include <stdio.h>
#include <string.h>

enum { CHESS_CLOCK = 100 };

static int times_seen(const Played *played)
{
    const int last = played->count - 1;
    int seen = 0;
    for (int i = last; i >= 0 && i >= last - played->clocks[last]; i -= 2)
        seen += !memcmp(&played->positions[i], &played->positions[last], sizeof *played->positions);
    return seen;
}

static int is_mated(const GameRecord *record)
{
    ChessPosition position;
    memcpy(&position, &record->position, sizeof position);
    return (int)chess_in_check(position);
}

static void tell_no_moves(const Play *play, char *text, size_t room)
{
    const GameRecord *now = played_now(&play->played);
    const char *mover = now->black ? "Black" : "White", *other = now->black ? "White" : "Black";
    if (play->game->family == GAME_CHESS) {
        if (is_mated(now)) snprintf(text, room, "Checkmate: %s wins.", other);
        else snprintf(text, room, "Stalemate: a draw.");
        return;
    }
    const u8 goal = draughts_games[play->game->variant].rules.goal;
    snprintf(text, room, "%s has no move: %s wins.", mover, goal == DRAUGHTS_GIVEAWAY ? mover : other);
}

int play_is_over(const Play *play, char *text, size_t room)
{
    GameMove list[GAME_MAX_MOVES];
    const Played *played = &play->played;
    if (play->game->moves(play->game, played_now(played), list) == 0) {
        tell_no_moves(play, text, room);
        return 1;
    }
    if (times_seen(played) >= 3) {
        snprintf(text, room, "The position came for the third time: a draw.");
        return 1;
    }
    if (play->game->family == GAME_CHESS && played->clocks[played->count - 1] >= CHESS_CLOCK) {
        snprintf(text, room, "Fifty moves without a capture or a move of a pawn: a draw.");
        return 1;
    }
    return 0;
}
