/* SPDX-License-Identifier: MIT */
#include "../cli/cli.h"
#include "../devices/devices.h"
#include "../base/interrupt.h"
#include "../base/json.h"
#include "../base/progress.h"
#include "solve_share.h"
#include "tables.h"
#include "tables_game.h"
#include "../base/text.h"
#include "../../solver/solve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What came of the tables finished. */
typedef struct {
    int tables;
    u64 positions, bytes[SOLVE_FILES];
    double solving, compressing; /* processor seconds */
} Sum;

typedef struct {
    const Options *options;
    SolveOptions solve;
    SolveItem list[SOLVE_LIST];
    int count;
    u64 need; /* bytes of memory */
    Progress progress;
    SolveShare share;
    char title[128];   /* of the progress: table, phase, ply */
    const char *phase; /* shown last */
    int waits;         /* for another run, which has been said */
    double seconds;
    Sum sum;
} Solve;

/* ---- the options ---- */

static SolveGame game_of(const Options *options) { return tables_game(options->game)->solve(options->game); }

/* Of the game: results and every pass's distances. */
static int metrics_of(SolveGame game)
{
    int metrics = PROBE_WDL;
    for (int pass = 0; solve_pass(game, pass); pass++)
        metrics |= tables_metric(solve_pass(game, pass), strlen(solve_pass(game, pass)));
    return metrics;
}

/* Results come with the distances of the first pass. */
static int parse_metrics(const char *text, SolveGame game, int *metrics)
{
    const char *names[SOLVE_FILES + 1] = {"wdl", solve_pass(game, 0), NULL};
    const int all = metrics_of(game), first = tables_metric(names[1], strlen(names[1]));
    if (solve_pass(game, 1)) names[2] = solve_pass(game, 1);
    *metrics = all & ~PROBE_WDL;
    if (!text) return CLI_DONE;
    *metrics = 0;
    for (const char *at = text;; at++) {
        const size_t length = strcspn(at, ",");
        const int metric = tables_metric(at, length);
        char given[40];
        snprintf(given, sizeof given, "%.*s", (int)(length < 39 ? length : 39), at);
        if (!(metric & all)) return cli_fail_unknown("metric", given, names);
        *metrics |= metric == PROBE_WDL ? first : metric;
        at += length;
        if (!*at) return CLI_DONE;
    }
}

static int open_device(const Options *options, Device **device)
{
    DeviceList list;
    DeviceError error;
    if (devices_check_names(options->devices, &error)) return cli_fail(CLI_USAGE, "%s", error.text);
    if (devices_parse(options->devices, &list, &error)) return cli_fail(CLI_DEVICE, "%s", error.text);
    if (list.count > 1)
        return cli_fail(CLI_USAGE, "--device %s: tables are solved on one device at a time",
                        options->devices);
    *device = NULL;
    if (!list.choices[0].backend) return CLI_DONE;
    if (device_open(list.choices[0].id, tables_threads(options), device, &error))
        return cli_fail(CLI_DEVICE, "%s", error.text);
    return CLI_DONE;
}

/* Reported before an hour of solving; the solver reports a folder that it cannot make or write. */
static int check_folder(const char *path)
{
    struct stat status;
    if (stat(path, &status) || S_ISDIR(status.st_mode)) return CLI_DONE;
    return cli_fail(CLI_IO, "--out %s: not a folder", path);
}

/* ---- what is to be done, printed before work begins ---- */

static int code_of(SolveStatus status, const char *error)
{
    switch (status) {
    case SOLVE_DONE: return CLI_DONE;
    case SOLVE_STOPPED: return CLI_STOPPED; /* the caller reports it */
    case SOLVE_INPUT:
    case SOLVE_LIMIT: return cli_fail(CLI_BAD_INPUT, "%s", error);
    case SOLVE_MEMORY: return cli_fail(CLI_MEMORY, "%s", error);
    case SOLVE_IO: return cli_fail(CLI_IO, "%s", error);
    case SOLVE_DEVICE: return cli_fail(CLI_DEVICE, "%s", error);
    }
    return CLI_IO;
}

