/* SPDX-License-Identifier: MIT */
/* session merge: the results of several sessions with equal plans in a new one. */
#include "cmd_session.h"
#include "build_info.h"
#include "../base/interrupt.h"
#include "../base/text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int fail_conflict(const CountingSession *whole, const CountingSession *part, size_t i)
{
    char name[PERFT_NAME], one[TEXT_NUMBER], other[TEXT_NUMBER];
    perft_unit_name(whole->rules, &whole->plan, &whole->plan.units[i], name);
    text_grouped(whole->plan.units[i].nodes, one);
    text_grouped(part->plan.units[i].nodes, other);
    return cli_fail(CLI_MISMATCH, "%s: unit %s has %s nodes, an earlier session %s", part->path, name, other,
                    one);
}

/* Plans with equal names have the same units in the same order: both were made by this program. */
static int add_part(CountingSession *whole, const CountingSession *part)
{
    if (strcmp(whole->facts.plan, part->facts.plan) != 0)
        return cli_fail(CLI_BAD_INPUT, "%s has another plan, %s, than the first session, %s", part->path,
                        part->facts.plan, whole->facts.plan);
    for (size_t i = 0; i < whole->plan.count; i++) {
        PerftUnit *unit = &whole->plan.units[i];
        const PerftUnit *other = &part->plan.units[i];
        if (other->state != UNIT_DONE) continue;
        if (unit->state == UNIT_DONE && unit->nodes != other->nodes) return fail_conflict(whole, part, i);
        unit->state = UNIT_DONE;
        unit->nodes = other->nodes;
    }
    return CLI_DONE;
}

static int read_parts(CountingSession *whole, char *const *paths, int count)
{
    int code = counting_session_read(whole, paths[0]);
    for (int i = 1; i < count && !code; i++) {
        static CountingSession part; /* large */
        code = counting_session_read(&part, paths[i]);
        if (!code) code = add_part(whole, &part);
        counting_session_end(&part);
    }
    return code;
}

static SessionStatus write_results(Session *out, const CountingSession *whole, char error[SESSION_ERROR])
{
    SessionRun run = {.devices = "merge"};
    snprintf(run.program, sizeof run.program, "%s %s", BUILD_VERSION, BUILD_COMMIT);
    SessionStatus status = session_begin(out, &run, error);
    for (size_t i = 0; i < whole->plan.count && !status && !*interrupt_stop_flag(); i++)
        if (whole->plan.units[i].state == UNIT_DONE)
            status = session_add(out, whole->rules, &whole->plan, &whole->plan.units[i], "merge", error);
    if (!status && *interrupt_stop_flag()) status = SESSION_STOPPED;
    return status ? status : session_commit(out, 0, 0, error);
}

static int write_out(const CountingSession *whole, const char *path)
{
    Session *out;
    SessionFacts facts = whole->facts;
    char error[SESSION_ERROR];
    facts.shard = facts.shards = 1;
    SessionStatus status =
        session_create(path, whole->rules, &facts, &whole->plan, whole->root.black, &out, error);
    if (status) return counting_session_fail(status, error);
    status = write_results(out, whole, error);
    session_close(out);
    if (status) unlink(path); /* all of it or nothing */
    return counting_session_fail(status, error);
}

static int check_out(const Options *options, const char *path)
{
    SessionFile file;
    char error[SESSION_ERROR];
    const SessionStatus status = session_look(path, &file, error);
    if (status) return counting_session_fail(status, error);
    if (file == SESSION_FILE_NONE || (file == SESSION_FILE_SESSION && options->restart)) return CLI_DONE;
    if (file == SESSION_FILE_OTHER) return cli_fail(CLI_BAD_INPUT, "%s is no session", path);
    return cli_fail(CLI_USAGE, "%s is there already; --restart writes over it", path);
}

int session_merge(const Options *options, char *const *arguments, int count)
{
    static CountingSession whole, merged; /* large */
    const char *out = arguments[0];
    int code = check_out(options, out);
    if (!code) code = read_parts(&whole, arguments + 1, count - 1);
    if (!code) code = write_out(&whole, out);
    counting_session_end(&whole);
    if (code) return code;
    code = counting_session_read(&merged, out);
    if (!code && !options->json) session_print(&merged);
    if (!code && options->json) {
        Json json;
        json_open(&json, stdout);
        json_string(&json, "record", "session");
        session_json(&json, &merged);
        json_close(&json);
    }
    counting_session_end(&merged);
    return code;
}
