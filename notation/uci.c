/* SPDX-License-Identifier: MIT */
#include "squares.h"

#include "../rules/chess/moves.h"

#include <string.h>

static void write_square(const ChessRecord *record, u32 square, char *out)
{
    out[0] = file_letter(square);
    out[1] = row_digit(board_square(record, square));
}

void chess_uci_format(const ChessRecord *record, ChessMove move, char out[CHESS_MOVE_TEXT])
{
    const u32 promotion = chess_move_promotion(move);
    u32 to = chess_move_to(move);
    if (is_castling(record->position, move) && !record->chess960) to = is_castling_short(move) ? 6 : 2;
    write_square(record, chess_move_from(move), out);
    write_square(record, to, out + 2);
    out[4] = promotion ? "..nbrq"[promotion] : '\0';
    out[5] = 0;
}

/* Finds the legal move with these squares and promotion. */
static int find_move(const ChessRecord *record, ChessMove wanted, ChessMove *move)
{
    ChessWalk walk = chess_walk(&record->position);
    for (ChessMove legal; chess_walk_next(&walk, &legal);) {
        if (legal == wanted) {
            *move = legal;
            return 1;
        }
    }
    return 0;
}

/* The king goes two files from the e-file: the castling of that wing. */
static int find_castling(const ChessRecord *record, ChessMove wanted, ChessMove *move)
{
    const u32 to = chess_move_to(wanted);
    if (chess_move_from(wanted) != 4 || (to != 2 && to != 6) || chess_move_promotion(wanted)) return 0;
    ChessWalk walk = chess_walk(&record->position);
    for (ChessMove legal; chess_walk_next(&walk, &legal);) {
        if (is_castling(record->position, legal) && is_castling_short(legal) == (to == 6)) {
            *move = legal;
            return 1;
        }
    }
    return 0;
}

static int is_square(const char *text)
{
    return text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}

static u32 read_square(const ChessRecord *record, const char *text)
{
    return board_square(record, (u32)(text[0] - 'a') + 8 * (u32)(text[1] - '1'));
}

/* Why a well-formed move is not legal. */
static int refuse(const ChessRecord *record, const char *text, ChessMove move, char error[NOTATION_ERROR])
{
    const ChessPosition p = record->position;
    const char *mover = record->black ? "Black" : "White";
    ChessMove other;
    if (!(chess_occupied(p) >> chess_move_from(move) & 1))
        return notation_fail(error, "move '%s': no piece stands on %.2s", text, text);
    if (!(p.own >> chess_move_from(move) & 1))
        return notation_fail(error, "move '%s': the piece on %.2s is not %s's", text, text, mover);
    if (!text[4] &&
        find_move(record, chess_move(chess_move_from(move), chess_move_to(move), CHESS_QUEEN), &other))
        return notation_fail(error,
                             "move '%s': the promotion piece is missing, expected %sq, %sr, %sb or %sn", text,
                             text, text, text, text);
    return notation_fail(error, "move '%s' is not legal for %s", text, mover);
}

int chess_uci_parse(const ChessRecord *record, const char *text, ChessMove *move, char error[NOTATION_ERROR])
{
    static const char promotions[] = "..nbrq";
    const size_t length = strlen(text);
    const int squares = length >= 4 && is_square(text) && is_square(text + 2);
    const char *promotion = length == 5 && text[4] != '.' ? strchr(promotions, text[4]) : NULL;
    if (!squares || (length > 4 && !promotion))
        return notation_fail(error,
                             "move %s, expected two squares and a promotion piece if any, as e2e4 or e7e8q",
                             notation_quote(text, length).text);
    const ChessMove wanted = chess_move(read_square(record, text), read_square(record, text + 2),
                                        promotion ? (u32)(promotion - promotions) : 0);
    if (find_move(record, wanted, move) || find_castling(record, wanted, move)) return 0;
    return refuse(record, text, wanted, error);
}
