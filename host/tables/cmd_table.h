/* SPDX-License-Identifier: MIT */
/* The subcommands of table. Arguments are those behind the subcommand; each returns an ExitCode. */
#ifndef HOST_CMD_TABLE_H
#define HOST_CMD_TABLE_H

#include "../cli/cli.h"

int table_verify(const Options *options, char *const *arguments, int count);
int table_stats(const Options *options, char *const *arguments, int count);
int table_zugzwang(const Options *options, char *const *arguments, int count);
int table_list(const Options *options, char *const *arguments, int count);

#endif
