/* SPDX-License-Identifier: MIT */
/* The Universal Chess Interface, for chess and Chess960. */
#ifndef HOST_UCI_H
#define HOST_UCI_H

#include <pthread.h>

#include "../cli/cli.h"
#include "played.h"

/* "go perft N": uci_perft.c. */
typedef struct {
    GameRecord root;
    int depth, threads;
    uint64_t hash; /* bytes */
    pthread_t thread;
    int begun;               /* the thread is to be joined */
    volatile int stop, over; /* asked to end; ended */
} UciPerft;

typedef struct {
    const Options *options;
    Played played;
    Engine *engine;
    int threads, lines, chess960;
    uint64_t hash; /* MiB */
    int overhead;  /* milliseconds */
    char tables[4096];

    /* of the search that runs */
    GameRecord root; /* where it began */
    EnginePosition only[GAME_MAX_MOVES];
    int endless; /* ends by "stop" alone */
    int said;    /* the hint on a broken table was given */
    UciPerft perft;
} Uci;

/* A conversation that begins at the start position; without tables. An exit code, after its message where it
 * is not CLI_DONE. uci_close in any case; it ends a search that runs. */
int uci_open(Uci *uci, const Options *options);
void uci_close(Uci *uci);

/* Answers one line, which is changed, on standard output; what begins a search returns at once. user: the Uci.
 * 0: the conversation is over. */
int uci_obey(void *user, char *line);

/* "go ...": `words` is what follows, and is changed. */
void uci_go(Uci *uci, char *words);
/* Ends a search or a perft, if one runs, and waits for its answer. */
void uci_stop(Uci *uci);

/* Begins to count; up to 3 plies are counted at once. depth: a word, or NULL; what is not one is reported. */
void uci_perft(Uci *uci, const char *depth);
void uci_stop_perft(Uci *uci);
/* Returns when no perft runs, or after some seconds. */
void uci_wait_for_perft(const Uci *uci, double seconds);

/* "setoption ...", and the options as "uci" lists them: uci_options.c. */
void uci_set_option(Uci *uci, char *words);
void uci_list_options(const Uci *uci);
/* A number from least to most. 0; -1 after an "info string" that names `name`. */
int uci_read_number(const char *name, const char *text, uint64_t least, uint64_t most, uint64_t *value);
/* The folder of tables, "" for none; what fails is printed as "info string". */
void uci_open_tables(Uci *uci, const char *folder);

#endif
