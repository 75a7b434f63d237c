/* SPDX-License-Identifier: MIT */
#include "../cli/cli.h"
#include "../base/interrupt.h"
#include "../base/json.h"
#include "probe.h"
#include "tables.h"
#include "tables_game.h"
#include "../base/text.h"

#include "../../notation/utf8.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const Options *options;
    ProbeTables tables;
    int by;    /* PROBE_ bit of a distance, or 0: by what there is */
    int shown; /* positions so far */
    ProbeReport report;
} Probe;

static int is_drawn(const ProbeResult *result) { return result->wdl == WDL_DRAW; }

/* Distances as they are called, and what they count to. */
static const struct {
    int metrics;
    const char *name, *to;
} distances[PROBE_DISTANCES] = {
    {PROBE_DTZ, "DTZ", "the next capture, pawn move or mate"},
    {PROBE_DTM, "DTM", "mate"},
    {PROBE_DTW, "DTW", "the end"},
};

static int has(const Game *game, int distance)
{
    return (tables_metrics(game) & distances[distance].metrics) != 0;
}

static int has_several_distances(const Game *game)
{
    return __builtin_popcount((unsigned)(tables_metrics(game) & ~PROBE_WDL)) > 1;
}

static const char *by_name(const ProbeReport *report) { return distances[probe_distance(report->by)].name; }

/* Rules of a draughts game that count moves or repetitions, which values leave aside; NULL: it has none. */
static const char *draw_rules(const Game *game, GameRule list[GAME_MAX_RULES])
{
    const int count = game->rules ? game->rules(game, list) : 0;
    for (int i = 0; i < count; i++)
        if (!strcmp(list[i].key, "draws") && strcmp(list[i].text, "none") != 0 &&
            strncmp(list[i].text, "agreement", 9) != 0)
            return list[i].text;
    return NULL;
}

/* ---- text ---- */

static const char *wdl_words(Wdl wdl)
{
    switch (wdl) {
    case WDL_WIN: return "win";
    case WDL_CURSED_WIN: return "cursed win: a draw by the 50-move rule";
    case WDL_DRAW: return "draw";
    case WDL_BLESSED_LOSS: return "blessed loss: a draw by the 50-move rule";
    case WDL_LOSS: return "loss";
    }
    return "";
}

static void print_distance(const ProbeReport *report, int i)
{
    const int count = abs(report->result.plies[i]), moves = (count + 1) / 2;
    if (!(report->result.known & distances[i].metrics)) {
        printf("%s not known: %s\n", distances[i].name, report->missing[i]);
        return;
    }
    printf("%s %d pl%s, %d move%s, to %s\n", distances[i].name, count, count == 1 ? "y" : "ies", moves,
           moves == 1 ? "" : "s", distances[i].to);
}

static void print_value(const Game *game, const ProbeReport *report)
{
    const ProbeResult *result = &report->result;
    printf("%s to move: %s\n", report->record.black ? "Black" : "White",
           report->count ? wdl_words(result->wdl) : tables_game(game)->end_words(result->wdl));
    if (result->at_clock != result->wdl)
        printf("halfmove clock at %d: %s\n", report->record.halfmove, wdl_words(result->at_clock));
    for (int i = 0; i < PROBE_DISTANCES && !is_drawn(result) && report->count; i++)
        if (has(game, i)) print_distance(report, i);
}

static void print_draw_rules(const Game *game)
{
    GameRule list[GAME_MAX_RULES];
    const char *rules = draw_rules(game, list);
    if (rules) printf("drawing rules, left aside here: %s\n", rules);
}

static void move_text(const Options *options, const GameRecord *record, GameMove move, char text[GAME_TEXT])
{
    options->game->move_text(options->game, record, move, options->san ? MOVE_SAN : MOVE_UCI, text);
}

static void print_move_distance(const ProbeResult *result, int i)
{
    if (is_drawn(result) || !(result->known & distances[i].metrics)) printf("  %s   -", distances[i].name);
    else printf("  %s %3d", distances[i].name, abs(result->plies[i]));
}

