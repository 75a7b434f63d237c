/* SPDX-License-Identifier: MIT */
#include "device_retrograde.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../kernels/chess_tables.h"
#include "../base/device_work.h"
#include "retrograde_state.h"

/* Bytes a row of a block: its cells of one side to move. */
#define ROW_SET (BLOCK_WORDS * sizeof(u64))
#define ROW_BITS (CHESS_TABLES_SETS * ROW_SET)
#define ROW_DISTANCES BLOCK_CELLS
#define ROW_SCHEDULED (2 * sizeof(ScheduledCodes))
#define ROW_MARKS (CHESS_TABLES_COLUMNS * sizeof(u32))

typedef struct {
    DeviceWork work;
    Retrograde *run;
    ChessTables level;
    DeviceBuffer *parameters, *places, *bits, *distances, *scheduled, *marks;
    DeviceSums sums; /* of newly solved cells */
} Engine;

/* ---- memory ---- */

static u32 most_rows(const Placements *placements)
{
    u32 most = 0;
    for (int i = 0; i < placements->levels; i++) {
        const u32 blocks = placements->level_first[i + 1] - placements->level_first[i];
        if (blocks > most) most = blocks;
    }
    return 2 * most;
}

static u64 codes_of(const Placements *placements) { return U64(1) << 6 * placements->count; }
static u64 places_bytes(const Placements *placements)
{
    return (codes_of(placements) + placements->blocks) * sizeof(u32);
}

u64 device_retrograde_bytes(const Table *table)
{
    const u32 rows = most_rows(table->placements);
    return rows * (u64)(ROW_BITS + ROW_DISTANCES + ROW_SCHEDULED + ROW_MARKS) +
           places_bytes(table->placements) + work_sums_bytes(rows) + sizeof(ChessTables);
}

static void open_engine(Engine *e)
{
    DeviceWork *w = &e->work;
    const Table *table = e->run->table;
    const Placements *placements = table->placements;
    const u32 rows = most_rows(placements);
    work_check_room(w, table->material.name, device_retrograde_bytes(table), (u64)rows * ROW_DISTANCES);
    work_allocate(w, sizeof e->level, &e->parameters);
    work_allocate(w, places_bytes(placements), &e->places);
    work_allocate(w, rows * (u64)ROW_BITS, &e->bits);
    work_allocate(w, rows * (u64)ROW_DISTANCES, &e->distances);
    work_allocate(w, rows * (u64)ROW_SCHEDULED, &e->scheduled);
    work_allocate(w, rows * (u64)ROW_MARKS, &e->marks);
    work_sums_open(w, rows, &e->sums);
    work_put(w, e->places, 0, placements->map, codes_of(placements) * sizeof(u32));
    work_put(w, e->places, codes_of(placements) * sizeof(u32), placements->codes,
             placements->blocks * sizeof(u32));
}

static void close_engine(Engine *e)
{
    Device *device = e->work.device;
    DeviceBuffer *const buffers[] = {e->parameters, e->places, e->bits, e->distances, e->scheduled, e->marks};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) device->backend->free(device, buffers[i]);
    work_sums_close(&e->work, &e->sums);
}

/* ---- a level to the device and back ---- */

static void put_parameters(Engine *e)
{
    const Retrograde *run = e->run;
    const Material *material = &run->table->material;
    ChessTables *level = &e->level;
    *level = (ChessTables){.rows = 2 * (run->end - run->first), .first = run->first};
    level->words = (u64)level->rows * BLOCK_WORDS;
    level->codes = (u32)codes_of(run->table->placements) + run->first;
    level->to_mate = run->table->metric == METRIC_DTM;
    level->men = (u32)material->count;
    level->pawns = (u32)material->pawns;
    for (int i = 0; i < material->count; i++)
        level->man[i] = material->man[i].kind | (u32)material->man[i].side << 3;
    work_put(&e->work, e->parameters, 0, level, sizeof *level);
}

/* No cell is newly solved; the mates found so far are counted when all are looked at. */
static void put_marks(Engine *e)
{
    const u32 rows = e->level.rows;
    u32 *marks = malloc(rows * ROW_MARKS);
    if (marks == NULL) {
        e->work.status = DEVICE_OUT_OF_MEMORY;
        snprintf(e->work.error->text, sizeof e->work.error->text, "no host memory for %u rows", rows);
        return;
    }
    memset(marks, 0xff, rows * ROW_MARKS);
    for (u32 i = 0; i < rows; i++) {
        marks[(size_t)CHESS_TABLES_LOST_COUNT * rows + i] = 0;
        marks[(size_t)CHESS_TABLES_TASKS * rows + i] = CHESS_TABLES_LOSSES;
    }
    work_put(&e->work, e->marks, 0, marks, rows * ROW_MARKS);
    free(marks);
}

/* A set of one side to move: where it lies on the device. */
static u64 set_offset(const Engine *e, u32 set, int side)
{
    return (set * e->level.rows + (side ? e->level.rows / 2 : 0)) * (u64)ROW_SET;
}

