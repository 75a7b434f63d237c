/* SPDX-License-Identifier: MIT */
/* The 32 lanes of a warp as vectors that the compiler maps to the processor's own; a mask has bit l for lane l. */
#ifndef MACHINE_LANES_H
#define MACHINE_LANES_H

#include "../../rules/portable.h"

#define LANES 32
#define ALL_LANES 0xffffffffu

typedef u32 Lanes __attribute__((vector_size(4 * LANES)));
typedef i32 SignedLanes __attribute__((vector_size(4 * LANES)));
typedef u64 WideLanes __attribute__((vector_size(8 * LANES)));
typedef int64_t SignedWideLanes __attribute__((vector_size(8 * LANES)));

#define EACH_LANE(l) for (int l = 0; l < LANES; l++)
#define EACH_LANE_OF(mask, l) \
    for (u32 left_ = (mask), l; left_ && (l = (u32)__builtin_ctz(left_), 1); left_ &= left_ - 1)

static inline Lanes lanes_of(u32 value) { return (Lanes){0} + value; }
static inline WideLanes wide_of(u64 value) { return (WideLanes){0} + value; }

/* The bit that each lane has in a mask. */
static inline Lanes lane_bits(void)
{
    return (Lanes){1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
                   1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
                   1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
                   1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};
}

/* All ones in the lanes of the mask, 0 elsewhere. */
static inline Lanes spread(u32 mask) { return (Lanes)((lane_bits() & mask) != 0); }

/* The lanes that hold all ones; each holds these or 0. */
static inline u32 gather(Lanes truth)
{
    const Lanes bits = truth & lane_bits();
    u32 mask = 0;
    EACH_LANE(l) mask |= bits[l];
    return mask;
}

static inline Lanes choose(Lanes truth, Lanes a, Lanes b) { return (truth & a) | (~truth & b); }

static inline WideLanes widen(Lanes x) { return __builtin_convertvector(x, WideLanes); }
static inline WideLanes widen_signed(Lanes x)
{
    return (WideLanes) __builtin_convertvector((SignedLanes)x, SignedWideLanes);
}
static inline Lanes low_half(WideLanes x) { return __builtin_convertvector(x, Lanes); }
static inline Lanes high_half(WideLanes x) { return __builtin_convertvector(x >> 32, Lanes); }
static inline WideLanes join(Lanes low, Lanes high) { return widen(low) | widen(high) << 32; }

#endif
