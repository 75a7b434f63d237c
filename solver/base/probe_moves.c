/* SPDX-License-Identifier: MIT */
#include "probe_moves.h"

#include <string.h>

int probe_rank(const ProbeResult *result, int by)
{
    const int unknown = value_loss(0); /* below any distance of a move */
    const int is_known = result->known & by || result->wdl == WDL_DRAW;
    return rank_by_result(result->at_clock, 0) +
           (is_known ? rank_by_distance(result->plies[probe_distance(by)]) : unknown);
}

const ProbeMove *probe_moves_find(const ProbeMoves *moves, const void *after)
{
    for (int i = 0; i < moves->count; i++)
        if (!memcmp(moves->list[i].after, after, sizeof moves->list[i].after)) return &moves->list[i];
    return NULL;
}

ProbeStatus probe_take_distance(ProbeStatus status, int metrics, int plies, const ProbeTask *task,
                                ProbeResult *result, char error[PROBER_ERROR])
{
    const int at = probe_distance(metrics);
    if (status == PROBE_DONE) {
        result->known |= metrics;
        result->plies[at] = plies;
    }
    if (status != PROBE_NO_TABLE) return status;
    if (task->missing && !*task->missing[at]) memcpy(task->missing[at], error, PROBER_ERROR);
    return PROBE_DONE;
}

void probe_moves_add(ProbeMoves *moves, const void *after, int zeroing)
{
    if (moves->count == PROBE_MOVES) return;
    ProbeMove *move = &moves->list[moves->count++];
    memcpy(move->after, after, sizeof move->after);
    move->zeroing = zeroing;
}

static ProbeStatus look_up(ProbeMoves *moves, ProbeMoveValue *value, void *prober, const ProbeTask *task,
                           char error[PROBER_ERROR])
{
    for (int i = 0; i < moves->count; i++) {
        ProbeMove *move = &moves->list[i];
        if (task->stop && task->stop(task->user)) return PROBE_STOPPED;
        const ProbeStatus status = value(prober, task, move, error);
        if (status != PROBE_DONE) return status;
        if (move->result.wdl != WDL_DRAW) moves->known &= move->result.known;
    }
    return PROBE_DONE;
}

/* Insertion: equals keep their order. */
static void sort(ProbeMoves *moves)
{
    for (int i = 1; i < moves->count; i++) {
        const ProbeMove move = moves->list[i];
        int at = i;
        for (; at > 0 && move.rank > moves->list[at - 1].rank; at--) moves->list[at] = moves->list[at - 1];
        moves->list[at] = move;
    }
}

ProbeStatus probe_moves_sort(ProbeMoves *moves, int to_the_end, int other, ProbeMoveValue *value,
                             void *prober, const ProbeTask *task, char error[PROBER_ERROR])
{
    moves->known = to_the_end | other;
    const ProbeStatus status = look_up(moves, value, prober, task, error);
    if (status != PROBE_DONE) return status;
    moves->by = task->by ? task->by : moves->known & to_the_end ? to_the_end : other;
    for (int i = 0; i < moves->count; i++)
        moves->list[i].rank = probe_rank(&moves->list[i].result, moves->by);
    sort(moves);
    return PROBE_DONE;
}
