/* The moves of one node, for the native engine: listed as (from, to) bytes, or, one ply above the last, counted by
 * differences where that is exact (rules/chess/replies.h) and listed where not.
 *
 * Part of the text of chess_cpu_engine.h. Needs squares_of and Tally, see there.
 */
#define FORCE_INLINE static inline __attribute__((always_inline))
#define SQUARES_SLACK 32

/* A node with what is computed for several of them side by side. */
typedef struct {
    ChessPosition p;
    ChessView_x1 v;
    ChessReplies_x1 r; /* two plies above the leaves only */
} Node;

typedef struct {
    u8 from[CHESS_MAX_MOVES + SQUARES_SLACK], to[CHESS_MAX_MOVES + SQUARES_SLACK];
    u32 count;
    ChessMove special[CHESS_MAX_MOVES]; /* more than from and to: to be made one by one */
    u32 specials;
    u64 replies;                        /* to the moves that are not listed */
    Tally tally;                        /* the squares that these moves enter and leave */
} MoveList;

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

FORCE_INLINE void list_special(MoveList *list, u32 from, u32 to, u32 promotion)
{
    list->special[list->specials++] = chess_move(from, to, promotion);
}

FORCE_INLINE void list_promotions(MoveList *list, u64 destinations, u32 step)
{
    for (; destinations; destinations &= destinations - 1) {
        const u32 to = lowest_bit64(destinations);
        for (u32 kind = CHESS_KNIGHT; kind <= CHESS_QUEEN; kind++) list_special(list, to - step, to, kind);
    }
}

/* A piece's moves. touchy: squares that it may not leave or enter by differences; along: destinations on lines that it
 * may not move along. */
FORCE_INLINE void settle_piece(const Node *n, MoveList *list, int by_differences, u32 from, u64 destinations,
                               u64 touchy, u64 along)
{
    if (by_differences) {
        const u64 bit = U64(1) << from;
        const u64 easy = touchy & bit ? 0 : destinations & n->v.empty & ~(touchy | along);
        list->replies += (n->r.passed + tally_weight(&list->tally, from)) * popcount64(easy);
        tally_enter(&list->tally, easy);
        destinations ^= easy;
        if (!destinations) return;
    }
    list_piece(list, from, destinations);
}

FORCE_INLINE void settle_pawn_steps(const Node *n, MoveList *list, int by_differences, u64 destinations, int step)
{
    if (by_differences) {
        const u64 from = (destinations & ~n->r.pawn) >> step & ~(n->r.pawn | n->r.on_file), to = from << step;
        list->replies += n->r.passed * popcount64(to);
        tally_enter(&list->tally, to);
        tally_leave(&list->tally, from);
        destinations ^= to;
    }
    list_pawns(list, destinations, step);
}

FORCE_INLINE void list_pawn_moves(const Node *n, MoveList *list, int by_differences)
{
    const ChessView_x1 *v = &n->v;
    const u64 pawns = chess_pawns(n->p) & v->own, prey = v->opponent & v->target;
    const u64 front = (pawns & ~(v->pinned ^ v->pinned_file)) << 8 & v->empty;
    const u64 steps = front & v->target;
    const u64 double_steps = (front & CHESS_RANK_3) << 8 & v->empty & v->target;
    const u64 east = (pawns & ~(v->pinned ^ v->pinned_diagonal)) << 9 & CHESS_NOT_A & prey;
    const u64 west = (pawns & ~(v->pinned ^ v->pinned_antidiagonal)) << 7 & CHESS_NOT_H & prey;
    const u64 captors = chess_pawns(n->p) & v->opponent;
    const u64 exposed = double_steps & ((captors << 1 & CHESS_NOT_A) | (captors >> 1 & CHESS_NOT_H));

    settle_pawn_steps(n, list, by_differences, steps & ~CHESS_RANK_8, 8);
    settle_pawn_steps(n, list, by_differences, double_steps & ~exposed, 16);
    list_pawns(list, east & ~CHESS_RANK_8, 9);
    list_pawns(list, west & ~CHESS_RANK_8, 7);

    for (u64 to = exposed; to; to &= to - 1) list_special(list, lowest_bit64(to) - 16, lowest_bit64(to), 0);
    if ((steps | east | west) & CHESS_RANK_8) {
        list_promotions(list, steps & CHESS_RANK_8, 8);
        list_promotions(list, east & CHESS_RANK_8, 9);
        list_promotions(list, west & CHESS_RANK_8, 7);
    }
    const u64 target = chess_en_passant(n->p);
    if (target)
        for (u64 from = chess_en_passant_captors(n->p, target); from; from &= from - 1)
            list_special(list, lowest_bit64(from), lowest_bit64(target), 0);
}

