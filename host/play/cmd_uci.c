/* SPDX-License-Identifier: MIT */
#include "build_info.h"
#include "conversation.h"
#include "../base/text.h"
#include "uci.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- positions ---- */

/* Board and moves; the old game stays if anything is wrong. */
static int read_game(Uci *uci, char *text, Played *played, char error[GAME_TEXT])
{
    char *moves = find_word(text, "moves");
    GameRecord record;
    if (moves) {
        *moves = 0;
        moves += strlen("moves") + (moves[strlen("moves")] != 0);
    }
    text = single_blanks(text);
    if (!strncmp(text, "fen", 3) && strchr(" ", text[3])) text += 3 + (text[3] != 0);
    if (game_chess.parse(&game_chess, text, &record, error)) return -1;
    record.chess960 |= uci->chess960;
    if (played_start(played, &game_chess, &record)) return snprintf(error, GAME_TEXT, "out of memory"), -1;
    for (char *word; moves && (word = next_word(&moves)) != NULL;) {
        GameMove move;
        if (game_chess.read_move(&game_chess, played_now(played), word, &move, error)) return -1;
        if (played_make(played, move)) return snprintf(error, GAME_TEXT, "out of memory"), -1;
    }
    return 0;
}

static void set_position(Uci *uci, char *rest)
{
    Played played = {0};
    char error[GAME_TEXT];
    uci_stop(uci);
    if (read_game(uci, rest, &played, error)) {
        say("info string position not understood: %s", error);
        played_free(&played);
        return;
    }
    played_free(&uci->played);
    uci->played = played;
}

static void new_game(Uci *uci)
{
    uci_stop(uci);
    engine_clear(uci->engine);
}

/* ---- commands ---- */

static void introduce(const Uci *uci)
{
    say("id name Tabuleiro " BUILD_VERSION);
    say("id author the Tabuleiro authors");
    uci_list_options(uci);
    say("uciok");
}

static void draw(const Uci *uci)
{
    char rows[16][16], text[GAME_TEXT];
    const GameRecord *now = played_now(&uci->played);
    game_chess.board(&game_chess, now, rows);
    for (int rank = 0; rank < 8; rank++) say("%.8s", rows[rank]);
    game_chess.format(&game_chess, now, text);
    say("%s", text);
}

static void complain(const char *word)
{
    char text[80];
    text_printable(word, text, sizeof text);
    say("info string unknown command: %s", text);
}

int uci_obey(void *user, char *line)
{
    Uci *uci = user;
    char *rest = line, *word = next_word(&rest);
    if (!word) return 1;
    if (!strcmp(word, "quit")) return 0;
    if (!strcmp(word, "uci")) introduce(uci);
    else if (!strcmp(word, "isready")) say("readyok");
    else if (!strcmp(word, "ucinewgame")) new_game(uci);
    else if (!strcmp(word, "setoption")) uci_set_option(uci, rest);
    else if (!strcmp(word, "position")) set_position(uci, rest);
    else if (!strcmp(word, "go")) uci_go(uci, rest);
    else if (!strcmp(word, "stop")) uci_stop(uci);
    else if (!strcmp(word, "ponderhit")) engine_ponder_hit(uci->engine);
    else if (!strcmp(word, "d")) draw(uci);
    else if (strcmp(word, "debug") && strcmp(word, "register")) complain(word);
    return 1;
}

/* ---- the program ---- */

int uci_open(Uci *uci, const Options *options)
{
    char error[ENGINE_ERROR];
    GameRecord start;
    *uci = (Uci){.options = options,
                 .threads = options->threads ? (int)options->threads : 1,
                 .lines = 1,
                 .overhead = 30};
    uci->hash = options->hash ? (options->hash + (1 << 20) - 1) >> 20 : 16;
    uci->engine = engine_open(engine_chess(), uci->hash << 20, error);
    if (!uci->engine) return cli_fail(CLI_MEMORY, "%s", error);
    engine_set_threads(uci->engine, uci->threads);
    game_chess.parse(&game_chess, "startpos", &start, error);
    if (played_start(&uci->played, &game_chess, &start))
        return cli_fail(CLI_MEMORY, "not enough memory for a game");
    return CLI_DONE;
}

void uci_close(Uci *uci)
{
    if (uci->engine) uci_stop(uci);
    engine_close(uci->engine);
    played_free(&uci->played);
}

static int talk(Uci *uci)
{
    int ended;
    const char *folder = uci->options->tables ? uci->options->tables : getenv("TABULEIRO_TABLES");
    if (folder) uci_open_tables(uci, folder);
    const int code = converse(uci_obey, uci, "info string a line was too long and is passed over", &ended);
    if (ended && code == CLI_DONE && !uci->endless) played_wait(uci->engine); /* as a script wants it */
    if (code == CLI_DONE) uci_wait_for_perft(uci, 0.1);                       /* likewise */
    return code;
}

int cmd_uci(const Options *options)
{
    static Uci uci; /* large */
    int code = uci_open(&uci, options);
    if (!code) code = talk(&uci);
    uci_close(&uci);
    return code;
}
