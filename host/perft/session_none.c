/* SPDX-License-Identifier: MIT */
/* Where SQLite's headers are missing: sessions that say so. */
#include "session.h"

#include <stdio.h>

static SessionStatus none(char error[SESSION_ERROR])
{
    snprintf(error, SESSION_ERROR, "this build has no sessions: SQLite (libsqlite3-dev) was not installed");
    return SESSION_UNKNOWN;
}

SessionStatus session_look(const char *path, SessionFile *file, char error[SESSION_ERROR])
{
    (void)path, (void)file;
    return none(error);
}

SessionStatus session_create(const char *path, GameRules rules, const SessionFacts *facts,
                             const PerftPlan *plan, int black, Session **session, char error[SESSION_ERROR])
{
    (void)path, (void)rules, (void)facts, (void)plan, (void)black;
    *session = NULL;
    return none(error);
}

SessionStatus session_open(const char *path, Session **session, SessionFacts *facts,
                           char error[SESSION_ERROR])
{
    (void)path, (void)facts;
    *session = NULL;
    return none(error);
}

void session_close(Session *session) { (void)session; }

SessionStatus session_load(Session *session, GameRules rules, PerftPlan *plan, char error[SESSION_ERROR])
{
    (void)session, (void)rules, (void)plan;
    return none(error);
}

SessionStatus session_begin(Session *session, const SessionRun *run, char error[SESSION_ERROR])
{
    (void)session, (void)run;
    return none(error);
}

SessionStatus session_add(Session *session, GameRules rules, const PerftPlan *plan, const PerftUnit *unit,
                          const char *device, char error[SESSION_ERROR])
{
    (void)session, (void)rules, (void)plan, (void)unit, (void)device;
    return none(error);
}

SessionStatus session_commit(Session *session, double seconds, double cpu_seconds, char error[SESSION_ERROR])
{
    (void)session, (void)seconds, (void)cpu_seconds;
    return none(error);
}

SessionStatus session_each_unit(Session *session, int (*visit)(void *context, const SessionUnit *unit),
                                void *context, char error[SESSION_ERROR])
{
    (void)session, (void)visit, (void)context;
    return none(error);
}

SessionStatus session_each_run(Session *session,
                               int (*visit)(void *context, int number, const SessionRun *run), void *context,
                               char error[SESSION_ERROR])
{
    (void)session, (void)visit, (void)context;
    return none(error);
}
