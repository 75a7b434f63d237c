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

#include "host/devices.h"
#include "host/perft_device.h"
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
                                       cmocka_unit_test(with_a_table)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    device_close(device);
    return failed;
}
