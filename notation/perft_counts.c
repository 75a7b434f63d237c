/* SPDX-License-Identifier: MIT */
#include "perft_counts.h"

#include <string.h>

static const char blanks[] = " \t\r\n";

static size_t word_length(const char *at) { return strcspn(at, " \t\r\n;"); }

/* `opcode` is "D5", `operand` what follows it. */
static int read_count(const char *line, const char *opcode, const char *operand, PerftCounts *counts,
                      char error[NOTATION_ERROR])
{
    const size_t opcode_length = word_length(opcode), operand_length = word_length(operand);
    u128 depth, nodes;
    if (uint128_parse(opcode + 1, opcode_length - 1, &depth) || depth >= PERFT_COUNTS)
        return notation_fail_at(error, line, opcode, "perft depth %s, expected D0 to D%d",
                                notation_quote(opcode, opcode_length).text, PERFT_COUNTS - 1);
    for (int i = 0; i < counts->count; i++)
        if (counts->depth[i] == (int)depth)
            return notation_fail_at(error, line, opcode, "D%d given twice", (int)depth);
    if (uint128_parse(operand, operand_length, &nodes))
        return notation_fail_at(error, line, operand, "D%d has the count %s, expected a number below 2^128",
                                (int)depth, notation_quote(operand, operand_length).text);
    const char *rest = operand + operand_length + strspn(operand + operand_length, blanks);
    if (*rest && *rest != ';')
        return notation_fail_at(error, line, rest,
                                "%s after the count of D%d, expected a semicolon or the end of the line",
                                notation_quote(rest, word_length(rest)).text, (int)depth);
    counts->depth[counts->count] = (int)depth;
    counts->nodes[counts->count++] = nodes;
    return 0;
}

static int read_operation(const char *line, const char *opcode, PerftCounts *counts,
                          char error[NOTATION_ERROR])
{
    const size_t length = word_length(opcode);
    const char *operand = opcode + length + strspn(opcode + length, blanks);
    const int is_letter = (*opcode >= 'A' && *opcode <= 'Z') || (*opcode >= 'a' && *opcode <= 'z');
    if (!is_letter)
        return notation_fail_at(error, line, opcode, "%s, expected an operation such as D3 8902",
                                notation_quote(opcode, length).text);
    return *opcode == 'D' ? read_count(line, opcode, operand, counts, error) : 0;
}

int perft_counts_read(const char *line, const char *at, PerftCounts *counts, char error[NOTATION_ERROR])
{
    PerftCounts read = {0};
    for (at += strspn(at, "; \t\r\n"); *at; at += strspn(at, "; \t\r\n")) {
        if (read_operation(line, at, &read, error)) return -1;
        for (int quoted = 0; *at && (quoted || *at != ';'); at++) /* semicolons in quotes do not end it */
            if (*at == '"') quoted = !quoted;
    }
    *counts = read;
    return 0;
}
