/* SPDX-License-Identifier: MIT */
/* How often each position of a game has occurred. Host only; used by one thread at a time. */
#ifndef RULES_REFEREE_POSITIONS_MET_H
#define RULES_REFEREE_POSITIONS_MET_H

#include "../rules/portable.h"

#include <stddef.h>

typedef struct {
    u64 word[4];
    u32 black; /* to move */
    u32 times; /* 0: the slot is free */
} PositionMet;

/* Begins with all 0. */
typedef struct {
    PositionMet *slot;
    size_t room; /* a power of two, or 0 */
    size_t used;
} PositionsMet;

/* Counts the position once more. Returns how often it has occurred now; 0: no memory, nothing is counted. */
u32 positions_met_add(PositionsMet *met, const u64 word[4], int black);
u32 positions_met_times(const PositionsMet *met, const u64 word[4], int black);
void positions_met_free(PositionsMet *met);

#endif
