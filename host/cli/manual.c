/* SPDX-License-Identifier: MIT */
/* What is made from the tables: docs/tabuleiro.1.scd and scripts/completions/tabuleiro.bash. */
#include "cli.h"

#include <stdio.h>
#include <string.h>

/* ---- the manual page, in scdoc's language: tabs indent, * is bold, _ underlined ---- */

static void escape(const char *text, int length)
{
    for (int i = 0; i < length; i++) {
        if (strchr("\\*_#|[]<>`~.-+'\"", text[i])) putchar('\\');
        putchar(text[i]);
    }
}

static void text(const char *s) { escape(s, (int)strlen(s)); }

/* Indented paragraphs, with an empty line between. */
static void paragraphs(const char *s)
{
    while (*s) {
        const char *end = strstr(s, "\n\n");
        const int length = end ? (int)(end - s) : (int)strlen(s);
        putchar('\t');
        escape(s, length);
        printf("\n\n");
        s += end ? length + 2 : length;
    }
}

static void bold(const char *s)
{
    putchar('*');
    text(s);
    putchar('*');
}

static void usage(const Command *command)
{
    bold(command->name);
    if (command->takes_game) printf(" _GAME_");
    if (*command->arguments) {
        printf(" _");
        text(command->arguments);
        putchar('_');
    }
}

/* Lines "key: meaning" as one indented paragraph. */
static void key_lines(const char *lines)
{
    putchar('\t');
    while (*lines) {
        const int length = (int)strcspn(lines, "\n"), key = (int)strcspn(lines, ":");
        putchar('*');
        escape(lines, key);
        printf("*:");
        escape(lines + key + 1, length - key - 1);
        lines += length + (lines[length] == '\n');
        printf(*lines ? "++\n" : "\n\n");
    }
}

static void example_lines(const char *lines)
{
    printf("```\n");
    while (*lines) {
        const int length = (int)strcspn(lines, "\n");
        printf("tabuleiro %.*s\n", length, lines);
        lines += length + (lines[length] == '\n');
    }
    printf("```\n\n");
}

static void page_commands(void)
{
    printf("# COMMANDS\n\n");
    for (const Command *c = command_table; c->name; c++) {
        usage(c);
        printf("\n");
        paragraphs(c->details);
    }
}

static void page_options(void)
{
    printf("# OPTIONS\n\n");
    for (const Option *o = option_table; o->name; o++) {
        if (o->letter) printf("*\\-%c*, ", o->letter);
        printf("*\\-\\-");
        text(o->name);
        printf("*");
        if (o->argument) printf(" _%s_", o->argument);
        printf("\n\t");
        text(o->help);
        printf(strcmp(o->commands, "*") ? " (" : "\n\n");
        if (!strcmp(o->commands, "*")) continue;
        text(o->commands);
        printf(")\n\n");
    }
}

static void page_json(void)
{
    printf("# JSON\n\n");
    text("With --json each line of standard output is an object; the last one is complete in itself. Counts "
         "of nodes and positions are strings of decimal digits, times are in seconds. A failure gives an "
         "object with the record \"error\", the exit code in \"code\" and the text of standard error "
         "in \"message\".");
    printf("\n\n");
    for (const Command *c = command_table; c->name; c++) {
        if (!c->keys) continue;
        bold(c->name);
        printf("\n\n");
        key_lines(c->keys);
    }
}

static void page_exit_codes(void)
{
    printf("# EXIT STATUS\n\n");
    for (const ExitMeaning *e = exit_table; e->meaning; e++) {
        printf("*%d*\n\t", (int)e->code);
        text(e->meaning);
        printf("\n\n");
    }
}

static void page_environment(void)
{
    printf("# ENVIRONMENT\n\n");
    for (const Variable *v = environment_table; v->name; v++) {
        bold(v->name);
        printf("\n\t");
        text(v->meaning);
        printf("\n\n");
    }
}

