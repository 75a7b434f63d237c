/* SPDX-License-Identifier: MIT */
/* A warp: 32 lanes that issue one instruction together, in groups that diverge and reconverge.
 *
 * A group runs until it ends, waits, or splits at a branch on which its lanes disagree; the newest that is ready runs.
 * Convergence barriers hold the mask of lanes that must arrive, as BSSY recorded it, for each lane its own copy.
 */
#ifndef MACHINE_WARP_H
#define MACHINE_WARP_H

#include "lanes.h"
#include "program.h"

#define REGISTERS 256
#define UNIFORM_REGISTERS 256 /* the last is zero */
#define BARRIERS 16
#define LOCAL_BYTES (1u << 17)
#define SHARED_BYTES (1u << 18)
#define LOCAL_WINDOW U64(0xfffe000000000000) /* generic addresses of local memory begin here */

/* What a group waits for: a convergence barrier's number, or one of these. */
enum { READY = -1, WAITS_FOR_WARP = -2, WAITS_FOR_BLOCK = -3 };

typedef struct {
    u32 mask, next;
    int waits_for;
} Group;

/* Predicates that a block's lanes bring to BAR.RED. */
typedef struct {
    u32 held, missing;
    bool holds;
} Reduction;

typedef struct {
    u8 *shared;
    Reduction pending, found; /* while lanes arrive; of the last barrier that opened */
    u32 index;
} Block;

typedef struct Launch {
    const Program *program;
    Kernel *kernel;
    Bank banks[CONSTANT_BANKS];
    u32 threads; /* of a block */
    u8 *buffer;  /* the buffer that was used last */
    size_t buffer_bytes;
    jmp_buf *failed;
    char *error;
} Launch;

typedef struct Warp {
    Lanes registers[REGISTERS];
    Lanes barriers[BARRIERS];
    u32 uniform[UNIFORM_REGISTERS];
    u32 predicates[8], uniform_predicates[8]; /* masks; the last is all lanes */
    u32 active;                               /* the group's lanes */
    u32 executing;                            /* of these, where the instruction's guard holds */
    u32 next;                                 /* instruction of the group that runs */
    bool leaves;                              /* the group that runs must be chosen anew */
    u32 alive;
    Group groups[LANES + 1];
    int group_count, current;
    u32 first_thread; /* in the block */
    Block *block;
    Launch *launch;
    u32 *local; /* word w of lane l at [w * LANES + l] */
} Warp;

/* Ends the launch: "kernel+0xOFFSET: 'TEXT': what". */
_Noreturn void warp_fail(const Warp *warp, const Instruction *i, const char *format, ...);

void warp_start(Warp *warp, u32 threads);
/* Runs until every lane has ended or waits for the block; true: all have ended. */
bool warp_run(Warp *warp);
/* Lanes that wait for the block go on. */
void warp_release_block(Warp *warp);

/* ---- for instructions that branch or wait (control.c) ---- */

/* `taken`, part of the active lanes, goes on at `target`, the others behind the instruction. */
void warp_branch(Warp *warp, const Instruction *i, u32 taken, u32 target);
void warp_wait(Warp *warp, int waits_for);
void warp_pause(Warp *warp);
void warp_end_lanes(Warp *warp, u32 lanes);

/* ---- operands ---- */

static inline u32 predicate(const Warp *w, Predicate p)
{
    const u32 value = (p.uniform ? w->uniform_predicates : w->predicates)[p.number];
    return p.negated ? ~value : value;
}

static inline void set_predicate(Warp *w, Predicate p, u32 value)
{
    if (p.number == TRUE_PREDICATE) return;
    u32 *to = &(p.uniform ? w->uniform_predicates : w->predicates)[p.number];
    if (p.uniform) *to = value & w->executing ? ALL_LANES : 0;
    else *to = (*to & ~w->executing) | (value & w->executing);
}

/* 32 bits of a constant bank; `add`: bytes behind the operand's own place. */
Lanes constant_source(const Warp *w, const Instruction *i, const Source *s, u32 add);

/* The word as it stands: neither negated nor inverted. `high`: the second register of a pair. */
static inline Lanes plain_source(const Warp *w, const Instruction *i, int k, u32 high)
{
    const Source *s = &i->source[k];
    switch (s->kind) {
    case OPERAND_REGISTER: return w->registers[s->value == ZERO_REGISTER ? s->value : s->value + high];
    case OPERAND_UNIFORM: return lanes_of(w->uniform[s->value == ZERO_REGISTER ? s->value : s->value + high]);
    case OPERAND_CONSTANT: return constant_source(w, i, s, 4 * high);
    default: return lanes_of(high ? (u32)((i32)s->value >> 31) : s->value);
    }
}

static inline Lanes source(const Warp *w, const Instruction *i, int k)
{
    Lanes x = plain_source(w, i, k, 0);
    if (i->source[k].inverted) x = ~x;
    if (i->source[k].negative) x = -x;
    return x;
}

static inline WideLanes wide_source(const Warp *w, const Instruction *i, int k)
{
    WideLanes x = join(plain_source(w, i, k, 0), plain_source(w, i, k, 1));
    if (i->source[k].inverted) x = ~x;
    if (i->source[k].negative) x = -x;
    return x;
}

static inline u32 first_lane(u32 mask) { return (u32)__builtin_ctz(mask); }

static inline void put_register(Warp *w, const Instruction *i, u32 add, Lanes x)
{
    if (i->destination == ZERO_REGISTER || w->executing == 0) return;
    if (i->to_uniform) w->uniform[i->destination + add] = x[first_lane(w->executing)];
    else if (w->executing == ALL_LANES) w->registers[i->destination + add] = x;
    else {
        Lanes *to = &w->registers[i->destination + add];
        *to = choose(spread(w->executing), x, *to);
    }
}

static inline void put(Warp *w, const Instruction *i, Lanes x) { put_register(w, i, 0, x); }
static inline void put_wide(Warp *w, const Instruction *i, WideLanes x)
{
    put_register(w, i, 0, low_half(x));
    put_register(w, i, 1, high_half(x));
}

#endif
