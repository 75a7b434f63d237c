/* SPDX-License-Identifier: MIT */
/* The counts behind a position in a line of a perft suite: ";D1 20 ;D2 400". Thread-safe. */
#ifndef RULES_NOTATION_PERFT_COUNTS_H
#define RULES_NOTATION_PERFT_COUNTS_H

#include "message.h"
#include "uint128.h"

#define PERFT_COUNTS 64

typedef struct {
    int count;               /* in the order of the line */
    int depth[PERFT_COUNTS]; /* plies, 0 to PERFT_COUNTS - 1, each once */
    u128 nodes[PERFT_COUNTS];
} PerftCounts;

/* Reads what stands behind the position, from `at`, a place in `line`: operations parted by semicolons, of which
 * "D<depth> <nodes>" is kept and others are passed over. 0; -1 with one line in error. */
int perft_counts_read(const char *line, const char *at, PerftCounts *counts, char error[NOTATION_ERROR]);

#endif
