/* The Universal Chess Interface, for chess and Chess960. */
#ifndef HOST_UCI_H
#define HOST_UCI_H

#include "cli.h"
#include "played.h"

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
    int endless;     /* ends by "stop" alone */
    int said;        /* the hint on a broken table was given */
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
/* Ends a search, if one runs, and waits for its best move. */
void uci_stop(Uci *uci);

/* "setoption ...", and the options as "uci" lists them: uci_options.c. */
void uci_set_option(Uci *uci, char *words);
void uci_list_options(const Uci *uci);
/* The folder of tables, "" for none; told as "info string". */
void uci_open_tables(Uci *uci, const char *folder);

#endif
