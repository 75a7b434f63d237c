/* SPDX-License-Identifier: MIT */
#include "../cli/cli.h"
#include "../base/json.h"

#include <stdio.h>

static void json_game(Json *json, const Game *game)
{
    json_string(json, "name", game->name);
    json_string(json, "title", game->title);
    json_integer(json, "width", game->width);
    json_integer(json, "height", game->height);
}

static void list_games_in_json(void)
{
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "games");
    json_array(&json, "games");
    for (int i = 0; game_at(i); i++) {
        json_object(&json, NULL);
        json_game(&json, game_at(i));
        json_end(&json);
    }
    json_end(&json);
    json_close(&json);
}

static void describe_in_json(const Game *game, const GameRule *rules, int count)
{
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "game");
    json_game(&json, game);
    json_object(&json, "rules");
    for (int i = 0; i < count; i++) json_string(&json, rules[i].key, rules[i].text);
    json_end(&json);
    json_close(&json);
}

/* A key as a heading: man_step becomes "man step". */
static void print_rule(const GameRule *rule)
{
    int column = 0;
    for (const char *key = rule->key; *key; key++, column++) putchar(*key == '_' ? ' ' : *key);
    printf("%*s%s\n", column < 15 ? 15 - column : 1, "", rule->text);
}

static int describe(const Game *game, int json)
{
    GameRule rules[GAME_MAX_RULES];
    const int count = game->rules ? game->rules(game, rules) : 0;
    if (json) {
        describe_in_json(game, rules, count);
        return CLI_DONE;
    }
    printf("%s: %s\n", game->name, game->title);
    for (int i = 0; i < count; i++) print_rule(&rules[i]);
    return CLI_DONE;
}

int cmd_games(const Options *options)
{
    if (options->argument_count > 0) {
        const Game *game;
        const int code = cli_game(options->arguments[0], &game);
        return code ? code : describe(game, options->json);
    }
    if (options->json) list_games_in_json();
    else
        for (int i = 0; game_at(i); i++) printf("%-17s %s\n", game_at(i)->name, game_at(i)->title);
    return CLI_DONE;
}
