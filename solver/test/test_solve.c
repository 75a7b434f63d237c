/* SPDX-License-Identifier: MIT */
/* Building tables: what is planned, carrying on where another run ended, refusals, stopping, and being
 * killed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "table_folder.h"
#include "solver/solve.h"
#include "solver/files/table_file.h"

enum { BOTH = PROBE_DTZ | PROBE_DTM, TABLES = 6, FILES = 3 * TABLES };

static TableFolder good; /* KRvKN and the tables of 3 men */
static const char *const wanted[] = {"KRvKN", "KPvK"};
static SolveItem list[SOLVE_LIST];
static char error[SOLVE_ERROR];

static int make_tables(void **state)
{
    (void)state;
    good = folder_make();
    folder_solve(&good, wanted, 2, BOTH, 1);
    return folder_count(&good) == FILES ? 0 : -1;
}

static int remove_tables(void **state)
{
    (void)state;
    folder_remove(&good);
    return 0;
}

static SolveOptions options_of(const TableFolder *folder)
{
    return (SolveOptions){
        .game = solve_game_chess(), .directory = folder->path, .metrics = BOTH, .threads = 1};
}

static int plan(const SolveOptions *options)
{
    const int planned = solve_plan(options, wanted, 2, list, error);
    if (planned < 0) fail_msg("%s", error);
    return planned;
}

static void run(const SolveOptions *options)
{
    const int planned = plan(options);
    if (solve_run(options, list, planned, error) != SOLVE_DONE) fail_msg("%s", error);
}

/* Builds what is missing, with which the folder is as it should be. */
static void complete(const TableFolder *folder)
{
    const SolveOptions options = options_of(folder);
    run(&options);
    folder_assert_equal(folder, &good);
    assert_int_equal(plan(&options), 0);
}

static void remove_file(const TableFolder *folder, const char *name)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    assert_int_equal(unlink(path), 0);
}

/* ---- the plan ---- */

static int place_of(u64 key, int planned)
{
    for (int i = 0; i < planned; i++)
        if (list[i].key == key) return i;
    return -1;
}

static void what_is_needed_comes_first(void **state)
{
    (void)state;
    const TableFolder folder = folder_make();
    const SolveOptions options = options_of(&folder);
    static const char *const two[] = {"KPPvKP", "KPvKP"};
    const int planned = solve_plan(&options, two, 2, list, error);
    for (int i = 0; i < planned; i++) {
        Material children[MATERIAL_CHILDREN];
        const int n = material_children(&list[i].chess, children);
        assert_int_equal(place_of(list[i].key, planned), i);
        for (int j = 0; j < n; j++)
            if (children[j].count) assert_in_range(place_of(children[j].key, planned), 0, i - 1);
    }
    assert_string_equal(list[planned - 1].name, two[0]);
    /* one side PP to QQ, 15, the other P to Q, 5; then one man less on either side, and two; one side's men
     * alone */
    int of_men[6] = {0};
    for (int i = 0; i < planned; i++) of_men[list[i].men]++;
    assert_int_equal(of_men[5], 75);
    assert_int_equal(of_men[4], 30); /* all: 15 of one side, 15 of two */
    assert_int_equal(of_men[3], 5);
    assert_int_equal(folder_count(&folder), 0);
    folder_remove(&folder);
}

static void what_is_there_is_not_planned(void **state)
{
    (void)state;
    const TableFolder folder = folder_make();
    SolveOptions options = options_of(&folder);
    assert_int_equal(plan(&options), TABLES);
    folder_copy(&good, &folder);
    assert_int_equal(plan(&options), 0);
    remove_file(&folder, "chess-KRvKN.dtm");
    remove_file(&folder, "chess-KBvK.wdl");
    assert_int_equal(plan(&options), 2);
    assert_true(place_of(material_named("KBvK").key, 2) >= 0 &&
                place_of(material_named("KRvKN").key, 2) >= 0);
    options.metrics = PROBE_DTZ;
    assert_int_equal(plan(&options), 1);
    folder_remove(&folder);
}

static void broken_files_are_told(void **state)
{
    (void)state;
    const TableFolder folder = folder_make();
    const SolveOptions options = options_of(&folder);
    folder_write(&folder, "chess-KQvK.dtz", "abc", 3);
    assert_int_equal(solve_plan(&options, wanted, 2, list, error), -1);
    assert_non_null(strstr(error, "chess-KQvK.dtz"));
    assert_non_null(strstr(error, "remove it"));
    assert_int_equal(folder_count(&folder), 1);
    folder_remove(&folder);
}

/* ---- carrying on ---- */

