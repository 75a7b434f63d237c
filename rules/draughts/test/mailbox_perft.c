/* SPDX-License-Identifier: MIT */
/* Checks the slow draughts generator, the oracle of the differential tests, against known counts.
 *
 *   mailbox_perft [--limit N] FILE...      lines "game TAB FEN TAB depth TAB keep|uniq TAB nodes", with FEN
 *                                          or startpos; those above N nodes (default 200000) are skipped
 *   mailbox_perft --moves GAME FEN         the moves by route, then merged
 *   mailbox_perft --stats GAME FEN DEPTH   all depths up to that one, by route, then merged */
#include "rules/draughts/test/mailbox.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Tally {
    unsigned checked, wrong, skipped, unknown;
} Tally;

static bool read_position(const char *name, const char *fen, const SlowGame **game, SlowPosition *position)
{
    char error[SLOW_ERROR_SIZE];
    *game = slow_game(name);
    if (!*game) {
        fprintf(stderr, "no game '%s'\n", name);
        return false;
    }
    if (!slow_parse(*game, fen, position, error)) {
        fprintf(stderr, "%s '%s': %s\n", name, fen, error);
        return false;
    }
    return true;
}

static void check_line(const char *file, unsigned line, char *text, uint64_t limit, Tally *tally)
{
    const char *field[5] = {0};
    char *rest = text;
    for (int i = 0; i < 5; i++) {
        field[i] = strsep(&rest, "\t\n");
        if (!field[i] || !*field[i]) {
            fprintf(stderr, "%s:%u: five fields separated by tabs expected\n", file, line);
            tally->wrong++;
            return;
        }
    }
    uint64_t expected = strtoull(field[4], NULL, 10);
    if (expected > limit) {
        tally->skipped++;
        return;
    }
    if (!slow_game(field[0])) {
        tally->unknown++;
        return;
    }
    const SlowGame *game;
    SlowPosition position;
    SlowStats stats = {0};
    SlowCounting counting = strcmp(field[3], "uniq") == 0 ? SLOW_MERGED : SLOW_KEEP;
    int depth = atoi(field[2]);
    tally->checked++;
    if (depth < 1 || !read_position(field[0], field[1], &game, &position) ||
        !slow_perft(game, &position, depth, counting, &stats) || stats.nodes != expected) {
        tally->wrong++;
        printf("%s:%u: %s %s, depth %s, %s: counted %" PRIu64 ", expected %s\n", file, line, field[0],
               field[1], field[2], field[3], stats.nodes, field[4]);
    }
}

static bool check_file(const char *file, uint64_t limit, Tally *tally)
{
    FILE *stream = fopen(file, "r");
    if (!stream) {
        perror(file);
        return false;
    }
    char text[4096];
    for (unsigned line = 1; fgets(text, sizeof text, stream); line++) {
        check_line(file, line, text, limit, tally);
    }
    fclose(stream);
    return true;
}

static int check_files(int argc, char **argv)
{
    uint64_t limit = 200000;
    Tally tally = {0};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--limit") == 0 && i + 1 < argc) {
            limit = strtoull(argv[++i], NULL, 10);
        } else if (!check_file(argv[i], limit, &tally)) {
            return 2;
        }
    }
    printf("%u counts checked, %u wrong, %u above the limit, %u of unknown games\n", tally.checked,
           tally.wrong, tally.skipped, tally.unknown);
    return tally.wrong > 0 || tally.checked == 0;
}

static int print_moves(const char *name, const char *fen)
{
    const SlowGame *game;
    SlowPosition position;
    SlowList list = {0};
    char text[SLOW_TEXT_SIZE];
    if (!read_position(name, fen, &game, &position)) {
        return 2;
    }
    slow_write(game, &position, text);
    printf("%s\n", text);
    for (SlowCounting counting = SLOW_KEEP; counting <= SLOW_MERGED; counting++) {
        if (!slow_moves(game, &position, counting, &list)) {
            fprintf(stderr, "too many moves\n");
            return 2;
        }
        printf("%s: %zu\n", counting == SLOW_KEEP ? "by route" : "merged", list.count);
        for (size_t i = 0; i < list.count; i++) {
            slow_move_text(&list.move[i], counting == SLOW_KEEP ? SLOW_ROUTE : SLOW_RESULT, text);
            printf("  %s\n", text);
        }
    }
    slow_free(&list);
    return 0;
}

static int print_stats(const char *name, const char *fen, int depth)
{
    const SlowGame *game;
    SlowPosition position;
    if (!read_position(name, fen, &game, &position)) {
        return 2;
    }
    printf("depth nodes captures men kings longest promotions huffs\n");
    for (SlowCounting counting = SLOW_KEEP; counting <= SLOW_MERGED; counting++) {
        printf("%s\n", counting == SLOW_KEEP ? "by route" : "merged");
        for (int d = 1; d <= depth; d++) {
            SlowStats s = {0};
            if (!slow_perft(game, &position, d, counting, &s)) {
                fprintf(stderr, "too many moves\n");
                return 2;
            }
            printf("%d %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %d %" PRIu64 " %" PRIu64 "\n", d,
                   s.nodes, s.captures, s.men_captured, s.kings_captured, s.longest_capture, s.promotions,
                   s.huffs);
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "--moves") == 0) {
        return print_moves(argv[2], argv[3]);
    }
    if (argc == 5 && strcmp(argv[1], "--stats") == 0) {
        return print_stats(argv[2], argv[3], atoi(argv[4]));
    }
    if (argc < 2) {
        fprintf(stderr, "files with lines \"game TAB FEN TAB depth TAB keep|uniq TAB nodes\" expected\n");
        return 2;
    }
    return check_files(argc, argv);
}
