/* SPDX-License-Identifier: MIT */
/* The search as UCI wants it: limits, progress, the best move. */
#include "conversation.h"
#include "../base/text.h"
#include "uci.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LINE = 6 * ENGINE_LONG_LINE };

void uci_stop(Uci *uci)
{
    engine_stop(uci->engine);
    engine_wait(uci->engine);
    uci_stop_perft(uci);
}

/* ---- reports ---- */

static void score_text(int score, char text[64])
{
    const int size = abs(score), plies = ENGINE_MATE - size;
    if (plies < 1000)
        snprintf(text, 64, "mate %s%d", score < 0 ? "-" : "", score < 0 ? plies / 2 : (plies + 1) / 2);
    else if (size >= ENGINE_DECIDED)
        snprintf(text, 64, "cp %s%d", score < 0 ? "-" : "", 20000 - (ENGINE_TABLE - size));
    else snprintf(text, 64, "cp %d", score);
}

/* Moves with blanks in front, as many as fit. */
static void moves_text(const GameRecord *root, const EnginePosition *moves, int count, char *text,
                       size_t room)
{
    GameRecord record = *root;
    size_t length = 0;
    text[0] = 0;
    for (int i = 0; i < count && length + 16 < room; i++) {
        GameMove move;
        GameRecord next;
        char word[GAME_TEXT];
        if (played_move_to(&game_chess, &record, &moves[i], &move, &next)) return;
        game_chess.move_text(&game_chess, &record, move, MOVE_UCI, word);
        length += (size_t)snprintf(text + length, room - length, " %.14s", word);
        record = next;
    }
}

/* " score ...", or nothing where none is known. */
static void whole_score_text(const EngineLine *line, char text[96])
{
    char score[64];
    text[0] = 0;
    if (line->kind == ENGINE_NO_SCORE) return;
    score_text(line->score, score);
    snprintf(text, 96, " score %s%s", score, line->kind == ENGINE_AT_LEAST ? " lowerbound" : "");
}

static double rate(u64 nodes, double seconds) { return (double)nodes / (seconds > 1e-6 ? seconds : 1e-6); }

static void print_line(void *user, const EngineLine *line)
{
    const Uci *uci = user;
    char score[96], moves[TEXT_LINE];
    whole_score_text(line, score);
    moves_text(&uci->root, line->moves, line->move_count, moves, sizeof moves);
    say("info depth %d seldepth %d multipv %d%s nodes %llu nps %.0f hashfull %d tbhits %llu time %.0f pv%s",
        line->depth, line->selective_depth, line->number, score, (unsigned long long)line->nodes,
        rate(line->nodes, line->seconds), line->hash_permille, (unsigned long long)line->table_hits,
        1000 * line->seconds, moves);
}

static void print_progress(void *user, const EngineProgress *now)
{
    const Uci *uci = user;
    char move[GAME_TEXT];
    if (now->depth > 0) {
        moves_text(&uci->root, &now->move, 1, move, sizeof move);
        say("info depth %d currmove%s currmovenumber %d", now->depth, move, now->move_number);
    }
    say("info nodes %llu nps %.0f hashfull %d tbhits %llu time %.0f", (unsigned long long)now->nodes,
        rate(now->nodes, now->seconds), now->hash_permille, (unsigned long long)now->table_hits,
        1000 * now->seconds);
}

static void print_best(void *user, const EngineLine *best, const char *trouble)
{
    Uci *uci = user;
    char moves[GAME_TEXT], *rest = moves;
    if (*trouble && !uci->said) say("info string %s", trouble);
    if (*trouble) uci->said = 1;
    if (best->move_count == 0) {
        say("info depth 0 score %s", best->score < 0 ? "mate 0" : "cp 0");
        say("bestmove 0000");
        return;
    }
    moves_text(&uci->root, best->moves, best->move_count < 2 ? best->move_count : 2, moves, sizeof moves);
    const char *first = next_word(&rest), *second = next_word(&rest);
    if (second) say("bestmove %s ponder %s", first, second);
    else say("bestmove %s", first ? first : "0000");
}

/* ---- limits ---- */

typedef struct {
    const char *name;
    enum {
        WHITE_TIME,
        BLACK_TIME,
        WHITE_INCREMENT,
        BLACK_INCREMENT,
        MOVES_TO_GO,
        DEPTH,
        NODES,
        MATE,
        MOVE_TIME
    } what;
} Limit;

