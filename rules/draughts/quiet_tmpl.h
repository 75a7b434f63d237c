/* SPDX-License-Identifier: MIT */
/* Quiet moves one by one, made or undone, included after moves_tmpl.h once for each board width, where B and
 * B_WORDS are defined (next_width.h). */

/* From a board, of its mover, without those that crown a man:
 *
 *   B_FN(DraughtsQuietMoves) moves = B_FN(draughts_quiet_moves)(&b, undone);
 *   while (B_FN(draughts_next_quiet)(r, g, &b, &moves)) ... moves.from, moves.to ...
 *
 * undone: 0, or 1: the mover's last moves, `to` being where the piece on `from` may have come from. */
typedef struct {
    B from, to, left, room;
    u32 directions, direction, slides;
    u32 turn; /* 4: undone */
} B_FN(DraughtsQuietMoves);

FN B_FN(DraughtsQuietMoves) B_FN(draughts_quiet_moves)(const B_FN(DraughtsBoard) *b, u32 undone)
{
    B_FN(DraughtsQuietMoves) m;
    m.from = m.to = m.room = b_none();
    m.left = b->own;
    m.directions = m.direction = m.slides = 0;
    m.turn = undone ? 4 : 0;
    return m;
}

FN u32 B_FN(draughts_next_quiet)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g,
                                 const B_FN(DraughtsBoard) *b, B_FN(DraughtsQuietMoves) *m)
{
    if (!m->slides) m->to = b_none();
    for (;;) {
        if (!b_any(m->to)) { /* the next direction, or piece */
            while (!m->directions) {
                if (!b_any(m->left)) return 0;
                const B empty = g->board & ~(b->own | b->opponent);
                m->from = b_first(m->left);
                m->left ^= m->from;
                const u32 king = b_any(m->from & b->kings), set = king ? r->king_step : r->man_step;
                m->directions = (set << m->turn | set >> (8 - m->turn)) & 255;
                m->room = king ? empty : empty & ~g->crown;
                m->slides = king && r->king_range == DRAUGHTS_FLYING;
            }
            m->direction = lowest_bit64(m->directions);
            m->directions &= m->directions - 1;
            m->to = m->from;
        }
        m->to = B_FN(draughts_step)(g, m->to, m->direction) & m->room;
        if (b_any(m->to)) return 1;
    }
}

/* The board before a move that was undone; what could be huffed there is for the caller. */
FN B_FN(DraughtsBoard)
    B_FN(draughts_before_quiet)(const B_FN(DraughtsBoard) *b, const B_FN(DraughtsQuietMoves) *m)
{
    B_FN(DraughtsBoard) before = *b;
    before.own = (b->own ^ m->from) | m->to;
    if (b_any(b->kings & m->from)) before.kings = (b->kings ^ m->from) | m->to;
    before.huffable = b_none();
    return before;
}
