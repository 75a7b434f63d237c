/* SPDX-License-Identifier: MIT */
#include "../cli/cli.h"
#include "../base/interrupt.h"
#include "../base/json.h"
#include "../base/whole_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../notation/score_copy.h"
#include "../../referee/referee.h"

typedef struct {
    const Options *options;
    Referee referee;
    Json json;
    int number; /* of the game */
    int opened; /* something of it has been printed */
    int silent; /* standard output is for the games themselves */
    RefereeVerdict verdict;
    struct {
        int games, outcomes[REFEREE_BOTH_LOSE + 1], irregular, contradictions, disagreements, faults, notes;
        int breaks; /* games that break their rules */
    } total;
} RefereeRun;

static const char *outcome_text(RefereeOutcome outcome)
{
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2", "0-0"};
    return texts[outcome];
}

/* ---- words ---- */

static const char *side_name(int black) { return black ? "Black" : "White"; }

static const char *reason_words(RefereeReason reason, RefereeOutcome outcome)
{
    switch (reason) {
    case REFEREE_CHECKMATE: return "checkmate";
    case REFEREE_STALEMATE: return "stalemate";
    case REFEREE_MATERIAL: return "neither side can mate";
    case REFEREE_ENDLESS: return "perpetual check";
    case REFEREE_NO_PIECES: return "no pieces left";
    case REFEREE_BLOCKED: return "no move left";
    case REFEREE_FIRST_KING: return "the first king";
    case REFEREE_AGREEMENT: return "agreement";
    case REFEREE_CLAIMED: return "claimed";
    case REFEREE_RESIGNATION: return outcome == REFEREE_WHITE_WINS ? "Black resigns" : "White resigns";
    case REFEREE_ONE_EACH: return "one piece each";
    case REFEREE_REPETITION:
    case REFEREE_MOVE_COUNT:
    case REFEREE_PENALTY:
    case REFEREE_STATED:
    case REFEREE_NO_REASON: return "";
    }
    return "";
}

static void print_reason(RefereeReason reason, RefereeOutcome outcome, const char *text)
{
    const char *words = reason_words(reason, outcome);
    printf("%s%s%s", words, *words && *text ? ": " : "", text);
}

static void print_moves(const char *before, const RefereeEvent *event)
{
    for (int i = 0; i < event->move_count; i++) printf("%s%s", i ? ", " : before, event->moves[i]);
}

static void print_place(const RefereeEvent *event)
{
    if (event->line) printf("line %u, column %u: ", event->line, event->column);
}

static void print_what(const RefereeEvent *event)
{
    switch (event->kind) {
    case REFEREE_IRREGULAR:
        print_place(event);
        printf("irregular: %s", event->text);
        print_moves("; legal: ", event);
        break;
    case REFEREE_CHECK: fputs("check", stdout); break;
    case REFEREE_PERPETUAL: fputs("perpetual check: the position can only be repeated", stdout); break;
    case REFEREE_CLAIM:
        printf("%s may claim a draw: %s", event->number ? side_name(!event->black) : "the side to move",
               event->text);
        print_moves(", with ", event);
        break;
    case REFEREE_HUFF_OFFERED: print_moves("may be answered by huffing: ", event); break;
    case REFEREE_HUFFED: printf("huffs %s", event->text); break;
    case REFEREE_DECLINED: print_moves("leaves out a capture: ", event); break;
    case REFEREE_END:
        printf("the game is over, %s: ", outcome_text(event->outcome));
        print_reason(event->reason, event->outcome, event->text);
        break;
    case REFEREE_AFTER_END:
        print_place(event);
        printf("%s stands behind the end of the game", event->move);
        break;
    case REFEREE_UNREADABLE:
        print_place(event);
        printf("%s; the rest is not judged", event->text);
        break;
    case REFEREE_LOST:
        print_place(event);
        fputs("no move takes the place of the irregular one; the rest is not judged", stdout);
        break;
    case REFEREE_CONTRADICTION:
        printf("the text says %s, the moves say %s", event->text, outcome_text(event->outcome));
        break;
    case REFEREE_FAULT: fputs(event->text, stdout); break;
    case REFEREE_NOTE:
        if (event->number) print_place(event);
        printf("note: %s", event->text);
        break;
    }
}

/* Reports that something is wrong with the game or its text. */
static int is_wrong(RefereeKind kind)
{
    return kind == REFEREE_IRREGULAR || (kind >= REFEREE_AFTER_END && kind != REFEREE_NOTE);
}

static void print_header(RefereeRun *run)
{
    const RefereeVerdict *v = &run->verdict;
    if (run->opened) return;
    run->opened = 1;
    printf("game %d, line %u", run->number, v->line ? v->line : 1);
    if (*v->white || *v->black) printf(": %s - %s", *v->white ? v->white : "?", *v->black ? v->black : "?");
    putchar('\n');
}