static void print_moves(const Probe *probe)
{
    const ProbeReport *report = &probe->report;
    const Game *game = probe->options->game;
    char text[GAME_TEXT];
    if (report->count == 0) return;
    printf("moves, best first, equal results by %s; %s in plies:\n", by_name(report),
           has_several_distances(game) ? "DTZ and DTM" : "DTW");
    for (int i = 0; i < report->count; i++) {
        const ProbeResult *result = &report->moves[i].result;
        move_text(probe->options, &report->record, report->moves[i].move, text);
        printf("  %-8s %-*s", text, tables_game(game)->name_width, wdl_name(result->at_clock));
        for (int j = 0; j < PROBE_DISTANCES; j++)
            if (has(game, j)) print_move_distance(result, j);
        putchar('\n');
    }
}

static void print_line(const Probe *probe)
{
    const Game *game = probe->options->game;
    GameRecord record = probe->report.record;
    char text[GAME_TEXT];
    if (!probe->report.line_count) return;
    printf("line by %s:", by_name(&probe->report));
    for (int i = 0; i < probe->report.line_count; i++) {
        move_text(probe->options, &record, probe->report.line[i], text);
        printf(" %s", text);
        game->make(game, &record, probe->report.line[i], &record);
    }
    putchar('\n');
}

static void print_text(const Probe *probe)
{
    const Game *game = probe->options->game;
    char text[GAME_TEXT];
    game->format(game, &probe->report.record, text);
    printf("%s%s\n", probe->shown ? "\n" : "", text);
    print_value(game, &probe->report);
    print_draw_rules(game);
    print_line(probe);
    print_moves(probe);
}

/* ---- JSON ---- */

/* Null for a draw and what is not known. */
static void json_result(Json *json, const Game *game, const ProbeResult *result)
{
    json_string(json, "wdl", wdl_name(result->wdl));
    for (int i = 0; i < PROBE_DISTANCES; i++) {
        const char *key = tables_metric_name(distances[i].metrics);
        if (!has(game, i)) continue;
        if (is_drawn(result) || !(result->known & distances[i].metrics)) json_string(json, key, NULL);
        else json_integer(json, key, result->plies[i]);
    }
    if (tables_game(game)->fifty_moves) json_string(json, "wdl_at_clock", wdl_name(result->at_clock));
}

static void json_missing(Json *json, const ProbeReport *report)
{
    for (int i = 0; i < PROBE_DISTANCES; i++) {
        char key[TEXT_NUMBER];
        snprintf(key, sizeof key, "%s_missing", tables_metric_name(distances[i].metrics));
        if (*report->missing[i]) json_string(json, key, report->missing[i]);
    }
}

static void json_move(Json *json, const Game *game, const ProbeReport *report, int i)
{
    const RankedMove *move = &report->moves[i];
    char text[GAME_TEXT];
    json_object(json, NULL);
    game->move_text(game, &report->record, move->move, MOVE_UCI, text);
    json_string(json, "move", text);
    game->move_text(game, &report->record, move->move, MOVE_SAN, text);
    if (tables_game(game)->san) json_string(json, "san", text);
    json_result(json, game, &move->result);
    json_end(json);
}

static void json_line(Json *json, const Game *game, const char *key, const ProbeReport *report,
                      MoveStyle style)
{
    GameRecord record = report->record;
    char text[GAME_TEXT];
    json_array(json, key);
    for (int i = 0; i < report->line_count; i++) {
        game->move_text(game, &record, report->line[i], style, text);
        json_string(json, NULL, text);
        game->make(game, &record, report->line[i], &record);
    }
    json_end(json);
}

static void print_json(const Probe *probe)
{
    const ProbeReport *report = &probe->report;
    const Game *game = probe->options->game;
    GameRule rules[GAME_MAX_RULES];
    char text[GAME_TEXT];
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "probe");
    json_string(&json, "game", game->name);
    game->format(game, &report->record, text);
    json_string(&json, "fen", text);
    json_result(&json, game, &report->result);
    json_missing(&json, report);
    if (has_several_distances(game)) json_string(&json, "by", tables_metric_name(report->by));
    else json_string(&json, "draw_rules", draw_rules(game, rules));
    json_array(&json, "moves");
    for (int i = 0; i < report->count; i++) json_move(&json, game, report, i);
    json_end(&json);
    if (probe->options->line) json_line(&json, game, "line", report, MOVE_UCI);
    if (probe->options->line && tables_game(game)->san) json_line(&json, game, "line_san", report, MOVE_SAN);
    json_close(&json);
}

