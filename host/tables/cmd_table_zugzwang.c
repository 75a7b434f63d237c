/* SPDX-License-Identifier: MIT */
#include "cmd_table.h"

#include <stdio.h>

#include "../base/json.h"
#include "table_tour.h"
#include "tables_game.h"
#include "../base/text.h"

/* Of draughts no positions are the same. */
static int has_unique(const TableTarget *target) { return tables_game(target->game)->symmetries; }

static void print_counts(const TableTarget *target, const char *what, u64 all, u64 unique)
{
    char text[TEXT_NUMBER];
    text_grouped(all, text);
    printf("  %-29s %15s", what, text);
    text_grouped(unique, text);
    if (has_unique(target)) printf(" %15s", text);
    putchar('\n');
}

static void print_text(const TableTarget *target, const ZugzwangReport *report)
{
    printf("%-31s %15s", target->title, "positions");
    if (has_unique(target)) printf(" %15s", "unique");
    putchar('\n');
    print_counts(target, has_unique(target) ? "legal whoever is to move" : "no capture due to anyone",
                 report->positions, report->unique);
    for (ZugzwangKind kind = 0; kind < ZUGZWANG_KINDS; kind++)
        print_counts(target, zugzwang_kind_name(kind), report->kind[kind].all, report->kind[kind].unique);
    for (int i = 0; i < report->listed; i++)
        printf("%s: %s\n", zugzwang_kind_name(report->list[i].kind), report->list[i].fen);
}

static const char *const kind_keys[ZUGZWANG_KINDS] = {
    [ZUGZWANG_FULL] = "full_point",
    [ZUGZWANG_FIRST_WINS] = "first_wins",
    [ZUGZWANG_SECOND_WINS] = "second_wins",
};

static void json_list(Json *json, const ZugzwangReport *report)
{
    json_array(json, "list");
    for (int i = 0; i < report->listed; i++) {
        json_object(json, NULL);
        json_string(json, "fen", report->list[i].fen);
        json_string(json, "kind", kind_keys[report->list[i].kind]);
        json_end(json);
    }
    json_end(json);
}

static void print_json(const TableTarget *target, const ZugzwangReport *report, double seconds)
{
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "zugzwang");
    json_string(&json, "game", target->game->name);
    json_string(&json, "material", target->name);
    json_count(&json, "positions", report->positions);
    if (has_unique(target)) json_count(&json, "unique", report->unique);
    for (ZugzwangKind kind = 0; kind < ZUGZWANG_KINDS; kind++) {
        json_object(&json, kind_keys[kind]);
        json_count(&json, "positions", report->kind[kind].all);
        if (has_unique(target)) json_count(&json, "unique", report->kind[kind].unique);
        json_end(&json);
    }
    json_list(&json, report);
    json_number(&json, "seconds", seconds);
    json_close(&json);
}

static int zugzwang(TableTour *tour)
{
    static ZugzwangReport report; /* large */
    const ZugzwangOptions options = {.list = (int)tour->options->list};
    char error[PROBER_ERROR] = "";
    const double start = progress_clock();
    const WalkStatus status = tables_game(tour->target->game)->zugzwang(tour, &options, &report, error);
    const int code = table_tour_code(tour, status, error);
    if (code) return code;
    if (tour->options->json) print_json(tour->target, &report, progress_clock() - start);
    else print_text(tour->target, &report);
    return CLI_DONE;
}

int table_zugzwang(const Options *options, char *const *arguments, int count)
{
    TableTour tour;
    return table_tour(&tour, options, arguments, count, zugzwang);
}
