/* SPDX-License-Identifier: MIT */
/* What kind of move it was: the columns of perft statistics.
 *
 * Checks include mates. A discovered check is one whose only checker is not the man moved (castling moves
 * king and rook); a double check has two checkers. */
#ifndef RULES_CHESS_STATS_H
#define RULES_CHESS_STATS_H

#include "moves.h"

#define CHESS_STAT_NODES 0
#define CHESS_STAT_CAPTURES 1
#define CHESS_STAT_EN_PASSANT 2
#define CHESS_STAT_CASTLES 3
#define CHESS_STAT_PROMOTIONS 4
#define CHESS_STAT_CHECKS 5
#define CHESS_STAT_DISCOVERED 6
#define CHESS_STAT_DOUBLES 7
#define CHESS_STAT_MATES 8
#define CHESS_STATS 9

/* Adds one legal move of p to the counters. */
BIG_FN void chess_count_move(ChessPosition p, ChessMove move, u64 *stats)
{
    const u64 to = U64(1) << chess_move_to(move), pieces = chess_occupied(p);
    const u32 kind = chess_kind_at(p, chess_move_from(move));
    const u32 en_passant = kind == CHESS_PAWN && (chess_en_passant(p) & to);
    const u32 castles = kind == CHESS_KING && (pieces & p.own & to);
    const ChessPosition next = chess_make(p, move);
    const u64 checkers = chess_checkers(next);
    const u64 moved = castles ? byteswap64(to > U64(1) << chess_move_from(move) ? 32 : 8) : byteswap64(to);

    stats[CHESS_STAT_NODES]++;
    stats[CHESS_STAT_CAPTURES] += en_passant || (pieces & ~p.own & to);
    stats[CHESS_STAT_EN_PASSANT] += en_passant;
    stats[CHESS_STAT_CASTLES] += castles;
    stats[CHESS_STAT_PROMOTIONS] += chess_move_promotion(move) != 0;
    if (!checkers) return;
    stats[CHESS_STAT_CHECKS]++;
    stats[CHESS_STAT_DISCOVERED] += (checkers & (checkers - 1)) == 0 && !(checkers & moved);
    stats[CHESS_STAT_DOUBLES] += (checkers & (checkers - 1)) != 0;
    stats[CHESS_STAT_MATES] += chess_count(next) == 0;
}

#endif
