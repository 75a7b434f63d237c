/* SPDX-License-Identifier: MIT */
/* Draughts: three results, one distance, no rules that count moves. */
#include "probe_games.h"

#include <stdlib.h>
#include <string.h>

static ProbeStatus look_up(const ProbeTables *tables, const GameRecord *record, ProbeResult *result,
                           ProbeReport *report, char error[PROBER_ERROR])
{
    const int dtw = probe_distance(PROBE_DTW);
    DraughtsPosition position;
    DraughtsValue value = {WDL_DRAW, 0}, end = value;
    memcpy(&position, &record->position, sizeof position);
    ProbeStatus status = draughts_prober_probe(tables->draughts, position, PROBE_WDL, &value, error);
    if (status) return status;
    *result = (ProbeResult){.wdl = value.wdl, .at_clock = value.wdl};
    status = draughts_prober_probe(tables->draughts, position, PROBE_DTW, &end, error);
    if (status == PROBE_DONE) result->known = PROBE_DTW;
    result->plies[dtw] = end.dtw;
    if (status != PROBE_NO_TABLE) return status;
    probe_miss(report, PROBE_DTW, error);
    return PROBE_DONE;
}

static ProbeResult turned(const GameRecord *record, const GameRecord *next, const ProbeResult *after)
{
    (void)record, (void)next;
    const int dtw = probe_distance(PROBE_DTW);
    ProbeResult result = *after;
    result.wdl = result.at_clock = (Wdl)-after->wdl;
    result.plies[dtw] = probe_with_sign(result.wdl, abs(after->plies[dtw]) + 1);
    return result;
}

const ProbeGame probe_draughts = {PROBE_DTW, PROBE_DTW, look_up, turned};
