/* SPDX-License-Identifier: MIT */
/* tabuleiro: the program.
 *
 * To add an option:
 *   1. a member in Options (cli.h)
 *   2. a row in option_table (options.c) that names the commands taking it
 *   3. its use in those commands (cmd_NAME.c)
 *   4. a case in host/test/cli; `host/test/cli/run --update` renews what was expected: read the diff
 *
 * To add a command:
 *   1. cmd_NAME.c with int cmd_NAME(const Options *options)
 *   2. its declaration at the end of cli.h
 *   3. a row in command_table (options.c), its name in the rows of the options that it takes
 *   4. as above
 *
 * Help, the manual page and the completion follow from the tables.
 */
#include "cli.h"
#include "environment.h"
#include "../base/interrupt.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

/* A file opened later must not become standard output. Opened the wrong way round: use still fails. */
static void occupy_closed_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1) (void)!open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

static int run(const Options *options)
{
    if (!options->help) return options->command->run(options);
    char *argument = (char *)(uintptr_t)options->command->name;
    const Options help = {.command = command_find("help"), .arguments = &argument, .argument_count = 1};
    return cmd_help(&help);
}

int main(int argc, char **argv)
{
    Options options;
    occupy_closed_streams();
    signal(SIGXFSZ, SIG_IGN); /* a limit on the size of files is an output error like any other */
    interrupt_install();
    int code = cli_parse(argc, argv, &options);
    if (!code) code = environment_check();
    if (!code) code = run(&options);
    return cli_finish(code);
}
