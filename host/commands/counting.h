/* SPDX-License-Identifier: MIT */
/* What perft and suite share: from options to a pool, from a run's end to an exit code. */
#ifndef HOST_COUNTING_H
#define HOST_COUNTING_H

#include "../cli/cli.h"
#include "../perft/perft.h"
#include "../base/progress.h"

#define COUNTING_SPEED 128

typedef struct {
    PerftPool *pool;
    PerftJob job; /* root, depth and stats are the caller's */
    Progress progress;
    double work, fraction; /* finished before this run: nodes, and the part of the whole */
    double share;          /* this run's part of the whole */
} Counting;

/* Opens the devices of the options and starts the progress. CLI_DONE, or another code after reporting why. The
 * counting must not be moved until its end. */
int counting_begin(Counting *counting, const Options *options);
void counting_end(Counting *counting);

/* Runs counting->job. CLI_DONE, CLI_STOPPED (not reported yet; the result holds what is known), or another code
 * after reporting why. */
int counting_run(Counting *counting, PerftResult *result);

/* "0.056 s, 2.13 Gnodes/s"; without time, "0.000 s" */
void counting_speed(Nodes nodes, double seconds, char text[COUNTING_SPEED]);

#endif
