#include "cmd_table.h"

#include <string.h>

typedef struct {
    const char *name;
    int (*run)(const Options *options, char *const *arguments, int count);
} Subcommand;

static const Subcommand subcommands[] = {
    {"verify", table_verify},
    {"stats", table_stats},
    {"zugzwang", table_zugzwang},
    {"list", table_list},
};
enum { SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

/* Options that only one subcommand has a use for. */
static int check_options(const Options *options, const char *name)
{
    if (options->list && strcmp(name, "zugzwang") != 0)
        return cli_fail(CLI_USAGE, "--list is for zugzwang, not for %s", name);
    if (options->sample && strcmp(name, "verify") != 0)
        return cli_fail(CLI_USAGE, "--sample is for verify, not for %s", name);
    return CLI_DONE;
}

int cmd_table(const Options *options)
{
    const char *names[SUBCOMMANDS + 1] = {NULL};
    for (int i = 0; i < SUBCOMMANDS; i++) names[i] = subcommands[i].name;
    for (int i = 0; i < SUBCOMMANDS; i++) {
        if (strcmp(names[i], options->arguments[0]) != 0) continue;
        const int code = check_options(options, names[i]);
        return code ? code : subcommands[i].run(options, options->arguments + 1, options->argument_count - 1);
    }
    return cli_fail_unknown("subcommand", options->arguments[0], names);
}
