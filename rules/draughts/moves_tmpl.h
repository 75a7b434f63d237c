/* SPDX-License-Identifier: MIT */
/* Legal moves of every draughts game, from its ruleset. Included once for each board width, where B and
 * B_WORDS are defined (next_width.h).
 *
 * A piece's captures are walked with an explicit stack. A frame holds the squares where the capturing piece may stand
 * after its last jump (several behind a victim of a flying king), so that a king that goes straight on is one route
 * whatever squares lie between, and turns are taken from each square; RULES: docs/rules.md, counting conventions.
 */
#include "board.h"
#include "position.h"
#include "ruleset.h"

#if !defined(RULES_DRAUGHTS_MOVES_LIMITS)
#define RULES_DRAUGHTS_MOVES_LIMITS
#define DRAUGHTS_DEPTH 72  /* frames: more than pieces that one move can take on 12x12 */
#define DRAUGHTS_NOWHERE 8 /* no direction */
#endif

/* Of one game, from its ruleset: draughts_geometry_x1, _x2 in geometry_tmpl.h. */
typedef struct {
    B board, crown; /* squares; those where the mover's men become kings */
    B enter[8];     /* squares that can be entered in each direction */
    i32 shift[8];
    u32 bits; /* square numbers are below */
    u32 pad;
} B_FN(DraughtsGeometry);

typedef struct {
    B own, opponent, kings, huffable;
} B_FN(DraughtsBoard);

/* Captures of one piece with the same pieces taken: it ends on any square of `to`. */
typedef struct {
    B from, to, taken;
    u32 king; /* it is one at the end, also off the crown squares */
    u32 pad;
} B_FN(DraughtsCapture);

typedef struct {
    B_FN(DraughtsCapture) *list; /* room for `capacity`; 0: only the number is wanted */
    u32 capacity, count;         /* count > capacity: the list is cut, and a merged number is too small */
    u32 merge;                   /* equal origin, destination, pieces taken and kind count once */
    u32 pad;
    u64 number; /* of legal captures */
    u64 best;   /* their rank */
    /* Some positions have billions of routes: a walk gives up after jump_budget jumps, or when *stop
     * becomes nonzero (stop 0: never); number and list are void then. */
    const volatile int *stop;
    u64 jump_budget;
    u32 gave_up, pad2;
} B_FN(DraughtsCaptures);

typedef struct {
    B taken, stand, behind, victims; /* behind: the square right behind the last victim */
    u32 order;                       /* see draughts_rank */
    u32 direction;                   /* the next one to look in */
    u32 arrived;                     /* in this direction */
    u32 king, leads_on;
    u32 took_king;
    u32 pad;
} B_FN(DraughtsFrame);

#if B_WORDS == 1
FN DraughtsBoard_x1 draughts_board_x1(DraughtsPosition p)
{
    DraughtsBoard_x1 b;
    b.own = p.own;
    b.opponent = p.opponent;
    b.kings = p.kings;
    b.huffable = p.rest;
    return b;
}
FN DraughtsPosition draughts_position_x1(DraughtsBoard_x1 b)
{
    DraughtsPosition p;
    p.own = b.own;
    p.opponent = b.opponent;
    p.kings = b.kings;
    p.rest = b.huffable;
    return p;
}
#else
FN DraughtsBoard_x2 draughts_board_x2(DraughtsPosition p)
{
    DraughtsBoard_x2 b;
    b.own = b_join_x2(p.own, p.rest & 0xffff);
    b.opponent = b_join_x2(p.opponent, p.rest >> 16 & 0xffff);
    b.kings = b_join_x2(p.kings, p.rest >> 32 & 0xffff);
    b.huffable = b_none_x2();
    return b;
}
FN DraughtsPosition draughts_position_x2(DraughtsBoard_x2 b)
{
    DraughtsPosition p;
    p.own = b_low_x2(b.own);
    p.opponent = b_low_x2(b.opponent);
    p.kings = b_low_x2(b.kings);
    p.rest = b_high_x2(b.own) | b_high_x2(b.opponent) << 16 | b_high_x2(b.kings) << 32;
    return p;
}
#endif

