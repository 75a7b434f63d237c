/* SPDX-License-Identifier: MIT */
/* Instructions from their text by the table opcodes.def. */
#include "operand.h"
#include "run.h"

#include <stdio.h>
#include <string.h>

typedef struct Opcode {
    const char *name;
    Pipe pipe;
    RunInstruction *run;
    const char *operands, *modifiers;
} Opcode;

static const Opcode opcodes[] = {
#define OPCODE(name, pipe, function, operands, modifiers) \
    {name, PIPE_##pipe, run_##function, operands, modifiers},
#include "opcodes.def"
#undef OPCODE
};

static const char *const modifier_names[] = {
#define MODIFIER(name) #name,
    MODIFIERS(MODIFIER)
#undef MODIFIER
};
enum {
    MODIFIER_COUNT = sizeof modifier_names / sizeof *modifier_names,
    OPCODE_COUNT = sizeof opcodes / sizeof *opcodes
};
_Static_assert(MODIFIER_COUNT <= 64, "modifiers are bits of 64");

static bool equals(Token t, const char *text)
{
    return strlen(text) == t.length && memcmp(t.at, text, t.length) == 0;
}

static Token take_word(const char **at, const char *ends)
{
    const Token word = {*at, strcspn(*at, ends)};
    *at += word.length;
    return word;
}

/* ---- modifiers ---- */

/* Finds the word in a list of modifiers; `marks`: what stands behind it there. */
static bool find_modifier(const char *list, Token word, Token *marks)
{
    while (*list) {
        const Token listed = take_word(&list, " ~!");
        *marks = take_word(&list, " ");
        if (listed.length == word.length && memcmp(listed.at, word.at, word.length) == 0) return true;
        list += strspn(list, " ");
    }
    return false;
}

static bool marked(Token marks, char mark) { return memchr(marks.at, mark, marks.length) != NULL; }

static bool has_word(const char *text, Token word)
{
    while (*text == '.') {
        text++;
        const Token given = take_word(&text, ". ;");
        if (given.length == word.length && memcmp(given.at, word.at, word.length) == 0) return true;
    }
    return false;
}

static int fail(char error[PROGRAM_ERROR], const char *what, Token word)
{
    snprintf(error, PROGRAM_ERROR, "%s '%.*s'", what, (int)word.length, word.at);
    return -1;
}

static int check_required(const char *list, const char *given, char error[PROGRAM_ERROR])
{
    while (*list) {
        const Token listed = take_word(&list, " ~!"), marks = take_word(&list, " ");
        if (marked(marks, '!') && !has_word(given, listed))
            return fail(error, "unknown without modifier", listed);
        list += strspn(list, " ");
    }
    return 0;
}

static int decode_modifiers(const Opcode *opcode, const char *text, Instruction *i, char error[PROGRAM_ERROR])
{
    const char *at = text;
    while (*at == '.') {
        Token marks;
        at++;
        const Token word = take_word(&at, ". ;");
        if (!find_modifier(opcode->modifiers, word, &marks)) return fail(error, "unknown modifier", word);
        for (int k = 0; k < MODIFIER_COUNT && !marked(marks, '~'); k++)
            if (equals(word, modifier_names[k])) i->modifiers |= U64(1) << k;
    }
    return check_required(opcode->modifiers, text, error);
}

/* ---- operands ---- */

static bool ignore(Token token) { return equals(token, "RZ") || equals(token, "-RZ"); }

static bool add_predicate(Token token, Predicate *list, u8 *count, int most)
{
    if (*count == most || !read_predicate(token, &list[*count])) return false;
    ++*count;
    return true;
}

static bool set_destination(Token token, Instruction *i)
{
    u32 number;
    bool uniform;
    if (!read_destination(token, &number, &uniform)) return false;
    i->destination = number;
    i->to_uniform = uniform;
    return true;
}

static bool add_source(Token token, Instruction *i)
{
    if (i->source_count == MOST_SOURCES || !read_source(token, &i->source[i->source_count])) return false;
    i->source_count++;
    return true;
}

static bool add_number(Token token, Instruction *i, bool (*read)(Token, u32 *))
{
    if (i->number_count == 2 || !read(token, &i->number[i->number_count])) return false;
    i->number_count++;
    return true;
}

typedef struct {
    FindLabel *find;
    const void *labels;
} LabelFinder;

/* A label of another section (a kernel's name, its beginning) is instruction 0. */
static bool add_label(Token token, Instruction *i, const LabelFinder *finder)
{
    Token name;
    if (!read_label(token, &name)) return false;
    const int index = finder->find(finder->labels, name.at, name.length);
    i->target = (u32)index;
    return index >= 0;
}

static bool add_operand(char kind, Token token, Instruction *i, const LabelFinder *finder)
{
    switch (kind) {
    case 'D': return set_destination(token, i);
    case 'p': return add_predicate(token, i->set, &i->set_count, 2);
    case 'q': return add_predicate(token, i->given, &i->given_count, MOST_GIVEN);
    case 's': return add_source(token, i);
    case 'm': return read_address(token, &i->address);
    case 'n': return add_number(token, i, read_number);
    case 'h': return add_number(token, i, read_half);
    case 'x': return add_number(token, i, read_special);
    case 'b': return read_barrier(token, &i->barrier);
    case 'r': return equals(token, "PR");
    case 'l': return add_label(token, i, finder);
    default: return ignore(token);
    }
}

static int decode_operands(const Opcode *opcode, const char *list, Instruction *i, const LabelFinder *finder,
                           char error[PROGRAM_ERROR])
{
    Token token = next_operand(&list);
    for (const char *kind = opcode->operands; *kind; kind++) {
        const bool optional = kind[1] == '?';
        if (token.length > 0 && add_operand(*kind, token, i, finder)) token = next_operand(&list);
        else if (!optional) return fail(error, "unknown operand", token);
        kind += optional;
    }
    return token.length > 0 ? fail(error, "unknown operand", token) : 0;
}

/* RET's text puts no comma before its label. */
static const char *with_commas(const char *list, char room[256])
{
    const size_t length = strcspn(list, ";\n");
    const char *label = memchr(list, '`', length);
    if (label == NULL || length + 2 > 256 || label == list || label[-1] != ' ') return list;
    const size_t before = (size_t)(label - list);
    memcpy(room, list, before);
    room[before - 1] = ',';
    memcpy(room + before, label, length - before);
    memcpy(room + length, ";", 2);
    return room;
}

/* ---- instructions ---- */

static int decode_guard(const char **text, Instruction *i, char error[PROGRAM_ERROR])
{
    i->guard = (Predicate){.number = TRUE_PREDICATE};
    if (**text != '@') return 0;
    ++*text;
    const Token guard = take_word(text, " ");
    *text += strspn(*text, " ");
    return read_predicate(guard, &i->guard) ? 0 : fail(error, "unknown predicate", guard);
}

static const Opcode *find_opcode(Token name)
{
    for (int k = 0; k < OPCODE_COUNT; k++)
        if (equals(name, opcodes[k].name)) return &opcodes[k];
    return NULL;
}

int decode(const char *text, Instruction *i, FindLabel *find, const void *labels, char error[PROGRAM_ERROR])
{
    *i = (Instruction){.text = text, .destination = ZERO_REGISTER};
    i->set[0].number = i->set[1].number = TRUE_PREDICATE;
    if (decode_guard(&text, i, error)) return -1;
    const Token name = take_word(&text, ". ;");
    const Opcode *opcode = find_opcode(name);
    if (opcode == NULL) return fail(error, "unknown opcode", name);
    i->pipe = opcode->pipe;
    i->run = opcode->run;
    if (decode_modifiers(opcode, text, i, error)) return -1;
    char room[256];
    const char *list = with_commas(text + strcspn(text, " ;"), room);
    return decode_operands(opcode, list, i, &(LabelFinder){find, labels}, error);
}
