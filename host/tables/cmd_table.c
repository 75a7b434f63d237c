/* SPDX-License-Identifier: MIT */
#include "cmd_table.h"

static const Subcommand subcommands[] = {
    {"verify", table_verify, 1, NULL}, {"stats", table_stats, 1, NULL}, {"zugzwang", table_zugzwang, 1, NULL},
    {"list", table_list, 1, NULL},     {NULL, NULL, 0, NULL},
};

int cmd_table(const Options *options) { return cli_run_subcommand(options, subcommands); }
