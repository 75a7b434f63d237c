/* SPDX-License-Identifier: MIT */
/* A game as the engine sees it: a table of functions. Its hot part is the search itself, tree_tmpl.h, which is
 * compiled for chess and for each board width of draughts. */
#ifndef ENGINE_GAME_H
#define ENGINE_GAME_H

#include <stddef.h>

#include "../solver/base/probe_moves.h"
#include "engine.h"

typedef struct Worker Worker;

struct EngineGame {
    const char *name;
    /* Memory of one thread's search, set to 0 before its first use; search(tree) needs it. */
    size_t tree_bytes;
    void (*forget)(void *tree);
    /* Searches the worker's root moves first to last - 1 to `depth` (1 or more) plies and sets their scores
     * and lines. The best score; void if the worker was stopped. */
    int (*search)(void *tree, Worker *worker, int first, int last, int alpha, int beta, int depth);
    /* The positions after each legal move, at most ENGINE_MAX_MOVES; their number. */
    int (*children)(const EngineGame *game, const EnginePosition *position, EnginePosition *list);
    int (*zeroing)(const EngineGame *game, const EnginePosition *before, const EnginePosition *after);
    int (*men)(const EngineGame *game, const EnginePosition *position);
    /* The score of a position without moves. */
    int (*ended)(const EngineGame *game, const EnginePosition *position);
    int clock_limit; /* plies without a zeroing move that draw; 0: none */

    /* Endgame tables; NULL: the game has none. men: set to the most men of any table. */
    void *(*open_tables)(const EngineGame *game, const char *folder, u64 cache_bytes, int *men,
                         char error[ENGINE_ERROR]);
    void (*close_tables)(void *tables);
    /* The result at this clock; error: of what is broken. */
    ProbeStatus (*result)(void *tables, const EnginePosition *position, int clock, int *result,
                          char error[ENGINE_ERROR]);
    /* The legal moves, best first; those that win or lose with at least the distance that keeps them from a draw. */
    ProbeStatus (*table_moves)(void *tables, const EnginePosition *position, const ProbeTask *task,
                               ProbeMoves *moves, char error[ENGINE_ERROR]);

    const void *rules; /* of a draughts game: DraughtsEvaluation in draughts_game.h */
};

/* A position's key: equal positions, equal keys. */
static inline u64 engine_fold(u64 a, u64 b)
{
    __extension__ typedef unsigned __int128 Wide;
    const Wide product = (Wide)a * b;
    return (u64)product ^ (u64)(product >> 64);
}

static inline u64 engine_key(const u64 word[4])
{
    const u64 low = engine_fold(word[0] ^ U64(0x9e6c63d0676a9a99), word[1] ^ U64(0xb4f1d2e89c35a647));
    const u64 high = engine_fold(word[2] ^ U64(0xd6e8feb86659fd93), word[3] ^ U64(0xc2b2ae3d27d4eb4f));
    return engine_fold(low ^ U64(0xa0761d6478bd642f), high ^ U64(0xe7037ed1a0b428db));
}

#endif
