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
#define CHESS_RANK_7 U64(0x00ff000000000000)
#define CHESS_RANK_8 U64(0xff00000000000000)

/* File, diagonal and antidiagonal of each square, without the square itself. */
#define CHESS_SHIFTED(line, by) ((by) >= 0 ? (line) << ((by)&63) : (line) >> (-(by)&63))
#define CHESS_LINES_OF(square) \
    CHESS_SHIFTED(U64(0x0101010101010101), (square)&7) ^ U64(1) << (square), \
        CHESS_SHIFTED(U64(0x8040201008040201), ((square)&56) - 8 * ((square)&7)) ^ U64(1) << (square), \
        CHESS_SHIFTED(U64(0x0102040810204080), ((square)&56) + 8 * ((square)&7) - 56) ^ U64(1) << (square)
#define CHESS_LINES_OF_RANK(first) \
    CHESS_LINES_OF(first), CHESS_LINES_OF(first + 1), CHESS_LINES_OF(first + 2), CHESS_LINES_OF(first + 3), \
        CHESS_LINES_OF(first + 4), CHESS_LINES_OF(first + 5), CHESS_LINES_OF(first + 6), \
        CHESS_LINES_OF(first + 7)
WIDE_TABLE u64 chess_line_table[192] = {
    CHESS_LINES_OF_RANK(0),  CHESS_LINES_OF_RANK(8),  CHESS_LINES_OF_RANK(16), CHESS_LINES_OF_RANK(24),
    CHESS_LINES_OF_RANK(32), CHESS_LINES_OF_RANK(40), CHESS_LINES_OF_RANK(48), CHESS_LINES_OF_RANK(56)};
#undef CHESS_LINES_OF_RANK
#undef CHESS_LINES_OF
#undef CHESS_SHIFTED
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
#if W_LANES == 1
FN W W_FN(chess_shift)(W x, i32 by) { return shift64(x, by); }
#else
FN W W_FN(chess_shift)(W x, i32 by) { return by > 0 ? x << (u64)by : x >> (u64)-by; }
#endif

/* All the lines of one square but ranks, without the square itself. */
typedef struct {
    W file, diagonal, antidiagonal;
} W_FN(ChessLines);

/* Without meaning where `square` is no single square. */
#if W_LANES == 1
FN W_FN(ChessLines) W_FN(chess_lines)(W square)
{
    const u32 at = 3 * ((square ? lowest_bit64(square) : 0) & 63);
    W_FN(ChessLines) lines;
    lines.file = chess_line_table[at];
    lines.diagonal = chess_line_table[at + 1];
    lines.antidiagonal = chess_line_table[at + 2];
    return lines;
}
#else
FN W_FN(ChessLines) W_FN(chess_lines)(W square)
{
    const W index = w_popcount(square - 1), file = index & 7, rank = index & 56, none = square ^ square;
    W_FN(ChessLines) lines;
    lines.file = ((none | U64(0x0101010101010101)) << file) ^ square;
    lines.diagonal = w_move(none | U64(0x8040201008040201), rank - (file << 3)) ^ square;
    lines.antidiagonal = w_move(none | U64(0x0102040810204080), rank + (file << 3) - 56) ^ square;
    return lines;
}
#endif

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
    const W one =
        (W_FN(chess_shift)(knights, 1) & CHESS_NOT_A) | (W_FN(chess_shift)(knights, -1) & CHESS_NOT_H);
    const W two =
        (W_FN(chess_shift)(knights, 2) & CHESS_NOT_AB) | (W_FN(chess_shift)(knights, -2) & CHESS_NOT_GH);
    return W_FN(chess_shift)(one, 16) | W_FN(chess_shift)(one, -16) | W_FN(chess_shift)(two, 8) |
           W_FN(chess_shift)(two, -8);
}

/* A set of squares with all its neighbours. */
FN W W_FN(chess_king_zone)(W squares)
{
    const W row = squares | (W_FN(chess_shift)(squares, 1) & CHESS_NOT_A) |
                  (W_FN(chess_shift)(squares, -1) & CHESS_NOT_H);
    return row | W_FN(chess_shift)(row, 8) | W_FN(chess_shift)(row, -8);
}

/* king: one square or none */
FN W W_FN(chess_king_attacks)(W king) { return W_FN(chess_king_zone)(king) ^ king; }

/* Rays along one line, up and down the board. */
typedef struct {
    W up, down;
} W_FN(ChessLineRays);

