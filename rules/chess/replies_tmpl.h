/* SPDX-License-Identifier: MIT */
/* The number of replies to each of the mover's moves, by differences: most moves change it by weights that
 * depend on their two squares alone.
 *
 * Let `after_null_move` be the number of replies to a null move of the mover. A quiet move from f to t
 * takes from each of the opponent's rays through t what lies behind t, and gives to each ray that ends on f
 * what lies behind f; likewise for pawn steps and captures there. So
 *
 *     replies(f, t) = after_null_move + weight(f) - weight(t)
 *
 * unless the move touches the opponent's king: his squares, the pins and checks on his lines, his castling.
 * Such squares are in the sets below. A capture on t takes the moves of the man there from the replies, and gives to each
 * man who defends him the capture of the capturer: that is the weight of a square of the opponent's. A pawn that attacks f
 * loses that capture twice, with its moves and with f, which who counts has to add again.
 *
 * A move from or to one of the sets below is handled separately, as are promotions, castling, double steps that can be
 * captured en passant, and every move of a mover in check.
 *
 * Included once for each width, after setwise_tmpl.h, see ../lanes.h. Needs w_byteswap.
 */
/* A weight is at most 31: 27 slider squares, 2 pawn steps, and 2 that keep pawn captures from going negative. */
#define CHESS_WEIGHT_BITS 5

/* All from the mover's view. */
typedef struct {
    W after_null_move;
    W weight[CHESS_WEIGHT_BITS];                      /* bit k of every square's weight */
    W any;                                            /* no piece may leave or enter these */
    W pawn, knight, diagonal, orthogonal, king;       /* nor a piece of this kind these; `any` is in them */
    W capturable;                                     /* the repliers' men whose captures the weights count */
    W on_rank, on_file, on_diagonal, on_antidiagonal; /* a piece here may not move along this line */
} W_FN(ChessReplies);

/* Adds the number with the bits b0, b1, b2 to the weights, square by square. */
FN void W_FN(chess_add_weight)(W *weight, W b0, W b1, W b2)
{
    const W carry0 = weight[0] & b0;
    weight[0] ^= b0;
    const W half1 = weight[1] ^ b1, carry1 = w_or_and(weight[1] & b1, half1, carry0);
    weight[1] = half1 ^ carry0;
    const W half2 = weight[2] ^ b2, carry2 = w_or_and(weight[2] & b2, half2, carry1);
    weight[2] = half2 ^ carry1;
    weight[4] ^= weight[3] & carry2;
    weight[3] ^= carry2;
}

/* How many of eight sets each square is in, 0 to 8, in bits. */
FN void W_FN(chess_sum_sets)(const W *set, W *bits)
{
    const W sum0 = set[0] ^ set[1] ^ set[2], carry0 = w_majority(set[0], set[1], set[2]);
    const W sum1 = set[3] ^ set[4] ^ set[5], carry1 = w_majority(set[3], set[4], set[5]);
    const W sum2 = sum0 ^ sum1 ^ set[6], carry2 = w_majority(sum0, sum1, set[6]);
    const W carry3 = sum2 & set[7], twos = carry0 ^ carry1 ^ carry2;
    const W fours = w_majority(carry0, carry1, carry2), more = twos & carry3;
    bits[0] = sum2 ^ set[7];
    bits[1] = twos ^ carry3;
    bits[2] = fours ^ more;
    bits[3] = fours & more;
}

/* weight += x, of four bits; the sum fits */
FN void W_FN(chess_add_bits)(W *weight, const W *x)
{
    W carry = weight[0] & x[0];
    weight[0] ^= x[0];
    UNROLL
    for (u32 i = 1; i < 4; i++) {
        const W old = weight[i];
        weight[i] = old ^ x[i] ^ carry;
        carry = w_majority(old, x[i], carry);
    }
    weight[4] ^= carry;
}

