/* SPDX-License-Identifier: MIT */
/* What a chess position is worth without search, in hundredths of a pawn: men and where they stand, mobility,
 * pawns, kings. Each term is that of one side, who plays up the board; the other side is the board turned.
 *
 * Terms come as a pair, of the middlegame and of the endgame, between which the men on the board decide. */
#ifndef ENGINE_CHESS_EVALUATE_H
#define ENGINE_CHESS_EVALUATE_H

#include "../rules/chess/moves.h"

typedef struct {
    int middle, end;
} Pair;

static inline void pair_add(Pair *sum, int middle, int end)
{
    sum->middle += middle;
    sum->end += end;
}

/* Of kinds CHESS_PAWN to CHESS_KING. A man's value on a square is the sum of those of its rank and its file,
 * of which the right half of the board mirrors the left. */
static const Pair chess_worth[7] = {{0, 0},     {84, 108},  {330, 308}, {344, 326},
                                    {476, 540}, {985, 990}, {0, 0}};
static const signed char chess_rank_middle[7][8] = {
    {0},
    {0, -4, -2, 5, 12, 24, 46, 0},
    {-24, -8, 2, 10, 16, 18, 6, -14},
    {-10, 2, 4, 6, 6, 4, 0, -8},
    {-2, -4, -4, -2, 0, 4, 14, 6},
    {-4, 0, 2, 2, 2, 4, 6, 4},
    {18, 4, -20, -36, -46, -50, -50, -50},
};
static const signed char chess_file_middle[7][4] = {
    {0}, {-8, -3, 1, 10}, {-20, -6, 4, 8}, {-6, 1, 2, 4}, {-4, -1, 2, 5}, {-4, -1, 1, 2}, {14, 18, -6, -12},
};
static const signed char chess_rank_end[7][8] = {
    {0},
    {0, 0, 3, 8, 18, 36, 64, 0},
    {-18, -8, 0, 8, 10, 6, -2, -14},
    {-6, -2, 2, 4, 4, 2, 0, -4},
    {-2, -2, 0, 2, 4, 6, 8, 4},
    {-14, -6, 2, 8, 10, 10, 8, 2},
    {-24, -8, 6, 16, 22, 20, 10, -8},
};
static const signed char chess_file_end[7][4] = {
    {0}, {3, 1, 0, -2}, {-14, -4, 4, 8}, {-4, 0, 2, 4}, {0, 0, 0, 0}, {-8, -2, 4, 8}, {-16, -4, 6, 12},
};
static const Pair chess_passed[8] = {{0, 0},   {2, 8},    {4, 14},   {12, 28},
                                     {28, 56}, {58, 100}, {96, 160}, {0, 0}};

static const u64 chess_file_a = U64(0x0101010101010101);

static inline u64 chess_up_fill(u64 b)
{
    b |= b << 8;
    b |= b << 16;
    return b | b << 32;
}

static inline u64 chess_files_of(u64 b)
{
    const u64 up = chess_up_fill(b);
    return up | byteswap64(chess_up_fill(byteswap64(b)));
}

static inline u64 chess_beside(u64 b) { return (b << 1 & CHESS_NOT_A) | (b >> 1 & CHESS_NOT_H); }

static inline int chess_steps_between(u32 a, u32 b)
{
    const int files = abs((int)(a & 7) - (int)(b & 7)), ranks = abs((int)(a >> 3) - (int)(b >> 3));
    return files > ranks ? files : ranks;
}

/* What the terms of one side need of the board. */
typedef struct {
    u64 own, enemy, occupied, pawns, enemy_pawns;
    u64 safe;      /* squares that no enemy pawn attacks and no own man stands on */
    u64 king_zone; /* around the enemy king */
    u32 king, enemy_king;
    int attackers, pressure; /* of the enemy king */
} ChessSide;

static inline u64 chess_kind(const ChessPosition *p, u32 kind)
{
    return (kind & 1 ? p->kind0 : ~p->kind0) & (kind & 2 ? p->kind1 : ~p->kind1) &
           (kind & 4 ? p->kind2 : ~p->kind2);
}

static inline void chess_add_place(Pair *sum, u32 kind, u32 square)
{
    const u32 file = square & 7, half = file < 4 ? file : 7 - file, rank = square >> 3;
    pair_add(sum, chess_worth[kind].middle + chess_rank_middle[kind][rank] + chess_file_middle[kind][half],
             chess_worth[kind].end + chess_rank_end[kind][rank] + chess_file_end[kind][half]);
}

