/* SPDX-License-Identifier: MIT */
#include "moves.h"

typedef struct {
    DraughtsMovesVisit *visit;
    void *user;
} Visit;

#include "../../rules/draughts/next_width.h"
#include "moves_board_tmpl.h"
#include "../../rules/draughts/next_width.h"
#include "moves_board_tmpl.h"
#include "../../rules/draughts/next_width.h"

static int is_wide(const DraughtsMoves *m) { return draughts_words(&m->game->rules) == 2; }

DraughtsMoves draughts_moves_open(const DraughtsGame *game)
{
    DraughtsMoves moves = {.game = game};
    if (is_wide(&moves)) moves.geometry_x2 = draughts_geometry_x2(game);
    else moves.geometry_x1 = draughts_geometry_x1(game);
    return moves;
}

DraughtsPosition draughts_moves_turned(const DraughtsMoves *m, DraughtsPosition position)
{
    return is_wide(m) ? turned_x2(m, position) : turned_x1(m, position);
}

int draughts_moves_must_capture(const DraughtsMoves *m, DraughtsPosition position)
{
    if (m->game->rules.obligation != DRAUGHTS_FORCED) return 0;
    return is_wide(m) ? has_capture_x2(m, position) : has_capture_x1(m, position);
}

void draughts_moves_each(const DraughtsMoves *m, DraughtsPosition position, DraughtsMovesVisit *visit,
                         void *user)
{
    Visit each = {visit, user};
    if (is_wide(m)) each_x2(m, position, &each);
    else each_x1(m, position, &each);
}
