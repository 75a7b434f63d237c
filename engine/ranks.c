/* SPDX-License-Identifier: MIT */
#include "ranks.h"

#include "../solver/base/values.h"

static TableValue turned(TableValue after, int zeroing)
{
    return (TableValue){.result = -after.result,
                        .plies = after.plies < 0 ? -1 : after.plies + 1,
                        .zeroing = zeroing ? 1 : after.zeroing + 1};
}

/* A single look-up may read and decode much, so that time is looked at before each. */
int ranks_value(Worker *worker, void *tables, TableMove *moves, int count, int clock)
{
    Search *search = worker->search;
    char error[ENGINE_ERROR];
    for (int i = 0; i < count; i++) {
        TableMove *move = &moves[i];
        TableValue after;
        worker_watch(worker);
        if (!worker_has_time(worker)) return 0;
        const TableStatus status =
            search->game->value(tables, &move->after, move->zeroing ? 0 : clock + 1, &after, error);
        if (status == TABLE_BROKEN) search_note_trouble(search, error);
        if (status != TABLE_KNOWN) return 0;
        move->value = turned(after, move->zeroing);
    }
    return 1;
}

int ranks_by_plies(const TableMove *moves, int count)
{
    for (int i = 0; i < count; i++) {
        const TableValue *value = &moves[i].value;
        if ((value->result == 2 || value->result == -2) && value->plies < 0) return 0;
    }
    return 1;
}

int ranks_of(const TableValue *value, int by_plies)
{
    const Wdl wdl = (Wdl)value->result;
    const int distance = by_plies ? value->plies : value->zeroing;
    return rank_by_result(wdl, wdl == WDL_WIN ? distance : wdl == WDL_LOSS ? -distance : 0);
}
