/* SPDX-License-Identifier: MIT */
/* The Hub protocol of draughts programs, version 2, as Scan speaks it. */
#include "build_info.h"
#include "conversation.h"
#include "hub.h"
#include "../tables/tables.h"
#include "../base/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- variants ---- */

static const struct {
    const char *hub, *game;
} aliases[] = {
    {"normal", "international"}, {"bt", "breakthrough"}, {"losing", "antidraughts"}, {"english", "checkers"}};

static const size_t alias_count = sizeof aliases / sizeof *aliases;

/* Moves of huffing cannot be written in Hub. */
static int speaks(const Game *game)
{
    return game->family == GAME_DRAUGHTS && draughts_games[game->variant].rules.obligation != DRAUGHTS_HUFF;
}

static const Game *variant_named(const char *name)
{
    for (size_t i = 0; i < alias_count; i++)
        if (!strcmp(aliases[i].hub, name)) name = aliases[i].game;
    const Game *game = game_find(name);
    return game && speaks(game) ? game : NULL;
}

static const char *variant_name(const Game *game)
{
    for (size_t i = 0; i < alias_count; i++)
        if (!strcmp(aliases[i].game, game->name)) return aliases[i].hub;
    return game->name;
}

static void tell_variants(const Hub *hub)
{
    char list[1024] = "";
    for (int i = 0; game_at(i); i++) {
        if (!speaks(game_at(i))) continue;
        if (*list) strncat(list, " ", sizeof list - strlen(list) - 1);
        strncat(list, variant_name(game_at(i)), sizeof list - strlen(list) - 1);
    }
    say("param name=variant value=%s type=enum values=\"%s\"", variant_name(hub->game), list);
}

/* ---- the engine ---- */

void hub_fail(const char *format, const char *word)
{
    char text[120], message[400];
    text_printable(word, text, sizeof text);
    snprintf(message, sizeof message, format, text);
    for (char *c = message; *c; c++)
        if (*c == '"') *c = '\'';
    say("error message=\"%s\"", message);
}

void hub_stop(Hub *hub)
{
    if (!hub->engine) return;
    engine_stop(hub->engine);
    engine_wait(hub->engine);
}

/* 0; -1: no engine, which it reports. */
static int start_engine(Hub *hub)
{
    char error[ENGINE_ERROR];
    GameRecord start;
    if (hub->engine) return 0;
    hub->engine = engine_open(played_engine_game(hub->game), hub->hash << 20, error);
    if (!hub->engine) return hub_fail("%s", error), -1;
    engine_set_threads(hub->engine, hub->threads);
    if (engine_set_tables(hub->engine, hub->tables, tables_cache(hub->options), error))
        hub_fail("no tables: %s", error);
    hub->game->parse(hub->game, "startpos", &start, error);
    if (played_start(&hub->played, hub->game, &start)) return hub_fail("%s", "out of memory"), -1;
    return 0;
}

static void forget_engine(Hub *hub)
{
    hub_stop(hub);
    engine_close(hub->engine);
    hub->engine = NULL;
}

/* ---- parameters ---- */

static void introduce(const Hub *hub)
{
    say("id name=Tabuleiro version=" BUILD_VERSION " author=\"the Tabuleiro authors\"");
    tell_variants(hub);
    say("param name=hash value=%d type=int min=1 max=1048576", (int)hub->hash);
    say("param name=threads value=%d type=int min=1 max=%d", hub->threads, ENGINE_MAX_THREADS);
    say("param name=tables value=\"%s\" type=string", hub->tables);
    say("wait");
}

static void set_parameter(Hub *hub, char *arguments)
{
    HubArgument argument;
    const char *name = "", *value = "";
    uint64_t number;
    while (hub_next(&arguments, &argument)) {
        if (!strcmp(argument.name, "name")) name = argument.value;
        if (!strcmp(argument.name, "value")) value = argument.value;
    }
    forget_engine(hub);
    if (!strcmp(name, "variant") && variant_named(value)) hub->game = variant_named(value);
    else if (!strcmp(name, "hash") && !text_parse_number(value, 1, 1048576, &number)) hub->hash = number;
    else if (!strcmp(name, "threads") && !text_parse_number(value, 1, ENGINE_MAX_THREADS, &number))
        hub->threads = (int)number;
    else if (!strcmp(name, "tables")) snprintf(hub->tables, sizeof hub->tables, "%s", value);
    else hub_fail("set-param: no such parameter or value: %s", *value ? value : name);
}

/* ---- commands ---- */

int hub_obey(void *user, char *line)
{
    Hub *hub = user;
    char *rest = line, *word = next_word(&rest);
    if (!word) return 1;
    if (!strcmp(word, "quit")) return 0;
    if (!strcmp(word, "hub")) introduce(hub);
    else if (!strcmp(word, "set-param")) set_parameter(hub, rest);
    else if (!strcmp(word, "ping")) say("pong");
    else if (!strcmp(word, "stop")) hub_stop(hub);
    else if (start_engine(hub)) return 1;
    else if (!strcmp(word, "init")) say("ready");
    else if (!strcmp(word, "ponder-hit")) engine_ponder_hit(hub->engine);
    else if (!strcmp(word, "new-game")) hub_stop(hub), engine_clear(hub->engine);
    else if (!strcmp(word, "pos")) hub_set_position(hub, rest);
    else if (!strcmp(word, "level")) hub_set_level(hub, rest);
    else if (!strcmp(word, "go")) hub_go(hub, rest);
    else hub_fail("unknown command: %s", word);
    return 1;
}

/* ---- the program ---- */

void hub_open(Hub *hub, const Options *options)
{
    const char *folder = options->tables ? options->tables : getenv("TABULEIRO_TABLES");
    *hub = (Hub){.options = options,
                 .threads = options->threads ? (int)options->threads : 1,
                 .game = game_find("international")};
    hub->hash = options->hash ? (options->hash + (1 << 20) - 1) >> 20 : 16;
    snprintf(hub->tables, sizeof hub->tables, "%s", folder ? folder : "");
}

void hub_close(Hub *hub)
{
    forget_engine(hub);
    played_free(&hub->played);
}

int cmd_hub(const Options *options)
{
    static Hub hub; /* large */
    hub_open(&hub, options);
    int ended;
    const char *too_long = "error message=\"a line was too long and is passed over\"";
    const int code = converse(hub_obey, &hub, too_long, &ended);
    if (ended && code == CLI_DONE && hub.engine && !hub.endless)
        played_wait(hub.engine); /* as a script wants it */
    hub_close(&hub);
    return code;
}
