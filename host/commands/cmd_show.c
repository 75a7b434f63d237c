/* SPDX-License-Identifier: MIT */
#include "../games/board.h"
#include "../cli/cli.h"
#include "../base/json.h"
#include "../games/svg.h"
#include "../base/whole_file.h"

#include <stdio.h>
#include <string.h>

static int move_count(const Game *game, const GameRecord *record)
{
    GameMove list[GAME_MAX_MOVES];
    return game->moves(game, record, list);
}

static void print_board(const Game *game, const GameRecord *record)
{
    char text[GAME_TEXT];
    board_print(game, record);
    game->format(game, record, text);
    const int moves = move_count(game, record);
    printf("\n%s to move, ", record->black ? "Black" : "White");
    if (moves > GAME_MAX_MOVES) printf("more than %d legal moves", GAME_MAX_MOVES);
    else printf("%d legal move%s", moves, moves == 1 ? "" : "s");
    printf("\n%s\n", text);
}

static void print_json(const Game *game, const GameRecord *record, const char *svg)
{
    char rows[16][16], text[GAME_TEXT];
    Json json;
    game->board(game, record, rows);
    game->format(game, record, text);
    json_open(&json, stdout);
    json_string(&json, "record", "show");
    json_string(&json, "game", game->name);
    json_string(&json, "position", text);
    json_array(&json, "board");
    for (int y = 0; y < game->height; y++) {
        char row[17] = "";
        memcpy(row, rows[y], (size_t)game->width);
        json_string(&json, NULL, row);
    }
    json_end(&json);
    json_string(&json, "turn", record->black ? "black" : "white");
    const int moves = move_count(game, record);
    if (moves > GAME_MAX_MOVES) json_string(&json, "moves", NULL);
    else json_integer(&json, "moves", moves);
    json_string(&json, "svg", svg);
    json_close(&json);
}

static int write_picture(const Game *game, const GameRecord *record, const char *path)
{
    WholeFile file;
    char error[WHOLE_FILE_ERROR];
    if (whole_file_open(&file, path, error)) return cli_fail_write(error);
    svg_write(file.stream, game, record);
    if (whole_file_commit(&file, error)) return cli_fail_write(error);
    return CLI_DONE;
}

int cmd_show(const Options *options)
{
    GameRecord record;
    const Game *game = options->game;
    const int to_stdout = options->svg && !strcmp(options->svg, "-");
    if (to_stdout && options->json)
        return cli_fail(CLI_USAGE, "--svg - and --json both want standard output");
    int code = cli_position(options, options->arguments[0], &record);
    if (code) return code;
    if (to_stdout) {
        svg_write(stdout, game, &record);
        return CLI_DONE;
    }
    if (options->svg && (code = write_picture(game, &record, options->svg))) return code;
    if (options->json) print_json(game, &record, options->svg);
    else print_board(game, &record);
    return CLI_DONE;
}
