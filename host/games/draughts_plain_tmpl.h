/* SPDX-License-Identifier: MIT */
/* draughts_plain.c includes it once for each board width, where B and B_WORDS are defined
 * (rules/draughts/next_width.h). */
#include "draughts_listing_tmpl.h"

static void B_FN(find)(const void *rules, const B_FN(DraughtsGeometry) *g, const B_FN(DraughtsBoard) *b,
                       B_FN(DraughtsCaptures) *found)
{
    B_FN(draughts_captures)(rules, g, b, found);
}

static void B_FN(open_work)(const DraughtsParameters *game, DraughtsPosition p, B_FN(DraughtsWork) *w,
                            const volatile int *stop, B_FN(DraughtsListing) *listing)
{
    w->rules = game->rules;
#if B_WORDS == 1
    w->g = game->one;
#else
    w->g = game->two;
#endif
    w->b = B_FN(draughts_board)(p);
    B_FN(list_captures)(B_FN(find), &w->rules, &w->g, &w->b, game->merge, stop, listing);
    w->captures = listing->found;
}

static u32 B_FN(children)(const DraughtsParameters *game, DraughtsPosition p, DraughtsPosition *out, u32 room,
                          const volatile int *stop)
{
    B_FN(DraughtsWork) w;
    B_FN(DraughtsListing) listing;
    B_FN(DraughtsChildren) c = {out, 0, room};
    B_FN(open_work)(game, p, &w, stop, &listing);
    const u64 count = B_FN(draughts_count_with)(&w.rules, &w.g, &w.b, w.captures.number);
    if (count <= room) B_FN(draughts_write_moves)(&w, &c);
    B_FN(release_captures)(&listing);
    return count > UINT32_MAX ? UINT32_MAX : (u32)count;
}

static void B_FN(add_stats)(const DraughtsParameters *game, DraughtsPosition p, u64 *stats,
                            const volatile int *stop)
{
    B_FN(DraughtsWork) w;
    B_FN(DraughtsListing) listing;
    B_FN(open_work)(game, p, &w, stop, &listing);
    B_FN(draughts_count_stats)(&w.rules, &w.g, &w.b, &w.captures, stats);
    B_FN(release_captures)(&listing);
}
