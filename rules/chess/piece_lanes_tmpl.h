/* SPDX-License-Identifier: MIT */
/* The pieces of one node side by side, a piece a lane: their moves by differences, as differences_tmpl.h has them one by
 * one. Included by it where W_LANES is 8; needs the native engine's squares_of, and what ../lanes.h has for eight lanes. */

#define PIECE_LANES_MOST 32 /* pieces that squares_of gives */

/* x in the lanes whose piece stands on one of `squares`, else 0. */
FN W W_FN(piece_in)(W from, u64 squares, W x) { return w_where(x, from & squares); }

/* What the pieces of each line reach, along lines that they may move along. */
FN W W_FN(piece_rays)(const W_FN(ChessRays) *rays, W from, u64 rank, u64 file, u64 diagonal, u64 antidiagonal)
{
    return W_FN(piece_in)(from, rank, rays->rank.up | rays->rank.down) |
           W_FN(piece_in)(from, file, rays->file.up | rays->file.down) |
           W_FN(piece_in)(from, diagonal, rays->diagonal.up | rays->diagonal.down) |
           W_FN(piece_in)(from, antidiagonal, rays->antidiagonal.up | rays->antidiagonal.down);
}

/* Replies to the moves of each lane's piece to `easy`, but for those after a null move. */
FN W W_FN(piece_replies)(const ChessNode *n, W from, W easy, W count)
{
    const u64 pawns = chess_pawns(n->p) & n->v.opponent;
    W replies = w_popcount(easy & ((from << 7 & CHESS_NOT_H) | (from << 9 & CHESS_NOT_A)) & pawns);
    UNROLL
    for (u32 k = 0; k < CHESS_WEIGHT_BITS; k++) {
        const u64 weight = n->r.weight[k];
        replies += (W_FN(piece_in)(from, weight, count) - w_popcount(easy & weight)) << (u64)k;
    }
    return replies;
}

/* The king's moves by differences: no captures, none along a file on which a replier's man sees him. */
FN u64 W_FN(piece_king_targets)(const ChessNode *n)
{
    const u64 along = n->r.on_file & n->v.king ? chess_file_line(lowest_bit64(n->v.king)) : 0;
    return n->v.king_targets & ~(n->v.opponent | along);
}

/* The squares that a piece may neither leave nor enter by differences. */
FN W W_FN(piece_touchy)(const ChessNode *n, W from)
{
    const ChessPosition p = n->p;
    const W none = from ^ from;
    return W_FN(piece_in)(from, chess_diagonal_sliders(p), none | n->r.diagonal) |
           W_FN(piece_in)(from, chess_orthogonal_sliders(p), none | n->r.orthogonal) |
           W_FN(piece_in)(from, chess_knights(p), none | n->r.knight) |
           W_FN(piece_in)(from, n->v.king, none | n->r.king);
}

/* Hands each lane's moves that are left to the sink. */
HOT_FN void W_FN(piece_sink)(const ChessNode *n, SINK *sink, const u8 *square, W left)
{
    u64 destinations[W_LANES];
    memcpy(destinations, &left, sizeof destinations);
    for (u32 lanes = w_lanes(left); lanes; lanes &= lanes - 1) {
        const u32 lane = lowest_bit64(lanes);
        sink_piece(sink, chess_kind_at(n->p, square[lane]), square[lane], destinations[lane]);
    }
}

/* The first `count` pieces on these squares. Adds their replies and moves by differences to the sums, a lane each. */
HOT_FN void W_FN(piece_moves)(const ChessNode *n, SINK *sink, const u8 *square, u32 count, W *replies,
                              W *moves)
{
    const ChessView_x1 *v = &n->v;
    const ChessReplies_x1 *r = &n->r;
    const u64 targets = v->target & ~v->own;
    const ChessSliders_x1 s = chess_own_sliders_x1(v, n->p.kind0, n->p.kind1, n->p.kind2);
    const W from = w_bits(square) & w_first(count), none = from ^ from, touchy = W_FN(piece_touchy)(n, from);
    const W_FN(ChessRays) rays = W_FN(chess_king_rays)(from, none | v->empty);
    const W leaps = W_FN(piece_in)(from, chess_knights(n->p) & ~v->pinned, W_FN(chess_knight_attacks)(from));
    const W all =
        ((W_FN(piece_rays)(&rays, from, s.rank, s.file, s.diagonal, s.antidiagonal) | leaps) & targets) |
        W_FN(piece_in)(from, v->king, none | v->king_targets);
    W easy = ((W_FN(piece_rays)(&rays, from, s.rank & ~r->on_rank, s.file & ~r->on_file,
                                s.diagonal & ~r->on_diagonal, s.antidiagonal & ~r->on_antidiagonal) |
               leaps) &
              targets) |
             W_FN(piece_in)(from, v->king, none | W_FN(piece_king_targets)(n));
    easy &= (v->empty | r->capturable) & ~touchy & w_if_zero(from & touchy);
    const W easy_count = w_popcount(easy);
    *moves += easy_count;
    *replies += W_FN(piece_replies)(n, from, easy, easy_count);
    W_FN(piece_sink)(n, sink, square, all & ~easy);
}

/* The moves of all men but pawns, which number PIECE_LANES_MOST at most. Returns the replies to those by differences. */
HOT_FN u64 W_FN(piece_differences)(const ChessNode *n, SINK *sink)
{
    u8 square[2 * PIECE_LANES_MOST] = {0};
    const u32 count = squares_of(n->v.own & ~chess_pawns(n->p), square);
    W replies = w_bits(square), moves = replies ^ replies;
    replies = moves;
    for (u32 i = 0; i < count; i += W_LANES)
        W_FN(piece_moves)(n, sink, square + i, count - i, &replies, &moves);
    u64 sum = 0;
    replies += moves * n->r.after_null_move;
    for (u32 i = 0; i < W_LANES; i++) sum += replies[i];
    return sum;
}
