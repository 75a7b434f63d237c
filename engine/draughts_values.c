/* SPDX-License-Identifier: MIT */
/* What men and kings are worth, by square: from the rules of the game, not from its name. */
#include "../referee/rule_books.h"
#include "draughts_game.h"

static int man_worth(const DraughtsGame *game, int file, int rank)
{
    const DraughtsRuleset *r = &game->rules;
    const int last = r->height - 1, half = r->width / 2;
    const int from_middle = file < half ? half - 1 - file : file - (r->width - half);
    int worth = 100 + 2 * rank - from_middle;
    if (rank >= last - 2) worth += 6 * (rank - (last - 3)); /* nearly a king */
    if (rank == 0) worth += 7;                              /* keeps the enemy from crowning */
    if (r->goal == DRAUGHTS_BREAKTHROUGH) worth += rank * rank;
    return worth;
}

static int king_worth(const DraughtsGame *game, int file, int rank)
{
    const DraughtsRuleset *r = &game->rules;
    const int half_width = r->width / 2, half_height = r->height / 2;
    const int files = file < half_width ? half_width - 1 - file : file - (r->width - half_width);
    const int ranks = rank < half_height ? half_height - 1 - rank : rank - (r->height - half_height);
    const int worth = r->king_range == DRAUGHTS_FLYING ? (r->landing == DRAUGHTS_LAND_NEXT ? 260 : 300) : 140;
    return worth - 2 * (files > ranks ? files : ranks);
}

void draughts_evaluation_fill(DraughtsEvaluation *e, const DraughtsGame *game)
{
    const DraughtsRuleset *r = &game->rules;
    memset(e, 0, sizeof *e);
    e->game = game;
    if (draughts_words(r) == 1) e->one = draughts_geometry_x1(game);
    else e->two = draughts_geometry_x2(game);
    for (int rank = 0; rank < r->height; rank++)
        for (int file = 0; file < r->width; file++) {
            if (!draughts_on_board(r, file, rank)) continue;
            e->man[draughts_square(r, file, rank)] = (short)man_worth(game, file, rank);
            e->king[draughts_square(r, file, rank)] = (short)king_worth(game, file, rank);
        }
}

int draughts_clock_limit(const DraughtsGame *game)
{
    const int some = 100; /* ends games whose rules leave them open */
    int least = 0;
    for (const DraughtsDrawRule *rule = draughts_draws(game)->rule; rule->plies; rule++)
        if (rule->condition == DRAW_ALWAYS && (!least || rule->plies < least)) least = rule->plies;
    return least ? least : some;
}
