/* SPDX-License-Identifier: MIT */
#include "squares.h"

#include "../rules/chess/moves.h"

static void advance(const ChessRecord *record, ChessPosition position, int resets, ChessRecord *next)
{
    ChessRecord after = *record;
    after.position = position;
    after.black = !record->black;
    if (resets) after.halfmove = 0;
    else if (record->halfmove < CHESS_HALFMOVE_MAX) after.halfmove++;
    if (record->black && record->fullmove < CHESS_FULLMOVE_MAX) after.fullmove++;
    *next = after;
}

void chess_record_make(const ChessRecord *record, ChessMove move, ChessRecord *next)
{
    const ChessPosition p = record->position;
    const int resets = chess_kind_at(p, chess_move_from(move)) == CHESS_PAWN || is_capture(p, move);
    advance(record, chess_make(p, move), resets, next);
}

void chess_record_pass(const ChessRecord *record, ChessRecord *next)
{
    advance(record, chess_flip(record->position), 0, next);
}

char chess_letter_at(const ChessRecord *record, int square)
{
    const u32 own_square = board_square(record, (u32)square);
    const u32 kind = chess_kind_at(record->position, own_square);
    if (kind == CHESS_EMPTY) return '.';
    const int white = (int)(record->position.own >> own_square & 1) != record->black;
    return (white ? ".PNBRQKR" : ".pnbrqkr")[kind];
}
