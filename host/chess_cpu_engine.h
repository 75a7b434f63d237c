/* The native engine's text, compiled once for each instruction set (chess_cpu_avx512.c, ...), which defines
 *   W, W_LANES         see rules/lanes.h
 *   squares_of(set, out)   writes the square numbers of a set, ascending, and returns how many; may write
 *                          up to SQUARES_SLACK bytes more than that
 *
 * A node's moves become a list of (from, to) bytes; W_LANES of them at a time are made into positions side by side
 * in registers. One ply above the leaves these are counted at once (rules/chess/setwise.h) and never stored.
 * Further up they are stored, and their views (pins, checks, danger) are also computed side by side. Moves that are
 * more than from and to (promotions, castling, en passant, double steps that may be captured en passant) are made
 * one by one and join the rest in a queue for the next full vector.
 */
#include "chess_cpu.h"

#include <string.h>

#define FORCE_INLINE static inline __attribute__((always_inline))
#define SQUARES_SLACK 32
#define QUEUE 256 /* positions; one node adds fewer than CHESS_MAX_MOVES before the queue is emptied */

typedef struct {
    u8 from[CHESS_MAX_MOVES + SQUARES_SLACK], to[CHESS_MAX_MOVES + SQUARES_SLACK];
    u32 count;
    ChessMove special[CHESS_MAX_MOVES];
    u32 specials;
} MoveList;

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
    W leaves;        /* counted so far, by lane */
    u64 en_passant;  /* leaves that are en passant captures */
    Positions queue; /* one ply above the leaves, not yet counted */
    PerftTable *table;
    const volatile int *stop;
} Counter;

FORCE_INLINE W load(const u64 *p)
{
    W w;
    memcpy(&w, p, sizeof w);
    return w;
}

FORCE_INLINE void store(u64 *p, W w) { memcpy(p, &w, sizeof w); }

FORCE_INLINE void list_piece(MoveList *list, u32 from, u64 destinations)
{
    memset(list->from + list->count, (int)from, SQUARES_SLACK);
    list->count += squares_of(destinations, list->to + list->count);
}

FORCE_INLINE void list_pawns(MoveList *list, u64 destinations, int step)
{
    const u8 *to = list->to + list->count;
    u8 *from = list->from + list->count;
    list->count += squares_of(destinations, list->to + list->count);
    for (int i = 0; i < 16; i++) from[i] = (u8)(to[i] - step);
}

FORCE_INLINE void list_promotions(MoveList *list, u64 destinations, u32 step)
{
    for (; destinations; destinations &= destinations - 1) {
        const u32 to = lowest_bit64(destinations);
        for (u32 kind = CHESS_KNIGHT; kind <= CHESS_QUEEN; kind++)
            list->special[list->specials++] = chess_move(to - step, to, kind);
    }
}

FORCE_INLINE void list_pawn_moves(const ChessPosition *p, const ChessView_x1 *v, MoveList *list)
{
    const u64 pawns = chess_pawns(*p) & v->own, prey = v->opponent & v->target;
    const u64 step = (pawns & ~(v->pinned ^ v->pinned_file)) << 8 & v->empty;
    const u64 double_steps = (step & CHESS_RANK_3) << 8 & v->empty & v->target;
    const u64 steps = step & v->target;
    const u64 east = (pawns & ~(v->pinned ^ v->pinned_diagonal)) << 9 & CHESS_NOT_A & prey;
    const u64 west = (pawns & ~(v->pinned ^ v->pinned_antidiagonal)) << 7 & CHESS_NOT_H & prey;

    const u64 captors = chess_pawns(*p) & v->opponent;
    const u64 exposed = double_steps & ((captors << 1 & CHESS_NOT_A) | (captors >> 1 & CHESS_NOT_H));
    list_pawns(list, steps & ~CHESS_RANK_8, 8);
    list_pawns(list, double_steps & ~exposed, 16);
    list_pawns(list, east & ~CHESS_RANK_8, 9);
    list_pawns(list, west & ~CHESS_RANK_8, 7);

    for (u64 to = exposed; to; to &= to - 1)
        list->special[list->specials++] = chess_move(lowest_bit64(to) - 16, lowest_bit64(to), 0);
    if ((steps | east | west) & CHESS_RANK_8) {
        list_promotions(list, steps & CHESS_RANK_8, 8);
        list_promotions(list, east & CHESS_RANK_8, 9);
        list_promotions(list, west & CHESS_RANK_8, 7);
    }
    const u64 target = chess_en_passant(*p);
    if (target)
        for (u64 from = chess_en_passant_captors(*p, target); from; from &= from - 1)
            list->special[list->specials++] = chess_move(lowest_bit64(from), lowest_bit64(target), 0);
}