/* weight -= x, of four bits; returns where that is less than nothing. */
FN W W_FN(chess_subtract_bits)(W *weight, const W *x)
{
    W borrow = ~weight[0] & x[0];
    weight[0] ^= x[0];
    UNROLL
    for (u32 i = 1; i < 4; i++) {
        const W old = weight[i];
        weight[i] = old ^ x[i] ^ borrow;
        borrow = w_majority(~old, x[i], borrow);
    }
    weight[4] ^= borrow;
    return weight[4] & borrow;
}

/* What lies behind each square in direction `by`, where a ray of the replying side gets there: `rays` are its
 * rays, `targets` the squares that are not its own. At least one lies behind, at least two, and so on. */
FN void W_FN(chess_weigh_rays)(W *weight, W rays, W empty, W targets, i32 by, u64 enter)
{
    const W next = W_FN(chess_shift)(empty & enter, -by);
    const W one = W_FN(chess_shift)(targets & enter, -by);
    const W two = next & W_FN(chess_shift)(one, -by);
    const W three = next & W_FN(chess_shift)(two, -by);
    const W four = next & W_FN(chess_shift)(three, -by);
    const W five = next & W_FN(chess_shift)(four, -by);
    const W six = next & W_FN(chess_shift)(five, -by);
    const W seven = next & W_FN(chess_shift)(six, -by);
    const W odd = (one & ~two) | (three & ~four) | (five & ~six) | seven;
    W_FN(chess_add_weight)(weight, odd & rays, ((two & ~four) | six) & rays, four & rays);
}

/* One line, in directions up and down: where a move may open or shut a line to the king's squares, or pin and unpin. */
typedef struct {
    W any;  /* no piece may leave or enter these */
    W seen; /* nor a slider of this line these */
    W rays; /* of the repliers */
} W_FN(ChessReplyLine);

/* On the king's own line in one direction, from him to the second blocker: `first` up to the first one, `second` all of
 * it, `movers` what the mover's sliders see coming the other way, they included. Behind the second blocker no move matters:
 * a check or a pin needs the mover's slider as the first or the second blocker after it. Before it any move may matter if a
 * slider is, or sees, the second one; and a slider's own if the first is the replier's, `own`. */
FN void W_FN(chess_king_line)(W_FN(ChessReplyLine) *line, W first, W second, W movers, W own)
{
    const W behind = second & ~first;
    line->any |= second & ~w_if_zero(behind & movers);
    line->seen |= behind & ~w_if_zero(first & own);
}

/* The rays of one line through which a move may touch the replier's king. */
typedef struct {
    W_FN(ChessLineRays) king, beyond; /* his, and through the first blockers to the second ones */
    W_FN(ChessLineRays) movers;       /* of the mover's sliders */
    W sliders;                        /* these */
} W_FN(ChessTouchyRays);

FN W_FN(ChessTouchyRays) W_FN(chess_touchy_rays)(W_FN(ChessLineRays) king, W_FN(ChessLineRays) beyond,
                                                 W_FN(ChessLineRays) movers, W sliders)
{
    W_FN(ChessTouchyRays) t;
    t.king = king;
    t.beyond = beyond;
    t.movers = movers;
    t.sliders = sliders;
    return t;
}

/* Adds to the weights what lies behind the repliers' rays, `replies`, and before their sliders that move on this line. */
HOT_FN W_FN(ChessReplyLine)
    W_FN(chess_reply_line)(W *weight, const W_FN(ChessView) *v, W goal, W_FN(ChessTouchyRays) touchy,
                           const W_FN(ChessLineRays) *replies, W sliders, i32 up, u64 enter_up,
                           u64 enter_down)
{
    const W_FN(ChessLineRays) from_goal = W_FN(chess_line_rays)(goal, v->empty, up, enter_up, enter_down);
    W_FN(chess_weigh_rays)(weight, (replies->up & ~v->own) | sliders, v->empty, ~v->own, up, enter_up);
    W_FN(chess_weigh_rays)(weight, (replies->down & ~v->own) | sliders, v->empty, ~v->own, -up, enter_down);
    W_FN(ChessReplyLine) line;
    line.any = W_FN(chess_meeting)(from_goal, touchy.movers);
    line.seen = from_goal.up | from_goal.down;
    W_FN(chess_king_line)(&line, touchy.king.up, touchy.beyond.up, touchy.movers.down | touchy.sliders,
                          v->own);
    W_FN(chess_king_line)(&line, touchy.king.down, touchy.beyond.down, touchy.movers.up | touchy.sliders,
                          v->own);
    line.rays = replies->up | replies->down;
    return line;
}

