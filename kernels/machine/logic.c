/* SPDX-License-Identifier: MIT */
/* Bits, bytes, predicates, moves. */
#include "operand.h"
#include "run.h"

/* Bit 4a + 2b + c of the table is the result for these three bits. */
static inline __attribute__((always_inline)) Lanes looked_up(u32 table, Lanes a, Lanes b, Lanes c)
{
    Lanes x = {0};
#pragma GCC unroll 8
    for (u32 k = 0; k < 8; k++)
        if (table >> k & 1) x |= (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
    return x;
}

/* A case for each of the 256 tables, which the compiler makes an instruction or two of. */
#define CASE(t) \
    case t: \
        return looked_up(t, a, b, c);
#define CASES_4(t) CASE(t) CASE(t + 1) CASE(t + 2) CASE(t + 3)
#define CASES_16(t) CASES_4(t) CASES_4(t + 4) CASES_4(t + 8) CASES_4(t + 12)
#define CASES_64(t) CASES_16(t) CASES_16(t + 16) CASES_16(t + 32) CASES_16(t + 48)
static Lanes logic3(u32 table, Lanes a, Lanes b, Lanes c)
{
    switch (table) {
        CASES_64(0)
        CASES_64(64)
        CASES_64(128)
        CASES_64(192)
    default: return a;
    }
}

void run_lop3(Warp *w, const Instruction *i)
{
    const Lanes x = logic3(i->number[0], source(w, i, 0), source(w, i, 1), source(w, i, 2));
    const u32 given = predicate(w, i->given[0]);
    if (i->set_count > 0) set_predicate(w, i->set[0], gather((Lanes)(x != 0)) | given);
    put(w, i, x);
}

static u32 looked_up_predicate(u32 table, u32 a, u32 b, u32 c)
{
    u32 x = 0;
    for (u32 k = 0; k < 8; k++)
        if (table >> k & 1) x |= (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
    return x;
}

void run_plop3(Warp *w, const Instruction *i)
{
    const u32 a = predicate(w, i->given[0]), b = predicate(w, i->given[1]), c = predicate(w, i->given[2]);
    set_predicate(w, i->set[0], looked_up_predicate(i->number[0], a, b, c));
    set_predicate(w, i->set[1], looked_up_predicate(i->number[1], a, b, c));
}

/* Four bytes of the eight in c:a; b has a digit for each: which, and 8 for its sign instead. */
void run_prmt(Warp *w, const Instruction *i)
{
    const WideLanes x = join(source(w, i, 0), source(w, i, 2));
    const Lanes selector = source(w, i, 1);
    Lanes y = {0};
    for (u32 k = 0; k < 4; k++) {
        const Lanes digit = selector >> (4 * k) & 15u;
        const Lanes byte = low_half(x >> widen(8 * (digit & 7u))) & 255u;
        const Lanes sign = (Lanes)(byte > 127) & 255u;
        y |= choose((Lanes)(digit > 7), sign, byte) << (8 * k);
    }
    put(w, i, y);
}

/* Bits 1, 2, 4 and so on stand behind the source in some listings: the bytes that are moved, 15 for all. */
void run_mov(Warp *w, const Instruction *i)
{
    if (i->number_count > 0 && i->number[0] != 15) warp_fail(w, i, "this form of MOV is unknown");
    put(w, i, source(w, i, 0));
}

/* ---- counts of bits ---- */

void run_popc(Warp *w, const Instruction *i)
{
    Lanes x = source(w, i, 0);
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    put(w, i, x * 0x01010101u >> 24);
}

/* The highest bit's number, or how far it is from the top; all ones if no bit is set. */
void run_flo(Warp *w, const Instruction *i)
{
    const Lanes x = source(w, i, 0), some = x | 1u;
    Lanes distance;
    EACH_LANE(l) distance[l] = (u32)__builtin_clz(some[l]);
    put(w, i, (HAS(i, SH) ? distance : 31 - distance) | (Lanes)(x == 0));
}

void run_brev(Warp *w, const Instruction *i)
{
    Lanes x = source(w, i, 0);
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
    put(w, i, x >> 16 | x << 16);
}

/* ---- predicates in registers ---- */

#define PREDICATES 7u

void run_p2r(Warp *w, const Instruction *i)
{
    const Lanes kept = source(w, i, 0) & ~i->number[0];
    Lanes x = {0};
    for (u32 k = 0; k < PREDICATES; k++) x |= spread(w->predicates[k]) & 1u << k;
    put(w, i, kept | (x & i->number[0]));
}

void run_r2p(Warp *w, const Instruction *i)
{
    const Lanes x = source(w, i, 0);
    for (u32 k = 0; k < PREDICATES; k++)
        if (i->number[0] >> k & 1)
            set_predicate(w, (Predicate){.number = (u8)k}, gather((Lanes)((x >> k & 1u) != 0)));
}

/* ---- special registers ---- */

static Lanes lane_numbers(void)
{
    Lanes x;
    EACH_LANE(l) x[l] = (u32)l;
    return x;
}

static Lanes special(const Warp *w, u32 number)
{
    switch (number) {
    case SPECIAL_TID_X: return lane_numbers() + w->first_thread;
    case SPECIAL_CTAID_X: return lanes_of(w->block->index);
    case SPECIAL_LANEID: return lane_numbers();
    case SPECIAL_EQMASK: return lane_bits();
    case SPECIAL_LTMASK: return lane_bits() - 1;
    default: return lanes_of(0); /* blocks and grids have one dimension, clusters one block */
    }
}

/* Also CS2R, which writes a pair unless it says 32. */
void run_s2r(Warp *w, const Instruction *i)
{
    const bool is_pair = i->pipe == PIPE_ALU && !HAS(i, 32);
    if (is_pair && i->number[0] != SPECIAL_ZERO) warp_fail(w, i, "this form of CS2R is unknown");
    put(w, i, special(w, i->number[0]));
    if (is_pair) put_register(w, i, 1, lanes_of(0));
}
