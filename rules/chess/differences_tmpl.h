/* SPDX-License-Identifier: MIT */
/* The moves of one node, two plies above the leaves: their replies are counted by differences where that is
 * exact (replies_tmpl.h), the other moves are handed to a sink. Or, further up, all moves are handed to it.
 *
 * Included once where SINK is defined, a type, with
 *   sink_piece(sink, kind, from, destinations)   a piece's moves; a castle rook's kind is CHESS_ROOK
 *   sink_pawns(sink, destinations, step)         pawns' moves, each from destination - step
 *   sink_promotions(sink, destinations, step)    likewise, each to four kinds
 *   sink_special(sink, from, to)                 one move that is more than from and to: castling, en passant, a
 *                                                double step that may be captured en passant
 * and TALLY, a type that sums weights, with
 *   tally_begin(replies), tally_weight(tally, square), tally_enter(tally, squares),
 *   tally_leave(tally, squares), tally_sum(tally); tally.h has a plain one.
 */
#include "moves.h"

/* A node with what is computed for several of them side by side. */
typedef struct {
    ChessPosition p;
    ChessView_x1 v;
    ChessReplies_x1 r; /* two plies above the leaves only */
} ChessNode;

typedef struct {
    SINK *sink;
    u64 replies; /* to the moves that the sink does not get */
    TALLY tally; /* the squares that these moves enter and leave */
} ChessDifferences;

/* The opponent's pawns that attack a square. */
FN u64 differences_pawns_that_attack(const ChessNode *n, u64 square)
{
    return ((chess_shift_x1(square, 7) & CHESS_NOT_H) | (chess_shift_x1(square, 9) & CHESS_NOT_A)) &
           chess_pawns(n->p) & n->v.opponent;
}

/* A piece's moves. touchy: squares that it may not leave or enter by differences; along: destinations on
 * lines that it may not move along. */
HOT_FN void differences_of_piece(const ChessNode *n, ChessDifferences *s, u32 by_differences, u32 kind,
                                 u32 from, u64 destinations, u64 touchy, u64 along)
{
    if (by_differences) {
        const u64 bit = U64(1) << from;
        const u64 easy = touchy & bit ? 0 : destinations & (n->v.empty | n->r.capturable) & ~(touchy | along);
        s->replies += (n->r.after_null_move + tally_weight(&s->tally, from)) * popcount64(easy);
        if (kind == CHESS_BISHOP || kind == CHESS_QUEEN)
            s->replies += popcount64(easy & differences_pawns_that_attack(n, bit));
        tally_enter(&s->tally, easy);
        destinations ^= easy;
        if (!destinations) return;
    }
    sink_piece(s->sink, kind, from, destinations);
}

/* Those of pawns' destinations that differences cover. rays: the repliers' along the line of these moves */
FN u64 differences_pawns(const ChessNode *n, u64 destinations, i32 step, u64 rays)
{
    const u64 from = chess_shift_x1(destinations & ~n->r.pawn, -step) & ~(n->r.pawn | rays);
    return chess_shift_x1(from, step);
}

/* Destinations of pawns' moves, by what is added to their origins. */
typedef struct {
    u64 step, double_step, east, west;
} ChessPawnMoves;

/* Counts those that differences cover, and takes them out. Captures, and they alone, may meet on one square. */
HOT_FN void differences_of_pawns(const ChessNode *n, ChessDifferences *s, ChessPawnMoves *moves)
{
    const u64 step = differences_pawns(n, moves->step, 8, n->r.on_file);
    const u64 double_step = differences_pawns(n, moves->double_step, 16, n->r.on_file);
    const u64 east = differences_pawns(n, moves->east & n->r.capturable, 9, n->r.on_diagonal);
    const u64 west = differences_pawns(n, moves->west & n->r.capturable, 7, n->r.on_antidiagonal);
    const u64 most = step | double_step | east, pawns = chess_pawns(n->p);
    s->replies += n->r.after_null_move * (popcount64(most) + popcount64(west));
    s->replies += popcount64(east & pawns) + popcount64(west & pawns);
    tally_enter(&s->tally, most);
    tally_enter(&s->tally, west);
    tally_leave(&s->tally, chess_shift_x1(step, -8));
    tally_leave(&s->tally, chess_shift_x1(double_step, -16));
    tally_leave(&s->tally, chess_shift_x1(east, -9));
    tally_leave(&s->tally, chess_shift_x1(west, -7));
    moves->step ^= step;
    moves->double_step ^= double_step;
    moves->east ^= east;
    moves->west ^= west;
}

