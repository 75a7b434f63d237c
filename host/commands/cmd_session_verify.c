/* SPDX-License-Identifier: MIT */
/* session verify: units counted again, as a perft of those alone. */
#include "cmd_session.h"
#include "../base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    CountingSession session;
    Nodes *stored; /* results of the file */
    uint64_t checked, wrong;
    char first[PERFT_NAME], position[GAME_TEXT];
    Nodes first_stored, first_counted;
} Check;

/* Makes `sample` of the units that are done open again, or all of them if 0, and the others foreign. */
static void draw(PerftPlan *plan, uint64_t sample)
{
    uint64_t left = session_progress(plan).done, random = (uint64_t)(progress_clock() * 1e9);
    if (sample == 0 || sample > left) sample = left;
    for (size_t i = 0; i < plan->count; i++) {
        if (plan->units[i].state == UNIT_DONE) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            const int drawn = (random >> 33) % left-- < sample;
            sample -= (uint64_t)drawn;
            plan->units[i].state = drawn ? UNIT_OPEN : UNIT_FOREIGN;
        } else {
            plan->units[i].state = UNIT_FOREIGN;
        }
    }
}

static int compare(void *context, PerftUnit *const *units, size_t n)
{
    Check *check = context;
    const CountingSession *s = &check->session;
    for (size_t i = 0; i < n; i++) {
        const Nodes stored = check->stored[units[i] - s->plan.units];
        check->checked++;
        if (units[i]->nodes == stored || check->wrong++) continue;
        const GameRecord record = {
            .position = units[i]->position, .black = s->root.black ^ (s->plan.split & 1), .fullmove = 1};
        perft_unit_name(s->rules, &s->plan, units[i], check->first);
        s->rules.game->format(s->rules.game, &record, check->position);
        check->first_stored = stored;
        check->first_counted = units[i]->nodes;
    }
    return 0;
}

static void print_text(const Check *check, const PerftResult *result)
{
    char checked[TEXT_NUMBER], wrong[TEXT_NUMBER], speed[COUNTING_SPEED];
    text_grouped(check->checked, checked);
    text_grouped(check->wrong, wrong);
    counting_speed(result->nodes, result->seconds, speed);
    if (!check->wrong) {
        printf("%s: right, %s units counted again, %s\n", check->session.path, checked, speed);
        return;
    }
    char stored[TEXT_NUMBER], counted[TEXT_NUMBER];
    text_grouped(check->first_stored, stored);
    text_grouped(check->first_counted, counted);
    printf("%s: WRONG, %s of %s units; the first is %s, depth %d of %s: %s stored, %s counted\n",
           check->session.path, wrong, checked, check->first, check->session.plan.depth, check->position,
           stored, counted);
}

static void print_json(const Check *check, const PerftResult *result)
{
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "verify");
    json_string(&json, "file", check->session.path);
    json_boolean(&json, "right", !check->wrong);
    json_count(&json, "checked", check->checked);
    json_count(&json, "wrong", check->wrong);
    if (check->wrong) {
        json_object(&json, "first");
        json_string(&json, "unit", check->first);
        json_string(&json, "position", check->position);
        json_count(&json, "stored", check->first_stored);
        json_count(&json, "counted", check->first_counted);
        json_end(&json);
    }
    json_number(&json, "seconds", result->seconds);
    json_close(&json);
}

static int count_again(Check *check, const Options *options, PerftResult *result)
{
    CountingSession *s = &check->session;
    static Counting counting; /* large */
    Options with_game = *options;
    with_game.game = s->rules.game;
    with_game.merge_captures = s->rules.merge_captures;
    check->stored = malloc((s->plan.count + 1) * sizeof *check->stored);
    if (check->stored == NULL) return cli_fail(CLI_MEMORY, "no memory for %zu results", s->plan.count);
    for (size_t i = 0; i < s->plan.count; i++) check->stored[i] = s->plan.units[i].nodes;
    draw(&s->plan, options->sample);
    int code = counting_begin(&counting, &with_game);
    if (code) return code;
    counting.job.root = &s->root;
    counting.job.depth = s->facts.depth;
    counting.job.plan = &s->plan;
    counting.job.save = compare;
    counting.job.save_context = check;
    code = counting_run(&counting, result);
    counting_end(&counting);
    return code == CLI_STOPPED ? cli_fail(CLI_STOPPED, "stopped on request; what was counted again:") : code;
}

static int verify(const Options *options, const char *path)
{
    static Check check; /* large */
    static PerftResult result;
    memset(&check, 0, sizeof check);
    int code = counting_session_read(&check.session, path);
    if (!code) code = count_again(&check, options, &result);
    if (!code || code == CLI_STOPPED) {
        if (options->json) print_json(&check, &result);
        else if (check.wrong || !options->quiet) print_text(&check, &result);
        if (check.wrong) code = CLI_MISMATCH;
    }
    free(check.stored);
    counting_session_end(&check.session);
    return code;
}

int session_verify(const Options *options, char *const *arguments, int count)
{
    int worst = CLI_DONE;
    for (int i = 0; i < count && worst != CLI_STOPPED; i++) {
        const int code = verify(options, arguments[i]);
        if (code) worst = code;
    }
    return worst;
}
