/* SPDX-License-Identifier: MIT */
#include "moves.h"

typedef struct {
    DraughtsMovesVisit *visit;
    void *user;
} Visit;

#include "../../rules/draughts/next_width.h"
#define GEOMETRY one
#include "moves_board_tmpl.h"
#undef GEOMETRY
#include "../../rules/draughts/next_width.h"
#define GEOMETRY two
#include "moves_board_tmpl.h"
#include "../../rules/draughts/next_width.h"
#undef GEOMETRY

static int is_wide(const DraughtsMoves *m) { return draughts_words(&m->game->rules) == 2; }

DraughtsMoves draughts_moves_open(const DraughtsGame *game)
{
    DraughtsMoves moves = {.game = game};
    if (is_wide(&moves)) moves.two = draughts_geometry_x2(game);
    else moves.one = draughts_geometry_x1(game);
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