/* Rays along all lines: rank east-west, file north-south, diagonal a1-h8, antidiagonal a8-h1. */
typedef struct {
    W_FN(ChessLineRays) rank, file, diagonal, antidiagonal;
} W_FN(ChessRays);

FN W_FN(ChessLineRays) W_FN(chess_line_rays)(W from, W empty, i32 up, u64 enter_up, u64 enter_down)
{
    W_FN(ChessLineRays) r;
    r.up = W_FN(chess_ray)(from, empty, up, enter_up);
    r.down = W_FN(chess_ray)(from, empty, -up, enter_down);
    return r;
}

/* The rays of the sliders that move on each line. */
HOT_FN W_FN(ChessRays) W_FN(chess_rays)(W on_rank, W on_file, W on_diagonal, W on_antidiagonal, W empty)
{
    W_FN(ChessRays) r;
    r.rank = W_FN(chess_line_rays)(on_rank, empty, 1, CHESS_NOT_A, CHESS_NOT_H);
    r.file = W_FN(chess_line_rays)(on_file, empty, 8, CHESS_ALL, CHESS_ALL);
    r.diagonal = W_FN(chess_line_rays)(on_diagonal, empty, 9, CHESS_NOT_A, CHESS_NOT_H);
    r.antidiagonal = W_FN(chess_line_rays)(on_antidiagonal, empty, 7, CHESS_NOT_H, CHESS_NOT_A);
    return r;
}

/* The same from a single square along one of its lines, which does not hold the square itself, by subtraction:
 * https://www.chessprogramming.org/Hyperbola_Quintessence. Not along a rank, which w_byteswap does not reverse. */
FN W_FN(ChessLineRays) W_FN(chess_single_rays)(W from, W line, W empty)
{
    const W blockers = line & ~empty, reversed = w_byteswap(from);
    W_FN(ChessLineRays) r;
    r.up = ((blockers - from - from) ^ blockers) & line;
    r.down = (w_byteswap(w_byteswap(blockers) - reversed - reversed) ^ blockers) & line;
    return r;
}

/* king: one square or none, then without meaning */
HOT_FN W_FN(ChessRays) W_FN(chess_king_rays)(W king, W empty)
{
    const W_FN(ChessLines) lines = W_FN(chess_lines)(king);
    W_FN(ChessRays) r;
    r.rank = W_FN(chess_line_rays)(king, empty, 1, CHESS_NOT_A, CHESS_NOT_H);
    r.file = W_FN(chess_single_rays)(king, lines.file, empty);
    r.diagonal = W_FN(chess_single_rays)(king, lines.diagonal, empty);
    r.antidiagonal = W_FN(chess_single_rays)(king, lines.antidiagonal, empty);
    return r;
}

FN W W_FN(chess_all_rays)(const W_FN(ChessRays) *r)
{
    return r->rank.up | r->rank.down | r->file.up | r->file.down | r->diagonal.up | r->diagonal.down |
           r->antidiagonal.up | r->antidiagonal.down;
}

/* The meeting of the king's rays with enemy rays that come the other way: the squares between king and checker, or a
 * single pinned piece; nothing else. */
FN W W_FN(chess_meeting)(W_FN(ChessLineRays) king, W_FN(ChessLineRays) enemy)
{
    return w_or_and(king.up & enemy.down, king.down, enemy.up);
}

/* Where a king may not go along a line: a checked king cannot step away along the ray that it blocks. */
FN W W_FN(chess_line_danger)(W king, W_FN(ChessLineRays) enemy, i32 up, u64 enter_up, u64 enter_down)
{
    return enemy.up | enemy.down | (W_FN(chess_shift)(enemy.up & king, up) & enter_up) |
           (W_FN(chess_shift)(enemy.down & king, -up) & enter_down);
}

/* The rays of the mover's opponent. */
FN W_FN(ChessRays) W_FN(chess_enemy_rays)(W kind0, W kind1, W kind2, W own_plane)
{
    const W diagonal = kind0 & (kind1 ^ kind2) & ~own_plane,
            orthogonal = kind2 & (kind0 | ~kind1) & ~own_plane;
    return W_FN(chess_rays)(orthogonal, orthogonal, diagonal, diagonal, ~(kind0 | kind1 | kind2));
}

FN W W_FN(chess_own_king)(W kind0, W kind1, W kind2, W own_plane)
{
    return kind2 & kind1 & ~kind0 & own_plane;
}

