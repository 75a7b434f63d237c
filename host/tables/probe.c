/* SPDX-License-Identifier: MIT */
#include "tables_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void probe_close(ProbeTables *tables)
{
    prober_close(tables->chess);
    draughts_prober_close(tables->draughts);
    memset(tables, 0, sizeof *tables);
}

void probe_miss(ProbeReport *report, int metrics, const char why[PROBER_ERROR])
{
    char *missing = report->missing[probe_distance(metrics)];
    if (!*missing) memcpy(missing, why, PROBER_ERROR);
}

/* ---- order ---- */

/* Negative if a, whose result is `a_wdl`, is the better move; with equal results a known distance comes first. */
static int compare(const ProbeResult *a, Wdl a_wdl, const ProbeResult *b, Wdl b_wdl, int by)
{
    const int a_known = (a->known & by) != 0, b_known = (b->known & by) != 0, distance = probe_distance(by);
    if (a_wdl == b_wdl && (!a_known || !b_known)) return b_known - a_known;
    return rank_by_result(b_wdl, b->plies[distance]) - rank_by_result(a_wdl, a->plies[distance]);
}

static int compare_results(const ProbeResult *a, const ProbeResult *b, int by)
{
    return compare(a, a->at_clock, b, b->at_clock, by);
}

static Wdl sign_of(Wdl wdl) { return (Wdl)((wdl > 0) - (wdl < 0)); }

/* For the shortest way to the end, whatever the 50-move rule makes of it. */
static int compare_ends(const ProbeResult *a, const ProbeResult *b, int by)
{
    return compare(a, sign_of(a->wdl), b, sign_of(b->wdl), by);
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

static ProbeStatus probe_moves(const ProbeTables *tables, ProbeReport *report, char error[PROBER_ERROR])
{
    const Game *game = tables->game;
    GameMove list[GAME_MAX_MOVES];
    report->count = game->moves(game, &report->record, list);
    for (int i = 0; i < report->count; i++) {
        GameRecord next;
        ProbeResult after;
        game->make(game, &report->record, list[i], &next);
        const ProbeStatus status = tables_game(game)->look_up(tables, &next, &after, report, error);
        if (status) return status;
        report->moves[i] = (ProbeMove){list[i], tables_game(game)->turned(&report->record, &next, &after)};
    }
    return PROBE_DONE;
}

ProbeStatus probe_position(const ProbeTables *tables, const GameRecord *record, int by, ProbeReport *report,
                           char error[PROBER_ERROR])
{
    const TablesGame *game = tables_game(tables->game);
    const int distances = game->metrics & ~PROBE_WDL;
    memset(report, 0, sizeof *report);
    report->record = *record;
    ProbeStatus status = game->look_up(tables, record, &report->result, report, error);
    if (status) return status;
    report->by = by                                        ? by
                 : report->result.known & game->to_the_end ? game->to_the_end
                                                           : distances & -distances;
    status = probe_moves(tables, report, error);
    if (status) return status;
    sort_moves(report);
    return PROBE_DONE;
}

static GameMove best_move(const ProbeReport *report)
{
    int best = 0;
    for (int i = 1; i < report->count && report->by != PROBE_DTZ; i++)
        if (compare_ends(&report->moves[i].result, &report->moves[best].result, report->by) < 0) best = i;
    return report->moves[best].move;
}

/* Why the line cannot go on by its metric. */
static ProbeStatus fail_line(const ProbeReport *now, char error[PROBER_ERROR])
{
    memcpy(error, now->missing[probe_distance(now->by)], PROBER_ERROR);
    return PROBE_NO_TABLE;
}

ProbeStatus probe_line(const ProbeTables *tables, ProbeReport *report, char error[PROBER_ERROR])
{
    const Game *game = tables->game;
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
        game->make(game, &now->record, move, &next);
        report->line[report->line_count++] = move;
        status = now->result.known & now->by ? probe_position(tables, &next, report->by, now, error)
                                             : fail_line(now, error);
    }
    free(now);
    return status;
}
