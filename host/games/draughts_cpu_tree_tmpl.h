/* SPDX-License-Identifier: MIT */
/* The walk of one game's tree. draughts_cpu_engine_tmpl.h includes it once for each board width, where B and
 * B_WORDS are defined (rules/draughts/next_width.h). r is a constant in every call. */
#include "draughts_listing_tmpl.h"

typedef struct B_FN(Counter) B_FN(Counter);

struct B_FN(Counter) {
    LeafQueue queue; /* seen by the side that has just moved; the other side is to move, down the board */
    u64 leaves;
    B_FN(DraughtsGeometry) g;
    /* the game's own, each compiled once */
    B_FN(DraughtsFinder) captures;
    void (*count_queue)(B_FN(Counter) *c);
    void (*descend)(B_FN(Counter) *c, const B_FN(DraughtsBoard) *b, int depth);
    int merge;
    PerftTable *table;
    const volatile int *stop;
};

/* Leaves one ply below b, which is to move up the board. */
HOT_FN u64 B_FN(count_moves)(const DraughtsRuleset *r, B_FN(Counter) *c, const B_FN(DraughtsBoard) *b)
{
    B_FN(DraughtsCaptures) found;
    if (c->merge) {
        B_FN(DraughtsListing) list;
        B_FN(list_captures)(c->captures, NULL, &c->g, b, 1, c->stop, &list);
        found = list.found;
        B_FN(release_captures)(&list);
    } else {
        found.list = NULL;
        found.capacity = found.merge = 0;
        found.stop = c->stop;
        found.jump_budget = UINT64_MAX;
        c->captures(NULL, &c->g, b, &found);
    }
    return found.gave_up ? 0 : B_FN(draughts_count_with)(r, &c->g, b, found.number);
}

#if B_WORDS == 1
HOT_FN void count_queue_of_x1(const DraughtsRuleset *r, Counter_x1 *c)
{
    LeafQueue *q = &c->queue;
    for (u32 i = 0; i < q->count; i += W_LANES) {
        const W_FN(DraughtsLeaves) lanes = W_FN(draughts_leaves)(
            r, &c->g, load(q->opponent + i), load(q->own + i), load(q->kings + i),
            r->obligation == DRAUGHTS_HUFF ? load(q->huffable + i) : load(q->kings + i), 1);
        u64 counts[W_LANES], slow[W_LANES];
        const W certain = lanes.count & w_if_zero(lanes.slow);
        memcpy(counts, &certain, sizeof counts);
        for (u32 k = 0; k < W_LANES; k++) c->leaves += counts[k];
        if (!w_any(lanes.slow)) continue;
        memcpy(slow, &lanes.slow, sizeof slow);
        for (u32 k = 0; k < W_LANES; k++) {
            if (!slow[k]) continue;
            DraughtsBoard_x1 b = {q->own[i + k], q->opponent[i + k], q->kings[i + k], 0};
            if (r->obligation == DRAUGHTS_HUFF) b.huffable = q->huffable[i + k];
            b = draughts_turn_x1(&c->g, b);
            c->leaves += count_moves_x1(r, c, &b);
        }
    }
    q->count = 0;
}

/* Counts the queue; empty boards, which have no moves, fill the last vector up. */
FN void finish_x1(Counter_x1 *c)
{
    LeafQueue *q = &c->queue;
    for (u32 i = q->count; i % W_LANES; i++) q->own[i] = q->opponent[i] = q->kings[i] = q->huffable[i] = 0;
    c->count_queue(c);
}
#else
FN void finish_x2(Counter_x2 *c) { (void)c; } /* two words are counted one by one, without a queue */
HOT_FN void count_queue_of_x2(const DraughtsRuleset *r, Counter_x2 *c)
{
    (void)r;
    (void)c;
}
#endif

/* A child of a node `depth` plies above the leaves, not turned. */
HOT_FN void B_FN(visit)(const DraughtsRuleset *r, B_FN(Counter) *c, B_FN(DraughtsBoard) child, int depth)
{
#if B_WORDS == 1
    if (depth == 2) {
        LeafQueue *q = &c->queue;
        const u32 i = q->count++;
        q->own[i] = child.own;
        q->opponent[i] = child.opponent;
        q->kings[i] = child.kings;
        if (r->obligation == DRAUGHTS_HUFF) q->huffable[i] = child.huffable;
        if (q->count == QUEUE) c->count_queue(c);
        return;
    }
#endif
    child = B_FN(draughts_turn)(&c->g, child);
    if (depth == 2) c->leaves += B_FN(count_moves)(r, c, &child);
    else c->descend(c, &child, depth - 1);
}

