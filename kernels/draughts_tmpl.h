/* SPDX-License-Identifier: MIT */
/* One position's work. draughts.h includes it once for each board width, where B and B_WORDS are defined
 * (rules/draughts/next_width.h). */

typedef struct {
    DraughtsRuleset rules;
    B_FN(DraughtsGeometry) g;
    B_FN(DraughtsBoard) b;
    B_FN(DraughtsCaptures) captures;
} B_FN(DraughtsWork);

/* list: room for `listed` captures */
FN void B_FN(draughts_find_captures)(GLOBAL DraughtsParameters *game, DraughtsPosition p,
                                     B_FN(DraughtsWork) *w, B_FN(DraughtsCapture) *list, u32 listed)
{
    w->rules = game->rules;
#if B_WORDS == 1
    w->g = game->one;
#else
    w->g = game->two;
#endif
    w->b = B_FN(draughts_board)(p);
    w->captures.list = list;
    w->captures.capacity = listed;
    w->captures.merge = game->merge;
    w->captures.stop = 0;
    w->captures.jump_budget = DRAUGHTS_JUMP_BUDGET;
    B_FN(draughts_captures)(&w->rules, &w->g, &w->b, &w->captures);
    if (w->captures.count > listed || w->captures.gave_up) game->overflow = 1;
    if (w->captures.count > listed) w->captures.count = listed;
}

BIG_FN u32 B_FN(draughts_count_moves)(GLOBAL DraughtsParameters *game, DraughtsPosition p)
{
    B_FN(DraughtsWork) w;
    B_FN(DraughtsCapture) list[DRAUGHTS_LISTED];
    B_FN(draughts_find_captures)(game, p, &w, list, DRAUGHTS_LISTED);
    const u64 moves = B_FN(draughts_count_with)(&w.rules, &w.g, &w.b, w.captures.number);
    if (moves <= DRAUGHTS_MOST_MOVES) return (u32)moves;
    game->overflow = 1;
    return 0;
}

/* Writes up to `room` children; there are more only where the list of captures overflowed. */
typedef struct {
    GLOBAL DraughtsPosition *out;
    u32 count, room;
} B_FN(DraughtsChildren);

FN void B_FN(draughts_write_child)(B_FN(DraughtsChildren) *c, const B_FN(DraughtsGeometry) *g,
                                   B_FN(DraughtsBoard) b)
{
    if (c->count < c->room) c->out[c->count++] = B_FN(draughts_position)(B_FN(draughts_turn)(g, b));
}

FN void B_FN(draughts_write_quiet)(const B_FN(DraughtsWork) *w, B_FN(DraughtsChildren) *c)
{
    const DraughtsRuleset *r = &w->rules;
    const B capturers = r->obligation == DRAUGHTS_HUFF ? B_FN(draughts_capturers)(r, &w->g, &w->b) : b_none();
    B_FN(DraughtsQuietMoves) m = B_FN(draughts_quiet_moves)(&w->b, DRAUGHTS_QUIET_ALL);
    while (B_FN(draughts_next_quiet)(r, &w->g, &w->b, &m)) B_FN(draughts_write_child)
    (c, &w->g, B_FN(draughts_make_quiet)(r, &w->g, &w->b, m.from, m.to, capturers));
}

/* The children of a board whose captures are found. */
FN void B_FN(draughts_write_moves)(const B_FN(DraughtsWork) *w, B_FN(DraughtsChildren) *c)
{
    for (u32 i = 0; i < w->captures.count; i++) {
        const B_FN(DraughtsCapture) *capture = &w->captures.list[i];
        for (B to = capture->to; b_any(to); to ^= b_first(to))
            B_FN(draughts_write_child)(c, &w->g,
                                       B_FN(draughts_make_capture)(&w->g, &w->b, capture, b_first(to)));
    }
    if (w->captures.number && w->rules.obligation == DRAUGHTS_FORCED) return;
    if (B_FN(draughts_over)(&w->rules, &w->b)) return;
    B_FN(draughts_write_quiet)(w, c);
    if (w->rules.obligation == DRAUGHTS_HUFF)
        for (B left = w->b.huffable; b_any(left); left ^= b_first(left))
            B_FN(draughts_write_child)(c, &w->g, B_FN(draughts_make_huff)(&w->b, b_first(left)));
}

BIG_FN void B_FN(draughts_write_children)(GLOBAL DraughtsParameters *game, DraughtsPosition p,
                                          GLOBAL DraughtsPosition *out, u32 room)
{
    B_FN(DraughtsWork) w;
    B_FN(DraughtsCapture) list[DRAUGHTS_LISTED];
    B_FN(DraughtsChildren) c;
    c.out = out;
    c.count = 0;
    c.room = room;
    B_FN(draughts_find_captures)(game, p, &w, list, DRAUGHTS_LISTED);
    B_FN(draughts_write_moves)(&w, &c);
}

BIG_FN void B_FN(draughts_add_stats)(GLOBAL DraughtsParameters *game, DraughtsPosition p, u64 *stats)
{
    B_FN(DraughtsWork) w;
    B_FN(DraughtsCapture) list[DRAUGHTS_LISTED];
    B_FN(draughts_find_captures)(game, p, &w, list, DRAUGHTS_LISTED);
    B_FN(draughts_count_stats)(&w.rules, &w.g, &w.b, &w.captures, stats);
}
