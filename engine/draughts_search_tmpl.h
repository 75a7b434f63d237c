/* SPDX-License-Identifier: MIT */
/* What the search needs of draughts, for one board width: G_SUFFIX, and B of rules/draughts/board.h. */

#define G_Position DraughtsPosition
#define G_MOVES 512
#define G_SLOTS (128 * 128)
#define G_NULL_MOVE 0
#define G_PRUNES 0
#define G_THREATS 1
#if !defined(G_FN)
#define G_JOIN_(name, suffix) name##_##suffix
#define G_JOIN(name, suffix) G_JOIN_(name, suffix)
#define G_FN(name) G_JOIN(name, G_SUFFIX)
#endif

#if !defined(ENGINE_DRAUGHTS_LIMITS)
#define ENGINE_DRAUGHTS_LIMITS
/* captures that are kept, jumps that are followed, of one position */
enum { CAPTURES_MOST = 256, JUMP_BUDGET = 100000 };
#endif

typedef struct {
    u16 code, slot;
    u8 tactical, zeroing;
    i32 order;
    DraughtsPosition after; /* seen by the other side */
} G_FN(Move);

typedef struct {
    int urgent, stuck;
    u32 capture_count;
    B_FN(DraughtsCapture) captures[CAPTURES_MOST];
} G_FN(View);

static const B_FN(DraughtsGeometry) *G_FN(geometry)(const EngineGame *game)
{
    const DraughtsEvaluation *e = game->rules;
#if B_WORDS == 1
    return &e->one;
#else
    return &e->two;
#endif
}

static const DraughtsRuleset *G_FN(rules)(const EngineGame *game)
{
    return &((const DraughtsEvaluation *)game->rules)->game->rules;
}

/* The captures of a position, each result once; of a monstrous position those found in time. */
static void G_FN(find)(const EngineGame *game, const B_FN(DraughtsBoard) *b, G_FN(View) *view)
{
    B_FN(DraughtsCaptures) found;
    memset(&found, 0, sizeof found);
    found.list = view->captures;
    found.capacity = CAPTURES_MOST;
    found.merge = 1;
    found.jump_budget = JUMP_BUDGET;
    B_FN(draughts_captures)(G_FN(rules)(game), G_FN(geometry)(game), b, &found);
    view->capture_count = found.count < CAPTURES_MOST ? found.count : CAPTURES_MOST;
}

static void G_FN(view)(const EngineGame *game, const DraughtsPosition *p, G_FN(View) *view)
{
    const DraughtsRuleset *r = G_FN(rules)(game);
    const B_FN(DraughtsBoard) b = B_FN(draughts_board)(*p);
    view->capture_count = 0;
    if (!B_FN(draughts_over)(r, &b) && b_any(B_FN(draughts_capturers)(r, G_FN(geometry)(game), &b)))
        G_FN(find)(game, &b, view);
    view->urgent = view->capture_count > 0 && r->obligation == DRAUGHTS_FORCED;
    view->stuck = view->capture_count == 0 && !b_any(b.huffable) &&
                  B_FN(draughts_count_quiet)(r, G_FN(geometry)(game), &b) == 0;
}

/* board: after the move, not yet turned */
static void G_FN(add)(const EngineGame *game, B_FN(DraughtsBoard) board, u32 from, u32 to, int worth,
                      int zeroing, G_FN(Move) *move)
{
    move->after = B_FN(draughts_position)(B_FN(draughts_turn)(G_FN(geometry)(game), board));
    EnginePosition words;
    memcpy(&words, &move->after, sizeof words);
    move->code = (u16)(engine_key(words.word) >> 48 | 1);
    move->slot = (u16)(from * 128 + to);
    move->tactical = worth > 0;
    move->zeroing = (u8)zeroing;
    move->order = worth;
}

static int G_FN(list_captures)(const EngineGame *game, const B_FN(DraughtsBoard) *b, const G_FN(View) *view,
                               G_FN(Move) *list)
{
    const B_FN(DraughtsGeometry) *g = G_FN(geometry)(game);
    int count = 0;
    for (u32 i = 0; i < view->capture_count; i++) {
        const B_FN(DraughtsCapture) *capture = &view->captures[i];
        const int worth =
            (int)(8 * b_count(capture->taken) + 8 * b_count(capture->taken & b->kings) + capture->king);
        for (B to = capture->to; b_any(to) && count < G_MOVES; to &= ~b_first(to))
            G_FN(add)(game, B_FN(draughts_make_capture)(g, b, capture, b_first(to)), b_index(capture->from),
                      b_index(to), worth, 1, &list[count++]);
    }
    return count;
}

static int G_FN(list_quiet)(const EngineGame *game, const B_FN(DraughtsBoard) *b, G_FN(Move) *list, int count)
{
    const DraughtsRuleset *r = G_FN(rules)(game);
    const B_FN(DraughtsGeometry) *g = G_FN(geometry)(game);
    const B capturers = r->obligation == DRAUGHTS_HUFF ? B_FN(draughts_capturers)(r, g, b) : b_none();
    B_FN(DraughtsQuietMoves) m = B_FN(draughts_quiet_moves)(b, DRAUGHTS_QUIET_ALL);
    while (count < G_MOVES && B_FN(draughts_next_quiet)(r, g, b, &m))
        G_FN(add)(game, B_FN(draughts_make_quiet)(r, g, b, m.from, m.to, capturers), b_index(m.from),
                  b_index(m.to), 0, !b_any(m.from & b->kings), &list[count++]);
    return count;
}

