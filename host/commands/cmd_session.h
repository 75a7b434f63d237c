/* SPDX-License-Identifier: MIT */
/* The subcommands of session. Arguments are those behind the subcommand, one or more; each returns an
 * ExitCode. */
#ifndef HOST_CMD_SESSION_H
#define HOST_CMD_SESSION_H

#include "counting_session.h"
#include "../base/json.h"

int session_show(const Options *options, char *const *arguments, int count);
int session_verify(const Options *options, char *const *arguments, int count);
int session_export(const Options *options, char *const *arguments, int count);
int session_merge(const Options *options, char *const *arguments, int count);

/* How far a session is. */
typedef struct {
    uint64_t done, foreign;
    Nodes nodes, paths;
    int complete;
} SessionProgress;

SessionProgress session_progress(const PerftPlan *plan);
/* The members of a session's record, without runs. */
void session_json(Json *json, const CountingSession *s);
/* "p10.session: chess, depth 10 ..." and how far it is. */
void session_print(const CountingSession *s);

#endif
