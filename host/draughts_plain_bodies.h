/* For one board width: part of draughts_plain.c. */

/* Captures found and listed on the heap; free w->captures.list. */
static void B_FN(find)(const DraughtsParameters *game, DraughtsPosition p, B_FN(DraughtsWork) *w)
{
    DraughtsParameters rules = *game;
    u32 room = 256;
    for (;;) {
        B_FN(DraughtsCapture) *list = need_memory(room * sizeof *list);
        rules.overflow = 0;
        B_FN(draughts_find_captures)(&rules, p, w, list, room);
        if (!rules.overflow) return;
        free(list);
        room *= 8;
    }
}

static u32 B_FN(children)(const DraughtsParameters *game, DraughtsPosition p, DraughtsPosition *out, u32 room)
{
    B_FN(DraughtsWork) w;
    B_FN(DraughtsChildren) c = {out, 0, room};
    B_FN(find)(game, p, &w);
    const u64 count = B_FN(draughts_count_with)(&w.rules, &w.g, &w.b, w.captures.number);
    if (count <= room) B_FN(draughts_write_moves)(&w, &c);
    free(w.captures.list);
    return count > UINT32_MAX ? UINT32_MAX : (u32)count;
}

static void B_FN(add_stats)(const DraughtsParameters *game, DraughtsPosition p, u64 *stats)
{
    B_FN(DraughtsWork) w;
    B_FN(find)(game, p, &w);
    B_FN(draughts_count_stats)(&w.rules, &w.g, &w.b, &w.captures, stats);
    free(w.captures.list);
}
