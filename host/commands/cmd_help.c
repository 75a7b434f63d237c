/* SPDX-License-Identifier: MIT */
#include "../base/text.h"
#include "../cli/cli.h"

#include <stdio.h>
#include <string.h>

enum { COLUMNS = 79 };

/* Prints words from column `indent` on; lines that `text` parts stay parted. */
static void print_wrapped(const char *text, int indent)
{
    int column = 0;
    for (; *text; text += strspn(text, " ")) {
        if (*text == '\n') {
            putchar('\n');
            column = 0;
            text++;
            continue;
        }
        const int length = (int)strcspn(text, " \n");
        if (column && column + 1 + length > COLUMNS) {
            putchar('\n');
            column = 0;
        }
        column += printf("%*s%.*s", column ? 1 : indent, "", length, text);
        text += length;
    }
    putchar('\n');
}

/* "-q, --quiet" or "--device LIST" padded, then the help text. */
static void print_option(const Option *option)
{
    char left[40], letter[8] = "";
    if (option->letter) snprintf(letter, sizeof letter, "-%c, ", option->letter);
    snprintf(left, sizeof left, "%s--%s%s%s", letter, option->name, option->argument ? " " : "",
             option->argument ? option->argument : "");
    printf("  %-20s %s\n", left, option->help);
}

static void print_lines(const char *text, const char *before)
{
    while (*text) {
        const int length = (int)strcspn(text, "\n");
        printf("%s%.*s\n", before, length, text);
        text += length + (text[length] == '\n');
    }
}

static void print_page(const Program *program, const char *before_examples)
{
    const Command *command = program->command;
    printf("usage: %s%s%s%s [OPTION...]\n\n", program->start, command->takes_game ? " GAME" : "",
           *command->arguments ? " " : "", command->arguments);
    print_wrapped(command->details, 0);
    printf("\nOptions:\n");
    for (const Option *o = option_table; o->name; o++)
        if (option_is_taken(o, program)) print_option(o);
    if (command->keys) {
        printf("\nKeys of --json:\n");
        print_lines(command->keys, "  ");
    }
    printf("\nExamples:\n");
    print_lines(command->examples, before_examples);
}

static void print_command(const Command *command)
{
    char start[32];
    snprintf(start, sizeof start, "tabuleiro %s", command->name);
    print_page(&(Program){start, start, "", command}, "  tabuleiro ");
}

void help_print_program(const Program *program) { print_page(program, "  "); }

static void print_overview(void)
{
    puts("usage: tabuleiro COMMAND [GAME] [ARGUMENT...] [OPTION...]\n\nCommands:");
    for (const Command *c = command_table; c->name; c++) printf("  %-10s %s\n", c->name, c->summary);
    puts("\nGames:");
    for (int i = 0; game_at(i); i++) printf("  %-17s %s\n", game_at(i)->name, game_at(i)->title);
    puts("\nExit codes:");
    for (const ExitMeaning *e = exit_table; e->meaning; e++) printf("  %-10d %s\n", (int)e->code, e->meaning);
    puts("\nEnvironment:");
    for (const Variable *v = environment_table; v->name; v++) printf("  %-24s %s\n", v->name, v->meaning);
    puts("\n'tabuleiro help COMMAND' explains a command and its options.");
}

/* A game, if the word is near one and no command. */
static int fail_unknown(const char *given)
{
    const Game *game;
    for (const Command *c = command_table; c->name; c++)
        if (text_is_near(given, c->name)) return cli_fail_unknown_command(given);
    for (int i = 0; game_at(i); i++)
        if (text_is_near(given, game_at(i)->name)) return cli_game(given, &game);
    return cli_fail_unknown_command(given);
}

int cmd_help(const Options *options)
{
    if (options->man || options->completion) {
        if (options->argument_count)
            return cli_fail(CLI_USAGE, "--%s prints all; '%s' has no effect",
                            options->man ? "man" : "completion", options->arguments[0]);
        if (options->man) manual_print_page();
        if (options->completion) manual_print_completion();
        return CLI_DONE;
    }
    if (options->argument_count == 0) {
        print_overview();
        return CLI_DONE;
    }
    const Command *command = command_find(options->arguments[0]);
    if (!command && game_find(options->arguments[0])) return cmd_games(options);
    if (!command) return fail_unknown(options->arguments[0]);
    print_command(command);
    return CLI_DONE;
}
