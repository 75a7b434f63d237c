/* SPDX-License-Identifier: MIT */
/* options.c and cli.c: the tables agree with each other, and a command line reaches Options. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <string.h>

#include "../cli/cli.h"

static void tables_agree(void **state)
{
    (void)state;
    for (const Command *c = command_table; c->name; c++) {
        assert_ptr_equal(command_find(c->name), c); /* no name twice */
        assert_non_null(c->run);
        assert_true(c->most == -1 || c->least <= c->most);
        const size_t length = strlen(c->summary);
        assert_true(length > 0 && length < 66 && c->summary[length - 1] != '.');
        assert_true(strlen(c->details) > 0 && strlen(c->examples) > 0);
        assert_int_equal(strncmp(c->examples, c->name, strlen(c->name)), 0);
    }
    for (const Option *o = option_table; o->name; o++) {
        for (const Option *p = option_table; p != o; p++) {
            for (const Command *c = command_table; c->name; c++)
                if (!strcmp(o->name, p->name)) assert_false(option_belongs(o, c) && option_belongs(p, c));
            if (o->letter) assert_int_not_equal(o->letter, p->letter);
        }
        assert_true((o->kind == OPTION_FLAG) == (o->argument == NULL));
        assert_true(strlen(o->help) > 0 && strlen(o->help) < 60);
        char names[200];
        assert_true(strlen(o->commands) < sizeof names);
        strcpy(names, o->commands);
        for (char *name = strtok(names, " "); name && strcmp(name, "*"); name = strtok(NULL, " "))
            if (!command_find(name)) fail_msg("--%s belongs to '%s', which is no command", o->name, name);
    }
    for (const ExitMeaning *e = exit_table; e->meaning; e++)
        if (e != exit_table) assert_true(e->code > e[-1].code);
}

/* Every key in help is one line "key: meaning". */
static void keys_are_lines(void **state)
{
    (void)state;
    for (const Command *c = command_table; c->name; c++) {
        const Option *json = option_table;
        while (json->name && strcmp(json->name, "json")) json++;
        assert_int_equal(option_belongs(json, c), c->keys != NULL);
        for (const char *line = c->keys; line && *line; line += strcspn(line, "\n"), line += *line == '\n') {
            const size_t key = strcspn(line, ":");
            if (key >= strcspn(line, "\n") || line[key + 1] != ' ') fail_msg("%s: %s", c->name, line);
            for (size_t i = 0; i < key; i++) assert_true(islower((unsigned char)line[i]) || line[i] == '_');
        }
    }
}

/* Parses words parted by '|'. */
static int parse(const char *words, Options *options)
{
    static char text[500];
    static char *argv[32];
    int argc = 0;
    strcpy(text, words);
    for (char *p = text; p; argc++) {
        argv[argc] = p;
        p = strchr(p, '|');
        if (p) *p++ = 0;
    }
    argv[argc] = NULL;
    return cli_parse(argc, argv, options);
}

static void reads_command_lines(void **state)
{
    (void)state;
    Options o;
    assert_int_equal(parse("tabuleiro|moves|chess|startpos", &o), CLI_DONE);
    assert_string_equal(o.command->name, "moves");
    assert_string_equal(o.game->name, "chess");
    assert_int_equal(o.argument_count, 1);
    assert_string_equal(o.arguments[0], "startpos");
    assert_true(!o.san && !o.json && !o.chess960 && !o.svg && !o.threads && !o.hash);
    assert_string_equal(o.devices, "cpu");
    assert_true(o.max_nodes == UINT64_MAX);

    /* options anywhere behind the command; the last one counts; -- ends them */
    assert_int_equal(parse("tabuleiro|show|--svg=a|chess|--chess960|startpos|--svg|b", &o), CLI_DONE);
    assert_string_equal(o.svg, "b");
    assert_true(o.chess960);
    assert_string_equal(o.arguments[0], "startpos");
    assert_int_equal(parse("tabuleiro|moves|--san|--|chess|--json", &o), CLI_DONE);
    assert_true(o.san && !o.json);
    assert_string_equal(o.arguments[0], "--json");
    assert_int_equal(parse("tabuleiro|show|chess|-|--svg|-", &o), CLI_DONE);
    assert_string_equal(o.arguments[0], "-");
    assert_string_equal(o.svg, "-");

    /* numbers and sizes */
    assert_int_equal(parse("tabuleiro|perft|chess|startpos|6|--threads|3|--hash=2G|--device|loop,cpu|-q", &o),
                     CLI_DONE);
    assert_int_equal(o.argument_count, 2);
    assert_true(o.threads == 3 && o.hash == 2ull << 30 && o.quiet);
    assert_string_equal(o.devices, "loop,cpu");
    assert_int_equal(parse("tabuleiro|suite|chess|a|b|c|--hash|0|--max-nodes|100", &o), CLI_DONE);
    assert_true(o.argument_count == 3 && o.hash == 0 && o.max_nodes == 100);

    /* help wins over what is missing */
    assert_int_equal(parse("tabuleiro|moves|-h", &o), CLI_DONE);
    assert_true(o.help);
    assert_int_equal(parse("tabuleiro|help", &o), CLI_DONE);
    assert_int_equal(o.argument_count, 0);
    assert_int_equal(parse("tabuleiro|--version", &o), CLI_DONE);
    assert_string_equal(o.command->name, "version");
}

static void refuses_bad_command_lines(void **state)
{
    (void)state;
    const char *const lines[] = {
        "tabuleiro",
        "tabuleiro|",
        "tabuleiro|nonsense",
        "tabuleiro|moves",
        "tabuleiro|moves|chess",
        "tabuleiro|moves|chess|a|b",
        "tabuleiro|moves|nonsense|a",
        "tabuleiro|moves|chess|a|--svg|b",
        "tabuleiro|moves|chess|a|--json=1",
        "tabuleiro|show|chess|a|--svg",
        "tabuleiro|show|chess|a|--svg=",
        "tabuleiro|moves|chess|a|-1",
        "tabuleiro|help|a|b",
        "tabuleiro|perft|chess|a",
        "tabuleiro|suite|chess",
        "tabuleiro|perft|chess|a|1|--threads=0",
        "tabuleiro|perft|chess|a|1|--threads=1025",
        "tabuleiro|perft|chess|a|1|--hash=1",
        "tabuleiro|perft|chess|a|1|--max-nodes=1",
        "tabuleiro|perft|chess|a|1|--merge-captures",
        "tabuleiro|moves|checkers|a|--chess960",
    };
    Options o;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (parse(lines[i], &o) != CLI_USAGE) fail_msg("accepted: %s", lines[i]);
    assert_int_equal(parse("tabuleiro|perft|chess|a|1|--hash=16384P", &o), CLI_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_agree),
        cmocka_unit_test(keys_are_lines),
        cmocka_unit_test(reads_command_lines),
        cmocka_unit_test(refuses_bad_command_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
