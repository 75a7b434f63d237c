/* SPDX-License-Identifier: MIT */
#include "draughts_squares.h"

#include <stdio.h>
#include <string.h>

SquareMap square_map(const DraughtsGame *game)
{
    const DraughtsRuleset *r = &game->rules;
    const int area = r->width * r->height;
    SquareMap map = {.game = game};
    for (int i = 0; i < area; i++) {
        const int from_top = game->numbering == DRAUGHTS_FROM_BOTTOM_RIGHT ? area - 1 - i : i;
        const int file = from_top % r->width, rank = r->height - 1 - from_top / r->width;
        if (!draughts_on_board(r, file, rank)) continue;
        const u32 square = draughts_square(r, file, rank), number = ++map.count;
        map.square[number] = (u8)square;
        map.file[number] = (u8)file;
        map.rank[number] = (u8)rank;
        map.number[square] = (u8)number;
    }
    return map;
}

/* Turning the board is its own inverse. */
static u32 turn(const SquareMap *map, int black, u32 square)
{
    return black ? draughts_bits(&map->game->rules) - 1 - square : square;
}

u32 square_number(const SquareMap *map, int black, u32 square)
{
    return map->number[turn(map, black, square)];
}

u32 square_of_number(const SquareMap *map, int black, u32 number)
{
    return turn(map, black, map->square[number]);
}

void square_text(const SquareMap *map, u32 number, char out[SQUARE_TEXT])
{
    if (map->game->notation == DRAUGHTS_NUMERIC) snprintf(out, SQUARE_TEXT, "%u", number);
    else snprintf(out, SQUARE_TEXT, "%c%d", 'a' + map->file[number], map->rank[number] + 1);
}

static const char *read_number(const SquareMap *map, const char *line, const char *at, u32 *number,
                               char error[NOTATION_ERROR])
{
    const size_t length = strspn(at, "0123456789");
    u32 value = 0;
    for (size_t i = 0; i < length && value <= map->count; i++) value = 10 * value + (u32)(at[i] - '0');
    if (value < 1 || value > map->count) {
        notation_fail_at(error, line, at, "square %s is off the board, expected 1 to %u",
                         notation_quote(at, length).text, map->count);
        return NULL;
    }
    *number = value;
    return at + length;
}

static const char *read_letter_and_row(const SquareMap *map, const char *line, const char *at, u32 *number,
                                       char error[NOTATION_ERROR])
{
    const DraughtsRuleset *r = &map->game->rules;
    const size_t digits = strspn(at + 1, "0123456789");
    const i32 file = (*at | 32) - 'a';
    i32 row = 0;
    for (size_t i = 0; i < digits && row <= r->height; i++) row = 10 * row + (at[1 + i] - '0');
    if (file >= r->width || row < 1 || row > r->height) {
        notation_fail_at(error, line, at, "square %s is off the board, expected a1 to %c%d",
                         notation_quote(at, 1 + digits).text, 'a' + r->width - 1, r->height);
        return NULL;
    }
    if (!draughts_on_board(r, file, row - 1)) {
        notation_fail_at(error, line, at, "square %s is not one of the %u that the game uses",
                         notation_quote(at, 1 + digits).text, map->count);
        return NULL;
    }
    *number = map->number[draughts_square(r, file, row - 1)];
    return at + 1 + digits;
}

const char *square_read(const SquareMap *map, const char *line, const char *at, u32 *number,
                        char error[NOTATION_ERROR])
{
    if (*at >= '0' && *at <= '9') return read_number(map, line, at, number, error);
    if (*at >= 'a' && *at <= 'z') return read_letter_and_row(map, line, at, number, error);
    if (*at >= 'A' && *at <= 'Z' && at[1] >= '0' && at[1] <= '9')
        return read_letter_and_row(map, line, at, number, error);
    notation_fail_at(error, line, at, "%s, expected a square: its number, or a letter and a row",
                     *at ? notation_quote_character(at).text : "the end");
    return NULL;
}

DraughtsBoard_x2 wide_board(const DraughtsGame *game, DraughtsPosition position)
{
    if (draughts_words(&game->rules) == 2) return draughts_board_x2(position);
    return (DraughtsBoard_x2){position.own, position.opponent, position.kings, position.rest};
}

DraughtsPosition narrow_board(const DraughtsGame *game, DraughtsBoard_x2 board)
{
    if (draughts_words(&game->rules) == 2) return draughts_position_x2(board);
    return (DraughtsPosition){b_low_x2(board.own), b_low_x2(board.opponent), b_low_x2(board.kings),
                              b_low_x2(board.huffable)};
}

/* --- what others ask of a board --- */

int draughts_square_count(const DraughtsGame *game) { return (int)square_map(game).count; }

int draughts_number_at(const DraughtsGame *game, int file, int rank)
{
    if (!draughts_on_board(&game->rules, file, rank)) return 0;
    return square_map(game).number[draughts_square(&game->rules, file, rank)];
}

char draughts_letter_at(const DraughtsGame *game, const DraughtsRecord *record, int file, int rank)
{
    if (!draughts_on_board(&game->rules, file, rank)) return ' ';
    const SquareMap map = square_map(game);
    const u32 number = (u32)draughts_number_at(game, file, rank);
    const B128 square = b_square_x2(square_of_number(&map, record->black, number));
    const DraughtsBoard_x2 board = wide_board(game, record->position);
    if (!b_any_x2((board.own | board.opponent) & square)) return '.';
    const int black = b_any_x2(board.own & square) == !!record->black;
    return "wWbB"[2 * black + (b_any_x2(board.kings & square) != 0)];
}

DraughtsForce draughts_force(const DraughtsGame *game, const DraughtsRecord *record, int own)
{
    const DraughtsBoard_x2 board = wide_board(game, record->position);
    const B128 pieces = own ? board.own : board.opponent;
    return (DraughtsForce){.men = (int)b_count_x2(pieces & ~board.kings),
                           .kings = (int)b_count_x2(pieces & board.kings)};
}

void draughts_square_format(const DraughtsGame *game, int number, char out[DRAUGHTS_SQUARE_TEXT])
{
    const SquareMap map = square_map(game);
    square_text(&map, (u32)number, out);
}

void draughts_record_start(const DraughtsGame *game, DraughtsRecord *record)
{
    const int wide = draughts_words(&game->rules) == 2;
    record->position = wide ? draughts_start_x2(game) : draughts_start_x1(game);
    record->black = game->black_begins;
}
