/* SPDX-License-Identifier: MIT */
/* Legal moves of chess: generate, make, count, check. Portable (C11, OpenCL C 1.2, CUDA C++). */
#ifndef RULES_CHESS_MOVES_H
#define RULES_CHESS_MOVES_H

#define W u64
#define W_LANES 1
#include "setwise_tmpl.h"
#undef W
#undef W_LANES

/* The two attacked rays of one line, occupied squares as blockers: obstruction difference,
 * https://www.chessprogramming.org/Obstruction_Difference. `line` is all the line of `square` but itself. */
FN u64 chess_line_attacks(u32 square, u64 line, u64 occupied)
{
    const u64 bit = U64(1) << square;
    const u64 below = line & (bit - 1) & occupied, above = line & occupied & (0 - bit - bit);
    const u64 from_below = 0 - (U64(1) << highest_bit64(below | 1)); /* all from the first blocker below up */
    const u64 first_above = above & (0 - above);
    return line & (from_below + first_above + first_above);
}

FN u64 chess_file_line(u32 square) { return U64(0x0101010101010101) << (square & 7) ^ U64(1) << square; }
FN u64 chess_rank_line(u32 square) { return U64(0xff) << (square & 56) ^ U64(1) << square; }
FN u64 chess_diagonal_line(u32 square)
{
    const i32 up = (i32)(square & 56) - 8 * (i32)(square & 7);
    const u64 main_line = U64(0x8040201008040201);
    return (up >= 0 ? main_line << up : main_line >> -up) ^ U64(1) << square;
}
FN u64 chess_antidiagonal_line(u32 square)
{
    const i32 up = (i32)(square & 56) + 8 * (i32)(square & 7) - 56;
    const u64 main_line = U64(0x0102040810204080);
    return (up >= 0 ? main_line << up : main_line >> -up) ^ U64(1) << square;
}

FN u64 chess_orthogonal_attacks(u32 square, u64 occupied)
{
    return chess_line_attacks(square, chess_file_line(square), occupied) |
           chess_line_attacks(square, chess_rank_line(square), occupied);
}
FN u64 chess_diagonal_attacks(u32 square, u64 occupied)
{
    return chess_line_attacks(square, chess_diagonal_line(square), occupied) |
           chess_line_attacks(square, chess_antidiagonal_line(square), occupied);
}

/* The opponent's pieces that attack `square`. */
BIG_FN u64 chess_attackers(ChessPosition p, u32 square)
{
    const u64 occupied = chess_occupied(p), bit = U64(1) << square;
    const u64 attackers = (chess_orthogonal_attacks(square, occupied) & chess_orthogonal_sliders(p)) |
                          (chess_diagonal_attacks(square, occupied) & chess_diagonal_sliders(p)) |
                          (chess_knight_attacks_x1(bit) & chess_knights(p)) |
                          (chess_king_attacks_x1(bit) & chess_kings(p)) |
                          (((bit << 7 & CHESS_NOT_H) | (bit << 9 & CHESS_NOT_A)) & chess_pawns(p));
    return attackers & ~p.own;
}

/* The opponent's pieces that give check. The mover has a king. */
FN u64 chess_checkers(ChessPosition p) { return chess_attackers(p, lowest_bit64(chess_kings(p) & p.own)); }

/* 1 if the mover's king is attacked. */
FN u32 chess_in_check(ChessPosition p) { return chess_checkers(p) != 0; }

/* The mover's pawns that may capture en passant on `target`, a single bit on rank 5 (0 to 7) or 0. Tried move
 * by move: it may open a rank, interpose, or take the checking pawn. */
BIG_FN u64 chess_en_passant_captors(ChessPosition p, u64 target)
{
    u64 captors = 0;
    u64 pawns = ((target >> 9 & CHESS_NOT_H) | (target >> 7 & CHESS_NOT_A)) & chess_pawns(p) & p.own;
    for (; pawns; pawns &= pawns - 1) {
        const u64 pawn = pawns & (0 - pawns);
        ChessPosition after = p;
        after.kind0 = (p.kind0 & ~(pawn | target >> 8)) | target;
        after.own = (p.own & ~pawn) | target;
        if (!chess_in_check(after)) captors |= pawn;
    }
    return captors;
}

/* The target is dropped if no capture of it is legal. For readers of positions. */
FN ChessPosition chess_normalise_en_passant(ChessPosition p)
{
    const u64 target = chess_en_passant(p);
    if (target && !chess_en_passant_captors(p, target)) p.own &= ~target;
    return p;
}

/* The number of legal moves; 0 is mate or stalemate. */
FN u32 chess_count(ChessPosition p)
{
    u32 moves = (u32)chess_count_but_en_passant_x1(p.kind0, p.kind1, p.kind2, p.own);
    const u64 target = chess_en_passant(p);
    if (target) moves += popcount64(chess_en_passant_captors(p, target));
    return moves;
}

/* Castling of the king with one of its castle rooks; the other right is lost with it. */
BIG_FN ChessPosition chess_make_castling(ChessPosition p, u64 king, u64 rook)
{
    const u64 king_to = rook > king ? 64 : 4, rook_to = rook > king ? 32 : 8;
    const u64 rooks = chess_castle_rooks(p) & p.own;
    p.kind0 &= ~rooks; /* castle rooks become rooks */
    p.kind1 &= ~(rooks | king);
    p.kind2 &= ~(rook | king);
    p.own &= ~(rook | king);
    p.kind1 |= king_to;
    p.kind2 |= king_to | rook_to;
    p.own |= king_to | rook_to;
    return chess_flip(p);
}

/* The position after a legal move, seen by the other side; its en passant target is set only if a capture of
 * it is legal. */
