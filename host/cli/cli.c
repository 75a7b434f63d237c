/* SPDX-License-Identifier: MIT */
/* The way of a command line to Options, and of errors to the user. */
#include "cli.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../base/interrupt.h"
#include "../base/json.h"
#include "option_rules.h"
#include "../base/text.h"
#include "../base/whole_file.h"

enum { MOST_OPTIONS = 32, FIRST_VALUE = 256 /* getopt's number of option_table[0], above all letters */ };

/* ---- errors ---- */

static char own_name[32] = "tabuleiro"; /* and the command, if one is being parsed or run */
static const Program own_program = {own_name, own_name, "", NULL};
static Program program = {own_name, own_name, "", NULL};
static int errors_in_json; /* errors go to standard output as well */

int cli_fail(ExitCode code, const char *format, ...)
{
    char message[1024], line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    text_printable(message, line, sizeof line);

    fflush(stdout);
    fprintf(stderr, "%s: ", program.name);
    text_write_in_locale(line, stderr);
    putc('\n', stderr);
    if (errors_in_json) {
        Json json;
        json_open(&json, stdout);
        json_string(&json, "record", "error");
        json_integer(&json, "code", code);
        json_string(&json, "message", line);
        json_close(&json);
    }
    return (int)code;
}

int cli_fail_stopped(void) { return cli_fail(CLI_STOPPED, "stopped on request"); }

int cli_fail_read(const char *name, int cause)
{
    if (interrupt_requested()) return cli_fail_stopped();
    return cli_fail(CLI_BAD_INPUT, "cannot read %s: %s", name, strerror(cause));
}

int cli_fail_write(const char *error)
{
    return interrupt_requested() ? cli_fail_stopped() : cli_fail(CLI_IO, "%s", error);
}

int cli_fail_unknown(const char *what, const char *given, const char *const *names)
{
    char message[1024];
    text_unknown(what, given, names, message, sizeof message);
    return cli_fail(CLI_USAGE, "%s", message);
}

int cli_run_subcommand(const Options *options, const Subcommand *list)
{
    const char *names[16] = {NULL}, *given = options->arguments[0];
    const int count = options->argument_count - 1;
    for (int i = 0; list[i].name; i++) {
        names[i] = list[i].name;
        if (strcmp(list[i].name, given)) continue;
        if (count >= list[i].least) return list[i].run(options, options->arguments + 1, count);
        return cli_fail(CLI_USAGE, "an argument is missing; usage: %s %s", program.start, list[i].usage);
    }
    return cli_fail_unknown("subcommand", given, names);
}

/* ---- parsing ---- */

static int fail_usage(const Command *command, const char *wrong)
{
    return cli_fail(CLI_USAGE, "%s; usage: %s%s%s%s", wrong, program.start,
                    command->takes_game ? " GAME" : "", *command->arguments ? " " : "", command->arguments);
}

/* An option of other commands only: several rows of the table may have its name. */
static int fail_foreign_option(const char *name)
{
    char commands[300] = "";
    for (const Option *o = option_table; o->name; o++) {
        const size_t length = strlen(commands);
        if (strcmp(o->name, name)) continue;
        snprintf(commands + length, sizeof commands - length, "%s%s", length ? " " : "", o->commands);
    }
    return *commands
               ? cli_fail(CLI_USAGE, "--%s is no option of this command; it belongs to: %s", name, commands)
               : CLI_DONE;
}

static int fail_unknown_option(const char *given)
{
    if (!strncmp(given, "--", 2) && fail_foreign_option(given + 2)) return CLI_USAGE;
    char texts[MOST_OPTIONS][24];
    const char *names[MOST_OPTIONS];
    int n = 0;
    for (const Option *o = option_table; o->name; o++) {
        if (!option_is_taken(o, &program) || n == MOST_OPTIONS - 1) continue;
        snprintf(texts[n], sizeof texts[n], "--%s", o->name);
        names[n] = texts[n];
        n++;
    }
    names[n] = NULL;
    return cli_fail_unknown("option", given, names);
}

