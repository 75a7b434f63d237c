/* SPDX-License-Identifier: MIT */
#include "reference.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const Reference *reference;
    ReferenceStatistics *of; /* by side */
} Counting;

static void keep_longest(int plies, ChessPosition p, int *longest, ChessPosition *at)
{
    if (plies <= *longest) return;
    *longest = plies;
    *at = p;
}

static void count_en_passant(const Reference *reference, ReferenceStatistics *s, ChessPosition p,
                             ReferenceWdl wdl)
{
    ReferenceValue without;
    p.own &= ~chess_en_passant(p);
    s->en_passant++;
    if (reference_probe(reference, p, &without) == REFERENCE_OK && without.wdl != wdl)
        s->en_passant_matters++;
}

static void count_position(void *user, ChessPosition p, int second, ReferenceValue value)
{
    Counting *counting = user;
    ReferenceStatistics *s = &counting->of[second];
    if (chess_en_passant(p)) {
        count_en_passant(counting->reference, s, p, value.wdl);
        return;
    }
    s->results[value.wdl + 2]++;
    if (value.wdl > 0) {
        s->wins[value.dtm]++;
        keep_longest(value.dtm, p, &s->longest_win_dtm, &s->longest_win_dtm_at);
        keep_longest(value.dtz, p, &s->longest_win_dtz, &s->longest_win_dtz_at);
    } else if (value.wdl < 0) {
        s->losses[-value.dtm]++;
        keep_longest(-value.dtm, p, &s->longest_loss_dtm, &s->longest_loss_dtm_at);
        keep_longest(-value.dtz, p, &s->longest_loss_dtz, &s->longest_loss_dtz_at);
    }
}

void reference_statistics(const Reference *reference, int table, ReferenceStatistics statistics[2])
{
    memset(statistics, 0, 2 * sizeof *statistics);
    for (int side = 0; side < 2; side++) {
        ReferenceStatistics *s = &statistics[side];
        s->longest_win_dtm = s->longest_loss_dtm = s->longest_win_dtz = s->longest_loss_dtz = -1;
    }
    Counting counting = {reference, statistics};
    reference_each(reference, table, count_position, &counting);
}
