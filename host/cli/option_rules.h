/* SPDX-License-Identifier: MIT */
/* Options that have no effect in the combination given are refused: one table says where. */
#ifndef HOST_OPTION_RULES_H
#define HOST_OPTION_RULES_H

#include "cli.h"

/* CLI_DONE, or CLI_USAGE after reporting the first option that would have no effect. options: parsed, with the game
 * and the arguments. Not thread-safe (cli_fail). */
int option_rules_check(const Options *options);

#endif
