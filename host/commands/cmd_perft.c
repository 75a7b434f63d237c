/* SPDX-License-Identifier: MIT */
#include "../cli/cli.h"
#include "cmd_perft.h"
#include "counting_session.h"
#include "../base/json.h"
#include "../base/text.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const Options *options;
    GameRecord root;
    int depth;
    uint64_t done_before;                             /* units of the session */
    PerftResult result;                               /* of the last run */
    int rows;                                         /* of statistics, for depths from 1 */
    Nodes stats[PERFT_MAX_DEPTH + 1][GAME_MAX_STATS]; /* each depth's */
    CountingSession session;                          /* its shard is 0 without --session and --shard */
    uint64_t hash;                                    /* bytes of all tables */
    int code;                                         /* CLI_DONE or CLI_STOPPED */
} Report;

/* ---- text ---- */

static void print_divide(const Report *report)
{
    const Game *game = report->options->game;
    const PerftResult *result = &report->result;
    for (int i = 0; i < result->root_count; i++) {
        char move[GAME_TEXT], nodes[UINT128_TEXT];
        game->move_text(game, &report->root, result->root[i], MOVE_UCI, move);
        uint128_format(result->root_nodes[i], nodes);
        printf("%s: %s%s\n", move, nodes, result->root_open[i] ? " (incomplete)" : "");
    }
    if (result->root_count) putchar('\n');
}

/* Columns as wide as their widest entry; a row a depth. */
static void print_stats(const Report *report)
{
    const GamePerft *perft = report->options->game->perft;
    int width[GAME_MAX_STATS];
    char text[TEXT_NUMBER];
    printf("depth");
    for (int i = 0; i < perft->stat_count; i++) {
        width[i] = (int)strlen(perft->stat_names[i]);
        for (int row = 0; row < report->rows; row++) {
            text_grouped(report->stats[row][i], text);
            if (width[i] < (int)strlen(text)) width[i] = (int)strlen(text);
        }
        printf("  %*s", width[i], perft->stat_names[i]);
    }
    putchar('\n');
    for (int row = 0; row < report->rows; row++) {
        printf("%5d", row + 1);
        for (int i = 0; i < perft->stat_count; i++) {
            text_grouped(report->stats[row][i], text);
            printf("  %*s", width[i], text);
        }
        putchar('\n');
    }
    putchar('\n');
}

/* Where leaves were not all counted one by one. */
static void print_merging(const PerftResult *result)
{
    char text[TEXT_NUMBER], rate[COUNTING_SPEED];
    const Nodes counted = result->nodes - result->before;
    if (result->visited == counted) return;
    text_grouped(result->paths, text);
    printf("  units      %llu at ply %d, merged from %s paths\n", (unsigned long long)result->units,
           result->split, text);
    text_grouped(result->visited, text);
    printf("  visited    %s leaves", text);
    text_grouped(result->from_table, text);
    if (result->from_table) printf(", %s more from tables", text);
    counting_speed(result->visited, result->seconds, rate);
    const char *comma = strchr(rate, ',');
    puts(comma ? comma : "");
}

static void print_tallies(const PerftResult *result)
{
    for (int i = 0; i < result->tally_count; i++) {
        const PerftTally *tally = &result->tally[i];
        char nodes[TEXT_NUMBER];
        text_grouped(tally->nodes, nodes);
        printf("  %-10s %s nodes in %llu units", tally->id, nodes, (unsigned long long)tally->units);
        if (tally->threads) printf(", %d thread%s", tally->threads, tally->threads == 1 ? "" : "s");
        if (result->seconds > 0)
            printf(", busy %.0f %%",
                   100 * tally->seconds / result->seconds / (tally->threads ? tally->threads : 1));
        if (tally->checked) printf(", %llu checked", (unsigned long long)tally->checked);
        printf("\n  %-10s counting: %s\n", "", tally->counting);
    }
}

