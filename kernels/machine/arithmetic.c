/* SPDX-License-Identifier: MIT */
/* Sums, products, shifts, comparisons. */
#include "run.h"

#include <string.h>

/* 1 in the lanes of the mask. */
static Lanes ones(u32 mask) { return spread(mask) & 1u; }

/* ---- sums ---- */

static Lanes carried_in(const Warp *w, const Instruction *i)
{
    Lanes sum = {0};
    for (int k = 0; HAS(i, X) && k < i->given_count; k++) sum += ones(predicate(w, i->given[k]));
    return sum;
}

/* The term of a sum whose carry counts: -x is ~x and a 1 that is added to `more`, as it may carry, too. */
static WideLanes term(const Warp *w, const Instruction *i, int k, Lanes *more)
{
    const Lanes x = plain_source(w, i, k, 0);
    if (i->source[k].negative) *more += 1;
    return widen(i->source[k].negative || i->source[k].inverted ? ~x : x);
}

void run_iadd3(Warp *w, const Instruction *i)
{
    Lanes more = carried_in(w, i);
    if (i->set_count == 0) {
        put(w, i, source(w, i, 0) + source(w, i, 1) + source(w, i, 2) + more);
        return;
    }
    WideLanes sum = term(w, i, 0, &more) + term(w, i, 1, &more) + term(w, i, 2, &more);
    sum += widen(more);
    const Lanes carried = high_half(sum);
    set_predicate(w, i->set[0], gather((Lanes)(carried >= 1)));
    if (i->set_count > 1) set_predicate(w, i->set[1], gather((Lanes)(carried >= 2)));
    put(w, i, low_half(sum));
}

void run_iadd_wide(Warp *w, const Instruction *i)
{
    put_wide(w, i, wide_source(w, i, 0) + wide_source(w, i, 1));
}

void run_viadd(Warp *w, const Instruction *i) { put(w, i, source(w, i, 0) + source(w, i, 1)); }

void run_iabs(Warp *w, const Instruction *i)
{
    const Lanes x = source(w, i, 0);
    put(w, i, choose((Lanes)((SignedLanes)x < 0), -x, x));
}

/* The bits of high:low that the shift to the left pushes into the upper word. */
static Lanes pushed_out(Lanes low, Lanes high, u32 shift) { return high_half(join(low, high) << shift); }

void run_lea(Warp *w, const Instruction *i)
{
    const bool has_high = HAS(i, HI) && !HAS(i, SX32);
    const Lanes a = plain_source(w, i, 0, 0);
    const u32 shift = source(w, i, has_high ? 3 : 2)[0] & 31;
    if (i->source_count != 3 + has_high || (HAS(i, HI) && i->source[0].negative))
        warp_fail(w, i, "this form of LEA is unknown");
    Lanes more = carried_in(w, i), shifted = a << shift;
    if (has_high) shifted = pushed_out(a, source(w, i, 2), shift);
    else if (HAS(i, HI)) shifted = pushed_out(a, (Lanes)((SignedLanes)a >> 31), shift);
    if (i->source[0].negative) {
        shifted = ~shifted;
        more += 1;
    }
    const WideLanes sum = widen(shifted) + widen(source(w, i, 1)) + widen(more);
    if (i->set_count > 0) set_predicate(w, i->set[0], gather((Lanes)(high_half(sum) != 0)));
    put(w, i, low_half(sum));
}

/* ---- products ---- */

static WideLanes product(const Warp *w, const Instruction *i)
{
    const Lanes a = source(w, i, 0), b = source(w, i, 1);
    return HAS(i, U32) ? widen(a) * widen(b) : widen_signed(a) * widen_signed(b);
}

static u32 wide_truth(SignedWideLanes truth) { return gather(low_half((WideLanes)truth)); }

static void wide_product(Warp *w, const Instruction *i)
{
    const WideLanes p = product(w, i), c = wide_source(w, i, 2), more = widen(carried_in(w, i));
    const WideLanes sum = p + c, whole = sum + more;
    if (i->set_count > 0) set_predicate(w, i->set[0], wide_truth((sum < p) | (whole < sum)));
    put_wide(w, i, whole);
}

void run_imad(Warp *w, const Instruction *i)
{
    if (HAS(i, WIDE)) wide_product(w, i);
    else if (i->set_count > 0) warp_fail(w, i, "this form of IMAD is unknown");
    else if (HAS(i, HI)) put(w, i, high_half(product(w, i) + wide_source(w, i, 2)));
    else put(w, i, source(w, i, 0) * source(w, i, 1) + source(w, i, 2) + carried_in(w, i));
}

/* Used to load numbers: 0 * 0 + number in each half. */
void run_hfma2(Warp *w, const Instruction *i) { put(w, i, lanes_of(i->number[0] << 16 | i->number[1])); }

/* ---- shifts ---- */

