/* SPDX-License-Identifier: MIT */
#include "../cli/cli.h"
#include "../base/json.h"

#include <stdio.h>

typedef struct {
    const Game *game;
    GameRecord record;
    GameMove list[GAME_MAX_MOVES];
    int count;
} MoveList;

static void json_moves(Json *json, const char *key, const MoveList *moves, MoveStyle style)
{
    char text[GAME_TEXT];
    json_array(json, key);
    for (int i = 0; i < moves->count; i++) {
        moves->game->move_text(moves->game, &moves->record, moves->list[i], style, text);
        json_string(json, NULL, text);
    }
    json_end(json);
}

static void print_json(const MoveList *moves)
{
    char text[GAME_TEXT];
    Json json;
    moves->game->format(moves->game, &moves->record, text);
    json_open(&json, stdout);
    json_string(&json, "record", "moves");
    json_string(&json, "game", moves->game->name);
    json_string(&json, "position", text);
    json_moves(&json, "moves", moves, MOVE_UCI);
    json_moves(&json, "san", moves, MOVE_SAN);
    json_close(&json);
}

int cmd_moves(const Options *options)
{
    MoveList moves = {.game = options->game};
    const int code = cli_position(options, options->arguments[0], &moves.record);
    if (code) return code;
    moves.count = moves.game->moves(moves.game, &moves.record, moves.list);
    if (moves.count > GAME_MAX_MOVES)
        return cli_fail(
            CLI_BAD_INPUT, "more than %d moves, or captures by too many routes to follow%s", GAME_MAX_MOVES,
            options->merge_captures ? "" : "; --merge-captures lists those with equal results once");
    if (options->json) {
        print_json(&moves);
        return CLI_DONE;
    }
    for (int i = 0; i < moves.count; i++) {
        char text[GAME_TEXT];
        moves.game->move_text(moves.game, &moves.record, moves.list[i], options->san ? MOVE_SAN : MOVE_UCI,
                              text);
        puts(text);
    }
    return CLI_DONE;
}