FORCE_INLINE void list_pinned_sliders(MoveList *list, const ChessView_x1 *v, u64 diagonal, u64 orthogonal)
{
    const u64 occupied = ~v->empty, targets = v->target & ~v->own;
    const u32 king = lowest_bit64(v->king);
    for (u64 b = diagonal & (v->pinned_diagonal | v->pinned_antidiagonal); b; b &= b - 1) {
        const u32 from = lowest_bit64(b);
        const u64 line = v->pinned_diagonal >> from & 1 ? chess_diagonal_line(king) : chess_antidiagonal_line(king);
        list_piece(list, from, chess_diagonal_attacks(from, occupied) & line & targets);
    }
    for (u64 b = orthogonal & (v->pinned_file | v->pinned_rank); b; b &= b - 1) {
        const u32 from = lowest_bit64(b);
        const u64 line = v->pinned_file >> from & 1 ? chess_file_line(king) : chess_rank_line(king);
        list_piece(list, from, chess_orthogonal_attacks(from, occupied) & line & targets);
    }
}

FORCE_INLINE void list_moves(const ChessPosition *p, const ChessView_x1 *v, MoveList *list)
{
    const u64 occupied = ~v->empty, targets = v->target & ~v->own, free_pieces = v->own & ~v->pinned;
    const u64 diagonal = chess_diagonal_sliders(*p), orthogonal = chess_orthogonal_sliders(*p);
    list->count = list->specials = 0;
    list_pawn_moves(p, v, list);
    list_piece(list, lowest_bit64(v->king), v->king_targets);
    if (v->castle_rooks)
        for (u64 rooks = chess_castlings_x1(v); rooks; rooks &= rooks - 1)
            list->special[list->specials++] = chess_move(lowest_bit64(v->king), lowest_bit64(rooks), 0);
    for (u64 b = chess_knights(*p) & free_pieces; b; b &= b - 1)
        list_piece(list, lowest_bit64(b), chess_knight_attacks_x1(b & (0 - b)) & targets);
    for (u64 b = diagonal & free_pieces; b; b &= b - 1)
        list_piece(list, lowest_bit64(b), chess_diagonal_attacks(lowest_bit64(b), occupied) & targets);
    for (u64 b = orthogonal & free_pieces; b; b &= b - 1)
        list_piece(list, lowest_bit64(b), chess_orthogonal_attacks(lowest_bit64(b), occupied) & targets);
    if ((diagonal | orthogonal) & v->pinned)
        list_pinned_sliders(list, v, diagonal & v->own, orthogonal & v->own);
}

/* The positions after moves i .. i + W_LANES - 1 of the list. A king's or castle rook's move ends rights. */
FORCE_INLINE PositionLanes make_lanes(const ChessPosition *p, const ChessView_x1 *v, const MoveList *list, u32 i)
{
    const W zero = w_bits(list->from) ^ w_bits(list->from);
    const W from = w_bits(list->from + i), to = w_bits(list->to + i);
    const W gone = from | to;
    const u64 rights = chess_castle_rooks(*p) & v->own;
    W kind0 = (zero | p->kind0) & ~gone, kind1 = (zero | p->kind1) & ~gone, kind2 = (zero | p->kind2) & ~gone;
    W moved0 = from & p->kind0, moved1 = from & p->kind1;
    const W moved2 = from & p->kind2;
    if (rights) {
        const W king_moved = moved2 & moved1 & ~moved0;
        const W keep = w_if_zero(king_moved) | ~rights;
        kind0 &= keep;
        kind1 &= keep;
        moved0 &= ~(from & rights);
        moved1 &= ~(from & rights);
    }
    PositionLanes next;
    next.kind0 = w_byteswap(w_or_where(kind0, moved0, to));
    next.kind1 = w_byteswap(w_or_where(kind1, moved1, to));
    next.kind2 = w_byteswap(w_or_where(kind2, moved2, to));
    next.own = w_byteswap((zero | v->opponent) & ~to);
    return next;
}