/* Squares that matter for castling of v's side: `way` is the king's, `room` must be empty. None where a piece
 * of its own stands in the room, for that the other side cannot change by a quiet move. */
FN void W_FN(chess_castling_room)(const W_FN(ChessView) *v, W castle_rooks, W *way, W *room)
{
    const u64 c1 = 4, d1 = 8, f1 = 32, g1 = 64;
    const W king = v->king, king_up = king | (king - 1), king_from = 0 - king;
    const W east = castle_rooks & ~(king - 1), west = castle_rooks & (king - 1);
    const W east_room = ((east | (east - 1)) | (g1 | (g1 - 1))) & (king_from | (0 - f1));
    const W west_room = (king_up | (d1 | (d1 - 1))) & ((0 - west) | (0 - c1));
    const W east_open = ~w_if_zero(east) & w_if_zero(east_room & v->own & ~(king | east));
    const W west_open = ~w_if_zero(west) & w_if_zero(west_room & v->own & ~(king | west));
    *room = (east_room & east_open) | (west_room & west_open);
    *way = (king_from & (g1 | (g1 - 1)) & east_open) |
           ((king_up | (c1 | (c1 - 1))) & (king_from | (0 - c1)) & west_open);
}

/* Pawn steps and captures of the replying side; what promotes is left to the slow way. */
FN void W_FN(chess_weigh_pawns)(W_FN(ChessReplies) *r, const W_FN(ChessView) *v, W pawns, W targets)
{
    const W front = W_FN(chess_shift)(pawns & ~(v->pinned ^ v->pinned_file), 8);
    const W first = front & CHESS_RANK_3, second = W_FN(chess_shift)(first & v->empty, 8);
    const W both = first & W_FN(chess_shift)(v->empty, -8); /* a man here stops two steps */
    const W east = W_FN(chess_shift)(pawns & ~(v->pinned ^ v->pinned_diagonal), 9) & CHESS_NOT_A;
    const W west = W_FN(chess_shift)(pawns & ~(v->pinned ^ v->pinned_antidiagonal), 7) & CHESS_NOT_H;
    W_FN(chess_add_weight)(r->weight, ((front & ~both) | second) & targets, both & targets, pawns ^ pawns);
    /* a capture that is not there weighs one, so that none weighs less than nothing */
    W_FN(chess_add_weight)(r->weight, east ^ west, ~(east | west), pawns ^ pawns);
    r->on_file |= front | second;
    r->any |= (front | east | west) & CHESS_RANK_8;
}

/* One direction of knights: their squares from which they may move to a target, and the squares that they attack. */
FN void W_FN(chess_knight_direction)(W knights, W targets, i32 by, u64 enter, W *movers, W *attacks)
{
    *attacks = W_FN(chess_shift)(knights, by) & enter;
    *movers = W_FN(chess_shift)(*attacks & targets, -by);
}

/* The moves of each knight, and how many attack each square. */
FN void W_FN(chess_weigh_knights)(W knights, W targets, W *moves, W *attackers)
{
    W movers[8], attacks[8];
    W_FN(chess_knight_direction)(knights, targets, 17, CHESS_NOT_A, movers, attacks);
    W_FN(chess_knight_direction)(knights, targets, 15, CHESS_NOT_H, movers + 1, attacks + 1);
    W_FN(chess_knight_direction)(knights, targets, 10, CHESS_NOT_AB, movers + 2, attacks + 2);
    W_FN(chess_knight_direction)(knights, targets, 6, CHESS_NOT_GH, movers + 3, attacks + 3);
    W_FN(chess_knight_direction)(knights, targets, -17, CHESS_NOT_H, movers + 4, attacks + 4);
    W_FN(chess_knight_direction)(knights, targets, -15, CHESS_NOT_A, movers + 5, attacks + 5);
    W_FN(chess_knight_direction)(knights, targets, -10, CHESS_NOT_GH, movers + 6, attacks + 6);
    W_FN(chess_knight_direction)(knights, targets, -6, CHESS_NOT_AB, movers + 7, attacks + 7);
    W_FN(chess_sum_sets)(movers, moves);
    W_FN(chess_sum_sets)(attacks, attackers);
}

