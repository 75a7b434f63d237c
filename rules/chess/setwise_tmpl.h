/* SPDX-License-Identifier: MIT */
/* Set-wise chess: what the mover may do, for all pieces at once, without branches, lists or tables.
 *
 * Included once for each width, see ../lanes.h. All sliders of a class are filled together in each of the
 * eight directions: two sliders never reach one square from one direction, so popcounts of fills are move
 * counts. Pins and checks come from the meeting of the king's rays with the enemy's fills.
 *
 * Kogge-Stone fills: https://www.chessprogramming.org/Kogge-Stone_Algorithm
 */
#include "../lanes.h"
#include "position.h"

#if !defined(RULES_CHESS_SETWISE_MASKS)
#define RULES_CHESS_SETWISE_MASKS
#define CHESS_NOT_A U64(0xfefefefefefefefe)
#define CHESS_NOT_H U64(0x7f7f7f7f7f7f7f7f)
#define CHESS_NOT_AB U64(0xfcfcfcfcfcfcfcfc)
#define CHESS_NOT_GH U64(0x3f3f3f3f3f3f3f3f)
#define CHESS_ALL U64(0xffffffffffffffff)
#define CHESS_RANK_3 U64(0x0000000000ff0000)
#define CHESS_RANK_8 U64(0xff00000000000000)
#endif

/* The mover's situation. Lines: rank east-west, file north-south, diagonal a1-h8, antidiagonal a8-h1. */
typedef struct {
    W own, opponent, empty, king;
    W pinned; /* own pieces that may move on their line only */
    W pinned_rank, pinned_file, pinned_diagonal, pinned_antidiagonal;
    W checkers;
    W target;       /* of all but the king; own pieces included */
    W danger;       /* where the king may not go */
    W king_targets; /* where it may: own pieces and danger excluded */
    W castle_rooks; /* own, that the king sees along the first rank */
} W_FN(ChessView);

/* x moved by `by` squares: up the board if positive. */
FN W W_FN(chess_shift)(W x, i32 by) { return by > 0 ? x << (u64)by : x >> (u64)-by; }

/* The squares that sliders on `from` attack in direction `by`: the empty ones up to and with the first
 * blocker. `enter` holds the files that can be entered in this direction. */
FN W W_FN(chess_ray)(W from, W empty, i32 by, u64 enter)
{
    const W one = empty & enter;
    const W two = one & W_FN(chess_shift)(one, by);
    const W four = two & W_FN(chess_shift)(two, 2 * by);
    W reach = w_or_and(from, one, W_FN(chess_shift)(from, by));
    reach = w_or_and(reach, two, W_FN(chess_shift)(reach, 2 * by));
    reach = w_or_and(reach, four, W_FN(chess_shift)(reach, 4 * by));
    return W_FN(chess_shift)(reach, by) & enter;
}