FORCE_INLINE PositionLanes load_lanes(const Positions *from, u32 i)
{
    return (PositionLanes){load(from->kind0 + i), load(from->kind1 + i), load(from->kind2 + i), load(from->own + i)};
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

FORCE_INLINE W count_lanes(PositionLanes p)
{
    return W_FN(chess_count_but_en_passant)(p.kind0, p.kind1, p.kind2, p.own);
}

/* Counts the full vectors of the queue; the rest moves to its front. */
static void count_queue(Counter *c)
{
    u32 i = 0;
    for (; i + W_LANES <= c->queue.count; i += W_LANES) c->leaves += count_lanes(load_lanes(&c->queue, i));
    store_lanes(&c->queue, 0, load_lanes(&c->queue, i));
    c->queue.count -= i;
}

/* An empty board has no moves, so it can fill a vector up. */
static u64 finish(Counter *c)
{
    const ChessPosition nothing = {0, 0, 0, 0};
    while (c->queue.count % W_LANES) append(&c->queue, nothing);
    count_queue(c);
    u64 lanes[W_LANES], leaves = c->en_passant;
    memcpy(lanes, &c->leaves, sizeof lanes);
    for (u32 i = 0; i < W_LANES; i++) leaves += lanes[i];
    c->leaves ^= c->leaves;
    c->en_passant = 0;
    return leaves;
}

static void count_two_plies(Counter *c, const ChessPosition *p, const ChessView_x1 *v)
{
    MoveList list;
    list_moves(p, v, &list);
    u32 i = 0;
    for (; i + W_LANES <= list.count; i += W_LANES) c->leaves += count_lanes(make_lanes(p, v, &list, i));
    if (i < list.count) {
        store_lanes(&c->queue, c->queue.count, make_lanes(p, v, &list, i));
        c->queue.count += list.count - i;
    }
    for (u32 k = 0; k < list.specials; k++) {
        const ChessPosition next = chess_make(*p, list.special[k]);
        const u64 target = chess_en_passant(next);
        if (target) c->en_passant += popcount64(chess_en_passant_captors(next, target));
        append(&c->queue, next);
    }
    if (c->queue.count >= QUEUE / 4) count_queue(c);
}

FORCE_INLINE ChessView_x1 view_lane(const W_FN(ChessView) *views, u32 lane)
{
    /* both are structs of the same members, of W and of u64 */
    ChessView_x1 v;
    u64 *to = (u64 *)(void *)&v;
    for (u32 i = 0; i < sizeof v / sizeof(u64); i++)
        memcpy(to + i, (const char *)views + i * sizeof(W) + lane * sizeof(u64), sizeof(u64));
    return v;
}

static u64 count_children(Counter *c, const ChessPosition *p, const ChessView_x1 *v, int depth);

/* Leaves below p; those of depth 2 may stay in the counter, and then the result lacks them. */
static u64 count_below(Counter *c, const ChessPosition *p, const ChessView_x1 *v, int depth)
{
    if (depth == 2) {
        count_two_plies(c, p, v);
        return 0;
    }
    if (*c->stop) return 0;
    if (c->table == NULL) return count_children(c, p, v, depth);
    const u64 words[4] = {p->kind0, p->kind1, p->kind2, p->own};
    const PerftKey key = perft_key(words, depth);
    u64 leaves;
    if (perft_table_get(c->table, key, &leaves)) return leaves;
    leaves = count_children(c, p, v, depth) + finish(c);
    if (!*c->stop) perft_table_put(c->table, key, depth, leaves);
    return leaves;
}

static u64 count_children(Counter *c, const ChessPosition *p, const ChessView_x1 *v, int depth)
{
    MoveList list;
    Positions children;
    list_moves(p, v, &list);
    for (u32 i = 0; i < list.count; i += W_LANES) store_lanes(&children, i, make_lanes(p, v, &list, i));
    children.count = list.count;
    for (u32 k = 0; k < list.specials; k++) append(&children, chess_make(*p, list.special[k]));

    u64 leaves = 0;
    for (u32 i = 0; i < children.count; i += W_LANES) {
        const PositionLanes lanes = load_lanes(&children, i);
        const W_FN(ChessView) views = W_FN(chess_view)(lanes.kind0, lanes.kind1, lanes.kind2, lanes.own);
        for (u32 j = 0; j < W_LANES && i + j < children.count; j++) {
            const ChessPosition child = {children.kind0[i + j], children.kind1[i + j], children.kind2[i + j],
                                         children.own[i + j]};
            const ChessView_x1 view = view_lane(&views, j);
            leaves += count_below(c, &child, &view, depth - 1);
        }
    }
    return leaves;
}

static u64 engine_perft(const ChessPosition *p, int depth, PerftTable *table, const volatile int *stop)
{
    Counter c;
    c.leaves = w_bits((const u8[W_LANES]){0});
    c.leaves ^= c.leaves;
    c.en_passant = 0;
    c.queue.count = 0;
    c.table = table;
    c.stop = stop;
    const ChessView_x1 view = chess_view_x1(p->kind0, p->kind1, p->kind2, p->own);
    const u64 leaves = count_below(&c, p, &view, depth);
    return leaves + finish(&c);
}
