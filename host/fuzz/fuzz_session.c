/* SPDX-License-Identifier: MIT */
/* Fuzz target for sessions: the input is a session's file; or else lines with what a session counts, such as "depth 3",
 * of which a file with right checksums is made. A session that can be read is read to its end, merged with itself, and
 * carried on: what was added must be there.
 *
 *     cmake -B build -DFUZZ=ON -DSANITIZE=address,undefined -DCMAKE_C_COMPILER=clang && ninja -C build fuzz_session
 *     build/host/fuzz_session -max_len=32768 -close_fd_mask=3 NEW_FOLDER host/fuzz/corpus/session
 * With cmake/fuzz_replay.c it is a plain regression program over the files of a folder. */
#include "fuzzing.h"

#include "host/commands/cmd_session.h"
#include "host/commands/counting_session.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

enum { MOST_SPLIT = 2 }; /* larger plans are right, but slow */

static char folder[64], file[80], merged[80];

static void end(void)
{
    unlink(file);
    unlink(merged);
    rmdir(folder);
}

static void start(void)
{
    snprintf(folder, sizeof folder, "%s/fuzz-session.XXXXXX", access("/dev/shm", W_OK) ? "." : "/dev/shm");
    require(mkdtemp(folder) != NULL);
    snprintf(file, sizeof file, "%s/file", folder);
    snprintf(merged, sizeof merged, "%s/merged", folder);
    atexit(end);
}

/* ---- making a file ---- */

static void put_bytes(const uint8_t *data, size_t size)
{
    const int to = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    require(to >= 0 && write(to, data, size) == (ssize_t)size);
    close(to);
}

static void take_fact(SessionFacts *facts, const char *key, const char *value)
{
    const struct {
        const char *key;
        int *number;
    } numbers[] = {{"merge", &facts->merge_captures}, {"chess960", &facts->chess960},
                   {"depth", &facts->depth},          {"split", &facts->split},
                   {"shard", &facts->shard},          {"shards", &facts->shards}};
    if (!strcmp(key, "game")) snprintf(facts->game, sizeof facts->game, "%s", value);
    if (!strcmp(key, "position")) snprintf(facts->position, sizeof facts->position, "%s", value);
    if (!strcmp(key, "plan")) snprintf(facts->plan, sizeof facts->plan, "%s", value);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!strcmp(key, numbers[i].key)) *numbers[i].number = atoi(value);
}

static void read_facts(const uint8_t *data, size_t size, SessionFacts *facts)
{
    for (char *line; (line = fuzz_next_line(&data, &size)) != NULL;) {
        char key[16];
        int value = 0;
        if (sscanf(line, "%15s %n", key, &value) == 1) take_fact(facts, key, line + value);
        free(line);
    }
}

/* The file of facts that may be wrong, with the units of a plan of kings. */
static void put_facts(const uint8_t *data, size_t size)
{
    static PerftPlan plan; /* large */
    SessionFacts facts = {.game = "chess", .depth = 3, .split = 1, .shard = 1, .shards = 1};
    GameRecord root;
    const GameRules rules = {&game_chess, 0};
    Session *session;
    char error[SESSION_ERROR];
    require(game_chess.parse(&game_chess, "k7/8/8/8/8/8/8/K7 w - - 0 1", &root, error) == 0);
    game_chess.format(&game_chess, &root, facts.position);
    const PlanRequest request = {.root = &root, .depth = 3, .split = 1};
    require(perft_plan(rules, &request, &plan) == PLAN_DONE &&
            perft_plan_name(rules, &plan, facts.plan) == 0);
    read_facts(data, size, &facts);
    unlink(file);
    const SessionStatus status = session_create(file, rules, &facts, &plan, 0, &session, error);
    require(status == SESSION_DONE || status == SESSION_UNKNOWN);
    session_close(session);
    perft_plan_free(&plan);
}

/* ---- reading it ---- */

static int is_small(void)
{
    Session *session;
    SessionFacts facts;
    char error[SESSION_ERROR];
    const SessionStatus status = session_open(file, &session, &facts, error);
    require(status == SESSION_DONE || (memchr(error, 0, sizeof error) && *error));
    session_close(session);
    return status != SESSION_DONE || (facts.split <= MOST_SPLIT && (facts.split || facts.depth == 1));
}

static int visit_unit(void *count, const SessionUnit *unit)
{
    *(size_t *)count += strlen(unit->name) && unit->position && unit->times && (!unit->nodes || unit->device);
    return 0;
}

static int visit_run(void *count, int number, const SessionRun *run)
{
    (void)number;
    *(size_t *)count +=
        strlen(run->program) < sizeof run->program && strlen(run->devices) < sizeof run->devices;
    return 0;
}

static size_t done(const PerftPlan *plan) { return (size_t)session_progress(plan).done; }

/* Adds a result, if one is missing; whether all of it can be written depends on the pages that are not in use. */
static size_t carry_on(CountingSession *s)
{
    char error[SESSION_ERROR];
    const SessionRun run = {.devices = "cpu", .program = "fuzz"};
    SessionStatus status = session_begin(s->session, &run, error);
    size_t added = 0;
    for (size_t i = 0; i < s->plan.count && !status && !added; i++) {
        PerftUnit *unit = &s->plan.units[i];
        if (unit->state == UNIT_DONE) continue;
        unit->nodes = 1;
        status = session_add(s->session, s->rules, &s->plan, unit, "cpu", error);
        added = 1;
    }
    if (!status) status = session_commit(s->session, 1, 1, error);
    return status ? 0 : added;
}

static void merge(void)
{
    char *arguments[] = {merged, file, file};
    const Options options = {.restart = 1, .json = 1};
    require(session_merge(&options, arguments, 3) == CLI_DONE);
}

static void read_file(void)
{
    static CountingSession s; /* large */
    size_t units = 0, runs = 0;
    char error[SESSION_ERROR];
    if (counting_session_read(&s, file)) return;
    if (session_each_unit(s.session, visit_unit, &units, error) == SESSION_DONE)
        require(units == s.plan.count);
    session_each_run(s.session, visit_run, &runs, error);
    if (s.plan.count) merge();
    const size_t before = done(&s.plan), added = carry_on(&s);
    counting_session_end(&s);
    if (!added) return;
    require(counting_session_read(&s, file) == CLI_DONE && done(&s.plan) == before + added);
    counting_session_end(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char magic[] = "SQLite format 3";
    if (!*folder) start();
    if (size >= sizeof magic && !memcmp(data, magic, sizeof magic)) put_bytes(data, size);
    else put_facts(data, size);
    if (is_small()) read_file();
    return 0;
}