static int plan(Solve *solve)
{
    char error[SOLVE_ERROR] = "", need[TEXT_NUMBER], have[TEXT_NUMBER];
    solve->count = solve_plan(&solve->solve, (const char *const *)solve->options->arguments,
                              solve->options->argument_count, solve->list, error);
    if (solve->count < 0) return cli_fail(CLI_BAD_INPUT, "%s", error);
    if (solve->count == 0) return CLI_DONE;
    solve->need = solve_memory(&solve->solve, solve->list, solve->count);
    text_size(solve->need, need);
    text_size(solve->solve.memory, have);
    const char *are = solve->options->memory ? "allowed" : "free";
    if (solve->need > solve->solve.memory)
        return cli_fail(CLI_MEMORY, "out of memory: needs %s for %d table%s; %s are %s", need, solve->count,
                        solve->count == 1 ? "" : "s", have, are);
    if (!solve->options->quiet)
        fprintf(stderr, "tabuleiro solve: %d table%s to build, in %s of memory; %s are %s\n", solve->count,
                solve->count == 1 ? "" : "s", need, have, are);
    return CLI_DONE;
}

/* ---- on the way ---- */

/* Once, also with --quiet: nothing else is seen meanwhile. */
static int wait_for_another(Solve *solve)
{
    if (!solve->waits)
        fprintf(stderr, "tabuleiro solve: another run is at work in %s: waiting for its end\n",
                solve->solve.directory);
    solve->waits = 1;
    return interrupt_requested();
}

static int show_progress(void *user, const SolveProgress *now)
{
    Solve *solve = user;
    char ply[64] = "";
    if (!now->material) return wait_for_another(solve);
    if (!strncmp(now->phase, "solve", 5)) {
        snprintf(ply, sizeof ply, ", ply %d", now->ply);
        if (now->levels > 1)
            snprintf(ply, sizeof ply, ", level %d of %d, ply %d", now->level + 1, now->levels, now->ply);
    }
    snprintf(solve->title, sizeof solve->title, "%s, %d of %d: %s%s", now->material, now->number, now->total,
             now->phase, ply);
    if (solve->phase != now->phase) progress_hurry(&solve->progress); /* at once: the phase may be long */
    solve->phase = now->phase;
    const double seconds = progress_clock() - solve->progress.start;
    progress_show(&solve->progress, (double)(solve->sum.positions + now->decided),
                  solve_share(&solve->share, seconds, now->done, now->of, now->all));
    return interrupt_requested() || ferror(stdout);
}

static void add_report(Sum *sum, const SolveReport *report)
{
    sum->tables++;
    sum->positions += report->positions;
    for (int i = 0; i < SOLVE_FILES; i++) sum->bytes[i] += report->bytes[i];
    sum->solving += report->cpu_read + report->cpu_solve[0] + report->cpu_solve[1];
    sum->compressing += report->cpu_write;
}

static u64 bytes_of(const u64 bytes[SOLVE_FILES])
{
    u64 sum = 0;
    for (int i = 0; i < SOLVE_FILES; i++) sum += bytes[i];
    return sum;
}

static void print_table(const Solve *solve, const SolveReport *report)
{
    char positions[TEXT_NUMBER], seconds[TEXT_NUMBER], size[TEXT_NUMBER];
    text_grouped(report->positions, positions);
    printf("%s: %s positions", report->material, positions);
    for (int i = 0; solve_pass(solve->solve.game, i); i++) {
        const char *pass = solve_pass(solve->solve.game, i);
        if (!(solve->solve.metrics & tables_metric(pass, strlen(pass)))) continue;
        text_seconds(report->seconds_solve[i], seconds);
        printf(", %s %s", pass, seconds);
    }
    text_seconds(report->seconds_write, seconds);
    text_size(bytes_of(report->bytes), size);
    printf(", write %s, %s\n", seconds, size);
    fflush(stdout);
}

/* Of the game's metrics; null for a file that was not built. */
static void json_bytes(Json *json, SolveGame game, const u64 bytes[SOLVE_FILES])
{
    const int metrics = metrics_of(game);
    json_object(json, "bytes");
    for (int i = 0; i < SOLVE_FILES; i++) {
        if (!(metrics >> i & 1)) continue;
        if (bytes[i]) json_integer(json, tables_metric_name(1 << i), (int64_t)bytes[i]);
        else json_string(json, tables_metric_name(1 << i), NULL);
    }
    json_end(json);
}

static void json_seconds(Json *json, SolveGame game, const char *key, double read, const double *solve,
                         double write)
{
    json_object(json, key);
    json_number(json, "read", read);
    for (int i = 0; solve_pass(game, i); i++) json_number(json, solve_pass(game, i), solve[i]);
    json_number(json, "write", write);
    json_end(json);
}

