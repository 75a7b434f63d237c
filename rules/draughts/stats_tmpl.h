/* SPDX-License-Identifier: MIT */
/* The columns of draughts perft statistics, included after moves_tmpl.h once for each board width, where B
 * and B_WORDS are defined (next_width.h). */

#if !defined(RULES_DRAUGHTS_STATS_COLUMNS)
#define RULES_DRAUGHTS_STATS_COLUMNS
#define DRAUGHTS_STAT_NODES 0
#define DRAUGHTS_STAT_CAPTURES 1
#define DRAUGHTS_STAT_MEN 2   /* captured */
#define DRAUGHTS_STAT_KINGS 3 /* captured */
#define DRAUGHTS_STAT_PROMOTIONS 4
#define DRAUGHTS_STAT_HUFFS 5
#define DRAUGHTS_STAT_LONGEST 6 /* pieces taken by one move: the most, not a sum */
#define DRAUGHTS_STATS 7
#endif

/* Adds the captures of one list entry. */
FN void B_FN(draughts_count_captures)(const B_FN(DraughtsGeometry) *g, const B_FN(DraughtsBoard) *b,
                                      const B_FN(DraughtsCapture) *c, u64 *stats)
{
    const u32 moves = b_count(c->to), kings = b_count(c->taken & b->kings), taken = b_count(c->taken);
    stats[DRAUGHTS_STAT_NODES] += moves;
    stats[DRAUGHTS_STAT_CAPTURES] += moves;
    stats[DRAUGHTS_STAT_KINGS] += (u64)moves * kings;
    stats[DRAUGHTS_STAT_MEN] += (u64)moves * (taken - kings);
    if (!b_any(c->from & b->kings))
        stats[DRAUGHTS_STAT_PROMOTIONS] += c->king ? moves : b_count(c->to & g->crown);
    if (stats[DRAUGHTS_STAT_LONGEST] < taken) stats[DRAUGHTS_STAT_LONGEST] = taken;
}

/* Adds all legal moves of b; captures: listed, all of them. */
HOT_FN void B_FN(draughts_count_stats)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g,
                                       const B_FN(DraughtsBoard) *b, const B_FN(DraughtsCaptures) *captures,
                                       u64 *stats)
{
    for (u32 i = 0; i < captures->count; i++) B_FN(draughts_count_captures)(g, b, &captures->list[i], stats);
    if ((captures->number && r->obligation == DRAUGHTS_FORCED) || B_FN(draughts_over)(r, b)) return;
    stats[DRAUGHTS_STAT_NODES] += B_FN(draughts_count_quiet)(r, g, b);
    for (u32 d = 0; d < 8; d++)
        stats[DRAUGHTS_STAT_PROMOTIONS] += b_count(B_FN(draughts_man_steps)(r, g, b, d) & g->crown);
    if (r->obligation == DRAUGHTS_HUFF) {
        stats[DRAUGHTS_STAT_NODES] += b_count(b->huffable);
        stats[DRAUGHTS_STAT_HUFFS] += b_count(b->huffable);
    }
}
