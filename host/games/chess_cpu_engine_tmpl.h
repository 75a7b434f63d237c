/* SPDX-License-Identifier: MIT */
/* The native engine's text, compiled once for each instruction set (chess_cpu_avx512.c, ...), which includes
 * rules/chess/moves.h and the set-wise headers, and defines
 *   W, W_LANES             see rules/lanes.h
 *   squares_of(set, out)   writes the square numbers of a set, ascending, and returns how many; may write
 *                          up to 32 bytes in all where there are fewer
 *   Tally                  see rules/chess/differences_tmpl.h
 *
 * A node's moves become a list of (from, to) bytes; W_LANES of them at a time are made into positions side by
 * side in registers. Two plies above the leaves most moves are counted by differences; the others' positions
 * are counted at once and never stored. Further up children are stored, and what depends on a position alone
 * (pins, checks, danger, weights) is computed for W_LANES of them side by side. Moves that are more than from
 * and to (promotions, castling, en passant, double steps that may be captured en passant) are made one by one
 * and join the rest in a queue for the next full vector.
 */
#include "chess_cpu.h"
#include "../base/stop.h"

#include <string.h>

#define FORCE_INLINE static inline __attribute__((always_inline))
#define SQUARES_SLACK 32
#define QUEUE 64 /* positions that wait for a full vector, at most, between nodes */

/* Positions by plane, so that W_LANES of them are loaded at once. */
typedef struct {
    u64 kind0[CHESS_MAX_MOVES + QUEUE], kind1[CHESS_MAX_MOVES + QUEUE], kind2[CHESS_MAX_MOVES + QUEUE],
        own[CHESS_MAX_MOVES + QUEUE];
    u32 count;
} Positions;

typedef struct {
    W kind0, kind1, kind2, own;
} PositionLanes;

typedef struct {
    u8 from[CHESS_MAX_MOVES + SQUARES_SLACK], to[CHESS_MAX_MOVES + SQUARES_SLACK];
    u32 count;
    ChessMove special[CHESS_MAX_MOVES]; /* to be made one by one */
    u32 specials;
} MoveList;

FORCE_INLINE void sink_piece(MoveList *list, u32 kind, u32 from, u64 destinations)
{
    (void)kind;
    memset(list->from + list->count, (int)from, SQUARES_SLACK);
    list->count += squares_of(destinations, list->to + list->count);
}

FORCE_INLINE void sink_pawns(MoveList *list, u64 destinations, u32 step)
{
    const u8 *to = list->to + list->count;
    u8 *from = list->from + list->count;
    list->count += squares_of(destinations, list->to + list->count);
    for (int i = 0; i < 16; i++) from[i] = (u8)(to[i] - step);
}

FORCE_INLINE void sink_special(MoveList *list, u32 from, u32 to)
{
    list->special[list->specials++] = chess_move(from, to, 0);
}

FORCE_INLINE void sink_promotions(MoveList *list, u64 destinations, u32 step)
{
    for (; destinations; destinations &= destinations - 1) {
        const u32 to = lowest_bit64(destinations);
        for (u32 kind = CHESS_KNIGHT; kind <= CHESS_QUEEN; kind++)
            list->special[list->specials++] = chess_move(to - step, to, kind);
    }
}

#define SINK MoveList
#define TALLY Tally
#include "../../rules/chess/differences_tmpl.h"

typedef struct {
    W lanes;         /* leaves counted so far, by lane */
    u64 leaves;      /* others */
    Positions queue; /* one ply above the leaves, not yet counted */
    int differences; /* 0: for comparison, every position one ply above the leaves is counted */
    PerftTable *table;
    /* with a table, leaves are booked on the node that they are below */
    u64 *sums;                          /* of the siblings at hand, two plies above the leaves */
    u32 node;                           /* the one at hand */
    u16 owner[CHESS_MAX_MOVES + QUEUE]; /* of the queue's positions */
    const volatile int *stop;
} Counter;

FORCE_INLINE W load(const u64 *p)
{
    W w;
    memcpy(&w, p, sizeof w);
    return w;
}

FORCE_INLINE void store(u64 *p, W w) { memcpy(p, &w, sizeof w); }

FORCE_INLINE PositionLanes load_lanes(const Positions *from, u32 i)
{
    return (PositionLanes){load(from->kind0 + i), load(from->kind1 + i), load(from->kind2 + i),
                           load(from->own + i)};
}

FORCE_INLINE void store_lanes(Positions *to, u32 i, PositionLanes lanes)
{
    store(to->kind0 + i, lanes.kind0);
    store(to->kind1 + i, lanes.kind1);
    store(to->kind2 + i, lanes.kind2);
    store(to->own + i, lanes.own);
}

FORCE_INLINE void append(Positions *to, ChessPosition p)
{
    const u32 i = to->count++;
    to->kind0[i] = p.kind0;
    to->kind1[i] = p.kind1;
    to->kind2[i] = p.kind2;
    to->own[i] = p.own;
}

