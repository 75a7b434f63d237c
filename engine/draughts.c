/* SPDX-License-Identifier: MIT */
/* Every draughts game as a game of the engine, from its row in rulesets.h. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../solver/draughts/prober.h"
#include "draughts_game.h"
#include "engine_game.h"
#include "worker.h"

_Static_assert(sizeof(DraughtsPosition) == sizeof(EnginePosition),
               "a draughts position fills an engine's position");

#include "../rules/draughts/next_width.h"
#define G_SUFFIX one
#include "draughts_search_tmpl.h"
#include "../rules/draughts/next_width.h"
#define G_SUFFIX two
#include "draughts_search_tmpl.h"
#include "../rules/draughts/next_width.h"

/* ---- tables: they know nothing of moves that are counted ---- */

static void *open_tables(const EngineGame *game, const char *folder, u64 cache_bytes, int *most,
                         char error[ENGINE_ERROR])
{
    const DraughtsEvaluation *e = game->rules;
    DraughtsProber *prober = draughts_prober_open(folder, e->game, cache_bytes, error);
    const char *name;
    int metrics;
    *most = 0;
    for (int i = 0; prober && (name = draughts_prober_material(prober, i, &metrics)) != NULL; i++) {
        const int pieces = (int)strlen(name) - 1; /* KMvKK: a letter a piece, and the v */
        if (pieces > *most) *most = pieces;
    }
    return prober;
}

static void close_tables(void *tables) { draughts_prober_close(tables); }

static DraughtsPosition position_of(const EnginePosition *position)
{
    DraughtsPosition p;
    memcpy(&p, position, sizeof p);
    return p;
}

static ProbeStatus result(void *tables, const EnginePosition *position, int clock, int *found,
                          char error[ENGINE_ERROR])
{
    (void)clock;
    DraughtsValue value;
    const ProbeStatus status = draughts_prober_probe(tables, position_of(position), PROBE_WDL, &value, error);
    if (status == PROBE_DONE) *found = (int)value.wdl;
    return status;
}

static ProbeStatus table_moves(void *tables, const EnginePosition *position, const ProbeTask *task,
                               ProbeMoves *moves, char error[ENGINE_ERROR])
{
    const ProbeStatus status = draughts_prober_moves(tables, position_of(position), task, moves, error);
    return status == PROBE_DONE && !(moves->known & PROBE_DTW) ? PROBE_NO_TABLE : status;
}

/* ---- tables of functions ---- */

static EngineGame games[DRAUGHTS_GAMES];
static DraughtsEvaluation evaluations[DRAUGHTS_GAMES];

static void fill_game(int id)
{
    const int one = draughts_words(&draughts_games[id].rules) == 1;
    draughts_evaluation_fill(&evaluations[id], &draughts_games[id]);
    games[id] = (EngineGame){
        .name = draughts_games[id].name,
        .tree_bytes = one ? sizeof(Tree_one) : sizeof(Tree_two),
        .forget = one ? forget_one : forget_two,
        .search = one ? search_root_one : search_root_two,
        .children = one ? children_one : children_two,
        .zeroing = one ? zeroing_one : zeroing_two,
        .men = one ? public_men_one : public_men_two,
        .ended = one ? public_ended_one : public_ended_two,
        .clock_limit = draughts_clock_limit(&draughts_games[id]),
        .open_tables = open_tables,
        .close_tables = close_tables,
        .result = result,
        .table_moves = table_moves,
        .rules = &evaluations[id],
    };
}

static void fill(void)
{
    for (int id = 0; id < DRAUGHTS_GAMES; id++) fill_game(id);
}

const EngineGame *engine_draughts(int id)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill);
    return id >= 0 && id < DRAUGHTS_GAMES ? &games[id] : NULL;
}
