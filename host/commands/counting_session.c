/* SPDX-License-Identifier: MIT */
#include "counting_session.h"

#include "build_info.h"
#include "../base/text.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define CHECKPOINT 0.1 /* seconds, the default */

int counting_session_fail(SessionStatus status, const char *error)
{
    switch (status) {
    case SESSION_DONE: return CLI_DONE;
    case SESSION_DAMAGED: return cli_fail(CLI_BAD_INPUT, "%s", error);
    case SESSION_NO_MEMORY: return cli_fail(CLI_MEMORY, "%s", error);
    case SESSION_STOPPED: return cli_fail_stopped();
    case SESSION_UNKNOWN: return cli_fail(CLI_USAGE, "%s", error);
    case SESSION_IN_USE:
    case SESSION_IO: break;
    }
    return cli_fail(CLI_IO, "%s", error);
}

/* "2/8" */
static int parse_shard(const char *text, SessionFacts *facts)
{
    char first[16];
    uint64_t shard, shards;
    facts->shard = facts->shards = 1;
    if (text == NULL) return CLI_DONE;
    const size_t length = strcspn(text, "/");
    snprintf(first, sizeof first, "%.*s", (int)(length < 15 ? length : 15), text);
    if (text[length] == 0 || text_parse_number(text + length + 1, 1, SESSION_MOST_SHARDS, &shards) ||
        text_parse_number(first, 1, shards, &shard)) {
        char quoted[64];
        text_printable(text, quoted, sizeof quoted);
        return cli_fail(CLI_USAGE, "--shard: '%s' is no part, expected i/n, such as 2/8, i from 1 to n",
                        quoted);
    }
    facts->shard = (int)shard;
    facts->shards = (int)shards;
    return CLI_DONE;
}

static int fail_plan(PlanStatus status)
{
    if (status == PLAN_TOO_FINE)
        return cli_fail(CLI_MEMORY, "the cut makes more than %u units; expected a smaller --split",
                        PERFT_MOST_UNITS);
    return cli_fail(CLI_MEMORY, "no memory for the plan of units");
}

/* The same on every machine: the number of units does not depend on devices and cores. */
static int make_plan(CountingSession *s)
{
    const PlanRequest request = {&s->root, s->facts.depth, s->facts.split, PERFT_SPLIT_MANY, 0, 0};
    const PlanStatus status = perft_plan(s->rules, &request, &s->plan);
    return status ? fail_plan(status) : CLI_DONE;
}

static int plan_as_told(CountingSession *s)
{
    char name[PERFT_NAME];
    int code = make_plan(s);
    if (code) return code;
    if (perft_plan_name(s->rules, &s->plan, name)) return fail_plan(PLAN_NO_MEMORY);
    if (!strcmp(name, s->facts.plan)) return CLI_DONE;
    return cli_fail(CLI_BAD_INPUT, "%s: its plan %s is not the one that this program makes, %s", s->path,
                    s->facts.plan, name);
}

static int open_session(CountingSession *s, const char *path)
{
    char error[SESSION_ERROR];
    memset(s, 0, sizeof *s);
    s->path = path;
    const SessionStatus status = session_open(path, &s->session, &s->facts, error);
    if (status) return counting_session_fail(status, error);
    int code = cli_game(s->facts.game, &s->rules.game);
    if (code) return code;
    s->rules.merge_captures = s->facts.merge_captures;
    if (s->rules.game->parse(s->rules.game, s->facts.position, &s->root, error))
        return cli_fail(CLI_BAD_INPUT, "%s: %s", path, error);
    s->root.chess960 |= s->facts.chess960;
    s->root.merge_captures = s->facts.merge_captures;
    return CLI_DONE;
}

static int load(CountingSession *s)
{
    char error[SESSION_ERROR];
    int code = plan_as_told(s);
    if (code) return code;
    const SessionStatus status = session_load(s->session, s->rules, &s->plan, error);
    if (status) return counting_session_fail(status, error);
    perft_plan_shard(&s->plan, s->facts.shard - 1, s->facts.shards);
    return CLI_DONE;
}

int counting_session_read(CountingSession *s, const char *path)
{
    int code = open_session(s, path);
    if (!code) code = load(s);
    if (code) counting_session_end(s);
    return code;
}

/* What the command line says must be what the session counts. */
static int compare(const SessionFacts *session, const SessionFacts *asked, const char *path)
{
    if (strcmp(session->game, asked->game) || session->merge_captures != asked->merge_captures)
        return cli_fail(CLI_USAGE, "%s counts %s%s", path, session->game,
                        session->merge_captures ? " with --merge-captures" : "");
    if (strcmp(session->position, asked->position) || session->depth != asked->depth)
        return cli_fail(CLI_USAGE, "%s counts depth %d of %s", path, session->depth, session->position);
    if (asked->split && session->split != asked->split)
        return cli_fail(CLI_USAGE, "%s was begun with --split %d", path, session->split);
    if (session->key != asked->key)
        return cli_fail(CLI_USAGE, "%s was begun with --key %llu", path, (unsigned long long)session->key);
    if (session->shard != asked->shard || session->shards != asked->shards)
        return cli_fail(CLI_USAGE, "%s was begun with --shard %d/%d", path, session->shard, session->shards);
    return CLI_DONE;
}

