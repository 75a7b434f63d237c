/* SPDX-License-Identifier: MIT */
/* How many different positions there are after so many plies.
 *
 * An en passant target makes a position of chess different only if a capture on it is legal. Others keep the
 * target after every double step; both numbers are counted. */
#ifndef HOST_PERFT_UNIQUE_H
#define HOST_PERFT_UNIQUE_H

#include "perft.h"

typedef struct {
    uint64_t positions;
    uint64_t with_marks; /* with GamePerft.mark; as positions for games without one */
} PerftUniqueRow;

typedef struct {
    const GameRecord *root;
    int depth;                                                 /* 0 to PERFT_MAX_DEPTH */
    uint64_t memory;                                           /* bytes, about, at most */
    const volatile int *stop;                                  /* may be NULL */
    void (*progress)(void *context, const PerftProgress *now); /* often; of the depth at hand. May be NULL */
    void *context;
} PerftUniqueJob;

/* rows[d] is that of depth d; *known: how many there are, also where it fails. One line of error unless
 * PERFT_DONE. Thread-safe. */
PerftStatus perft_unique(GameRules rules, const PerftUniqueJob *job, PerftUniqueRow rows[PERFT_MAX_DEPTH + 1],
                         int *known, char error[PERFT_ERROR]);

#endif
