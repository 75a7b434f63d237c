#include "device_retrograde.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../kernels/chess_tables.h"
#include "../kernels/scan.h"
#include "retrograde_state.h"

/* Bytes a row of a block: its cells of one side to move. */
#define ROW_SET (BLOCK_WORDS * sizeof(u64))
#define ROW_BITS (CHESS_TABLES_SETS * ROW_SET)
#define ROW_DISTANCES BLOCK_CELLS
#define ROW_DUE (2 * sizeof(DueCodes))
#define ROW_MARKS (CHESS_TABLES_COLUMNS * sizeof(u32))

typedef struct {
    Device *device;
    DeviceStatus status; /* after a failure every call below does nothing */
    DeviceError *error;
    Retrograde *run;
    ChessTables level;
    DeviceBuffer *parameters, *places, *bits, *distances, *due, *marks;
    DeviceBuffer *sums[2]; /* of news: of 64 rows, of 64 sums */
} Engine;

/* ---- the device ---- */

static void allocate(Engine *e, u64 bytes, DeviceBuffer **buffer)
{
    if (!e->status) e->status = e->device->backend->allocate(e->device, bytes, buffer, e->error);
}
static void put(Engine *e, DeviceBuffer *buffer, u64 offset, const void *data, u64 bytes)
{
    if (!e->status) e->status = e->device->backend->write(e->device, buffer, offset, data, bytes, e->error);
}
static void get(Engine *e, DeviceBuffer *buffer, u64 offset, void *data, u64 bytes)
{
    if (!e->status) e->status = e->device->backend->read(e->device, buffer, offset, data, bytes, e->error);
}
static void launch(Engine *e, KernelId kernel, const DeviceArg *args, int count, u64 items)
{
    if (!e->status) e->status = e->device->backend->launch(e->device, kernel, args, count, items, e->error);
}

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
static u32 sums_of(u32 n) { return (n + SCAN_BLOCK - 1) / SCAN_BLOCK; }

u64 device_retrograde_bytes(const Table *table)
{
    const u64 rows = most_rows(table->placements);
    return rows * (ROW_BITS + ROW_DISTANCES + ROW_DUE + ROW_MARKS) + places_bytes(table->placements) +
           rows / 8 + 4096; /* sums and parameters */
}

static void check_room(Engine *e)
{
    const Table *table = e->run->table;
    const DeviceInfo *info = &e->device->info;
    const u64 bytes = device_retrograde_bytes(table),
              buffer = (u64)most_rows(table->placements) * ROW_DISTANCES;
    if (bytes <= info->memory_free && buffer <= info->max_buffer) return;
    e->status = DEVICE_OUT_OF_MEMORY;
    snprintf(e->error->text, sizeof e->error->text,
             "%s: %s needs %" PRIu64 " MiB on the device, %" PRIu64
             " of them in one piece; there are %" PRIu64 ", in pieces of %" PRIu64,
             info->id, table->material.name, (bytes >> 20) + 1, (buffer >> 20) + 1, info->memory_free >> 20,
             info->max_buffer >> 20);
}

static void open_engine(Engine *e)
{
    const Placements *placements = e->run->table->placements;
    const u32 rows = most_rows(placements);
    check_room(e);
    allocate(e, sizeof e->level, &e->parameters);
    allocate(e, places_bytes(placements), &e->places);
    allocate(e, rows * (u64)ROW_BITS, &e->bits);
    allocate(e, rows * (u64)ROW_DISTANCES, &e->distances);
    allocate(e, rows * (u64)ROW_DUE, &e->due);
    allocate(e, rows * (u64)ROW_MARKS, &e->marks);
    allocate(e, sums_of(rows) * sizeof(u32), &e->sums[0]);
    allocate(e, sums_of(sums_of(rows)) * sizeof(u32), &e->sums[1]);
    put(e, e->places, 0, placements->map, codes_of(placements) * sizeof(u32));
    put(e, e->places, codes_of(placements) * sizeof(u32), placements->codes,
        placements->blocks * sizeof(u32));
}

