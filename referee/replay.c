/* SPDX-License-Identifier: MIT */
/* One game of a score: its tags, its moves one after the other, its result. */
#include "game_date.h"
#include "judge.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *referee_kind_name(RefereeKind kind)
{
    static const char *const names[] = {
        "irregular", "check",     "perpetual_check", "claim", "huff_offered",  "huffed", "declined",
        "end",       "after_end", "unreadable",      "lost",  "contradiction", "fault",  "note"};
    return names[kind];
}

const char *referee_reason_name(RefereeReason reason)
{
    static const char *const names[] = {"",           "checkmate",   "stalemate",       "material",
                                        "repetition", "move_count",  "perpetual_check", "no_pieces",
                                        "blocked",    "first_king",  "penalty",         "agreement",
                                        "claim",      "resignation", "one_piece_each",  "stated"};
    return names[reason];
}

/* --- events --- */

void judge_event(Judge *judge, RefereeKind kind)
{
    judge->event = (RefereeEvent){.kind = kind,
                                  .number = judge->number,
                                  .black = judge->black,
                                  .second = judge->black != judge->first_black,
                                  .line = judge->line,
                                  .column = judge->column,
                                  .move = judge->number ? judge->move_text : "",
                                  .text = judge->text};
    judge->text[0] = 0;
}

static void say(Judge *judge, const char *format, va_list arguments)
{
    vsnprintf(judge->text, sizeof judge->text, format, arguments);
}

void judge_say(Judge *judge, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(judge, format, arguments);
    va_end(arguments);
}

char *judge_add_move(Judge *judge)
{
    int i = judge->event.move_count;
    if (i < REFEREE_MOVES) judge->event.move_count++;
    else i--;
    judge->event.moves[i] = judge->moves_text[i];
    return judge->moves_text[i];
}

void judge_report(Judge *judge) { judge->report(judge->context, &judge->event); }

void judge_note(Judge *judge, const char *format, ...)
{
    va_list arguments;
    judge_event(judge, REFEREE_NOTE);
    va_start(arguments, format);
    say(judge, format, arguments);
    va_end(arguments);
    judge->verdict->notes++;
    judge_report(judge);
}

RefereeOutcome judge_win_of(int black) { return black ? REFEREE_BLACK_WINS : REFEREE_WHITE_WINS; }

static void conclude(Judge *judge, RefereeOutcome outcome, RefereeReason reason, const char *text)
{
    judge->verdict->outcome = outcome;
    judge->verdict->reason = reason;
    snprintf(judge->verdict->text, sizeof judge->verdict->text, "%s", text);
}

void judge_end(Judge *judge, RefereeOutcome outcome, RefereeReason reason, const char *text)
{
    judge->over = 1;
    conclude(judge, outcome, reason, text);
    judge_event(judge, REFEREE_END);
    judge->event.outcome = outcome;
    judge->event.reason = reason;
    judge_say(judge, "%s", text);
    judge_report(judge);
}

/* --- one game --- */

typedef struct {
    Judge judge;
    int begun;          /* the first position was looked for */
    int stands;         /* and found */
    int unjudged;       /* nothing more is played: lost, unreadable, or no way to begin */
    int no_moves;       /* the text has none */
    int irregular;      /* the last move was: another has to take its place */
    int numbered;       /* some move of the text has a number */
    int last_number;    /* the last one given */
    int reported_after; /* a move after the end was reported */
    ScoreResult tagged;
    char fen[DRAUGHTS_FEN_TEXT + 64], variant[64], type[64], termination[128], date[32], utc_date[32];
} Replay;

/* An event of the game's text, of no move. */
static void report_event(Judge *judge, RefereeKind kind, const char *text)
{
    judge_event(judge, kind);
    judge->event.number = 0;
    judge->event.move = "";
    judge_say(judge, "%s", text);
    judge_report(judge);
}

static void report_fault(Judge *judge, const char *text)
{
    judge->verdict->faults++;
    report_event(judge, REFEREE_FAULT, text);
}

static void report_note(Judge *judge, const char *text)
{
    judge->verdict->notes++;
    report_event(judge, REFEREE_NOTE, text);
}

static int is_name(const ScoreEvent *tag, const char *name)
{
    return strlen(name) == tag->name_length && !strncasecmp(tag->name, name, tag->name_length);
}

