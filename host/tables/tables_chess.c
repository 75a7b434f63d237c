/* SPDX-License-Identifier: MIT */
/* Tables of chess: five results, two distances, the 50-move rule. */
#include "tables_game.h"

#include <string.h>

#include "../../solver/chess/statistics.h"
#include "../../solver/chess/table.h"
#include "../../solver/chess/verify.h"
#include "../../solver/chess/zugzwang.h"
#include "tables.h"

static ProbeStatus look_up(const ProbeTables *tables, const GamePosition *position, const ProbeTask *task,
                           ProbeResult *result, char error[PROBER_ERROR])
{
    ChessPosition p;
    memcpy(&p, position, sizeof p);
    return prober_result(tables->chess, &p, task, result, error);
}

static ProbeStatus moves(const ProbeTables *tables, const GamePosition *position, const ProbeTask *task,
                         ProbeMoves *list, char error[PROBER_ERROR])
{
    ChessPosition p;
    memcpy(&p, position, sizeof p);
    return prober_moves(tables->chess, &p, task, list, error);
}

static SolveGame solve(const Game *game)
{
    (void)game;
    return solve_game_chess();
}

static const char *end_words(Wdl wdl) { return wdl == WDL_DRAW ? "stalemate" : "checkmate"; }

static int open(const Options *options, const char *folder, ProbeTables *tables)
{
    char error[PROBER_ERROR] = "";
    tables->chess = prober_open(folder, tables_cache(options), error);
    return tables->chess ? CLI_DONE : tables_fail_open(folder, error);
}

static void list_heading(void)
{
    printf("%-9s %3s %16s %10s %10s %10s %13s %12s\n", "material", "men", "positions", "wdl", "dtz", "dtm",
           "longest mate", "longest dtz");
}

static void list_line(const char *title, int men, const char *positions, char size[][TEXT_NUMBER],
                      char plies[][TEXT_NUMBER])
{
    printf("%-9s %3d %16s %10s %10s %10s %13s %12s\n", title, men, positions, size[0], size[1], size[2],
           plies[2], plies[1]);
}

static int read_name(TableTarget *target, char proper[MATERIAL_NAME], char error[MATERIAL_ERROR])
{
    if (material_parse(target->name, &target->material, error)) return -1;
    target->men = target->material.count + 2;
    strcpy(proper, target->material.name);
    strcpy(target->title, proper);
    return 0;
}

static TableId id(const TableTarget *target) { return table_id_of_chess(&target->material); }

static double weight(const TableTarget *target) { return (double)table_bytes(&target->material); }

static void begin_walk(TableTour *tour, Walk steps)
{
    tour->chess = (TableWalk){
        .steps = steps, .source = prober_source(tour->tables.chess), .material = &tour->target->material};
}

static WalkStatus count(const TableTour *tour, int metrics, Statistics *statistics, char error[PROBER_ERROR])
{
    return statistics_count(&tour->chess, metrics, statistics, error);
}

static WalkStatus verify(const TableTour *tour, const VerifyOptions *options, VerifyReport *report,
                         char error[PROBER_ERROR])
{
    return verify_table(&tour->chess, options, report, error);
}

static WalkStatus zugzwang(const TableTour *tour, const ZugzwangOptions *options, ZugzwangReport *report,
                           char error[PROBER_ERROR])
{
    return zugzwang_count(&tour->chess, options, report, error);
}

const TablesGame tables_chess = {
    .metrics = PROBE_WDL | PROBE_DTZ | PROBE_DTM,
    .results_by = PROBE_DTZ,
    .to_the_end = PROBE_DTM,
    .fifty_moves = 1,
    .symmetries = 1,
    .san = 1,
    .name_width = 12,
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
