/* SPDX-License-Identifier: MIT */
/* Chess as a game of the engine, and its search. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../solver/prober.h"
#include "chess_evaluate.h"
#include "chess_exchange.h"
#include "engine_game.h"

_Static_assert(sizeof(ChessPosition) == sizeof(EnginePosition),
               "a chess position fills an engine's position");
_Static_assert(CHESS_MAX_MOVES <= ENGINE_MAX_MOVES, "room for moves");

/* ---- what the search needs ---- */

#define G_SUFFIX chess
#define G_Position ChessPosition
#define G_MOVES CHESS_MAX_MOVES
#define G_SLOTS (8 * 64)
#define G_NULL_MOVE 1
#define G_PRUNES 1
#define G_THREATS 0

typedef struct {
    u16 code; /* a ChessMove */
    u16 slot;
    u8 tactical, zeroing;
    int16_t victim;
    i32 order;
} Move_chess;

typedef struct {
    ChessWalk walk;
    int urgent, stuck;
} View_chess;

static void view_chess(const EngineGame *game, const ChessPosition *p, View_chess *view)
{
    (void)game;
    view->walk = chess_walk(p);
    view->urgent = view->walk.view.checkers != 0;
    view->stuck = 0;
}

/* Leaves the walk captures, en passant and pawns that arrive. */
static void keep_tactical(ChessWalk *walk)
{
    ChessView_x1 *v = &walk->view;
    const u64 ready = chess_pawns(walk->position) & v->own & (U64(0xff) << 48);
    v->target &= v->opponent | (ready ? U64(0xff) << 56 : 0);
    v->king_targets &= v->opponent;
    v->castle_rooks = 0;
}

static void describe(const ChessPosition *p, ChessMove move, Move_chess *m)
{
    const u32 from = chess_move_from(move), to = chess_move_to(move), kind = chess_kind_at(*p, from);
    const u32 promotion = chess_move_promotion(move), castles = kind == CHESS_KING && (p->own >> to & 1);
    u32 taken = castles ? CHESS_EMPTY : chess_kind_at(*p, to);
    if (kind == CHESS_PAWN && taken == CHESS_EMPTY && ((from ^ to) & 7)) taken = CHESS_PAWN;
    m->code = move;
    m->slot = (u16)(kind * 64 + to);
    m->tactical = taken != CHESS_EMPTY || promotion == CHESS_QUEEN;
    m->zeroing = taken != CHESS_EMPTY || kind == CHESS_PAWN;
    m->victim = (int16_t)(chess_exchange_value[taken] + (promotion == CHESS_QUEEN ? 850 : 0));
    m->order = 0;
    if (!m->tactical) return;
    m->order = 16 * m->victim + 8 - (i32)(kind == CHESS_CASTLE_ROOK ? CHESS_ROOK : kind);
    if (chess_exchange_value[kind] <= chess_exchange_value[taken] || promotion) return;
    const int won = chess_exchange(p, from, to, m->victim);
    if (won < 0) m->order = 16 * won;
}

static int list_chess(const EngineGame *game, const ChessPosition *p, const View_chess *view, int tactical,
                      Move_chess *list)
{
    (void)game;
    ChessWalk walk = view->walk;
    ChessMove move;
    int count = 0;
    if (tactical) keep_tactical(&walk);
    while (chess_walk_next(&walk, &move)) {
        describe(p, move, &list[count]);
        count += !tactical || list[count].tactical;
    }
    return count;
}

static ChessPosition after_chess(const EngineGame *game, const ChessPosition *p, const Move_chess *move)
{
    (void)game;
    return chess_make(*p, move->code);
}

static int evaluate_chess(const EngineGame *game, const ChessPosition *p)
{
    (void)game;
    return chess_evaluate(p);
}

static int ended_chess(const EngineGame *game, const ChessPosition *p, const View_chess *view, int ply)
{
    (void)game;
    (void)p;
    return view->urgent ? ply - ENGINE_MATE : 0;
}

static int gain_chess(const Move_chess *move) { return move->victim; }

static int men_chess(const EngineGame *game, const ChessPosition *p)
{
    (void)game;
    return (int)popcount64(chess_occupied(*p));
}