/* Men of one kind: places, mobility, pressure on the enemy king. */
static inline void chess_add_pieces(ChessSide *s, u64 pieces, u32 kind, Pair *sum)
{
    static const signed char normal[7] = {0, 0, 4, 6, 6, 12, 0}, middle[7] = {0, 0, 5, 5, 3, 1, 0},
                             end[7] = {0, 0, 4, 5, 5, 3, 0}, force[7] = {0, 0, 2, 2, 3, 5, 0};
    for (; pieces; pieces &= pieces - 1) {
        const u32 square = lowest_bit64(pieces);
        u64 to = 0;
        if (kind == CHESS_KNIGHT) to = chess_knight_attacks_x1(U64(1) << square);
        if (kind == CHESS_BISHOP || kind == CHESS_QUEEN) to |= chess_diagonal_attacks(square, s->occupied);
        if (kind == CHESS_ROOK || kind == CHESS_QUEEN) to |= chess_orthogonal_attacks(square, s->occupied);
        const int moves = (int)popcount64(to & s->safe) - normal[kind];
        chess_add_place(sum, kind, square);
        pair_add(sum, middle[kind] * moves, end[kind] * moves);
        const u64 hits = to & s->king_zone;
        if (hits) {
            s->attackers++;
            s->pressure += force[kind] * (int)popcount64(hits);
        }
    }
}

static inline void chess_add_rooks_files(const ChessSide *s, u64 rooks, Pair *sum)
{
    const u64 closed = chess_files_of(s->pawns), enemy_closed = chess_files_of(s->enemy_pawns);
    const int half_open = (int)popcount64(rooks & ~closed),
              open = (int)popcount64(rooks & ~closed & ~enemy_closed);
    pair_add(sum, 9 * half_open + 14 * open, 5 * half_open + 5 * open);
}

static inline void chess_add_passed(const ChessSide *s, u64 passed, Pair *sum)
{
    const u64 guarded = (s->pawns << 9 & CHESS_NOT_A) | (s->pawns << 7 & CHESS_NOT_H);
    for (; passed; passed &= passed - 1) {
        const u32 square = lowest_bit64(passed), rank = square >> 3, front = square + 8;
        const int way = (int)rank - 1;
        pair_add(sum, chess_passed[rank].middle, chess_passed[rank].end);
        const int race =
            4 * chess_steps_between(s->enemy_king, front) - 2 * chess_steps_between(s->king, front);
        pair_add(sum, 0, way * race);
        if (s->occupied >> front & 1)
            pair_add(sum, -chess_passed[rank].middle / 3, -chess_passed[rank].end / 3);
        if (guarded >> square & 1) pair_add(sum, 6, 10);
    }
}

static inline void chess_add_pawns(const ChessSide *s, Pair *sum)
{
    const u64 files = chess_files_of(s->pawns);
    const u64 isolated = s->pawns & ~chess_beside(files);
    const u64 doubled = s->pawns & chess_up_fill(s->pawns << 8);
    const u64 together = s->pawns & chess_beside(s->pawns);
    /* squares that no enemy pawn stands before or can come to guard */
    const u64 enemy_front = byteswap64(chess_up_fill(byteswap64(s->enemy_pawns) << 8));
    const u64 passed = s->pawns & ~(enemy_front | chess_beside(enemy_front)) &
                       ~byteswap64(chess_up_fill(byteswap64(s->pawns) << 8));
    for (u64 pawns = s->pawns; pawns; pawns &= pawns - 1)
        chess_add_place(sum, CHESS_PAWN, lowest_bit64(pawns));
    pair_add(sum, -12 * (int)popcount64(isolated), -12 * (int)popcount64(isolated));
    pair_add(sum, -8 * (int)popcount64(doubled), -18 * (int)popcount64(doubled));
    pair_add(sum, 4 * (int)popcount64(together), 3 * (int)popcount64(together));
    if (passed) chess_add_passed(s, passed, sum);
}

/* The pawns before the king, and how much of the enemy looks at his. */
static inline void chess_add_kings(const ChessSide *s, u64 queens, Pair *sum)
{
    const u64 king = U64(1) << s->king, wide = king | chess_beside(king);
    const u64 near = s->king < 16 ? wide << 8 : 0, far = near << 8;
    chess_add_place(sum, CHESS_KING, s->king);
    pair_add(sum, 11 * (int)popcount64(near & s->pawns) + 6 * (int)popcount64(far & s->pawns), 0);
    if (!(chess_files_of(king) & s->pawns)) pair_add(sum, -18, 0);
    if (s->attackers < 2) return;
    int danger = s->pressure * s->pressure / 2 + 6 * s->pressure;
    if (danger > 450) danger = 450;
    if (!queens) danger /= 4;
    pair_add(sum, danger, danger / 12);
}

/* Enemy men that a pawn attacks, and own pieces that attack greater ones are left to the search. */
static inline void chess_add_threats(const ChessSide *s, u64 enemy_pieces, Pair *sum)
{
    const u64 attacks = (s->pawns << 9 & CHESS_NOT_A) | (s->pawns << 7 & CHESS_NOT_H);
    const int hit = (int)popcount64(attacks & enemy_pieces);
    pair_add(sum, 38 * hit, 30 * hit);
}