/* enemy, king: the rays of the opponent, and of the mover's king, for the same planes */
HOT_FN W_FN(ChessView) W_FN(chess_view_of_rays)(W kind0, W kind1, W kind2, W own_plane,
                                                const W_FN(ChessRays) *enemy, const W_FN(ChessRays) *king)
{
    W_FN(ChessView) v;
    const W occupied = kind0 | kind1 | kind2;
    v.own = occupied & own_plane;
    v.opponent = occupied & ~own_plane;
    v.empty = ~occupied;
    const W enemy_diagonal = kind0 & (kind1 ^ kind2) & ~own_plane;
    const W enemy_orthogonal = kind2 & (kind0 | ~kind1) & ~own_plane;
    const W enemy_knights = kind1 & ~kind0 & ~kind2 & ~own_plane;
    const W enemy_pawns = kind0 & ~kind1 & ~kind2 & ~own_plane;
    v.king = W_FN(chess_own_king)(kind0, kind1, kind2, own_plane);

    v.danger = ((W_FN(chess_shift)(enemy_pawns, -7) & CHESS_NOT_A) |
                (W_FN(chess_shift)(enemy_pawns, -9) & CHESS_NOT_H)) |
               W_FN(chess_knight_attacks)(enemy_knights) |
               W_FN(chess_king_attacks)(W_FN(chess_own_king)(kind0, kind1, kind2, ~own_plane)) |
               W_FN(chess_line_danger)(v.king, enemy->rank, 1, CHESS_NOT_A, CHESS_NOT_H) |
               W_FN(chess_line_danger)(v.king, enemy->file, 8, CHESS_ALL, CHESS_ALL) |
               W_FN(chess_line_danger)(v.king, enemy->diagonal, 9, CHESS_NOT_A, CHESS_NOT_H) |
               W_FN(chess_line_danger)(v.king, enemy->antidiagonal, 7, CHESS_NOT_H, CHESS_NOT_A);

    const W rank_rays = king->rank.up | king->rank.down;
    v.checkers =
        ((W_FN(chess_shift)(v.king, 7) & CHESS_NOT_H) | (W_FN(chess_shift)(v.king, 9) & CHESS_NOT_A)) &
        enemy_pawns;
    v.checkers = w_or_and(v.checkers, W_FN(chess_knight_attacks)(v.king), enemy_knights);
    v.checkers = w_or_and(v.checkers, king->file.up | king->file.down | rank_rays, enemy_orthogonal);
    v.checkers = w_or_and(
        v.checkers, king->diagonal.up | king->diagonal.down | king->antidiagonal.up | king->antidiagonal.down,
        enemy_diagonal);
    v.castle_rooks = rank_rays & v.own & kind0 & kind1 & kind2;

    const W file = W_FN(chess_meeting)(king->file, enemy->file);
    const W rank = W_FN(chess_meeting)(king->rank, enemy->rank);
    const W diagonal = W_FN(chess_meeting)(king->diagonal, enemy->diagonal);
    const W antidiagonal = W_FN(chess_meeting)(king->antidiagonal, enemy->antidiagonal);
    v.pinned_file = file & v.own;
    v.pinned_rank = rank & v.own;
    v.pinned_diagonal = diagonal & v.own;
    v.pinned_antidiagonal = antidiagonal & v.own;
    const W meetings = file | rank | diagonal | antidiagonal;
    v.pinned = meetings & v.own;
    const W unchecked = w_if_zero(v.checkers);
    const W one_checker = w_if_zero(v.checkers & (v.checkers - 1));
    v.target = unchecked | (one_checker & w_or_and(v.checkers, meetings, v.empty));
    v.castle_rooks &= unchecked;
    v.king_targets = W_FN(chess_king_attacks)(v.king) & ~(v.own | v.danger);
    return v;
}

