/* SPDX-License-Identifier: MIT */
#include "../games/board.h"
#include "conversation.h"
#include "../base/interrupt.h"
#include "play.h"
#include "../tables/tables.h"
#include "../base/text.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const uint64_t default_hash = 64u << 20;

/* ---- showing ---- */

static void move_name(const Play *play, const GameRecord *record, GameMove move, char text[GAME_TEXT])
{
    play->game->move_text(play->game, record, move, MOVE_SAN, text);
}

static void show(const Play *play)
{
    if (play->options->quiet) return;
    putchar('\n');
    board_print(play->game, played_now(&play->played));
    putchar('\n');
}

static void prompt(const Play *play)
{
    if (play->terminal && !play->over) printf("%s> ", played_now(&play->played)->black ? "Black" : "White");
    fflush(stdout);
}

/* Reports the end once. */
static void look_for_end(Play *play)
{
    char text[128];
    play->over = play_is_over(play, text, sizeof text);
    if (play->over) puts(text);
}

/* What was wrong with what the person typed: with a terminal there is another try. */
static void complain(Play *play, const char *text)
{
    printf("%s\n", text);
    if (!play->terminal) play->code = CLI_BAD_INPUT;
}

/* ---- the engine ---- */

typedef struct {
    EngineLine line;
    EnginePosition move;
    char trouble[ENGINE_ERROR];
} Answer;

static void keep_answer(void *user, const EngineLine *best, const char *trouble)
{
    Answer *answer = user;
    answer->line = *best;
    if (best->move_count) answer->move = best->moves[0];
    snprintf(answer->trouble, sizeof answer->trouble, "%s", trouble);
}

static void judge(const EngineLine *line, char *text, size_t room)
{
    const int size = abs(line->score), plies = ENGINE_MATE - size;
    if (size < ENGINE_DECIDED) snprintf(text, room, "%+.2f, depth %d", line->score / 100.0, line->depth);
    else if (plies > 1000) snprintf(text, room, "%s", line->score > 0 ? "won" : "lost");
    else
        snprintf(text, room, "%s in %d pl%s", line->score > 0 ? "won" : "lost", plies,
                 plies == 1 ? "y" : "ies");
}

/* What a person types while the engine thinks. */
static void interrupt_thinking(Play *play, char *line)
{
    char *rest = line;
    const char *word = next_word(&rest);
    if (!word) return;
    play->over |= play->quit = !strcmp(word, "quit");
    if (play->quit || !strcmp(word, "stop")) engine_stop(play->engine);
    else puts("The engine is thinking: stop lets it move at once, quit ends the program.");
}

/* A terminal gives a line at a time; lines of a script wait for their turn. */
static void wait_for_engine(Play *play)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    char *line = play->terminal ? malloc(CONVERSATION_LINE) : NULL, end[] = "quit";
    while (line && !play->quit && engine_busy(play->engine) && !interrupt_requested()) {
        if (poll(&input, 1, 5) < 1) continue;
        const LineStatus status = conversation_read(stdin, line);
        if (status != LINE_TOO_LONG) interrupt_thinking(play, status == LINE_END ? end : line);
    }
    free(line);
    played_wait(play->engine);
}

/* What the engine would play, and its score for the side to move. 0; -1: stopped, or no memory, which it reports. */
static int think(Play *play, GameMove *move, char *judgement, size_t room)
{
    Answer answer = {.trouble = ""};
    const EngineListener listener = {.done = keep_answer, .user = &answer};
    EngineTask task = {.depth = (int)play->options->depth};
    char error[ENGINE_ERROR];
    GameRecord next;
    if (!task.depth || play->options->move_time) task.move_seconds = play->seconds;
    EnginePosition only[GAME_MAX_MOVES];
    task.only_count = played_choices(&play->played, only);
    task.only = task.only_count ? only : NULL;
    played_task(&play->played, &task);
    if (engine_start(play->engine, &task, &listener, error))
        return play->code = cli_fail(CLI_MEMORY, "%s", error), -1;
    wait_for_engine(play);
    if (*answer.trouble) printf("%s\n", answer.trouble);
    if (interrupt_requested() || play->quit) return -1;
    judge(&answer.line, judgement, room);
    return played_move_to(play->game, played_now(&play->played), &answer.move, move, &next);
}

static void make(Play *play, GameMove move)
{
    if (played_make(&play->played, move)) {
        play->code = cli_fail(CLI_MEMORY, "not enough memory for the game");
        play->over = 1;
    }
}