static void print_event(RefereeRun *run, const RefereeEvent *event)
{
    char move[GAME_TEXT] = "";
    if (run->options->quiet && !is_wrong(event->kind)) return;
    print_header(run);
    if (event->number && event->kind != REFEREE_LOST)
        snprintf(move, sizeof move, "%d%s %s", event->number, event->second ? "..." : ".", event->move);
    printf("  %-14s ", move);
    print_what(event);
    putchar('\n');
}

static void print_verdict(RefereeRun *run)
{
    const RefereeVerdict *v = &run->verdict;
    if (run->options->quiet && !run->opened) return;
    print_header(run);
    printf("  %-14s ", outcome_text(v->outcome));
    if (v->outcome != REFEREE_UNFINISHED) print_reason(v->reason, v->outcome, v->text);
    else if (v->stated != SCORE_MISSING) fputs("not finished", stdout);
    else
        printf("not finished; line %u, column %u: the game ends without a result", v->end_line,
               v->end_column);
    putchar('\n');
}

static void print_total(const RefereeRun *run)
{
    const int *outcomes = run->total.outcomes;
    printf("%d game%s: White won %d, Black won %d, drawn %d, unfinished %d", run->total.games,
           run->total.games == 1 ? "" : "s", outcomes[REFEREE_WHITE_WINS], outcomes[REFEREE_BLACK_WINS],
           outcomes[REFEREE_DRAWN], outcomes[REFEREE_UNFINISHED]);
    if (outcomes[REFEREE_BOTH_LOSE]) printf(", both lost %d", outcomes[REFEREE_BOTH_LOSE]);
    printf("; irregular moves %d, contradicted results %d, faults %d", run->total.irregular,
           run->total.contradictions, run->total.faults);
    if (run->total.disagreements) printf(", results that disagree %d", run->total.disagreements);
    if (run->total.notes) printf(", notes %d", run->total.notes);
    putchar('\n');
}

/* ---- JSON ---- */

static void json_header(RefereeRun *run)
{
    if (run->opened) return;
    run->opened = 1;
    json_open(&run->json, stdout);
    json_string(&run->json, "record", "game");
    json_string(&run->json, "game", run->options->game->name);
    json_string(&run->json, "rules", run->referee.book ? run->referee.book->name : "");
    json_integer(&run->json, "number", run->number);
    json_array(&run->json, "events");
}

static void json_event(RefereeRun *run, const RefereeEvent *event)
{
    Json *json = &run->json;
    json_header(run);
    json_object(json, NULL);
    json_string(json, "event", referee_kind_name(event->kind));
    json_integer(json, "number", event->number);
    json_string(json, "side", event->black ? "black" : "white");
    json_integer(json, "line", event->line);
    json_integer(json, "column", event->column);
    json_string(json, "move", event->move);
    json_string(json, "reason", referee_reason_name(event->reason));
    if (event->kind == REFEREE_END || event->kind == REFEREE_CONTRADICTION)
        json_string(json, "outcome", outcome_text(event->outcome));
    json_string(json, "text", event->text);
    json_array(json, "moves");
    for (int i = 0; i < event->move_count; i++) json_string(json, NULL, event->moves[i]);
    json_end(json);
    json_end(json);
}

static void json_verdict(RefereeRun *run)
{
    const RefereeVerdict *v = &run->verdict;
    Json *json = &run->json;
    json_header(run);
    json_end(json);
    json_integer(json, "line", v->line);
    json_integer(json, "end_line", v->end_line);
    json_integer(json, "end_column", v->end_column);
    json_string(json, "white", v->white);
    json_string(json, "black", v->black);
    json_integer(json, "plies", v->plies);
    json_string(json, "outcome", outcome_text(v->outcome));
    json_string(json, "reason", referee_reason_name(v->reason));
    json_string(json, "text", v->text);
    json_string(json, "stated", score_result_text(v->stated));
    json_integer(json, "irregular", v->irregular);
    json_integer(json, "faults", v->faults);
    json_boolean(json, "contradiction", v->contradiction);
    json_integer(json, "notes", v->notes);
    json_boolean(json, "disagreement", v->disagreement);
    json_string(json, "position", v->position);
    json_close(json);
}

static void json_total(RefereeRun *run)
{
    Json *json = &run->json;
    json_open(json, stdout);
    json_string(json, "record", "referee");
    json_string(json, "game", run->options->game->name);
    json_string(json, "rules", run->referee.book ? run->referee.book->name : "");
    json_integer(json, "games", run->total.games);
    json_integer(json, "white", run->total.outcomes[REFEREE_WHITE_WINS]);
    json_integer(json, "black", run->total.outcomes[REFEREE_BLACK_WINS]);
    json_integer(json, "drawn", run->total.outcomes[REFEREE_DRAWN]);
    json_integer(json, "unfinished", run->total.outcomes[REFEREE_UNFINISHED]);
    json_integer(json, "irregular", run->total.irregular);
    json_integer(json, "contradictions", run->total.contradictions);
    json_integer(json, "faults", run->total.faults);
    json_integer(json, "notes", run->total.notes);
    json_integer(json, "disagreements", run->total.disagreements);
    json_close(json);
}

/* ---- running ---- */

