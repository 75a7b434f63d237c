/* SPDX-License-Identifier: MIT */
/* How long a search may take. */
#ifndef ENGINE_CLOCK_H
#define ENGINE_CLOCK_H

#include "engine.h"

typedef struct {
    double started; /* when the search began, by the monotonic clock, in seconds */
    double running; /* since when its time runs; atomic */
    double wanted;  /* seconds after which no new depth is begun; 0: no limit */
    double most;    /* seconds after which it ends; 0: no limit */
    int waiting;    /* pondering: time does not run; atomic */
} Clock;

double clock_now(void);
Clock clock_of(const EngineTask *task);
/* Seconds since the search began. */
double clock_elapsed(const Clock *clock);
/* Thread-safe are these three. */
int clock_is_over(Clock *clock);
/* 1 if another depth is not to be begun. haste: 1 as planned, less if the best move is settled, more if it is
 * not. */
int clock_is_enough(Clock *clock, double haste);
void clock_ponder_hit(Clock *clock);

#endif
