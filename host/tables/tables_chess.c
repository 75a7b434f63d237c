/* SPDX-License-Identifier: MIT */
/* Tables of chess: five results, two distances, the 50-move rule. */
#include "tables_game.h"

#include <string.h>

#include "../../solver/chess/statistics.h"
#include "../../solver/chess/table.h"
#include "../../solver/chess/verify.h"
#include "../../solver/chess/zugzwang.h"
#include "tables.h"

enum { CLOCK_FULL = 100 /* plies, after which the 50-move rule draws */, DTZ = 0, DTM = 1 };

static ProbeValue value_of(const ProbeResult *result)
{
    return (ProbeValue){result->wdl, result->plies[DTZ], result->plies[DTM]};
}

/* A distance whose table may be missing: its bit in result->known, or why it is not there. */
static ProbeStatus look_up_distance(Prober *prober, const ChessPosition *position, int metrics,
                                    ProbeValue *value, ProbeResult *result, ProbeReport *report,
                                    char error[PROBER_ERROR])
{
    const ProbeStatus status = prober_probe(prober, position, metrics, value, error);
    if (status == PROBE_DONE) result->known |= metrics;
    if (status != PROBE_NO_TABLE) return status;
    probe_miss(report, metrics, error);
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
    result->at_clock =
        result->known & PROBE_DTZ ? prober_wdl_at_clock(value_of(result), record->halfmove) : result->wdl;
    return status;
}

/* What the 50-move rule leaves of a result. */
static Wdl cursed_or_blessed(Wdl wdl)
{
    return wdl == WDL_WIN ? WDL_CURSED_WIN : wdl == WDL_LOSS ? WDL_BLESSED_LOSS : wdl;
}

/* When the clock is full, no move comes in time. */
static ProbeResult turned(const GameRecord *record, const GameRecord *next, const ProbeResult *after)
{
    const ProbeValue value = prober_before_move(value_of(after), next->halfmove == 0);
    const int full = record->halfmove >= CLOCK_FULL;
    return (ProbeResult){.wdl = value.wdl,
                         .at_clock = full ? cursed_or_blessed(value.wdl) : (Wdl)-after->at_clock,
                         .known = after->known,
                         .plies = {[DTZ] = value.dtz, [DTM] = value.dtm}};
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
    .turned = turned,
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