static void missing_files_are_built(void **state)
{
    (void)state;
    static const char *const lost[][3] = {
        {"chess-KRvKN.wdl", "chess-KRvKN.dtz", "chess-KRvKN.dtm"}, /* all below is read from files */
        {"chess-KRvK.dtm", "chess-KQvK.wdl", "chess-KPvK.dtz"},
        {"chess-KNvK.wdl", "chess-KNvK.dtz", "chess-KPvK.dtm"},
    };
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++) {
        const TableFolder folder = folder_make();
        folder_copy(&good, &folder);
        for (int j = 0; j < 3; j++) remove_file(&folder, lost[i][j]);
        complete(&folder);
        folder_remove(&folder);
    }
}

static void one_metric_then_the_other(void **state)
{
    (void)state;
    static const int first[] = {PROBE_DTZ, PROBE_DTM};
    for (int i = 0; i < 2; i++) {
        const TableFolder folder = folder_make();
        SolveOptions options = options_of(&folder);
        options.metrics = first[i];
        run(&options);
        assert_int_equal(folder_count(&folder), 2 * TABLES); /* results come with either */
        folder_assert_part(&folder, &good);
        complete(&folder);
        folder_remove(&folder);
    }
}

/* A file that is broken but for its head is reported by the run that reads it. */
static void a_broken_file_below(void **state)
{
    (void)state;
    const TableFolder folder = folder_make();
    const SolveOptions options = options_of(&folder);
    size_t size;
    folder_copy(&good, &folder);
    unsigned char *bytes = folder_read(&folder, "chess-KRvK.wdl", &size);
    bytes[size - 1] ^= 1;
    folder_write(&folder, "chess-KRvK.wdl", bytes, size);
    remove_file(&folder, "chess-KRvKN.wdl");
    assert_int_equal(solve_run(&options, list, plan(&options), error), SOLVE_INPUT);
    assert_non_null(strstr(error, "chess-KRvK.wdl"));
    assert_int_equal(folder_count(&folder), FILES - 1);
    free(bytes);
    folder_remove(&folder);
}

/* ---- the folder ---- */

/* With all above it, however its path is written. */
static void the_folder_is_made(void **state)
{
    (void)state;
    const TableFolder root = folder_make();
    static const char *const levels[] = {"/", "/a", "/b/c", "//d///e/"};
    static const char *const made[] = {"/a", "/b/c", "/b", "/d/e", "/d", ""};
    const char *const name = "KQvK";
    TableFolder folder;
    folder_remove(&root);
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        snprintf(folder.path, sizeof folder.path, "%.150s%s", root.path, levels[i]);
        const SolveOptions options = options_of(&folder);
        assert_int_equal(solve_plan(&options, &name, 1, list, error), 1);
        if (solve_run(&options, list, 1, error) != SOLVE_DONE) fail_msg("%s", error);
        if (i) assert_int_equal(folder_assert_part(&folder, &good), 3);
    }
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        snprintf(folder.path, sizeof folder.path, "%.150s%s", root.path, made[i]);
        folder_remove(&folder);
    }
}

static void the_folder_cannot_be_made(void **state)
{
    (void)state;
    const TableFolder folder = folder_make();
    SolveOptions options = options_of(&folder);
    char path[300];
    folder_write(&folder, "file", "", 0);
    const int planned = plan(&options);
    snprintf(path, sizeof path, "%s/file/none/none", folder.path);
    options.directory = path;
    assert_int_equal(solve_run(&options, list, planned, error), SOLVE_IO);
    assert_non_null(strstr(error, "/file/none: ")); /* the level that cannot be made */
    assert_non_null(strstr(error, strerror(ENOTDIR)));
    snprintf(path, sizeof path, "%s/file", folder.path);
    assert_int_equal(solve_run(&options, list, planned, error) == SOLVE_DONE, 0);
    assert_int_equal(folder_count(&folder), 1);
    folder_remove(&folder);
}

