/* SPDX-License-Identifier: MIT */
/* The Hub protocol: lines of a command and arguments, name=value or name="value". */
#ifndef HOST_HUB_H
#define HOST_HUB_H

#include "../../notation/draughts_notation.h"
#include "../cli/cli.h"
#include "played.h"

typedef struct {
    const Options *options;
    const Game *game;
    Engine *engine; /* NULL: not yet */
    Played played;
    EngineTask level; /* limits alone */
    uint64_t hash;    /* MiB */
    int threads;
    char tables[4096];
    GameRecord root; /* of the search that runs */
    EnginePosition only[GAME_MAX_MOVES];
    int endless; /* it ends by "stop" alone */
} Hub;

/* A conversation without an engine so far; nothing can fail. hub_close ends a search that runs. */
void hub_open(Hub *hub, const Options *options);
void hub_close(Hub *hub);

/* Answers one line, which is changed, on standard output; what begins a search returns at once. user: the Hub.
 * 0: the conversation is over. */
int hub_obey(void *user, char *line);

typedef struct {
    const char *name, *value; /* value: "" without a value */
} HubArgument;

/* The next argument of a line, which is cut; 0 at its end. hub_text.c, as the next two. */
int hub_next(char **rest, HubArgument *argument);
/* "Wbbb...e...w": the side to move and a letter a square, in the order of their numbers. 0; -1: not one of
 * the game. */
int hub_read_position(const Game *game, const char *text, GameRecord *record);
/* "32-28", "28x19x23": from, to, and the pieces taken in any order, which may be missing if the move is
 * certain. 0; -1: no such move. */
int hub_read_move(const Game *game, const GameRecord *record, const char *text, GameMove *move);
void hub_move_text(const Game *game, const GameRecord *record, GameMove move, char text[GAME_TEXT]);

/* One line of error; %s in the format is the word. */
void hub_fail(const char *format, const char *word) __attribute__((format(printf, 1, 0)));
void hub_stop(Hub *hub);

/* "pos ...", "level ...", "go ...": hub_go.c. */
void hub_set_position(Hub *hub, char *arguments);
void hub_set_level(Hub *hub, char *arguments);
void hub_go(Hub *hub, char *arguments);

#endif
