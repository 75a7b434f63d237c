/* SPDX-License-Identifier: MIT */
/* What perft does instead of counting a tree. Each returns an ExitCode. */
#ifndef HOST_CMD_PERFT_H
#define HOST_CMD_PERFT_H

#include "../cli/cli.h"

int perft_run_unique(const Options *options, const GameRecord *root, int depth);
int perft_run_estimate(const Options *options, const GameRecord *root, int depth);

#endif
