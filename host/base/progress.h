/* SPDX-License-Identifier: MIT */
/* One line about a long run, rewritten in place on a terminal, no wider than that:
 *
 *   perft  45.2 %  1.23 Gnodes/s  12.3 s gone, 14.9 s left  cpu 99 %, opencl:0 96 %
 *
 * Elsewhere a plain line from time to time. SIGUSR2 adds a plain line, wherever and however quiet. One thread at a time.
 */
#ifndef HOST_PROGRESS_H
#define HOST_PROGRESS_H

#include <stdint.h>
#include <stdio.h>

#define PROGRESS_LINE 320
#define PROGRESS_NOTE 100

typedef struct {
    FILE *out;
    const char *what;         /* "perft" */
    const char *unit;         /* "nodes" */
    char note[PROGRESS_NOTE]; /* what else there is to say, at the end of the line; empty at first */
    double start, last;       /* seconds of the monotonic clock */
    double period;            /* seconds between two lines, 0: none */
    int terminal;
    int shown; /* a line stands there */
} Progress;

/* Starts the clock. seconds: between two lines where out is no terminal; on one there are four a second; 0: none
 * anywhere. what and unit must outlive the progress. */
void progress_begin(Progress *progress, FILE *out, uint64_t seconds, const char *what, const char *unit);
/* work: units done so far; fraction: of the whole, 0 to 1, negative if unknown. Call it as often as you like. */
void progress_show(Progress *progress, double work, double fraction);
/* On a terminal the next line is shown at once. */
void progress_hurry(Progress *progress);
/* Wipes the line; before anything else is written to the terminal and at the end. May be called again. */
void progress_wipe(Progress *progress);

/* The text of the line, for `seconds` since the start. */
void progress_format(const Progress *progress, double seconds, double work, double fraction,
                     char line[PROGRESS_LINE]);

/* Seconds of the monotonic clock, from an arbitrary start. */
double progress_clock(void);

#endif