/* What getopt answers with '?' or ':'. */
static int fail_option(int answer, const char *given)
{
    if (optopt >= FIRST_VALUE) {
        const Option *o = &option_table[optopt - FIRST_VALUE];
        if (answer == ':') return cli_fail(CLI_USAGE, "--%s needs an argument, %s", o->name, o->argument);
        return cli_fail(CLI_USAGE, "--%s takes no argument", o->name);
    }
    if (optopt >= '0' && optopt <= '9')
        return cli_fail(CLI_USAGE, "an argument begins with '-%c'; numbers are not negative here", optopt);
    if (optopt == 0) return fail_unknown_option(given);
    const char letter[] = {'-', (char)optopt, 0};
    return fail_unknown_option(letter);
}

static int store_option(const Option *option, const char *text, Options *options)
{
    void *member = (char *)options + option->member;
    char quoted[64], least[TEXT_NUMBER];
    uint64_t size;
    int answer;
    switch (option->kind) {
    case OPTION_FLAG: *(int *)member = 1; return CLI_DONE;
    case OPTION_TEXT:
        if (!*text)
            return cli_fail(CLI_USAGE, "--%s: '' is empty, expected %s", option->name, option->argument);
        *(const char **)member = text;
        return CLI_DONE;
    case OPTION_NUMBER:
        if (!text_parse_number(text, option->least, option->most, member)) return CLI_DONE;
        text_printable(text, quoted, sizeof quoted);
        return cli_fail(CLI_USAGE, "--%s: '%s' is no number from %llu to %llu", option->name, quoted,
                        (unsigned long long)option->least, (unsigned long long)option->most);
    case OPTION_SIZE_OR_FREE:
        if (!strcmp(text, "free")) {
            *(uint64_t *)member = UINT64_MAX;
            return CLI_DONE;
        }
        /* fall through */
    case OPTION_SIZE:
        answer = text_parse_size(text, &size);
        if (!answer && (size == 0 || (size >= option->least && size <= option->most))) {
            *(uint64_t *)member = size;
            return CLI_DONE;
        }
        text_size(option->least, least);
        text_printable(text, quoted, sizeof quoted);
        if (answer > 0 || (!answer && size > option->most))
            return cli_fail(CLI_MEMORY, "--%s: '%s' is too large, the largest size is %llu bytes",
                            option->name, quoted, (unsigned long long)option->most);
        return cli_fail(CLI_USAGE, "--%s: '%s' is no size; expected 0, or %s and more, such as 512M or 4G%s",
                        option->name, quoted, least, option->kind == OPTION_SIZE ? "" : ", or free");
    }
    return CLI_USAGE;
}