FN B B_FN(draughts_step)(const B_FN(DraughtsGeometry) *g, B from, u32 direction)
{
    return b_shift(from, g->shift[direction]) & g->enter[direction];
}

/* The same for loops over directions that are unrolled: with DRAUGHTS_CONSTANT_RULES the shift is then a constant. */
HOT_FN B B_FN(draughts_unrolled_step)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g, B from,
                                      u32 direction)
{
#if defined(DRAUGHTS_CONSTANT_RULES)
    return b_shift(from, draughts_shift(r, direction)) & g->enter[direction];
#else
    (void)r;
    return B_FN(draughts_step)(g, from, direction);
#endif
}

HOT_FN B B_FN(draughts_step_back)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g, B to,
                                  u32 direction)
{
#if defined(DRAUGHTS_CONSTANT_RULES)
    (void)g;
    return b_shift(to, -draughts_shift(r, direction));
#else
    (void)r;
    return b_shift(to, -g->shift[direction]);
#endif
}

/* `from` and the squares of `empty` that a flying king reaches from there. */
FN B B_FN(draughts_slide)(const B_FN(DraughtsGeometry) *g, B from, B empty, u32 direction)
{
    B all = from, front = from;
    do {
        front = B_FN(draughts_step)(g, front, direction) & empty;
        all |= front;
    } while (b_any(front));
    return all;
}

HOT_FN B B_FN(draughts_unrolled_slide)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g, B from,
                                       B empty, u32 direction)
{
    B all = from, front = from;
    do {
        front = B_FN(draughts_unrolled_step)(r, g, front, direction) & empty;
        all |= front;
    } while (b_any(front));
    return all;
}

/* The board seen by the other side. */
FN B_FN(DraughtsBoard) B_FN(draughts_turn)(const B_FN(DraughtsGeometry) *g, B_FN(DraughtsBoard) b)
{
    B_FN(DraughtsBoard) t;
    t.own = b_reverse(b.opponent, g->bits);
    t.opponent = b_reverse(b.own, g->bits);
    t.kings = b_reverse(b.kings, g->bits);
    t.huffable = b_reverse(b.huffable, g->bits);
    return t;
}

/* 1 if nobody moves any more although pieces could: breakthrough ends with the first king. */
HOT_FN u32 B_FN(draughts_over)(const DraughtsRuleset *r, const B_FN(DraughtsBoard) *b)
{
    return r->goal == DRAUGHTS_BREAKTHROUGH && b_any(b->kings);
}

/* The mover's pieces that have a first jump. */
HOT_FN B B_FN(draughts_capturers)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g,
                                  const B_FN(DraughtsBoard) *b)
{
    const B empty = g->board & ~(b->own | b->opponent), men = b->own & ~b->kings, kings = b->own & b->kings;
    const B victims = r->men_take_kings ? b->opponent : b->opponent & ~b->kings;
    B all = b_none();
    UNROLL
    for (u32 d = 0; d < 8; d++) {
        const u32 back = d ^ 4;
        if (r->man_first_capture >> d & 1) {
            const B jumped = B_FN(draughts_unrolled_step)(r, g, empty, back) & victims;
            all |= B_FN(draughts_unrolled_step)(r, g, jumped, back) & men;
        }
        if ((r->king_capture >> d & 1) && b_any(kings)) {
            const B jumped = B_FN(draughts_unrolled_step)(r, g, empty, back) & b->opponent;
            B reach = B_FN(draughts_unrolled_step)(r, g, jumped, back);
            if (r->king_range == DRAUGHTS_FLYING)
                reach |= B_FN(draughts_unrolled_step)(
                    r, g, B_FN(draughts_unrolled_slide)(r, g, reach & empty, empty, back), back);
            all |= reach & kings;
        }
    }
    return all;
}