/* Adds the moves of each pawn, which is no other man. */
FN void W_FN(chess_add_pawn_moves)(W *moves, const W_FN(ChessView) *v, W pawns)
{
    const W front = W_FN(chess_shift)(pawns & ~(v->pinned ^ v->pinned_file), 8) & v->empty;
    const W second = W_FN(chess_shift)(front & CHESS_RANK_3, 8) & v->empty;
    const W step = W_FN(chess_shift)(front, -8), both = W_FN(chess_shift)(second, -16);
    const W east =
        (W_FN(chess_shift)(pawns & ~(v->pinned ^ v->pinned_diagonal), 9) & CHESS_NOT_A & v->opponent) >> 9;
    const W west =
        (W_FN(chess_shift)(pawns & ~(v->pinned ^ v->pinned_antidiagonal), 7) & CHESS_NOT_H & v->opponent) >>
        7;
    const W odd = step ^ east ^ west, more = w_majority(step, east, west), carry = odd & both;
    moves[0] |= odd ^ both;
    moves[1] |= more ^ carry;
    moves[2] |= more & carry;
}

/* The weights of the repliers' men, which have their sliders' moves already: the moves of knights and pawns, less those who
 * defend them. */
HOT_FN void W_FN(chess_weigh_captures)(W_FN(ChessReplies) *r, const W_FN(ChessView) *v,
                                       const W_FN(ChessRays) *replies, W kind0, W kind1, W kind2)
{
    const W pawns = kind0 & ~kind1 & ~kind2 & v->own, knights = kind1 & ~kind0 & ~kind2 & v->own & ~v->pinned;
    const W rays[8] = {replies->rank.up,         replies->rank.down,        replies->file.up,
                       replies->file.down,       replies->diagonal.up,      replies->diagonal.down,
                       replies->antidiagonal.up, replies->antidiagonal.down};
    W moves[4], defenders[4], attackers[4];
    W_FN(chess_weigh_knights)(knights, ~v->own, moves, attackers);
    W_FN(chess_add_pawn_moves)(moves, v, pawns);
    W_FN(chess_add_bits)(r->weight, moves);
    W_FN(chess_sum_sets)(rays, defenders);
    UNROLL
    for (u32 i = 0; i < 4; i++) defenders[i] &= v->own, attackers[i] &= v->own;
    const W many =
        W_FN(chess_subtract_bits)(r->weight, defenders) | W_FN(chess_subtract_bits)(r->weight, attackers);
    r->capturable =
        v->own & ~(many | W_FN(chess_king_zone)(v->king) | (kind0 & kind1 & kind2) | (pawns & CHESS_RANK_7));
}

