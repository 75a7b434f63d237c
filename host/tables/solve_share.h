/* SPDX-License-Identifier: MIT */
/* How much of a list of tables is done, by their positions, so that the time left can be said.
 *
 * Time goes with positions, within a third, once the smallest tables are behind. Within a table nothing is known but the
 * time: it is taken to go on as before, and to be nearly done at most. */
#ifndef HOST_SOLVE_SHARE_H
#define HOST_SOLVE_SHARE_H

#include <stdint.h>

/* Zeros at first. */
typedef struct {
    uint64_t done; /* positions of finished tables when the last one was finished */
    double at;     /* seconds since the start then */
} SolveShare;

/* 0 to 1, or -1 while too little is done to know. seconds: since the start; done: positions of finished tables; of: of
 * the table in work; all: of all. */
double solve_share(SolveShare *share, double seconds, uint64_t done, uint64_t of, uint64_t all);

#endif
