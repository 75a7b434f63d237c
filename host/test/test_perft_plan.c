/* SPDX-License-Identifier: MIT */
/* Plans: merged layers, their multiplicities, names that depend on nothing but the tree, shards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "host/perft/perft_plan.h"

static PerftPlan plan; /* large */

static GameRecord position(const Game *game, const char *text)
{
    GameRecord record;
    char error[GAME_TEXT];
    if (game->parse(game, text, &record, error)) fail_msg("%s", error);
    return record;
}

static void make(const char *name, const char *text, PlanRequest request)
{
    const GameRules rules = {game_find(name), 0};
    const GameRecord root = position(rules.game, text);
    request.root = &root;
    assert_int_equal(perft_plan(rules, &request, &plan), PLAN_DONE);
}

static Nodes paths(void)
{
    Nodes sum = 0;
    for (size_t i = 0; i < plan.count; i++) {
        const PerftUnit *unit = &plan.units[i];
        Nodes origins = 0;
        for (uint32_t k = 0; k < unit->origin_count; k++)
            origins += plan.origins[unit->first_origin + k].times;
        assert_true(origins == unit->times);
        sum += unit->times;
    }
    return sum;
}

static void a_layer_has_each_position_once(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        int split;
        size_t units; /* https://oeis.org/A083276 */
        uint64_t paths;
    } known[] = {
        {"chess", 1, 20, 20},
        {"chess", 2, 400, 400},
        {"chess", 3, 5362, 8902},
        {"chess", 4, 72078, 197281},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        make(known[i].game, "startpos", (PlanRequest){.depth = 6, .split = known[i].split});
        assert_int_equal(plan.count, known[i].units);
        assert_true(paths() == known[i].paths);
        assert_int_equal(plan.depth, 6 - known[i].split);
        perft_plan_free(&plan);
    }
    make("chess", "startpos", (PlanRequest){.depth = 6, .split = 3, .unmerged = 1});
    assert_int_equal(plan.count, 8902);
    perft_plan_free(&plan);
}

static void names_tell_plans_apart(void **state)
{
    (void)state;
    const GameRules chess = {&game_chess, 0};
    char one[PERFT_NAME], two[PERFT_NAME], unit[PERFT_NAME];
    make("chess", "startpos", (PlanRequest){.depth = 5, .split = 2});
    assert_int_equal(perft_plan_name(chess, &plan, one), 0);
    perft_unit_name(chess, &plan, &plan.units[0], unit);
    assert_string_equal(one, "2dd2d1eeb3af3f484dedbd23f0e20512");
    assert_string_equal(unit, "0ee010d5d02eac6fb7746ffe680933a8");
    PerftUnit swapped = plan.units[0];
    plan.units[0] = plan.units[7];
    plan.units[7] = swapped;
    assert_int_equal(perft_plan_name(chess, &plan, two), 0);
    assert_string_equal(one, two);
    plan.units[7].times++;
    assert_int_equal(perft_plan_name(chess, &plan, two), 0);
    assert_string_not_equal(one, two);
    plan.units[7].times--;
    plan.depth++;
    assert_int_equal(perft_plan_name(chess, &plan, two), 0);
    assert_string_not_equal(one, two);
    perft_plan_free(&plan);
}

static void shards_share_the_units(void **state)
{
    (void)state;
    int owners[5362] = {0};
    for (int shard = 0; shard < 7; shard++) {
        make("chess", "startpos", (PlanRequest){.depth = 5, .split = 3});
        perft_plan_shard(&plan, shard, 7);
        size_t open = 0;
        for (size_t i = 0; i < plan.count; i++) {
            open += plan.units[i].state == UNIT_OPEN;
            owners[i] += plan.units[i].state == UNIT_OPEN;
        }
        assert_true(open > 5362 / 7 - 20 && open < 5362 / 7 + 20);
        perft_plan_free(&plan);
    }
    for (size_t i = 0; i < 5362; i++) assert_int_equal(owners[i], 1);
}

static void too_fine_is_reported(void **state)
{
    (void)state;
    const GameRecord root = position(&game_chess, "startpos");
    const PlanRequest request = {.root = &root, .depth = 9, .split = 6};
    assert_int_equal(perft_plan((GameRules){&game_chess, 0}, &request, &plan), PLAN_TOO_FINE);
    assert_null(plan.units);
}

/* By the tree alone: the last ply with 4,000 leaves a unit. */
static void a_cut_is_chosen_where_it_pays(void **state)
{
    (void)state;
    static const struct {
        const char *game, *position;
        int depth, split;
    } known[] = {
        {"chess", "startpos", 1, 0},    {"chess", "startpos", 4, 1},     {"chess", "startpos", 5, 2},
        {"chess", "startpos", 6, 3},    {"chess", "startpos", 7, 4},     {"chess", "startpos", 9, 4},
        {"chess", "kiwipete", 4, 1},    {"chess", "kiwipete", 5, 2},     {"chess", "kiwipete", 6, 3},
        {"checkers", "startpos", 9, 4}, {"checkers", "startpos", 12, 7},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        make(known[i].game, known[i].position, (PlanRequest){.depth = known[i].depth});
        if (plan.split != known[i].split)
            fail_msg("%s %s %d: ply %d, expected %d", known[i].game, known[i].position, known[i].depth,
                     plan.split, known[i].split);
        assert_true(plan.count <= 262144);
        perft_plan_free(&plan);
    }
}

/* Two kings alone: few positions, more paths than 64 bits hold. */
static void paths_are_counted_in_128_bits(void **state)
{
    (void)state;
    make("chess", "8/8/3k4/8/8/3K4/8/8 w - - 0 1", (PlanRequest){.depth = 32, .split = 30});
    assert_true(plan.count < 4000);
    assert_true(paths() > (Nodes)1 << 80);
    perft_plan_free(&plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_layer_has_each_position_once), cmocka_unit_test(names_tell_plans_apart),
        cmocka_unit_test(shards_share_the_units),         cmocka_unit_test(too_fine_is_reported),
        cmocka_unit_test(paths_are_counted_in_128_bits),  cmocka_unit_test(a_cut_is_chosen_where_it_pays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
