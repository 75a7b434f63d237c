/* SPDX-License-Identifier: MIT */
#include "draughts_reference.h"

#include <string.h>

typedef struct {
    int words; /* of the board */
    DraughtsReferenceStatistics *statistics;
} Counting;

static void count_distance(u64 *counts, int plies, DraughtsPosition position, int *longest,
                           DraughtsPosition *longest_at)
{
    if (plies < DRAUGHTS_REFERENCE_LONGEST) counts[plies]++;
    if (plies <= *longest) return;
    *longest = plies;
    *longest_at = position;
}

static void count_position(void *user, DraughtsPosition position, DraughtsReferenceValue value)
{
    const Counting *counting = user;
    DraughtsReferenceStatistics *s = counting->statistics;
    if (counting->words == 1 && position.rest) {
        s->huffable[value.wdl + 1]++;
        return;
    }
    s->results[value.wdl + 1]++;
    if (value.wdl == DRAUGHTS_REFERENCE_WIN)
        count_distance(s->wins, value.dtw, position, &s->longest_win, &s->longest_win_at);
    if (value.wdl == DRAUGHTS_REFERENCE_LOSS)
        count_distance(s->losses, value.dtw, position, &s->longest_loss, &s->longest_loss_at);
}

void draughts_reference_statistics(const DraughtsReference *reference, int slice,
                                   DraughtsReferenceStatistics *statistics)
{
    Counting counting = {(int)draughts_words(&draughts_reference_game(reference)->rules), statistics};
    memset(statistics, 0, sizeof *statistics);
    statistics->longest_win = statistics->longest_loss = -1;
    draughts_reference_each(reference, slice, count_position, &counting);
}
