/* SPDX-License-Identifier: MIT */
#include "cmd_session.h"

#include <string.h>

typedef struct {
    const char *name;
    int (*run)(const Options *options, char *const *arguments, int count);
} Subcommand;

static const Subcommand subcommands[] = {
    {"show", session_show},
    {"verify", session_verify},
    {"export", session_export},
    {"merge", session_merge},
};
enum { SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

int cmd_session(const Options *options)
{
    const char *names[SUBCOMMANDS + 1] = {NULL};
    for (int i = 0; i < SUBCOMMANDS; i++) names[i] = subcommands[i].name;
    for (int i = 0; i < SUBCOMMANDS; i++) {
        if (strcmp(names[i], options->arguments[0]) != 0) continue;
        if (!strcmp(names[i], "merge") && options->argument_count < 3)
            return cli_fail(CLI_USAGE, "an argument is missing; usage: tabuleiro session merge OUT FILE...");
        return subcommands[i].run(options, options->arguments + 1, options->argument_count - 1);
    }
    return cli_fail_unknown("subcommand", options->arguments[0], names);
}
