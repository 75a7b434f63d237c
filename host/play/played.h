/* SPDX-License-Identifier: MIT */
/* A game that is being played, for an engine to look at: its positions, and how engine and game understand
 * each other. */
#ifndef HOST_PLAYED_H
#define HOST_PLAYED_H

#include "../../engine/engine.h"
#include "../games/game.h"

/* All positions of the game so far; the last one is on the board. */
typedef struct {
    const Game *game;
    int count, room;
    GameRecord *records;
    EnginePosition *positions;
    int *clocks; /* plies since a zeroing move */
} Played;

/* The engine's row of a game. */
const EngineGame *played_engine_game(const Game *game);

/* A game that begins with `record`; what `played` held is freed, and all 0 is an empty one. Captures of
 * draughts that differ in their route only count as one move from now on. 0; -1: no memory, and nothing is
 * changed. */
int played_start(Played *played, const Game *game, const GameRecord *record);
/* Makes a legal move. As played_start. */
int played_make(Played *played, GameMove move);
/* Takes the last move back; 0 if no move was made. */
int played_undo(Played *played);
void played_free(Played *played);

const GameRecord *played_now(const Played *played);

/* Sets the task's history, which stays the game's: it must not change while the engine searches. */
void played_task(const Played *played, EngineTask *task);

/* The moves that the game so far leaves, where its rules look back: list has room for GAME_MAX_MOVES. Their
 * number; 0: all of them. */
int played_choices(const Played *played, EnginePosition *list);

/* The move that leads from the record to a position, and the record after it. 0; -1: none does. */
int played_move_to(const Game *game, const GameRecord *record, const EnginePosition *after, GameMove *move,
                   GameRecord *next);

/* Waits for the end of a search; ^C and TERM end it. */
void played_wait(Engine *engine);

EnginePosition played_position(const GameRecord *record);

#endif
