/* SPDX-License-Identifier: MIT */
/* Counts with the reference generator, by hand or against files of published counts.
 *
 *   mailbox_perft FEN DEPTH             the number of move sequences
 *   mailbox_perft --divide FEN DEPTH    the same for each first move (castling as king takes rook) with the
 *                                       position it gives, then the sum
 *   mailbox_perft --stats FEN DEPTH     nodes, captures, en passant, castles, promotions, checks, discovered,
 *                                       double, mates of the last ply
 *   mailbox_perft --check < LINES       lines of FEN, depth, nodes (and perhaps the eight further figures of
 *                                       --stats) with tabs between; prints the lines that differ
 *
 * Exit code: 0 done, 1 usage, 2 bad input, 4 a count differs. */
#include "mailbox.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DONE = 0, USAGE = 1, BAD_INPUT = 2, DIFFERS = 4, FIGURES = 9 };

static void figures_of(const MailboxStats *stats, uint64_t figure[FIGURES])
{
    const uint64_t values[FIGURES] = {stats->nodes,      stats->captures,   stats->en_passant,
                                      stats->castles,    stats->promotions, stats->checks,
                                      stats->discovered, stats->doubles,    stats->mates};
    memcpy(figure, values, sizeof values);
}

static void print_figures(const uint64_t figure[FIGURES], int count)
{
    for (int i = 0; i < count; i++) printf("%s%" PRIu64, i ? "\t" : "", figure[i]);
    putchar('\n');
}

/* Returns the depth, or -1 if the text is not a number from 0 to 30. */
static int parse_depth(const char *text)
{
    char *end;
    long depth = strtol(text, &end, 10);
    return end == text || *end || depth < 0 || depth > 30 ? -1 : (int)depth;
}

static void count_figures(const MailboxPosition *position, int depth, int count, uint64_t figure[FIGURES])
{
    if (count == 1) {
        figure[0] = mailbox_perft(position, depth);
        return;
    }
    MailboxStats stats = {0};
    mailbox_stats(position, depth, &stats);
    figures_of(&stats, figure);
}

static void divide(const MailboxPosition *position, int depth)
{
    MailboxList list;
    mailbox_moves(position, &list);
    for (int i = 0; i < list.count && depth > 0; i++) {
        MailboxPosition after;
        char move[MAILBOX_UCI_SIZE], fen[MAILBOX_FEN_SIZE];
        mailbox_make(position, list.move[i], &after);
        mailbox_uci(list.move[i], true, move);
        mailbox_write(&after, fen);
        printf("%-5s %" PRIu64 "\t%s\n", move, mailbox_perft(&after, depth - 1), fen);
    }
}

/* Splits at tabs; returns the number of fields, at most `most` of which are stored. */
static int split(char *line, char *field[], int most)
{
    int count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *next = line; next;) {
        char *tab = strchr(next, '\t');
        if (tab) *tab = '\0';
        if (count < most) field[count] = next;
        count++;
        next = tab ? tab + 1 : NULL;
    }
    return count;
}

static int check_line(char *line, int number)
{
    char *field[2 + FIGURES];
    int count = split(line, field, 2 + FIGURES) - 2;
    if (count != 1 && count != FIGURES) {
        fprintf(stderr, "line %d: expected fen, depth and 1 or %d figures\n", number, FIGURES);
        return BAD_INPUT;
    }
    MailboxPosition position;
    const char *error = mailbox_parse(field[0], &position);
    int depth = parse_depth(field[1]);
    if (!error && depth < 0) error = "depth: expected 0 to 30";
    if (error) {
        fprintf(stderr, "line %d: %s: %s\n", number, error, field[0]);
        return BAD_INPUT;
    }
    uint64_t figure[FIGURES];
    count_figures(&position, depth, count, figure);
    for (int i = 0; i < count; i++) {
        char *end;
        uint64_t expected = strtoull(field[2 + i], &end, 10);
        if (end == field[2 + i] || *end) {
            fprintf(stderr, "line %d: not a number: %s\n", number, field[2 + i]);
            return BAD_INPUT;
        }
        if (figure[i] == expected) continue;
        printf("line %d: %s depth %d: figure %d is %" PRIu64 ", expected %" PRIu64 "\n", number, field[0],
               depth, i + 1, figure[i], expected);
        return DIFFERS;
    }
    return DONE;
}

static int check(FILE *lines)
{
    char line[1024];
    int number = 0, worst = DONE, differing = 0;
    while (fgets(line, sizeof line, lines)) {
        int result = check_line(line, ++number);
        if (result > worst) worst = result;
        if (result != DONE) differing++;
    }
    printf("%d lines, %d wrong\n", number, differing);
    return worst;
}

int main(int argc, char **argv)
{
    const char *option = argc > 1 && strncmp(argv[1], "--", 2) == 0 ? argv[1] : "";
    int first = *option ? 2 : 1;
    if (strcmp(option, "--check") == 0 && argc == 2) return check(stdin);
    bool divides = strcmp(option, "--divide") == 0, all = strcmp(option, "--stats") == 0;
    if (argc != first + 2 || (*option && !divides && !all)) {
        fprintf(stderr, "usage: mailbox_perft [--divide | --stats] FEN DEPTH\n"
                        "       mailbox_perft --check < LINES\n");
        return USAGE;
    }
    int depth = parse_depth(argv[first + 1]);
    if (depth < 0) {
        fprintf(stderr, "depth: expected 0 to 30, got %s\n", argv[first + 1]);
        return USAGE;
    }
    MailboxPosition position;
    const char *error = mailbox_parse(argv[first], &position);
    if (error) {
        fprintf(stderr, "%s: %s\n", error, argv[first]);
        return BAD_INPUT;
    }
    uint64_t figure[FIGURES];
    if (divides) divide(&position, depth);
    count_figures(&position, depth, all ? FIGURES : 1, figure);
    print_figures(figure, all ? FIGURES : 1);
    return DONE;
}