static int G_FN(list)(const EngineGame *game, const DraughtsPosition *p, const G_FN(View) *view, int tactical,
                      G_FN(Move) *list)
{
    const DraughtsRuleset *r = G_FN(rules)(game);
    const B_FN(DraughtsBoard) b = B_FN(draughts_board)(*p);
    if (B_FN(draughts_over)(r, &b)) return 0;
    int count = G_FN(list_captures)(game, &b, view, list);
    if (view->urgent) return count;
    for (B left = b.huffable; b_any(left) && count < G_MOVES; left &= ~b_first(left)) {
        const u32 square = b_index(left);
        G_FN(add)(game, B_FN(draughts_make_huff)(&b, b_first(left)), square, square, 8, 1, &list[count++]);
    }
    return tactical ? count : G_FN(list_quiet)(game, &b, list, count);
}

static DraughtsPosition G_FN(after)(const EngineGame *game, const DraughtsPosition *p, const G_FN(Move) *move)
{
    (void)game;
    (void)p;
    return move->after;
}

static int G_FN(side)(const DraughtsEvaluation *e, B men, B kings)
{
    int sum = 0;
    for (; b_any(men); men &= ~b_first(men)) sum += e->man[b_index(men)];
    for (; b_any(kings); kings &= ~b_first(kings)) sum += e->king[b_index(kings)];
    return sum;
}

static int G_FN(evaluate)(const EngineGame *game, const DraughtsPosition *p)
{
    const DraughtsEvaluation *e = game->rules;
    const B_FN(DraughtsBoard) b = B_FN(draughts_board)(*p), t = B_FN(draughts_turn)(G_FN(geometry)(game), b);
    int score =
        G_FN(side)(e, b.own & ~b.kings, b.own & b.kings) - G_FN(side)(e, t.own & ~t.kings, t.own & t.kings);
    /* the fewer men, the more an advantage weighs */
    score += score * (int)(40 - b_count(b.own | b.opponent)) / 100;
    if (e->game->rules.goal == DRAUGHTS_GIVEAWAY) score = -score;
    return score + 3;
}

static int G_FN(ended)(const EngineGame *game, const DraughtsPosition *p, const G_FN(View) *view, int ply)
{
    (void)p;
    (void)view;
    return G_FN(rules)(game)->goal == DRAUGHTS_GIVEAWAY ? ENGINE_MATE - ply : ply - ENGINE_MATE;
}

static int G_FN(gain)(const G_FN(Move) *move)
{
    (void)move;
    return 0;
}

static int G_FN(men)(const EngineGame *game, const DraughtsPosition *p)
{
    (void)game;
    const B_FN(DraughtsBoard) b = B_FN(draughts_board)(*p);
    return (int)b_count(b.own | b.opponent);
}

static int G_FN(may_null_move)(const DraughtsPosition *p)
{
    (void)p;
    return 0;
}

static DraughtsPosition G_FN(null_move)(const DraughtsPosition *p) { return *p; }

/* The opponent could capture if it were to move. */
static int G_FN(threatened)(const EngineGame *game, const DraughtsPosition *p)
{
    const B_FN(DraughtsGeometry) *g = G_FN(geometry)(game);
    const B_FN(DraughtsBoard) other = B_FN(draughts_turn)(g, B_FN(draughts_board)(*p));
    return b_any(B_FN(draughts_capturers)(G_FN(rules)(game), g, &other)) != 0;
}

#include "tree_tmpl.h"

static int G_FN(children)(const EngineGame *game, const EnginePosition *position, EnginePosition *list)
{
    static _Thread_local G_FN(Move) moves[G_MOVES];
    static _Thread_local G_FN(View) view;
    DraughtsPosition p;
    memcpy(&p, position, sizeof p);
    G_FN(view)(game, &p, &view);
    const int count = G_FN(list)(game, &p, &view, 0, moves);
    for (int i = 0; i < count; i++) memcpy(&list[i], &moves[i].after, sizeof list[i]);
    return count;
}

/* Captures and huffs change how many there are, men's moves where they stand. */
static int G_FN(zeroing)(const EngineGame *game, const EnginePosition *before, const EnginePosition *after)
{
    DraughtsPosition p, q;
    memcpy(&p, before, sizeof p);
    memcpy(&q, after, sizeof q);
    const B_FN(DraughtsBoard) b = B_FN(draughts_board)(p);
    const B_FN(DraughtsBoard) next = B_FN(draughts_turn)(G_FN(geometry)(game), B_FN(draughts_board)(q));
    return b_count(b.own | b.opponent) != b_count(next.own | next.opponent) ||
           b_any((b.own & ~b.kings) ^ (next.own & ~next.kings));
}

static int G_FN(public_men)(const EngineGame *game, const EnginePosition *position)
{
    DraughtsPosition p;
    memcpy(&p, position, sizeof p);
    return G_FN(men)(game, &p);
}

static int G_FN(public_ended)(const EngineGame *game, const EnginePosition *position)
{
    (void)position;
    return G_FN(ended)(game, NULL, NULL, 0);
}

#undef G_Position
#undef G_MOVES
#undef G_SLOTS
#undef G_NULL_MOVE
#undef G_PRUNES
#undef G_THREATS
#undef G_SUFFIX
