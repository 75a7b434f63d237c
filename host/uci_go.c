/* The search as UCI wants it: limits, progress, the best move; and perft. */
#include "conversation.h"
#include "text.h"
#include "uci.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LINE = 2048 };

void uci_stop(Uci *uci)
{
    engine_stop(uci->engine);
    engine_wait(uci->engine);
}

/* ---- telling ---- */

static void score_text(int score, char text[64])
{
    const int size = abs(score), plies = ENGINE_MATE - size;
    if (plies < 1000)
        snprintf(text, 64, "mate %s%d", score < 0 ? "-" : "", score < 0 ? plies / 2 : (plies + 1) / 2);
    else if (size >= ENGINE_DECIDED)
        snprintf(text, 64, "cp %s%d", score < 0 ? "-" : "", 20000 - (ENGINE_TABLE - size));
    else
        snprintf(text, 64, "cp %d", score);
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
        length += (size_t)snprintf(text + length, room - length, " %s", word);
        record = next;
    }
}

static void tell_line(void *user, const EngineLine *line)
{
    const Uci *uci = user;
    char score[64], moves[TEXT_LINE];
    score_text(line->score, score);
    moves_text(&uci->root, line->moves, line->move_count, moves, sizeof moves);
    const double seconds = line->seconds > 1e-6 ? line->seconds : 1e-6;
    say("info depth %d seldepth %d multipv %d score %s nodes %llu nps %.0f hashfull %d tbhits %llu time %.0f "
        "pv%s",
        line->depth, line->selective_depth, line->number, score, (unsigned long long)line->nodes,
        (double)line->nodes / seconds, line->hash_permille, (unsigned long long)line->table_hits,
        1000 * line->seconds, moves);
}

static void tell_done(void *user, const EngineLine *best, const char *trouble)
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

/* ---- perft ---- */

static void perft(Uci *uci, int depth)
{
    const GameRecord *now = played_now(&uci->played);
    const GameRules rules = {&game_chess, 0};
    GameMove moves[GAME_MAX_MOVES];
    char text[GAME_TEXT], number[TEXT_NUMBER];
    unsigned __int128 all = 0;
    const int count = game_chess.moves(&game_chess, now, moves);
    for (int i = 0; i < count && depth > 0; i++) {
        GameRecord next;
        game_chess.make(&game_chess, now, moves[i], &next);
        const unsigned __int128 leaves =
            game_chess.perft->count(rules, &next.position, depth - 1, NULL, NULL);
        game_chess.move_text(&game_chess, now, moves[i], MOVE_UCI, text);
        uint128_format(leaves, number);
        say("%s: %s", text, number);
        all += leaves;
    }
    uint128_format(depth > 0 ? all : 1, number);
    say("\nNodes searched: %s\n", number);
}

/* ---- limits ---- */

typedef struct {
    const char *name;
    enum {
        WHITE_TIME, BLACK_TIME, WHITE_INCREMENT, BLACK_INCREMENT, MOVES_TO_GO, DEPTH, NODES, MATE, MOVE_TIME,
        PERFT
    } what;
} Limit;

static const Limit limits[] = {
    {"wtime", WHITE_TIME},      {"btime", BLACK_TIME}, {"winc", WHITE_INCREMENT}, {"binc", BLACK_INCREMENT},
    {"movestogo", MOVES_TO_GO}, {"depth", DEPTH},      {"nodes", NODES},          {"mate", MATE},
    {"movetime", MOVE_TIME},    {"perft", PERFT},
};

/* A number, whatever its sign and size; 0 for what is none. */
static long long number_of(const char *text) { return text ? strtoll(text, NULL, 10) : 0; }

static int small_number(long long value) { return value < 0 ? 0 : value > 1000000 ? 1000000 : (int)value; }

static void set_time(EngineTask *task, long long milliseconds)
{
    task->timed = 1;
    task->seconds = (double)milliseconds / 1000;
}

static void set_limit(EngineTask *task, const Limit *limit, long long value, int black)
{
    switch (limit->what) {
    case WHITE_TIME: if (!black) set_time(task, value); break;
    case BLACK_TIME: if (black) set_time(task, value); break;
    case WHITE_INCREMENT: if (!black && value > 0) task->increment = (double)value / 1000; break;
    case BLACK_INCREMENT: if (black && value > 0) task->increment = (double)value / 1000; break;
    case MOVES_TO_GO: task->moves_to_go = small_number(value); break;
    case DEPTH: task->depth = value > 0 ? small_number(value) : 1; break;
    case NODES: task->nodes = value > 0 ? (u64)value : 1; break;
    case MATE: task->mate = value > 0 ? small_number(value) : 1; break;
    case MOVE_TIME: task->move_seconds = value > 0 ? (double)value / 1000 : 0.001; break;
    case PERFT: break;
    }
}

static const Limit *find_limit(const char *word)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (!strcmp(limits[i].name, word)) return &limits[i];
    return NULL;
}

/* The next word is a move to choose; 0 if it is none of the position. */
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
    const EngineListener listener = {tell_line, tell_done, uci};
    EngineTask task = {.lines = uci->lines, .overhead = uci->overhead / 1000.0};
    char error[ENGINE_ERROR], *word;
    int infinite = 0, choosing = 0;
    uci_stop(uci);
    uci->root = *played_now(&uci->played);
    played_task(&uci->played, &task);
    while ((word = next_word(&words)) != NULL) {
        const Limit *limit = find_limit(word);
        if (limit && limit->what == PERFT) {
            perft(uci, small_number(number_of(next_word(&words))));
            return;
        }
        if (limit) set_limit(&task, limit, number_of(next_word(&words)), uci->root.black);
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
