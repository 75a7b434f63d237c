/* SPDX-License-Identifier: MIT */
/* Legal moves with their routes. The captures are walked as the generator of moves_tmpl.h walks them, by its own frames, so
 * that lists and counts agree; what is added is the square of every turn. */
#include "draughts_squares.h"

#include <stdlib.h>
#include <string.h>

#define MOST_JUMPS (1u << 23) /* some seconds; a crowded board of kings has more routes than can be walked */

typedef struct {
    const DraughtsRuleset *rules;
    DraughtsGeometry_x2 geometry;
    DraughtsBoard_x2 board;
    SquareMap map;
    int black, merge;
    DraughtsMove *list;
    int room, count; /* count > room: the list is cut */
    u64 best;        /* rank of the captures in the list */
    u32 jumps;       /* made so far */
} Walk;

static u8 number_of(const Walk *w, B128 square)
{
    return (u8)square_number(&w->map, w->black, b_index_x2(square));
}

static B128 bit_of(const SquareMap *map, int black, u32 number)
{
    return b_square_x2(square_of_number(map, black, number));
}

static void add(Walk *w, const DraughtsMove *move)
{
    if (w->count < w->room) w->list[w->count] = *move;
    w->count++;
}

/* --- captures --- */

static B128 taken_by(const SquareMap *map, int black, const DraughtsMove *move)
{
    B128 taken = b_none_x2();
    for (u32 i = 0; i < move->jumps; i++) taken |= bit_of(map, black, move->victim[i]);
    return taken;
}

static int is_in_list(const Walk *w, const DraughtsMove *move)
{
    const B128 taken = taken_by(&w->map, w->black, move);
    for (int i = 0; i < w->count && i < w->room; i++) {
        const DraughtsMove *known = &w->list[i];
        if (known->from == move->from && known->to == move->to && known->king == move->king &&
            known->jumps == move->jumps && !b_any_x2(taken ^ taken_by(&w->map, w->black, known)))
            return 1;
    }
    return 0;
}

/* Where the piece stands after the jump into frame f, to make the next one, over `victim`. */
static B128 turning_square(const Walk *w, const DraughtsFrame_x2 *f, u32 direction, B128 victim)
{
    if ((direction & 3) == (f->arrived & 3)) return f->behind; /* straight on or back: any will do */
    B128 square = victim;
    do square = draughts_step_x2(&w->geometry, square, direction ^ 4);
    while (!b_any_x2(square & f->stand));
    return square;
}

/* The moves of a finished capture: stack[1] to stack[top] are its jumps. */
static void add_capture(Walk *w, const DraughtsFrame_x2 *stack, u32 top)
{
    const DraughtsFrame_x2 *last = &stack[top];
    const int stops = last->king && w->rules->landing == DRAUGHTS_LAND_NEXT_IF_KING && last->took_king;
    DraughtsMove move = {.from = number_of(w, stack[0].stand), .jumps = (u8)top};
    for (u32 i = 1; i <= top; i++) {
        const B128 victim = stack[i].taken & ~stack[i - 1].taken;
        move.victim[i - 1] = number_of(w, victim);
        if (i > 1)
            move.landing[i - 2] = number_of(w, turning_square(w, &stack[i - 1], stack[i].arrived, victim));
    }
    for (B128 left = stops ? last->behind : last->stand; b_any_x2(left);) {
        const B128 to = b_first_x2(left);
        left ^= to;
        move.to = move.landing[top - 1] = number_of(w, to);
        move.king = last->king || b_any_x2(to & w->geometry.crown);
        if (!w->merge || !is_in_list(w, &move)) add(w, &move);
    }
}

static void finish_capture(Walk *w, const DraughtsFrame_x2 *stack, u32 top)
{
    const DraughtsFrame_x2 *last = &stack[top];
    const u64 rank = draughts_rank_x2(w->rules, last->taken, w->board.kings, stack[0].king, last->order);
    if (rank < w->best) return;
    if (rank > w->best) {
        w->best = rank;
        w->count = 0;
    }
    add_capture(w, stack, top);
}

static int is_full(const Walk *w)
{
    const int decided = w->rules->priority[0] == DRAUGHTS_FREE; /* no better capture can empty the list */
    return w->jumps > MOST_JUMPS || (decided && w->count > w->room);
}