/* Reads the options of argv behind the command's name; the rest is moved to the end, from optind on. */
static int parse_options(int argc, char **argv, Options *options)
{
    struct option longs[MOST_OPTIONS];
    char shorts[2 * MOST_OPTIONS] = ":";
    int n = 0;
    for (const Option *o = option_table; o->name; o++) {
        if (!option_is_taken(o, &program)) continue;
        const int has_argument = o->kind == OPTION_FLAG ? no_argument : required_argument;
        longs[n++] = (struct option){o->name, has_argument, NULL, FIRST_VALUE + (int)(o - option_table)};
        if (o->letter) strncat(shorts, &o->letter, 1);
    }
    longs[n] = (struct option){0};

    optind = 0; /* starts anew, in GNU's and musl's getopt */
    opterr = 0;
    int answer;
    while ((answer = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
        if (answer == '?' || answer == ':') return fail_option(answer, argv[optind - 1]);
        const Option *o = option_table;
        if (answer >= FIRST_VALUE) o += answer - FIRST_VALUE;
        else
            while (o->letter != answer) o++;
        const int code = store_option(o, optarg, options);
        if (code) return code;
        options->given |= UINT64_C(1) << (o - option_table);
    }
    return CLI_DONE;
}

int cli_given(const Options *options, const Option *option)
{
    return options->given >> (option - option_table) & 1;
}

int cli_game(const char *name, const Game **game)
{
    const char *names[64];
    int n = 0;
    *game = game_find(name);
    if (*game) return CLI_DONE;
    for (; n < 63 && game_at(n); n++) names[n] = game_at(n)->name;
    names[n] = NULL;
    return cli_fail_unknown("game", name, names);
}

int cli_fail_unknown_command(const char *given)
{
    const char *names[64];
    int n = 0;
    for (; n < 63 && command_table[n].name; n++) names[n] = command_table[n].name;
    names[n] = NULL;
    return cli_fail_unknown("command", given, names);
}

static int find_command(const char *name)
{
    if (!strcmp(name, "--help") || !strcmp(name, "-h")) name = "help";
    if (!strcmp(name, "--version") || !strcmp(name, "-V")) name = "version";
    program.command = command_find(name);
    if (program.command) {
        snprintf(own_name, sizeof own_name, "tabuleiro %s", name);
        return CLI_DONE;
    }
    if (name[0] == '-')
        return cli_fail(CLI_USAGE, "the command comes before its options; see 'tabuleiro help'");
    return cli_fail_unknown_command(name);
}

static void begin(const Program *speaking, int argc, char **argv)
{
    program = *speaking;
    errors_in_json = 0;
    for (int i = 1; i < argc; i++) errors_in_json |= !strcmp(argv[i], "--json");
}

/* argv[0] is the command, or the program. */
static int parse_arguments(int argc, char **argv, Options *options)
{
    const Command *command = program.command;
    *options =
        (Options){.command = command, .max_nodes = UINT64_MAX, .devices = "cpu", .progress = 60, .seed = 1};
    int code = parse_options(argc, argv, options);
    if (code || options->help) return code;
    errors_in_json = options->json;

    char *const *arguments = argv + optind;
    int count = argc - optind;
    if (command->takes_game && count > 0) {
        if ((code = cli_game(arguments[0], &options->game))) return code;
        arguments++;
        count--;
    }
    if (count < command->least || (command->takes_game && !options->game))
        return fail_usage(command, "an argument is missing");
    if (command->most >= 0 && count > command->most)
        return fail_usage(command, "too many arguments (one with spaces needs quotes)");
    if (options->quiet) options->progress = 0;
    options->arguments = arguments;
    options->argument_count = count;
    return option_rules_check(options);
}

int cli_parse(int argc, char **argv, Options *options)
{
    snprintf(own_name, sizeof own_name, "tabuleiro");
    begin(&own_program, argc, argv);
    if (argc < 2) return cli_fail(CLI_USAGE, "no command; 'tabuleiro help' lists them");
    const int code = find_command(argv[1]);
    return code ? code : parse_arguments(argc - 1, argv + 1, options);
}

int cli_parse_program(const Program *speaking, int argc, char **argv, Options *options)
{
    begin(speaking, argc, argv);
    return parse_arguments(argc, argv, options);
}

/* ---- shared by commands ---- */

int cli_position(const Options *options, const char *text, GameRecord *record)
{
    char error[GAME_TEXT];
    if (options->game->parse(options->game, text, record, error)) return cli_fail(CLI_BAD_INPUT, "%s", error);
    if (options->chess960) record->chess960 = 1;
    record->merge_captures = options->merge_captures;
    return CLI_DONE;
}

int cli_finish(int code)
{
    int cause = whole_file_cause(stdout);
    errno = EIO;
    if (fclose(stdout) && !cause) cause = errno;
    if (!cause) return code;
    if (interrupt_requested()) return CLI_STOPPED;
    errors_in_json = 0;
    if (cause != EPIPE) cli_fail(CLI_IO, "cannot write to standard output: %s", strerror(cause));
    return code ? code : CLI_IO;
}
