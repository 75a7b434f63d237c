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

/* ---- order ---- */

/* Insertion: moves that are equal keep the order of their text. */
static void insert_move(ProbeReport *report, RankedMove move)
{
    int at = report->count++;
    for (; at > 0 && move.rank > report->moves[at - 1].rank; at--) report->moves[at] = report->moves[at - 1];
    report->moves[at] = move;
}

/* Legal moves are the same for the game and its tables. */
static void sort_moves(const Game *game, const ProbeMoves *moves, ProbeReport *report)
{
    GameMove list[GAME_MAX_MOVES];
    const int count = game->moves(game, &report->record, list);
    for (int i = 0; i < count; i++) {
        GameRecord next;
        game->make(game, &report->record, list[i], &next);
        const ProbeMove *move = probe_moves_find(moves, &next.position);
        if (move) insert_move(report, (RankedMove){list[i], move->rank, move->result});
    }
}

/* For the shortest way to the end, whatever the 50-move rule makes of it. */
static int rank_of_end(ProbeResult result, int by)
{
    result.at_clock = (Wdl)((result.wdl > 0) - (result.wdl < 0));
    return probe_rank(&result, by);
}

static GameMove best_move(const ProbeReport *report)
{
    const RankedMove *best = report->moves, *end = best + report->count;
    for (const RankedMove *move = best; move < end && report->by != PROBE_DTZ; move++)
        if (rank_of_end(move->result, report->by) > rank_of_end(best->result, report->by)) best = move;
    return best->move;
}

/* ---- positions and lines ---- */

ProbeStatus probe_position(const ProbeTables *tables, const GameRecord *record, int by, ProbeReport *report,
                           char error[PROBER_ERROR])
{
    const TablesGame *game = tables_game(tables->game);
    const int distances = game->metrics & ~PROBE_WDL;
    ProbeTask task = {.clock = record->halfmove, .missing = report->missing};
    ProbeMoves moves;
    memset(report, 0, sizeof *report);
    report->record = *record;
    ProbeStatus status = game->look_up(tables, &record->position, &task, &report->result, error);
    if (status) return status;
    task.by = report->by = by                                        ? by
                           : report->result.known & game->to_the_end ? game->to_the_end
                                                                     : distances & -distances;
    status = game->moves(tables, &record->position, &task, &moves, error);
    if (!status) sort_moves(tables->game, &moves, report);
    return status;
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
