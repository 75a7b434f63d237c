/* SPDX-License-Identifier: MIT */
/* The walk through a group. cells.c includes it once for each board width, where B and B_WORDS are defined
 * (rules/draughts/next_width.h). */

/* Where kings stand first in the index's order: opponent's, own; else the opponent's men. */
FN B B_FN(inner_set)(const B_FN(DraughtsBoard) *b)
{
    const B kings = b->opponent & b->kings, own_kings = b->own & b->kings;
    return b_any(kings) ? kings : b_any(own_kings) ? own_kings : b->opponent & ~b->kings;
}

/* Goes through positions by index. All pieces of one kind move before any other does: the inner set. */
typedef struct {
    const DraughtsIndex *index;
    B_FN(DraughtsBoard) board;
    u64 base;    /* the position with the inner set's number 0 */
    u32 left;    /* further positions with the same other pieces */
    B set, room; /* the inner set, and where it may stand */
    u32 count, squares;
    u8 rank[DRAUGHTS_SLICE_PIECES + 1]; /* of the set's squares in the room */
    B square[DRAUGHTS_SLICE_SQUARES];   /* of the room */
} B_FN(Way);

FN void B_FN(way_start)(B_FN(Way) *w, u64 i)
{
    const B_FN(DraughtsBoard) b = w->board = B_FN(draughts_index_board)(w->index, i);
    w->set = B_FN(inner_set)(&b);
    w->room = (B)w->index->board & ~((b.own | b.opponent) & ~w->set);
    if (!b_any(w->set & b.kings)) w->room &= ~(B)w->index->barred;
    w->squares = w->count = 0;
    for (B left = w->room; b_any(left); w->squares++) {
        const B square = w->square[w->squares] = b_first(left);
        if (b_any(square & w->set)) w->rank[w->count++] = (u8)w->squares;
        left ^= square;
    }
    const u64 number = B_FN(draughts_set_number)(w->set, w->room);
    w->base = i - number;
    w->left = (u32)(draughts_choose[w->count][w->squares] - number - 1);
    w->rank[w->count] = (u8)w->squares;
}

FN void B_FN(way_next)(B_FN(Way) *w, u64 i)
{
    if (w->left-- == 0) {
        B_FN(way_start)(w, i);
        return;
    }
    u32 k = 0;
    B next = w->set;
    for (; w->rank[k] + 1 == w->rank[k + 1]; k++) {
        next = (next & ~w->square[w->rank[k]]) | w->square[k];
        w->rank[k] = (u8)k;
    }
    for (u32 j = 0; j < k; j++) next |= w->square[j];
    next = (next & ~w->square[w->rank[k]]) | w->square[w->rank[k] + 1u];
    w->rank[k]++;
    if (b_any(w->set & w->board.kings)) w->board.kings = (w->board.kings ^ w->set) | next;
    if (b_any(w->set & w->board.own)) w->board.own = (w->board.own ^ w->set) | next;
    else w->board.opponent = (w->board.opponent ^ w->set) | next;
    w->set = next;
}

/* The position with a piece elsewhere, in cells from the group's first; NONE: not coded before, or no position. */
FN u32 B_FN(neighbour)(const B_FN(Way) *w, const B_FN(DraughtsGeometry) *g, const DraughtsGroup *group,
                       u32 at, B from, B to)
{
    const DraughtsIndex *x = w->index;
    B_FN(DraughtsBoard) b = w->board;
    to &= (B)x->board & ~(b.own | b.opponent);
    if (!b_any(to)) return NONE;
    u64 i;
    if (b_any(from & w->set)) {
        if (!b_any(to & w->room)) return NONE;
        i = w->base + B_FN(draughts_set_number)((w->set ^ from) | to, w->room);
    } else {
        const u32 own = b_any(from & b.own), king = b_any(from & b.kings);
        if (!king && b_any(to & (own ? g->crown : (B)x->barred))) return NONE;
        if (king) b.kings ^= from | to;
        if (own) b.own ^= from | to;
        else b.opponent ^= from | to;
        i = B_FN(draughts_index)(x, &b);
    }
    const u64 cell = i - group->first;
    return cell < at && group->hint[cell] != DRAUGHTS_NOT_CODED ? (u32)cell : NONE;
}

FN void B_FN(find_neighbours)(const B_FN(Way) *w, const DraughtsCells *cells, const B_FN(DraughtsGeometry) *g,
                              const DraughtsGroup *group, u32 at, Neighbours *n)
{
    const B_FN(DraughtsBoard) *b = &w->board;
    const B pieces[4] = {b->opponent & b->kings, b->own & b->kings, b->opponent & ~b->kings,
                         b->own & ~b->kings};
    u32 found = 0;
    for (u32 kind = 0; kind < 4; kind++)
        for (B left = pieces[kind]; b_any(left) && found < PIECES; found++) {
            const B from = b_first(left);
            left ^= from;
            n->low[found] = B_FN(neighbour)(w, g, group, at, from, b_shift(from, -1));
            n->back[found] =
                B_FN(neighbour)(w, g, group, at, from, B_FN(draughts_step)(g, from, cells->back));
        }
    for (; found < PIECES; found++) n->low[found] = n->back[found] = NONE;
}

/* DRAUGHTS_NOT_CODED, or what is seen on the board. */
FN u8 B_FN(hint_of)(const DraughtsCells *cells, const B_FN(DraughtsGeometry) *g, const B_FN(DraughtsBoard) *b)
{
    const DraughtsRuleset *r = &cells->index.game->rules;
    if (r->obligation == DRAUGHTS_FORCED && b_any(B_FN(draughts_capturers)(r, g, b)))
        return DRAUGHTS_NOT_CODED;
    const B_FN(DraughtsBoard) turned = B_FN(draughts_turn)(g, *b);
    const u32 threat = b_any(B_FN(draughts_capturers)(r, g, &turned));
    const u32 parity = b_count((b->own | b->opponent) & (B)cells->odd) & 1;
    u32 crowns = 0;
    for (u32 d = 0; d < 8; d++) crowns |= b_any(B_FN(draughts_man_steps)(r, g, b, d) & g->crown);
    return (u8)(threat * HINT_THREAT | parity * HINT_PARITY | crowns * HINT_CROWNS);
}

static int B_FN(walk)(CodecWalk *coder, CodecMode mode, CodecKind kind, const DraughtsCells *cells,
                      const B_FN(DraughtsGeometry) *g, DraughtsGroup *group)
{
    CodecWalk c = *coder; /* writing values does not change it, which the compiler shall see */
    const CodecSteps *steps = codec_walk_steps(&c);
    B_FN(Way) way = {.index = &cells->index};
    Neighbours n;
    u32 last[4] = {NONE, NONE, NONE, NONE}; /* by threat and parity */
    B_FN(way_start)(&way, group->first);
    for (u32 at = 0; at < group->count && !c.failed; at++) {
        if (at) B_FN(way_next)(&way, group->first + at);
        const u8 hint = group->hint[at] = B_FN(hint_of)(cells, g, &way.board);
        if (hint == DRAUGHTS_NOT_CODED) continue;
        if (kind == CODEC_DISTANCE && group->result[at] == RESULT_DRAW) {
            group->value[at] = 0;
            continue;
        }
        B_FN(find_neighbours)(&way, cells, g, group, at, &n);
        if (kind == CODEC_WDL) code_result(&c, mode, steps, group, at, &n, last[hint & 3]);
        else code_distance(&c, mode, steps, &cells->index.game->rules, group, at, &n);
        last[hint & 3] = at;
    }
    *coder = c;
    return c.failed ? -1 : 0;
}