/* Lane `lane` of a struct of words W, as the same struct of u64. */
FORCE_INLINE void take_lane(void *out, const void *lanes, size_t words, u32 lane)
{
    for (size_t i = 0; i < words; i++)
        memcpy((u64 *)out + i, (const char *)lanes + i * sizeof(W) + lane * sizeof(u64), sizeof(u64));
}

/* The positions after moves i .. i + W_LANES - 1 of the list. A king's or castle rook's move ends rights. */
FORCE_INLINE PositionLanes make_lanes(const ChessNode *n, const MoveList *list, u32 i)
{
    const ChessPosition *p = &n->p;
    const W from = w_bits(list->from + i), to = w_bits(list->to + i);
    const W zero = from ^ from, gone = from | to;
    const u64 rights = chess_castle_rooks(*p) & n->v.own;
    W kind0 = (zero | p->kind0) & ~gone, kind1 = (zero | p->kind1) & ~gone, kind2 = (zero | p->kind2) & ~gone;
    W moved0 = from & p->kind0, moved1 = from & p->kind1;
    const W moved2 = from & p->kind2;
    if (rights) {
        const W keep = w_if_zero(moved2 & moved1 & ~moved0) | ~rights;
        kind0 &= keep;
        kind1 &= keep;
        moved0 &= ~(from & rights);
        moved1 &= ~(from & rights);
    }
    PositionLanes next;
    next.kind0 = w_byteswap(w_or_where(kind0, moved0, to));
    next.kind1 = w_byteswap(w_or_where(kind1, moved1, to));
    next.kind2 = w_byteswap(w_or_where(kind2, moved2, to));
    next.own = w_byteswap((zero | n->v.opponent) & ~to);
    return next;
}

FORCE_INLINE W count_lanes(PositionLanes p)
{
    return W_FN(chess_count_but_en_passant)(p.kind0, p.kind1, p.kind2, p.own);
}

/* The leaves below W_LANES positions of the owners, or, if NULL, of the node at hand. */
FORCE_INLINE void book_lanes(Counter *c, W leaves, const u16 *owner)
{
    if (c->sums == NULL) {
        c->lanes += leaves;
        return;
    }
    u64 lanes[W_LANES];
    store(lanes, leaves);
    for (u32 k = 0; k < W_LANES; k++) c->sums[owner ? owner[k] : c->node] += lanes[k];
}

FORCE_INLINE void book(Counter *c, u64 leaves)
{
    *(c->sums == NULL ? &c->leaves : &c->sums[c->node]) += leaves;
}

/* Counts the full vectors of the queue; the rest moves to its front. */
static void count_queue(Counter *c)
{
    u32 i = 0;
    for (; i + W_LANES <= c->queue.count; i += W_LANES)
        book_lanes(c, count_lanes(load_lanes(&c->queue, i)), c->owner + i);
    store_lanes(&c->queue, 0, load_lanes(&c->queue, i));
    memmove(c->owner, c->owner + i, W_LANES * sizeof *c->owner);
    c->queue.count -= i;
}

FORCE_INLINE void enqueue(Counter *c, ChessPosition p)
{
    c->owner[c->queue.count] = (u16)c->node;
    append(&c->queue, p);
}

/* Counts the whole queue. An empty board has no moves, so it can fill a vector up. */
static void empty_queue(Counter *c)
{
    const ChessPosition nothing = {0, 0, 0, 0};
    while (c->queue.count % W_LANES) enqueue(c, nothing);
    count_queue(c);
}

/* All leaves counted and booked on no node. */
static u64 finish(Counter *c)
{
    empty_queue(c);
    u64 lanes[W_LANES], leaves = c->leaves;
    store(lanes, c->lanes);
    for (u32 i = 0; i < W_LANES; i++) leaves += lanes[i];
    return leaves;
}

static void count_two_plies(Counter *c, const ChessNode *n)
{
    MoveList list;
    list.count = list.specials = 0;
    if (n->v.checkers || !c->differences) chess_differences(n, &list, 0);
    else book(c, chess_differences(n, &list, 1));
    u32 i = 0;
    for (; i + W_LANES <= list.count; i += W_LANES) book_lanes(c, count_lanes(make_lanes(n, &list, i)), NULL);
    if (i < list.count) {
        store_lanes(&c->queue, c->queue.count, make_lanes(n, &list, i));
        for (; i < list.count; i++) c->owner[c->queue.count++] = (u16)c->node;
    }
    for (u32 k = 0; k < list.specials; k++) {
        const ChessPosition next = chess_make(n->p, list.special[k]);
        const u64 target = chess_en_passant(next);
        if (target) book(c, popcount64(chess_en_passant_captors(next, target)));
        enqueue(c, next);
    }
    if (c->queue.count >= QUEUE) count_queue(c);
}

static void make_children(const ChessNode *n, Positions *children)
{
    MoveList list;
    list.count = list.specials = 0;
    chess_differences(n, &list, 0);
    for (u32 i = 0; i < list.count; i += W_LANES) store_lanes(children, i, make_lanes(n, &list, i));
    children->count = list.count;
    for (u32 k = 0; k < list.specials; k++) append(children, chess_make(n->p, list.special[k]));
}

