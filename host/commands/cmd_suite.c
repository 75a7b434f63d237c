/* SPDX-License-Identifier: MIT */
/* Perft suites: everything is read first, so that a bad line costs no time; then position by position. */
#include "../cli/cli.h"
#include "counting.h"
#include "../base/interrupt.h"
#include "../base/json.h"
#include "../base/text.h"

#include "../../notation/utf8.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 4096 };

/* A position's counts are known[first .. first + count), in the order of the line. */
typedef struct {
    const char *file;
    long line;
    GameRecord record;
    size_t first;
    int count, skipped;
} Position;

typedef struct {
    int depth;
    Nodes expected, given;
} Known;

typedef struct {
    const Options *options;
    Position *positions;
    Known *known;
    size_t position_count, known_count, position_room, known_room;
    Nodes expected; /* of all that will be counted */
    size_t positions_done, right, wrong, skipped;
    Nodes nodes;
    double seconds;
} Suite;

/* ---- reading ---- */

/* The array with room for one more than `count`; NULL if memory is short, and the array stays. */
static void *grow(void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room) return array;
    const size_t more = *room ? 2 * *room : 256;
    void *grown = realloc(array, more * size);
    if (grown) *room = more;
    return grown;
}

static int fail_memory(void) { return cli_fail(CLI_MEMORY, "out of memory while reading the suite"); }

static int add_known(Suite *suite, Position *position, const GameKnown *known)
{
    for (int i = 0; i < known->count; i++) {
        if (known->nodes[i] > suite->options->max_nodes) {
            position->skipped++;
            continue;
        }
        Known *grown = grow(suite->known, suite->known_count, &suite->known_room, sizeof *grown);
        if (!grown) return fail_memory();
        suite->known = grown;
        grown[suite->known_count++] = (Known){.depth = known->depth[i], .expected = known->nodes[i]};
        suite->expected += known->nodes[i];
        position->count++;
    }
    return CLI_DONE;
}

static int add_line(Suite *suite, const char *file, long line, const char *text)
{
    const Game *game = suite->options->game;
    Position position = {.file = file, .line = line, .first = suite->known_count};
    GameKnown known;
    char error[GAME_TEXT];
    if (game->parse_suite(game, text, &position.record, &known, error))
        return cli_fail(CLI_BAD_INPUT, "%s:%ld: %s", file, line, error);
    position.record.merge_captures = suite->options->merge_captures;
    for (int i = 0; i < known.count; i++)
        if (known.depth[i] > PERFT_MAX_DEPTH)
            return cli_fail(CLI_BAD_INPUT, "%s:%ld: depth %d, expected at most %d", file, line,
                            known.depth[i], PERFT_MAX_DEPTH);
    const int code = add_known(suite, &position, &known);
    if (code) return code;
    Position *grown = grow(suite->positions, suite->position_count, &suite->position_room, sizeof *grown);
    if (!grown) return fail_memory();
    suite->positions = grown;
    grown[suite->position_count++] = position;
    return CLI_DONE;
}

/* Reads a line without its end. Its length; -1 at the end of the file, -2 for a line that is too long. */
static long read_line(FILE *file, char text[LONGEST_LINE])
{
    long length = 0;
    int c;
    while (((c = getc(file)) != EOF && c != '\n') || (c == EOF && interrupt_read_on(file))) {
        if (c == EOF) continue;
        if (length == LONGEST_LINE - 1) return -2;
        text[length++] = (char)c;
    }
    if (c == EOF && length == 0) return -1;
    if (length > 0 && text[length - 1] == '\r') length--;
    text[length] = 0;
    return length;
}

/* What stands behind "# KEY:", without blanks around it; 0 if it is another comment. */
static int read_header(const char *comment, const char *key, char value[40])
{
    const char *p = comment + strspn(comment, "# \t");
    if (strncmp(p, key, strlen(key)) != 0 || p[strlen(key)] != ':') return 0;
    p += strlen(key) + 1;
    p += strspn(p, " \t");
    snprintf(value, 40, "%s", p);
    for (size_t n = strlen(value); n > 0 && strchr(" \t", value[n - 1]); n--) value[n - 1] = 0;
    return 1;
}