/* ---- running ---- */

/* `where`: "" or "standard input:3: ", for what is wrong. */
static int probe_text(Probe *probe, const char *text, const char *where)
{
    GameRecord record;
    char wrong[GAME_TEXT], error[PROBER_ERROR] = "";
    const Game *game = probe->options->game;
    if (game->parse(game, text, &record, wrong)) return cli_fail(CLI_BAD_INPUT, "%s%s", where, wrong);
    record.merge_captures = 1;
    ProbeStatus status = probe_position(&probe->tables, &record, probe->by, &probe->report, error);
    if (!status && probe->options->line) status = probe_line(&probe->tables, &probe->report, error);
    if (status) return tables_fail_probe(status, where, error);
    if (probe->options->json) print_json(probe);
    else print_text(probe);
    probe->shown++;
    return CLI_DONE;
}

/* A line of standard input. */
static int probe_line_of_input(Probe *probe, char *text, size_t length, long line)
{
    char where[64];
    snprintf(where, sizeof where, "standard input:%ld: ", line);
    if (strlen(text) < length) return cli_fail(CLI_BAD_INPUT, "%sa zero byte; is it a text file?", where);
    text[strcspn(text, "\r\n")] = 0;
    text = utf8_behind_mark(text);
    text += strspn(text, " \t");
    if (*text == 0 || *text == '#') return CLI_DONE;
    return probe_text(probe, text, where);
}

static ssize_t next_line(char **text, size_t *room)
{
    ssize_t length;
    do length = getline(text, room, stdin);
    while (length < 0 && interrupt_read_on(stdin));
    return length;
}

/* Goes on behind bad lines; the code of the last of them is the result. */
static int probe_input(Probe *probe)
{
    char *text = NULL;
    size_t room = 0;
    ssize_t length = 0;
    int code = CLI_DONE, cause = 0;
    for (long line = 1; !interrupt_requested() && !ferror(stdout); line++) {
        length = next_line(&text, &room);
        cause = errno;
        if (length < 0) break;
        const int failed = probe_line_of_input(probe, text, (size_t)length, line);
        if (failed) code = failed;
    }
    free(text);
    if (ferror(stdin) || interrupt_requested()) return cli_fail_read("standard input", cause);
    return length < 0 && !feof(stdin) ? cli_fail(CLI_MEMORY, "no memory for a line of standard input") : code;
}

static int parse_by(const Options *options, int *by)
{
    static const char *const names[] = {"dtz", "dtm", NULL};
    const char *text = options->by;
    *by = 0;
    if (!text) return CLI_DONE;
    if (!has_several_distances(options->game))
        return cli_fail(CLI_USAGE, "--by is for chess; %s has one distance, DTW", options->game->name);
    if (!strcmp(text, "dtz")) *by = PROBE_DTZ;
    else if (!strcmp(text, "dtm")) *by = PROBE_DTM;
    else return cli_fail_unknown("metric", text, names);
    return CLI_DONE;
}

static int open_tables(const Options *options, ProbeTables *tables)
{
    const char *folder = options->tables ? options->tables : getenv("TABULEIRO_TABLES");
    if (!folder || !*folder)
        return cli_fail(CLI_USAGE, "which tables? --tables DIR or TABULEIRO_TABLES names their folder");
    tables->game = options->game;
    return tables_game(options->game)->open(options, folder, tables);
}

int cmd_probe(const Options *options)
{
    static Probe probe; /* large */
    memset(&probe, 0, sizeof probe);
    probe.options = options;
    int code = parse_by(options, &probe.by);
    if (!code) code = open_tables(options, &probe.tables);
    if (code) return code;
    const char *text = options->arguments[0];
    code = strcmp(text, "-") ? probe_text(&probe, text, "") : probe_input(&probe);
    probe_close(&probe.tables);
    return code;
}