void manual_print_page(void)
{
    printf("tabuleiro(1)\n\n# NAME\n\n"
           "tabuleiro \\- counts game trees of board games, builds and probes endgame tables\n\n"
           "# SYNOPSIS\n\n*tabuleiro* _COMMAND_ [_GAME_] [_ARGUMENT_...] [_OPTION_...]\n\n# DESCRIPTION\n\n");
    text(
        "One word a command, then the game, then the arguments; options may stand anywhere behind the "
        "command. Results go to standard output, errors and progress to standard error. ^C, SIGTERM and "
        "SIGHUP stop the program within a second: it gives up what was begun, saves and prints what is known so "
        "far. Again, half a second later or more, they end it at once. A "
        "program that a driver builds, or a kernel at work, may take five seconds; it is named. SIGUSR1 lets what was begun finish first. "
        "SIGUSR2 prints a line of progress to standard error, and the run goes on. "
        "A signal that is ignored at the start, as SIGHUP is under nohup, stays ignored. "
        "A reader of standard output that goes away ends the program silently, by SIGPIPE.");
    printf("\n\n");
    page_commands();
    page_options();
    page_json();
    page_exit_codes();
    page_environment();
    printf("# EXAMPLES\n\n");
    for (const Command *c = command_table; c->name; c++) example_lines(c->examples);
}

/* ---- completion for bash ---- */

static int takes(const Option *option, const char *what)
{
    return option->argument && !strcmp(option->argument, what);
}

static void completion_names(void)
{
    printf("    local commands='");
    for (const Command *c = command_table; c->name; c++)
        printf("%s%s", c == command_table ? "" : " ", c->name);
    printf("'\n    local games='");
    for (int i = 0; game_at(i); i++) printf("%s%s", i ? " " : "", game_at(i)->name);
    printf("'\n");
}

/* case COMMAND: its options, and whether a game comes next. */
static void completion_options(void)
{
    printf("    local options='' game=''\n    case ${COMP_WORDS[1]} in\n");
    for (const Command *c = command_table; c->name; c++) {
        printf("    %s) %soptions='", c->name, c->takes_game ? "game=1 " : "");
        const char *space = "";
        for (const Option *o = option_table; o->name; o++) {
            if (!option_belongs(o, c)) continue;
            printf("%s--%s", space, o->name);
            space = " ";
        }
        printf("' ;;\n");
    }
    printf("    esac\n");
}

/* Sets COMPREPLY to what `compgen CHOICE` offers. */
static void completion_reply(const char *choice)
{
    printf("mapfile -t COMPREPLY < <(compgen %s -- \"$word\")", choice);
}

/* 1 if a row above has the same name. */
static int is_named_above(const Option *option)
{
    const Option *o = option_table;
    while (strcmp(o->name, option->name)) o++;
    return o != option;
}

/* What stands behind an option that takes an argument. */
static void completion_arguments(void)
{
    printf("    case $previous in\n");
    for (const Option *o = option_table; o->name; o++) {
        if (!o->argument || is_named_above(o)) continue;
        printf("    --%s) ", o->name);
        if (takes(o, "FILE")) completion_reply("-f");
        else if (takes(o, "DIR")) completion_reply("-d");
        else if (!strcmp(o->name, "device")) completion_reply("-W 'cpu loop opencl cuda all'");
        else putchar(':');
        printf("; return ;;\n");
    }
    printf("    esac\n");
}

void manual_print_completion(void)
{
    printf("# shellcheck shell=bash\n"
           "# Completion of tabuleiro for bash; made by 'tabuleiro help --completion'.\n"
           "_tabuleiro()\n"
           "{\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n");
    completion_names();
    completion_options();
    completion_arguments();
    printf(
        "    local choices=''\n"
        "    if ((COMP_CWORD == 1)); then choices=$commands\n"
        "    elif [[ $word == -* ]]; then choices=$options\n"
        "    elif [[ ${COMP_WORDS[1]} == help ]]; then choices=$commands\n"
        "    elif ((COMP_CWORD == 2)) && [[ $game ]]; then choices=$games\n"
        "    elif ((COMP_CWORD == 2)) && [[ ${COMP_WORDS[1]} == table ]]; then choices='verify stats zugzwang list'\n"
        "    elif [[ ${COMP_WORDS[1]} == solve ]]; then choices='all-3 all-4 all-5 all-6'\n"
        "    elif ((COMP_CWORD == 3)) && [[ $game ]]; then choices='startpos kiwipete'\n"
        "    fi\n"
        "    ");
    completion_reply("-W \"$choices\"");
    printf("\n    if [[ ${#COMPREPLY[@]} -eq 0 && $word != -* ]]; then ");
    completion_reply("-f");
    printf("; fi\n"
           "}\n"
           "complete -o filenames -F _tabuleiro tabuleiro\n");
}
