/* One line about a long run, rewritten in place on a terminal:
 *
 *   perft  45.2 %  1.23 Gnodes/s  12.3 s gone, 14.9 s left  cpu 99 %, opencl:0 96 %
 *
 * Nothing is written where the stream is no terminal or the user asked for quiet. One thread at a time.
 */
#ifndef HOST_PROGRESS_H
#define HOST_PROGRESS_H

#include <stdio.h>

#define PROGRESS_LINE 320
#define PROGRESS_NOTE 100

typedef struct {
    FILE *out;          /* NULL: silent */
    const char *what;   /* "perft" */
    const char *unit;   /* "nodes" */
    char note[PROGRESS_NOTE]; /* what else there is to say, at the end of the line; empty at first */
    double start, last; /* seconds of the monotonic clock */
    int shown;          /* a line stands there */
} Progress;

/* Starts the clock. what and unit must outlive the progress. */
void progress_begin(Progress *progress, FILE *out, int quiet, const char *what, const char *unit);
/* work: units done so far; fraction: of the whole, 0 to 1, negative if unknown. Call it as often as you like:
 * it writes at most four times a second. */
void progress_show(Progress *progress, double work, double fraction);
/* Wipes the line; before anything else is written to the terminal and at the end. May be called again. */
void progress_wipe(Progress *progress);

/* The text of the line, for `seconds` since the start. */
void progress_format(const Progress *progress, double seconds, double work, double fraction,
                     char line[PROGRESS_LINE]);

/* Seconds of the monotonic clock, from an arbitrary start. */
double progress_clock(void);

#endif
