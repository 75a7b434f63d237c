/* SPDX-License-Identifier: MIT */
/* The listing that `nvdisasm -c` prints: a section a kernel, in it labels and one line an instruction. */
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INSTRUCTION_BYTES 16u

typedef struct {
    const char *name;
    size_t length;
    int index; /* of the instruction behind it */
} Label;

typedef struct {
    Label *at;
    size_t count, room;
} Labels;

static int compare_names(const char *a, size_t a_length, const char *b, size_t b_length)
{
    const int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    return order != 0 ? order : (a_length > b_length) - (a_length < b_length);
}

static int compare_labels(const void *a, const void *b)
{
    const Label *x = a, *y = b;
    return compare_names(x->name, x->length, y->name, y->length);
}

static int find_label(const void *all, const char *name, size_t length)
{
    const Labels *labels = all;
    const Label wanted = {name, length, 0};
    const Label *found = bsearch(&wanted, labels->at, labels->count, sizeof wanted, compare_labels);
    return found != NULL ? found->index : -1;
}

static void add_label(Labels *labels, const char *name, size_t length, u32 index)
{
    if (labels->count == labels->room) {
        labels->room = 2 * labels->room + 64;
        labels->at = realloc(labels->at, labels->room * sizeof *labels->at);
    }
    labels->at[labels->count++] = (Label){name, length, (int)index};
}

/* ---- lines ---- */

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t') at++;
    return at;
}

static const char *next_line(const char *at)
{
    const char *end = strchr(at, '\n');
    return end != NULL ? end + 1 : at + strlen(at);
}

/* The instruction's text behind its offset in comment signs, NULL if the line has none. */
static const char *instruction_text(const char *line, u32 *offset)
{
    const char *at = skip_blanks(line);
    if (strncmp(at, "/*", 2)) return NULL;
    char *end;
    *offset = (u32)strtoul(at + 2, &end, 16);
    return strncmp(end, "*/", 2) == 0 ? skip_blanks(end + 2) : NULL;
}

static size_t label_length(const char *line)
{
    const size_t length = strcspn(line, " \t\n:");
    return line[length] == ':' ? length : 0;
}

static const char *section_of(const Program *program, const Kernel *kernel)
{
    char mark[512];
    snprintf(mark, sizeof mark, "\t.section\t.text.%s,", kernel->name);
    const char *at = strstr(program->listing, mark);
    return at != NULL ? next_line(at) : NULL;
}

static bool is_section(const char *line) { return strncmp(line, "\t.section", 9) == 0; }

/* ---- two passes: labels, instructions ---- */

static u32 read_labels(const char *section, Labels *labels)
{
    u32 count = 0, offset;
    for (const char *line = section; *line && !is_section(line); line = next_line(line)) {
        const size_t length = label_length(line);
        if (length > 0) add_label(labels, line, length, count);
        else if (instruction_text(line, &offset) != NULL) count++;
    }
    qsort(labels->at, labels->count, sizeof *labels->at, compare_labels);
    return count;
}

static int decode_line(const char *text, u32 offset, u32 index, Kernel *kernel, const Labels *labels,
                       char error[PROGRAM_ERROR])
{
    char problem[PROGRAM_ERROR];
    Instruction *i = &kernel->instructions[index];
    const int length = (int)strcspn(text, ";\n");
    if (offset != index * INSTRUCTION_BYTES)
        snprintf(problem, sizeof problem, "expected at 0x%x", index * 16);
    else if (decode(text, i, find_label, labels, problem) == 0) {
        i->offset = offset;
        return 0;
    }
    snprintf(error, PROGRAM_ERROR, "%s+0x%x: '%.*s': %.200s", kernel->name, offset, length, text, problem);
    return -1;
}

static int read_instructions(const char *section, Kernel *kernel, const Labels *labels,
                             char error[PROGRAM_ERROR])
{
    u32 index = 0, offset = 0;
    for (const char *line = section; *line && !is_section(line); line = next_line(line)) {
        const char *text = instruction_text(line, &offset);
        if (text == NULL || label_length(line) > 0) continue;
        if (decode_line(text, offset, index++, kernel, labels, error)) return -1;
    }
    return 0;
}

int listing_read(const Program *program, Kernel *kernel, char error[PROGRAM_ERROR])
{
    const char *section = section_of(program, kernel);
    if (section == NULL) {
        snprintf(error, PROGRAM_ERROR, "the listing has no kernel %s", kernel->name);
        return -1;
    }
    Labels labels = {0};
    kernel->count = read_labels(section, &labels);
    kernel->instructions = calloc(kernel->count + 1, sizeof *kernel->instructions);
    const int status = read_instructions(section, kernel, &labels, error);
    if (status) {
        free(kernel->instructions);
        kernel->instructions = NULL;
    }
    free(labels.at);
    return status;
}
