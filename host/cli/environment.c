/* SPDX-License-Identifier: MIT */
#include "environment.h"

#include "../games/chess_cpu.h"
#include "../base/text.h"

#include <stdlib.h>
#include <string.h>

/* The build that TABULEIRO_CPU names; NULL if it names no build. */
static const InstructionSet *build_named(const char *name)
{
    for (int i = 0; chess_cpu_build(i); i++)
        if (!strcmp(chess_cpu_build(i)->set.name, name)) return &chess_cpu_build(i)->set;
    return NULL;
}

int environment_check_cpu(const char *value)
{
    enum { MOST = 16 };
    const char *names[MOST] = {NULL};
    const InstructionSet *set = build_named(value);
    for (int i = 0; i < MOST - 1 && chess_cpu_build(i); i++) names[i] = chess_cpu_build(i)->set.name;
    if (!set) return cli_fail_unknown("build in TABULEIRO_CPU:", value, names);
    const char *missing = instruction_set_lacks(set, extensions_here());
    if (!missing) return CLI_DONE;
    return cli_fail(CLI_USAGE, "TABULEIRO_CPU: '%s' needs %s, which is missing here", value, missing);
}

int environment_check_lanes(const char *value)
{
    if (!strcmp(value, "1") || !strcmp(value, "8")) return CLI_DONE;
    return cli_fail(CLI_USAGE, "TABULEIRO_OPENCL_LANES: '%.40s', expected 1 or 8", value);
}

int environment_check(void)
{
    int code = CLI_DONE;
    for (const Variable *v = environment_table; v->name && !code; v++) {
        const char *value = getenv(v->name);
        if (v->check && value && *value) code = v->check(value);
    }
    return code;
}
