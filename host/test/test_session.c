/* SPDX-License-Identifier: MIT */
/* Session files: results are there once committed, one run at a time, falsified results are found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host/cli/cli.h"
#include "host/perft/session.h"

#define FILE_NAME "test.session"

static const GameRules chess = {&game_chess, 0};
static PerftPlan plan; /* large */
static GameRecord root;
static char error[SESSION_ERROR];

static SessionFacts facts;

static void make_plan(void)
{
    perft_plan_free(&plan);
    assert_int_equal(game_chess.parse(&game_chess, "startpos", &root, error), 0);
    const PlanRequest request = {.root = &root, .depth = 4, .split = 2};
    assert_int_equal(perft_plan(chess, &request, &plan), PLAN_DONE);
}

static void set_facts(void)
{
    facts = (SessionFacts){.game = "chess", .depth = 4, .split = 2, .shard = 1, .shards = 1};
    game_chess.format(&game_chess, &root, facts.position);
    assert_int_equal(perft_plan_name(chess, &plan, facts.plan), 0);
}

static Session *create_with_facts(void)
{
    Session *session;
    if (session_create(FILE_NAME, chess, &facts, &plan, 0, &session, error)) fail_msg("%s", error);
    return session;
}

static Session *create(void)
{
    make_plan();
    set_facts();
    return create_with_facts();
}

static Session *open_again(void)
{
    Session *session;
    make_plan();
    if (session_open(FILE_NAME, &session, &facts, error)) fail_msg("%s", error);
    assert_int_equal(facts.depth, 4);
    return session;
}

static void end(Session *session)
{
    session_close(session);
    perft_plan_free(&plan);
}

static void begin(Session *session)
{
    const SessionRun run = {.devices = "cpu", .program = "test"};
    if (session_begin(session, &run, error)) fail_msg("%s", error);
}

/* The right count of a unit, and `more`. */
static void add(Session *session, size_t i, Nodes more)
{
    plan.units[i].nodes =
        game_chess.perft->count(chess, &plan.units[i].position, plan.depth, NULL, NULL) + more;
    if (session_add(session, chess, &plan, &plan.units[i], "cpu", error)) fail_msg("%s", error);
}

static size_t done(void)
{
    size_t n = 0;
    for (size_t i = 0; i < plan.count; i++) n += plan.units[i].state == UNIT_DONE;
    return n;
}

static void what_is_committed_is_there(void **state)
{
    (void)state;
    Session *session = create();
    begin(session);
    for (size_t i = 0; i < 10; i++) add(session, i, 0);
    assert_int_equal(session_commit(session, 1, 1, error), SESSION_DONE);
    for (size_t i = 10; i < 15; i++) add(session, i, 0);
    end(session);

    session = open_again();
    assert_int_equal(session_load(session, chess, &plan, error), SESSION_DONE);
    assert_int_equal(done(), 10);
    assert_int_equal(plan.units[3].state, UNIT_DONE);
    assert_int_equal(plan.units[10].state, UNIT_OPEN);
    end(session);
}

static void one_run_at_a_time(void **state)
{
    (void)state;
    Session *first = create();
    begin(first);
    Session *second = open_again();
    const SessionRun run = {.devices = "cpu"};
    assert_int_equal(session_begin(second, &run, error), SESSION_IN_USE);
    assert_non_null(strstr(error, "another run"));
    assert_int_equal(session_load(second, chess, &plan, error), SESSION_DONE); /* readers are welcome */
    session_close(second);
    add(first, 0, 0);
    assert_int_equal(session_commit(first, 1, 1, error), SESSION_DONE);
    assert_int_not_equal(session_add(first, chess, &plan, &plan.units[0], "cpu", error), SESSION_DONE);
    end(first);
}

static int command(int argc, const char **argv)
{
    Options options;
    const int code = cli_parse(argc, (char **)(uintptr_t)argv, &options);
    return code ? code : options.command->run(&options);
}

static void a_falsified_result_is_found(void **state)
{
    (void)state;
    const char *all[] = {"tabuleiro", "session", "verify", FILE_NAME, NULL};
    const char *sample[] = {"tabuleiro", "session", "verify", FILE_NAME,  "--sample", "400", "--hash",
                            "1M",        "--key",   "3",      "--device", "cpu,loop", NULL};
    Session *session = create();
    begin(session);
    for (size_t i = 0; i < plan.count; i++) add(session, i, i == 77);
    assert_int_equal(session_commit(session, 1, 1, error), SESSION_DONE);
    end(session);
    assert_int_equal(command(4, all), CLI_MISMATCH);
    assert_int_equal(command(12, sample), CLI_MISMATCH);

    session = create();
    begin(session);
    for (size_t i = 0; i < plan.count; i++) add(session, i, 0);
    assert_int_equal(session_commit(session, 1, 1, error), SESSION_DONE);
    end(session);
    assert_int_equal(command(4, all), CLI_DONE);
}

/* A file with right checksums whose facts are those of no perft, such as a made-up one. */
static void facts_are_in_range(void **state)
{
    (void)state;
    static const struct {
        int depth, split, shard, shards, merge_captures;
        const char *message;
    } cases[] = {
        {0, 0, 1, 1, 0, "depth 0, expected 1 to 40"},
        {41, 2, 1, 1, 0, "depth 41, expected 1 to 40"},
        {4, 4, 1, 1, 0, "a cut at ply 4 of depth 4"},
        {4, 2000000000, 1, 1, 0, "a cut at ply 2000000000 of depth 4"},
        {4, 2, 0, 0, 0, "shard 0 of 0"},
        {4, 2, 3, 2, 0, "shard 3 of 2"},
        {4, 2, 1, 2000000000, 0, "shard 1 of 2000000000"},
        {4, 2, 1, 1, 2, "a fact that is neither 0 nor 1"},
    };
    make_plan();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Session *session;
        set_facts();
        facts.depth = cases[i].depth;
        facts.split = cases[i].split;
        facts.shard = cases[i].shard;
        facts.shards = cases[i].shards;
        facts.merge_captures = cases[i].merge_captures;
        unlink(FILE_NAME);
        session_close(create_with_facts());
        assert_int_equal(session_open(FILE_NAME, &session, &facts, error), SESSION_DAMAGED);
        if (!strstr(error, cases[i].message)) fail_msg("'%s', expected '%s'", error, cases[i].message);
    }
    perft_plan_free(&plan);
}

static int forget(void **state)
{
    (void)state;
    unlink(FILE_NAME);
    return 0;
}

int main(void)
{
    SessionFile file;
    if (session_look(FILE_NAME, &file, error) == SESSION_UNKNOWN) return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_committed_is_there, forget, forget),
        cmocka_unit_test_setup_teardown(one_run_at_a_time, forget, forget),
        cmocka_unit_test_setup_teardown(a_falsified_result_is_found, forget, forget),
        cmocka_unit_test_setup_teardown(facts_are_in_range, forget, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
