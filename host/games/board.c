/* SPDX-License-Identifier: MIT */
#include "board.h"

#include <stdio.h>

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

void board_print(const Game *game, const GameRecord *record)
{
    char rows[16][16];
    game->board(game, record, rows);
    if (game->cornerwise) print_cornerwise_board(game, rows);
    else print_straight_board(game, rows);
}
