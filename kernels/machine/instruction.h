/* SPDX-License-Identifier: MIT */
/* A decoded instruction: what its text says, with registers, constants and targets resolved. */
#ifndef MACHINE_INSTRUCTION_H
#define MACHINE_INSTRUCTION_H

#include <stdbool.h>

#include "../../rules/portable.h"

/* Modifiers that change what an instruction does. Others are listed with their opcode and mean nothing here. */
/* clang-format off */
#define MODIFIERS(M) \
    M(128) M(32) M(64) M(ADD) M(ALL) M(AND) M(ANY) M(BFLY) M(CAS) M(CAST) M(CLEAR) M(COLLECTIVE) M(DEC) M(DIV) M(DOWN) M(EQ) \
    M(EX) M(EXCH) M(GE) M(GT) M(HI) M(IDX) M(INC) M(L) M(LE) M(LT) M(MAX) M(MIN) M(NE) M(OR) M(POPC) M(R) \
    M(RCP) M(RED) M(RESULT) M(S16) M(S32) M(S64) M(S8) M(SH) M(SUM) M(SX32) M(SYNC) M(U16) M(U32) M(U64) \
    M(U8) M(UP) M(W) M(WIDE) M(X) M(XOR)
/* clang-format on */
enum {
#define MODIFIER(name) MODIFIER_##name,
    MODIFIERS(MODIFIER)
#undef MODIFIER
};
#define HAS(i, name) ((i)->modifiers >> MODIFIER_##name & 1)

/* Pipes that issue at different rates, as GPU.md's yardstick groups them. */
#define PIPES(X) X(ALU) X(FMA) X(XU) X(LSU) X(CONTROL) X(UNIFORM)
typedef enum {
#define PIPE(name) PIPE_##name,
    PIPES(PIPE)
#undef PIPE
        PIPE_COUNT
} Pipe;

typedef enum {
    OPERAND_NONE,
    OPERAND_REGISTER,
    OPERAND_UNIFORM,
    OPERAND_NUMBER,
    OPERAND_CONSTANT
} OperandKind;

#define ZERO_REGISTER 255u
#define NO_REGISTER 256u
#define TRUE_PREDICATE 7u

/* A source: a register (pair), a number, or a word of a constant bank at offset + base register. */
typedef struct {
    OperandKind kind;
    bool negative, inverted;
    u32 value;       /* register, number, or offset */
    u32 bank;        /* of constants */
    u32 base;        /* register added to the offset of a constant, or NO_REGISTER */
    bool is_uniform; /* the base */
} Source;

typedef struct {
    u8 number; /* 7: always true */
    bool uniform, negated;
} Predicate;

/* The address base + uniform + offset. */
typedef struct {
    u32 base, uniform; /* registers or NO_REGISTER */
    u32 scale;         /* bits by which the base is shifted */
    bool narrow;       /* the base is one register of 32 bits though addresses have 64 */
    i32 offset;
} Address;

struct Warp;
struct Opcode;
typedef struct Instruction Instruction;
typedef void RunInstruction(struct Warp *warp, const Instruction *i);

#define MOST_SOURCES 4
#define MOST_GIVEN 3

struct Instruction {
    RunInstruction *run;
    Predicate guard;
    bool to_uniform;             /* the destination is a uniform register */
    u32 destination;             /* register, ZERO_REGISTER for none */
    Predicate set[2];            /* predicates written; 7 for none */
    Predicate given[MOST_GIVEN]; /* read, in the order of the text */
    u8 set_count, given_count, source_count, number_count;
    Source source[MOST_SOURCES];
    Address address;
    u32 number[2]; /* immediate operands; a special register */
    u32 barrier;   /* convergence barrier B0 .. B15 */
    u32 target;    /* index of an instruction */
    u64 modifiers;
    Pipe pipe;
    u32 offset;        /* in the kernel's code, bytes */
    const char *text;  /* in the listing; ends at ';' */
    u64 issued, lanes; /* times that a warp issued it, active lanes of these */
};

#endif