BIG_FN ChessPosition chess_make(ChessPosition p, ChessMove move)
{
    const u32 kind = chess_kind_at(p, chess_move_from(move));
    const u64 from = U64(1) << chess_move_from(move), to = U64(1) << chess_move_to(move);
    const u64 target = chess_en_passant(p);
    p.own &= ~target;
    if (kind == CHESS_KING && (p.own & to)) return chess_make_castling(p, from, to);

    u32 becomes = kind == CHESS_CASTLE_ROOK ? CHESS_ROOK : kind;
    if (chess_move_promotion(move)) becomes = chess_move_promotion(move);
    const u64 gone = from | to | (kind == CHESS_PAWN ? (target & to) >> 8 : 0);
    u64 rights = 0;
    if (kind == CHESS_KING) rights = chess_castle_rooks(p) & p.own;
    p.kind0 = (p.kind0 & ~(gone | rights)) | (becomes & 1 ? to : 0);
    p.kind1 = (p.kind1 & ~(gone | rights)) | (becomes & 2 ? to : 0);
    p.kind2 = (p.kind2 & ~gone) | (becomes & 4 ? to : 0);
    p.own = (p.own & ~gone) | to;

    ChessPosition next = chess_flip(p);
    if (kind == CHESS_PAWN && to == from << 16) {
        const u64 behind = byteswap64(from << 8);
        if (chess_en_passant_captors(next, behind)) next.own |= behind;
    }
    return next;
}

/* Walks through the legal moves without a list: piece by piece, destination by destination.
 *     ChessWalk walk = chess_walk(&p);  ChessMove m;
 *     while (chess_walk_next(&walk, &m)) ...
 */
typedef struct {
    ChessPosition position;
    ChessView_x1 view;
    u64 pieces;       /* whose destinations are still to come */
    u64 destinations; /* of the piece on `from` */
    u32 from;
    u32 promotion; /* kind for the lowest destination; 0 if `from` holds no pawn on its seventh rank */
} ChessWalk;

FN ChessWalk chess_walk(const ChessPosition *p)
{
    ChessWalk walk;
    walk.position = *p;
    walk.view = chess_view_x1(p->kind0, p->kind1, p->kind2, p->own);
    walk.pieces = walk.view.own;
    walk.destinations = 0;
    walk.from = 0;
    walk.promotion = 0;
    return walk;
}

FN u64 chess_pawn_destinations(const ChessWalk *w, u64 pawn)
{
    const ChessView_x1 *v = &w->view;
    const u64 step = pawn << 8 & v->empty;
    const u64 double_step = (step & CHESS_RANK_3) << 8 & v->empty;
    const u64 captures = ((pawn << 9 & CHESS_NOT_A) | (pawn << 7 & CHESS_NOT_H)) & v->opponent;
    return (step | double_step | captures) & v->target;
}

/* The line of the king on which a pinned piece stays; everything for others. */
FN u64 chess_pin_line(const ChessView_x1 *v, u64 piece)
{
    const u32 king = lowest_bit64(v->king);
    if (!(v->pinned & piece)) return CHESS_ALL;
    if (v->pinned_file & piece) return chess_file_line(king);
    if (v->pinned_rank & piece) return chess_rank_line(king);
    if (v->pinned_diagonal & piece) return chess_diagonal_line(king);
    return chess_antidiagonal_line(king);
}

BIG_FN u64 chess_destinations(const ChessWalk *w, u32 from)
{
    const ChessView_x1 *v = &w->view;
    const u64 piece = U64(1) << from, occupied = ~v->empty;
    const u32 kind = chess_kind_at(w->position, from);
    if (kind == CHESS_KING) return v->king_targets | (v->castle_rooks ? chess_castlings_x1(v) : 0);
    const u64 line = chess_pin_line(v, piece);
    if (kind == CHESS_PAWN) {
        const u64 target = chess_en_passant(w->position);
        u64 to = chess_pawn_destinations(w, piece) & line;
        if (target && (chess_en_passant_captors(w->position, target) & piece)) to |= target;
        return to;
    }
    u64 to = 0;
    if (kind == CHESS_KNIGHT) to = chess_knight_attacks_x1(piece);
    if (kind == CHESS_BISHOP || kind == CHESS_QUEEN) to |= chess_diagonal_attacks(from, occupied);
    if (kind >= CHESS_ROOK) to |= chess_orthogonal_attacks(from, occupied);
    return to & line & v->target & ~v->own;
}

/* Gives the next legal move, or returns 0 after the last one. */
FN u32 chess_walk_next(ChessWalk *w, ChessMove *move)
{
    while (!w->destinations) {
        if (!w->pieces) return 0;
        w->from = lowest_bit64(w->pieces);
        w->pieces &= w->pieces - 1;
        w->destinations = chess_destinations(w, w->from);
        w->promotion = w->from >= 48 && chess_kind_at(w->position, w->from) == CHESS_PAWN ? CHESS_QUEEN : 0;
    }
    *move = chess_move(w->from, lowest_bit64(w->destinations), w->promotion);
    if (w->promotion > CHESS_KNIGHT) {
        w->promotion--;
    } else {
        w->destinations &= w->destinations - 1;
        if (w->promotion) w->promotion = CHESS_QUEEN;
    }
    return 1;
}

/* Writes the legal moves of p to list (room for CHESS_MAX_MOVES) and returns their number. */
FN u32 chess_generate(const ChessPosition *p, ChessMove *list)
{
    ChessWalk walk = chess_walk(p);
    u32 n = 0;
    while (chess_walk_next(&walk, &list[n])) n++;
    return n;
}

#endif