FN W W_FN(chess_knight_attacks)(W knights)
{
    const W one = (knights << 1 & CHESS_NOT_A) | (knights >> 1 & CHESS_NOT_H);
    const W two = (knights << 2 & CHESS_NOT_AB) | (knights >> 2 & CHESS_NOT_GH);
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

/* A set of squares with all its neighbours. */
FN W W_FN(chess_king_zone)(W squares)
{
    const W row = squares | (squares << 1 & CHESS_NOT_A) | (squares >> 1 & CHESS_NOT_H);
    return row | row << 8 | row >> 8;
}

/* king: one square or none */
FN W W_FN(chess_king_attacks)(W king) { return W_FN(chess_king_zone)(king) ^ king; }

/* One line through the king. */
typedef struct {
    W king_rays;
    W meeting; /* of the king's rays with enemy rays that come the other way: the squares between king and
                * checker, or a single pinned piece; nothing else */
    W danger;
} W_FN(ChessLine);

HOT_FN W_FN(ChessLine) W_FN(chess_line)(W king, W empty, W sliders, i32 up, u64 enter_up, u64 enter_down)
{
    const W king_up = W_FN(chess_ray)(king, empty, up, enter_up);
    const W king_down = W_FN(chess_ray)(king, empty, -up, enter_down);
    const W enemy_up = W_FN(chess_ray)(sliders, empty, up, enter_up);
    const W enemy_down = W_FN(chess_ray)(sliders, empty, -up, enter_down);
    W_FN(ChessLine) line;
    line.king_rays = king_up | king_down;
    line.meeting = w_or_and(king_up & enemy_down, king_down, enemy_up);
    /* a checked king cannot step away along the ray that it blocks */
    line.danger = enemy_up | enemy_down | (W_FN(chess_shift)(enemy_up & king, up) & enter_up) |
                  (W_FN(chess_shift)(enemy_down & king, -up) & enter_down);
    return line;
}

FN W_FN(ChessView) W_FN(chess_view)(W kind0, W kind1, W kind2, W own_plane)
{
    W_FN(ChessView) v;
    const W occupied = kind0 | kind1 | kind2;
    v.own = occupied & own_plane;
    v.opponent = occupied & ~own_plane;
    v.empty = ~occupied;
    const W kings = kind2 & kind1 & ~kind0;
    const W enemy_diagonal = kind0 & (kind1 ^ kind2) & ~own_plane;
    const W enemy_orthogonal = kind2 & (kind0 | ~kind1) & ~own_plane;
    const W enemy_knights = kind1 & ~kind0 & ~kind2 & ~own_plane;
    const W enemy_pawns = kind0 & ~kind1 & ~kind2 & ~own_plane;
    v.king = kings & own_plane;

    v.danger = ((enemy_pawns >> 7 & CHESS_NOT_A) | (enemy_pawns >> 9 & CHESS_NOT_H)) |
               W_FN(chess_knight_attacks)(enemy_knights) | W_FN(chess_king_attacks)(kings & ~own_plane);
    v.checkers = ((v.king << 7 & CHESS_NOT_H) | (v.king << 9 & CHESS_NOT_A)) & enemy_pawns;
    v.checkers = w_or_and(v.checkers, W_FN(chess_knight_attacks)(v.king), enemy_knights);

    const W_FN(ChessLine) file = W_FN(chess_line)(v.king, v.empty, enemy_orthogonal, 8, CHESS_ALL, CHESS_ALL);
    const W_FN(ChessLine) diagonal =
        W_FN(chess_line)(v.king, v.empty, enemy_diagonal, 9, CHESS_NOT_A, CHESS_NOT_H);
    const W_FN(ChessLine) antidiagonal =
        W_FN(chess_line)(v.king, v.empty, enemy_diagonal, 7, CHESS_NOT_H, CHESS_NOT_A);
    const W_FN(ChessLine) rank =
        W_FN(chess_line)(v.king, v.empty, enemy_orthogonal, 1, CHESS_NOT_A, CHESS_NOT_H);
    v.pinned_file = file.meeting & v.own;
    v.pinned_diagonal = diagonal.meeting & v.own;
    v.pinned_antidiagonal = antidiagonal.meeting & v.own;
    v.pinned_rank = rank.meeting & v.own;
    v.checkers = w_or_and(v.checkers, file.king_rays | rank.king_rays, enemy_orthogonal);
    v.checkers = w_or_and(v.checkers, diagonal.king_rays | antidiagonal.king_rays, enemy_diagonal);
    v.danger |= file.danger | diagonal.danger | antidiagonal.danger | rank.danger;
    v.castle_rooks = rank.king_rays & v.own & kind0 & kind1 & kind2;

    const W meetings = file.meeting | diagonal.meeting | antidiagonal.meeting | rank.meeting;
    v.pinned = meetings & v.own;
    const W unchecked = w_if_zero(v.checkers);
    const W one_checker = w_if_zero(v.checkers & (v.checkers - 1));
    v.target = unchecked | (one_checker & w_or_and(v.checkers, meetings, v.empty));
    v.castle_rooks &= unchecked;
    v.king_targets = W_FN(chess_king_attacks)(v.king) & ~(v.own | v.danger);
    return v;
}

/* The castle rooks of v with which castling is legal. King to g1 or c1, rook to f1 or d1, from any squares
 * (Chess960): everything between and on these is empty but for the two, the king's way is safe, and the rook
 * does not shield the king's way from a slider behind it. */
BIG_FN W W_FN(chess_castlings)(const W_FN(ChessView) *v)
{
    const u64 c1 = 4, d1 = 8, f1 = 32, g1 = 64;
    const W king = v->king, rooks = v->castle_rooks & ~v->pinned_rank;
    const W east = rooks & ~(king - 1), west = rooks & (king - 1);
    const W king_up = king | (king - 1), king_from = 0 - king;

    const W east_squares = ((east | (east - 1)) | (g1 | (g1 - 1))) & (king_from | (0 - f1));
    const W east_way = king_from & (g1 | (g1 - 1));
    const W east_bad = (east_squares & ~(v->empty | king | east)) | (east_way & v->danger);

    const W west_squares = (king_up | (d1 | (d1 - 1))) & ((0 - west) | (0 - c1));
    const W west_way = (king_up | (c1 | (c1 - 1))) & (king_from | (0 - c1));
    const W west_bad = (west_squares & ~(v->empty | king | west)) | (west_way & v->danger);

    return (east & w_if_zero(east_bad)) | (west & w_if_zero(west_bad));
}

#define CHESS_COUNT_RAY(sliders, by, enter) \
    moves += w_popcount(W_FN(chess_ray)(sliders, v.empty, by, enter) & targets)

/* The number of legal moves of a view, lane by lane, but for en passant captures. */
FN W W_FN(chess_count_in_view)(W_FN(ChessView) v, W kind0, W kind1, W kind2)
{
    const W targets = v.target & ~v.own;
    W moves = w_popcount(v.king_targets);
    if (w_any(v.castle_rooks)) moves += w_popcount(W_FN(chess_castlings)(&v));

    const W orthogonal = kind2 & (kind0 | ~kind1) & v.own;
    const W on_file = orthogonal & ~(v.pinned ^ v.pinned_file);
    CHESS_COUNT_RAY(on_file, 8, CHESS_ALL);
    CHESS_COUNT_RAY(on_file, -8, CHESS_ALL);
    const W on_rank = orthogonal & ~(v.pinned ^ v.pinned_rank);
    CHESS_COUNT_RAY(on_rank, 1, CHESS_NOT_A);
    CHESS_COUNT_RAY(on_rank, -1, CHESS_NOT_H);
    const W diagonal = kind0 & (kind1 ^ kind2) & v.own;
    const W on_diagonal = diagonal & ~(v.pinned ^ v.pinned_diagonal);
    CHESS_COUNT_RAY(on_diagonal, 9, CHESS_NOT_A);
    CHESS_COUNT_RAY(on_diagonal, -9, CHESS_NOT_H);
    const W on_antidiagonal = diagonal & ~(v.pinned ^ v.pinned_antidiagonal);
    CHESS_COUNT_RAY(on_antidiagonal, 7, CHESS_NOT_H);
    CHESS_COUNT_RAY(on_antidiagonal, -7, CHESS_NOT_A);

    const W knights = kind1 & ~kind0 & ~kind2 & v.own & ~v.pinned;
    moves += w_popcount(w_and3(knights << 17, targets, targets & CHESS_NOT_A));
    moves += w_popcount(w_and3(knights << 15, targets, targets & CHESS_NOT_H));
    moves += w_popcount(w_and3(knights << 10, targets, targets & CHESS_NOT_AB));
    moves += w_popcount(w_and3(knights << 6, targets, targets & CHESS_NOT_GH));
    moves += w_popcount(w_and3(knights >> 17, targets, targets & CHESS_NOT_H));
    moves += w_popcount(w_and3(knights >> 15, targets, targets & CHESS_NOT_A));
    moves += w_popcount(w_and3(knights >> 10, targets, targets & CHESS_NOT_GH));
    moves += w_popcount(w_and3(knights >> 6, targets, targets & CHESS_NOT_AB));

    const W pawns = kind0 & ~kind1 & ~kind2 & v.own;
    const W step = (pawns & ~(v.pinned ^ v.pinned_file)) << 8 & v.empty;
    const W double_step = (step & CHESS_RANK_3) << 8 & v.empty;
    const W victims = v.opponent & v.target;
    const W east = (pawns & ~(v.pinned ^ v.pinned_diagonal)) << 9 & CHESS_NOT_A & victims;
    const W west = (pawns & ~(v.pinned ^ v.pinned_antidiagonal)) << 7 & CHESS_NOT_H & victims;
    /* a step and a double step never meet on one square, nor does a step meet a capture */
    const W steps = (step | double_step) & v.target;
    moves += w_popcount(steps) + w_popcount(east) + w_popcount(west);
    const W promotions = w_popcount((steps | east) & CHESS_RANK_8) + w_popcount(west & CHESS_RANK_8);
    return moves + promotions + promotions + promotions;
}

#undef CHESS_COUNT_RAY

FN W W_FN(chess_count_but_en_passant)(W kind0, W kind1, W kind2, W own_plane)
{
    return W_FN(chess_count_in_view)(W_FN(chess_view)(kind0, kind1, kind2, own_plane), kind0, kind1, kind2);
}
