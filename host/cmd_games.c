#include "cli.h"
#include "json.h"

#include <stdio.h>

static void print_json(void)
{
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "games");
    json_array(&json, "games");
    for (int i = 0; game_at(i); i++) {
        const Game *game = game_at(i);
        json_object(&json, NULL);
        json_string(&json, "name", game->name);
        json_string(&json, "title", game->title);
        json_integer(&json, "width", game->width);
        json_integer(&json, "height", game->height);
        json_end(&json);
    }
    json_end(&json);
    json_close(&json);
}

int cmd_games(const Options *options)
{
    if (options->json) print_json();
    else
        for (int i = 0; game_at(i); i++) printf("%-16s %s\n", game_at(i)->name, game_at(i)->title);
    return CLI_DONE;
}