HOT_FN void differences_of_pawn_moves(const ChessNode *n, ChessDifferences *s, u32 by_differences)
{
    const ChessView_x1 *v = &n->v;
    const u64 pawns = chess_pawns(n->p) & v->own, victims = v->opponent & v->target;
    const u64 front = chess_shift_x1(pawns & ~(v->pinned ^ v->pinned_file), 8) & v->empty;
    const u64 steps = front & v->target;
    const u64 double_steps = chess_shift_x1(front & CHESS_RANK_3, 8) & v->empty & v->target;
    const u64 east = chess_shift_x1(pawns & ~(v->pinned ^ v->pinned_diagonal), 9) & CHESS_NOT_A & victims;
    const u64 west = chess_shift_x1(pawns & ~(v->pinned ^ v->pinned_antidiagonal), 7) & CHESS_NOT_H & victims;
    const u64 captors = chess_pawns(n->p) & v->opponent;
    const u64 exposed = double_steps & ((chess_shift_x1(captors, 1) & CHESS_NOT_A) |
                                        (chess_shift_x1(captors, -1) & CHESS_NOT_H));

    ChessPawnMoves moves;
    moves.step = steps & ~CHESS_RANK_8;
    moves.double_step = double_steps & ~exposed;
    moves.east = east & ~CHESS_RANK_8;
    moves.west = west & ~CHESS_RANK_8;
    if (by_differences) differences_of_pawns(n, s, &moves);
    sink_pawns(s->sink, moves.step, 8);
    sink_pawns(s->sink, moves.double_step, 16);
    sink_pawns(s->sink, moves.east, 9);
    sink_pawns(s->sink, moves.west, 7);

    for (u64 to = exposed; to; to &= to - 1) sink_special(s->sink, lowest_bit64(to) - 16, lowest_bit64(to));
    if ((steps | east | west) & CHESS_RANK_8) {
        sink_promotions(s->sink, steps & CHESS_RANK_8, 8);
        sink_promotions(s->sink, east & CHESS_RANK_8, 9);
        sink_promotions(s->sink, west & CHESS_RANK_8, 7);
    }
    const u64 target = chess_en_passant(n->p);
    if (target)
        for (u64 from = chess_en_passant_captors(n->p, target); from; from &= from - 1)
            sink_special(s->sink, lowest_bit64(from), lowest_bit64(target));
}

HOT_FN void differences_of_castlings(const ChessNode *n, SINK *sink)
{
    if (n->v.castle_rooks)
        for (u64 rooks = chess_castlings_x1(&n->v); rooks; rooks &= rooks - 1)
            sink_special(sink, lowest_bit64(n->v.king), lowest_bit64(rooks));
}

HOT_FN void differences_of_king(const ChessNode *n, ChessDifferences *s, u32 by_differences)
{
    const ChessView_x1 *v = &n->v;
    const u32 king = lowest_bit64(v->king);
    const u64 along = by_differences && (n->r.on_file >> king & 1) ? chess_file_line(king) : 0;
    differences_of_piece(n, s, by_differences, CHESS_KING, king, v->king_targets,
                         by_differences ? n->r.king : 0, along | v->opponent);
}

/* Sliders of one kind: bishops, rooks or queens. */
HOT_FN void differences_of_sliders(const ChessNode *n, ChessDifferences *s, u32 by_differences, u64 sliders,
                                   u32 diagonal, u32 orthogonal)
{
    const ChessView_x1 *v = &n->v;
    const ChessReplies_x1 *r = &n->r;
    const u32 kind = !orthogonal ? CHESS_BISHOP : !diagonal ? CHESS_ROOK : CHESS_QUEEN;
    u64 touchy = 0;
    if (by_differences && diagonal) touchy |= r->diagonal;
    if (by_differences && orthogonal) touchy |= r->orthogonal;
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
            along |= (r->on_file & bit ? chess_file_line(from) : 0) |
                     (r->on_rank & bit ? chess_rank_line(from) : 0);
        differences_of_piece(n, s, by_differences, kind, from, destinations & targets, touchy, along);
    }
}

/* The moves of all pieces but pawns, one after the other. */
HOT_FN void differences_of_pieces(const ChessNode *n, ChessDifferences *s, u32 by_differences)
{
    const ChessView_x1 *v = &n->v;
    const u64 diagonal = chess_diagonal_sliders(n->p), orthogonal = chess_orthogonal_sliders(n->p);
    differences_of_king(n, s, by_differences);
    for (u64 b = chess_knights(n->p) & v->own & ~v->pinned; b; b &= b - 1)
        differences_of_piece(n, s, by_differences, CHESS_KNIGHT, lowest_bit64(b),
                             chess_knight_attacks_x1(b & (0 - b)) & v->target & ~v->own,
                             by_differences ? n->r.knight : 0, 0);
    differences_of_sliders(n, s, by_differences, diagonal & ~orthogonal, 1, 0);
    differences_of_sliders(n, s, by_differences, orthogonal & ~diagonal, 0, 1);
    differences_of_sliders(n, s, by_differences, orthogonal & diagonal, 1, 1);
}

#if defined(W_LANES) && W_LANES == 8
#define PIECE_LANES 1
#include "piece_lanes_tmpl.h"
#else
#define PIECE_LANES 0
#endif

/* Hands the node's moves to the sink, by_differences (a constant): only those that these do not cover.
 * Returns the number of replies to the others. By differences the mover must not be in check. */
HOT_FN u64 chess_differences(const ChessNode *n, SINK *sink, u32 by_differences)
{
    ChessDifferences differences, *s = &differences;
    differences.sink = sink;
    differences.replies = 0;
    if (by_differences) differences.tally = tally_begin(&n->r);
    differences_of_pawn_moves(n, s, by_differences);
    differences_of_castlings(n, sink);
#if PIECE_LANES
    if (by_differences && popcount64(n->v.own & ~chess_pawns(n->p)) <= PIECE_LANES_MOST)
        differences.replies += W_FN(piece_differences)(n, sink);
    else
#endif
        differences_of_pieces(n, s, by_differences);
    return by_differences ? differences.replies - tally_sum(&differences.tally) : 0;
}
