/* SPDX-License-Identifier: MIT */
/* The perft runner: units, threads, sums below each move, and what a stopped run still knows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>
#include <time.h>

#include "host/perft/perft.h"
#include "host/base/stop.h"

static PerftResult result; /* large */

static PerftPool *open_pool(const char *devices, int threads)
{
    DeviceList list;
    DeviceError absent;
    PerftPool *pool;
    char error[PERFT_ERROR];
    if (devices_parse(devices, &list, &absent)) fail_msg("%s", absent.text);
    if (perft_pool_open((GameRules){&game_chess, 0}, &list, threads, 0, 0, &pool, error))
        fail_msg("%s", error);
    return pool;
}

static GameRecord position(const char *text)
{
    GameRecord record;
    char error[GAME_TEXT];
    if (game_chess.parse(&game_chess, text, &record, error)) fail_msg("%s", error);
    return record;
}

static PerftStatus run(PerftPool *pool, PerftJob job)
{
    char error[PERFT_ERROR];
    const PerftStatus status = perft_run(pool, &job, &result, error);
    if (status && status != PERFT_STOPPED) fail_msg("%s", error);
    return status;
}

static Nodes sum_of_root_moves(void)
{
    Nodes sum = 0;
    for (int i = 0; i < result.root_count; i++) sum += result.root_nodes[i];
    return sum;
}

static Nodes sum_of_tallies(void)
{
    Nodes sum = 0;
    for (int i = 0; i < result.tally_count; i++) sum += result.tally[i].nodes;
    return sum;
}

static void check_depths(const char *devices, const char *text, const uint64_t *known, int deepest)
{
    PerftPool *pool = open_pool(devices, 3);
    const GameRecord root = position(text);
    for (int depth = 0; depth <= deepest; depth++) {
        assert_int_equal(run(pool, (PerftJob){.root = &root, .depth = depth}), PERFT_DONE);
        assert_true(result.nodes == known[depth]);
        if (depth == 0) continue;
        assert_true(sum_of_root_moves() == known[depth]);
        assert_true(sum_of_tallies() == known[depth]);
        for (int i = 0; i < result.root_count; i++) assert_int_equal(result.root_open[i], 0);
    }
    perft_pool_close(pool);
}

static void every_depth_adds_up(void **state)
{
    (void)state;
    static const uint64_t kiwipete[] = {1, 48, 2039, 97862, 4085603, 193690690};
    static const uint64_t mate[] = {1, 0, 0, 0, 0, 0};
    check_depths("cpu", "kiwipete", kiwipete, 5);
    check_depths("cpu,loop", "kiwipete", kiwipete, 4);
    check_depths("cpu", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", mate, 5);
}

static volatile int stop;

/* A device has nothing to report_progress before its first batch ends; the native engine always has. */
static void stop_soon(void *context, const PerftProgress *now)
{
    const int *native = context;
    if (*native || now->nodes > 0) stop_set(&stop, 1);
}

/* What a stopped run knows is above nothing, below the truth, and adds up. */
static void check_stopped(const char *devices, const char *text, int depth, uint64_t all)
{
    PerftPool *pool = open_pool(devices, 2);
    const GameRecord root = position(text);
    int native = !strcmp(devices, "cpu");
    const PerftJob job = {
        .root = &root, .depth = depth, .stop = &stop, .progress = stop_soon, .context = &native};
    stop = 0;
    assert_int_equal(run(pool, job), PERFT_STOPPED);
    assert_true(result.nodes > 0 && result.nodes < all);
    assert_true(sum_of_root_moves() == result.nodes);
    assert_true(sum_of_tallies() == result.nodes);
    int open = 0;
    for (int i = 0; i < result.root_count; i++) open += result.root_open[i];
    assert_true(open > 0);

    /* the pool is ready for another run, unless that is stopped before it starts */
    PerftJob again = {.root = &root, .stop = &stop};
    for (again.depth = 2; again.depth <= 4; again.depth += 2) {
        assert_int_equal(run(pool, again), PERFT_STOPPED);
        assert_true(result.nodes == 0);
    }
    stop = 0;
    assert_int_equal(run(pool, again), PERFT_DONE);
    perft_pool_close(pool);
}

static void a_stopped_run_tells_what_it_knows(void **state)
{
    (void)state;
    check_stopped("cpu", "startpos", 10, 69352859712417);
    check_stopped("loop", "startpos", 8, 84998978956);
    check_stopped("cpu", "8/8/8/1PpP3r/1K5k/8/5pP1/1R6 w - c6 0 5", 12, UINT64_MAX);
}

typedef struct {
    int code, calls;
    size_t units;
} Saving;

/* Slow, so that units end meanwhile. */
static int save(void *context, PerftUnit *const *units, size_t n)
{
    Saving *saving = context;
    (void)units;
    saving->calls++;
    saving->units += n;
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    return saving->code;
}

static void what_cannot_be_saved_is_not_saved_again(void **state)
{
    (void)state;
    PerftPool *pool = open_pool("cpu", 2);
    const GameRecord root = position("startpos");
    Saving saving = {.code = -1};
    const PerftJob job = {.root = &root, .depth = 7, .save = save, .save_context = &saving};
    char error[PERFT_ERROR];
    assert_int_equal(perft_run(pool, &job, &result, error), PERFT_UNSAVED);
    assert_int_equal(saving.calls, 1);
    perft_pool_close(pool);
}

static void stop_at_once(void *context, const PerftProgress *now)
{
    (void)context;
    (void)now;
    stop_set(&stop, 1);
}

/* The units saved of a run of 20 that is stopped while it is at the first two. */
static size_t saved_of_stopped(int depth, const volatile int *give_up)
{
    PerftPool *pool = open_pool("cpu", 2);
    const GameRecord root = position("startpos");
    Saving saving = {0};
    stop = 0;
    assert_int_equal(run(pool, (PerftJob){.root = &root,
                                          .depth = depth,
                                          .split = 1,
                                          .save = save,
                                          .save_context = &saving,
                                          .stop = &stop,
                                          .give_up = give_up,
                                          .progress = stop_at_once}),
                     PERFT_STOPPED);
    perft_pool_close(pool);
    stop = 0;
    return saving.units;
}

static void units_begun_are_finished_or_given_up(void **state)
{
    (void)state;
    const size_t finished = saved_of_stopped(7, NULL);
    assert_true(finished > 0 && finished < 20);
    assert_int_equal(saved_of_stopped(12, &stop), 0);
}

static void a_worker_says_how_it_counts(void **state)
{
    (void)state;
    PerftPool *pool = open_pool("cpu,loop", 1);
    const GameRecord root = position("startpos");
    run(pool, (PerftJob){.root = &root, .depth = 3});
    assert_non_null(strstr(result.tally[0].counting, "set-wise"));
    assert_non_null(strstr(result.tally[1].counting, "set-wise"));
    run(pool, (PerftJob){.root = &root, .depth = 3, .stats = 1});
    assert_string_equal(result.tally[0].counting, "every move made, one by one");
    perft_pool_close(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_depth_adds_up),
        cmocka_unit_test(a_stopped_run_tells_what_it_knows),
        cmocka_unit_test(what_cannot_be_saved_is_not_saved_again),
        cmocka_unit_test(units_begun_are_finished_or_given_up),
        cmocka_unit_test(a_worker_says_how_it_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