static void the_disk_is_full(void **state)
{
    (void)state;
    const TableFolder folder = folder_make();
    const SolveOptions options = options_of(&folder);
    struct rlimit limit, old;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    limit = old;
    limit.rlim_cur = 4000; /* the results of all tables of 3 men are less, of KRvKN more */
    signal(SIGXFSZ, SIG_IGN);
    const int planned = plan(&options);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    const SolveStatus status = solve_run(&options, list, planned, error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_int_equal(status, SOLVE_IO);
    assert_non_null(strstr(error, strerror(EFBIG)));
    folder_assert_part(&folder, &good);
    complete(&folder);
    folder_remove(&folder);
}

/* ---- memory ---- */

static void too_little_memory_is_refused(void **state)
{
    (void)state;
    const TableFolder folder = folder_make();
    SolveOptions options = options_of(&folder);
    const int planned = plan(&options);
    options.memory = solve_memory(&options, list, planned) - 1;
    assert_int_equal(solve_run(&options, list, planned, error), SOLVE_MEMORY);
    assert_non_null(strstr(error, "memory"));
    assert_int_equal(folder_count(&folder), 0);
    folder_remove(&folder);
}

/* Resident bytes; 0: not known, or a sanitizer's. */
static u64 resident(void)
{
    unsigned long long size, pages = 0;
    FILE *file = SANITIZED ? NULL : fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%llu %llu", &size, &pages) != 2) pages = 0;
    if (file) fclose(file);
    return pages * (u64)sysconf(_SC_PAGESIZE);
}

/* 0: the run took no more than it said. */
static int run_within(const SolveOptions *options, int planned)
{
    const u64 before = resident();
    struct rusage usage;
    if (solve_run(options, list, planned, error) != SOLVE_DONE || getrusage(RUSAGE_SELF, &usage)) return 1;
    const u64 most = ((u64)usage.ru_maxrss << 10) - before;
    printf("%.1f MB said, %.1f MB taken\n", (double)options->memory * 1e-6, (double)most * 1e-6);
    return before && most > options->memory;
}

/* With just enough memory, tables make room and are read again. A process of its own shows what is taken. */
static void just_enough_memory(void **state)
{
    (void)state;
    const TableFolder folder = folder_make();
    SolveOptions options = options_of(&folder);
    const int planned = plan(&options);
    options.memory = solve_memory(&options, list, planned);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) exit(run_within(&options, planned));
    int status = 0;
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    folder_assert_equal(&folder, &good);
    folder_remove(&folder);
}

/* ---- what is reported ---- */

typedef struct {
    int calls, stop_at, reports;
    SolveProgress last;
} Reported;

static int progress(void *user, const SolveProgress *p)
{
    Reported *reported = user;
    assert_in_range(p->number, reported->last.number, TABLES);
    assert_int_equal(p->total, TABLES);
    assert_true(p->done >= reported->last.done && p->done < p->all);
    assert_true(p->all >= reported->last.all);
    assert_string_equal(p->material, list[p->number - 1].name);
    assert_true(!strcmp(p->phase, "read") || !strcmp(p->phase, "solve dtz") ||
                !strcmp(p->phase, "solve dtm") || !strcmp(p->phase, "write"));
    reported->last = *p;
    return ++reported->calls == reported->stop_at;
}

static void report(void *user, const SolveReport *r)
{
    Reported *reported = user;
    static const int metrics[] = {PROBE_WDL, PROBE_DTZ, PROBE_DTM};
    assert_string_equal(r->material, list[reported->reports++].name);
    assert_true(r->positions > 0 && r->seconds_write >= 0 && r->cpu_read >= 0);
    for (int i = 0; i < 3; i++) {
        char name[TABLE_FILE_NAME];
        size_t size;
        table_file_name("chess", r->material, metrics[i], name);
        free(folder_read(&good, name, &size));
        assert_int_equal(r->bytes[i], size);
    }
}

static void it_stops_when_told(void **state)
{
    (void)state;
    Reported all = {0};
    for (int stop_at = 0; stop_at <= all.calls; stop_at += 1 + all.calls / 4) {
        const TableFolder folder = folder_make();
        Reported reported = {.stop_at = stop_at};
        SolveOptions options = options_of(&folder);
        options.progress = progress;
        options.report = report;
        options.user = &reported;
        const int planned = plan(&options);
        const SolveStatus status = solve_run(&options, list, planned, error);
        assert_int_equal(status, stop_at ? SOLVE_STOPPED : SOLVE_DONE);
        if (stop_at) assert_int_equal(reported.calls, stop_at);
        assert_in_range(folder_assert_part(&folder, &good), 3 * reported.reports, FILES);
        if (stop_at == 0) {
            all = reported;
            assert_int_equal(reported.reports, TABLES);
        }
        complete(&folder);
        folder_remove(&folder);
    }
}

/* ---- killed ---- */

static u64 seed;