/* Ranks compare as the priorities of the game do. order: bit 23 - n is set if the n-th victim is a king. */
HOT_FN u64 B_FN(draughts_rank)(const DraughtsRuleset *r, B taken, B kings, u32 by_king, u32 order)
{
    u64 rank = 0;
    for (u32 i = 0; i < 4 && r->priority[i] != DRAUGHTS_FREE; i++) {
        const u64 all = b_count(taken), crowned = b_count(taken & kings);
        rank <<= r->priority[i] == DRAUGHTS_KING_FIRST ? 24 : 16;
        if (r->priority[i] == DRAUGHTS_MOST) rank |= all;
        if (r->priority[i] == DRAUGHTS_VALUE) rank |= (all + crowned) * 128 + all;
        if (r->priority[i] == DRAUGHTS_BY_KING) rank |= by_king;
        if (r->priority[i] == DRAUGHTS_MOST_KINGS) rank |= crowned;
        if (r->priority[i] == DRAUGHTS_KING_FIRST) rank |= order;
    }
    return rank;
}

FN void B_FN(draughts_found)(B_FN(DraughtsCaptures) *c, B from, B to, B taken, u32 king, u64 rank)
{
    if (rank < c->best) return;
    if (rank > c->best) {
        c->best = rank;
        c->count = 0;
        c->number = 0;
    }
    if (c->merge) {
        for (u32 i = c->count < c->capacity ? c->count : c->capacity; i-- > 0;) {
            B_FN(DraughtsCapture) *known = &c->list[i];
            if (b_any(known->from ^ from)) break; /* captures are found piece by piece */
            if (known->king != king || b_any(known->taken ^ taken)) continue;
            c->number += b_count(to & ~known->to);
            known->to |= to;
            return;
        }
    }
    c->number += b_count(to);
    if (c->count < c->capacity) {
        B_FN(DraughtsCapture) *next = &c->list[c->count];
        next->from = from;
        next->to = to;
        next->taken = taken;
        next->king = king;
    }
    c->count++;
}

/* The frame's victims in the next direction that has any; 0 if none is left. */
HOT_FN u32 B_FN(draughts_look)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g,
                               const B_FN(DraughtsBoard) *b, B_FN(DraughtsFrame) *f, B origin, u32 first)
{
    const u32 directions = f->king ? r->king_capture : first ? r->man_first_capture : r->man_capture;
    const B standing = (b->own | b->opponent) & ~origin;
    const B empty = g->board & ~(r->removed_at_once ? standing & ~f->taken : standing);
    B victims = b->opponent & ~f->taken;
    if (!f->king && !r->men_take_kings) victims &= ~b->kings;
    UNROLL
    for (u32 d = 0; d < 8; d++) {
        if (d < f->direction || !(directions >> d & 1)) continue;
        if (r->removed_at_once && !r->turns_back && f->arrived == (d ^ 4)) continue;
        B reach = f->stand;
        if (f->king && r->king_range == DRAUGHTS_FLYING)
            reach = B_FN(draughts_unrolled_slide)(r, g, reach, empty, d);
        const B landing =
            B_FN(draughts_unrolled_step)(r, g, B_FN(draughts_unrolled_step)(r, g, reach, d) & victims, d) &
            empty;
        f->victims = B_FN(draughts_step_back)(r, g, landing, d) & victims;
        f->direction = d;
        if (b_any(f->victims)) return 1;
    }
    f->direction = 8;
    return 0;
}

/* The frame after taking `victim` in the frame's direction. */
HOT_FN void B_FN(draughts_jump)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g,
                                const B_FN(DraughtsBoard) *b, const B_FN(DraughtsFrame) *f, B victim,
                                B origin, u32 nth, B_FN(DraughtsFrame) *next)
{
    const u32 d = f->direction;
    const B standing = (b->own | b->opponent) & ~origin;
    next->taken = f->taken | victim;
    next->behind = B_FN(draughts_unrolled_step)(r, g, victim, d);
    next->stand = next->behind;
    next->king = f->king;
    next->took_king = b_any(victim & b->kings);
    next->direction = 0;
    next->arrived = d;
    next->leads_on = 0;
    next->victims = b_none();
    next->order = f->order | (nth < 24 ? next->took_king << (23 - nth) : 0);
    if (f->king && r->king_range == DRAUGHTS_FLYING && r->landing != DRAUGHTS_LAND_NEXT) {
        const B empty = g->board & ~(r->removed_at_once ? standing & ~next->taken : standing);
        next->stand = B_FN(draughts_unrolled_slide)(r, g, next->behind, empty, d);
    }
    if (!f->king && b_any(next->stand & g->crown)) {
        if (r->crowning == DRAUGHTS_CROWN_GO_ON) next->king = 1;
        if (r->crowning == DRAUGHTS_CROWN_STOP) next->direction = 8;
    }
}

