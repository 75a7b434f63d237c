/* SPDX-License-Identifier: MIT */
/* Statistics of perft against a table of known ones.
 *
 *   known_stats FILE DEVICE NODES     all lines of up to NODES nodes; exit code 77: no such device here
 *
 * A line: FEN, depth, and the nine columns of rules/chess/stats.h, with tabs between; # begins a comment. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/perft/perft.h"

enum { COLUMNS = 9 };

static const char *file_name;
static uint64_t most_nodes;
static PerftPool *pool;
static int compared; /* lines */

static void check_line(char *line, int number)
{
    static PerftResult result; /* large */
    const Game *game = game_find("chess");
    GameRecord record;
    char error[PERFT_ERROR];
    uint64_t expected[COLUMNS];
    const char *fen = strtok(line, "\t"), *depth = strtok(NULL, "\t");
    for (int i = 0; i < COLUMNS; i++) {
        const char *field = strtok(NULL, "\t\n");
        if (!field) fail_msg("%s:%d: %d columns of %d", file_name, number, i, COLUMNS);
        expected[i] = strtoull(field, NULL, 10);
    }
    if (expected[0] > most_nodes) return;
    compared++;
    if (game->parse(game, fen, &record, error)) fail_msg("%s:%d: %s", file_name, number, error);
    const PerftJob job = {.root = &record, .depth = atoi(depth), .stats = 1};
    if (perft_run(pool, &job, &result, error)) fail_msg("%s", error);
    assert_true(result.nodes == expected[0]);
    for (int i = 0; i < COLUMNS; i++)
        if (result.stats[i] != expected[i])
            fail_msg("%s:%d: %s is %" PRIu64 ", expected %" PRIu64, file_name, number,
                     game->perft->stat_names[i], (uint64_t)result.stats[i], expected[i]);
}

static void statistics_as_known(void **state)
{
    (void)state;
    char line[1024];
    int number = 0;
    FILE *file = fopen(file_name, "r");
    if (!file) fail_msg("cannot open %s", file_name);
    while (fgets(line, sizeof line, file)) {
        number++;
        if (*line != '#') check_line(line, number);
    }
    fclose(file);
    printf("%d lines compared\n", compared);
    assert_true(compared > 0);
}

int main(int argc, char **argv)
{
    DeviceList devices;
    DeviceError absent;
    char error[PERFT_ERROR];
    if (argc != 4) return 1;
    file_name = argv[1];
    most_nodes = strtoull(argv[3], NULL, 10);
    if (devices_parse(argv[2], &devices, &absent)) {
        printf("%s\n", absent.text);
        return 77;
    }
    if (perft_pool_open((GameRules){game_find("chess"), 0}, &devices, 0, 0, 0, &pool, error)) {
        printf("%s\n", error);
        return 1;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(statistics_as_known)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    perft_pool_close(pool);
    return failed;
}
