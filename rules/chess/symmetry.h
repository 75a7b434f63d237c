/* SPDX-License-Identifier: MIT */
/* The symmetries of the board, and lines between squares. Portable (C11, OpenCL C 1.2, CUDA C++).
 *
 * A symmetry is 3 bits: 1 mirrors the files, 2 the ranks, 4 then swaps files and ranks.
 */
#ifndef RULES_CHESS_SYMMETRY_H
#define RULES_CHESS_SYMMETRY_H

#include "moves.h"

FN u32 symmetry_square(u32 symmetry, u32 square)
{
    if (symmetry & 1) square ^= 7;
    if (symmetry & 2) square ^= 56;
    return symmetry & 4 ? square >> 3 | (square & 7) << 3 : square;
}

/* Bit q of the result is bit symmetry_square(symmetry, q) of x. */
FN u64 symmetry_word(u32 symmetry, u64 x)
{
    if (symmetry & 4) {
        u64 t = (x ^ x >> 7) & U64(0x00aa00aa00aa00aa);
        x ^= t ^ t << 7;
        t = (x ^ x >> 14) & U64(0x0000cccc0000cccc);
        x ^= t ^ t << 14;
        t = (x ^ x >> 28) & U64(0x00000000f0f0f0f0);
        x ^= t ^ t << 28;
    }
    if (symmetry & 2) x = byteswap64(x);
    if (symmetry & 1) x = byteswap64(bitreverse64(x));
    return x;
}

/* The squares strictly between two squares of a file, rank or diagonal; else none. */
FN u64 chess_between(u32 a, u32 b)
{
    const u64 at_a = U64(1) << a, at_b = U64(1) << b;
    u64 line = chess_file_line(a);
    if (line & at_b)
        return chess_line_attacks(a, line, at_b) & chess_line_attacks(b, chess_file_line(b), at_a);
    line = chess_rank_line(a);
    if (line & at_b)
        return chess_line_attacks(a, line, at_b) & chess_line_attacks(b, chess_rank_line(b), at_a);
    line = chess_diagonal_line(a);
    if (line & at_b)
        return chess_line_attacks(a, line, at_b) & chess_line_attacks(b, chess_diagonal_line(b), at_a);
    line = chess_antidiagonal_line(a);
    if (line & at_b)
        return chess_line_attacks(a, line, at_b) & chess_line_attacks(b, chess_antidiagonal_line(b), at_a);
    return 0;
}

/* What a man other than pawn and king attacks: kind CHESS_KNIGHT to CHESS_QUEEN. */
FN u64 chess_man_attacks(u32 kind, u32 square, u64 occupied)
{
    u64 attacks = 0;
    if (kind == CHESS_KNIGHT) attacks = chess_knight_attacks_x1(U64(1) << square);
    if (kind == CHESS_BISHOP || kind == CHESS_QUEEN) attacks = chess_diagonal_attacks(square, occupied);
    if (kind == CHESS_ROOK || kind == CHESS_QUEEN) attacks |= chess_orthogonal_attacks(square, occupied);
    return attacks;
}

/* What a pawn attacks. side: 0 if it moves up the board, 1 if down. */
FN u64 chess_pawn_attacks(u32 side, u32 square)
{
    const u64 bit = U64(1) << square;
    return side ? (bit >> 9 & CHESS_NOT_H) | (bit >> 7 & CHESS_NOT_A)
                : (bit << 7 & CHESS_NOT_H) | (bit << 9 & CHESS_NOT_A);
}

#endif
