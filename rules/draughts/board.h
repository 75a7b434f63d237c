/* SPDX-License-Identifier: MIT */
/* A board B of one word or two, so that one text serves boards up to 60 squares with ghosts and up to 12x12.
 *
 * The text (moves_tmpl.h) is included once for each, where next_width.h defines B and B_WORDS, and uses the operators & | ^ ~ and
 *   b_none()             no square
 *   b_any(b), b_count(b) 1 if any square; how many
 *   b_first(b)           the lowest square of b alone, b not empty
 *   b_index(b)           its number
 *   b_nth(b, n)          the n-th square of b by number, from 0; there is one
 *   b_below(b)           the squares with lower numbers than that of b, a single square
 *   b_square(i)          square number i
 *   b_shift(b, by)       square i becomes i + by, by not 0; what falls off a word's end is for the caller to mask:
 *                        one word rotates, since every mask of squares that can be entered excludes what comes round
 *   b_reverse(b, bits)   square i becomes bits - 1 - i: the board turned
 *   b_narrow(b)          of a B128: the board B, whose squares fit
 */
#ifndef RULES_DRAUGHTS_BOARD_H
#define RULES_DRAUGHTS_BOARD_H

#include "../portable.h"

FN u64 b_none_x1(void) { return 0; }
FN u32 b_any_x1(u64 b) { return b != 0; }
FN u32 b_count_x1(u64 b) { return popcount64(b); }
FN u64 b_first_x1(u64 b) { return b & (0 - b); }
FN u64 b_nth_x1(u64 b, u32 n)
{
    u32 at = 0;
    for (u32 width = 32; width; width >>= 1) {
        const u32 below = popcount64(b >> at & ((U64(1) << width) - 1));
        if (n < below) continue;
        n -= below;
        at += width;
    }
    return U64(1) << at;
}
FN u64 b_below_x1(u64 b) { return b - 1; }
FN u32 b_index_x1(u64 b) { return lowest_bit64(b); }
FN u64 b_square_x1(u32 i) { return U64(1) << i; }
FN u64 b_shift_x1(u64 b, i32 by) { return b << (by & 63) | b >> (-by & 63); }
FN u64 b_reverse_x1(u64 b, u32 bits) { return bitreverse64(b) >> (64 - bits); }

#if defined(__OPENCL_C_VERSION__)

typedef ulong2 B128;
FN B128 b_none_x2(void) { return (ulong2)(0, 0); }
FN u32 b_any_x2(B128 b) { return (b.x | b.y) != 0; }
FN u32 b_count_x2(B128 b) { return popcount64(b.x) + popcount64(b.y); }
FN B128 b_first_x2(B128 b) { return b.x ? (ulong2)(b.x & (0 - b.x), 0) : (ulong2)(0, b.y & (0 - b.y)); }
FN u32 b_index_x2(B128 b) { return b.x ? lowest_bit64(b.x) : 64 + lowest_bit64(b.y); }
FN B128 b_below_x2(B128 b) { return b.x ? (ulong2)(b.x - 1, 0) : (ulong2)(~(u64)0, b.y - 1); }
FN B128 b_square_x2(u32 i) { return i < 64 ? (ulong2)(U64(1) << i, 0) : (ulong2)(0, U64(1) << (i - 64)); }
FN B128 b_shift_x2(B128 b, i32 by)
{
    return by > 0 ? (ulong2)(b.x << by, b.y << by | b.x >> (64 - by))
                  : (ulong2)(b.x >> -by | b.y << (64 + by), b.y >> -by);
}
FN B128 b_reverse_x2(B128 b, u32 bits)
{
    const u64 low = bitreverse64(b.y), high = bitreverse64(b.x); /* of the 128 bits turned */
    const u32 down = 128 - bits;                                 /* 1 to 63 */
    return (ulong2)(low >> down | high << (64 - down), high >> down);
}
FN u64 b_low_x2(B128 b) { return b.x; }
FN u64 b_high_x2(B128 b) { return b.y; }
FN B128 b_join_x2(u64 low, u64 high) { return (ulong2)(low, high); }

#else

#if defined(__GNUC__) || defined(__CUDACC__)
__extension__ typedef unsigned __int128 B128;
#endif
FN B128 b_none_x2(void) { return 0; }
FN u64 b_low_x2(B128 b) { return (u64)b; }
FN u64 b_high_x2(B128 b) { return (u64)(b >> 64); }
FN B128 b_join_x2(u64 low, u64 high) { return (B128)high << 64 | low; }
FN u32 b_any_x2(B128 b) { return b != 0; }
FN u32 b_count_x2(B128 b) { return popcount64(b_low_x2(b)) + popcount64(b_high_x2(b)); }
FN B128 b_first_x2(B128 b) { return b & (0 - b); }
FN u32 b_index_x2(B128 b)
{
    return b_low_x2(b) ? lowest_bit64(b_low_x2(b)) : 64 + lowest_bit64(b_high_x2(b));
}
FN B128 b_below_x2(B128 b) { return b - 1; }
FN B128 b_square_x2(u32 i) { return (B128)1 << i; }
FN B128 b_shift_x2(B128 b, i32 by) { return by > 0 ? b << by : b >> -by; }
FN B128 b_reverse_x2(B128 b, u32 bits)
{
    return b_join_x2(bitreverse64(b_high_x2(b)), bitreverse64(b_low_x2(b))) >> (128 - bits);
}

#endif

FN B128 b_nth_x2(B128 b, u32 n)
{
    const u32 low = popcount64(b_low_x2(b));
    return n < low ? b_join_x2(b_nth_x1(b_low_x2(b), n), 0) : b_join_x2(0, b_nth_x1(b_high_x2(b), n - low));
}
FN u64 b_narrow_x1(B128 b) { return b_low_x2(b); }
FN B128 b_narrow_x2(B128 b) { return b; }

#define B_JOIN_(name, words) name##_x##words
#define B_JOIN(name, words) B_JOIN_(name, words)
#define B_FN(name) B_JOIN(name, B_WORDS)
#define b_none B_FN(b_none)
#define b_any B_FN(b_any)
#define b_count B_FN(b_count)
#define b_first B_FN(b_first)
#define b_index B_FN(b_index)
#define b_nth B_FN(b_nth)
#define b_below B_FN(b_below)
#define b_narrow B_FN(b_narrow)
#define b_square B_FN(b_square)
#define b_shift B_FN(b_shift)
#define b_reverse B_FN(b_reverse)

#endif
