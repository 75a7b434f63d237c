/* SPDX-License-Identifier: MIT */
/* Part of moves.c, which includes it once for each board width, after defining B and B_WORDS. */
#include "successors_tmpl.h"

static DraughtsPosition B_FN(turned)(const DraughtsMoves *m, DraughtsPosition position)
{
    B_FN(DraughtsBoard) b = B_FN(draughts_board)(position);
    b.huffable = b_none();
    return B_FN(draughts_position)(B_FN(draughts_turn)(&m->B_FN(geometry), b));
}

static int B_FN(has_capture)(const DraughtsMoves *m, DraughtsPosition position)
{
    const B_FN(DraughtsBoard) b = B_FN(draughts_board)(position);
    return (int)b_any(B_FN(draughts_capturers)(&m->game->rules, &m->B_FN(geometry), &b));
}

static int B_FN(visit)(void *user, const B_FN(DraughtsBoard) *next)
{
    const Visit *visit = user;
    return visit->visit(visit->user, B_FN(draughts_position)(*next));
}

static void B_FN(each)(const DraughtsMoves *m, DraughtsPosition position, Visit *visit)
{
    const B_FN(DraughtsBoard) b = B_FN(draughts_board)(position);
    if (!B_FN(draughts_visit_moves)(&m->game->rules, &m->B_FN(geometry), &b, B_FN(visit), visit))
        B_FN(draughts_visit_huffs)(&m->B_FN(geometry), &b, B_FN(visit), visit);
}
