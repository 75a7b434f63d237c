#include "cli.h"
#include "interrupt.h"
#include "json.h"
#include "probe.h"
#include "tables.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const Options *options;
    Prober *prober;
    int by;    /* PROBE_DTZ, PROBE_DTM, or 0: by what there is */
    int shown; /* positions so far */
    ProbeReport report;
} Probe;

static int is_drawn(const ProbeResult *result) { return result->wdl == WDL_DRAW; }

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

static void print_distance(const char *name, const char *to, const ProbeResult *result, int bit, int plies,
                           const char *missing)
{
    const int count = abs(plies), moves = (count + 1) / 2;
    if (!(result->known & bit)) {
        printf("%s not known: %s\n", name, missing);
        return;
    }
    printf("%s %d pl%s, %d move%s, to %s\n", name, count, count == 1 ? "y" : "ies", moves,
           moves == 1 ? "" : "s", to);
}

static void print_value(const ProbeReport *report)
{
    const ProbeResult *result = &report->result;
    printf("%s to move: %s\n", report->record.black ? "Black" : "White",
           report->count      ? wdl_words(result->wdl)
           : is_drawn(result) ? "stalemate"
                              : "checkmate");
    if (result->at_clock != result->wdl)
        printf("halfmove clock at %d: %s\n", report->record.halfmove, wdl_words(result->at_clock));
    if (is_drawn(result) || report->count == 0) return;
    print_distance("DTZ", "the next capture, pawn move or mate", result, PROBE_DTZ, result->dtz,
                   report->dtz_missing);
    print_distance("DTM", "mate", result, PROBE_DTM, result->dtm, report->dtm_missing);
}

static void move_text(const Options *options, const GameRecord *record, GameMove move, char text[GAME_TEXT])
{
    options->game->move_text(options->game, record, move, options->san ? MOVE_SAN : MOVE_UCI, text);
}

static void distance_text(const ProbeResult *result, int bit, int plies, char text[TEXT_NUMBER])
{
    if (is_drawn(result) || !(result->known & bit)) snprintf(text, TEXT_NUMBER, "-");
    else snprintf(text, TEXT_NUMBER, "%d", abs(plies));
}

static void print_moves(const Probe *probe)
{
    const ProbeReport *report = &probe->report;
    char text[GAME_TEXT], dtz[TEXT_NUMBER], dtm[TEXT_NUMBER];
    if (report->count == 0) return;
    printf("moves, best first, equal results by %s; DTZ and DTM in plies:\n",
           report->by == PROBE_DTM ? "DTM" : "DTZ");
    for (int i = 0; i < report->count; i++) {
        const ProbeResult *result = &report->moves[i].result;
        move_text(probe->options, &report->record, report->moves[i].move, text);
        distance_text(result, PROBE_DTZ, result->dtz, dtz);
        distance_text(result, PROBE_DTM, result->dtm, dtm);
        printf("  %-8s %-13s DTZ %3s  DTM %3s\n", text, wdl_name(result->at_clock), dtz, dtm);
    }
}

static void print_line(const Probe *probe)
{
    GameRecord record = probe->report.record;
    char text[GAME_TEXT];
    if (!probe->report.line_count) return;
    printf("line by %s:", probe->report.by == PROBE_DTM ? "DTM" : "DTZ");
    for (int i = 0; i < probe->report.line_count; i++) {
        move_text(probe->options, &record, probe->report.line[i], text);
        printf(" %s", text);
        game_chess.make(&game_chess, &record, probe->report.line[i], &record);
    }
    putchar('\n');
}

static void print_text(const Probe *probe)
{
    char text[GAME_TEXT];
    game_chess.format(&game_chess, &probe->report.record, text);
    printf("%s%s\n", probe->shown ? "\n" : "", text);
    print_value(&probe->report);
    print_line(probe);
    print_moves(probe);
}

/* ---- JSON ---- */

/* Null for a draw and what is not known. */
static void json_distance(Json *json, const char *key, const ProbeResult *result, int bit, int plies)
{
    if (is_drawn(result) || !(result->known & bit)) json_string(json, key, NULL);
    else json_integer(json, key, plies);
}

static void json_result(Json *json, const ProbeResult *result)
{
    json_string(json, "wdl", wdl_name(result->wdl));
    json_distance(json, "dtz", result, PROBE_DTZ, result->dtz);
    json_distance(json, "dtm", result, PROBE_DTM, result->dtm);
    json_string(json, "wdl_at_clock", wdl_name(result->at_clock));
}

