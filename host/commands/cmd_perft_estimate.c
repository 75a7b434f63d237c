/* SPDX-License-Identifier: MIT */
/* perft --estimate */
#include "cmd_perft.h"
#include "counting.h"
#include "../base/json.h"
#include "../perft/perft_estimate.h"
#include "../base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const Options *options;
    const GameRecord *root;
    PerftEstimate estimate;
    PerftResult result; /* of the last batch */
    double seconds;
    Nodes visited;
    int code;
} Report;

static void print_mean(const PerftEstimate *e)
{
    const double error = perft_estimate_error(e), margin = perft_estimate_margin(e);
    printf("perft %d: ", e->depth);
    if (e->count == 0) puts("no estimate, no path is finished");
    else if (e->count == 1) printf("about %.6g, from one path: an interval needs two or more\n", e->mean);
    else
        printf("about %.6g, 95 %% between %.6g and %.6g, standard error %.2g %%\n", e->mean, e->mean - margin,
               e->mean + margin, e->mean > 0 ? 100 * error / e->mean : 0);
}

static void print_text(const Report *report)
{
    const PerftEstimate *e = &report->estimate;
    char paths[TEXT_NUMBER], visited[TEXT_NUMBER], speed[COUNTING_SPEED];
    text_grouped(e->count, paths);
    print_mean(e);
    if (report->options->quiet) return;
    counting_speed(report->visited, report->seconds, speed);
    text_grouped(report->visited, visited);
    puts(speed);
    printf("  paths      %s, from %zu positions of ply %d; the last %d plies counted, %s leaves\n", paths,
           e->upper.count, e->upper.split, e->exact, visited);
}

static void print_json(const Report *report)
{
    const PerftEstimate *e = &report->estimate;
    const double margin = perft_estimate_margin(e);
    char text[GAME_TEXT];
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "estimate");
    json_string(&json, "game", report->options->game->name);
    report->options->game->format(report->options->game, report->root, text);
    json_string(&json, "position", text);
    json_integer(&json, "depth", e->depth);
    json_number(&json, "estimate", e->count ? e->mean : NAN);
    json_number(&json, "standard_error", perft_estimate_error(e));
    json_number(&json, "low", e->mean - margin);
    json_number(&json, "high", e->mean + margin);
    json_count(&json, "paths", e->count);
    json_integer(&json, "seed", (int64_t)e->seed);
    json_boolean(&json, "complete", report->code == CLI_DONE);
    json_count(&json, "visited", report->visited);
    json_number(&json, "seconds", report->seconds);
    json_close(&json);
}

/* Batches as large as they can be, until all paths are drawn. */
static int run_batches(Report *report, Counting *counting)
{
    PerftEstimate *e = &report->estimate;
    const uint64_t paths = report->options->estimate;
    const double start = progress_clock();
    int code = CLI_DONE;
    counting->job.plan = &e->plan;
    while (!code && e->count < paths) {
        const uint64_t left = paths - e->count, n = left < PERFT_ESTIMATE_BATCH ? left : PERFT_ESTIMATE_BATCH;
        counting->fraction = (double)e->count / (double)paths;
        counting->share = (double)n / (double)paths;
        perft_estimate_draw(e, (size_t)n);
        code = counting_run(counting, &report->result);
        if (code) break;
        perft_estimate_add(e);
        report->visited += report->result.visited;
        counting->work = (double)report->visited;
        progress_show(&counting->progress, counting->work, (double)e->count / (double)paths);
    }
    report->seconds = progress_clock() - start;
    return code;
}

int perft_run_estimate(const Options *options, const GameRecord *root, int depth)
{
    static Report report; /* large */
    static Counting counting;
    memset(&report, 0, sizeof report);
    report.options = options;
    report.root = root;
    int code = counting_begin(&counting, options);
    if (code) return code;
    counting.job.root = root;
    counting.job.depth = depth;
    const GameRules rules = {options->game, options->merge_captures};
    const PlanStatus status = perft_estimate_open(&report.estimate, rules, root, depth, options->seed);
    code = status ? cli_fail(CLI_MEMORY, "no memory for the plan of units") : run_batches(&report, &counting);
    counting_end(&counting);
    if (code == CLI_STOPPED) cli_fail(CLI_STOPPED, "stopped on request; what is known so far:");
    report.code = code;
    if (!code && isnan(report.estimate.mean))
        code =
            cli_fail(CLI_BAD_INPUT, "a position has more moves than can be drawn from, %d", GAME_MAX_MOVES);
    else if ((!code || code == CLI_STOPPED) && options->json) print_json(&report);
    else if (!code || code == CLI_STOPPED) print_text(&report);
    perft_estimate_close(&report.estimate);
    return code;
}