static const Limit limits[] = {
    {"wtime", WHITE_TIME},      {"btime", BLACK_TIME}, {"winc", WHITE_INCREMENT}, {"binc", BLACK_INCREMENT},
    {"movestogo", MOVES_TO_GO}, {"depth", DEPTH},      {"nodes", NODES},          {"mate", MATE},
    {"movetime", MOVE_TIME},
};

static int small_number(long long value) { return value < 0 ? 0 : value > 1000000 ? 1000000 : (int)value; }

/* The other side's clock stands in where one's own is not given. */
static void set_time(EngineTask *task, long long milliseconds, int own)
{
    if (own || !task->timed) task->seconds = (double)milliseconds / 1000;
    task->timed = 1;
}

static void set_limit(EngineTask *task, const Limit *limit, long long value, int black)
{
    switch (limit->what) {
    case WHITE_TIME: set_time(task, value, !black); break;
    case BLACK_TIME: set_time(task, value, black); break;
    case WHITE_INCREMENT:
        if (!black && value > 0) task->increment = (double)value / 1000;
        break;
    case BLACK_INCREMENT:
        if (black && value > 0) task->increment = (double)value / 1000;
        break;
    case MOVES_TO_GO: task->moves_to_go = small_number(value); break;
    case DEPTH: task->depth = value > 0 ? small_number(value) : 1; break;
    case NODES: task->nodes = value > 0 ? (u64)value : 1; break;
    case MATE: task->mate = value > 0 ? small_number(value) : 1; break;
    case MOVE_TIME: task->move_seconds = value > 0 ? (double)value / 1000 : 0.001; break;
    }
}

static const Limit *find_limit(const char *word)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (!strcmp(limits[i].name, word)) return &limits[i];
    return NULL;
}

static int is_keyword(const char *word)
{
    return find_limit(word) || !strcmp(word, "infinite") || !strcmp(word, "ponder") ||
           !strcmp(word, "searchmoves") || !strcmp(word, "perft");
}

/* The number behind a limit, of any sign and size. What is not a number is reported and counts as 0, which ends
 * the search soon. */
static long long take_number(const Limit *limit, char **words)
{
    char *at = *words + strspn(*words, CONVERSATION_BLANKS), *end, word[60], text[60];
    const size_t length = strcspn(at, CONVERSATION_BLANKS);
    const long long value = strtoll(at, &end, 10);
    snprintf(word, sizeof word, "%.*s", length < sizeof word ? (int)length : (int)sizeof word - 1, at);
    if (!is_keyword(word)) *words = at + length;
    if (length > 0 && end == at + length) return value;
    text_printable(word, text, sizeof text);
    say("info string go %s takes a number, not '%s'", limit->name, text);
    return 0;
}

/* The next word is a move to choose; 0 if it is not legal. */
static int add_choice(Uci *uci, const char *word, EngineTask *task)
{
    GameMove move;
    GameRecord next;
    char error[GAME_TEXT];
    if (game_chess.read_move(&game_chess, &uci->root, word, &move, error)) return 0;
    game_chess.make(&game_chess, &uci->root, move, &next);
    if (task->only_count < GAME_MAX_MOVES) uci->only[task->only_count++] = played_position(&next);
    task->only = uci->only;
    return 1;
}

static void complain(const char *word)
{
    char text[60];
    text_printable(word, text, sizeof text);
    say("info string go: '%s' not understood", text);
}

void uci_go(Uci *uci, char *words)
{
    const EngineListener listener = {print_line, print_best, uci, print_progress};
    EngineTask task = {.lines = uci->lines, .overhead = uci->overhead / 1000.0};
    char error[ENGINE_ERROR], *word;
    int infinite = 0, choosing = 0;
    uci_stop(uci);
    uci->root = *played_now(&uci->played);
    played_task(&uci->played, &task);
    while ((word = next_word(&words)) != NULL) {
        const Limit *limit = find_limit(word);
        if (!strcmp(word, "perft")) {
            uci_perft(uci, next_word(&words));
            return;
        }
        if (limit) set_limit(&task, limit, take_number(limit, &words), uci->root.black);
        else if (!strcmp(word, "infinite")) infinite = 1;
        else if (!strcmp(word, "ponder")) task.ponder = 1;
        else if (!strcmp(word, "searchmoves")) choosing = 1;
        else if (!choosing || !add_choice(uci, word, &task)) complain(word);
    }
    const int limited = task.depth || task.nodes || task.mate || task.move_seconds > 0 || task.timed;
    task.patient = infinite || (!limited && !task.ponder);
    uci->endless = task.patient || task.ponder;
    if (engine_start(uci->engine, &task, &listener, error)) {
        say("info string %s", error);
        say("bestmove 0000");
    }
}
