/* SPDX-License-Identifier: MIT */
/* Tables solved in steps against those of one run, byte for byte, and read back.
 *
 *   solve_steps KILLS GAME MATERIAL...
 *
 * The materials, "all-3" too, and what they need are solved in one run; then each material by a run of its own, which
 * reads what it needs from files; then by runs of which KILLS are killed at random moments. GAME: draughts means each
 * of its games, in breakthrough with men for kings. Then the files are read by the checks of `table verify`. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "solver/chess/statistics.h"
#include "solver/draughts/statistics.h"
#include "solver/draughts/verify.h"
#include "solver/solve.h"
#include "solver/files/table_file.h"
#include "solver/chess/verify.h"
#include "solver/walk/verify_head.h"
#include "table_folder.h"

enum { SAMPLE = 3000, NAMES = 16 };

static int kills, names;
static char name[NAMES][SOLVE_NAME];
static const DraughtsGame *game; /* NULL: chess */
static SolveItem list[SOLVE_LIST];
static char error[SOLVE_ERROR];

/* ---- solving ---- */

static SolveOptions options_of(const TableFolder *folder, int threads)
{
    return (SolveOptions){.game = game ? solve_game_draughts(game) : solve_game_chess(),
                          .directory = folder->path,
                          .metrics = game ? PROBE_DTW : PROBE_DTZ | PROBE_DTM,
                          .threads = threads};
}

static int plan(const SolveOptions *options, const char *const *materials, int count)
{
    const int planned = solve_plan(options, materials, count, list, error);
    if (planned < 0) fail_msg("%s", error);
    return planned;
}

static int plan_all(const SolveOptions *options)
{
    const char *all[NAMES];
    for (int i = 0; i < names; i++) all[i] = name[i];
    return plan(options, all, names);
}

