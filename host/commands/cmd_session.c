/* SPDX-License-Identifier: MIT */
#include "cmd_session.h"

static const Subcommand subcommands[] = {
    {"show", session_show, 1, NULL},
    {"verify", session_verify, 1, NULL},
    {"export", session_export, 1, NULL},
    {"merge", session_merge, 2, "merge OUT FILE..."},
    {NULL, NULL, 0, NULL},
};

int cmd_session(const Options *options) { return cli_run_subcommand(options, subcommands); }
