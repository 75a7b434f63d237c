/* SPDX-License-Identifier: MIT */
/* A word W of one or more lanes, so that one text of bitboard logic serves one position or several.
 *
 * A set-wise text (chess/setwise_tmpl.h) is included once for each width, after defining
 *   W          u64, or a vector of u64
 *   W_LANES    1, 4, 8: appended to function names, chess_view_x8
 * and uses, besides the C operators, what this header defines for that W:
 *   w_popcount(x)        bits set, lane by lane
 *   w_if_zero(x)         all ones in the lanes where x is 0, else 0
 *   w_any(x)             1 if any lane is not 0
 *   w_or_and(a, b, c)    a | (b & c): one instruction with AVX-512
 *   w_and3(a, b, c)      a & b & c
 *   w_majority(a, b, c)  the bits that are set in at least two of them
 *   w_byteswap(x)        ranks upside down
 *   w_move(x, by)        x shifted up by -63 .. 63 bits, lane by lane; not for one lane
 * and on the host also
 *   w_or_where(a, t, b)  a | b in the lanes where t is not 0, else a
 *   w_bits(squares)      lane i has the bit squares[i]
 *   w_where(x, t)        x in the lanes where t is not 0, else 0; eight lanes only
 *   w_lanes(x)           bit i: lane i is not 0; eight lanes only
 *   w_first(n)           all ones in the first n lanes, or in all; eight lanes only
 * CUDA and GPUs under OpenCL use one lane; OpenCL on a CPU uses ulong8; the native engine uses GCC vectors.
 */
#ifndef RULES_LANES_H
#define RULES_LANES_H

#include "portable.h"

FN u64 w_popcount_x1(u64 x) { return popcount64(x); }
FN u64 w_if_zero_x1(u64 x) { return 0 - (u64)(x == 0); }
FN u32 w_any_x1(u64 x) { return x != 0; }
FN u64 w_or_and_x1(u64 a, u64 b, u64 c) { return a | (b & c); }
FN u64 w_and3_x1(u64 a, u64 b, u64 c) { return a & b & c; }
FN u64 w_majority_x1(u64 a, u64 b, u64 c) { return (a & b) | (c & (a | b)); }
FN u64 w_byteswap_x1(u64 x) { return byteswap64(x); }

#if defined(__OPENCL_C_VERSION__)

FN ulong8 w_popcount_x8(ulong8 x) { return popcount(x); }
FN ulong8 w_if_zero_x8(ulong8 x) { return as_ulong8(x == 0); }
FN ulong8 w_move_x8(ulong8 x, ulong8 by) { return as_long8(by) < 0 ? x >> (0 - by) : x << by; }
FN u32 w_any_x8(ulong8 x)
{
    const ulong4 a = x.lo | x.hi;
    const ulong2 b = a.lo | a.hi;
    return (b.x | b.y) != 0;
}
FN ulong8 w_or_and_x8(ulong8 a, ulong8 b, ulong8 c) { return a | (b & c); }
FN ulong8 w_and3_x8(ulong8 a, ulong8 b, ulong8 c) { return a & b & c; }
FN ulong8 w_majority_x8(ulong8 a, ulong8 b, ulong8 c) { return (a & b) | (c & (a | b)); }
FN ulong2 w_byteswap_x2(ulong2 x) { return as_ulong2(as_uchar16(x).s76543210fedcba98); }
FN ulong8 w_byteswap_x8(ulong8 x)
{
    return (ulong8)(w_byteswap_x2(x.s01), w_byteswap_x2(x.s23), w_byteswap_x2(x.s45), w_byteswap_x2(x.s67));
}

#elif !defined(__CUDACC__)

FN u64 w_or_where_x1(u64 a, u64 test, u64 b) { return test ? a | b : a; }
FN u64 w_bits_x1(const u8 *squares) { return U64(1) << *squares; }

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VPOPCNTDQ__)
#include <immintrin.h>
typedef u64 u64x8 __attribute__((vector_size(64)));

