#include "probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLOCK_FULL = 100 /* plies, after which the 50-move rule draws */ };

static int clock_of(const GameRecord *record)
{
    return record->halfmove < CLOCK_FULL ? record->halfmove : CLOCK_FULL;
}

/* ---- values ---- */

/* A distance whose table may be missing: its bit in *known, or why it is not there. */
static ProbeStatus probe_distance(Prober *prober, const ChessPosition *position, int what, ProbeValue *value,
                                  int *known, char missing[PROBER_ERROR], char error[PROBER_ERROR])
{
    const ProbeStatus status = prober_probe(prober, position, what, value, error);
    if (status == PROBE_DONE) *known |= what;
    if (status != PROBE_NO_TABLE) return status;
    if (!*missing) memcpy(missing, error, PROBER_ERROR);
    return PROBE_DONE;
}

/* Everything known of a position. */
static ProbeStatus probe_value(Prober *prober, const GameRecord *record, ProbeValue *value, int *known,
                               ProbeReport *report, char error[PROBER_ERROR])
{
    ChessPosition position;
    ProbeValue zeroing = {0}, mate = {0};
    memcpy(&position, &record->position, sizeof position);
    *known = 0;
    ProbeStatus status = prober_probe(prober, &position, PROBE_WDL, value, error);
    if (!status)
        status = probe_distance(prober, &position, PROBE_DTZ, &zeroing, known, report->dtz_missing, error);
    if (!status)
        status = probe_distance(prober, &position, PROBE_DTM, &mate, known, report->dtm_missing, error);
    value->dtz = zeroing.dtz;
    value->dtm = mate.dtm;
    return status;
}

static ProbeResult result_of(ProbeValue value, int known, int clock)
{
    return (ProbeResult){.wdl = value.wdl,
                         .at_clock = known & PROBE_DTZ ? prober_wdl_at_clock(value, clock) : value.wdl,
                         .known = known,
                         .dtz = value.dtz,
                         .dtm = value.dtm};
}

/* What the 50-move rule leaves of a result. */
static Wdl spoiled(Wdl wdl)
{
    return wdl == WDL_WIN ? WDL_CURSED_WIN : wdl == WDL_LOSS ? WDL_BLESSED_LOSS : wdl;
}

static int with_sign_of(Wdl wdl, int plies) { return wdl > 0 ? plies : wdl < 0 ? -plies : 0; }

/* The value after a move as the mover sees it, the move counted. clock: before the move; when it is full, no
 * move comes in time. */
static ProbeResult turned(ProbeValue after, int known, int zeroing, int clock)
{
    const int full = clock == CLOCK_FULL;
    ProbeResult result = result_of(after, known, zeroing || full ? 0 : clock + 1);
    if (known & PROBE_DTZ && !zeroing) result.wdl = prober_wdl_at_clock(after, 1);
    result.wdl = (Wdl)-result.wdl;
    result.at_clock = full ? spoiled(result.wdl) : (Wdl)-result.at_clock;
    const int zeroed = spoiled(after.wdl) == after.wdl ? CLOCK_FULL + 1 : 1;
    result.dtz = with_sign_of(result.wdl, zeroing ? zeroed : abs(after.dtz) + 1);
    result.dtm = with_sign_of(result.wdl, abs(after.dtm) + 1);
    return result;
}

/* ---- order ---- */

static int distance(const ProbeResult *result, int by) { return by == PROBE_DTM ? result->dtm : result->dtz; }

/* Negative if a is the better move. The shortest win is the least signed distance, and so is the longest
 * loss. */
static int compare_distances(const ProbeResult *a, const ProbeResult *b, int by)
{
    const int a_known = (a->known & by) != 0, b_known = (b->known & by) != 0;
    if (!a_known || !b_known) return b_known - a_known;
    return distance(a, by) - distance(b, by);
}

static int compare_results(const ProbeResult *a, const ProbeResult *b, int by)
{
    if (a->at_clock != b->at_clock) return (int)b->at_clock - (int)a->at_clock;
    return compare_distances(a, b, by);
}

static int sign_of(Wdl wdl) { return (wdl > 0) - (wdl < 0); }

/* For the shortest way to mate, whatever the 50-move rule makes of it. */
static int compare_mates(const ProbeResult *a, const ProbeResult *b)
{
    if (sign_of(a->wdl) != sign_of(b->wdl)) return sign_of(b->wdl) - sign_of(a->wdl);
    return compare_distances(a, b, PROBE_DTM);
}

/* Insertion: moves that are equal keep the order of their text. */
static void sort_moves(ProbeReport *report)
{
    for (int i = 1; i < report->count; i++) {
        const ProbeMove move = report->moves[i];
        int at = i;
        for (; at > 0 && compare_results(&move.result, &report->moves[at - 1].result, report->by) < 0; at--)
            report->moves[at] = report->moves[at - 1];
        report->moves[at] = move;
    }
}

/* ---- positions and lines ---- */

static ProbeStatus probe_moves(Prober *prober, ProbeReport *report, char error[PROBER_ERROR])
{
    GameMove list[GAME_MAX_MOVES];
    report->count = game_chess.moves(&game_chess, &report->record, list);
    for (int i = 0; i < report->count; i++) {
        GameRecord next;
        ProbeValue after;
        int known;
        game_chess.make(&game_chess, &report->record, list[i], &next);
        const ProbeStatus status = probe_value(prober, &next, &after, &known, report, error);
        if (status) return status;
        report->moves[i] =
            (ProbeMove){list[i], turned(after, known, next.halfmove == 0, clock_of(&report->record))};
    }
    return PROBE_DONE;
}

ProbeStatus probe_position(Prober *prober, const GameRecord *record, int by, ProbeReport *report,
                           char error[PROBER_ERROR])
{
    ProbeValue value;
    int known;
    memset(report, 0, sizeof *report);
    report->record = *record;
    ProbeStatus status = probe_value(prober, record, &value, &known, report, error);
    if (status) return status;
    report->result = result_of(value, known, clock_of(record));
    report->by = by ? by : known & PROBE_DTM ? PROBE_DTM : PROBE_DTZ;
    status = probe_moves(prober, report, error);
    if (status) return status;
    sort_moves(report);
    return PROBE_DONE;
}

static GameMove best_move(const ProbeReport *report)
{
    int best = 0;
    for (int i = 1; i < report->count && report->by == PROBE_DTM; i++)
        if (compare_mates(&report->moves[i].result, &report->moves[best].result) < 0) best = i;
    return report->moves[best].move;
}

/* Why the line cannot go on by its metric. */
static ProbeStatus fail_line(const ProbeReport *now, char error[PROBER_ERROR])
{
    memcpy(error, now->by == PROBE_DTM ? now->dtm_missing : now->dtz_missing, PROBER_ERROR);
    return PROBE_NO_TABLE;
}

ProbeStatus probe_line(Prober *prober, ProbeReport *report, char error[PROBER_ERROR])
{
    ProbeReport *now = malloc(sizeof *now);
    if (!now) {
        snprintf(error, PROBER_ERROR, "out of memory for a line");
        return PROBE_MEMORY;
    }
    *now = *report;
    ProbeStatus status = PROBE_DONE;
    while (!status && now->count && now->result.wdl != WDL_DRAW && report->line_count < PROBE_LINE) {
        GameRecord next;
        const GameMove move = best_move(now);
        game_chess.make(&game_chess, &now->record, move, &next);
        report->line[report->line_count++] = move;
        status = now->result.known & now->by ? probe_position(prober, &next, report->by, now, error)
                                             : fail_line(now, error);
    }
    free(now);
    return status;
}