/* As draughts_walk of moves_tmpl.h, but finished captures keep their route. */
static void walk_captures_from(Walk *w, B128 origin)
{
    DraughtsFrame_x2 stack[DRAUGHTS_DEPTH];
    u32 top = 0;
    memset(&stack[0], 0, sizeof stack[0]);
    stack[0].stand = stack[0].behind = origin;
    stack[0].arrived = DRAUGHTS_NOWHERE;
    stack[0].king = b_any_x2(origin & w->board.kings);
    while (!is_full(w)) {
        DraughtsFrame_x2 *f = &stack[top];
        if (b_any_x2(f->victims) ||
            draughts_look_x2(w->rules, &w->geometry, &w->board, f, origin, top == 0)) {
            const B128 victim = b_first_x2(f->victims);
            f->victims ^= victim;
            f->leads_on = 1;
            w->jumps++;
            if (top + 1 < DRAUGHTS_DEPTH) {
                draughts_jump_x2(w->rules, &w->geometry, &w->board, f, victim, origin, top, f + 1);
                top++;
            }
            if (!b_any_x2(f->victims)) f->direction++;
            continue;
        }
        if (top == 0) return;
        if (!f->leads_on) finish_capture(w, stack, top);
        top--;
    }
}

/* --- quiet moves and huffs --- */

static void add_quiet(Walk *w)
{
    DraughtsQuietMoves_x2 m = draughts_quiet_moves_x2(&w->board, DRAUGHTS_QUIET_ALL);
    while (draughts_next_quiet_x2(w->rules, &w->geometry, &w->board, &m)) {
        const DraughtsMove move = {.from = number_of(w, m.from),
                                   .to = number_of(w, m.to),
                                   .king = b_any_x2(m.from & w->board.kings) ||
                                           b_any_x2(m.to & w->geometry.crown)};
        add(w, &move);
    }
}

static void add_huffs(Walk *w)
{
    for (B128 left = w->board.huffable; b_any_x2(left);) {
        const B128 victim = b_first_x2(left);
        left ^= victim;
        const u8 number = number_of(w, victim);
        const DraughtsMove move = {
            .from = number, .to = number, .huff = 1, .king = b_any_x2(victim & w->board.kings) != 0};
        add(w, &move);
    }
}

/* --- all moves --- */

static int compare(const void *a, const void *b)
{
    const DraughtsMove *x = a, *y = b;
    if (x->huff != y->huff) return x->huff - y->huff;
    if (x->from != y->from) return x->from - y->from;
    if (x->to != y->to) return x->to - y->to;
    if (x->jumps != y->jumps) return x->jumps - y->jumps;
    return memcmp(x->landing, y->landing, sizeof x->landing);
}

int draughts_list_moves(const DraughtsGame *game, const DraughtsRecord *record, int merge, DraughtsMove *list,
                        int room)
{
    Walk w = {.rules = &game->rules,
              .geometry = draughts_geometry_x2(game),
              .board = wide_board(game, record->position),
              .map = square_map(game),
              .black = record->black,
              .merge = merge,
              .list = list,
              .room = room};
    if (draughts_over_x2(w.rules, &w.board)) return 0;
    for (B128 left = w.board.own; b_any_x2(left);) {
        const B128 origin = b_first_x2(left);
        left ^= origin;
        walk_captures_from(&w, origin);
    }
    if (w.jumps > MOST_JUMPS) return -1;
    if (w.count == 0 || w.rules->obligation != DRAUGHTS_FORCED) add_quiet(&w);
    if (w.rules->obligation == DRAUGHTS_HUFF) add_huffs(&w);
    if (w.count > room) return -1;
    qsort(list, (size_t)w.count, sizeof *list, compare);
    return w.count;
}

/* --- making them --- */

static DraughtsBoard_x2 after_move(const DraughtsGame *game, const DraughtsGeometry_x2 *geometry,
                                   const DraughtsRecord *record, const DraughtsMove *move)
{
    const SquareMap map = square_map(game);
    const DraughtsBoard_x2 board = wide_board(game, record->position);
    const B128 from = bit_of(&map, record->black, move->from), to = bit_of(&map, record->black, move->to);
    if (move->huff) return draughts_make_huff_x2(&board, from);
    if (move->jumps) {
        const DraughtsCapture_x2 capture = {
            .from = from, .to = to, .taken = taken_by(&map, record->black, move), .king = move->king};
        return draughts_make_capture_x2(geometry, &board, &capture, to);
    }
    const B128 capturers = draughts_capturers_x2(&game->rules, geometry, &board);
    return draughts_make_quiet_x2(&game->rules, geometry, &board, from, to, capturers);
}

void draughts_record_make(const DraughtsGame *game, const DraughtsRecord *record, const DraughtsMove *move,
                          DraughtsRecord *next)
{
    const DraughtsGeometry_x2 geometry = draughts_geometry_x2(game);
    const DraughtsBoard_x2 after = after_move(game, &geometry, record, move);
    next->position = narrow_board(game, draughts_turn_x2(&geometry, after));
    next->black = !record->black;
}