static void print_text(const Report *report)
{
    char nodes[TEXT_NUMBER], speed[COUNTING_SPEED];
    if (report->options->divide) print_divide(report);
    if (report->options->stats) print_stats(report);
    const SessionFacts *facts = &report->session.facts;
    text_grouped(report->result.nodes, nodes);
    counting_speed(report->result.nodes - report->result.before, report->result.seconds, speed);
    printf("perft %d", report->depth);
    if (facts->shards > 1) printf(", shard %d/%d", facts->shard, facts->shards);
    printf(": %s%s\n", report->code ? "incomplete, at least " : "", nodes);
    if (report->options->quiet) return;
    puts(speed);
    print_merging(&report->result);
    if (report->options->session)
        printf("  session    %s, %llu of %llu units done before\n", report->options->session,
               (unsigned long long)report->done_before, (unsigned long long)report->result.units);
    print_tallies(&report->result);
}

/* ---- JSON ---- */

static void json_divide(Json *json, const Report *report)
{
    const Game *game = report->options->game;
    const PerftResult *result = &report->result;
    json_array(json, "divide");
    for (int i = 0; i < result->root_count; i++) {
        char move[GAME_TEXT];
        game->move_text(game, &report->root, result->root[i], MOVE_UCI, move);
        json_object(json, NULL);
        json_string(json, "move", move);
        json_count(json, "nodes", result->root_nodes[i]);
        json_boolean(json, "complete", result->root_open[i] == 0);
        json_end(json);
    }
    json_end(json);
}

static void json_stats(Json *json, const Report *report)
{
    const GamePerft *perft = report->options->game->perft;
    json_array(json, "stats");
    for (int row = 0; row < report->rows; row++) {
        json_object(json, NULL);
        json_integer(json, "depth", row + 1);
        for (int i = 0; i < perft->stat_count; i++)
            json_count(json, perft->stat_names[i], report->stats[row][i]);
        json_end(json);
    }
    json_end(json);
}

static void json_tallies(Json *json, const PerftResult *result)
{
    json_array(json, "devices");
    for (int i = 0; i < result->tally_count; i++) {
        const PerftTally *tally = &result->tally[i];
        json_object(json, NULL);
        json_string(json, "id", tally->id);
        json_string(json, "counting", tally->counting);
        json_integer(json, "threads", tally->threads);
        json_integer(json, "units", (int64_t)tally->units);
        json_count(json, "nodes", tally->nodes);
        json_count(json, "visited", tally->visited);
        json_number(json, "busy", tally->seconds);
        json_integer(json, "checked", (int64_t)tally->checked);
        json_end(json);
    }
    json_end(json);
}

static void print_json(const Report *report)
{
    const PerftResult *result = &report->result;
    const Game *game = report->options->game;
    char text[GAME_TEXT];
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "perft");
    json_string(&json, "game", game->name);
    game->format(game, &report->root, text);
    json_string(&json, "position", text);
    json_integer(&json, "depth", report->depth);
    json_count(&json, "nodes", result->nodes);
    json_boolean(&json, "complete", report->code == CLI_DONE);
    json_number(&json, "seconds", result->seconds);
    json_number(&json, "cpu_seconds", result->cpu_seconds);
    json_number(&json, "rate", (double)(result->nodes - result->before) / result->seconds);
    json_count(&json, "visited", result->visited);
    json_count(&json, "from_table", result->from_table);
    json_integer(&json, "split", result->split);
    json_integer(&json, "units", (int64_t)result->units);
    json_integer(&json, "units_before", (int64_t)result->units_before);
    json_count(&json, "paths", result->paths);
    snprintf(text, sizeof text, "%d/%d", report->session.facts.shard, report->session.facts.shards);
    json_string(&json, "shard", report->session.facts.shards ? text : "1/1");
    json_string(&json, "session", report->options->session);
    json_integer(&json, "hash", (int64_t)report->hash);
    json_integer(&json, "key", (int64_t)report->options->key);
    json_string(&json, "instruction_set", game->perft->engine().instruction_set);
    json_tallies(&json, result);
    if (report->options->divide) json_divide(&json, report);
    if (report->options->stats) json_stats(&json, report);
    json_close(&json);
}

/* ---- running ---- */