/* Comments that report_progress the game and the way of counting captures must report_progress those of the command line. */
static int check_comment(const Suite *suite, const char *file, long line, const char *comment)
{
    const Options *options = suite->options;
    const char *captures = options->merge_captures ? "merged" : "by route";
    char given[40];
    if (read_header(comment, "game", given) && strcmp(given, options->game->name) != 0)
        return cli_fail(CLI_BAD_INPUT, "%s:%ld: counts of the game '%s', the command line has '%s'", file,
                        line, given, options->game->name);
    if (read_header(comment, "captures", given) && strcmp(given, captures) != 0)
        return cli_fail(CLI_BAD_INPUT, "%s:%ld: captures are '%s', on the command line they are '%s'%s", file,
                        line, given, captures,
                        !strcmp(given, "merged")     ? "; add --merge-captures"
                        : !strcmp(given, "by route") ? "; leave out --merge-captures"
                                                     : "");
    return CLI_DONE;
}

static int read_stream(Suite *suite, FILE *file, const char *name)
{
    char text[LONGEST_LINE];
    for (long line = 1;; line++) {
        errno = 0;
        const long length = read_line(file, text);
        if (ferror(file) || interrupt_requested()) return cli_fail_read(name, errno);
        if (length == -1) return CLI_DONE;
        if (length == -2)
            return cli_fail(CLI_BAD_INPUT, "%s:%ld: a line longer than %d bytes; is it a perft suite?", name,
                            line, LONGEST_LINE - 1);
        if (strlen(text) < (size_t)length)
            return cli_fail(CLI_BAD_INPUT, "%s:%ld: a zero byte; is it a text file?", name, line);
        const char *content = utf8_behind_mark(text), *start = content + strspn(content, " \t");
        if (*start == 0) continue;
        const int code =
            *start == '#' ? check_comment(suite, name, line, start) : add_line(suite, name, line, content);
        if (code) return code;
    }
}

static int is_standard_input(const char *argument) { return !strcmp(argument, "-"); }

static const char *file_name(const char *argument)
{
    return is_standard_input(argument) ? "standard input" : argument;
}

static int read_file(Suite *suite, const char *name)
{
    if (is_standard_input(name)) return read_stream(suite, stdin, file_name(name));
    FILE *file = fopen(name, "r");
    if (!file) return cli_fail_read(name, errno);
    const int code = read_stream(suite, file, name);
    fclose(file);
    return code;
}

static int read_files(Suite *suite)
{
    for (int i = 0; i < suite->options->argument_count; i++) {
        const size_t before = suite->position_count;
        const int code = read_file(suite, suite->options->arguments[i]);
        if (code) return code;
        if (suite->position_count == before)
            return cli_fail(CLI_BAD_INPUT, "%s: no position in it", file_name(suite->options->arguments[i]));
    }
    return CLI_DONE;
}

/* ---- counting ---- */

/* Counts what is known of a position. */
static int run_position(Suite *suite, Counting *counting, const Position *position, double *seconds)
{
    static PerftResult result; /* large */
    *seconds = 0;
    for (int i = 0; i < position->count; i++) {
        Known *known = &suite->known[position->first + (size_t)i];
        counting->job.root = &position->record;
        counting->job.depth = known->depth;
        counting->work = (double)suite->nodes;
        counting->share = suite->expected ? (double)known->expected / (double)suite->expected : 0;
        const int code = counting_run(counting, &result);
        if (code) return code;
        counting->fraction += counting->share;
        known->given = result.nodes;
        *(known->given == known->expected ? &suite->right : &suite->wrong) += 1;
        suite->nodes += result.nodes;
        suite->seconds += result.seconds;
        *seconds += result.seconds;
        progress_show(&counting->progress, (double)suite->nodes, counting->fraction);
    }
    suite->positions_done++;
    suite->skipped += (size_t)position->skipped;
    return CLI_DONE;
}

/* ---- reports ---- */

static int is_right(const Suite *suite, const Position *position)
{
    for (int i = 0; i < position->count; i++) {
        const Known *known = &suite->known[position->first + (size_t)i];
        if (known->given != known->expected) return 0;
    }
    return 1;
}

