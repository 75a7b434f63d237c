#include "cmd_table.h"

#include <stdio.h>

#include "../solver/statistics.h"
#include "json.h"
#include "table_tour.h"
#include "tables.h"
#include "text.h"

static const char *const turns[2] = {"white", "black"}; /* the first side is shown as White */

/* ---- text ---- */

static void print_result(const SideStatistics *side, int what, Wdl wdl)
{
    const LongestDistance *longest = &side->longest[wdl + 2];
    const PositionCounts *count = &side->results[wdl + 2];
    char all[TEXT_NUMBER], unique[TEXT_NUMBER], same[TEXT_NUMBER];
    if (!count->all) return;
    text_grouped(count->all, all);
    text_grouped(count->unique, unique);
    printf("  %-13s %15s %15s", wdl_name(wdl), all, unique);
    if (what != PROBE_WDL && longest->plies >= 0) {
        text_grouped(longest->count.unique, same);
        printf("  longest %d plies: %s (%s such)", longest->plies, longest->fen, same);
    }
    putchar('\n');
}

static void print_text(const TableTarget *target, const Statistics *statistics)
{
    for (int side = 0; side < 2; side++) {
        printf("%s %s, %-19s %15s %15s\n", target->material.name, tables_metric_name(statistics->what),
               side ? "second side to move" : "first side to move", "positions", "unique");
        for (Wdl wdl = WDL_WIN; wdl >= WDL_LOSS; wdl--)
            print_result(&statistics->side[side], statistics->what, wdl);
    }
}

/* ---- JSON ---- */

static void json_counts(Json *json, const PositionCounts *counts)
{
    json_count(json, "positions", counts->all);
    json_count(json, "unique", counts->unique);
    json_count(json, "ordered", counts->ordered);
}

static void json_result(Json *json, const SideStatistics *side, int what, Wdl wdl)
{
    const LongestDistance *longest = &side->longest[wdl + 2];
    json_object(json, NULL);
    json_string(json, "wdl", wdl_name(wdl));
    json_counts(json, &side->results[wdl + 2]);
    if (what != PROBE_WDL && longest->plies >= 0) {
        json_object(json, "longest");
        json_integer(json, "plies", longest->plies);
        json_counts(json, &longest->count);
        json_string(json, "fen", longest->fen);
        json_end(json);
    }
    json_end(json);
}

/* Distances that occur. */
static void json_histogram(Json *json, const char *key, const PositionCounts counts[STATISTICS_PLIES])
{
    json_array(json, key);
    for (int plies = 0; plies < STATISTICS_PLIES; plies++) {
        if (!counts[plies].all) continue;
        json_object(json, NULL);
        json_integer(json, "plies", plies);
        json_counts(json, &counts[plies]);
        json_end(json);
    }
    json_end(json);
}

static void json_side(Json *json, const Statistics *statistics, int i)
{
    const SideStatistics *side = &statistics->side[i];
    json_object(json, NULL);
    json_string(json, "turn", turns[i]);
    json_array(json, "results");
    for (Wdl wdl = WDL_WIN; wdl >= WDL_LOSS; wdl--) json_result(json, side, statistics->what, wdl);
    json_end(json);
    if (statistics->what != PROBE_WDL) {
        json_histogram(json, "won", side->won);
        json_histogram(json, "lost", side->lost);
    }
    json_end(json);
}

static void print_json(const TableTarget *target, const Statistics *statistics, double seconds)
{
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "statistics");
    json_string(&json, "material", target->material.name);
    json_string(&json, "metric", tables_metric_name(statistics->what));
    json_array(&json, "sides");
    for (int i = 0; i < 2; i++) json_side(&json, statistics, i);
    json_end(&json);
    json_number(&json, "seconds", seconds);
    json_close(&json);
}

/* ---- running ---- */

static int count_metric(TableTour *tour, const TableTarget *target, const TableWalk *walk, int what)
{
    static Statistics statistics; /* large */
    char error[PROBER_ERROR] = "";
    const double start = progress_clock();
    const int code = table_tour_code(tour, walk, statistics_count(walk, what, &statistics, error), error);
    if (code) return code;
    if (tour->options->json) print_json(target, &statistics, progress_clock() - start);
    else print_text(target, &statistics);
    return CLI_DONE;
}

static int stats(TableTour *tour, const TableTarget *target, const TableWalk *walk)
{
    int code = CLI_DONE;
    tour->of /= __builtin_popcount((unsigned)target->what);
    for (int what = PROBE_WDL; what <= PROBE_DTM && !code; what <<= 1)
        if (target->what & what) code = count_metric(tour, target, walk, what);
    return code;
}

int table_stats(const Options *options, char *const *arguments, int count)
{
    TableTour tour;
    return table_tour(&tour, options, arguments, count, stats);
}
