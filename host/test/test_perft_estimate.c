/* SPDX-License-Identifier: MIT */
/* Estimates against known counts: close to them, and their intervals as wide as they should be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "host/perft/perft_estimate.h"

static PerftEstimate estimate; /* large */

static void run(const char *game, const char *text, int depth, uint64_t seed, size_t n)
{
    const GameRules rules = {game_find(game), 0};
    GameRecord root;
    char error[GAME_TEXT];
    if (rules.game->parse(rules.game, text, &root, error)) fail_msg("%s", error);
    assert_int_equal(perft_estimate_open(&estimate, rules, &root, depth, seed), PLAN_DONE);
    perft_estimate_draw(&estimate, n);
    for (size_t i = 0; i < estimate.plan.count; i++) {
        PerftUnit *unit = &estimate.plan.units[i];
        unit->nodes = rules.game->perft->count(rules, &unit->position, estimate.plan.depth, NULL, NULL);
    }
    perft_estimate_add(&estimate);
    assert_int_equal(estimate.count, n);
    perft_estimate_close(&estimate);
}

static void intervals_hold_the_count(void **state)
{
    (void)state;
    static const struct {
        const char *game, *text;
        int depth;
        double nodes;
    } known[] = {
        {"chess", "startpos", 7, 3195901860.}, {"chess", "startpos", 9, 2439530234167.},
        {"chess", "kiwipete", 6, 8031647685.}, {"checkers", "startpos", 13, 1766623630.},
        {"damma", "startpos", 7, 573376.},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        int inside = 0;
        for (uint64_t seed = 1; seed <= 20; seed++) {
            run(known[i].game, known[i].text, known[i].depth, seed, 1000);
            assert_true(perft_estimate_error(&estimate) < 0.15 * estimate.mean);
            inside += fabs(estimate.mean - known[i].nodes) < perft_estimate_margin(&estimate);
        }
        assert_true(inside >= 15); /* of 20: fewer have a chance of one in 400 */
    }
}

/* 1.96 standard errors on each side would hold it in 71 % of all cases with two paths, in 80 % with three. */
static void intervals_of_few_paths_hold_the_count(void **state)
{
    (void)state;
    for (size_t paths = 2; paths <= 5; paths++) {
        int inside = 0;
        for (uint64_t seed = 1; seed <= 300; seed++) {
            run("chess", "startpos", 5, seed, paths);
            inside += fabs(estimate.mean - 4865609) < perft_estimate_margin(&estimate);
        }
        if (inside < 265) fail_msg("%zu paths: %d of 300", paths, inside); /* 285 are expected */
    }
}

static void one_path_has_no_interval(void **state)
{
    (void)state;
    run("chess", "startpos", 6, 1, 1);
    assert_true(estimate.mean > 1e7 && estimate.mean < 1e9);
    assert_true(isinf(perft_estimate_error(&estimate)) && isinf(perft_estimate_margin(&estimate)));
}

static void equal_seeds_give_equal_estimates(void **state)
{
    (void)state;
    run("chess", "startpos", 8, 5, 300);
    const double mean = estimate.mean;
    run("chess", "startpos", 8, 5, 300);
    assert_true(mean == estimate.mean);
    run("chess", "startpos", 8, 6, 300);
    assert_true(mean != estimate.mean);
}

/* Paths that end early, and trees that a plan exhausts. */
static void ends_are_no_leaves(void **state)
{
    (void)state;
    run("chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", 6, 1, 100);
    assert_true(estimate.mean == 0);
    run("chess", "startpos", 1, 1, 100);
    assert_true(estimate.mean == 20);
    run("chess", "startpos", 2, 1, 100);
    assert_true(estimate.mean == 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_hold_the_count), cmocka_unit_test(intervals_of_few_paths_hold_the_count),
        cmocka_unit_test(one_path_has_no_interval), cmocka_unit_test(equal_seeds_give_equal_estimates),
        cmocka_unit_test(ends_are_no_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
