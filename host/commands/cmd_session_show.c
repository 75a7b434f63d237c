/* SPDX-License-Identifier: MIT */
/* session show, session export. */
#include "cmd_session.h"
#include "../base/text.h"

#include <stdio.h>

SessionProgress session_progress(const PerftPlan *plan)
{
    SessionProgress p = {0};
    for (size_t i = 0; i < plan->count; i++) {
        const PerftUnit *unit = &plan->units[i];
        p.paths += unit->times;
        p.foreign += unit->state == UNIT_FOREIGN;
        if (unit->state != UNIT_DONE) continue;
        p.done++;
        p.nodes += unit->nodes * unit->times;
    }
    p.complete = p.done + p.foreign == plan->count;
    return p;
}

void session_json(Json *json, const CountingSession *s)
{
    const SessionProgress p = session_progress(&s->plan);
    char shard[32];
    snprintf(shard, sizeof shard, "%d/%d", s->facts.shard, s->facts.shards);
    json_string(json, "file", s->path);
    json_string(json, "game", s->facts.game);
    json_boolean(json, "merge_captures", s->facts.merge_captures);
    json_string(json, "position", s->facts.position);
    json_integer(json, "depth", s->facts.depth);
    json_integer(json, "split", s->facts.split);
    json_string(json, "plan", s->facts.plan);
    json_string(json, "shard", shard);
    json_integer(json, "key", (int64_t)s->facts.key);
    json_integer(json, "units", (int64_t)s->plan.count);
    json_integer(json, "foreign", (int64_t)p.foreign);
    json_integer(json, "done", (int64_t)p.done);
    json_count(json, "paths", p.paths);
    json_boolean(json, "complete", p.complete);
    json_count(json, "nodes", p.nodes);
}

void session_print(const CountingSession *s)
{
    const SessionProgress p = session_progress(&s->plan);
    const uint64_t mine = s->plan.count - p.foreign;
    char nodes[TEXT_NUMBER], paths[TEXT_NUMBER];
    text_grouped(p.nodes, nodes);
    text_grouped(p.paths, paths);
    printf("%s: %s%s, depth %d of %s\n", s->path, s->facts.game,
           s->facts.merge_captures ? ", captures merged" : "", s->facts.depth, s->facts.position);
    printf("  plan       %s, %zu units at ply %d, merged from %s paths\n", s->facts.plan, s->plan.count,
           s->facts.split, paths);
    if (s->facts.shards > 1)
        printf("  shard      %d/%d, %llu units\n", s->facts.shard, s->facts.shards, (unsigned long long)mine);
    printf("  done       %llu of %llu units, %.1f %%\n", (unsigned long long)p.done, (unsigned long long)mine,
           mine ? 100 * (double)p.done / (double)mine : 100.0);
    printf("  nodes      %s%s\n", p.complete ? "" : "so far ", nodes);
}

static int print_run(void *context, int number, const SessionRun *run)
{
    char time[TEXT_NUMBER], cpu[TEXT_NUMBER], hash[TEXT_NUMBER];
    char started[sizeof run->started], devices[sizeof run->devices], program[sizeof run->program];
    (void)context;
    text_printable(run->started, started, sizeof started); /* anything may stand in a file */
    text_printable(run->devices, devices, sizeof devices);
    text_printable(run->program, program, sizeof program);
    text_seconds(run->seconds, time);
    text_seconds(run->cpu_seconds, cpu);
    text_size(run->hash, hash);
    printf("  run %-6d %s, %s, --hash %s, %s, CPU %s, %s\n", number, started, devices, hash, time, cpu,
           program);
    return 0;
}

static int json_run(void *context, int number, const SessionRun *run)
{
    Json *json = context;
    json_object(json, NULL);
    json_integer(json, "run", number);
    json_string(json, "started", run->started);
    json_string(json, "program", run->program);
    json_string(json, "devices", run->devices);
    json_integer(json, "threads", (int64_t)run->threads);
    json_integer(json, "hash", (int64_t)run->hash);
    json_number(json, "seconds", run->seconds);
    json_number(json, "cpu_seconds", run->cpu_seconds);
    json_end(json);
    return 0;
}

static int show_runs(const CountingSession *s, int as_json)
{
    char error[SESSION_ERROR];
    Json json;
    if (!as_json) return counting_session_fail(session_each_run(s->session, print_run, NULL, error), error);
    json_open(&json, stdout);
    json_string(&json, "record", "session");
    session_json(&json, s);
    json_array(&json, "runs");
    const SessionStatus status = session_each_run(s->session, json_run, &json, error);
    json_end(&json);
    json_close(&json);
    return counting_session_fail(status, error);
}

int session_show(const Options *options, char *const *arguments, int count)
{
    int worst = CLI_DONE;
    for (int i = 0; i < count && worst != CLI_STOPPED && !ferror(stdout); i++) {
        static CountingSession s; /* large */
        int code = counting_session_read(&s, arguments[i]);
        if (!code && !options->json) session_print(&s);
        if (!code) code = show_runs(&s, options->json);
        counting_session_end(&s);
        if (code) worst = code;
    }
    return worst;
}

static int export_unit(void *context, const SessionUnit *unit)
{
    const CountingSession *s = context;
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "unit");
    json_string(&json, "unit", unit->name);
    json_string(&json, "position", unit->position);
    json_integer(&json, "depth", s->plan.depth);
    json_string(&json, "times", unit->times);
    json_string(&json, "nodes", unit->nodes);
    json_string(&json, "device", unit->device);
    if (unit->nodes) json_integer(&json, "run", unit->run);
    json_close(&json);
    return ferror(stdout);
}

int session_export(const Options *options, char *const *arguments, int count)
{
    int worst = CLI_DONE;
    (void)options;
    for (int i = 0; i < count && worst != CLI_STOPPED && !ferror(stdout); i++) {
        static CountingSession s; /* large */
        char error[SESSION_ERROR];
        int code = counting_session_read(&s, arguments[i]);
        if (!code) code = show_runs(&s, 1);
        if (!code) code = counting_session_fail(session_each_unit(s.session, export_unit, &s, error), error);
        counting_session_end(&s);
        if (code) worst = code;
    }
    return worst;
}
