/* SPDX-License-Identifier: MIT */
/* The command line's frame: one table of commands and one of options (options.c) feed parsing, help, the man
 * page and completion. Each command is a function in a file of its own, cmd_NAME.c.
 */
#ifndef HOST_CLI_H
#define HOST_CLI_H

#include <stdint.h>

#include "../base/exit_codes.h"
#include "../games/game.h"

typedef struct {
    ExitCode code;
    const char *meaning;
} ExitMeaning;

extern const ExitMeaning exit_table[]; /* ends with a meaning of NULL */

typedef struct {
    const char *name, *meaning;
    int (*check)(const char *value); /* an ExitCode, after reporting what is wrong; NULL: any value will do */
} Variable;

extern const Variable environment_table[]; /* ends with a name of NULL */

typedef struct Command Command;

/* A parsed command line. Texts are borrowed from argv. */
typedef struct {
    const Command *command;
    const Game *game;       /* of commands that take one, else NULL */
    char *const *arguments; /* the positional ones, behind the game */
    int argument_count;
    uint64_t given; /* the options that were given: bit i for option_table[i] */

    int help;
    int divide, stats, san, chess960, merge_captures, json, quiet;
    int completion, man, line;
    uint64_t threads;    /* 0: all processors allowed */
    uint64_t hash;       /* bytes; 0: none; UINT64_MAX: as much as is free */
    uint64_t key;        /* set of keys of the hash table */
    uint64_t estimate;   /* random paths; 0: none */
    uint64_t seed;       /* of what is drawn at random */
    uint64_t checkpoint; /* seconds between commits of a session; 0: the default */
    uint64_t split;      /* ply at which a tree is cut; 0: chosen */
    int resume, restart, unique;
    const char *session; /* file; NULL: none */
    const char *shard;   /* "2/8"; NULL: the whole */
    uint64_t progress;   /* seconds between lines of progress off terminals; 0, as with quiet: none */
    uint64_t max_nodes;  /* UINT64_MAX: no limit */
    uint64_t memory;     /* bytes that solving may use; 0: those available */
    uint64_t cache;      /* bytes for values of tables; 0: the default */
    uint64_t list;       /* positions to be listed */
    uint64_t sample;     /* positions drawn at random; 0: all */
    const char *devices; /* a list as in "cpu,opencl:0" */
    const char *out;     /* folder of tables to be written; NULL: not given */
    const char *tables;  /* folder of tables to be read; NULL: the environment's */
    const char *metrics; /* a list as in "dtz,dtm"; NULL: all */
    const char *by;      /* "dtz" or "dtm"; NULL: not given */
    const char *engine;  /* "white", "black", "both" or "none"; NULL: not given */
    uint64_t depth;      /* plies that the engine looks ahead; 0: no limit */
    uint64_t move_time;  /* milliseconds for a move of the engine; 0: not given */
    const char *rules;   /* name of a rule book; NULL: the first */
    const char *lang;    /* letters of pieces; NULL: English */
    const char *export;  /* file for the games in normal form; NULL: none */
    const char *svg;     /* NULL: no picture; "-": standard output */
} Options;

typedef enum { OPTION_FLAG, OPTION_NUMBER, OPTION_SIZE, OPTION_SIZE_OR_FREE, OPTION_TEXT } OptionKind;

typedef struct {
    const char *name; /* "device", without the dashes */
    char letter;      /* short form, or 0 */
    OptionKind kind;
    const char *argument; /* how help calls its argument; NULL for flags */
    size_t member;        /* offset in Options: int for flags, uint64_t for numbers and sizes, const char * */
    uint64_t least, most; /* of numbers; of sizes, which may also be 0, or UINT64_MAX for "free" */
    const char *commands; /* names with spaces between, or "*" for all */
    const char *help;     /* one line */
} Option;

struct Command {
    const char *name;
    int (*run)(const Options *options); /* returns an ExitCode */
    int takes_game;
    const char *arguments; /* how usage calls the positional ones behind the game */
    int least, most;       /* their number; most -1: any */
    const char *summary;   /* one line without a full stop */
    const char *details;   /* paragraphs with an empty line between; wrapped when printed */
    const char *examples;  /* command lines without the program's name, one a line */
    const char *keys;      /* of --json: "key: meaning", one a line */
};