/* A shift of high:low, of which one word is kept. Beyond the width it shifts all out, or wraps around. */
void run_shf(Warp *w, const Instruction *i)
{
    const bool is_wide = HAS(i, U64) || HAS(i, S64), is_signed = HAS(i, S32) || HAS(i, S64);
    const u32 width = is_wide ? 64 : 32;
    Lanes by = source(w, i, 1);
    if (HAS(i, W)) by &= width - 1;
    else by = choose((Lanes)(by > width), lanes_of(width), by);
    const WideLanes x = join(source(w, i, 0), source(w, i, 2)), shift = widen(by);
    const WideLanes all_out = (WideLanes)(shift > 63), least = shift & 63;
    WideLanes y;
    if (HAS(i, L)) y = (x << least) & ~all_out;
    else if (!is_signed) y = (x >> least) & ~all_out;
    else y = (WideLanes)((SignedWideLanes)x >> (SignedWideLanes)(least | (all_out & 63)));
    put(w, i, HAS(i, HI) ? high_half(y) : low_half(y));
}

/* Keeps the low bits, with the sign of the highest or with 0 above them. */
void run_sgxt(Warp *w, const Instruction *i)
{
    const u32 bits = source(w, i, 1)[0], shift = bits < 32 ? 32 - bits : 0;
    const Lanes x = source(w, i, 0) << (shift & 31);
    if (bits == 0 || i->source[1].kind != OPERAND_NUMBER) warp_fail(w, i, "this form of SGXT is unknown");
    put(w, i, HAS(i, U32) ? x >> shift : (Lanes)((SignedLanes)x >> (i32)shift));
}

/* ---- comparisons ---- */

static Lanes is_less(const Instruction *i, Lanes a, Lanes b)
{
    return HAS(i, U32) ? (Lanes)(a < b) : (Lanes)((SignedLanes)a < (SignedLanes)b);
}

static Lanes compare(const Instruction *i, Lanes less, Lanes equal)
{
    Lanes truth = {0};
    if (HAS(i, LT) || HAS(i, LE) || HAS(i, NE)) truth |= less;
    if (HAS(i, EQ) || HAS(i, LE) || HAS(i, GE)) truth |= equal;
    if (HAS(i, GT) || HAS(i, GE) || HAS(i, NE)) truth |= ~(less | equal);
    return truth;
}

static u32 combine(const Instruction *i, u32 a, u32 b)
{
    return HAS(i, AND) ? a & b : HAS(i, OR) ? a | b : a ^ b;
}

/* EX: of a long comparison the upper words; where they are equal, the lower words' truth decides. */
void run_isetp(Warp *w, const Instruction *i)
{
    const Lanes a = source(w, i, 0), b = source(w, i, 1), equal = (Lanes)(a == b);
    u32 truth = gather(compare(i, is_less(i, a, b), equal));
    if (HAS(i, EX)) {
        const u32 same = gather(equal);
        truth = (truth & ~same) | (predicate(w, i->given[1]) & same);
    }
    const u32 given = predicate(w, i->given[0]);
    const u32 first = combine(i, truth, given), second = combine(i, ~truth, given);
    set_predicate(w, i->set[0], first);
    set_predicate(w, i->set[1], second);
}

void run_sel(Warp *w, const Instruction *i)
{
    put(w, i, choose(spread(predicate(w, i->given[0])), source(w, i, 0), source(w, i, 1)));
}

/* The smaller where the predicate holds, else the larger. */
static Lanes bounded(const Warp *w, const Instruction *i, Lanes a, Lanes b)
{
    return choose(~(is_less(i, a, b) ^ spread(predicate(w, i->given[0]))), a, b);
}

void run_vimnmx(Warp *w, const Instruction *i) { put(w, i, bounded(w, i, source(w, i, 0), source(w, i, 1))); }

void run_viaddmnmx(Warp *w, const Instruction *i)
{
    put(w, i, bounded(w, i, source(w, i, 0) + source(w, i, 1), source(w, i, 2)));
}

/* ---- floats, of which divisions make their first guess ---- */

static float as_float(u32 bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static u32 as_bits(float value)
{
    u32 bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Rounds up. Positive floats are ordered as their bits are. */
static u32 float_above(u64 x)
{
    const float nearest = (float)x;
    return as_bits(nearest) + ((unsigned __int128)nearest < x);
}

void run_i2f(Warp *w, const Instruction *i)
{
    const WideLanes x = HAS(i, U64) ? wide_source(w, i, 0) : widen(source(w, i, 0));
    Lanes y;
    EACH_LANE(l) y[l] = float_above(x[l]);
    put(w, i, y);
}

static u64 truncated(float x, u64 most)
{
    if (!(x > 0)) return 0;
    return x >= (float)most ? most : (u64)x;
}

void run_f2i(Warp *w, const Instruction *i)
{
    const Lanes x = source(w, i, 0);
    WideLanes y;
    EACH_LANE(l) y[l] = truncated(as_float(x[l]), HAS(i, U64) ? ~U64(0) : ~0u);
    if (HAS(i, U64)) put_wide(w, i, y);
    else put(w, i, low_half(y));
}

void run_mufu(Warp *w, const Instruction *i)
{
    Lanes x = source(w, i, 0);
    EACH_LANE(l) x[l] = as_bits(1.0f / as_float(x[l]));
    put(w, i, x);
}
