#include "cmd_table.h"

#include <stdio.h>

#include "../solver/verify.h"
#include "json.h"
#include "table_tour.h"
#include "tables.h"
#include "text.h"

static void print_text(const TableTarget *target, const VerifyReport *report, double seconds)
{
    const VerifyWrong *first = &report->first;
    char checked[TEXT_NUMBER], wrong[TEXT_NUMBER], time[TEXT_NUMBER];
    char stored[VERIFY_VALUE], expected[VERIFY_VALUE];
    text_grouped(report->checked, checked);
    text_grouped(report->wrong, wrong);
    text_seconds(seconds, time);
    if (!report->wrong) {
        printf("%s: right, %s positions, %s\n", target->material.name, checked, time);
        return;
    }
    verify_value_text(first->what, first->stored, stored);
    verify_value_text(first->what, first->expected, expected);
    printf("%s: WRONG, %s of %s positions, %s; the first is %s: %s stored, from its moves follows %s (%s)\n",
           target->material.name, wrong, checked, time, first->fen, stored, expected,
           tables_metric_name(first->what));
}

static void json_wrong(Json *json, const VerifyWrong *wrong)
{
    char text[VERIFY_VALUE];
    json_object(json, "first");
    json_string(json, "fen", wrong->fen);
    json_string(json, "metric", tables_metric_name(wrong->what));
    verify_value_text(wrong->what, wrong->stored, text);
    json_string(json, "stored", text);
    verify_value_text(wrong->what, wrong->expected, text);
    json_string(json, "expected", text);
    json_end(json);
}

static void print_json(const TableTarget *target, int what, const VerifyReport *report, double seconds)
{
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "verify");
    json_string(&json, "material", target->material.name);
    json_array(&json, "metrics");
    if (what & PROBE_DTZ) json_string(&json, NULL, "dtz");
    if (what & PROBE_DTM) json_string(&json, NULL, "dtm");
    json_end(&json);
    json_boolean(&json, "right", !report->wrong);
    json_count(&json, "positions", report->checked);
    json_count(&json, "wrong", report->wrong);
    if (report->wrong) json_wrong(&json, &report->first);
    json_number(&json, "seconds", seconds);
    json_close(&json);
}

/* Results follow from the moves only with distances: they are checked beside the DTZ. */
static int distances_of(int what)
{
    return (what & (PROBE_WDL | PROBE_DTZ) ? PROBE_DTZ : 0) | (what & PROBE_DTM);
}

static int verify(TableTour *tour, const TableTarget *target, const TableWalk *walk)
{
    const VerifyOptions options = {
        .what = distances_of(target->what), .sample = tour->options->sample, .seed = 1};
    VerifyReport report = {0};
    char error[PROBER_ERROR] = "";
    const double start = progress_clock();
    const int code = table_tour_code(tour, walk, verify_table(walk, &options, &report, error), error);
    if (code) return code;
    if (tour->options->json) print_json(target, options.what, &report, progress_clock() - start);
    else if (report.wrong || !tour->options->quiet) print_text(target, &report, progress_clock() - start);
    return report.wrong ? CLI_MISMATCH : CLI_DONE;
}

int table_verify(const Options *options, char *const *arguments, int count)
{
    TableTour tour;
    return table_tour(&tour, options, arguments, count, verify);
}