/* The planes are the mover's view of a position in which the mover is not in check. */
FN W_FN(ChessReplies) W_FN(chess_replies)(W kind0, W kind1, W kind2, W own_plane)
{
    const W occupied = kind0 | kind1 | kind2;
    own_plane = w_byteswap(occupied & ~own_plane);
    kind0 = w_byteswap(kind0);
    kind1 = w_byteswap(kind1);
    kind2 = w_byteswap(kind2);
    const W empty = ~(kind0 | kind1 | kind2), own_king = W_FN(chess_own_king)(kind0, kind1, kind2, own_plane);
    const W_FN(ChessRays) rays = W_FN(chess_enemy_rays)(kind0, kind1, kind2, own_plane),
                          king = W_FN(chess_king_rays)(own_king, empty),
                          beyond = W_FN(chess_king_rays)(own_king, empty | W_FN(chess_all_rays)(&king));
    const W_FN(ChessView) v = W_FN(chess_view_of_rays)(kind0, kind1, kind2, own_plane, &rays, &king);
    const W_FN(ChessSliders) sliders = W_FN(chess_own_sliders)(&v, kind0, kind1, kind2);
    const W_FN(ChessRays) replies = W_FN(chess_own_rays)(&v, kind0, kind1, kind2);
    const W none = v.king ^ v.king, targets = ~v.own;
    W_FN(ChessReplies) r;
    r.after_null_move = W_FN(chess_count_of_rays)(&v, &replies, kind0, kind1, kind2);
    for (u32 i = 0; i < CHESS_WEIGHT_BITS; i++) r.weight[i] = none;

    W way;
    W_FN(chess_castling_room)(&v, kind0 & kind1 & kind2 & v.own, &way, &r.any);
    const W goal = v.king | (W_FN(chess_king_attacks)(v.king) & targets) | way;

    const W orthogonal = kind2 & (kind0 | ~kind1) & v.opponent,
            diagonal = kind0 & (kind1 ^ kind2) & v.opponent;
    const W_FN(ChessReplyLine) file = W_FN(chess_reply_line)(
        r.weight, &v, goal, W_FN(chess_touchy_rays)(king.file, beyond.file, rays.file, orthogonal),
        &replies.file, sliders.file, 8, CHESS_ALL, CHESS_ALL);
    const W_FN(ChessReplyLine) rank = W_FN(chess_reply_line)(
        r.weight, &v, goal, W_FN(chess_touchy_rays)(king.rank, beyond.rank, rays.rank, orthogonal),
        &replies.rank, sliders.rank, 1, CHESS_NOT_A, CHESS_NOT_H);
    const W_FN(ChessReplyLine) rising = W_FN(chess_reply_line)(
        r.weight, &v, goal, W_FN(chess_touchy_rays)(king.diagonal, beyond.diagonal, rays.diagonal, diagonal),
        &replies.diagonal, sliders.diagonal, 9, CHESS_NOT_A, CHESS_NOT_H);
    const W_FN(ChessReplyLine) falling = W_FN(chess_reply_line)(
        r.weight, &v, goal,
        W_FN(chess_touchy_rays)(king.antidiagonal, beyond.antidiagonal, rays.antidiagonal, diagonal),
        &replies.antidiagonal, sliders.antidiagonal, 7, CHESS_NOT_H, CHESS_NOT_A);
    r.any |= file.any | rank.any | rising.any | falling.any;
    r.orthogonal = file.seen | rank.seen;
    r.diagonal = rising.seen | falling.seen;
    r.on_file = file.rays;
    r.on_rank = rank.rays;
    /* seen from the other side, a diagonal is an antidiagonal */
    r.on_antidiagonal = rising.rays;
    r.on_diagonal = falling.rays;
    W_FN(chess_weigh_pawns)(&r, &v, kind0 & ~kind1 & ~kind2 & v.own, targets);

    W_FN(chess_weigh_captures)(&r, &v, &replies, kind0, kind1, kind2);
    r.capturable = w_byteswap(r.capturable);

    /* the mover's pawns come down the board in this view */
    r.pawn = w_byteswap(r.any | (W_FN(chess_shift)(goal, 7) & CHESS_NOT_H) |
                        (W_FN(chess_shift)(goal, 9) & CHESS_NOT_A));
    r.knight = w_byteswap(r.any | W_FN(chess_knight_attacks)(goal));
    r.king = w_byteswap(r.any | W_FN(chess_king_zone)(goal));
    r.diagonal = w_byteswap(r.any | r.diagonal);
    r.orthogonal = w_byteswap(r.any | r.orthogonal);
    r.any = w_byteswap(r.any);
    r.on_rank = w_byteswap(r.on_rank);
    r.on_file = w_byteswap(r.on_file);
    r.on_diagonal = w_byteswap(r.on_diagonal);
    r.on_antidiagonal = w_byteswap(r.on_antidiagonal);
    for (u32 i = 0; i < CHESS_WEIGHT_BITS; i++) r.weight[i] = w_byteswap(r.weight[i]);
    return r;
}