static void close_engine(Engine *e)
{
    DeviceBuffer *const buffers[] = {e->parameters, e->places, e->bits,    e->distances,
                                     e->due,        e->marks,  e->sums[0], e->sums[1]};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        e->device->backend->free(e->device, buffers[i]);
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
    put(e, e->parameters, 0, level, sizeof *level);
}

/* No row has had news; the mates found so far are counted when all are looked at. */
static void put_marks(Engine *e)
{
    const u32 rows = e->level.rows;
    u32 *marks = malloc(rows * ROW_MARKS);
    if (marks == NULL) {
        e->status = DEVICE_OUT_OF_MEMORY;
        snprintf(e->error->text, sizeof e->error->text, "no host memory for %u rows", rows);
        return;
    }
    memset(marks, 0xff, rows * ROW_MARKS);
    for (u32 i = 0; i < rows; i++) {
        marks[(size_t)CHESS_TABLES_LOST_COUNT * rows + i] = 0;
        marks[(size_t)CHESS_TABLES_LOOK * rows + i] = CHESS_TABLES_LOSSES;
    }
    put(e, e->marks, 0, marks, rows * ROW_MARKS);
    free(marks);
}

/* A set of one side to move: where it lies on the device. */
static u64 set_offset(const Engine *e, u32 set, int side)
{
    return (set * e->level.rows + (side ? e->level.rows / 2 : 0)) * (u64)ROW_SET;
}

static void put_level(Engine *e)
{
    const Retrograde *run = e->run;
    put_parameters(e);
    const u64 blocks = e->level.rows / 2;
    for (int side = 0; side < 2; side++) {
        const size_t word = (size_t)run->first * BLOCK_WORDS;
        put(e, e->bits, set_offset(e, CHESS_TABLES_WON, side), run->table->won[side] + word,
            blocks * ROW_SET);
        put(e, e->bits, set_offset(e, CHESS_TABLES_LOST, side), run->table->lost[side] + word,
            blocks * ROW_SET);
        put(e, e->bits, set_offset(e, CHESS_TABLES_ESCAPE, side), run->escape[side] + word, blocks * ROW_SET);
        put(e, e->distances, (u32)side * blocks * ROW_DISTANCES, run->table->distance[side] + word * 64,
            blocks * ROW_DISTANCES);
        const DueCodes *const due[] = {run->due_wins[side] + run->first, run->due_losses[side] + run->first};
        for (u32 i = 0; i < 2; i++)
            put(e, e->due, (2 * i + (u32)side) * blocks * sizeof(DueCodes), due[i],
                blocks * sizeof(DueCodes));
    }
    put_marks(e);
}

static void get_level(Engine *e)
{
    const Table *table = e->run->table;
    const u64 blocks = e->level.rows / 2;
    for (int side = 0; side < 2; side++) {
        const size_t word = (size_t)e->run->first * BLOCK_WORDS;
        get(e, e->bits, set_offset(e, CHESS_TABLES_WON, side), table->won[side] + word, blocks * ROW_SET);
        get(e, e->bits, set_offset(e, CHESS_TABLES_LOST, side), table->lost[side] + word, blocks * ROW_SET);
        get(e, e->distances, (u32)side * blocks * ROW_DISTANCES, table->distance[side] + word * 64,
            blocks * ROW_DISTANCES);
    }
}

/* ---- plies ---- */

/* News of all rows, added up on the device but for the last few thousandths. */
static u64 sum_news(Engine *e)
{
    const u32 rows = e->level.rows, sums = sums_of(rows), n = sums_of(sums);
    const DeviceArg first[] = {DEVICE_BUFFER(e->marks), DEVICE_BUFFER(e->sums[0]), DEVICE_U32(rows)};
    const DeviceArg second[] = {DEVICE_BUFFER(e->sums[0]), DEVICE_BUFFER(e->sums[1]), DEVICE_U32(sums)};
    launch(e, KERNEL_scan_sums, first, 3, sums);
    launch(e, KERNEL_scan_sums, second, 3, n);
    u32 part[256];
    u64 news = 0;
    for (u32 at = 0; at < n; at += 256) {
        const u32 count = n - at < 256 ? n - at : 256;
        get(e, e->sums[1], at * sizeof *part, part, count * sizeof *part);
        for (u32 i = 0; !e->status && i < count; i++) news += part[i];
    }
    return news;
}

