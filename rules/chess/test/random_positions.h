/* SPDX-License-Identifier: MIT */
/* Random legal chess positions for tests, the same from the same seed: positions of random games (standard
 * and Chess960), and placements that crowd what goes wrong in generators: pins, checks of all sorts, en
 * passant that opens or closes a line, promotions, castling with king and rooks anywhere, many queens.
 *
 *   RandomPositions random;
 *   random_positions_start(&random, seed, 0);
 *   const char *kind = random_positions_next(&random, &position);
 *
 * Positions are legal as mailbox_parse wants it: a king a side, no pawn on the first or last row, the side
 * not to move not in check, rights only with their king and rook, an en passant square only where a capture
 * is legal. They need not be reachable, and mates and stalemates are among them. A RandomPositions is used by
 * one thread at a time. */
#ifndef CHESS_TEST_RANDOM_POSITIONS_H
#define CHESS_TEST_RANDOM_POSITIONS_H

#include "mailbox.h"

typedef struct RandomPositions {
    uint64_t state[4];    /* of xoshiro256** */
    MailboxPosition game; /* the random game being played */
    const char *game_kind;
    int plies_left; /* of it; 0: none is being played */
} RandomPositions;

/* Streams of one seed are independent: threads take one each, and results do not depend on their number. */
void random_positions_start(RandomPositions *random, uint64_t seed, uint64_t stream);

/* Gives the next position and says in a word or two how it was made (a constant string). */
const char *random_positions_next(RandomPositions *random, MailboxPosition *position);

/* 64 random bits; a number below `bound`, which is above 0. */
uint64_t random_bits(RandomPositions *random);
uint64_t random_below(RandomPositions *random, uint64_t bound);

/* The start position of Chess960 with that number, 0 to 959; 518 is the standard one. */
void chess960_start(int number, MailboxPosition *position);

#endif
