/* SPDX-License-Identifier: MIT */
/* Eight positions in a 512-bit register: Ice Lake, Zen 4 and later. */
#include "chess_cpu_builds.h"

#if defined(__AVX512F__)

#include <immintrin.h>

#include "../../rules/chess/moves.h"

#define W u64
#define W_LANES 1
#include "../../rules/chess/replies_tmpl.h"
#undef W
#undef W_LANES

#define W u64x8
#define W_LANES 8
#include "../../rules/chess/setwise_tmpl.h"

#include "../../rules/chess/replies_tmpl.h"

/* No chess man reaches more than 27 squares and no set of pawns more than 16, so 32 bytes hold all. */
static inline u32 squares_of(u64 set, u8 *out)
{
    const __m512i all =
        _mm512_set_epi8(63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43,
                        42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22,
                        21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    const __m512i squares = _mm512_maskz_compress_epi8(set, all);
    _mm256_storeu_si256((__m256i *)(void *)out, _mm512_castsi512_si256(squares));
    return popcount64(set);
}

/* Sums of weights, a byte a square. No square is entered more often than 127 times: 8 sliders' lines, 8
 * knights, a king, a pawn. */
typedef struct {
    __m512i weights, hits;
    u8 weight[64];
} Tally;

static inline Tally tally_begin(const ChessReplies_x1 *r)
{
    Tally t;
    t.hits = t.weights = _mm512_setzero_si512();
    for (u32 k = 0; k < CHESS_WEIGHT_BITS; k++)
        t.weights =
            _mm512_mask_add_epi8(t.weights, r->weight[k], t.weights, _mm512_set1_epi8((char)(1 << k)));
    _mm512_storeu_si512(t.weight, t.weights);
    return t;
}

static inline u64 tally_weight(const Tally *t, u32 square) { return t->weight[square]; }

static inline void tally_enter(Tally *t, u64 squares)
{
    t->hits = _mm512_mask_add_epi8(t->hits, squares, t->hits, _mm512_set1_epi8(1));
}

static inline void tally_leave(Tally *t, u64 squares)
{
    t->hits = _mm512_mask_sub_epi8(t->hits, squares, t->hits, _mm512_set1_epi8(1));
}

static inline u64 tally_sum(const Tally *t)
{
    const __m512i pairs = _mm512_maddubs_epi16(t->weights, t->hits);
    return (u64)(long long)_mm512_reduce_add_epi32(_mm512_madd_epi16(pairs, _mm512_set1_epi16(1)));
}

#include "chess_cpu_engine_tmpl.h"

const ChessCpuBuild chess_cpu_avx512 = {
    {"avx512", EXTENSIONS_COMPILED}, CHESS_CPU_TWO_PLIES "8 positions a vector", count_by_differences};
const ChessCpuBuild chess_cpu_avx512_last_ply = {
    {"avx512-last-ply", EXTENSIONS_COMPILED}, CHESS_CPU_LAST_PLY "8 positions a vector", count_last_ply};

#else

const ChessCpuBuild chess_cpu_avx512 = {.set = {"avx512", EXTENSIONS_NONE_HAS}};
const ChessCpuBuild chess_cpu_avx512_last_ply = {.set = {"avx512-last-ply", EXTENSIONS_NONE_HAS}};

#endif