static u64 tally(Engine *e, u32 ply)
{
    const DeviceArg args[] = {DEVICE_BUFFER(e->parameters), DEVICE_BUFFER(e->bits), DEVICE_BUFFER(e->marks),
                              DEVICE_U32(ply)};
    launch(e, KERNEL_chess_tables_tally, args, 4, e->level.rows);
    return sum_news(e);
}

static u64 run_ply(Engine *e, u32 ply)
{
    const DeviceArg seek[] = {DEVICE_BUFFER(e->parameters), DEVICE_BUFFER(e->places), DEVICE_BUFFER(e->due),
                              DEVICE_BUFFER(e->marks), DEVICE_U32(ply)};
    const DeviceArg words[] = {DEVICE_BUFFER(e->parameters), DEVICE_BUFFER(e->places), DEVICE_BUFFER(e->bits),
                               DEVICE_BUFFER(e->distances),  DEVICE_BUFFER(e->marks),  DEVICE_U32(ply)};
    launch(e, KERNEL_chess_tables_seek, seek, 5, e->level.rows);
    if (!e->level.to_mate || ply & 1) launch(e, KERNEL_chess_tables_wins, words, 6, e->level.words);
    if (!e->level.to_mate || !(ply & 1)) launch(e, KERNEL_chess_tables_losses, words, 6, e->level.words);
    return tally(e, ply);
}

static RetrogradeStatus run_plies(Engine *e, const RetrogradeWatch *watch, int level, u64 *decided)
{
    const Table *table = e->run->table;
    const u32 most = (u32)plies_of_distance(table->metric, DISTANCE_MOST, 0);
    u64 news = tally(e, 0);
    *decided += news;
    for (u32 ply = 1; !e->status && (news || ply <= e->run->longest_due); ply++) {
        if (watch && watch->progress &&
            watch->progress(watch->user, level, table->placements->levels, (int)ply, *decided))
            return RETROGRADE_STOPPED;
        if (ply > most) return RETROGRADE_TOO_LONG;
        news = run_ply(e, ply);
        *decided += news;
    }
    return e->status ? RETROGRADE_DEVICE : RETROGRADE_DONE;
}

static RetrogradeStatus solve_level(Engine *e, Workers *workers, const RetrogradeWatch *watch, int level,
                                    u64 *decided)
{
    if (retrograde_prepare(e->run, level, *decided, workers, watch)) return RETROGRADE_STOPPED;
    put_level(e);
    RetrogradeStatus status = run_plies(e, watch, level, decided);
    get_level(e);
    if (e->status) return RETROGRADE_DEVICE;
    if (status == RETROGRADE_DONE) retrograde_finish(e->run, workers);
    return status;
}

RetrogradeStatus device_retrograde_solve(Table *table, ChildTable *child, void *user, Workers *workers,
                                         Device *device, const RetrogradeWatch *watch, DeviceError *error)
{
    Retrograde run;
    Engine e = {.device = device, .run = &run, .error = error};
    const u32 *first = table->placements->level_first;
    RetrogradeStatus status = retrograde_open(&run, table, child, user);
    if (status == RETROGRADE_DONE) open_engine(&e);
    if (e.status) status = RETROGRADE_DEVICE;
    u64 decided = 0;
    for (int level = 0; status == RETROGRADE_DONE && level < table->placements->levels; level++)
        if (first[level] < first[level + 1]) status = solve_level(&e, workers, watch, level, &decided);
    close_engine(&e);
    retrograde_close(&run);
    return status;
}
