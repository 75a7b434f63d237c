/* SPDX-License-Identifier: MIT */
/* The slow reference move generator for chess and Chess960: the oracle of the differential tests.
 *
 * Written from the rules alone and sharing nothing with the fast generator; positions and moves pass between
 * the two as text (FEN and UCI). A move is legal here if its man may go that way and leaves the own king
 * unattacked.
 *
 * All functions are free of shared state and may be called from any thread. */
#ifndef CHESS_TEST_MAILBOX_H
#define CHESS_TEST_MAILBOX_H

#include <stdbool.h>
#include <stdint.h>

/* The board has ten columns and twelve rows, so that every step from a real square stays in the array:
 * a1 is 21, h1 28, a8 91, h8 98. A cell holds the man's FEN letter, '.' (empty) or '#' (off the board). */
typedef struct MailboxPosition {
    char board[120];
    bool white_to_move;
    int en_passant;          /* the square passed over by the double step just made, or 0 */
    int castling_rook[2][2]; /* [black, white][h side, a side of the king]: that rook's square, or 0 */
} MailboxPosition;

typedef struct MailboxMove {
    int from, to; /* castling: the king's and the rook's square */
    char kind;    /* one of the MAILBOX_ kinds, or the letter of the man promoted to: q r b n */
} MailboxMove;

enum { MAILBOX_PLAIN = ' ', MAILBOX_DOUBLE_STEP = 'd', MAILBOX_EN_PASSANT = 'e', MAILBOX_CASTLING = 'c' };

/* No position has more, however odd its men: each of 64 squares is reached along at most 8 lines and by 8
 * knights, 24 pawn moves to the last row count four times, and there are two castlings: 1098. */
#define MAILBOX_MAX_MOVES 1100

typedef struct MailboxList {
    int count;
    MailboxMove move[MAILBOX_MAX_MOVES];
} MailboxList;

typedef struct MailboxStats { /* of the moves at the last ply */
    uint64_t nodes, captures, en_passant, castles, promotions;
    uint64_t checks;     /* mates included */
    uint64_t discovered; /* checks whose only checker is not the man moved (in castling: not the rook) */
    uint64_t doubles;    /* checks by two men */
    uint64_t mates;
} MailboxStats;

#define MAILBOX_FEN_SIZE 96
#define MAILBOX_UCI_SIZE 6

/* Reads a FEN of four to six fields, castling rights as KQkq (the outermost rook) or by file (AHah).
 * The en passant square is taken as written if on the right row; without a pawn to take it does nothing.
 * Returns NULL, or what is wrong (a constant string); then *position is undefined. */
const char *mailbox_parse(const char *fen, MailboxPosition *position);

/* Writes four fields: castling rights by rook file (HAha), the en passant square only if a capture on it
 * is legal. So positions that the rules hold the same (men, side to move, rights, moves) give one text. */
void mailbox_write(const MailboxPosition *position, char fen[MAILBOX_FEN_SIZE]);

/* Lists all legal moves, in no particular order. */
void mailbox_moves(const MailboxPosition *position, MailboxList *list);

/* Writes a move as UCI does: castling as king takes rook (e1h1), or as the king's own move (e1g1). */
void mailbox_uci(MailboxMove move, bool king_takes_rook, char text[MAILBOX_UCI_SIZE]);

/* Plays one of the moves that mailbox_moves listed for `before`. `after` may not be `before`. */
void mailbox_make(const MailboxPosition *before, MailboxMove move, MailboxPosition *after);

/* Is the king of that colour attacked? */
bool mailbox_in_check(const MailboxPosition *position, bool white);

/* Counts the move sequences of that length; depth 0 gives 1. */
uint64_t mailbox_perft(const MailboxPosition *position, int depth);

/* Adds the figures of the last of `depth` plies to *stats, zeroed by the caller. Depth 0 adds one node. */
void mailbox_stats(const MailboxPosition *position, int depth, MailboxStats *stats);

#endif
