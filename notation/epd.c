/* SPDX-License-Identifier: MIT */
#include "fen.h"

#include <string.h>

static const char blanks[] = " \t\r\n";

static int is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

static size_t word_length(const char *at) { return strcspn(at, " \t\r\n;"); }

/* The semicolon that ends an operation, or the end of the line; semicolons in quotes do not count. */
static const char *operation_end(const char *at)
{
    for (int quoted = 0; *at && (quoted || *at != ';'); at++)
        if (*at == '"') quoted = !quoted;
    return at;
}

/* A decimal number of at most max, alone; -1 if it is not. */
static int small_number(const char *text, size_t length, int max)
{
    u128 value;
    if (uint128_parse(text, length, &value) || value > (u128)max) return -1;
    return (int)value;
}

static int read_perft(const char *line, const char *opcode, const char *operand, ChessEpd *epd,
                      char error[NOTATION_ERROR])
{
    const size_t opcode_length = word_length(opcode), operand_length = word_length(operand);
    ChessPerftCount read = {.depth = small_number(opcode + 1, opcode_length - 1, CHESS_EPD_DEPTHS - 1)};
    if (read.depth < 0)
        return notation_fail_at(error, line, opcode, "perft depth %s, expected D0 to D%d",
                                notation_quote(opcode, opcode_length).text, CHESS_EPD_DEPTHS - 1);
    for (int i = 0; i < epd->count; i++)
        if (epd->expected[i].depth == read.depth)
            return notation_fail_at(error, line, opcode, "D%d given twice", read.depth);
    if (uint128_parse(operand, operand_length, &read.nodes))
        return notation_fail_at(error, line, operand, "D%d has the count %s, expected a number below 2^128",
                                read.depth, notation_quote(operand, operand_length).text);
    const char *rest = operand + operand_length + strspn(operand + operand_length, blanks);
    if (*rest && *rest != ';')
        return notation_fail_at(error, line, rest,
                                "%s after the count of D%d, expected a semicolon or the end of the line",
                                notation_quote(rest, word_length(rest)).text, read.depth);
    epd->expected[epd->count++] = read;
    return 0;
}

static int read_clock(const char *line, const char *operand, const char *name, int max, int *clock,
                      char error[NOTATION_ERROR])
{
    const size_t length = word_length(operand);
    const int value = small_number(operand, length, max);
    if (value < 0)
        return notation_fail_at(error, line, operand, "%s %s, expected a number from 0 to %d", name,
                                notation_quote(operand, length).text, max);
    *clock = value;
    return 0;
}

static int read_operation(const char *line, const char *opcode, ChessEpd *epd, char error[NOTATION_ERROR])
{
    const size_t length = word_length(opcode);
    const char *operand = opcode + length + strspn(opcode + length, blanks);
    if (!is_letter(*opcode))
        return notation_fail_at(error, line, opcode, "%s, expected an operation such as D3 8902",
                                notation_quote(opcode, length).text);
    if (*opcode == 'D') return read_perft(line, opcode, operand, epd, error);
    if (length == 4 && !memcmp(opcode, "hmvc", 4))
        return read_clock(line, operand, "hmvc", CHESS_HALFMOVE_MAX, &epd->record.halfmove, error);
    if (length == 4 && !memcmp(opcode, "fmvn", 4)) {
        if (read_clock(line, operand, "fmvn", CHESS_FULLMOVE_MAX, &epd->record.fullmove, error)) return -1;
        if (epd->record.fullmove == 0) epd->record.fullmove = 1;
    }
    return 0;
}

int chess_epd_parse(const char *line, ChessEpd *epd, char error[NOTATION_ERROR])
{
    ChessEpd read = {0};
    int fields = 0;
    const char *at = chess_fen_read(line, &read.record, &fields, error);
    if (!at) return -1;
    while (*at) {
        if (*at != ';') {
            if (read_operation(line, at, &read, error)) return -1;
            at = operation_end(at);
        }
        if (*at) at++;
        at += strspn(at, blanks);
    }
    *epd = read;
    return 0;
}
