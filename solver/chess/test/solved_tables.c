/* SPDX-License-Identifier: MIT */
#include "solved_tables.h"

#include <stdio.h>
#include <stdlib.h>

#include "../../../rules/chess/moves.h"
#include "../retrograde.h"

enum { MOST_TABLES = 2 * 200, MOST_OF_MEN = 1000, LAST_IN_TIME = 100 };

struct SolvedTables {
    Workers *workers;
    int count;
    Table *table[MOST_TABLES];
};

/* ---- solving ---- */

typedef struct {
    const SolvedTables *tables;
    Metric metric;
} Children;

SolvedTables *solved_tables_open(Workers *workers)
{
    SolvedTables *tables = calloc(1, sizeof *tables);
    if (tables) tables->workers = workers;
    return tables;
}

void solved_tables_close(SolvedTables *tables)
{
    if (tables == NULL) return;
    for (int i = 0; i < tables->count; i++) table_close(tables->table[i]);
    free(tables);
}

Table *solved_table(const SolvedTables *tables, const Material *material, Metric metric)
{
    for (int i = 0; i < tables->count; i++)
        if (tables->table[i]->material.key == material->key && tables->table[i]->metric == metric)
            return tables->table[i];
    return NULL;
}

static const Table *child(void *user, const Material *material)
{
    const Children *children = user;
    return solved_table(children->tables, material, children->metric);
}

static int solve(SolvedTables *tables, const Material *material, Metric metric)
{
    Children children = {tables, metric};
    if (solved_table(tables, material, metric)) return 0;
    if (tables->count == MOST_TABLES) return -1;
    Table *table = table_open(material, metric);
    if (table == NULL) return -1;
    tables->table[tables->count++] = table;
    return retrograde_solve(table, child, &children, tables->workers, NULL) == RETROGRADE_DONE ? 0 : -1;
}

int solved_tables_add(SolvedTables *tables, const Material *material)
{
    Material children[MATERIAL_CHILDREN];
    const int count = material->count ? material_children(material, children) : 0;
    for (int i = 0; i < count; i++)
        if (!solved_table(tables, &children[i], METRIC_DTM) && solved_tables_add(tables, &children[i]))
            return -1;
    return solve(tables, material, METRIC_DTZ) || solve(tables, material, METRIC_DTM) ? -1 : 0;
}

int solved_tables_add_all(SolvedTables *tables, int men)
{
    static Material list[MOST_OF_MEN];
    for (int n = 3; n <= men; n++) {
        const int count = material_list(n, list);
        for (int i = 0; i < count; i++)
            if (solved_tables_add(tables, &list[i])) return -1;
    }
    return 0;
}

/* ---- reading ---- */

static ProbeStatus no_table(const Material *material, char error[PROBER_ERROR])
{
    snprintf(error, PROBER_ERROR, "%s: not solved", material->name);
    return PROBE_NO_TABLE;
}

static const Placements *placements(void *user, const Material *material)
{
    const Table *table = solved_table(user, material, METRIC_DTZ);
    return table ? table->placements : NULL;
}

static Value result_alone(Value value)
{
    if (value == 0 || value == VALUE_ILLEGAL) return value;
    const int plies = value_plies(value) > LAST_IN_TIME ? LAST_IN_TIME + 1 : 1;
    return value > 0 ? value_win(plies) : value_loss(plies);
}

static ProbeStatus block(void *user, const Material *material, int metrics, u32 number, u32 side,
                         ValueBlock *values, char error[PROBER_ERROR])
{
    const Table *table = solved_table(user, material, metrics == PROBE_DTM ? METRIC_DTM : METRIC_DTZ);
    if (table == NULL) return no_table(material, error);
    table_values(table, table->placements->codes[number], side, values);
    for (u32 i = 0; metrics == PROBE_WDL && i < BLOCK_CELLS; i++)
        values->at[i >> 6][i & 63] = result_alone(values->at[i >> 6][i & 63]);
    return PROBE_DONE;
}

static u64 men_of(ChessPosition p, u32 kind, int own)
{
    return (kind & 1 ? p.kind0 : ~p.kind0) & (kind & 2 ? p.kind1 : ~p.kind1) &
           (kind & 4 ? p.kind2 : ~p.kind2) & (own ? p.own : ~p.own);
}

typedef struct {
    Material material;
    u32 side, code, king[2];
} Placed;

/* A position as its table sees it. */
static Placed place(ChessPosition p)
{
    int men, swapped;
    Placed placed = {.material = material_of(material_of_position(p, &men), &swapped), .side = (u32)swapped};
    const u32 mirror = swapped ? 56 : 0;
    u64 left = 0;
    for (int i = 0; i < placed.material.count; i++) {
        const Man *man = &placed.material.man[i];
        const int another = i > 0 && man->kind == man[-1].kind && man->side == man[-1].side;
        left = another ? left & (left - 1) : men_of(p, man->kind, man->side == placed.side);
        placed.code = placed.code << 6 | (lowest_bit64(left) ^ mirror);
    }
    for (u32 side = 0; side < 2; side++)
        placed.king[side] = lowest_bit64(men_of(p, CHESS_KING, side == placed.side)) ^ mirror;
    return placed;
}

/* Wins positive, losses negative, `result` distinguishes mates from draws. */
static int distance_of(const Table *table, const Placed *placed, int *result)
{
    const u32 mapped = table->placements->map[placed->code], symmetry = mapped & 7;
    const size_t word = (size_t)(mapped >> 3) * 64 + symmetry_square(symmetry, placed->king[0]);
    const u32 bit = symmetry_square(symmetry, placed->king[1]);
    const int won = table->won[placed->side][word] >> bit & 1;
    const int lost = table->lost[placed->side][word] >> bit & 1;
    const int plies = plies_of_distance(table->metric, table->distance[placed->side][word * 64 + bit], won);
    *result = won - lost;
    return *result * plies;
}

static ProbeStatus probe(void *user, const ChessPosition *position, int metrics, ProbeValue *value,
                         char error[PROBER_ERROR])
{
    (void)metrics;
    const Placed placed = place(*position);
    const Table *zeroing = solved_table(user, &placed.material, METRIC_DTZ);
    const Table *mate = solved_table(user, &placed.material, METRIC_DTM);
    if (zeroing == NULL || mate == NULL) return no_table(&placed.material, error);
    int result;
    value->dtm = distance_of(mate, &placed, &result);
    value->dtz = distance_of(zeroing, &placed, &result);
    const int is_cursed = abs(value->dtz) > LAST_IN_TIME;
    value->wdl = result * (is_cursed ? WDL_CURSED_WIN : WDL_WIN);
    return PROBE_DONE;
}

TableSource solved_source(SolvedTables *tables)
{
    return (TableSource){.placements = placements, .block = block, .probe = probe, .user = tables};
}
