/* SPDX-License-Identifier: MIT */
/* What the programs return. */
#ifndef HOST_EXIT_CODES_H
#define HOST_EXIT_CODES_H

/* The texts are in exit_table (../cli/options.c). */
typedef enum {
    CLI_DONE = 0,
    CLI_USAGE = 1,
    CLI_BAD_INPUT = 2,
    CLI_DEVICE = 3,
    CLI_MISMATCH = 4,
    CLI_MEMORY = 5,
    CLI_IO = 74,
    CLI_STOPPED = 75
} ExitCode;

#endif
