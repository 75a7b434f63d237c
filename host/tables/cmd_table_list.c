/* SPDX-License-Identifier: MIT */
#include "cmd_table.h"

#include <stdio.h>
#include <sys/stat.h>

#include "../../solver/files/table_file.h"
#include "../base/json.h"
#include "table_targets.h"
#include "tables.h"
#include "tables_game.h"
#include "../base/text.h"

enum { METRICS = 4 };

/* What the heads of a material's files say. */
typedef struct {
    const TableTarget *target;
    int materials;        /* 1, or how many are summed up */
    u64 positions;        /* legal; of chess both sides to move, of draughts seen by the side to move */
    u64 bytes[METRICS];   /* of the files, in the order of the PROBE_ bits; 0: none */
    int longest[METRICS]; /* win in plies, whoever is to move */
} Listed;

static int is_by_mover(const TableTarget *target) { return tables_game(target->game)->by_mover; }

/* With equal pieces on both sides of draughts it does not matter who is to move. */
static u64 positions_of(const TableTarget *target, const TableHead *head)
{
    u64 positions = 0;
    for (int side = 0; side < (is_by_mover(target) && table_target_symmetric(target) ? 1 : 2); side++)
        for (int result = 0; result < 5; result++) positions += head->results[side][result];
    return positions;
}

static int longest_win(const TableHead *head)
{
    return (int)(head->longest[0][0] > head->longest[1][0] ? head->longest[0][0] : head->longest[1][0]);
}

static int read_head(const TableTarget *target, int metric, Listed *listed)
{
    TableFile file;
    struct stat status;
    char error[PROBER_ERROR] = "";
    const ProbeStatus opened =
        table_file_open(&file, target->folder, table_target_id(target), 1 << metric, error);
    if (opened) return tables_fail_probe(opened, "", error);
    listed->positions = positions_of(target, &file.head);
    listed->longest[metric] = longest_win(&file.head);
    listed->bytes[metric] = fstat(file.file, &status) ? 0 : (u64)status.st_size;
    table_file_close(&file);
    return CLI_DONE;
}

/* The last failure, if one of the files is damaged. */
static int read_heads(const TableTarget *target, Listed *listed)
{
    int code = CLI_DONE;
    *listed = (Listed){.target = target, .materials = 1};
    for (int metric = 0; metric < METRICS; metric++) {
        if (!(target->metrics >> metric & 1)) continue;
        const int failed = read_head(target, metric, listed);
        if (failed) code = failed;
    }
    return code;
}

/* ---- text ---- */

/* "-" where there is no such file. */
static void print_text(const Listed *listed)
{
    const TableTarget *target = listed->target;
    char positions[TEXT_NUMBER], size[METRICS][TEXT_NUMBER], plies[METRICS][TEXT_NUMBER], title[TABLE_TITLE];
    text_grouped(listed->positions, positions);
    snprintf(title, sizeof title, "%s", target->title);
    if (listed->materials > 1)
        snprintf(title, sizeof title, "%s, all %d", target->game->name, listed->materials);
    for (int i = 0; i < METRICS; i++) {
        snprintf(size[i], TEXT_NUMBER, "-");
        snprintf(plies[i], TEXT_NUMBER, "-");
        if (!listed->bytes[i]) continue;
        text_size(listed->bytes[i], size[i]);
        snprintf(plies[i], TEXT_NUMBER, "%d", listed->longest[i]);
    }
    tables_game(target->game)->list_line(title, target->men, positions, size, plies);
}

/* ---- JSON ---- */

static void print_json(const Listed *listed)
{
    const TableTarget *target = listed->target;
    const int metrics = tables_metrics(target->game);
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", listed->materials > 1 ? "total" : "list");
    json_string(&json, "game", target->game->name);
    if (listed->materials > 1) json_integer(&json, "materials", listed->materials);
    else json_string(&json, "material", target->name);
    json_integer(&json, "men", target->men);
    json_count(&json, "positions", listed->positions);
    json_object(&json, "bytes");
    for (int i = 0; i < METRICS; i++) {
        if (!(metrics >> i & 1)) continue;
        if (listed->bytes[i]) json_integer(&json, tables_metric_name(1 << i), (int64_t)listed->bytes[i]);
        else json_string(&json, tables_metric_name(1 << i), NULL);
    }
    json_end(&json);
    json_object(&json, "longest");
    for (int i = 1; i < METRICS; i++) {
        if (!(metrics >> i & 1)) continue;
        if (listed->bytes[i]) json_integer(&json, tables_metric_name(1 << i), listed->longest[i]);
        else json_string(&json, tables_metric_name(1 << i), NULL);
    }
    json_end(&json);
    json_close(&json);
}

/* ---- running ---- */

static void print(const Options *options, const Listed *listed)
{
    if (options->json) print_json(listed);
    else print_text(listed);
}

static void add(Listed *sum, const Listed *listed)
{
    sum->target = listed->target;
    sum->materials++;
    sum->positions += listed->positions;
    for (int i = 0; i < METRICS; i++) {
        sum->bytes[i] += listed->bytes[i];
        if (sum->longest[i] < listed->longest[i]) sum->longest[i] = listed->longest[i];
    }
}

/* 1: the sum of the tables until this one is not complete. */
static int goes_on(const TableTargets *targets, int i)
{
    const TableTarget *target = &targets->target[i];
    return i + 1 < targets->count && target[1].game == target->game && target[1].men == target->men;
}

static int list(const Options *options, const TableTargets *targets)
{
    int code = CLI_DONE;
    Listed sum = {0};
    for (int i = 0; i < targets->count && !ferror(stdout); i++) {
        const TableTarget *target = &targets->target[i];
        Listed listed;
        const int failed = read_heads(target, &listed);
        if (failed) code = failed;
        if (!options->json && (i == 0 || is_by_mover(target) != is_by_mover(target - 1)))
            tables_game(target->game)->list_heading();
        print(options, &listed);
        add(&sum, &listed);
        if (goes_on(targets, i)) continue;
        if (sum.materials > 1 && is_by_mover(target)) print(options, &sum);
        sum = (Listed){0};
    }
    return code;
}

int table_list(const Options *options, char *const *arguments, int count)
{
    TableTargets targets = {0};
    int code = table_targets_read(arguments, count, &targets);
    if (!code) code = list(options, &targets);
    table_targets_free(&targets);
    return code;
}