FN W_FN(ChessView) W_FN(chess_view)(W kind0, W kind1, W kind2, W own_plane)
{
    const W_FN(ChessRays) enemy = W_FN(chess_enemy_rays)(kind0, kind1, kind2, own_plane);
    const W_FN(ChessRays) king =
        W_FN(chess_king_rays)(W_FN(chess_own_king)(kind0, kind1, kind2, own_plane), ~(kind0 | kind1 | kind2));
    return W_FN(chess_view_of_rays)(kind0, kind1, kind2, own_plane, &enemy, &king);
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

/* The mover's sliders that may move along each line: pinned ones along their pin alone. */
typedef struct {
    W rank, file, diagonal, antidiagonal;
} W_FN(ChessSliders);

FN W_FN(ChessSliders) W_FN(chess_own_sliders)(const W_FN(ChessView) *v, W kind0, W kind1, W kind2)
{
    const W orthogonal = kind2 & (kind0 | ~kind1) & v->own, diagonal = kind0 & (kind1 ^ kind2) & v->own;
    W_FN(ChessSliders) s;
    s.rank = orthogonal & ~(v->pinned ^ v->pinned_rank);
    s.file = orthogonal & ~(v->pinned ^ v->pinned_file);
    s.diagonal = diagonal & ~(v->pinned ^ v->pinned_diagonal);
    s.antidiagonal = diagonal & ~(v->pinned ^ v->pinned_antidiagonal);
    return s;
}

FN W_FN(ChessRays) W_FN(chess_own_rays)(const W_FN(ChessView) *v, W kind0, W kind1, W kind2)
{
    const W_FN(ChessSliders) s = W_FN(chess_own_sliders)(v, kind0, kind1, kind2);
    return W_FN(chess_rays)(s.rank, s.file, s.diagonal, s.antidiagonal, v->empty);
}

FN W W_FN(chess_count_line)(W_FN(ChessLineRays) rays, W targets)
{
    return w_popcount(rays.up & targets) + w_popcount(rays.down & targets);
}

/* The number of legal moves of a view, lane by lane, but for en passant captures. rays: its chess_own_rays */
FN W W_FN(chess_count_of_rays)(const W_FN(ChessView) *view, const W_FN(ChessRays) *rays, W kind0, W kind1,
                               W kind2)
{
    const W_FN(ChessView) v = *view;
    const W targets = v.target & ~v.own;
    W moves = w_popcount(v.king_targets);
    if (w_any(v.castle_rooks)) moves += w_popcount(W_FN(chess_castlings)(&v));
    moves += W_FN(chess_count_line)(rays->rank, targets) + W_FN(chess_count_line)(rays->file, targets) +
             W_FN(chess_count_line)(rays->diagonal, targets) +
             W_FN(chess_count_line)(rays->antidiagonal, targets);

    const W knights = kind1 & ~kind0 & ~kind2 & v.own & ~v.pinned;
    moves += w_popcount(w_and3(W_FN(chess_shift)(knights, 17), targets, targets & CHESS_NOT_A));
    moves += w_popcount(w_and3(W_FN(chess_shift)(knights, 15), targets, targets & CHESS_NOT_H));
    moves += w_popcount(w_and3(W_FN(chess_shift)(knights, 10), targets, targets & CHESS_NOT_AB));
    moves += w_popcount(w_and3(W_FN(chess_shift)(knights, 6), targets, targets & CHESS_NOT_GH));
    moves += w_popcount(w_and3(W_FN(chess_shift)(knights, -17), targets, targets & CHESS_NOT_H));
    moves += w_popcount(w_and3(W_FN(chess_shift)(knights, -15), targets, targets & CHESS_NOT_A));
    moves += w_popcount(w_and3(W_FN(chess_shift)(knights, -10), targets, targets & CHESS_NOT_GH));
    moves += w_popcount(w_and3(W_FN(chess_shift)(knights, -6), targets, targets & CHESS_NOT_AB));

    const W pawns = kind0 & ~kind1 & ~kind2 & v.own;
    const W step = W_FN(chess_shift)(pawns & ~(v.pinned ^ v.pinned_file), 8) & v.empty;
    const W double_step = W_FN(chess_shift)(step & CHESS_RANK_3, 8) & v.empty;
    const W victims = v.opponent & v.target;
    const W east = W_FN(chess_shift)(pawns & ~(v.pinned ^ v.pinned_diagonal), 9) & CHESS_NOT_A & victims;
    const W west = W_FN(chess_shift)(pawns & ~(v.pinned ^ v.pinned_antidiagonal), 7) & CHESS_NOT_H & victims;
    /* a step and a double step never meet on one square, nor does a step meet a capture */
    const W steps = (step | double_step) & v.target;
    moves += w_popcount(steps) + w_popcount(east) + w_popcount(west);
    const W promotions = w_popcount((steps | east) & CHESS_RANK_8) + w_popcount(west & CHESS_RANK_8);
    return moves + promotions + promotions + promotions;
}

FN W W_FN(chess_count_but_en_passant)(W kind0, W kind1, W kind2, W own_plane)
{
    const W_FN(ChessView) v = W_FN(chess_view)(kind0, kind1, kind2, own_plane);
    const W_FN(ChessRays) rays = W_FN(chess_own_rays)(&v, kind0, kind1, kind2);
    return W_FN(chess_count_of_rays)(&v, &rays, kind0, kind1, kind2);
}