static inline Pair chess_side(const ChessPosition *p)
{
    Pair sum = {0, 0};
    ChessSide s = {.occupied = chess_occupied(*p), .pawns = chess_pawns(*p) & p->own};
    s.own = s.occupied & p->own;
    s.enemy = s.occupied & ~p->own;
    s.enemy_pawns = chess_pawns(*p) & ~p->own;
    s.safe = ~s.own & ~((s.enemy_pawns >> 7 & CHESS_NOT_A) | (s.enemy_pawns >> 9 & CHESS_NOT_H));
    s.king = lowest_bit64(chess_kings(*p) & s.own);
    s.enemy_king = lowest_bit64(chess_kings(*p) & s.enemy);
    const u64 enemy_king = U64(1) << s.enemy_king;
    s.king_zone = chess_king_attacks_x1(enemy_king) | enemy_king | chess_king_attacks_x1(enemy_king) >> 8;
    const u64 bishops = chess_kind(p, CHESS_BISHOP) & s.own, queens = chess_kind(p, CHESS_QUEEN) & s.own;
    const u64 rooks = (chess_kind(p, CHESS_ROOK) | chess_castle_rooks(*p)) & s.own;
    chess_add_pawns(&s, &sum);
    chess_add_pieces(&s, chess_knights(*p) & s.own, CHESS_KNIGHT, &sum);
    chess_add_pieces(&s, bishops, CHESS_BISHOP, &sum);
    chess_add_pieces(&s, rooks, CHESS_ROOK, &sum);
    chess_add_pieces(&s, queens, CHESS_QUEEN, &sum);
    chess_add_rooks_files(&s, rooks, &sum);
    chess_add_kings(&s, queens, &sum);
    chess_add_threats(&s, s.enemy & ~s.enemy_pawns, &sum);
    if (bishops & (bishops - 1)) pair_add(&sum, 30, 46);
    return sum;
}

/* ---- endgames ---- */

/* Men without pawns and kings, in pawns. */
static inline int chess_strength(const ChessPosition *p, u64 side)
{
    return 3 * (int)popcount64(side & (chess_knights(*p) | chess_kind(p, CHESS_BISHOP))) +
           5 * (int)popcount64(side & (chess_kind(p, CHESS_ROOK) | chess_castle_rooks(*p))) +
           9 * (int)popcount64(side & chess_kind(p, CHESS_QUEEN));
}

/* How much of an advantage `strong` can hope to keep, in 64ths. */
static inline int chess_hope(const ChessPosition *p, u64 strong, u64 weak)
{
    const u64 pawns = chess_pawns(*p), bishops = chess_kind(p, CHESS_BISHOP);
    const u64 dark = U64(0xaa55aa55aa55aa55);
    const int power = chess_strength(p, strong), other = chess_strength(p, weak);
    if (!(strong & pawns) && power - other <= 3) return power <= 3 ? 2 : 12;
    if (!(strong & pawns) && power == 6 && other == 0 && popcount64(strong & chess_knights(*p)) == 2)
        return 2;
    if (power == 3 && other == 3 && popcount64(bishops) == 2 && popcount64(bishops & dark) == 1) return 30;
    return 64;
}

/* Who has much more than a king alone drives it to the edge, with bishop and knight to a corner of the
 * bishop's colour. */
static inline int chess_drive(const ChessPosition *p, u64 strong, u64 weak)
{
    const u32 king = lowest_bit64(chess_kings(*p) & strong), bare = lowest_bit64(chess_kings(*p) & weak);
    const int file = (int)(bare & 7), rank = (int)(bare >> 3);
    const int edge_file = file < 4 ? 3 - file : file - 4, edge_rank = rank < 4 ? 3 - rank : rank - 4;
    int drive = 12 * (edge_file + edge_rank) + 8 * (7 - chess_steps_between(king, bare));
    const u64 bishops = chess_kind(p, CHESS_BISHOP) & strong;
    if (chess_strength(p, strong) == 6 && popcount64(bishops) == 1 && !(chess_pawns(*p) & strong)) {
        const int dark = (bishops & U64(0xaa55aa55aa55aa55)) != 0; /* of a1's colour */
        const int to_a1 = file + rank < 14 - file - rank ? file + rank : 14 - file - rank;
        const int to_a8 = file + 7 - rank < 7 - file + rank ? file + 7 - rank : 7 - file + rank;
        drive += 25 * (7 - (dark ? to_a1 : to_a8));
    }
    return drive;
}

static inline int chess_evaluate(const ChessPosition *p)
{
    const ChessPosition turned = chess_flip(*p);
    const Pair own = chess_side(p), other = chess_side(&turned);
    const u64 occupied = chess_occupied(*p), mine = occupied & p->own, theirs = occupied & ~p->own;
    int phase = (int)popcount64(chess_knights(*p) | chess_kind(p, CHESS_BISHOP)) +
                2 * (int)popcount64(chess_kind(p, CHESS_ROOK) | chess_castle_rooks(*p)) +
                4 * (int)popcount64(chess_kind(p, CHESS_QUEEN));
    if (phase > 24) phase = 24;
    int score = ((own.middle - other.middle) * phase + (own.end - other.end) * (24 - phase)) / 24;
    if (phase <= 8) {
        score = score * (score > 0 ? chess_hope(p, mine, theirs) : chess_hope(p, theirs, mine)) / 64;
        if (score > 200 && !(theirs & ~chess_kings(*p))) score += chess_drive(p, mine, theirs);
        if (score < -200 && !(mine & ~chess_kings(*p))) score -= chess_drive(p, theirs, mine);
    }
    return score + 12;
}

#endif