static void put_level(Engine *e)
{
    DeviceWork *w = &e->work;
    const Retrograde *run = e->run;
    const Table *table = run->table;
    put_parameters(e);
    const u64 blocks = e->level.rows / 2, set = blocks * ROW_SET, distances = blocks * ROW_DISTANCES;
    for (int side = 0; side < 2; side++) {
        const size_t word = (size_t)run->first * BLOCK_WORDS;
        work_put(w, e->bits, set_offset(e, CHESS_TABLES_WON, side), table->won[side] + word, set);
        work_put(w, e->bits, set_offset(e, CHESS_TABLES_LOST, side), table->lost[side] + word, set);
        work_put(w, e->bits, set_offset(e, CHESS_TABLES_ESCAPE, side), run->escape[side] + word, set);
        work_put(w, e->distances, (u32)side * distances, table->distance[side] + word * 64, distances);
        const ScheduledCodes *const scheduled[] = {run->scheduled_wins[side] + run->first,
                                                   run->scheduled_losses[side] + run->first};
        for (u32 i = 0; i < 2; i++)
            work_put(w, e->scheduled, (2 * i + (u32)side) * blocks * sizeof(ScheduledCodes), scheduled[i],
                     blocks * sizeof(ScheduledCodes));
    }
    put_marks(e);
}

static void get_level(Engine *e)
{
    DeviceWork *w = &e->work;
    const Table *table = e->run->table;
    const u64 blocks = e->level.rows / 2, set = blocks * ROW_SET, distances = blocks * ROW_DISTANCES;
    for (int side = 0; side < 2; side++) {
        const size_t word = (size_t)e->run->first * BLOCK_WORDS;
        work_get(w, e->bits, set_offset(e, CHESS_TABLES_WON, side), table->won[side] + word, set);
        work_get(w, e->bits, set_offset(e, CHESS_TABLES_LOST, side), table->lost[side] + word, set);
        work_get(w, e->distances, (u32)side * distances, table->distance[side] + word * 64, distances);
    }
}

/* ---- plies ---- */

static u64 tally(Engine *e, u32 ply)
{
    DeviceWork *w = &e->work;
    const DeviceArg args[] = {DEVICE_BUFFER(e->parameters), DEVICE_BUFFER(e->bits), DEVICE_BUFFER(e->marks),
                              DEVICE_U32(ply)};
    work_launch(w, KERNEL_chess_tables_tally, args, 4, e->level.rows);
    return work_sum(w, &e->sums, e->marks, e->level.rows);
}

static u64 run_ply(Engine *e, u32 ply)
{
    DeviceWork *w = &e->work;
    const DeviceArg seek[] = {DEVICE_BUFFER(e->parameters), DEVICE_BUFFER(e->places),
                              DEVICE_BUFFER(e->scheduled), DEVICE_BUFFER(e->marks), DEVICE_U32(ply)};
    const DeviceArg words[] = {DEVICE_BUFFER(e->parameters), DEVICE_BUFFER(e->places), DEVICE_BUFFER(e->bits),
                               DEVICE_BUFFER(e->distances),  DEVICE_BUFFER(e->marks),  DEVICE_U32(ply)};
    work_launch(w, KERNEL_chess_tables_seek, seek, 5, e->level.rows);
    if (!e->level.to_mate || ply & 1) work_launch(w, KERNEL_chess_tables_wins, words, 6, e->level.words);
    if (!e->level.to_mate || !(ply & 1)) work_launch(w, KERNEL_chess_tables_losses, words, 6, e->level.words);
    return tally(e, ply);
}

static RetrogradeStatus run_plies(Engine *e, const RetrogradeWatch *watch, int level, u64 *decided)
{
    const Table *table = e->run->table;
    const u32 most = (u32)plies_of_distance(table->metric, DISTANCE_MOST, 0);
    u64 newly_solved = tally(e, 0);
    *decided += newly_solved;
    for (u32 ply = 1; !e->work.status && (newly_solved || ply <= e->run->longest_scheduled); ply++) {
        if (watch && watch->progress &&
            watch->progress(watch->user, level, table->placements->levels, (int)ply, *decided))
            return RETROGRADE_STOPPED;
        if (ply > most) return RETROGRADE_TOO_LONG;
        newly_solved = run_ply(e, ply);
        *decided += newly_solved;
    }
    return e->work.status ? RETROGRADE_DEVICE : RETROGRADE_DONE;
}

static RetrogradeStatus solve_level(Engine *e, Workers *workers, const RetrogradeWatch *watch, int level,
                                    u64 *decided)
{
    if (retrograde_prepare(e->run, level, *decided, workers, watch)) return RETROGRADE_STOPPED;
    put_level(e);
    RetrogradeStatus status = run_plies(e, watch, level, decided);
    get_level(e);
    if (e->work.status) return RETROGRADE_DEVICE;
    if (status == RETROGRADE_DONE) retrograde_finish(e->run, workers);
    return status;
}

RetrogradeStatus device_retrograde_solve(Table *table, ChildTable *child, void *user, Workers *workers,
                                         Device *device, const RetrogradeWatch *watch, DeviceError *error)
{
    Retrograde run;
    Engine e = {.work = {.device = device, .error = error}, .run = &run};
    const u32 *first = table->placements->level_first;
    RetrogradeStatus status = retrograde_open(&run, table, child, user);
    if (status == RETROGRADE_DONE) open_engine(&e);
    if (e.work.status) status = RETROGRADE_DEVICE;
    u64 decided = 0;
    for (int level = 0; status == RETROGRADE_DONE && level < table->placements->levels; level++)
        if (first[level] < first[level + 1]) status = solve_level(&e, workers, watch, level, &decided);
    close_engine(&e);
    retrograde_close(&run);
    return status;
}
