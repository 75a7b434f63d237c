/* SPDX-License-Identifier: MIT */
#include "cmd_table.h"

#include <stdio.h>

#include "../../solver/walk/verify_head.h"
#include "../base/json.h"
#include "table_tour.h"
#include "tables.h"
#include "tables_game.h"
#include "../base/text.h"

typedef struct {
    VerifyReport report;
    char head[2 * PROBER_ERROR]; /* what the head of a file says wrongly, "" if nothing */
    double seconds;
} Verified;

static void print_text(const TableTarget *target, const Verified *verified)
{
    const VerifyReport *report = &verified->report;
    const VerifyWrong *first = &report->first;
    char checked[TEXT_NUMBER], wrong[TEXT_NUMBER], time[TEXT_NUMBER];
    char stored[VERIFY_VALUE], expected[VERIFY_VALUE];
    text_grouped(report->checked, checked);
    text_grouped(report->wrong, wrong);
    text_seconds(verified->seconds, time);
    if (*verified->head) printf("%s: WRONG, %s\n", target->title, verified->head);
    if (!report->wrong) {
        if (!*verified->head) printf("%s: right, %s positions, %s\n", target->title, checked, time);
        return;
    }
    verify_value_text(first->metrics, first->stored, stored);
    verify_value_text(first->metrics, first->expected, expected);
    printf("%s: WRONG, %s of %s positions, %s; the first is %s: %s stored, from its moves follows %s (%s)\n",
           target->title, wrong, checked, time, first->fen, stored, expected,
           tables_metric_name(first->metrics));
}

static void json_wrong(Json *json, const VerifyWrong *wrong)
{
    char text[VERIFY_VALUE];
    json_object(json, "first");
    json_string(json, "fen", wrong->fen);
    json_string(json, "metric", tables_metric_name(wrong->metrics));
    verify_value_text(wrong->metrics, wrong->stored, text);
    json_string(json, "stored", text);
    verify_value_text(wrong->metrics, wrong->expected, text);
    json_string(json, "expected", text);
    json_end(json);
}

static void print_json(const TableTarget *target, int metrics, const Verified *verified)
{
    const VerifyReport *report = &verified->report;
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "verify");
    json_string(&json, "game", target->game->name);
    json_string(&json, "material", target->name);
    json_array(&json, "metrics");
    for (int metric = PROBE_DTZ; metric <= PROBE_DTW; metric <<= 1)
        if (metrics & metric) json_string(&json, NULL, tables_metric_name(metric));
    json_end(&json);
    json_boolean(&json, "right", !report->wrong && !*verified->head);
    json_count(&json, "positions", report->checked);
    json_count(&json, "wrong", report->wrong);
    if (report->wrong) json_wrong(&json, &report->first);
    if (*verified->head) json_string(&json, "head", verified->head);
    json_number(&json, "seconds", verified->seconds);
    json_close(&json);
}

/* Results follow from the moves only with distances: they are checked with the DTZ or DTW. */
static int distances_of(const TableTarget *target)
{
    const int results = tables_game(target->game)->results_by;
    return (target->metrics & PROBE_WDL ? results : 0) | (target->metrics & ~PROBE_WDL);
}

static WalkStatus verify_positions(const TableTour *tour, int metrics, VerifyReport *report,
                                   char error[PROBER_ERROR])
{
    const VerifyOptions options = {.metrics = metrics, .sample = tour->options->sample, .seed = 1};
    return tables_game(tour->target->game)->verify(tour, &options, report, error);
}

/* What the head of one file says against its positions. */
static int verify_file(TableTour *tour, int metric, char *wrong, size_t room)
{
    static Statistics statistics; /* large */
    const TableTarget *target = tour->target;
    const TableId id = table_target_id(target);
    char error[PROBER_ERROR] = "", name[TABLE_FILE_NAME];
    TableFile file;
    int code = table_tour_code(tour, tables_game(tour->target->game)->count(tour, metric, &statistics, error),
                               error);
    if (code) return code;
    const ProbeStatus status = table_file_open(&file, target->folder, id, metric, error);
    if (status) return tables_fail_probe(status, "", error);
    table_file_name(id.game, id.material, metric, name);
    if (!verify_head(&file.head, &statistics, error)) snprintf(wrong, room, "%s: %s", name, error);
    table_file_close(&file);
    return CLI_DONE;
}

static int verify_heads(TableTour *tour, Verified *verified)
{
    int code = CLI_DONE;
    for (int metric = PROBE_WDL; metric <= PROBE_DTW && !code && !*verified->head; metric <<= 1)
        if (tour->target->metrics & metric)
            code = verify_file(tour, metric, verified->head, sizeof verified->head);
    return code;
}

static int verify(TableTour *tour)
{
    const Options *options = tour->options;
    const int metrics = distances_of(tour->target);
    Verified verified = {.head = ""};
    char error[PROBER_ERROR] = "";
    const double start = progress_clock();
    tour->of /= options->sample ? 1 : 1 + __builtin_popcount((unsigned)tour->target->metrics);
    int code = table_tour_code(tour, verify_positions(tour, metrics, &verified.report, error), error);
    if (!code && !options->sample) code = verify_heads(tour, &verified);
    if (code) return code;
    verified.seconds = progress_clock() - start;
    const int wrong = verified.report.wrong || *verified.head;
    if (options->json) print_json(tour->target, metrics, &verified);
    else if (wrong || !options->quiet) print_text(tour->target, &verified);
    return wrong ? CLI_MISMATCH : CLI_DONE;
}

int table_verify(const Options *options, char *const *arguments, int count)
{
    TableTour tour;
    return table_tour(&tour, options, arguments, count, verify);
}