FN u64x8 w_popcount_x8(u64x8 x) { return (u64x8)_mm512_popcnt_epi64((__m512i)x); }
FN u64x8 w_if_zero_x8(u64x8 x)
{
    return (u64x8)_mm512_maskz_set1_epi64(_mm512_testn_epi64_mask((__m512i)x, (__m512i)x), -1);
}
FN u32 w_any_x8(u64x8 x) { return _mm512_test_epi64_mask((__m512i)x, (__m512i)x) != 0; }
FN u64x8 w_move_x8(u64x8 x, u64x8 by) /* a shift by 64 or more gives 0 */
{
    return (u64x8)_mm512_or_si512(_mm512_sllv_epi64((__m512i)x, (__m512i)by),
                                  _mm512_srlv_epi64((__m512i)x, (__m512i)(0 - by)));
}
FN u64x8 w_or_and_x8(u64x8 a, u64x8 b, u64x8 c)
{
    return (u64x8)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0xf8);
}
FN u64x8 w_and3_x8(u64x8 a, u64x8 b, u64x8 c)
{
    return (u64x8)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0x80);
}
FN u64x8 w_majority_x8(u64x8 a, u64x8 b, u64x8 c)
{
    return (u64x8)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0xe8);
}
FN u64x8 w_or_where_x8(u64x8 a, u64x8 test, u64x8 b)
{
    const __mmask8 where = _mm512_test_epi64_mask((__m512i)test, (__m512i)test);
    return (u64x8)_mm512_mask_or_epi64((__m512i)a, where, (__m512i)a, (__m512i)b);
}
FN u64x8 w_byteswap_x8(u64x8 x)
{
    const __m512i reverse = _mm512_broadcast_i32x4(_mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607));
    return (u64x8)_mm512_shuffle_epi8((__m512i)x, reverse);
}
FN u64x8 w_bits_x8(const u8 *squares)
{
    const __m512i index = _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)(const void *)squares));
    return (u64x8)_mm512_sllv_epi64(_mm512_set1_epi64(1), index);
}
FN u64x8 w_where_x8(u64x8 x, u64x8 test)
{
    return (u64x8)_mm512_maskz_mov_epi64(_mm512_test_epi64_mask((__m512i)test, (__m512i)test), (__m512i)x);
}
FN u32 w_lanes_x8(u64x8 x) { return _mm512_test_epi64_mask((__m512i)x, (__m512i)x); }
FN u64x8 w_first_x8(u32 n)
{
    return (u64x8)_mm512_maskz_set1_epi64((__mmask8)(n < 8 ? (1u << n) - 1 : 255), -1);
}
#endif

#if defined(__AVX2__)
#include <immintrin.h>
#include <string.h>
typedef u64 u64x4 __attribute__((vector_size(32)));

FN u64x4 w_popcount_x4(u64x4 x)
{
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i counts = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2,
                                            2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_shuffle_epi8(counts, _mm256_and_si256((__m256i)x, nibble));
    const __m256i high =
        _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi64((__m256i)x, 4), nibble));
    return (u64x4)_mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256());
}
FN u64x4 w_if_zero_x4(u64x4 x) { return (u64x4)_mm256_cmpeq_epi64((__m256i)x, _mm256_setzero_si256()); }
FN u32 w_any_x4(u64x4 x) { return !_mm256_testz_si256((__m256i)x, (__m256i)x); }
FN u64x4 w_move_x4(u64x4 x, u64x4 by) /* a shift by 64 or more gives 0 */
{
    return (u64x4)_mm256_or_si256(_mm256_sllv_epi64((__m256i)x, (__m256i)by),
                                  _mm256_srlv_epi64((__m256i)x, (__m256i)(0 - by)));
}
FN u64x4 w_or_and_x4(u64x4 a, u64x4 b, u64x4 c) { return a | (b & c); }
FN u64x4 w_and3_x4(u64x4 a, u64x4 b, u64x4 c) { return a & b & c; }
FN u64x4 w_majority_x4(u64x4 a, u64x4 b, u64x4 c) { return (a & b) | (c & (a | b)); }
FN u64x4 w_or_where_x4(u64x4 a, u64x4 test, u64x4 b) { return a | (b & ~w_if_zero_x4(test)); }
FN u64x4 w_byteswap_x4(u64x4 x)
{
    const __m256i reverse =
        _mm256_broadcastsi128_si256(_mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607));
    return (u64x4)_mm256_shuffle_epi8((__m256i)x, reverse);
}
FN u64x4 w_bits_x4(const u8 *squares)
{
    i32 four;
    memcpy(&four, squares, 4);
    const __m256i index = _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four));
    return (u64x4)_mm256_sllv_epi64(_mm256_set1_epi64x(1), index);
}
#endif

#endif

#define W_JOIN_(name, lanes) name##_x##lanes
#define W_JOIN(name, lanes) W_JOIN_(name, lanes)
#define W_FN(name) W_JOIN(name, W_LANES)
#define w_popcount W_FN(w_popcount)
#define w_if_zero W_FN(w_if_zero)
#define w_any W_FN(w_any)
#define w_or_and W_FN(w_or_and)
#define w_and3 W_FN(w_and3)
#define w_majority W_FN(w_majority)
#define w_or_where W_FN(w_or_where)
#define w_byteswap W_FN(w_byteswap)
#define w_move W_FN(w_move)
#define w_bits W_FN(w_bits)
#define w_where W_FN(w_where)
#define w_lanes W_FN(w_lanes)
#define w_first W_FN(w_first)

#endif
