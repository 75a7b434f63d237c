/* SPDX-License-Identifier: MIT */
/* A perft that outlives its process: its plan and the results of its units in one SQLite file.
 *
 * A unit's result is in the file, or not, as a whole: whatever ends the program, what was committed is there.
 * Results carry checksums, and the plan's units the names that follow from their contents, so that damage is
 * noticed. While a run works on a session no other one can; readers may look at it.
 *
 * Functions that fail return a SessionStatus and one line in error. A session is used by one thread at a
 * time.
 */
#ifndef HOST_SESSION_H
#define HOST_SESSION_H

#include "perft_plan.h"

#define SESSION_ERROR 1024
#define SESSION_DEVICE 24
#define SESSION_DEVICES 256
#define SESSION_MOST_SHARDS 1000000

typedef struct Session Session;

typedef enum {
    SESSION_DONE,
    SESSION_DAMAGED, /* or no session at all, or not there */
    SESSION_IN_USE,  /* by another run */
    SESSION_IO,      /* the file cannot be read or written */
    SESSION_NO_MEMORY,
    SESSION_STOPPED, /* by a signal, see interrupt.h */
    SESSION_UNKNOWN  /* this build has no SQLite */
} SessionStatus;

/* What a session counts; fixed when it is created. */
typedef struct {
    char game[40], position[GAME_TEXT], plan[PERFT_NAME];
    int merge_captures, chess960;
    int depth, split;  /* 1 to PERFT_MAX_DEPTH; below depth, 0: not cut */
    int shard, shards; /* from 1 to SESSION_MOST_SHARDS; 1 of 1: the whole */
    uint64_t key;      /* set of keys of the hash table */
} SessionFacts;

typedef struct {
    char devices[SESSION_DEVICES], program[128], started[24];
    uint64_t threads, hash;
    double seconds, cpu_seconds; /* up to the last commit */
} SessionRun;

/* A unit as the file has it. */
typedef struct {
    const char *name, *position, *times;
    const char *nodes, *device; /* NULL: not yet counted */
    int run;                    /* number of the run that counted it, from 1 */
} SessionUnit;

typedef enum { SESSION_FILE_NONE /* or empty */, SESSION_FILE_SESSION, SESSION_FILE_OTHER } SessionFile;

/* What is at the path. SESSION_DONE if that is known. */
SessionStatus session_look(const char *path, SessionFile *file, char error[SESSION_ERROR]);

/* A new session with the units of a plan, committed; what was in the file, a session or nothing, is gone
 * then. Unless SESSION_DONE the file is as before, and *session NULL; likewise below. */
SessionStatus session_create(const char *path, GameRules rules, const SessionFacts *facts,
                             const PerftPlan *plan, int black, Session **session, char error[SESSION_ERROR]);

/* Opens a session; checks the file, and that its facts are in range, but not the plan. */
SessionStatus session_open(const char *path, Session **session, SessionFacts *facts,
                           char error[SESSION_ERROR]);
/* NULL is allowed. What was not committed is lost. */
void session_close(Session *session);

/* Compares the file's units with the plan and marks those that have results as done, with their nodes. */
SessionStatus session_load(Session *session, GameRules rules, PerftPlan *plan, char error[SESSION_ERROR]);

/* Begins a run: others are kept out from now on. Until here functions end when the program is asked to stop; from
 * here on they do not, so that results are kept. The run's seconds are not read. */
SessionStatus session_begin(Session *session, const SessionRun *run, char error[SESSION_ERROR]);
/* Adds the result of a unit, to be committed. */
SessionStatus session_add(Session *session, GameRules rules, const PerftPlan *plan, const PerftUnit *unit,
                          const char *device, char error[SESSION_ERROR]);
/* Commits what was added, with the times of the run so far. */
SessionStatus session_commit(Session *session, double seconds, double cpu_seconds, char error[SESSION_ERROR]);

/* Calls visit for each unit, in the order of names, or for each run until one returns nonzero. */
SessionStatus session_each_unit(Session *session, int (*visit)(void *context, const SessionUnit *unit),
                                void *context, char error[SESSION_ERROR]);
SessionStatus session_each_run(Session *session,
                               int (*visit)(void *context, int number, const SessionRun *run), void *context,
                               char error[SESSION_ERROR]);

#endif