/* Not where zugzwang is common: with no more than a minor piece. */
static int may_null_move_chess(const ChessPosition *p)
{
    const u64 pieces = chess_occupied(*p) & p->own & ~chess_pawns(*p) & ~chess_kings(*p);
    return (pieces & (pieces - 1)) || (pieces & chess_orthogonal_sliders(*p));
}

static ChessPosition null_move_chess(const ChessPosition *p) { return chess_flip(*p); }

static int threatened_chess(const EngineGame *game, const ChessPosition *p)
{
    (void)game;
    (void)p;
    return 0;
}

#include "tree_tmpl.h"

/* ---- the table of functions ---- */

static ChessPosition position_of(const EnginePosition *position)
{
    ChessPosition p;
    memcpy(&p, position, sizeof p);
    return p;
}

static int children(const EngineGame *game, const EnginePosition *position, EnginePosition *list)
{
    (void)game;
    const ChessPosition p = position_of(position);
    ChessWalk walk = chess_walk(&p);
    ChessMove move;
    int count = 0;
    while (count < ENGINE_MAX_MOVES && chess_walk_next(&walk, &move)) {
        const ChessPosition next = chess_make(p, move);
        memcpy(&list[count++], &next, sizeof next);
    }
    return count;
}

static int zeroing(const EngineGame *game, const EnginePosition *before, const EnginePosition *after)
{
    (void)game;
    const ChessPosition p = position_of(before), q = position_of(after);
    return popcount64(chess_occupied(p)) != popcount64(chess_occupied(q)) ||
           chess_pawns(p) != byteswap64(chess_pawns(q));
}

static int men(const EngineGame *game, const EnginePosition *position)
{
    const ChessPosition p = position_of(position);
    return men_chess(game, &p);
}

static int ended(const EngineGame *game, const EnginePosition *position)
{
    const ChessPosition p = position_of(position);
    View_chess view;
    view_chess(game, &p, &view);
    return ended_chess(game, &p, &view, 0);
}

/* ---- tables ---- */

static void *open_tables(const EngineGame *game, const char *folder, u64 cache_bytes, int *most,
                         char error[ENGINE_ERROR])
{
    (void)game;
    _Static_assert(PROBER_ERROR <= ENGINE_ERROR, "room for messages");
    Prober *prober = prober_open(folder, cache_bytes, error);
    const char *name;
    int metrics;
    *most = 0;
    for (int i = 0; prober && (name = prober_material(prober, i, &metrics)) != NULL; i++)
        if ((int)strlen(name) - 1 > *most)
            *most = (int)strlen(name) - 1; /* KQvKR: a letter a man, and the v */
    return prober;
}

static void close_tables(void *tables) { prober_close(tables); }

static ProbeStatus result(void *tables, const EnginePosition *position, int clock, int *found,
                          char error[ENGINE_ERROR])
{
    const ChessPosition p = position_of(position);
    ProbeValue value;
    ProbeStatus status = prober_probe(tables, &p, PROBE_WDL, &value, error);
    if (status == PROBE_DONE && clock > 0 && (value.wdl == WDL_WIN || value.wdl == WDL_LOSS)) {
        status = prober_probe(tables, &p, PROBE_DTZ, &value, error);
        if (status == PROBE_DONE) value.wdl = prober_wdl_at_clock(value, clock);
    }
    *found = (int)value.wdl;
    return status;
}

static ProbeStatus table_moves(void *tables, const EnginePosition *position, const ProbeTask *task,
                               ProbeMoves *moves, char error[ENGINE_ERROR])
{
    const ChessPosition p = position_of(position);
    const ProbeStatus status = prober_moves(tables, &p, task, moves, error);
    return status == PROBE_DONE && !(moves->known & PROBE_DTZ) ? PROBE_NO_TABLE : status;
}

static const EngineGame chess = {
    .name = "chess",
    .tree_bytes = sizeof(Tree_chess),
    .forget = forget_chess,
    .search = search_root_chess,
    .children = children,
    .zeroing = zeroing,
    .men = men,
    .ended = ended,
    .clock_limit = PROBER_CLOCK_FULL,
    .open_tables = open_tables,
    .close_tables = close_tables,
    .result = result,
    .table_moves = table_moves,
};

const EngineGame *engine_chess(void) { return &chess; }