HOT_FN void B_FN(visit_captures)(const DraughtsRuleset *r, B_FN(Counter) *c, const B_FN(DraughtsBoard) *b,
                                 const B_FN(DraughtsListing) *list, int depth)
{
    for (u32 i = 0; i < list->found.count; i++) {
        const B_FN(DraughtsCapture) *capture = &list->found.list[i];
        for (B to = capture->to; b_any(to); to &= ~b_first(to))
            B_FN(visit)(r, c, B_FN(draughts_make_capture)(&c->g, b, capture, b_first(to)), depth);
    }
}

HOT_FN void B_FN(visit_quiet)(const DraughtsRuleset *r, B_FN(Counter) *c, const B_FN(DraughtsBoard) *b,
                              int depth)
{
    const B kings = b->own & b->kings, empty = c->g.board & ~(b->own | b->opponent);
    const B capturers = r->obligation == DRAUGHTS_HUFF ? B_FN(draughts_capturers)(r, &c->g, b) : b_none();
    UNROLL
    for (u32 d = 0; d < 8; d++) {
        for (B to = B_FN(draughts_man_steps)(r, &c->g, b, d); b_any(to); to &= ~b_first(to)) {
            const B square = b_first(to), from = b_shift(square, -draughts_shift(r, d));
            B_FN(visit)(r, c, B_FN(draughts_make_quiet)(r, &c->g, b, from, square, capturers), depth);
        }
    }
    for (B left = kings; b_any(left); left &= ~b_first(left)) {
        const B from = b_first(left);
        for (u32 d = 0; d < 8; d++) {
            if (!(r->king_step >> d & 1)) continue;
            B to = r->king_range == DRAUGHTS_FLYING ? B_FN(draughts_slide)(&c->g, from, empty, d) & empty
                                                    : B_FN(draughts_step)(&c->g, from, d) & empty;
            for (; b_any(to); to &= ~b_first(to))
                B_FN(visit)(r, c, B_FN(draughts_make_quiet)(r, &c->g, b, from, b_first(to), capturers),
                            depth);
        }
    }
}

/* Adds the leaves `depth` (2 or more) plies below b; of depth 2 some may stay in the queue. */
HOT_FN void B_FN(visit_children)(const DraughtsRuleset *r, B_FN(Counter) *c, const B_FN(DraughtsBoard) *b,
                                 int depth)
{
    B_FN(DraughtsListing) list;
    B_FN(list_captures)(c->captures, NULL, &c->g, b, (u32)c->merge, c->stop, &list);
    if (!list.found.gave_up) B_FN(visit_captures)(r, c, b, &list, depth);
    B_FN(release_captures)(&list);
    if (list.found.gave_up) return;
    if (list.found.number && r->obligation == DRAUGHTS_FORCED) return;
    if (B_FN(draughts_over)(r, b)) return;
    B_FN(visit_quiet)(r, c, b, depth);
    if (r->obligation == DRAUGHTS_HUFF)
        for (B left = b->huffable; b_any(left); left &= ~b_first(left))
            B_FN(visit)(r, c, B_FN(draughts_make_huff)(b, b_first(left)), depth);
}

HOT_FN void B_FN(descend_into)(const DraughtsRuleset *r, B_FN(Counter) *c, const B_FN(DraughtsBoard) *b,
                               int depth)
{
    if (depth == 2) {
        B_FN(visit_children)(r, c, b, 2);
        return;
    }
    if (stop_asked(c->stop)) return;
    if (c->table == NULL || depth < 4) {
        B_FN(visit_children)(r, c, b, depth);
        return;
    }
    const DraughtsPosition p = B_FN(draughts_position)(*b);
    const u64 words[4] = {p.own, p.opponent, p.kings, p.rest};
    const PerftHashKey key = perft_key(c->table, words, 2 * depth + c->merge);
    u64 leaves;
    if (perft_table_get(c->table, key, &leaves)) {
        c->leaves += leaves;
        return;
    }
    B_FN(finish)(c);
    const u64 before = c->leaves;
    B_FN(visit_children)(r, c, b, depth);
    B_FN(finish)(c);
    if (!stop_asked(c->stop)) perft_table_put(c->table, key, depth, c->leaves - before);
}

/* c: with the game's own functions set */
HOT_FN u64 B_FN(count_tree)(const DraughtsGame *game, B_FN(Counter) *c, const DraughtsPosition *p, int depth,
                            int merge, PerftTable *table, const volatile int *stop)
{
    c->queue.count = 0;
    c->leaves = 0;
    c->g = B_FN(draughts_geometry)(game);
    c->merge = merge;
    c->table = table;
    c->stop = stop;
    const B_FN(DraughtsBoard) b = B_FN(draughts_board)(*p);
    if (depth == 1) return B_FN(count_moves)(&game->rules, c, &b);
    c->descend(c, &b, depth);
    B_FN(finish)(c);
    return c->leaves;
}
