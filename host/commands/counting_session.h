/* SPDX-License-Identifier: MIT */
/* Sessions and shards of perft and session: from options to a plan whose units are done, open or foreign, and
 * to a file that keeps what is counted. */
#ifndef HOST_COUNTING_SESSION_H
#define HOST_COUNTING_SESSION_H

#include "counting.h"
#include "../perft/session.h"

/* A session with the plan that follows from what it counts; or a plan alone, without a file. */
typedef struct {
    Session *session; /* NULL: no file */
    const char *path;
    SessionFacts facts;
    GameRules rules;
    GameRecord root;
    PerftPlan plan;
    Counting *counting; /* of a run */
    const PerftResult *result;
    double start;
    double cpu_elsewhere; /* processor seconds of other processes that count for it */
    int failed;           /* to save: nothing more is written */
} CountingSession;

/* Opens a session, makes its plan and marks what is done. CLI_DONE, or another code after reporting why. */
int counting_session_read(CountingSession *s, const char *path);

/* For a perft with --session or --shard: creates or resumes the session of the options and gives
 * counting->job its plan. counting has begun, its job has root and depth; result is that of the run to come.
 * Codes as above. */
int counting_session_begin(CountingSession *s, Counting *counting, const Options *options,
                           const PerftResult *result);

/* Processor seconds of the run so far: of this process and elsewhere. */
double counting_session_cpu(const CountingSession *s);

/* Seconds between two commits. */
double counting_session_period(const Options *options);

/* NULL sessions are allowed. A run's last times are written. */
void counting_session_end(CountingSession *s);

/* The code for a failure, which it reports. */
int counting_session_fail(SessionStatus status, const char *error);

#endif
