/* SPDX-License-Identifier: MIT */
/* Breadth-first perft on one device against plain recursion, on random positions and in little memory.
 *
 *   perft_device DEVICE          TEST_SEED=N repeats a run; exit code 77: there is no such device here */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/devices/devices.h"
#include "host/perft/perft_device.h"
#include "rules/chess/stats.h"
#include "rules/chess/test/mailbox_planes.h"
#include "rules/chess/test/random_positions.h"

enum { POSITIONS = 150 };

static uint64_t seed;
static Device *device;
static const volatile int never;
static MailboxPosition boards[POSITIONS];
static ChessPosition planes[POSITIONS];
static GamePosition positions[POSITIONS];

static u64 count(ChessPosition p, int depth, u64 *stats)
{
    u64 leaves = 0;
    ChessWalk walk = chess_walk(&p);
    ChessMove move;
    while (chess_walk_next(&walk, &move)) {
        if (depth == 1) chess_count_move(p, move, stats);
        leaves += depth == 1 ? 1 : count(chess_make(p, move), depth - 1, stats);
    }
    return leaves;
}

static void make_positions(void)
{
    RandomPositions random;
    random_positions_start(&random, seed, 0);
    for (int i = 0; i < POSITIONS; i++) {
        random_positions_next(&random, &boards[i]);
        planes[i] = mailbox_planes(&boards[i]);
        memcpy(&positions[i], &planes[i], sizeof positions[i]);
    }
}

/* The least memory that perft_device takes: levels overflow and are run in parts. */
static void counts_and_statistics(PerftDevice *perft, int depth, uint32_t n)
{
    DeviceError error = {""};
    uint64_t given[POSITIONS], stats[GAME_MAX_STATS] = {0}, expected_stats[CHESS_STATS] = {0};
    if (perft_device_count(perft, positions, n, depth, given, &error)) fail_msg("%s", error.text);
    if (perft_device_stats(perft, positions, n, depth, stats, &error)) fail_msg("%s", error.text);
    for (uint32_t i = 0; i < n; i++) {
        char fen[MAILBOX_FEN_SIZE];
        const u64 expected = count(planes[i], depth, expected_stats);
        mailbox_write(&boards[i], fen);
        if (given[i] != expected)
            fail_msg("%s, depth %d: %" PRIu64 ", expected %" PRIu64 " (TEST_SEED=%" PRIu64 ")", fen, depth,
                     given[i], expected, seed);
    }
    assert_memory_equal(stats, expected_stats, sizeof expected_stats);
}

static void run(double share, uint64_t hash)
{
    PerftDevice perft;
    DeviceError error = {""};
    const PerftDeviceSetup setup = {{game_find("chess"), 0}, share, hash, 0, &never};
    if (perft_device_open(&perft, device, &setup, &error)) fail_msg("%s", error.text);
    counts_and_statistics(&perft, 1, POSITIONS);
    counts_and_statistics(&perft, 2, POSITIONS);
    counts_and_statistics(&perft, 3, POSITIONS);
    counts_and_statistics(&perft, 3, 1);
    counts_and_statistics(&perft, 4, 2);
    perft_device_close(&perft);
}

static void in_little_memory(void **state)
{
    (void)state;
    run(1e-9, 0);
}

static void in_much_memory(void **state)
{
    (void)state;
    run(0.5, 0);
}

static void with_a_table(void **state)
{
    (void)state;
    run(1e-9, 1 << 20);
    run(0.5, 64 << 20);
}

/* Leaves below a game's start position, counted twice with a table: the second time it knows all children. */
static void a_table_saves_work(void **state)
{
    (void)state;
    const struct {
        const char *game;
        int merge, depth;
    } cases[] = {{"chess", 0, 5},    {"checkers", 0, 8}, {"international", 1, 7},
                 {"canadian", 0, 6}, {"frisian", 0, 7},  {"damma", 0, 6}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        PerftDevice perft;
        GameRecord start;
        DeviceError error = {""};
        char text[GAME_TEXT];
        const Game *game = game_find(cases[i].game);
        const GameRules rules = {game, cases[i].merge};
        const PerftDeviceSetup setup = {rules, 0.5, 16 << 20, 1, &never};
        assert_int_equal(game->parse(game, "startpos", &start, text), 0);
        const uint64_t expected =
            (uint64_t)game->perft->count(rules, &start.position, cases[i].depth, NULL, &never);
        if (perft_device_open(&perft, device, &setup, &error)) fail_msg("%s", error.text);
        for (int pass = 0; pass < 2; pass++) {
            uint64_t given = 0;
            perft.visited = 0;
            if (perft_device_count(&perft, &start.position, 1, cases[i].depth, &given, &error))
                fail_msg("%s", error.text);
            if (given != expected)
                fail_msg("%s: %" PRIu64 ", expected %" PRIu64, game->name, given, expected);
            if (pass == 0) assert_in_range((uint64_t)perft.visited, 1, expected - 1);
            else assert_int_equal((uint64_t)perft.visited, 0);
        }
        perft_device_close(&perft);
    }
}

int main(int argc, char **argv)
{
    DeviceError error = {""};
    const char *wanted = getenv("TEST_SEED");
    seed = wanted ? strtoull(wanted, NULL, 0) : (uint64_t)time(NULL);
    printf("TEST_SEED=%" PRIu64 "\n", seed);
    const DeviceStatus status = device_open(argc > 1 ? argv[1] : "loop", 0, &device, &error);
    if (status) {
        printf("%s\n", error.text);
        return status == DEVICE_ABSENT ? 77 : 1;
    }
    make_positions();
    const struct CMUnitTest tests[] = {cmocka_unit_test(in_little_memory), cmocka_unit_test(in_much_memory),
                                       cmocka_unit_test(with_a_table), cmocka_unit_test(a_table_saves_work)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    device_close(device);
    return failed;
}
