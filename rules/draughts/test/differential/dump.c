/* SPDX-License-Identifier: MIT */
/* Random positions with their legal moves, for comparison with other programs' move generators.
 *
 *   draughts_dump GAME POSITIONS SEED
 *
 * A line: FEN with numbers, a tab, the moves with spaces between: 12-16, or 12x21:16,17 with the pieces taken in
 * ascending order; captures with equal results once. Squares have the game's numbers; from the top left, as White sees
 * the board, where it has letters. Positions without pieces of either side, which others do not know, are left out. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/draughts/test/random_draughts.h"
#include "notation/draughts_notation.h"

enum { MOST_MOVES = 2000 };

static const DraughtsGame *find(const char *name)
{
    for (int i = 0; i < DRAUGHTS_GAMES; i++)
        if (!strcmp(draughts_games[i].name, name)) return &draughts_games[i];
    return NULL;
}

/* Squares of one colour in the order of their numbers; how many. */
static int write_side(const DraughtsGame *game, const SlowPosition *position, const char *pieces, char **out)
{
    int count = 0;
    for (int number = 1; number <= draughts_square_count(game); number++)
        for (int i = 0; i < 256; i++) {
            const char cell = position->cell[i];
            if ((cell != pieces[0] && cell != pieces[1]) ||
                draughts_number_at(game, i % 16, i / 16) != number)
                continue;
            *out += sprintf(*out, "%s%s%d", count++ ? "," : "", cell == pieces[1] ? "K" : "", number);
        }
    return count;
}

static int write_fen(const DraughtsGame *game, const SlowPosition *position, char *fen)
{
    fen += sprintf(fen, "%c:W", position->side);
    const int white = write_side(game, position, "wW", &fen);
    fen += sprintf(fen, ":B");
    return white > 0 && write_side(game, position, "bB", &fen) > 0;
}

static int ascending(const void *a, const void *b) { return *(const u8 *)a - *(const u8 *)b; }

static void print_move(DraughtsMove *move)
{
    printf(" %d%c%d", move->from, move->jumps ? 'x' : '-', move->to);
    qsort(move->victim, move->jumps, sizeof *move->victim, ascending);
    for (int i = 0; i < move->jumps; i++) printf("%c%d", i ? ',' : ':', move->victim[i]);
}

int main(int argc, char **argv)
{
    static DraughtsMove list[MOST_MOVES];
    const DraughtsGame *game = argc == 4 ? find(argv[1]) : NULL;
    if (game == NULL) {
        fprintf(stderr, "usage: draughts_dump GAME POSITIONS SEED\n");
        return 1;
    }
    RandomDraughts random;
    random_draughts_start(&random, slow_game(game->name), strtoull(argv[3], NULL, 10), 0);
    for (long left = strtol(argv[2], NULL, 10); left > 0;) {
        SlowPosition position;
        DraughtsRecord record;
        char fen[SLOW_FEN_SIZE], error[NOTATION_ERROR];
        random_draughts_next(&random, &position);
        if (!write_fen(game, &position, fen)) continue;
        if (draughts_fen_parse(game, fen, &record, error)) {
            fprintf(stderr, "%s: %s\n", fen, error);
            return 1;
        }
        const int count = draughts_list_moves(game, &record, 1, list, MOST_MOVES);
        if (count < 0) continue;
        printf("%s\t", fen);
        for (int i = 0; i < count; i++) print_move(&list[i]);
        printf("\n");
        left--;
    }
    return 0;
}