/* Adds the captures of the piece that comes from `origin` and stands as the frame says after `jumps` jumps. */
HOT_FN void B_FN(draughts_walk)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g,
                                const B_FN(DraughtsBoard) *b, B origin, B_FN(DraughtsFrame) start, u32 jumps,
                                B_FN(DraughtsCaptures) *c)
{
    B_FN(DraughtsFrame) stack[DRAUGHTS_DEPTH];
    const u32 began_as_king = b_any(origin & b->kings);
    u32 top = jumps;
    stack[top] = start;
    for (;;) {
        if (c->jump_budget == 0 || (c->stop && *c->stop)) {
            c->gave_up = 1;
            return;
        }
        c->jump_budget--;
        B_FN(DraughtsFrame) *f = &stack[top];
        if (b_any(f->victims) || B_FN(draughts_look)(r, g, b, f, origin, top == 0)) {
            const B victim = b_first(f->victims);
            f->victims ^= victim;
            f->leads_on = 1;
            if (top + 1 < DRAUGHTS_DEPTH) {
                B_FN(draughts_jump)(r, g, b, f, victim, origin, top, &stack[top + 1]);
                top++;
            }
            if (!b_any(f->victims)) f->direction++;
            continue;
        }
        if (!f->leads_on && top > 0) {
            const u32 stops = f->king && r->landing == DRAUGHTS_LAND_NEXT_IF_KING && f->took_king;
            const u64 rank = B_FN(draughts_rank)(r, f->taken, b->kings, began_as_king, f->order);
            B_FN(draughts_found)(c, origin, stops ? f->behind : f->stand, f->taken, f->king, rank);
        }
        if (top == jumps) return;
        top--;
    }
}

FN B_FN(DraughtsFrame) B_FN(draughts_frame)(B stand, B taken, u32 king)
{
    B_FN(DraughtsFrame) f;
    f.taken = taken;
    f.victims = b_none();
    f.stand = f.behind = stand;
    f.order = 0;
    f.direction = 0;
    f.arrived = DRAUGHTS_NOWHERE;
    f.king = king;
    f.leads_on = f.took_king = 0;
    return f;
}

/* Where a man on `stand` lands after one jump, all directions together; its victim is half way to the landing. */
HOT_FN B B_FN(draughts_man_landings)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g, B stand,
                                     B victims, B empty, u32 directions)
{
    B all = b_none();
    UNROLL
    for (u32 d = 0; d < 8; d++)
        if (directions >> d & 1)
            all |= B_FN(draughts_unrolled_step)(r, g, B_FN(draughts_unrolled_step)(r, g, stand, d) & victims,
                                                d) &
                   empty;
    return all;
}

/* Adds the captures of the man on `origin`: as draughts_walk, but a man's frame is a square and where it may land. */
HOT_FN void B_FN(draughts_walk_man)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g,
                                    const B_FN(DraughtsBoard) *b, B origin, B_FN(DraughtsCaptures) *c)
{
    B landings[DRAUGHTS_DEPTH], taken[DRAUGHTS_DEPTH];
    u8 at[DRAUGHTS_DEPTH];
    const B empty = g->board & ~((b->own | b->opponent) & ~origin);
    const B victims = r->men_take_kings ? b->opponent : b->opponent & ~b->kings;
    u32 top = 0;
    at[0] = (u8)b_index(origin);
    taken[0] = b_none();
    landings[0] = B_FN(draughts_man_landings)(r, g, origin, victims, empty, r->man_first_capture);
    for (;;) {
        while (!b_any(landings[top])) {
            if (top == 0) return;
            top--;
        }
        const B stand = b_first(landings[top]);
        landings[top] ^= stand;
        const u32 square = b_index(stand);
        const B all = taken[top] | b_square((square + at[top]) / 2);
        const u32 crowned = b_any(stand & g->crown);
        if (r->crowning == DRAUGHTS_CROWN_GO_ON && crowned) {
            B_FN(draughts_walk)(r, g, b, origin, B_FN(draughts_frame)(stand, all, 1), top + 1, c);
            continue;
        }
        B next = b_none();
        if (!(r->crowning == DRAUGHTS_CROWN_STOP && crowned))
            next = B_FN(draughts_man_landings)(r, g, stand, victims & ~all,
                                               r->removed_at_once ? empty | all : empty, r->man_capture);
        if (b_any(next) && top + 1 < DRAUGHTS_DEPTH) {
            top++;
            at[top] = (u8)square;
            taken[top] = all;
            landings[top] = next;
        } else {
            B_FN(draughts_found)(c, origin, stand, all, 0, B_FN(draughts_rank)(r, all, b->kings, 0, 0));
        }
    }
}