static void read_tag(Replay *replay, const ScoreEvent *tag)
{
    RefereeVerdict *verdict = replay->judge.verdict;
    int cut = 0;
    if (is_name(tag, "White")) score_text(tag->text, tag->length, 1, verdict->white, sizeof verdict->white);
    if (is_name(tag, "Black")) score_text(tag->text, tag->length, 1, verdict->black, sizeof verdict->black);
    if (is_name(tag, "FEN")) cut = score_text(tag->text, tag->length, 1, replay->fen, sizeof replay->fen);
    if (is_name(tag, "Variant"))
        score_text(tag->text, tag->length, 1, replay->variant, sizeof replay->variant);
    if (is_name(tag, "GameType")) score_text(tag->text, tag->length, 1, replay->type, sizeof replay->type);
    if (is_name(tag, "Termination"))
        score_text(tag->text, tag->length, 1, replay->termination, sizeof replay->termination);
    if (is_name(tag, "Date")) score_text(tag->text, tag->length, 1, replay->date, sizeof replay->date);
    if (is_name(tag, "UTCDate"))
        score_text(tag->text, tag->length, 1, replay->utc_date, sizeof replay->utc_date);
    if (is_name(tag, "Result"))
        replay->tagged = score_result_tagged(replay->judge.referee->draughts ? SCORE_PDN : SCORE_PGN,
                                             tag->text, tag->length);
    if (cut) report_fault(&replay->judge, "the tag FEN is longer than any position");
}

/* --- what game it is --- */

static int is_one_of(const char *text, const char *const *names)
{
    for (; *names; names++)
        if (!strcasecmp(text, *names)) return 1;
    return 0;
}

static int check_chess_variant(Replay *replay, char error[NOTATION_ERROR])
{
    static const char *const standard[] = {"", "chess", "standard", "normal", "from position", NULL};
    static const char *const chess960[] = {"chess960",       "chess 960",     "fischerandom",
                                           "fischer random", "fischerrandom", NULL};
    if (is_one_of(replay->variant, standard)) return 0;
    if (!is_one_of(replay->variant, chess960))
        return notation_fail(error, "the tag Variant says %s, expected Standard or Chess960",
                             notation_quote(replay->variant, strlen(replay->variant)).text);
    replay->judge.chess.chess960 = 1;
    return 0;
}

/* "20,W,10,10,N2,0": the number reports the game. */
static int check_game_type(Replay *replay, char error[NOTATION_ERROR])
{
    const DraughtsGame *game = replay->judge.referee->draughts;
    const int number = atoi(replay->type);
    if (!number || !game->pdn_type || number == game->pdn_type) return 0;
    for (int i = 0; i < DRAUGHTS_GAMES; i++)
        if (draughts_games[i].pdn_type == number)
            return notation_fail(error, "the tag GameType %d is %s, expected %d, %s", number,
                                 draughts_games[i].name, game->pdn_type, game->name);
    char text[REFEREE_TEXT]; /* the caller has named the game */
    snprintf(text, sizeof text, "the tag GameType %d is no game known here; read as %s", number, game->name);
    report_note(&replay->judge, text);
    return 0;
}

/* The book's draws without a claim are younger than the game. */
static int is_older(const Replay *replay)
{
    const ChessRuleBook *book = replay->judge.referee->book;
    return book && game_date_latest(*replay->date ? replay->date : replay->utc_date) < book->draws_since;
}

/* At the first move, word, or at the end of a game without moves. Returns -1 if there is no memory. */
static int begin(Replay *replay, const char *word)
{
    Judge *judge = &replay->judge;
    char error[NOTATION_ERROR], reason[NOTATION_ERROR];
    replay->begun = 1;
    judge->older = is_older(replay);
    snprintf(judge->move_text, sizeof judge->move_text, "%s", word);
    int wrong = judge->family->begin(judge, *replay->fen ? replay->fen : NULL, error);
    if (wrong) {
        snprintf(reason, sizeof reason, "the tag FEN: %.220s", error);
    } else {
        wrong =
            judge->referee->draughts ? check_game_type(replay, reason) : check_chess_variant(replay, reason);
    }
    if (wrong) {
        report_fault(judge, reason);
        replay->unjudged = 1;
        return 0;
    }
    replay->stands = 1;
    return judge->family->look(judge);
}

/* --- moves --- */

/* The move at hand: its number, whose it is, where it stands. */
static void set_move(Replay *replay, const ScoreEvent *event)
{
    Judge *judge = &replay->judge;
    const int draughts = judge->referee->draughts != NULL;
    judge->black = draughts ? judge->draughts.black : judge->chess.black;
    if (!draughts) judge->number = judge->chess.fullmove;
    else if (judge->number == 0) judge->number = 1;
    else if (!replay->irregular && judge->black == judge->first_black) judge->number++;
    judge->line = event->line;
    judge->column = event->column;
}

/* Whether this move takes the place of the irregular one before it: its number repeats that one's, or the
 * text has no numbers. */
static int takes_its_place(const Replay *replay, const ScoreEvent *event)
{
    if (!replay->numbered) return 1;
    if (!event->number || event->number != replay->last_number) return 0;
    return replay->judge.black != replay->judge.first_black || event->dots < 2;
}

