/* SPDX-License-Identifier: MIT */
#include "cmd_table.h"

#include <stdio.h>

#include "../base/json.h"
#include "table_tour.h"
#include "tables.h"
#include "tables_game.h"
#include "../base/text.h"

static const char *const turns[2] = {"white", "black"}; /* the first side is shown as White */

/* Of draughts no positions are the same: all counts are one. */
static int has_unique(const TableTarget *target) { return tables_game(target->game)->symmetries; }

static int has_fifty_moves(const TableTarget *target) { return tables_game(target->game)->fifty_moves; }

/* ---- text ---- */

static void print_result(const TableTarget *target, const SideStatistics *side, int metrics, Wdl wdl)
{
    const LongestDistance *longest = &side->longest[wdl + 2];
    const PositionCounts *count = &side->results[wdl + 2];
    char text[TEXT_NUMBER];
    if (!count->all) return;
    text_grouped(count->all, text);
    printf("  %-13s %15s", wdl_name(wdl), text);
    text_grouped(count->unique, text);
    if (has_unique(target)) printf(" %15s", text);
    if (metrics != PROBE_WDL && longest->plies >= 0) {
        text_grouped(longest->count.unique, text);
        printf("  longest %d plies: %s (%s such)", longest->plies, longest->fen, text);
    }
    putchar('\n');
}

static void print_text(const TableTarget *target, const Statistics *statistics)
{
    for (int side = 0; side < 2; side++) {
        printf("%s %s, %-19s %15s", target->title, tables_metric_name(statistics->metrics),
               side ? "second side to move" : "first side to move", "positions");
        if (has_unique(target)) printf(" %15s", "unique");
        putchar('\n');
        for (Wdl wdl = WDL_WIN; wdl >= WDL_LOSS; wdl--)
            print_result(target, &statistics->side[side], statistics->metrics, wdl);
    }
}

/* ---- JSON ---- */

static void json_counts(Json *json, const TableTarget *target, const PositionCounts *counts)
{
    json_count(json, "positions", counts->all);
    if (!has_unique(target)) return;
    json_count(json, "unique", counts->unique);
    json_count(json, "ordered", counts->ordered);
}

static void json_result(Json *json, const TableTarget *target, const SideStatistics *side, int metrics,
                        Wdl wdl)
{
    const LongestDistance *longest = &side->longest[wdl + 2];
    json_object(json, NULL);
    json_string(json, "wdl", wdl_name(wdl));
    json_counts(json, target, &side->results[wdl + 2]);
    if (metrics != PROBE_WDL && longest->plies >= 0) {
        json_object(json, "longest");
        json_integer(json, "plies", longest->plies);
        json_counts(json, target, &longest->count);
        json_string(json, "fen", longest->fen);
        json_end(json);
    }
    json_end(json);
}

/* Distances that occur. */
static void json_histogram(Json *json, const TableTarget *target, const char *key,
                           const PositionCounts counts[STATISTICS_PLIES])
{
    json_array(json, key);
    for (int plies = 0; plies < STATISTICS_PLIES; plies++) {
        if (!counts[plies].all) continue;
        json_object(json, NULL);
        json_integer(json, "plies", plies);
        json_counts(json, target, &counts[plies]);
        json_end(json);
    }
    json_end(json);
}

static void json_side(Json *json, const TableTarget *target, const Statistics *statistics, int i)
{
    const SideStatistics *side = &statistics->side[i];
    json_object(json, NULL);
    json_string(json, "turn", turns[i]);
    json_array(json, "results");
    for (Wdl wdl = WDL_WIN; wdl >= WDL_LOSS; wdl--)
        if (has_fifty_moves(target) || (wdl != WDL_CURSED_WIN && wdl != WDL_BLESSED_LOSS))
            json_result(json, target, side, statistics->metrics, wdl);
    json_end(json);
    if (statistics->metrics != PROBE_WDL) {
        json_histogram(json, target, "won", side->won);
        json_histogram(json, target, "lost", side->lost);
    }
    json_end(json);
}