/* Moves of the engine, until it is the person's turn. */
static void let_engine_play(Play *play)
{
    while (!play->over && !interrupt_requested() && !ferror(stdout)) {
        const GameRecord now = *played_now(&play->played);
        char text[GAME_TEXT], judgement[64];
        GameMove move;
        if (!play->engine_plays[now.black] || think(play, &move, judgement, sizeof judgement)) return;
        move_name(play, &now, move, text);
        printf("%s plays %s (%s)\n", now.black ? "Black" : "White", text, judgement);
        make(play, move);
        show(play);
        look_for_end(play);
    }
}

/* ---- commands ---- */

static int parse_side(const char *text, int plays[2])
{
    static const char *const names[] = {"none", "white", "black", "both", NULL};
    for (int i = 0; names[i]; i++) {
        if (strcmp(names[i], text)) continue;
        plays[0] = i & 1;
        plays[1] = i >> 1;
        return 0;
    }
    return -1;
}

static void list_moves(Play *play, char *rest)
{
    (void)rest;
    GameMove list[GAME_MAX_MOVES];
    char text[GAME_TEXT];
    const GameRecord *now = played_now(&play->played);
    const int count = play->game->moves(play->game, now, list);
    for (int i = 0; i < count && count <= GAME_MAX_MOVES; i++) {
        move_name(play, now, list[i], text);
        printf("%s%s", i ? " " : "", text);
    }
    putchar('\n');
}

static void hint(Play *play, char *rest)
{
    (void)rest;
    char text[GAME_TEXT], judgement[64];
    GameMove move;
    if (play->over || think(play, &move, judgement, sizeof judgement)) return;
    move_name(play, played_now(&play->played), move, text);
    printf("%s (%s)\n", text, judgement);
}

static void show_tables(Play *play, char *rest)
{
    (void)rest;
    static const char *const results[] = {"lost", "lost, but for the 50-move rule", "drawn",
                                          "won, but for the 50-move rule", "won"};
    static EngineTableMove list[ENGINE_MAX_MOVES]; /* large */
    EngineTask task = {0};
    played_task(&play->played, &task);
    const int count = engine_table_moves(play->engine, &task, list);
    if (!play->has_tables) puts("No tables: --tables DIR or TABULEIRO_TABLES names their folder.");
    else if (count < 0) puts("The tables do not know this position and all its moves.");
    for (int i = 0; i < count; i++) {
        char text[GAME_TEXT];
        GameMove move;
        GameRecord next;
        if (played_move_to(play->game, played_now(&play->played), &list[i].after, &move, &next)) continue;
        move_name(play, played_now(&play->played), move, text);
        printf("  %-8s %s", text, results[list[i].result + 2]);
        if (list[i].plies >= 0) printf(" in %d pl%s", list[i].plies, list[i].plies == 1 ? "y" : "ies");
        putchar('\n');
    }
}

/* Back to the person's last move. */
static void undo(Play *play, char *rest)
{
    (void)rest;
    if (!played_undo(&play->played)) {
        complain(play, "Nothing to take back.");
        return;
    }
    while (play->engine_plays[played_now(&play->played)->black] &&
           !play->engine_plays[!played_now(&play->played)->black] && played_undo(&play->played)) {}
    play->over = 0;
    show(play);
}

static void show_fen(Play *play, char *rest)
{
    (void)rest;
    char text[GAME_TEXT];
    play->game->format(play->game, played_now(&play->played), text);
    puts(text);
}

static void show_board(Play *play, char *rest)
{
    (void)rest;
    putchar('\n');
    board_print(play->game, played_now(&play->played));
    printf("\n%s to move\n", played_now(&play->played)->black ? "Black" : "White");
}

static void set_engine(Play *play, char *rest)
{
    const char *side = next_word(&rest);
    if (!side || parse_side(side, play->engine_plays))
        complain(play, "engine: expected white, black, both or none");
}

static void set_time(Play *play, char *rest)
{
    const char *word = next_word(&rest);
    uint64_t milliseconds;
    if (!word || text_parse_number(word, 1, 3600000, &milliseconds))
        complain(play, "time: expected milliseconds for a move, 1 to 3600000");
    else play->seconds = (double)milliseconds / 1000;
}

