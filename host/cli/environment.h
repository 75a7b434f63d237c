/* SPDX-License-Identifier: MIT */
/* Variables of the environment whose value is not understood are refused. An empty one counts as not set. */
#ifndef HOST_ENVIRONMENT_H
#define HOST_ENVIRONMENT_H

#include "cli.h"

/* CLI_DONE, or CLI_USAGE after reporting the first variable of environment_table with a value that is not understood.
 * Not thread-safe (cli_fail). */
int environment_check(void);

/* The same for one value, of TABULEIRO_CPU: a build that this program holds and this processor runs; and of
 * TABULEIRO_OPENCL_LANES. */
int environment_check_cpu(const char *value);
int environment_check_lanes(const char *value);

#endif