/* A program with one command line: tabuleiro with one of its commands, or another program that takes the options of
 * one of these. */
typedef struct {
    const char *name;    /* in front of messages: "tabuleiro perft" */
    const char *start;   /* of usage and examples: "mpirun -n RANKS tabuleiro-mpi" */
    const char *without; /* names of the command's options that it does not take, with spaces between */
    const Command *command;
} Program;

extern const Command command_table[]; /* ends with a name of NULL */
extern const Option option_table[];   /* ends with a name of NULL */

const Command *command_find(const char *name);
int option_belongs(const Option *option, const Command *command);
int option_is_taken(const Option *option, const Program *program);

/* 1 if the option stands on the command line. */
int cli_given(const Options *options, const Option *option);

/* Fills options from the command line. CLI_DONE; else CLI_USAGE, or CLI_MEMORY for a size that no machine has, after
 * reporting what is wrong.
 * Not thread-safe (getopt). */
int cli_parse(int argc, char **argv, Options *options);
/* The same for another program than tabuleiro, whose arguments begin at argv[1] without a command. Messages from now on
 * bear its name. The program is borrowed. */
int cli_parse_program(const Program *program, int argc, char **argv, Options *options);

/* Reports on standard error, in one line, what is wrong; with --json in an "error" record on standard output as
 * well. Unprintable bytes are escaped. Returns the code. */
int cli_fail(ExitCode code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* As cli_fail, for an argument that is not one of `names` (ends with NULL): adds the nearest, or all of them. */
int cli_fail_unknown(const char *what, const char *given, const char *const *names);
int cli_fail_unknown_command(const char *given);

/* CLI_STOPPED, after reporting it. */
int cli_fail_stopped(void);
/* For a file that cannot be read, by errno: CLI_BAD_INPUT, or CLI_STOPPED where a signal ended the reading. */
int cli_fail_read(const char *name, int cause);
/* For one that cannot be written, of which error reports: CLI_IO, or CLI_STOPPED likewise. */
int cli_fail_write(const char *error);

/* Arguments are those behind the subcommand, at least `least` of them. */
typedef struct {
    const char *name;
    int (*run)(const Options *options, char *const *arguments, int count);
    int least;
    const char *usage; /* "merge OUT FILE...", where least is above 1 */
} Subcommand;

/* Runs the subcommand that the first argument names, of a list that ends with a name of NULL. Its exit code. */
int cli_run_subcommand(const Options *options, const Subcommand *list);

/* The game of that name. CLI_DONE, or CLI_USAGE after reporting that it is unknown. */
int cli_game(const char *name, const Game **game);
/* The position that `text` names in the options' game. CLI_DONE, or CLI_BAD_INPUT after reporting why not. */
int cli_position(const Options *options, const char *text, GameRecord *record);

/* Closes standard output. `code`, or CLI_IO after reporting why something could not be written; where its reader
 * has gone, without a word; or CLI_STOPPED where a signal ended the writing. */
int cli_finish(int code);

/* cmd_NAME.c */
int cmd_devices(const Options *options);
int cmd_games(const Options *options);
int cmd_help(const Options *options);
int cmd_hub(const Options *options);
int cmd_moves(const Options *options);
int cmd_perft(const Options *options);
int cmd_play(const Options *options);
int cmd_probe(const Options *options);
int cmd_referee(const Options *options);
int cmd_session(const Options *options);
int cmd_show(const Options *options);
int cmd_solve(const Options *options);
int cmd_suite(const Options *options);
int cmd_table(const Options *options);
int cmd_uci(const Options *options);
int cmd_version(const Options *options);

/* cmd_help.c: prints the page of a program: usage, details, options, keys of --json, examples. */
void help_print_program(const Program *program);

/* manual.c: the manual page in scdoc's language and the completion for bash, both from the tables. */
void manual_print_page(void);
void manual_print_completion(void);

#endif
