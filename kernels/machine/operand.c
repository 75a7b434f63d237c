/* SPDX-License-Identifier: MIT */
#include "operand.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

Token next_operand(const char **list)
{
    const char *at = *list;
    while (is_blank(*at) || *at == ',') at++;
    const char *end = at + strcspn(at, ",;\n");
    *list = end;
    while (end > at && is_blank(end[-1])) end--;
    return (Token){at, (size_t)(end - at)};
}

/* ---- pieces ---- */

static bool take(Token *t, const char *text)
{
    const size_t length = strlen(text);
    if (t->length < length || memcmp(t->at, text, length)) return false;
    *t = (Token){t->at + length, t->length - length};
    return true;
}

static bool take_number(Token *t, u32 *number)
{
    char text[32], *end;
    if (t->length == 0 || t->length >= sizeof text || !strchr("-0123456789", t->at[0])) return false;
    memcpy(text, t->at, t->length);
    text[t->length] = '\0';
    const long long value = strtoll(text, &end, 0);
    if (end == text) return false;
    *t = (Token){t->at + (end - text), t->length - (size_t)(end - text)};
    *number = (u32)value;
    return value >= INT32_MIN && value <= UINT32_MAX;
}

/* Decimal digits or 'Z', 'T': the last of its kind. */
static bool take_index(Token *t, char last_letter, u32 last, u32 *index)
{
    if (t->length > 0 && t->at[0] == last_letter) {
        *index = last;
        *t = (Token){t->at + 1, t->length - 1};
        return true;
    }
    u32 value = 0;
    size_t digits = 0;
    for (; digits < t->length && t->at[digits] >= '0' && t->at[digits] <= '9'; digits++)
        value = 10 * value + (u32)(t->at[digits] - '0');
    *t = (Token){t->at + digits, t->length - digits};
    *index = value;
    return digits > 0 && value < last;
}

static bool take_register(Token *t, u32 *number, bool *uniform)
{
    *uniform = take(t, "U");
    return take(t, "R") && take_index(t, 'Z', ZERO_REGISTER, number);
}

static bool all_taken(Token t) { return t.length == 0; }

/* ---- operands ---- */

bool read_predicate(Token t, Predicate *p)
{
    u32 number;
    p->negated = take(&t, "!");
    p->uniform = take(&t, "U");
    if (!take(&t, "P") || !take_index(&t, 'T', TRUE_PREDICATE, &number)) return false;
    p->number = (u8)number;
    return all_taken(t);
}

bool read_destination(Token t, u32 *number, bool *uniform)
{
    return take_register(&t, number, uniform) && all_taken(t);
}

/* The offset of a constant: a register, a number, or their sum. */
static bool take_offset(Token *t, Source *s)
{
    s->base = NO_REGISTER;
    s->value = 0;
    if (take_register(t, &s->base, &s->is_uniform)) {
        if (s->base == ZERO_REGISTER) s->base = NO_REGISTER;
        if (!take(t, "+")) return true;
    }
    return take_number(t, &s->value);
}

static bool read_constant(Token t, Source *s)
{
    s->kind = OPERAND_CONSTANT;
    if (!take(&t, "c[") || !take_number(&t, &s->bank) || !take(&t, "][")) return false;
    return take_offset(&t, s) && take(&t, "]") && all_taken(t);
}

bool read_source(Token t, Source *s)
{
    bool uniform;
    *s = (Source){.kind = OPERAND_NUMBER};
    if (read_number(t, &s->value)) return true;
    s->negative = take(&t, "-");
    s->inverted = take(&t, "~");
    if (read_constant(t, s)) return true;
    if (!take_register(&t, &s->value, &uniform)) return false;
    s->kind = uniform ? OPERAND_UNIFORM : OPERAND_REGISTER;
    take(&t, ".reuse");
    return all_taken(t);
}

static bool take_scale(Token *t, Address *a)
{
    static const char *const scales[] = {"", ".X2", ".X4", ".X8", ".X16"};
    for (u32 k = 4; k > 0; k--)
        if (take(t, scales[k])) {
            a->scale = k;
            return true;
        }
    return take(t, ".64") || !(a->narrow = take(t, ".U32"));
}

static bool take_term(Token *t, Address *a)
{
    u32 number;
    bool uniform;
    if (take_register(t, &number, &uniform)) {
        u32 *to = uniform ? &a->uniform : &a->base;
        if (*to != NO_REGISTER) return false;
        if (number != ZERO_REGISTER) *to = number;
        if (!uniform) take_scale(t, a);
        return true;
    }
    if (!take_number(t, &number)) return false;
    a->offset += (i32)number;
    return true;
}

bool read_address(Token t, Address *a)
{
    u32 descriptor;
    bool uniform;
    *a = (Address){.base = NO_REGISTER, .uniform = NO_REGISTER};
    if (take(&t, "desc[") && !(take_register(&t, &descriptor, &uniform) && take(&t, "]"))) return false;
    if (!take(&t, "[")) return false;
    do
        if (!take_term(&t, a)) return false;
    while (take(&t, "+"));
    return take(&t, "]") && all_taken(t);
}

bool read_number(Token t, u32 *number) { return take_number(&t, number) && all_taken(t); }

/* Exact values alone: the disassembler prints all digits of what the code holds. */
static bool half_of(double value, u32 *half)
{
    const u32 sign = signbit(value) ? 0x8000 : 0;
    double size = fabs(value);
    int exponent = 15;
    if (size == 0) return *half = sign, true;
    for (; size < 1 && exponent > 1; exponent--) size *= 2;
    for (; size >= 2; exponent++) size /= 2;
    const double fraction = size * 1024;
    if (exponent > 30 || fraction != floor(fraction)) return false;
    const u32 bits = (u32)fraction;
    *half = sign | (bits < 1024 ? bits : ((u32)exponent << 10) + (bits - 1024));
    return true;
}

bool read_half(Token t, u32 *half)
{
    char text[64], *end;
    if (t.length == 0 || t.length >= sizeof text) return false;
    memcpy(text, t.at, t.length);
    text[t.length] = '\0';
    const double value = strtod(text, &end);
    return *end == '\0' && isfinite(value) && half_of(value, half);
}

bool read_barrier(Token t, u32 *number)
{
    return take(&t, "B") && take_index(&t, '-', 16, number) && all_taken(t);
}

bool read_special(Token t, u32 *number)
{
    static const char *const names[] = {
#define SPECIAL(name, text) text,
        SPECIAL_REGISTERS(SPECIAL)
#undef SPECIAL
    };
    for (u32 k = 0; k < sizeof names / sizeof *names; k++) {
        *number = k;
        if (t.length == strlen(names[k]) && memcmp(t.at, names[k], t.length) == 0) return true;
    }
    return false;
}

bool read_label(Token t, Token *name)
{
    if (!take(&t, "`(") || t.length == 0 || t.at[t.length - 1] != ')') return false;
    *name = (Token){t.at, t.length - 1};
    return true;
}