static int resume(CountingSession *s, const char *path)
{
    const SessionFacts asked = s->facts;
    int code = open_session(s, path);
    if (!code) code = compare(&s->facts, &asked, path);
    return code ? code : load(s);
}

static int create(CountingSession *s, const char *path)
{
    char error[SESSION_ERROR];
    int code = make_plan(s);
    if (code) return code;
    s->facts.split = s->plan.split;
    if (perft_plan_name(s->rules, &s->plan, s->facts.plan)) return fail_plan(PLAN_NO_MEMORY);
    const SessionStatus status =
        session_create(path, s->rules, &s->facts, &s->plan, s->root.black, &s->session, error);
    if (status) return counting_session_fail(status, error);
    perft_plan_shard(&s->plan, s->facts.shard - 1, s->facts.shards);
    return CLI_DONE;
}

/* Goes on with what is there, or begins. */
static int open_or_create(CountingSession *s, const Options *options)
{
    char error[SESSION_ERROR];
    const char *path = options->session;
    SessionFile file;
    const SessionStatus status = session_look(path, &file, error);
    if (status) return counting_session_fail(status, error);
    if (file == SESSION_FILE_OTHER) return cli_fail(CLI_BAD_INPUT, "%s is no session", path);
    if (file == SESSION_FILE_NONE || options->restart) return create(s, path);
    if (options->resume) return resume(s, path);
    return cli_fail(CLI_USAGE, "%s is there already; --resume goes on with it, --restart begins it anew",
                    path);
}

double counting_session_cpu(const CountingSession *s)
{
    return (double)clock() / CLOCKS_PER_SEC + s->cpu_elsewhere;
}

static int save(void *context, PerftUnit *const *units, size_t n)
{
    CountingSession *s = context;
    char error[SESSION_ERROR];
    SessionStatus status = SESSION_DONE;
    for (size_t i = 0; i < n && !status; i++)
        status = session_add(s->session, s->rules, &s->plan, units[i], s->result->tally[units[i]->tally].id,
                             error);
    if (!status)
        status = session_commit(s->session, progress_clock() - s->start, counting_session_cpu(s), error);
    if (!status) return 0;
    progress_wipe(&s->counting->progress);
    counting_session_fail(status, error);
    s->failed = 1;
    return -1;
}

static int begin_run(CountingSession *s, const Options *options)
{
    char error[SESSION_ERROR];
    const PerftPool *pool = s->counting->pool; /* of MPI the ranks have one each */
    SessionRun run = {.threads = options->threads,
                      .hash = pool != NULL ? perft_pool_hash(pool) : options->hash};
    snprintf(run.devices, sizeof run.devices, "%s", options->devices);
    snprintf(run.program, sizeof run.program, "%s %s", BUILD_VERSION, BUILD_COMMIT);
    const SessionStatus status = session_begin(s->session, &run, error);
    if (status) return counting_session_fail(status, error);
    s->counting->job.save = save;
    s->counting->job.save_context = s;
    s->counting->job.save_period = counting_session_period(options);
    return CLI_DONE;
}

double counting_session_period(const Options *options)
{
    return options->checkpoint ? (double)options->checkpoint : CHECKPOINT;
}

int counting_session_begin(CountingSession *s, Counting *counting, const Options *options,
                           const PerftResult *result)
{
    memset(s, 0, sizeof *s);
    s->root = *counting->job.root;
    s->rules = (GameRules){options->game, options->merge_captures};
    s->facts = (SessionFacts){.merge_captures = options->merge_captures,
                              .chess960 = s->root.chess960,
                              .depth = counting->job.depth,
                              .split = (int)options->split,
                              .key = options->key};
    snprintf(s->facts.game, sizeof s->facts.game, "%s", options->game->name);
    options->game->format(options->game, &s->root, s->facts.position);
    int code = parse_shard(options->shard, &s->facts);
    if (code) return code;
    if (options->session) {
        code = open_or_create(s, options);
    } else {
        code = make_plan(s);
        if (!code) perft_plan_shard(&s->plan, s->facts.shard - 1, s->facts.shards);
    }
    s->counting = counting;
    s->result = result;
    s->start = progress_clock();
    counting->job.plan = &s->plan;
    if (!code && options->session) code = begin_run(s, options);
    if (code) counting_session_end(s);
    return code;
}

void counting_session_end(CountingSession *s)
{
    char error[SESSION_ERROR];
    if (s->session != NULL && s->counting != NULL && s->counting->job.save != NULL && !s->failed)
        session_commit(s->session, progress_clock() - s->start, counting_session_cpu(s), error);
    session_close(s->session);
    s->session = NULL;
    perft_plan_free(&s->plan);
}