static void json_table(SolveGame game, const SolveReport *report)
{
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "table");
    json_string(&json, "material", report->material);
    json_count(&json, "positions", report->positions);
    json_seconds(&json, game, "seconds", report->seconds_read, report->seconds_solve, report->seconds_write);
    json_seconds(&json, game, "cpu_seconds", report->cpu_read, report->cpu_solve, report->cpu_write);
    json_bytes(&json, game, report->bytes);
    json_close(&json);
}

static void report_table(void *user, const SolveReport *report)
{
    Solve *solve = user;
    add_report(&solve->sum, report);
    progress_wipe(&solve->progress);
    if (solve->options->json) json_table(solve->solve.game, report);
    else if (!solve->options->quiet) print_table(solve, report);
}

/* ---- at the end ---- */

static void print_summary(const Solve *solve, int code)
{
    const Sum *sum = &solve->sum;
    if (code == CLI_DONE && sum->tables == 0) {
        puts("nothing to build: the tables are there");
        return;
    }
    char positions[TEXT_NUMBER], seconds[TEXT_NUMBER], rate[TEXT_NUMBER], compressing[TEXT_NUMBER],
        size[TEXT_NUMBER];
    text_grouped(sum->positions, positions);
    text_seconds(solve->seconds, seconds);
    text_rate(solve->seconds > 0 ? (double)sum->positions / solve->seconds : -1, rate);
    printf("%d of %d tables, %s positions, %s, %s%spositions/s\n", sum->tables, solve->count, positions,
           seconds, rate, strchr(rate, ' ') ? "" : " ");
    text_seconds(sum->solving, seconds);
    text_seconds(sum->compressing, compressing);
    printf("processor time: %s solving, %s compressing\n", seconds, compressing);
    text_size(bytes_of(sum->bytes), size);
    printf("written: %s", size);
    for (int i = 0; i < SOLVE_FILES; i++) {
        text_size(sum->bytes[i], size);
        if (sum->bytes[i]) printf(", %s %s", tables_metric_name(1 << i), size);
    }
    putchar('\n');
}

static void json_summary(const Solve *solve, int code)
{
    const Sum *sum = &solve->sum;
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "solve");
    json_string(&json, "game", solve->options->game->name);
    json_string(&json, "device", solve->options->devices);
    json_integer(&json, "threads", solve->solve.threads);
    json_integer(&json, "memory", (int64_t)solve->need);
    json_boolean(&json, "complete", code == CLI_DONE);
    json_integer(&json, "tables", sum->tables);
    json_integer(&json, "planned", solve->count);
    json_count(&json, "positions", sum->positions);
    json_number(&json, "wall_seconds", solve->seconds);
    json_number(&json, "solving", sum->solving);
    json_number(&json, "compressing", sum->compressing);
    json_number(&json, "rate", (double)sum->positions / solve->seconds);
    json_bytes(&json, solve->solve.game, sum->bytes);
    json_close(&json);
}

static int run(Solve *solve)
{
    char error[SOLVE_ERROR] = "";
    progress_begin(&solve->progress, stderr, solve->options->progress, solve->title, "positions");
    const SolveStatus status = solve_run(&solve->solve, solve->list, solve->count, error);
    solve->seconds = progress_clock() - solve->progress.start;
    progress_wipe(&solve->progress);
    const int code = code_of(status, error);
    if (code == CLI_STOPPED && !interrupt_requested())
        return CLI_DONE; /* standard output failed: reported later */
    if (code == CLI_STOPPED)
        cli_fail(CLI_STOPPED,
                 "stopped on request; finished tables stay, the same command goes on behind them");
    else if (code) return code;
    if (solve->options->json) json_summary(solve, code);
    else print_summary(solve, code);
    return code;
}

int cmd_solve(const Options *options)
{
    static Solve solve; /* large */
    memset(&solve, 0, sizeof solve);
    solve.options = options;
    solve.solve = (SolveOptions){.game = game_of(options),
                                 .directory = options->out,
                                 .threads = tables_threads(options),
                                 .memory = options->memory ? options->memory : devices_host_memory(),
                                 .progress = show_progress,
                                 .report = report_table,
                                 .user = &solve};
    int code = CLI_DONE;
    if (!options->out) code = cli_fail(CLI_USAGE, "where to? --out DIR names the tables' folder");
    if (!code) code = check_folder(options->out);
    if (!code) code = parse_metrics(options->metrics, solve.solve.game, &solve.solve.metrics);
    if (!code) code = open_device(options, &solve.solve.device);
    if (!code) code = plan(&solve);
    if (!code) code = run(&solve);
    device_close(solve.solve.device);
    return code;
}
