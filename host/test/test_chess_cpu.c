/* SPDX-License-Identifier: MIT */
/* Every native build of the chess engine against the mailbox on random positions. TEST_SEED=N repeats. */
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

#include "host/games/chess_cpu.h"
#include "rules/chess/stats.h"
#include "rules/chess/test/mailbox_planes.h"
#include "rules/chess/test/random_positions.h"

enum { POSITIONS = 300 };
#define MOST_LEAVES 200000 /* that the mailbox is asked for */

static uint64_t seed;
static const volatile int never;

typedef struct {
    MailboxPosition board;
    ChessPosition planes;
    u64 leaves[5]; /* by depth; 0: not asked for */
} Case;

static Case cases[POSITIONS];

/* The deepest depth up to 4 that stays small. */
static void make_case(RandomPositions *random, Case *c)
{
    random_positions_next(random, &c->board);
    c->planes = mailbox_planes(&c->board);
    const u64 moves = mailbox_perft(&c->board, 1);
    for (int depth = 1; depth <= 4; depth++) {
        if (depth > 2 && c->leaves[depth - 1] * (moves + 1) > MOST_LEAVES) break;
        c->leaves[depth] = mailbox_perft(&c->board, depth);
    }
}

static int make_cases(void **state)
{
    (void)state;
    RandomPositions random;
    random_positions_start(&random, seed, 0);
    for (int i = 0; i < POSITIONS; i++) make_case(&random, &cases[i]);
    return 0;
}

static void compare(const Case *c, const char *build, int depth, u64 given)
{
    char fen[MAILBOX_FEN_SIZE];
    if (given == c->leaves[depth]) return;
    mailbox_write(&c->board, fen);
    fail_msg("%s: %s, depth %d: %" PRIu64 ", expected %" PRIu64 " (TEST_SEED=%" PRIu64 ")", build, fen, depth,
             given, c->leaves[depth], seed);
}

static void run_build(const ChessCpuBuild *build, PerftTable *table)
{
    int deep = 0;
    for (int i = 0; i < POSITIONS; i++)
        for (int depth = 2; depth <= 4; depth++) {
            if (cases[i].leaves[1] && !cases[i].leaves[depth]) continue; /* not asked for */
            compare(&cases[i], build->set.name, depth, build->perft(&cases[i].planes, depth, table, &never));
            deep += depth == 4;
        }
    assert_true(deep > POSITIONS / 20);
}

static void all_builds(void **state)
{
    (void)state;
    int count = 0;
    for (int i = 0; chess_cpu_build(i); i++) {
        if (!instruction_set_fits(&chess_cpu_build(i)->set, extensions_here())) continue;
        run_build(chess_cpu_build(i), NULL);
        count++;
    }
    assert_true(count >= 1);
}

/* Counts that were stored must come back the same, also to another build. */
static void all_builds_with_a_table(void **state)
{
    (void)state;
    PerftTable *table = perft_table_new(1 << 20, 0);
    assert_non_null(table);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; chess_cpu_build(i); i++)
            if (instruction_set_fits(&chess_cpu_build(i)->set, extensions_here()))
                run_build(chess_cpu_build(i), table);
    perft_table_free(table);
}

static void engine_at_every_depth(void **state)
{
    (void)state;
    for (int i = 0; i < POSITIONS; i++) {
        assert_true(chess_cpu_perft(&cases[i].planes, 0, NULL, &never) == 1);
        compare(&cases[i], "chess_cpu_perft", 1, (u64)chess_cpu_perft(&cases[i].planes, 1, NULL, &never));
        compare(&cases[i], "chess_cpu_perft", 2, (u64)chess_cpu_perft(&cases[i].planes, 2, NULL, &never));
    }
}

static void statistics(void **state)
{
    (void)state;
    for (int i = 0; i < POSITIONS; i++)
        for (int depth = 1; depth <= 2; depth++) {
            MailboxStats s = {0};
            u64 given[CHESS_STATS] = {0};
            mailbox_stats(&cases[i].board, depth, &s);
            const u64 expected[CHESS_STATS] = {s.nodes,  s.captures,   s.en_passant, s.castles, s.promotions,
                                               s.checks, s.discovered, s.doubles,    s.mates};
            chess_cpu_stats(&cases[i].planes, depth, given, &never);
            assert_memory_equal(given, expected, sizeof given);
        }
}

static void stops_at_once(void **state)
{
    (void)state;
    const volatile int stop = 1;
    MailboxPosition start;
    chess960_start(518, &start);
    const ChessPosition planes = mailbox_planes(&start);
    for (int i = 0; chess_cpu_build(i); i++)
        if (instruction_set_fits(&chess_cpu_build(i)->set, extensions_here()))
            assert_true(chess_cpu_build(i)->perft(&planes, 7, NULL, &stop) < 1000000);
    assert_true(chess_cpu_perft(&planes, 12, NULL, &stop) < 1000000);
}

int main(void)
{
    const char *wanted = getenv("TEST_SEED");
    seed = wanted ? strtoull(wanted, NULL, 0) : (uint64_t)time(NULL);
    printf("TEST_SEED=%" PRIu64 "\n", seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_builds),
        cmocka_unit_test(all_builds_with_a_table),
        cmocka_unit_test(engine_at_every_depth),
        cmocka_unit_test(statistics),
        cmocka_unit_test(stops_at_once),
    };
    return cmocka_run_group_tests(tests, make_cases, NULL);
}