/* Statistics of each depth up to the last: of the tree's moves at that ply. */
static int run_stats(Counting *counting, Report *report)
{
    int code = CLI_DONE;
    counting->job.stats = 1;
    for (int depth = 1; depth <= report->depth && !code; depth++) {
        counting->job.depth = depth;
        code = counting_run(counting, &report->result);
        if (code && code != CLI_STOPPED) return code;
        memcpy(report->stats[report->rows], report->result.stats, sizeof report->result.stats);
        if (!code) report->rows++;
    }
    return code;
}

static int parse_depth(const Options *options, int *depth)
{
    uint64_t n;
    char quoted[64];
    const uint64_t least = options->stats ? 1 : 0;
    if (!text_parse_number(options->arguments[1], least, PERFT_MAX_DEPTH, &n)) {
        *depth = (int)n;
        return CLI_DONE;
    }
    text_printable(options->arguments[1], quoted, sizeof quoted);
    return cli_fail(CLI_USAGE, "'%s' is no depth, expected a number from %d to %d", quoted, (int)least,
                    PERFT_MAX_DEPTH);
}

static int check_options(const Options *options, int depth)
{
    if (options->split && (int)options->split >= depth)
        return cli_fail(CLI_USAGE, "--split %d is no ply above the last one, expected at most %d",
                        (int)options->split, depth - 1);
    const char *lasting = options->session ? "session" : options->shard ? "shard" : NULL;
    if (!lasting && options->estimate) lasting = "estimate";
    if (lasting && depth == 0) return cli_fail(CLI_USAGE, "--%s needs a depth of 1 or more", lasting);
    return CLI_DONE;
}

/* Reported before the count: without a list of the moves there is nothing to divide by. */
static int check_divide(const Report *report)
{
    GameMove list[GAME_MAX_MOVES];
    const Options *options = report->options;
    if (!options->divide || report->depth == 0) return CLI_DONE;
    if (options->game->moves(options->game, &report->root, list) <= GAME_MAX_MOVES) return CLI_DONE;
    return cli_fail(CLI_BAD_INPUT,
                    "too many moves to divide: more than %d, or captures by too many routes to follow; "
                    "count without --divide%s",
                    GAME_MAX_MOVES, options->merge_captures ? "" : ", or try --merge-captures");
}

static uint64_t count_done(const PerftPlan *plan)
{
    uint64_t n = 0;
    for (size_t i = 0; i < plan->count; i++) n += plan->units[i].state == UNIT_DONE;
    return n;
}

static int begin_session(Counting *counting, Report *report)
{
    const Options *options = report->options;
    if (!options->session && !options->shard) return CLI_DONE;
    const int code = counting_session_begin(&report->session, counting, options, &report->result);
    if (!code) report->done_before = count_done(&report->session.plan);
    return code;
}

int cmd_perft(const Options *options)
{
    static Report report; /* large */
    static Counting counting;
    memset(&report, 0, sizeof report);
    report.options = options;
    int code = parse_depth(options, &report.depth);
    if (!code) code = check_options(options, report.depth);
    if (!code) code = cli_position(options, options->arguments[0], &report.root);
    if (!code && options->unique) return perft_run_unique(options, &report.root, report.depth);
    if (!code && options->estimate) return perft_run_estimate(options, &report.root, report.depth);
    if (!code) code = check_divide(&report);
    if (!code) code = counting_begin(&counting, options);
    if (code) return code;
    report.hash = perft_pool_hash(counting.pool);
    counting.job.root = &report.root;
    counting.job.depth = report.depth;
    counting.job.split = (int)options->split;
    code = begin_session(&counting, &report);
    if (!code)
        code = options->stats ? run_stats(&counting, &report) : counting_run(&counting, &report.result);
    counting_session_end(&report.session);
    counting_end(&counting);
    if (code == CLI_STOPPED)
        cli_fail(CLI_STOPPED,
                 "stopped on request; %swhat is known so far:", options->session ? "--resume goes on; " : "");
    else if (code) return code;
    report.code = code;
    if (options->json) print_json(&report);
    else print_text(&report);
    return code;
}
