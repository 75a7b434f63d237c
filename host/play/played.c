/* SPDX-License-Identifier: MIT */
#include "played.h"

#include "../base/interrupt.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

_Static_assert(sizeof(EnginePosition) == sizeof(GamePosition), "the engine's positions are the game's");

const EngineGame *played_engine_game(const Game *game)
{
    return game->family == GAME_CHESS ? engine_chess() : engine_draughts(game->variant);
}

EnginePosition played_position(const GameRecord *record)
{
    EnginePosition position;
    memcpy(&position, &record->position, sizeof position);
    return position;
}

void played_free(Played *played)
{
    free(played->records);
    free(played->positions);
    free(played->clocks);
    memset(played, 0, sizeof *played);
}

static int make_room(Played *played)
{
    if (played->count < played->room) return 0;
    const int room = played->room ? 2 * played->room : 256;
    GameRecord *records = realloc(played->records, (size_t)room * sizeof *records);
    if (records) played->records = records;
    EnginePosition *positions = realloc(played->positions, (size_t)room * sizeof *positions);
    if (positions) played->positions = positions;
    int *clocks = realloc(played->clocks, (size_t)room * sizeof *clocks);
    if (clocks) played->clocks = clocks;
    if (!records || !positions || !clocks) return -1;
    played->room = room;
    return 0;
}

static void add(Played *played, const GameRecord *record, int clock)
{
    played->records[played->count] = *record;
    played->records[played->count].merge_captures = 1;
    played->positions[played->count] = played_position(record);
    played->clocks[played->count] = clock;
    played->count++;
}

int played_start(Played *played, const Game *game, const GameRecord *record)
{
    Played fresh = {.game = game};
    if (make_room(&fresh)) {
        played_free(&fresh);
        return -1;
    }
    played_free(played);
    *played = fresh;
    add(played, record, record->halfmove);
    return 0;
}

int played_make(Played *played, GameMove move)
{
    if (make_room(played)) return -1;
    const int last = played->count - 1;
    GameRecord next;
    played->game->make(played->game, &played->records[last], move, &next);
    const EnginePosition after = played_position(&next);
    const int zeroing = engine_zeroing(played_engine_game(played->game), &played->positions[last], &after);
    add(played, &next, zeroing ? 0 : played->clocks[last] + 1);
    return 0;
}

int played_undo(Played *played)
{
    if (played->count < 2) return 0;
    played->count--;
    return 1;
}

const GameRecord *played_now(const Played *played) { return &played->records[played->count - 1]; }

void played_task(const Played *played, EngineTask *task)
{
    const int last = played->count - 1, clock = played->clocks[last];
    const int first = clock < last ? last - clock : 0;
    task->history = played->positions + first;
    task->history_count = last - first + 1;
    task->clock = clock;
}

int played_move_to(const Game *game, const GameRecord *record, const EnginePosition *after, GameMove *move,
                   GameRecord *next)
{
    GamePosition wanted;
    memcpy(&wanted, after, sizeof wanted);
    if (game->move_to(game, record, &wanted, move)) return -1;
    game->make(game, record, *move, next);
    next->merge_captures = record->merge_captures;
    return 0;
}

void played_wait(Engine *engine)
{
    while (engine_busy(engine)) {
        const struct timespec moment = {.tv_nsec = 5000000};
        if (interrupt_requested()) engine_stop(engine);
        nanosleep(&moment, NULL);
    }
    engine_wait(engine);
}