FORCE_INLINE void list_king_moves(const Node *n, MoveList *list, int by_differences)
{
    const ChessView_x1 *v = &n->v;
    const u32 king = lowest_bit64(v->king);
    const u64 along = n->r.on_file >> king & 1 ? chess_file_line(king) : 0;
    settle_piece(n, list, by_differences, king, v->king_targets, n->r.king, along);
    if (v->castle_rooks)
        for (u64 rooks = chess_castlings_x1(v); rooks; rooks &= rooks - 1)
            list_special(list, king, lowest_bit64(rooks), 0);
}

/* Sliders of one kind: bishops, rooks or queens. */
FORCE_INLINE void list_slider_moves(const Node *n, MoveList *list, int by_differences, u64 sliders, int diagonal,
                                    int orthogonal)
{
    const ChessView_x1 *v = &n->v;
    const ChessReplies_x1 *r = &n->r;
    const u64 touchy = (diagonal ? r->diagonal : 0) | (orthogonal ? r->orthogonal : 0);
    for (u64 b = sliders & v->own; b; b &= b - 1) {
        const u64 bit = b & (0 - b);
        const u32 from = lowest_bit64(b);
        u64 targets = v->target & ~v->own, destinations = 0, along = 0;
        if (v->pinned & bit) targets &= chess_pin_line(v, bit);
        if (diagonal) destinations |= chess_diagonal_attacks(from, ~v->empty);
        if (orthogonal) destinations |= chess_orthogonal_attacks(from, ~v->empty);
        if (by_differences && diagonal && ((r->on_diagonal | r->on_antidiagonal) & bit))
            along |= (r->on_diagonal & bit ? chess_diagonal_line(from) : 0) |
                     (r->on_antidiagonal & bit ? chess_antidiagonal_line(from) : 0);
        if (by_differences && orthogonal && ((r->on_file | r->on_rank) & bit))
            along |= (r->on_file & bit ? chess_file_line(from) : 0) | (r->on_rank & bit ? chess_rank_line(from) : 0);
        settle_piece(n, list, by_differences, from, destinations & targets, touchy, along);
    }
}

/* Lists the moves of the node; by differences (a constant): only those that these do not cover. */
FORCE_INLINE void list_moves(const Node *n, MoveList *list, int by_differences)
{
    const ChessView_x1 *v = &n->v;
    const u64 diagonal = chess_diagonal_sliders(n->p), orthogonal = chess_orthogonal_sliders(n->p);
    list->count = list->specials = 0;
    list->replies = 0;
    if (by_differences) list->tally = tally_begin(&n->r);
    list_pawn_moves(n, list, by_differences);
    list_king_moves(n, list, by_differences);
    for (u64 b = chess_knights(n->p) & v->own & ~v->pinned; b; b &= b - 1)
        settle_piece(n, list, by_differences, lowest_bit64(b),
                     chess_knight_attacks_x1(b & (0 - b)) & v->target & ~v->own, n->r.knight, 0);
    list_slider_moves(n, list, by_differences, diagonal & ~orthogonal, 1, 0);
    list_slider_moves(n, list, by_differences, orthogonal & ~diagonal, 0, 1);
    list_slider_moves(n, list, by_differences, orthogonal & diagonal, 1, 1);
    if (by_differences) list->replies -= tally_sum(&list->tally);
}
