/* SPDX-License-Identifier: MIT */
/* A game in the terminal: what its commands share. */
#ifndef HOST_PLAY_H
#define HOST_PLAY_H

#include "../cli/cli.h"
#include "played.h"

typedef struct {
    const Options *options;
    const Game *game;
    Played played;
    Engine *engine;
    int engine_plays[2]; /* White, Black */
    int has_tables;
    double seconds; /* for a move of the engine */
    int terminal;   /* a person sits there */
    int over;       /* the end was reported */
    int quit;       /* typed while the engine was thinking */
    int code;       /* what the program will return */
    GameRecord first;
} Play;

/* Reports how the game ended, if it did; play_end.c. 1: it is over. */
int play_is_over(const Play *play, char *text, size_t room);

#endif