static void run(const SolveOptions *options, int planned)
{
    if (solve_run(options, list, planned, error) != SOLVE_DONE) fail_msg("%s", error);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Returns how long it took. */
static double solve_in_one(const TableFolder *folder)
{
    const SolveOptions options = options_of(folder, 2);
    const double start = seconds();
    run(&options, plan_all(&options));
    return seconds() - start;
}

static void solve_one_by_one(const TableFolder *folder)
{
    const SolveOptions options = options_of(folder, 1);
    const int planned = plan_all(&options);
    static char each[SOLVE_LIST][SOLVE_NAME];
    for (int i = 0; i < planned; i++) memcpy(each[i], list[i].name, sizeof each[i]);
    for (int i = 0; i < planned; i++) {
        const char *const one = each[i];
        assert_int_equal(plan(&options, &one, 1), 1);
        run(&options, 1);
    }
}

static void run_and_kill(const TableFolder *folder, useconds_t microseconds)
{
    const SolveOptions options = options_of(folder, 2);
    const int planned = plan_all(&options);
    const pid_t child = fork();
    if (child == 0) _exit(solve_run(&options, list, planned, error) == SOLVE_DONE ? 0 : 1);
    assert_true(child > 0);
    usleep(microseconds);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

static void solve_killed(const TableFolder *folder, const TableFolder *good, double whole)
{
    for (int i = 0; i < kills; i++) {
        run_and_kill(folder, 1 + (useconds_t)(drand48() * whole * 1e6 / 2));
        folder_assert_part(folder, good);
    }
    solve_in_one(folder);
}

/* ---- reading back ---- */

static void check_head(const TableFolder *folder, TableId id, int metrics, const Statistics *counted)
{
    TableFile file;
    char wrong[PROBER_ERROR];
    if (table_file_open(&file, folder->path, id, metrics, wrong)) fail_msg("%s", wrong);
    if (!verify_head(&file.head, counted, wrong)) fail_msg("%s: %s", file.path, wrong);
    table_file_close(&file);
}

static void expect_right(const char *material, const VerifyReport *report)
{
    if (report->wrong)
        fail_msg("%s: %llu of %llu positions wrong, the first is %s", material,
                 (unsigned long long)report->wrong, (unsigned long long)report->checked, report->first.fen);
}

static void check_draughts(const TableFolder *folder, const SolveItem *item, DraughtsProber *prober,
                           Workers *workers)
{
    static Statistics counted; /* large */
    const VerifyOptions options = {.metrics = PROBE_DTW, .sample = kills ? 0 : SAMPLE};
    const DraughtsWalk walk = {{.workers = workers}, prober, game, item->draughts};
    VerifyReport report;
    char why[PROBER_ERROR] = "";
    if (draughts_verify_table(&walk, &options, &report, why)) fail_msg("%s", why);
    expect_right(item->name, &report);
    for (int metrics = PROBE_WDL; metrics <= PROBE_DTW; metrics *= PROBE_DTW) {
        if (draughts_statistics_count(&walk, metrics, &counted, why)) fail_msg("%s", why);
        check_head(folder, table_id_of_draughts(game, item->draughts, item->name), metrics, &counted);
    }
}

static void check_chess(const TableFolder *folder, const SolveItem *item, Prober *prober, Workers *workers)
{
    static Statistics counted;
    const VerifyOptions options = {.metrics = PROBE_DTZ | PROBE_DTM, .sample = kills ? 0 : SAMPLE};
    const TableWalk walk = {{.workers = workers}, prober_source(prober), &item->chess};
    VerifyReport report;
    char why[PROBER_ERROR] = "";
    if (verify_table(&walk, &options, &report, why)) fail_msg("%s", why);
    expect_right(item->name, &report);
    for (int metrics = PROBE_WDL; metrics <= PROBE_DTM; metrics <<= 1) {
        if (statistics_count(&walk, metrics, &counted, why)) fail_msg("%s", why);
        check_head(folder, table_id_of_chess(&item->chess), metrics, &counted);
    }
}

/* All that the first `planned` items of the list name. */
static void read_back(const TableFolder *folder, int planned)
{
    char why[PROBER_ERROR];
    Workers *workers = workers_open(2);
    DraughtsProber *draughts = game ? draughts_prober_open(folder->path, game, 64 << 20, why) : NULL;
    Prober *chess = game ? NULL : prober_open(folder->path, 64 << 20, why);
    if (!workers || (!draughts && !chess)) fail_msg("%s", why);
    for (int i = 0; i < planned; i++)
        if (game) check_draughts(folder, &list[i], draughts, workers);
        else check_chess(folder, &list[i], chess, workers);
    prober_close(chess);
    draughts_prober_close(draughts);
    workers_close(workers);
}

/* ---- */

static void check_game(void)
{
    const TableFolder good = folder_make(), steps = folder_make(), killed = folder_make();
    const SolveOptions options = options_of(&killed, 1);
    const double whole = solve_in_one(&good);
    solve_one_by_one(&steps);
    folder_assert_equal(&steps, &good);
    const int planned = plan_all(&options); /* the folder is empty */
    read_back(&steps, planned);
    if (kills) solve_killed(&killed, &good, whole);
    if (kills) folder_assert_equal(&killed, &good);
    folder_remove(&good);
    folder_remove(&steps);
    folder_remove(&killed);
}

static void check_draughts_game(const DraughtsGame *of, char **materials)
{
    game = of;
    for (int i = 0; i < names; i++) {
        snprintf(name[i], sizeof name[i], "%s", materials[i]);
        for (char *c = name[i]; of->rules.goal == DRAUGHTS_BREAKTHROUGH && *c; c++)
            if (*c == 'K') *c = 'M';
    }
    check_game();
}

static char **arguments;

static void in_steps(void **state)
{
    (void)state;
    const char *wanted = arguments[2];
    for (int i = 0; i < names; i++) snprintf(name[i], sizeof name[i], "%s", arguments[3 + i]);
    if (!strcmp(wanted, "chess")) check_game();
    for (int i = 0; i < DRAUGHTS_GAMES; i++)
        if (!strcmp(wanted, "draughts") || !strcmp(wanted, draughts_games[i].name))
            check_draughts_game(&draughts_games[i], arguments + 3);
}

int main(int argc, char **argv)
{
    if (argc < 4 || argc > 3 + NAMES) return 1;
    arguments = argv;
    kills = atoi(argv[1]);
    names = argc - 3;
    const long seed = time(NULL);
    printf("seed %ld\n", seed);
    srand48(seed);
    const struct CMUnitTest tests[] = {cmocka_unit_test(in_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