static void print_position(const Suite *suite, const Position *position, double seconds)
{
    const Game *game = suite->options->game;
    const Known *known = &suite->known[position->first];
    const int right = is_right(suite, position);
    char text[GAME_TEXT], speed[COUNTING_SPEED], nodes[TEXT_NUMBER], expected[TEXT_NUMBER];
    if (right && suite->options->quiet) return;
    game->format(game, &position->record, text);
    printf("%s:%ld: %s ", position->file, position->line,
           !right            ? "WRONG"
           : position->count ? "right"
                             : "skipped");
    Nodes sum = 0;
    for (int i = 0; i < position->count; i++) {
        sum += known[i].given;
        if (known[i].given == known[i].expected) continue;
        text_grouped(known[i].given, nodes);
        text_grouped(known[i].expected, expected);
        printf(" depth %d: %s, expected %s;", known[i].depth, nodes, expected);
    }
    if (right && position->count) {
        text_grouped(sum, nodes);
        counting_speed(sum, seconds, speed);
        printf(" %d count%s, %s nodes, %s;", position->count, position->count == 1 ? "" : "s", nodes, speed);
    }
    printf(" %s\n", text);
}

static void json_position(const Suite *suite, const Position *position, double seconds)
{
    const Game *game = suite->options->game;
    char text[GAME_TEXT];
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "position");
    json_string(&json, "file", position->file);
    json_integer(&json, "line", position->line);
    game->format(game, &position->record, text);
    json_string(&json, "position", text);
    json_boolean(&json, "right", is_right(suite, position));
    json_array(&json, "counts");
    for (int i = 0; i < position->count; i++) {
        const Known *known = &suite->known[position->first + (size_t)i];
        json_object(&json, NULL);
        json_integer(&json, "depth", known->depth);
        json_count(&json, "nodes", known->given);
        json_count(&json, "expected", known->expected);
        json_end(&json);
    }
    json_end(&json);
    json_integer(&json, "skipped", position->skipped);
    json_number(&json, "seconds", seconds);
    json_close(&json);
}

static void print_summary(const Suite *suite)
{
    char nodes[TEXT_NUMBER], speed[COUNTING_SPEED];
    text_grouped(suite->nodes, nodes);
    counting_speed(suite->nodes, suite->seconds, speed);
    printf("%zu of %zu positions; counts: %zu right, %zu wrong, %zu skipped\n%s nodes, %s\n",
           suite->positions_done, suite->position_count, suite->right, suite->wrong, suite->skipped, nodes,
           speed);
}

static void json_summary(const Suite *suite, int code)
{
    Json json;
    json_open(&json, stdout);
    json_string(&json, "record", "suite");
    json_string(&json, "game", suite->options->game->name);
    json_string(&json, "device", suite->options->devices);
    json_boolean(&json, "complete", code == CLI_DONE);
    json_integer(&json, "positions", (int64_t)suite->positions_done);
    json_integer(&json, "right", (int64_t)suite->right);
    json_integer(&json, "wrong", (int64_t)suite->wrong);
    json_integer(&json, "skipped", (int64_t)suite->skipped);
    json_count(&json, "nodes", suite->nodes);
    json_number(&json, "seconds", suite->seconds);
    json_close(&json);
}

/* Runs and reports position by position, until all are done, one fails, or nobody reads any more. */
static int run_positions(Suite *suite, Counting *counting)
{
    for (size_t i = 0; i < suite->position_count && !ferror(stdout); i++) {
        const Position *position = &suite->positions[i];
        double seconds;
        const int code = run_position(suite, counting, position, &seconds);
        if (code) return code;
        progress_wipe(&counting->progress);
        if (suite->options->json) json_position(suite, position, seconds);
        else print_position(suite, position, seconds);
    }
    return CLI_DONE;
}

static int run_suite(Suite *suite)
{
    static Counting counting;
    int code = counting_begin(&counting, suite->options);
    if (code) return code;
    code = run_positions(suite, &counting);
    counting_end(&counting);
    if (code == CLI_STOPPED) cli_fail(CLI_STOPPED, "stopped on request; what is known so far:");
    else if (code) return code;
    if (suite->options->json) json_summary(suite, code);
    else print_summary(suite);
    return suite->wrong ? CLI_MISMATCH : code;
}

int cmd_suite(const Options *options)
{
    Suite suite = {.options = options};
    int code = read_files(&suite);
    if (!code) code = run_suite(&suite);
    free(suite.positions);
    free(suite.known);
    return code;
}