static void json_move(Json *json, const ProbeReport *report, int i)
{
    const ProbeMove *move = &report->moves[i];
    char text[GAME_TEXT];
    json_object(json, NULL);
    game_chess.move_text(&game_chess, &report->record, move->move, MOVE_UCI, text);
    json_string(json, "move", text);
    game_chess.move_text(&game_chess, &report->record, move->move, MOVE_SAN, text);
    json_string(json, "san", text);
    json_result(json, &move->result);
    json_end(json);
}

static void json_line(Json *json, const char *key, const ProbeReport *report, MoveStyle style)
{
    GameRecord record = report->record;
    char text[GAME_TEXT];
    json_array(json, key);
    for (int i = 0; i < report->line_count; i++) {
        game_chess.move_text(&game_chess, &record, report->line[i], style, text);
        json_string(json, NULL, text);
        game_chess.make(&game_chess, &record, report->line[i], &record);
    }
    json_end(json);
}

static void print_json(const Probe *probe)
{
    const ProbeReport *report = &probe->report;
    char text[GAME_TEXT];
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "probe");
    json_string(&json, "game", probe->options->game->name);
    game_chess.format(&game_chess, &report->record, text);
    json_string(&json, "fen", text);
    json_result(&json, &report->result);
    if (*report->dtz_missing) json_string(&json, "dtz_missing", report->dtz_missing);
    if (*report->dtm_missing) json_string(&json, "dtm_missing", report->dtm_missing);
    json_string(&json, "by", report->by == PROBE_DTM ? "dtm" : "dtz");
    json_array(&json, "moves");
    for (int i = 0; i < report->count; i++) json_move(&json, report, i);
    json_end(&json);
    if (probe->options->line) {
        json_line(&json, "line", report, MOVE_UCI);
        json_line(&json, "line_san", report, MOVE_SAN);
    }
    json_close(&json);
}

/* ---- running ---- */

/* `where`: "" or "standard input:3: ", for what is wrong. */
static int probe_text(Probe *probe, const char *text, const char *where)
{
    GameRecord record;
    char wrong[GAME_TEXT], error[PROBER_ERROR] = "";
    if (game_chess.parse(&game_chess, text, &record, wrong))
        return cli_fail(CLI_BAD_INPUT, "%s%s", where, wrong);
    ProbeStatus status = probe_position(probe->prober, &record, probe->by, &probe->report, error);
    if (!status && probe->options->line) status = probe_line(probe->prober, &probe->report, error);
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
    text += strspn(text, " \t");
    if (*text == 0 || *text == '#') return CLI_DONE;
    return probe_text(probe, text, where);
}

/* Goes on behind bad lines; their code is the last one told. */
static int probe_input(Probe *probe)
{
    char *text = NULL;
    size_t room = 0;
    ssize_t length;
    int code = CLI_DONE;
    interrupt_ends_waiting();
    for (long line = 1; !interrupt_requested() && !ferror(stdout) && (length = getline(&text, &room, stdin)) >= 0; line++) {
        const int told = probe_line_of_input(probe, text, (size_t)length, line);
        if (told) code = told;
    }
    free(text);
    if (interrupt_requested()) return CLI_STOPPED;
    if (ferror(stdin)) return cli_fail(CLI_BAD_INPUT, "cannot read standard input: %s", strerror(errno));
    return code;
}

static int parse_by(const char *text, int *by)
{
    static const char *const names[] = {"dtz", "dtm", NULL};
    *by = 0;
    if (!text) return CLI_DONE;
    if (!strcmp(text, "dtz")) *by = PROBE_DTZ;
    else if (!strcmp(text, "dtm")) *by = PROBE_DTM;
    else return cli_fail_unknown("metric", text, names);
    return CLI_DONE;
}

static int open_tables(const Options *options, Prober **prober)
{
    const char *folder = options->tables ? options->tables : getenv("TABULEIRO_TABLES");
    if (folder && *folder) return tables_open(options, folder, prober);
    return cli_fail(CLI_USAGE, "which tables? --tables DIR or TABULEIRO_TABLES names their folder");
}

int cmd_probe(const Options *options)
{
    static Probe probe; /* large */
    memset(&probe, 0, sizeof probe);
    probe.options = options;
    int code = tables_check_game(options);
    if (!code) code = parse_by(options->by, &probe.by);
    if (!code) code = open_tables(options, &probe.prober);
    if (code) return code;
    const char *text = options->arguments[0];
    code = strcmp(text, "-") ? probe_text(&probe, text, "") : probe_input(&probe);
    prober_close(probe.prober);
    return code;
}
