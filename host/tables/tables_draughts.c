/* SPDX-License-Identifier: MIT */
/* Tables of all draughts games: three results, one distance, no rules that count moves. */
#include "tables_game.h"

#include <string.h>

#include "../../solver/draughts/statistics.h"
#include "../../solver/draughts/verify.h"
#include "../../solver/draughts/zugzwang.h"
#include "tables.h"

_Static_assert(DRAUGHTS_SLICE_NAME <= MATERIAL_NAME, "room for a slice's name");

static DraughtsPosition position_of(const GamePosition *position)
{
    DraughtsPosition p;
    memcpy(&p, position, sizeof p);
    return p;
}

static ProbeStatus look_up(const ProbeTables *tables, const GamePosition *position, const ProbeTask *task,
                           ProbeResult *result, char error[PROBER_ERROR])
{
    return draughts_prober_result(tables->draughts, position_of(position), task, result, error);
}

static ProbeStatus moves(const ProbeTables *tables, const GamePosition *position, const ProbeTask *task,
                         ProbeMoves *list, char error[PROBER_ERROR])
{
    return draughts_prober_moves(tables->draughts, position_of(position), task, list, error);
}

static const DraughtsGame *rules_of(const Game *game) { return &draughts_games[game->variant]; }

static SolveGame solve(const Game *game) { return solve_game_draughts(rules_of(game)); }

static const char *end_words(Wdl wdl)
{
    return wdl == WDL_WIN ? "win, nothing can be moved" : "loss, nothing can be moved";
}

static int open(const Options *options, const char *folder, ProbeTables *tables)
{
    char error[PROBER_ERROR] = "";
    tables->draughts = draughts_prober_open(folder, rules_of(tables->game), tables_cache(options), error);
    return tables->draughts ? CLI_DONE : tables_fail_open(folder, error);
}

static void list_heading(void)
{
    printf("%-21s %3s %16s %10s %10s %12s\n", "material", "men", "positions", "wdl", "dtw", "longest win");
}

static void list_line(const char *title, int men, const char *positions, char size[][TEXT_NUMBER],
                      char plies[][TEXT_NUMBER])
{
    printf("%-21s %3d %16s %10s %10s %12s\n", title, men, positions, size[0], size[3], plies[3]);
}

static int read_name(TableTarget *target, char proper[MATERIAL_NAME], char error[MATERIAL_ERROR])
{
    if (draughts_slice_parse(target->name, &target->slice)) {
        snprintf(error, MATERIAL_ERROR,
                 "material '%s': expected two sides parted by v, kings before men, as in KKvKM",
                 target->name);
        return -1;
    }
    draughts_slice_name(draughts_material_of(target->slice, NULL), proper);
    target->men = draughts_slice_pieces(target->slice);
    snprintf(target->title, TABLE_TITLE, "%s-%s", target->game->name, proper);
    return 0;
}

static TableId id(const TableTarget *target)
{
    return table_id_of_draughts(rules_of(target->game), target->slice, target->name);
}

static double weight(const TableTarget *target)
{
    return 2 * (double)draughts_slice_placements(rules_of(target->game), target->slice);
}

static void begin_walk(TableTour *tour, Walk steps)
{
    tour->draughts = (DraughtsWalk){.steps = steps,
                                    .prober = tour->tables.draughts,
                                    .game = rules_of(tour->target->game),
                                    .material = tour->target->slice};
}

static WalkStatus count(const TableTour *tour, int metrics, Statistics *statistics, char error[PROBER_ERROR])
{
    return draughts_statistics_count(&tour->draughts, metrics, statistics, error);
}

static WalkStatus verify(const TableTour *tour, const VerifyOptions *options, VerifyReport *report,
                         char error[PROBER_ERROR])
{
    return draughts_verify_table(&tour->draughts, options, report, error);
}

static WalkStatus zugzwang(const TableTour *tour, const ZugzwangOptions *options, ZugzwangReport *report,
                           char error[PROBER_ERROR])
{
    return draughts_zugzwang_count(&tour->draughts, options, report, error);
}

const TablesGame tables_draughts = {
    .metrics = PROBE_WDL | PROBE_DTW,
    .results_by = PROBE_DTW,
    .to_the_end = PROBE_DTW,
    .by_mover = 1,
    .name_width = 4,
    .solve = solve,
    .end_words = end_words,
    .open = open,
    .look_up = look_up,
    .moves = moves,
    .list_heading = list_heading,
    .list_line = list_line,
    .read_name = read_name,
    .id = id,
    .weight = weight,
    .begin_walk = begin_walk,
    .count = count,
    .verify = verify,
    .zugzwang = zugzwang,
};