static void lose_track(Replay *replay, const ScoreEvent *event)
{
    Judge *judge = &replay->judge;
    replay->unjudged = 1;
    judge->line = event->line;
    judge->column = event->column;
    judge_event(judge, REFEREE_LOST);
    judge_report(judge);
}

static void count_irregular(Replay *replay)
{
    Judge *judge = &replay->judge;
    const ChessRuleBook *book = judge->referee->book;
    char text[REFEREE_TEXT];
    replay->irregular = 1;
    judge->verdict->irregular++;
    const int moves = ++judge->irregular[judge->black];
    const char *side = judge->black ? "Black" : "White";
    if (judge->loses) {
        snprintf(text, sizeof text, "%s refuses to take", side);
        judge_end(judge, judge_win_of(!judge->black), REFEREE_PENALTY, text);
    } else if (book && book->irregular_loses && moves == book->irregular_loses) {
        const int spared = judge_chess_spared(judge, !judge->black);
        snprintf(text, sizeof text, "%s irregular move of %s%s", moves == 2 ? "second" : "third", side,
                 spared ? ", whom the other side cannot mate" : "");
        judge_end(judge, spared ? REFEREE_DRAWN : judge_win_of(!judge->black), REFEREE_PENALTY, text);
    }
}

static void tell_after_end(Replay *replay, const ScoreEvent *event)
{
    Judge *judge = &replay->judge;
    if (replay->reported_after) return;
    replay->reported_after = 1;
    judge->line = event->line;
    judge->column = event->column;
    score_text(event->text, event->length, 0, judge->move_text, sizeof judge->move_text);
    judge_event(judge, REFEREE_AFTER_END);
    judge->event.number = 0;
    judge->event.move = judge->move_text;
    judge_report(judge);
}

/* Returns -1 if there is no memory. */
static int read_move(Replay *replay, const ScoreEvent *event)
{
    Judge *judge = &replay->judge;
    char word[DRAUGHTS_MOVE_TEXT];
    const int cut = score_text(event->text, event->length, 0, word, sizeof word);
    if (!replay->begun && begin(replay, word)) return -1;
    if (replay->unjudged) return 0;
    replay->numbered |= event->number > 0;
    if (judge->over) {
        tell_after_end(replay, event);
        return 0;
    }
    if (replay->irregular && !takes_its_place(replay, event)) {
        lose_track(replay, event);
        return 0;
    }
    if (event->number) replay->last_number = event->number;
    set_move(replay, event);
    snprintf(judge->move_text, sizeof judge->move_text, "%s", word);
    if (cut) word[0] = 0;
    judge->loses = 0;
    switch (judge->family->play(judge, word)) {
    case JUDGE_NO_MEMORY: return -1;
    case JUDGE_IRREGULAR: count_irregular(replay); return 0;
    case JUDGE_UNREADABLE:
        replay->unjudged = 1;
        judge->verdict->faults++;
        return 0;
    case JUDGE_PLAYED: break;
    }
    replay->irregular = 0;
    judge->verdict->plies++;
    return judge->family->look(judge);
}

/* A position between the moves. Returns -1 if there is no memory. */
static int set_up(Replay *replay, const ScoreEvent *event)
{
    Judge *judge = &replay->judge;
    char fen[DRAUGHTS_FEN_TEXT + 64], error[NOTATION_ERROR] = "longer than any", reason[NOTATION_ERROR];
    if (!replay->begun && begin(replay, "")) return -1;
    if (!replay->stands) return 0;
    if (score_text(event->text, event->length, 0, fen, sizeof fen) ||
        judge->family->set_up(judge, fen, error)) {
        snprintf(reason, sizeof reason, "line %u, column %u: no position: %.200s", event->line, event->column,
                 error);
        report_fault(judge, reason);
        replay->unjudged = 1;
        return 0;
    }
    replay->irregular = replay->unjudged = replay->reported_after = 0;
    return judge->family->look(judge);
}

/* --- the result --- */

static const char *termination(const Replay *replay)
{
    static const char *const usual[] = {"", "?", "normal", "unterminated", NULL};
    return is_one_of(replay->termination, usual) ? NULL : replay->termination;
}