/* 1 if ranks depend on kings. */
FN u32 B_FN(draughts_ranks_kings)(const DraughtsRuleset *r)
{
    return r->priority[0] > DRAUGHTS_MOST || r->priority[1] != DRAUGHTS_FREE;
}

/* Captures of men where the mover has no king: 1 if all are single jumps of equal rank, and then they are added. */
HOT_FN u32 B_FN(draughts_single_jumps)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g,
                                       const B_FN(DraughtsBoard) *b, B_FN(DraughtsCaptures) *c)
{
    const B empty = g->board & ~(b->own | b->opponent);
    const B victims = r->men_take_kings ? b->opponent : b->opponent & ~b->kings;
    B landing[8], all = b_none(), longer = b_none();
    UNROLL
    for (u32 d = 0; d < 8; d++) {
        landing[d] = b_none();
        if (!(r->man_first_capture >> d & 1)) continue;
        landing[d] =
            B_FN(draughts_unrolled_step)(r, g, B_FN(draughts_unrolled_step)(r, g, b->own, d) & victims, d) &
            empty;
        all |= landing[d];
    }
    if (!b_any(all)) return 1;
    /* in eight directions, to look for second jumps costs more than to walk */
    if (r->man_capture == DRAUGHTS_EVERYWHERE || (B_FN(draughts_ranks_kings)(r) && b_any(b->kings))) return 0;
    if (r->crowning == DRAUGHTS_CROWN_GO_ON) longer = all & g->crown;
    UNROLL
    for (u32 d = 0; d < 8; d++) {
        if (!(r->man_first_capture >> d & 1)) continue;
        const B standing = r->crowning == DRAUGHTS_CROWN_STOP ? landing[d] & ~g->crown : landing[d];
        UNROLL
        for (u32 k = 0; k < 8; k++)
            if ((r->man_capture >> k & 1) && k != (d ^ 4))
                longer |= B_FN(draughts_unrolled_step)(
                              r, g, B_FN(draughts_unrolled_step)(r, g, standing, k) & victims, k) &
                          empty;
    }
    if (b_any(longer)) return 0;
    UNROLL
    for (u32 d = 0; d < 8; d++) {
        if (!(r->man_first_capture >> d & 1)) continue;
        for (; b_any(landing[d]); landing[d] &= ~b_first(landing[d])) {
            const B to = b_first(landing[d]), taken = B_FN(draughts_step_back)(r, g, to, d);
            B_FN(draughts_found)(c, B_FN(draughts_step_back)(r, g, taken, d), to, taken, 0, 0);
        }
    }
    return 1;
}

HOT_FN void B_FN(draughts_captures)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g,
                                    const B_FN(DraughtsBoard) *b, B_FN(DraughtsCaptures) *c)
{
    c->count = 0;
    c->number = c->best = 0;
    c->gave_up = 0;
    if (B_FN(draughts_over)(r, b)) return;
    if (!b_any(b->own & b->kings) && B_FN(draughts_single_jumps)(r, g, b, c)) return;
    B movers = B_FN(draughts_capturers)(r, g, b);
    while (b_any(movers)) {
        const B origin = b_first(movers);
        movers ^= origin;
        if (b_any(origin & b->kings))
            B_FN(draughts_walk)(r, g, b, origin, B_FN(draughts_frame)(origin, b_none(), 1), 0, c);
        else B_FN(draughts_walk_man)(r, g, b, origin, c);
    }
}

/* Lists captures with equal results once, whatever their routes, as many as there is room for; returns how many there
 * are. */
