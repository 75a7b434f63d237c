/* SPDX-License-Identifier: MIT */
/* All that tables know of a position at its halfmove clock, and of its moves. */
#include "../prober.h"

#include "zeroing.h"

#include <string.h>

enum { DTZ = 0, DTM = 1 }; /* probe_distance of them */

static ProbeValue value_of(const ProbeResult *result)
{
    return (ProbeValue){result->wdl, result->plies[DTZ], result->plies[DTM]};
}

static ProbeStatus look_up_distance(Prober *prober, const ChessPosition *position, int metrics,
                                    const ProbeTask *task, ProbeResult *result, char error[PROBER_ERROR])
{
    ProbeValue value = {WDL_DRAW, 0, 0};
    const ProbeStatus status = prober_probe(prober, position, metrics, &value, error);
    return probe_take_distance(status, metrics, metrics == PROBE_DTZ ? value.dtz : value.dtm, task, result,
                               error);
}

ProbeStatus prober_result(Prober *prober, const ChessPosition *position, const ProbeTask *task,
                          ProbeResult *result, char error[PROBER_ERROR])
{
    ProbeValue value = {WDL_DRAW, 0, 0};
    ProbeStatus status = prober_probe(prober, position, PROBE_WDL, &value, error);
    *result = (ProbeResult){.wdl = value.wdl, .at_clock = value.wdl};
    if (!status) status = look_up_distance(prober, position, PROBE_DTZ, task, result, error);
    if (!status) status = look_up_distance(prober, position, PROBE_DTM, task, result, error);
    if (result->known & PROBE_DTZ) result->at_clock = prober_wdl_at_clock(value_of(result), task->clock);
    return status;
}

/* What the 50-move rule leaves of a result. */
static Wdl cursed_or_blessed(Wdl wdl)
{
    return wdl == WDL_WIN ? WDL_CURSED_WIN : wdl == WDL_LOSS ? WDL_BLESSED_LOSS : wdl;
}

/* When the clock is full, no move comes in time. */
static ProbeStatus value_move(void *prober, const ProbeTask *task, ProbeMove *move, char error[PROBER_ERROR])
{
    ChessPosition after;
    ProbeResult reply;
    memcpy(&after, move->after, sizeof after);
    const ProbeTask behind = {.clock = move->zeroing ? 0 : task->clock + 1, .missing = task->missing};
    const ProbeStatus status = prober_result(prober, &after, &behind, &reply, error);
    const ProbeValue value = prober_before_move(value_of(&reply), move->zeroing);
    const int is_full = task->clock >= PROBER_CLOCK_FULL;
    move->result = (ProbeResult){.wdl = value.wdl,
                                 .at_clock = is_full ? cursed_or_blessed(value.wdl) : (Wdl)-reply.at_clock,
                                 .known = reply.known,
                                 .plies = {[DTZ] = value.dtz, [DTM] = value.dtm}};
    return status;
}

ProbeStatus prober_moves(Prober *prober, const ChessPosition *position, const ProbeTask *task,
                         ProbeMoves *moves, char error[PROBER_ERROR])
{
    ChessWalk walk = chess_walk(position);
    ChessMove move;
    moves->count = 0;
    while (chess_walk_next(&walk, &move)) {
        const ChessPosition after = chess_make(*position, move);
        probe_moves_add(moves, &after, chess_is_zeroing(position, move));
    }
    return probe_moves_sort(moves, PROBE_DTM, PROBE_DTZ, value_move, prober, task, error);
}
