/* SPDX-License-Identifier: MIT */
#include "option_rules.h"

#include <stdio.h>
#include <string.h>

/* What has to be so for an option to have an effect. */
typedef enum { NEEDS, NOT_WITH, SUBCOMMAND, FAMILY } Kind;

typedef struct {
    const char *command; /* NULL: every command that has the option */
    const char *options; /* names with spaces between */
    Kind kind;
    const char
        *other; /* NEEDS: an option; NOT_WITH: options; SUBCOMMAND: their names; FAMILY: chess or draughts */
} OptionRule;

static const OptionRule rules[] = {
    {NULL, "chess960 rules lang san by", FAMILY, "chess"},
    {NULL, "merge-captures", FAMILY, "draughts"},
    {"perft", "unique", NOT_WITH, "estimate divide stats hash split session shard threads device"},
    {"perft", "estimate", NOT_WITH, "divide stats hash split session shard"},
    {"perft", "stats", NOT_WITH, "divide hash split session shard"},
    {"perft", "resume", NOT_WITH, "restart"},
    {"perft", "resume restart checkpoint", NEEDS, "session"},
    {"perft", "memory", NEEDS, "unique"},
    {"perft", "seed", NEEDS, "estimate"},
    {"session", "restart", SUBCOMMAND, "merge"},
    {"session", "sample hash key threads device", SUBCOMMAND, "verify"},
    {"table", "list", SUBCOMMAND, "zugzwang"},
    {"table", "sample", SUBCOMMAND, "verify"},
    {NULL, "key", NEEDS, "hash"},
    {"help", "man", NOT_WITH, "completion"},
};

static int names_has(const char *names, const char *name)
{
    const size_t length = strlen(name);
    for (; *names; names += strcspn(names, " "), names += strspn(names, " "))
        if (strcspn(names, " ") == length && !strncmp(names, name, length)) return 1;
    return 0;
}

/* The first option of the list that was given; NULL: none was. */
static const char *first_given(const char *names, const Options *options)
{
    for (const Option *o = option_table; o->name; o++)
        if (names_has(names, o->name) && cli_given(options, o)) return o->name;
    return NULL;
}

static int is_family(const char *family, const Options *options)
{
    return options->game->family == (!strcmp(family, "chess") ? GAME_CHESS : GAME_DRAUGHTS);
}

static int check_rule(const OptionRule *rule, const Options *options)
{
    const char *name = first_given(rule->options, options);
    if (!name || (rule->command && strcmp(rule->command, options->command->name))) return CLI_DONE;
    const char *with = rule->kind == NOT_WITH ? first_given(rule->other, options) : NULL;
    if (with) return cli_fail(CLI_USAGE, "--%s has no effect with --%s", with, name);
    if (rule->kind == NEEDS && !first_given(rule->other, options))
        return cli_fail(CLI_USAGE, "--%s has no effect without --%s", name, rule->other);
    if (rule->kind == SUBCOMMAND && !names_has(rule->other, options->arguments[0]))
        return cli_fail(CLI_USAGE, "--%s is for %s, not for %s", name, rule->other, options->arguments[0]);
    if (rule->kind == FAMILY && options->game && !is_family(rule->other, options))
        return cli_fail(CLI_USAGE, "--%s is for %s only, the game is %s", name, rule->other,
                        options->game->name);
    return CLI_DONE;
}

int option_rules_check(const Options *options)
{
    int code = CLI_DONE;
    for (size_t i = 0; i < sizeof rules / sizeof *rules && !code; i++) code = check_rule(&rules[i], options);
    return code;
}
