/* SPDX-License-Identifier: MIT */
/* Quiet moves one by one, made or undone, included after moves_tmpl.h once for each board width, where B and
 * B_WORDS are defined (next_width.h). */

#if !defined(RULES_DRAUGHTS_QUIET_KINDS)
#define RULES_DRAUGHTS_QUIET_KINDS
#define DRAUGHTS_QUIET_ALL 0
#define DRAUGHTS_QUIET_UNCROWNED 1 /* all but those that crown a man */
#define DRAUGHTS_QUIET_UNDONE \
    2 /* the mover's last moves: `to` is where the piece on `from` may have come from */
#endif

/* The mover's quiet moves, piece by piece, direction by direction, by ascending squares:
 *
 *   B_FN(DraughtsQuietMoves) moves = B_FN(draughts_quiet_moves)(&b, DRAUGHTS_QUIET_ALL);
 *   while (B_FN(draughts_next_quiet)(r, g, &b, &moves)) ... moves.from, moves.to ... */
typedef struct {
    B from, to, pieces, targets; /* left: of the board, of the direction */
    u32 directions;              /* left, of the piece */
    u32 kind;
} B_FN(DraughtsQuietMoves);

FN B_FN(DraughtsQuietMoves) B_FN(draughts_quiet_moves)(const B_FN(DraughtsBoard) *b, u32 kind)
{
    B_FN(DraughtsQuietMoves) m;
    m.from = m.to = m.targets = b_none();
    m.pieces = b->own;
    m.directions = 0;
    m.kind = kind;
    return m;
}

FN u32 B_FN(draughts_next_quiet)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g,
                                 const B_FN(DraughtsBoard) *b, B_FN(DraughtsQuietMoves) *m)
{
    const B empty = g->board & ~(b->own | b->opponent);
    while (!b_any(m->targets)) {
        if (!m->directions) {
            if (!b_any(m->pieces)) return 0;
            m->from = b_first(m->pieces);
            m->pieces ^= m->from;
            const u32 set = b_any(m->from & b->kings) ? r->king_step : r->man_step;
            m->directions = m->kind == DRAUGHTS_QUIET_UNDONE ? (set << 4 | set >> 4) & 255 : set;
            continue;
        }
        const u32 king = b_any(m->from & b->kings), direction = lowest_bit64(m->directions);
        const B room = king || m->kind == DRAUGHTS_QUIET_ALL ? empty : empty & ~g->crown;
        m->directions &= m->directions - 1;
        m->targets = king && r->king_range == DRAUGHTS_FLYING
                         ? B_FN(draughts_slide)(g, m->from, room, direction)
                         : B_FN(draughts_step)(g, m->from, direction);
        m->targets &= room;
    }
    m->to = b_first(m->targets);
    m->targets ^= m->to;
    return 1;
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