static void print_json(const TableTarget *target, const Statistics *statistics, double seconds)
{
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "statistics");
    json_string(&json, "game", target->game->name);
    json_string(&json, "material", target->name);
    json_string(&json, "metric", tables_metric_name(statistics->metrics));
    json_array(&json, "sides");
    for (int i = 0; i < 2; i++) json_side(&json, target, statistics, i);
    json_end(&json);
    json_number(&json, "seconds", seconds);
    json_close(&json);
}

/* ---- sums of draughts tables with as many pieces ---- */

typedef struct {
    const Game *game;
    int men, materials;
    u64 results[5];
    int longest; /* win, plies; -1: not known, or none */
} Total;

/* Seen by the side to move, so that what has the same pieces on both sides counts once. */
static void add_to_total(Total *total, const TableTarget *target, const Statistics *statistics)
{
    total->materials++;
    for (int side = 0; side < (table_target_symmetric(target) ? 1 : 2); side++) {
        const SideStatistics *of = &statistics->side[side];
        for (int result = 0; result < 5; result++) total->results[result] += of->results[result].all;
        const int longest = statistics->metrics == PROBE_WDL ? -1 : of->longest[WDL_WIN + 2].plies;
        if (total->longest < longest) total->longest = longest;
    }
}

static u64 positions_of(const Total *total)
{
    return total->results[WDL_WIN + 2] + total->results[WDL_DRAW + 2] + total->results[WDL_LOSS + 2];
}

static void print_total_text(const Total *total)
{
    char positions[TEXT_NUMBER], count[5][TEXT_NUMBER];
    text_grouped(positions_of(total), positions);
    for (int result = 0; result < 5; result++) text_grouped(total->results[result], count[result]);
    printf("%s, %d pieces, %d materials: %s positions, %s won, %s drawn, %s lost", total->game->name,
           total->men, total->materials, positions, count[WDL_WIN + 2], count[WDL_DRAW + 2],
           count[WDL_LOSS + 2]);
    if (total->longest >= 0)
        printf(", longest win %d pl%s", total->longest, total->longest == 1 ? "y" : "ies");
    putchar('\n');
}

static void print_total_json(const Total *total)
{
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "total");
    json_string(&json, "game", total->game->name);
    json_integer(&json, "men", total->men);
    json_integer(&json, "materials", total->materials);
    json_count(&json, "positions", positions_of(total));
    json_count(&json, "won", total->results[WDL_WIN + 2]);
    json_count(&json, "drawn", total->results[WDL_DRAW + 2]);
    json_count(&json, "lost", total->results[WDL_LOSS + 2]);
    if (total->longest >= 0) json_integer(&json, "longest_win", total->longest);
    else json_string(&json, "longest_win", NULL);
    json_close(&json);
}

static void end_total(const Options *options, Total *total)
{
    if (total->materials > 1 && options->json) print_total_json(total);
    if (total->materials > 1 && !options->json) print_total_text(total);
    *total = (Total){.longest = -1};
}

/* ---- running ---- */

static Total total;

static int count_metric(TableTour *tour, int metrics)
{
    static Statistics statistics; /* large */
    char error[PROBER_ERROR] = "";
    const double start = progress_clock();
    const int code = table_tour_code(
        tour, tables_game(tour->target->game)->count(tour, metrics, &statistics, error), error);
    if (code) return code;
    if (tour->options->json) print_json(tour->target, &statistics, progress_clock() - start);
    else print_text(tour->target, &statistics);
    if (tables_game(tour->target->game)->by_mover && metrics << 1 > tour->target->metrics)
        add_to_total(&total, tour->target, &statistics);
    return CLI_DONE;
}

static int stats(TableTour *tour)
{
    const TableTarget *target = tour->target;
    int code = CLI_DONE;
    if (total.game != target->game || total.men != target->men) end_total(tour->options, &total);
    total.game = target->game;
    total.men = target->men;
    tour->of /= __builtin_popcount((unsigned)target->metrics);
    for (int metrics = PROBE_WDL; metrics <= PROBE_DTW && !code; metrics <<= 1)
        if (target->metrics & metrics) code = count_metric(tour, metrics);
    return code;
}

int table_stats(const Options *options, char *const *arguments, int count)
{
    TableTour tour;
    const int code = table_tour(&tour, options, arguments, count, stats);
    end_total(options, &total);
    return code;
}