/* No rule has ended the game: its text may. */
static void conclude_by_text(Replay *replay, ScoreResult stated)
{
    Judge *judge = &replay->judge;
    const char *stated_reason =
        replay->unjudged || replay->no_moves ? "as its text says" : termination(replay);
    const RefereeReason reason = stated_reason ? REFEREE_STATED : REFEREE_RESIGNATION;
    const char *text = stated_reason ? stated_reason : "";
    if (stated == SCORE_WHITE_WINS) conclude(judge, REFEREE_WHITE_WINS, reason, text);
    else if (stated == SCORE_BLACK_WINS) conclude(judge, REFEREE_BLACK_WINS, reason, text);
    else if (stated == SCORE_BOTH_LOSE)
        conclude(judge, REFEREE_BOTH_LOSE, REFEREE_STATED, "as its text says");
    else if (stated == SCORE_DRAWN && judge->claim && !stated_reason)
        conclude(judge, REFEREE_DRAWN, REFEREE_CLAIMED, judge->claim_text);
    else if (stated == SCORE_DRAWN)
        conclude(judge, REFEREE_DRAWN, stated_reason ? REFEREE_STATED : REFEREE_AGREEMENT, text);
}

static int contradicts(const RefereeVerdict *verdict)
{
    static const ScoreResult results[] = {SCORE_UNKNOWN, SCORE_WHITE_WINS, SCORE_BLACK_WINS, SCORE_DRAWN,
                                          SCORE_BOTH_LOSE};
    return verdict->stated > SCORE_UNKNOWN && verdict->stated != results[verdict->outcome];
}

/* The result behind the moves stands nearer to them, so it counts. */
static void compare_results(Replay *replay, ScoreResult result)
{
    char text[REFEREE_TEXT];
    if (result <= SCORE_UNKNOWN || replay->tagged <= SCORE_UNKNOWN || result == replay->tagged) return;
    replay->judge.verdict->disagreement = 1;
    snprintf(text, sizeof text, "the tag Result says %s, the end of the moves %s",
             score_result_text(replay->tagged), score_result_text(result));
    report_note(&replay->judge, text);
}

static int finish(Replay *replay, ScoreResult result)
{
    Judge *judge = &replay->judge;
    RefereeVerdict *verdict = judge->verdict;
    replay->no_moves = !replay->begun;
    if (replay->no_moves && begin(replay, "")) return -1;
    compare_results(replay, result);
    verdict->stated = result > SCORE_UNKNOWN || !replay->tagged ? result : replay->tagged;
    if (!judge->over) {
        conclude_by_text(replay, verdict->stated);
    } else if (contradicts(verdict)) {
        verdict->contradiction = 1;
        judge_event(judge, REFEREE_CONTRADICTION);
        judge->event.number = 0;
        judge->event.move = "";
        judge->event.line = 0;
        judge->event.outcome = verdict->outcome;
        judge_say(judge, "%s", score_result_text(verdict->stated));
        judge_report(judge);
    }
    if (replay->stands) judge->family->format(judge, verdict->position);
    return 0;
}

static void free_judge(Judge *judge)
{
    positions_met_free(&judge->met);
    free(judge->history);
    free(judge->list);
}

static int replay_game(Replay *replay, ScoreReader *reader)
{
    ScoreEvent event;
    for (int any = 0;;) {
        score_next(reader, &event);
        if (event.kind == SCORE_END && !replay->judge.verdict->faults) return 0;
        if (!any && (event.kind == SCORE_TAG || event.kind == SCORE_MOVE || event.kind == SCORE_RESULT)) {
            replay->judge.verdict->line = event.line;
            any = 1;
        }
        if (event.kind == SCORE_TAG) read_tag(replay, &event);
        if (event.kind == SCORE_FAULT) report_fault(&replay->judge, event.error);
        if (event.kind == SCORE_NOTE) report_note(&replay->judge, event.error);
        if (event.kind == SCORE_SETUP && event.depth == 0 && set_up(replay, &event)) return -1;
        if (event.kind == SCORE_MOVE && event.depth == 0 && read_move(replay, &event)) return -1;
        replay->judge.verdict->end_line = event.line;
        replay->judge.verdict->end_column = event.column;
        if (event.kind == SCORE_GAME_END || event.kind == SCORE_END)
            return finish(replay, event.result) ? -1 : 1;
    }
}

int referee_replay(const Referee *referee, ScoreReader *reader, RefereeReport report, void *context,
                   RefereeVerdict *verdict)
{
    Replay *replay = calloc(1, sizeof *replay);
    if (!replay) return -1;
    memset(verdict, 0, sizeof *verdict);
    replay->judge.referee = referee;
    replay->judge.family = referee->draughts ? &judge_draughts : &judge_chess;
    replay->judge.report = report;
    replay->judge.context = context;
    replay->judge.verdict = verdict;
    replay->judge.type = replay->type;
    replay->judge.rest = reader;
    if (referee->draughts) replay->judge.list = malloc(JUDGE_LIST * sizeof *replay->judge.list);
    const int status = referee->draughts && !replay->judge.list ? -1 : replay_game(replay, reader);
    free_judge(&replay->judge);
    free(replay);
    return status;
}
