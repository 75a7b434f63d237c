#include "cmd_table.h"

#include <stdio.h>
#include <sys/stat.h>

#include "../solver/table_file.h"
#include "json.h"
#include "table_targets.h"
#include "tables.h"
#include "text.h"

enum { METRICS = 3 };

/* What the heads of a material's files say. */
typedef struct {
    const Material *material;
    u64 positions;        /* legal, both sides to move */
    u64 bytes[METRICS];   /* of the files, in the order of the PROBE_ bits; 0: none */
    int longest[METRICS]; /* win in plies, whoever is to move */
} Listed;

static u64 positions_of(const TableHead *head)
{
    u64 positions = 0;
    for (int side = 0; side < 2; side++)
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
    const ProbeStatus opened = table_file_open(&file, target->folder, table_id_of_chess(&target->material), 1 << metric, error);
    if (opened) return tables_fail_probe(opened, "", error);
    listed->positions = positions_of(&file.head);
    listed->longest[metric] = longest_win(&file.head);
    listed->bytes[metric] = fstat(file.file, &status) ? 0 : (u64)status.st_size;
    table_file_close(&file);
    return CLI_DONE;
}

/* The last failure, if one of the files is damaged. */
static int read_heads(const TableTarget *target, Listed *listed)
{
    int code = CLI_DONE;
    *listed = (Listed){.material = &target->material};
    for (int metric = 0; metric < METRICS; metric++) {
        if (!(target->what >> metric & 1)) continue;
        const int told = read_head(target, metric, listed);
        if (told) code = told;
    }
    return code;
}

static void print_header(void)
{
    printf("%-9s %3s %16s %10s %10s %10s %13s %12s\n", "material", "men", "positions", "wdl", "dtz", "dtm",
           "longest mate", "longest dtz");
}

/* "-" where there is no such file. */
static void print_text(const Listed *listed)
{
    char positions[TEXT_NUMBER], size[METRICS][TEXT_NUMBER], plies[METRICS][TEXT_NUMBER];
    text_grouped(listed->positions, positions);
    for (int i = 0; i < METRICS; i++) {
        snprintf(size[i], TEXT_NUMBER, "-");
        snprintf(plies[i], TEXT_NUMBER, "-");
        if (!listed->bytes[i]) continue;
        text_size(listed->bytes[i], size[i]);
        snprintf(plies[i], TEXT_NUMBER, "%d", listed->longest[i]);
    }
    printf("%-9s %3d %16s %10s %10s %10s %13s %12s\n", listed->material->name, listed->material->count + 2,
           positions, size[0], size[1], size[2], plies[2], plies[1]);
}

static void print_json(const Listed *listed)
{
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "list");
    json_string(&json, "material", listed->material->name);
    json_integer(&json, "men", listed->material->count + 2);
    json_count(&json, "positions", listed->positions);
    json_object(&json, "bytes");
    for (int i = 0; i < METRICS; i++) {
        if (listed->bytes[i]) json_integer(&json, tables_metric_name(1 << i), (int64_t)listed->bytes[i]);
        else json_string(&json, tables_metric_name(1 << i), NULL);
    }
    json_end(&json);
    json_object(&json, "longest");
    for (int i = 1; i < METRICS; i++) {
        if (listed->bytes[i]) json_integer(&json, tables_metric_name(1 << i), listed->longest[i]);
        else json_string(&json, tables_metric_name(1 << i), NULL);
    }
    json_end(&json);
    json_close(&json);
}

int table_list(const Options *options, char *const *arguments, int count)
{
    TableTargets targets = {0};
    int code = table_targets_read(options, arguments, count, &targets);
    if (!code && !options->json) print_header();
    for (int i = 0; i < targets.count && !ferror(stdout); i++) {
        Listed listed;
        const int told = read_heads(&targets.target[i], &listed);
        if (told) code = told;
        if (options->json) print_json(&listed);
        else print_text(&listed);
    }
    table_targets_free(&targets);
    return code;
}
