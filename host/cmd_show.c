#include "cli.h"
#include "json.h"
#include "svg.h"
#include "whole_file.h"

#include <stdio.h>
#include <string.h>

static int move_count(const Game *game, const GameRecord *record)
{
    GameMove list[GAME_MAX_MOVES];
    return game->moves(game, record, list);
}

/* The numbers of a row's first and last square, behind it. */
static void print_numbers(const Game *game, const char *row, int y)
{
    int first = 0, last = 0;
    for (int x = 0; x < game->width; x++) {
        if (row[x] == ' ') continue;
        last = game->number(game, x, game->height - 1 - y);
        if (first == 0) first = last;
    }
    printf("%*s%4d-%d", row[game->width - 1] == ' ' ? 2 : 0, "", first, last);
}

static void print_straight_board(const Game *game, char rows[16][16])
{
    for (int y = 0; y < game->height; y++) {
        int used = game->width;
        while (rows[y][used - 1] == ' ') used--;
        printf("%2d ", game->height - y);
        for (int x = 0; x < used; x++) printf(" %c", rows[y][x]);
        if (game->number) print_numbers(game, rows[y], y);
        putchar('\n');
    }
    printf("\n   ");
    for (int x = 0; x < game->width; x++) printf(" %c", 'a' + x);
    putchar('\n');
}

/* A board on its corner: squares side by side are those of one diagonal, whose ends are named. */
static void print_cornerwise_board(const Game *game, char rows[16][16])
{
    const int last = game->height - 1;
    for (int sum = game->width - 1 + last; sum >= 0; sum--) {
        const int left = sum > last ? sum - last : 0, right = sum < game->width ? sum : game->width - 1;
        if (rows[last - (sum - left)][left] == ' ') continue;
        printf("%c%-2d%*s", 'a' + left, sum - left + 1, 2 * (last - sum + 2 * left) + 1, "");
        for (int x = left; x <= right; x++) printf("%c%s", rows[last - (sum - x)][x], x < right ? "   " : "");
        printf("%*s%c%d\n", 2 * (last - sum + 2 * left) + 2, "", 'a' + right, sum - right + 1);
    }
}

static void print_board(const Game *game, const GameRecord *record)
{
    char rows[16][16], text[GAME_TEXT];
    game->board(game, record, rows);
    if (game->cornerwise) print_cornerwise_board(game, rows);
    else print_straight_board(game, rows);
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
    if (whole_file_open(&file, path, error)) return cli_fail(CLI_IO, "%s", error);
    svg_write(file.stream, game, record);
    if (whole_file_commit(&file, error)) return cli_fail(CLI_IO, "%s", error);
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
