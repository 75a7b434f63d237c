/* SPDX-License-Identifier: MIT */
/* The positions behind all moves of a draughts position. Included once for each board
 * width, after defining B and B_WORDS. Thread-safe. */
#include "../../rules/draughts/best.h"

/* `next` is seen by the opponent, whose move it is; nonzero ends the visit. */
typedef int B_FN(DraughtsVisit)(void *user, const B_FN(DraughtsBoard) *next);

FN int B_FN(draughts_visit)(const B_FN(DraughtsGeometry) *g, B_FN(DraughtsBoard) next,
                            B_FN(DraughtsVisit) *visit, void *user)
{
    const B_FN(DraughtsBoard) turned = B_FN(draughts_turn)(g, next);
    return visit(user, &turned);
}

FN int B_FN(draughts_visit_captures)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g,
                                     const B_FN(DraughtsBoard) *b, B_FN(DraughtsVisit) *visit, void *user)
{
    B_FN(DraughtsCapture) list[DRAUGHTS_MERGED_CAPTURES];
    const u32 count = B_FN(draughts_list_results)(r, g, b, list, DRAUGHTS_MERGED_CAPTURES);
    for (u32 i = 0; i < count; i++)
        for (B to = list[i].to; b_any(to); to ^= b_first(to))
            if (B_FN(draughts_visit)(g, B_FN(draughts_make_capture)(g, b, &list[i], b_first(to)), visit,
                                     user))
                return 1;
    return 0;
}

/* capturers: own pieces that have a capture */
FN int B_FN(draughts_visit_quiet)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g,
                                  const B_FN(DraughtsBoard) *b, B capturers, B_FN(DraughtsVisit) *visit,
                                  void *user)
{
    B_FN(DraughtsQuietMoves) m = B_FN(draughts_quiet_moves)(b, DRAUGHTS_QUIET_ALL);
    while (B_FN(draughts_next_quiet)(r, g, b, &m))
        if (B_FN(draughts_visit)(g, B_FN(draughts_make_quiet)(r, g, b, m.from, m.to, capturers), visit, user))
            return 1;
    return 0;
}

FN int B_FN(draughts_visit_huffs)(const B_FN(DraughtsGeometry) *g, const B_FN(DraughtsBoard) *b,
                                  B_FN(DraughtsVisit) *visit, void *user)
{
    for (B left = b->huffable; b_any(left); left ^= b_first(left))
        if (B_FN(draughts_visit)(g, B_FN(draughts_make_huff)(b, b_first(left)), visit, user)) return 1;
    return 0;
}

/* Everything that is legal but for huffs. 1: ended. */
FN int B_FN(draughts_visit_moves)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g,
                                  const B_FN(DraughtsBoard) *b, B_FN(DraughtsVisit) *visit, void *user)
{
    if (B_FN(draughts_over)(r, b)) return 0;
    const B capturers = B_FN(draughts_capturers)(r, g, b);
    if (b_any(capturers) && B_FN(draughts_visit_captures)(r, g, b, visit, user)) return 1;
    if (b_any(capturers) && r->obligation == DRAUGHTS_FORCED) return 0;
    return B_FN(draughts_visit_quiet)(r, g, b, capturers, visit, user);
}
