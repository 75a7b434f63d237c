/* SPDX-License-Identifier: MIT */
/* Operands as the disassembler writes them. Each function reads one whole token; false: the token is something else. */
#ifndef MACHINE_OPERAND_H
#define MACHINE_OPERAND_H

#include <stddef.h>

#include "instruction.h"

typedef struct {
    const char *at;
    size_t length;
} Token;

/* What S2R reads. */
#define SPECIAL_REGISTERS(X) \
    X(TID_X, "SR_TID.X") \
    X(CTAID_X, "SR_CTAID.X") \
    X(LANEID, "SR_LANEID") \
    X(LTMASK, "SR_LTMASK") \
    X(EQMASK, "SR_EQMASK") \
    X(ZERO, "SRZ") \
    X(CGA_CTAID, "SR_CgaCtaId") \
    X(TID_Y, "SR_TID.Y") \
    X(TID_Z, "SR_TID.Z")
enum {
#define SPECIAL(name, text) SPECIAL_##name,
    SPECIAL_REGISTERS(SPECIAL)
#undef SPECIAL
};

/* The next operand of a list that ends at ';', without blanks around it; its length is 0 where the list ends. */
Token next_operand(const char **list);

bool read_predicate(Token token, Predicate *predicate);         /* !P3, UP0, PT */
bool read_destination(Token token, u32 *number, bool *uniform); /* R3, UR4, RZ */
bool read_source(Token token, Source *source);                  /* -R3.reuse, ~UR4, 0x1f, c[0x0][R2+0x4] */
bool read_address(Token token, Address *address);               /* desc[UR4][R2.64+0x8], [R8+UR5] */
bool read_number(Token token, u32 *number);                     /* 0x1f, -0x3 */
bool read_half(Token token, u32 *half);                         /* 1.5: a float of 16 bits */
bool read_barrier(Token token, u32 *number);                    /* B0 */
bool read_special(Token token, u32 *number);                    /* SR_TID.X */
bool read_label(Token token, Token *name);                      /* `(.L_x_3) */

#endif
