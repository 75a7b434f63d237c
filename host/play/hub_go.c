/* SPDX-License-Identifier: MIT */
/* The search as Hub wants it: position, level, progress, the best move. */
#include "conversation.h"
#include "hub.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LINE = 16 * ENGINE_LONG_LINE };

/* ---- position ---- */

static int make_moves(Hub *hub, Played *played, char *moves)
{
    for (char *word; (word = next_word(&moves)) != NULL;) {
        GameMove move;
        if (hub_read_move(hub->game, played_now(played), word, &move))
            return hub_fail("pos: no such move: %s", word), -1;
        if (played_make(played, move)) return hub_fail("%s", "out of memory"), -1;
    }
    return 0;
}

void hub_set_position(Hub *hub, char *arguments)
{
    HubArgument argument;
    GameRecord record;
    Played played = {0};
    const char *position = "", *given = "";
    hub_stop(hub);
    while (hub_next(&arguments, &argument)) {
        if (!strcmp(argument.name, "pos")) position = argument.value;
        if (!strcmp(argument.name, "moves")) given = argument.value;
    }
    if (hub_read_position(hub->game, position, &record)) {
        hub_fail("pos: expected W or B and one of w W b B e for each square, not %s", position);
        return;
    }
    char *moves = strdup(given);
    if (!moves || played_start(&played, hub->game, &record)) {
        hub_fail("%s", "out of memory");
    } else if (!make_moves(hub, &played, moves)) {
        const Played old = hub->played;
        hub->played = played;
        played = old;
    }
    played_free(&played);
    free(moves);
}

/* ---- level ---- */

/* A number from 0 to 1e9; what is not one is reported and counts as 0, which ends a search soon. */
static double number_of(const HubArgument *argument)
{
    char *end;
    const double value = strtod(argument->value, &end);
    if (end > argument->value && *end == 0) return value > 0 && value < 1e9 ? value : 0;
    char given[80];
    snprintf(given, sizeof given, "%.20s=%.50s", argument->name, argument->value);
    hub_fail("level: expected a number, not %s", given);
    return 0;
}

static int is_limit(const char *name)
{
    static const char *const names[] = {"depth", "nodes", "move-time", "moves", "inc", "time"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name)) return 1;
    return 0;
}

void hub_set_level(Hub *hub, char *arguments)
{
    HubArgument argument;
    EngineTask level = {.overhead = 0.03};
    while (hub_next(&arguments, &argument)) {
        if (!is_limit(argument.name)) {
            if (strcmp(argument.name, "infinite")) hub_fail("level: unknown argument: %s", argument.name);
            continue;
        }
        const double value = number_of(&argument);
        if (!strcmp(argument.name, "depth")) level.depth = value < 1 ? 1 : (int)value;
        else if (!strcmp(argument.name, "nodes")) level.nodes = value < 1 ? 1 : (u64)value;
        else if (!strcmp(argument.name, "move-time")) level.move_seconds = value > 0 ? value : 0.001;
        else if (!strcmp(argument.name, "moves")) level.moves_to_go = (int)value;
        else if (!strcmp(argument.name, "inc")) level.increment = value;
        else level.timed = 1, level.seconds = value;
    }
    level.seconds += level.increment; /* it is added before the move */
    hub->level = level;
}

/* ---- reports ---- */

static double score_of(int score)
{
    const int size = abs(score);
    double men = size / 100.0;
    if (size > ENGINE_TABLE) men = 100 - (ENGINE_MATE - size) / 100.0;
    else if (size >= ENGINE_DECIDED) men = 90 - (ENGINE_TABLE - size) / 100.0;
    return score < 0 ? -men : men;
}

static void moves_text(const Hub *hub, const EnginePosition *moves, int count, char *text, size_t room)
{
    GameRecord record = hub->root;
    size_t length = 0;
    text[0] = 0;
    for (int i = 0; i < count && length + GAME_TEXT < room; i++) {
        GameMove move;
        GameRecord next;
        char word[GAME_TEXT];
        if (played_move_to(hub->game, &record, &moves[i], &move, &next)) return;
        hub_move_text(hub->game, &record, move, word);
        length += (size_t)snprintf(text + length, room - length, "%s%s", i ? " " : "", word);
        record = next;
    }
}

static void print_line(void *user, const EngineLine *line)
{
    const Hub *hub = user;
    char moves[TEXT_LINE];
    moves_text(hub, line->moves, line->move_count, moves, sizeof moves);
    const double seconds = line->seconds > 1e-6 ? line->seconds : 1e-6;
    say("info depth=%d score=%.2f nodes=%llu time=%.3f nps=%.3f pv=\"%s\"", line->depth,
        score_of(line->score), (unsigned long long)line->nodes, line->seconds,
        (double)line->nodes / seconds / 1e6, moves);
}

/* A second without a line. */
static void print_progress(void *user, const EngineProgress *now)
{
    (void)user;
    say("info depth=%d nodes=%llu time=%.3f nps=%.3f", now->depth, (unsigned long long)now->nodes,
        now->seconds, (double)now->nodes / now->seconds / 1e6);
}

/* 1 if the game so far allows the reply that the engine expects: the search knows no rules that look back. */
static int may_reply(Hub *hub, const EngineLine *best)
{
    EnginePosition list[GAME_MAX_MOVES];
    GameMove move;
    GameRecord next;
    if (best->move_count < 2) return 0;
    if (played_move_to(hub->game, &hub->root, &best->moves[0], &move, &next)) return 0;
    if (played_make(&hub->played, move)) return 0;
    const int count = played_choices(&hub->played, list);
    played_undo(&hub->played);
    int allowed = count == 0;
    for (int i = 0; i < count; i++) allowed |= !memcmp(&list[i], &best->moves[1], sizeof *list);
    return allowed;
}

static void print_best(void *user, const EngineLine *best, const char *trouble)
{
    Hub *hub = user;
    char moves[TEXT_LINE], *rest = moves;
    if (*trouble) hub_fail("%s", trouble);
    if (best->move_count == 0) {
        say("error message=\"the position has no move\"");
        say("done move=0-0");
        return;
    }
    moves_text(hub, best->moves, may_reply(hub, best) ? 2 : 1, moves, sizeof moves);
    const char *first = next_word(&rest), *second = next_word(&rest);
    if (second) say("done move=%s ponder=%s", first, second);
    else say("done move=%s", first ? first : "0-0");
}

void hub_go(Hub *hub, char *arguments)
{
    const EngineListener listener = {print_line, print_best, hub, print_progress};
    const char *mode = next_word(&arguments);
    char error[ENGINE_ERROR];
    hub_stop(hub);
    if (!mode || (strcmp(mode, "think") && strcmp(mode, "ponder") && strcmp(mode, "analyze"))) {
        hub_fail("go: expected think, ponder or analyze, not %s", mode ? mode : "nothing");
        return;
    }
    EngineTask task = hub->level;
    played_task(&hub->played, &task);
    hub->root = *played_now(&hub->played);
    task.only_count = played_choices(&hub->played, hub->only);
    task.only = task.only_count ? hub->only : NULL;
    task.ponder = !strcmp(mode, "ponder");
    task.patient = !task.depth && !task.nodes && !task.timed && task.move_seconds <= 0 && !task.ponder;
    hub->endless = task.patient || task.ponder;
    if (engine_start(hub->engine, &task, &listener, error)) {
        hub_fail("%s", error);
        say("done move=0-0");
    }
}