/* Adds up what the table knows of the children, which leave the list; the others' keys go to keys. All are asked for
 * before the first is looked at, so that memory answers meanwhile. */
static u64 take_known(Counter *c, Positions *children, PerftHashKey *keys, int depth)
{
    u64 leaves = 0, known;
    u32 kept = 0;
    for (u32 i = 0; i < children->count; i++) {
        const u64 words[4] = {children->kind0[i], children->kind1[i], children->kind2[i], children->own[i]};
        keys[i] = perft_key(c->table, words, depth);
        perft_table_fetch(c->table, keys[i]);
    }
    for (u32 i = 0; i < children->count; i++) {
        if (perft_table_get(c->table, keys[i], &known)) {
            leaves += known;
            continue;
        }
        children->kind0[kept] = children->kind0[i];
        children->kind1[kept] = children->kind1[i];
        children->kind2[kept] = children->kind2[i];
        children->own[kept] = children->own[i];
        keys[kept++] = keys[i];
    }
    children->count = kept;
    return leaves;
}

static u64 count_children(Counter *c, const ChessNode *n, int depth);

/* Leaves below each of the children, which are `depth` (2 or more) plies above them. Without sums they are added up; of
 * depth 2 some stay in the counter then, and the result lacks them. */
static u64 count_each(Counter *c, const Positions *children, int depth, u64 *sums)
{
    u64 leaves = 0;
    for (u32 i = 0; i < children->count; i += W_LANES) {
        const PositionLanes p = load_lanes(children, i);
        const W_FN(ChessView) views = W_FN(chess_view)(p.kind0, p.kind1, p.kind2, p.own);
        W_FN(ChessReplies) replies;
        if (depth == 2 && c->differences) replies = W_FN(chess_replies)(p.kind0, p.kind1, p.kind2, p.own);
        for (u32 lane = 0; lane < W_LANES && i + lane < children->count; lane++) {
            ChessNode child;
            take_lane(&child.p, &p, sizeof child.p / sizeof(u64), lane);
            take_lane(&child.v, &views, sizeof child.v / sizeof(u64), lane);
            if (depth == 2) {
                if (c->differences) take_lane(&child.r, &replies, sizeof child.r / sizeof(u64), lane);
                c->node = i + lane;
                count_two_plies(c, &child);
            } else if (sums != NULL) {
                sums[i + lane] = count_children(c, &child, depth);
            } else {
                leaves += count_children(c, &child, depth);
            }
        }
    }
    return leaves;
}

/* The same with the table: every child's leaves are known apart, and kept. */
static u64 count_with_table(Counter *c, Positions *children, int depth)
{
    PerftHashKey keys[CHESS_MAX_MOVES];
    u64 sums[CHESS_MAX_MOVES];
    u64 leaves = take_known(c, children, keys, depth);
    memset(sums, 0, children->count * sizeof *sums);
    c->sums = sums;
    count_each(c, children, depth, sums);
    if (depth == 2) empty_queue(c);
    for (u32 i = 0; i < children->count; i++) {
        leaves += sums[i];
        if (!stop_asked(c->stop)) perft_table_put(c->table, keys[i], depth, sums[i]);
    }
    return leaves;
}

/* Leaves below a node of depth 3 or more. */
static u64 count_children(Counter *c, const ChessNode *n, int depth)
{
    if (stop_asked(c->stop)) return 0;
    Positions children;
    make_children(n, &children);
    return c->table == NULL ? count_each(c, &children, depth - 1, NULL)
                            : count_with_table(c, &children, depth - 1);
}

static u64 count_tree(const ChessPosition *p, int depth, int differences, PerftTable *table,
                      const volatile int *stop)
{
    Counter c;
    const u8 squares[W_LANES] = {0};
    c.lanes = w_bits(squares);
    c.lanes ^= c.lanes;
    c.leaves = 0;
    c.queue.count = c.node = 0;
    c.sums = NULL;
    c.differences = differences;
    c.table = table;
    c.stop = stop;
    ChessNode n;
    n.p = *p;
    n.v = chess_view_x1(p->kind0, p->kind1, p->kind2, p->own);
    u64 leaves = 0;
    if (depth == 2) {
        n.r = chess_replies_x1(p->kind0, p->kind1, p->kind2, p->own);
        count_two_plies(&c, &n);
    } else {
        leaves = count_children(&c, &n, depth);
        c.sums = NULL;
    }
    return leaves + finish(&c);
}

static u64 count_by_differences(const ChessPosition *p, int depth, PerftTable *table,
                                const volatile int *stop)
{
    return count_tree(p, depth, 1, table, stop);
}

static u64 count_last_ply(const ChessPosition *p, int depth, PerftTable *table, const volatile int *stop)
{
    return count_tree(p, depth, 0, table, stop);
}
