/* SPDX-License-Identifier: MIT */
/* Chess: five results, two distances, the 50-move rule. */
#include "probe_games.h"

#include <stdlib.h>
#include <string.h>

enum { CLOCK_FULL = 100 /* plies, after which the 50-move rule draws */, DTZ = 0, DTM = 1 };

static int clock_of(const GameRecord *record)
{
    return record->halfmove < CLOCK_FULL ? record->halfmove : CLOCK_FULL;
}

static Wdl at_clock(const ProbeResult *result, int clock)
{
    const ProbeValue value = {result->wdl, result->plies[DTZ], result->plies[DTM]};
    return result->known & PROBE_DTZ ? prober_wdl_at_clock(value, clock) : result->wdl;
}

/* A distance whose table may be missing: its bit in result->known, or why it is not there. */
static ProbeStatus look_up_distance(Prober *prober, const ChessPosition *position, int what,
                                    ProbeValue *value, ProbeResult *result, ProbeReport *report,
                                    char error[PROBER_ERROR])
{
    const ProbeStatus status = prober_probe(prober, position, what, value, error);
    if (status == PROBE_DONE) result->known |= what;
    if (status != PROBE_NO_TABLE) return status;
    probe_miss(report, what, error);
    return PROBE_DONE;
}

static ProbeStatus look_up(const ProbeTables *tables, const GameRecord *record, ProbeResult *result,
                           ProbeReport *report, char error[PROBER_ERROR])
{
    ChessPosition position;
    ProbeValue value = {WDL_DRAW, 0, 0}, zeroing = value, mate = value;
    memcpy(&position, &record->position, sizeof position);
    *result = (ProbeResult){.known = 0};
    ProbeStatus status = prober_probe(tables->chess, &position, PROBE_WDL, &value, error);
    if (!status)
        status = look_up_distance(tables->chess, &position, PROBE_DTZ, &zeroing, result, report, error);
    if (!status) status = look_up_distance(tables->chess, &position, PROBE_DTM, &mate, result, report, error);
    result->wdl = value.wdl;
    result->plies[DTZ] = zeroing.dtz;
    result->plies[DTM] = mate.dtm;
    result->at_clock = at_clock(result, clock_of(record));
    return status;
}

/* What the 50-move rule leaves of a result. */
static Wdl spoiled(Wdl wdl)
{
    return wdl == WDL_WIN ? WDL_CURSED_WIN : wdl == WDL_LOSS ? WDL_BLESSED_LOSS : wdl;
}

/* When the clock is full, no move comes in time. */
static ProbeResult turned(const GameRecord *record, const GameRecord *next, const ProbeResult *after)
{
    const int zeroing = next->halfmove == 0, full = clock_of(record) == CLOCK_FULL;
    ProbeResult result = *after;
    if (!zeroing) result.wdl = at_clock(after, 1);
    result.wdl = (Wdl)-result.wdl;
    result.at_clock = full ? spoiled(result.wdl) : (Wdl)-after->at_clock;
    const int zeroed = spoiled(after->wdl) == after->wdl ? CLOCK_FULL + 1 : 1;
    result.plies[DTZ] = probe_with_sign(result.wdl, zeroing ? zeroed : abs(after->plies[DTZ]) + 1);
    result.plies[DTM] = probe_with_sign(result.wdl, abs(after->plies[DTM]) + 1);
    return result;
}

const ProbeGame probe_chess = {PROBE_DTZ | PROBE_DTM, PROBE_DTM, look_up, turned};
