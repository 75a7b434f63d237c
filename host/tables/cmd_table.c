/* SPDX-License-Identifier: MIT */
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

int cmd_table(const Options *options)
{
    const char *names[SUBCOMMANDS + 1] = {NULL};
    for (int i = 0; i < SUBCOMMANDS; i++) names[i] = subcommands[i].name;
    for (int i = 0; i < SUBCOMMANDS; i++) {
        if (strcmp(names[i], options->arguments[0]) != 0) continue;
        return subcommands[i].run(options, options->arguments + 1, options->argument_count - 1);
    }
    return cli_fail_unknown("subcommand", options->arguments[0], names);
}