static void begin_again(Play *play, char *rest)
{
    (void)rest;
    if (played_start(&play->played, play->game, &play->first)) complain(play, "Not enough memory.");
    engine_clear(play->engine);
    play->over = 0;
    show(play);
}

static void stop(Play *play, char *rest)
{
    (void)rest;
    complain(play, "The engine is not thinking.");
}

static void help(Play *play, char *rest);

static const struct {
    const char *name, *text;
    void (*run)(Play *play, char *rest);
} commands[] = {
    {"moves", "list the legal moves", list_moves},
    {"hint", "let the engine advise", hint},
    {"tables", "print what endgame tables know of each move", show_tables},
    {"undo", "take your last move back", undo},
    {"board", "draw the board", show_board},
    {"fen", "print the position as text", show_fen},
    {"engine", "engine SIDE: what the engine plays: white, black, both, none", set_engine},
    {"time", "time MS: milliseconds for a move of the engine", set_time},
    {"stop", "while the engine thinks: let it move at once", stop},
    {"new", "begin again", begin_again},
    {"help", "this list", help},
};

static void help(Play *play, char *rest)
{
    (void)play;
    (void)rest;
    puts("A move, or one of:");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        printf("  %-8s %s\n", commands[i].name, commands[i].text);
    printf("  %-8s %s\n", "quit", "end the program");
}

static void try_move(Play *play, const char *word)
{
    char error[GAME_TEXT], text[GAME_TEXT];
    const GameRecord now = *played_now(&play->played);
    GameMove move;
    if (play->over) {
        complain(play, "The game is over; undo, new or quit.");
        return;
    }
    if (play->game->read_move(play->game, &now, word, &move, error)) {
        complain(play, error);
        return;
    }
    move_name(play, &now, move, text);
    printf("%s plays %s\n", now.black ? "Black" : "White", text);
    make(play, move);
    show(play);
    look_for_end(play);
}

/* 0: the person has had enough. */
static int answer(void *user, char *line)
{
    Play *play = user;
    char *rest = line, *word = next_word(&rest);
    if (word && !strcmp(word, "quit")) return 0;
    if (word) {
        size_t i = 0;
        const size_t count = sizeof commands / sizeof *commands;
        while (i < count && strcmp(commands[i].name, word)) i++;
        if (i < count) commands[i].run(play, rest);
        else try_move(play, word);
    }
    let_engine_play(play);
    prompt(play);
    return play->code != CLI_MEMORY && !play->quit;
}

/* ---- the program ---- */

static int set_up(Play *play)
{
    const Options *options = play->options;
    char error[ENGINE_ERROR];
    const char *folder = options->tables ? options->tables : getenv("TABULEIRO_TABLES");
    play->engine_plays[!play->first.black] = 1;
    if (options->engine && parse_side(options->engine, play->engine_plays))
        return cli_fail(CLI_USAGE, "--engine '%s', expected white, black, both or none", options->engine);
    play->engine =
        engine_open(played_engine_game(play->game), options->hash ? options->hash : default_hash, error);
    if (!play->engine) return cli_fail(CLI_MEMORY, "%s", error);
    engine_set_threads(play->engine, options->threads ? (int)options->threads : 1);
    if (folder && *folder) {
        if (engine_set_tables(play->engine, folder, tables_cache(options), error))
            return cli_fail(CLI_BAD_INPUT, "%s", error);
        play->has_tables = 1;
    }
    if (played_start(&play->played, play->game, &play->first))
        return cli_fail(CLI_MEMORY, "not enough memory for a game");
    return CLI_DONE;
}

static int play_on(Play *play)
{
    int ended;
    show(play);
    look_for_end(play);
    let_engine_play(play);
    prompt(play);
    const int code = interrupt_requested() ? CLI_STOPPED
                     : play->quit          ? CLI_DONE
                                           : converse(answer, play, "That line is too long.", &ended);
    if (play->terminal) putchar('\n');
    return code ? code : play->code;
}

int cmd_play(const Options *options)
{
    static Play play; /* large */
    play = (Play){.options = options, .game = options->game, .terminal = isatty(STDIN_FILENO)};
    play.seconds = options->move_time ? (double)options->move_time / 1000 : 1;
    int code =
        cli_position(options, options->argument_count ? options->arguments[0] : "startpos", &play.first);
    if (!code) code = set_up(&play);
    if (!code) code = play_on(&play);
    engine_close(play.engine);
    played_free(&play.played);
    return code;
}