static void report(void *context, const RefereeEvent *event)
{
    RefereeRun *run = context;
    if (event->kind == REFEREE_AFTER_END) run->total.breaks++;
    if (run->silent) return;
    if (run->options->json) json_event(run, event);
    else print_event(run, event);
}

static void add_to_total(RefereeRun *run)
{
    const RefereeVerdict *v = &run->verdict;
    run->total.games++;
    run->total.outcomes[v->outcome]++;
    run->total.irregular += v->irregular;
    run->total.contradictions += v->contradiction;
    run->total.disagreements += v->disagreement;
    run->total.faults += v->faults;
    run->total.notes += v->notes;
    if (v->irregular || v->contradiction) run->total.breaks++;
}

static int judge_all(RefereeRun *run, const char *text, size_t length)
{
    ScoreReader reader;
    int status = 0;
    score_open(&reader, run->referee.draughts ? SCORE_PDN : SCORE_PGN, text, length);
    for (run->number = 1; !ferror(stdout) && !interrupt_requested(); run->number++) {
        run->opened = 0;
        status = referee_replay(&run->referee, &reader, report, run, &run->verdict);
        if (status <= 0) break;
        if (run->options->json) json_verdict(run);
        else if (!run->silent) print_verdict(run);
        add_to_total(run);
    }
    if (status < 0) return cli_fail(CLI_MEMORY, "no memory for game %d", run->number);
    const int stopped = interrupt_requested();
    if (stopped) cli_fail(CLI_STOPPED, "stopped on request; what is known so far:");
    else if (run->total.games == 0) return cli_fail(CLI_BAD_INPUT, "there is no game in it");
    if (run->options->json) json_total(run);
    else if (!run->silent) print_total(run);
    if (stopped) return CLI_STOPPED;
    return run->total.faults ? CLI_BAD_INPUT : run->total.breaks ? CLI_MISMATCH : CLI_DONE;
}

static int export_games(const RefereeRun *run, const char *text, size_t length)
{
    char error[WHOLE_FILE_ERROR];
    WholeFile file = {.stream = stdout};
    if (!run->silent && whole_file_open(&file, run->options->export, error)) return cli_fail_write(error);
    const int failed = score_copy(run->referee.draughts, run->referee.letters, text, length, file.stream);
    if (failed && !run->silent) whole_file_drop(&file);
    if (failed) return cli_fail(CLI_MEMORY, "no memory to write %s", run->options->export);
    return !run->silent && whole_file_commit(&file, error) ? cli_fail_write(error) : CLI_DONE;
}

/* All of a file, or of standard input for "-". */
static int read_all(const char *path, char **text, size_t *length)
{
    const int standard = !strcmp(path, "-");
    FILE *file = standard ? stdin : fopen(path, "rb");
    size_t room = 1 << 16;
    if (!file) return cli_fail_read(path, errno);
    *length = 0;
    *text = malloc(room);
    while (*text && !feof(file) && (!ferror(file) || interrupt_read_on(file))) {
        *length += fread(*text + *length, 1, room - *length, file);
        if (*length < room) continue;
        room *= 2;
        char *larger = realloc(*text, room);
        if (!larger) free(*text);
        *text = larger;
    }
    const int failed = ferror(file) ? errno : 0;
    if (!standard) fclose(file);
    if (!*text) return cli_fail(CLI_MEMORY, "no memory for %s", path);
    if (!failed) return CLI_DONE;
    free(*text);
    return cli_fail_read(standard ? "standard input" : path, failed);
}

static int choose_rules(RefereeRun *run)
{
    static const char *const langs[] = {"en", "pt", NULL};
    const Options *options = run->options;
    const char *books[8] = {NULL};
    if (options->game->family == GAME_DRAUGHTS) {
        run->referee.draughts = &draughts_games[options->game->variant];
        return CLI_DONE;
    }
    for (int i = 0; i < 7 && chess_rule_book_at(i); i++) books[i] = chess_rule_book_at(i)->name;
    run->referee.book = options->rules ? chess_rule_book(options->rules) : chess_rule_book_at(0);
    if (!run->referee.book) return cli_fail_unknown("rule book", options->rules, books);
    if (options->lang && strcmp(options->lang, "en") && strcmp(options->lang, "pt"))
        return cli_fail_unknown("language", options->lang, langs);
    run->referee.letters = options->lang && !strcmp(options->lang, "pt") ? CHESS_PORTUGUESE : CHESS_ENGLISH;
    return CLI_DONE;
}

int cmd_referee(const Options *options)
{
    RefereeRun run = {.options = options};
    char *text = NULL;
    size_t length = 0;
    run.silent = options->export && !strcmp(options->export, "-");
    int code = choose_rules(&run);
    if (!code && run.silent && options->json)
        code = cli_fail(CLI_USAGE, "--export - leaves no place for --json");
    if (!code) code = read_all(options->arguments[0], &text, &length);
    if (code) return code;
    code = judge_all(&run, text, length);
    if (options->export && code != CLI_MEMORY && code != CLI_STOPPED) {
        const int written = export_games(&run, text, length);
        if (written) code = written;
    }
    free(text);
    return code;
}
