/* SPDX-License-Identifier: MIT */
/* What the draughts rows of the games' table share with their descriptions. */
#ifndef HOST_GAME_DRAUGHTS_H
#define HOST_GAME_DRAUGHTS_H

#include "../../rules/draughts/draughts.h"
#include "game.h"

/* The board stands on a corner: so do the games that crown in the one opposite. */
int draughts_is_cornerwise(const DraughtsGame *row);

/* Game's `rules`: everything that the row says, in words. */
int draughts_rules_in_words(const Game *game, GameRule list[GAME_MAX_RULES]);

#endif