FN u32 B_FN(draughts_list_results)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g,
                                   const B_FN(DraughtsBoard) *b, B_FN(DraughtsCapture) *list, u32 room)
{
    B_FN(DraughtsCaptures) captures;
    captures.list = list;
    captures.capacity = room;
    captures.merge = 1;
    captures.stop = 0;
    captures.jump_budget = ~U64(0);
    B_FN(draughts_captures)(r, g, b, &captures);
    return captures.count;
}

/* Destinations of quiet moves in one direction: a man's or short king's step, or all that flying kings reach. Each
 * comes from the nearest own piece on the line behind it. */
HOT_FN B B_FN(draughts_man_steps)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g,
                                  const B_FN(DraughtsBoard) *b, u32 direction)
{
    const B empty = g->board & ~(b->own | b->opponent);
    return r->man_step >> direction & 1
               ? B_FN(draughts_unrolled_step)(r, g, b->own & ~b->kings, direction) & empty
               : b_none();
}

HOT_FN B B_FN(draughts_king_steps)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g,
                                   const B_FN(DraughtsBoard) *b, u32 direction)
{
    const B empty = g->board & ~(b->own | b->opponent), kings = b->own & b->kings;
    if (!(r->king_step >> direction & 1) || !b_any(kings)) return b_none();
    if (r->king_range == DRAUGHTS_FLYING)
        return B_FN(draughts_unrolled_slide)(r, g, kings, empty, direction) & empty;
    return B_FN(draughts_unrolled_step)(r, g, kings, direction) & empty;
}

HOT_FN u32 B_FN(draughts_count_quiet)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g,
                                      const B_FN(DraughtsBoard) *b)
{
    u32 n = 0;
    if (B_FN(draughts_over)(r, b)) return 0;
    UNROLL
    for (u32 d = 0; d < 8; d++)
        n += b_count(B_FN(draughts_man_steps)(r, g, b, d)) + b_count(B_FN(draughts_king_steps)(r, g, b, d));
    return n;
}

/* The number of legal moves of a board that has so many captures. */
HOT_FN u64 B_FN(draughts_count_with)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g,
                                     const B_FN(DraughtsBoard) *b, u64 captures)
{
    if (captures && r->obligation == DRAUGHTS_FORCED) return captures;
    const u64 moves = captures + B_FN(draughts_count_quiet)(r, g, b);
    return r->obligation == DRAUGHTS_HUFF ? moves + b_count(b->huffable) : moves;
}

/* After a quiet move; capturers: own pieces that had a capture before it. Not yet turned. */
HOT_FN B_FN(DraughtsBoard)
    B_FN(draughts_make_quiet)(const DraughtsRuleset *r, const B_FN(DraughtsGeometry) *g,
                              const B_FN(DraughtsBoard) *b, B from, B to, B capturers)
{
    B_FN(DraughtsBoard) next = *b;
    next.own = (b->own ^ from) | to;
    if (b_any(from & b->kings)) next.kings = (b->kings ^ from) | to;
    else next.kings = b->kings | (to & g->crown);
    next.huffable = b_none();
    if (r->obligation == DRAUGHTS_HUFF)
        next.huffable = b_any(capturers & from) ? (capturers ^ from) | to : capturers;
    return next;
}

FN B_FN(DraughtsBoard)
    B_FN(draughts_make_capture)(const B_FN(DraughtsGeometry) *g, const B_FN(DraughtsBoard) *b,
                                const B_FN(DraughtsCapture) *c, B to)
{
    B_FN(DraughtsBoard) next = *b;
    next.own = (b->own & ~c->from) | to;
    next.opponent = b->opponent & ~c->taken;
    next.kings = b->kings & ~(c->taken | c->from);
    next.kings |= c->king ? to : to & g->crown;
    next.huffable = b_none();
    return next;
}

/* A huff is a whole move: the piece goes. */
FN B_FN(DraughtsBoard) B_FN(draughts_make_huff)(const B_FN(DraughtsBoard) *b, B victim)
{
    B_FN(DraughtsBoard) next = *b;
    next.opponent = b->opponent & ~victim;
    next.kings = b->kings & ~victim;
    next.huffable = b_none();
    return next;
}