static u64 random_below(u64 n)
{
    seed = seed * U64(6364136223846793005) + U64(1442695040888963407);
    return (seed >> 33) % n;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Runs, killed after some microseconds; 0: not. Returns 1 if it was killed. */
static int run_and_kill(const SolveOptions *options, u64 microseconds)
{
    const int planned = plan(options);
    const pid_t child = fork();
    if (child == 0) _exit(solve_run(options, list, planned, error) == SOLVE_DONE ? 0 : 1);
    assert_true(child > 0);
    int status;
    if (microseconds) {
        usleep((useconds_t)microseconds);
        kill(child, SIGKILL);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status);
}

/* Whatever is there after a kill is whole, and the next run carries on. */
static void killed_at_any_moment(void **state)
{
    (void)state;
    enum { RUNS = 4, KILLS = 5 };
    seed = (u64)time(NULL);
    printf("seed %llu\n", (unsigned long long)seed);
    TableFolder folder = folder_make();
    SolveOptions options = options_of(&folder);
    const double start = seconds();
    assert_int_equal(run_and_kill(&options, 0), 0);
    const u64 whole = (u64)((seconds() - start) * 1e6) + 1000;
    folder_assert_equal(&folder, &good);
    folder_remove(&folder);
    for (int i = 0; i < RUNS; i++) {
        folder = folder_make();
        options = options_of(&folder);
        options.threads = 1 + i % 2;
        for (int k = 0; k < KILLS; k++) {
            run_and_kill(&options, 1 + random_below(whole / 2));
            folder_assert_part(&folder, &good);
        }
        complete(&folder);
        folder_remove(&folder);
    }
}

/* ---- two runs in one folder ---- */

static volatile sig_atomic_t seen;
static void note_signal(int number) { seen = number; }

/* Says once that it has the folder, then waits until the second run has seen it. */
static int hold_until_seen(void *user, const SolveProgress *p)
{
    int *said = user;
    if (!p->material) return 0;
    if (*said >= 0 && (write(*said, "", 1) != 1 || close(*said))) return 1;
    *said = -1;
    while (!seen) usleep(1000);
    return 0;
}

/* A run in another process, which has the folder. */
static pid_t run_elsewhere(const TableFolder *folder)
{
    int ends[2];
    char byte;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        SolveOptions options = options_of(folder);
        signal(SIGUSR1, note_signal);
        options.progress = hold_until_seen;
        options.user = &ends[1];
        _exit(solve_run(&options, list, plan(&options), error) == SOLVE_DONE ? 0 : 1);
    }
    assert_true(child > 0);
    close(ends[1]);
    assert_int_equal(read(ends[0], &byte, 1), 1);
    close(ends[0]);
    return child;
}

typedef struct {
    pid_t other;
    int signal, waits, stops;
} Second;

static int see_other(void *user, const SolveProgress *p)
{
    Second *second = user;
    if (p->material) return 0;
    assert_string_equal(p->phase, "wait");
    if (second->waits++ == 0 && second->signal) kill(second->other, second->signal);
    return second->stops;
}

static SolveStatus run_second(const TableFolder *folder, Second *second)
{
    SolveOptions options = options_of(folder);
    options.progress = see_other;
    options.user = second;
    const int planned = plan(&options);
    second->other = run_elsewhere(folder);
    return solve_run(&options, list, planned, error);
}

/* The second run waits; what the first has built is not built again, what it has not, is. */
static void another_run_is_at_work(void **state)
{
    (void)state;
    static const int signals[] = {SIGUSR1, SIGKILL}; /* it goes on; it ends */
    for (int i = 0; i < 2; i++) {
        const TableFolder folder = folder_make();
        Second second = {.signal = signals[i]};
        assert_int_equal(run_second(&folder, &second), SOLVE_DONE);
        assert_true(second.waits > 0);
        folder_assert_equal(&folder, &good);
        assert_int_equal(waitpid(second.other, NULL, 0), second.other);
        folder_remove(&folder);
    }
}

static void waiting_is_given_up(void **state)
{
    (void)state;
    const TableFolder folder = folder_make();
    Second second = {.stops = 1};
    assert_int_equal(run_second(&folder, &second), SOLVE_STOPPED);
    assert_int_equal(second.waits, 1);
    assert_int_equal(folder_count(&folder), 0);
    kill(second.other, SIGKILL);
    assert_int_equal(waitpid(second.other, NULL, 0), second.other);
    complete(&folder);
    folder_remove(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_needed_comes_first), cmocka_unit_test(what_is_there_is_not_planned),
        cmocka_unit_test(broken_files_are_told),      cmocka_unit_test(missing_files_are_built),
        cmocka_unit_test(one_metric_then_the_other),  cmocka_unit_test(a_broken_file_below),
        cmocka_unit_test(the_folder_is_made),         cmocka_unit_test(the_folder_cannot_be_made),
        cmocka_unit_test(the_disk_is_full),           cmocka_unit_test(too_little_memory_is_refused),
        cmocka_unit_test(just_enough_memory),         cmocka_unit_test(it_stops_when_told),
        cmocka_unit_test(killed_at_any_moment),       cmocka_unit_test(another_run_is_at_work),
        cmocka_unit_test(waiting_is_given_up),
    };
    return cmocka_run_group_tests(tests, make_tables, remove_tables);
}
