/* SPDX-License-Identifier: MIT */
#include "device_retrograde.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../kernels/draughts_tables.h"
#include "../base/device_work.h"

#define PIECE \
    (U64(1) << 22) /* positions whose moves out of the slice are looked up at a time; whole groups */

enum { MOST_CHILDREN = 2 * DRAUGHTS_SLICE_CHILDREN };

/* ---- slices that moves lead to ---- */

typedef struct {
    const DraughtsGame *game;
    u32 count;
    u64 bytes;                       /* of their tables */
    u32 number[DRAUGHTS_SLICE_KEYS]; /* by key; MOST_CHILDREN: none of them */
    DraughtsSlice slice[MOST_CHILDREN];
} Children;

static void add_children(Children *c, DraughtsSlice slice)
{
    DraughtsSlice children[DRAUGHTS_SLICE_CHILDREN];
    const int n = draughts_slice_children(c->game, slice, children);
    for (int i = 0; i < n; i++) {
        u32 *number = &c->number[draughts_slice_key(children[i])];
        DraughtsIndex index;
        if (*number != MOST_CHILDREN) continue;
        draughts_index_open(&index, c->game, children[i]);
        c->bytes += index.size;
        c->slice[c->count] = children[i];
        *number = c->count++;
    }
}

static void find_children(Children *c, const DraughtsGame *game, DraughtsSlice slice)
{
    c->game = game;
    c->count = 0;
    c->bytes = 0;
    for (u32 key = 0; key < DRAUGHTS_SLICE_KEYS; key++) c->number[key] = MOST_CHILDREN;
    add_children(c, slice);
    add_children(c, draughts_slice_turned(slice));
}

/* ---- memory ---- */

typedef struct {
    u64 bytes; /* of the arrays */
    u32 groups, sides;
} Arrays;

static u32 groups_of(u64 size) { return (u32)((size + DRAUGHTS_TABLES_GROUP - 1) / DRAUGHTS_TABLES_GROUP); }
static u64 room_of(u64 size) { return (u64)groups_of(size) * DRAUGHTS_TABLES_GROUP; }

static u64 take(Arrays *arrays, u64 bytes)
{
    const u64 at = arrays->bytes;
    arrays->bytes += bytes;
    return at;
}

/* Where the arrays of both sides lie; the indices are there. */
static Arrays lay_out(DraughtsTables *run)
{
    Arrays arrays = {0, 0, draughts_slice_equal(run->index[0].slice, run->index[1].slice) ? 1 : 2};
    run->groups = groups_of(run->index[0].size);
    for (u32 side = 0; side < 2; side++) {
        if (side == arrays.sides) {
            run->value[1] = run->value[0];
            run->scheduled[1] = run->scheduled[0];
            run->kind[1] = run->kind[0];
            memcpy(run->frontier[1], run->frontier[0], sizeof run->frontier[1]);
            break;
        }
        const u64 room = room_of(run->index[side].size);
        arrays.groups += groups_of(run->index[side].size);
        run->value[side] = take(&arrays, room);
        run->scheduled[side] = take(&arrays, room);
        run->kind[side] = take(&arrays, room);
        for (u32 parity = 0; parity < 2; parity++) run->frontier[side][parity] = take(&arrays, room / 8);
    }
    return arrays;
}

static u64 all_bytes(const Arrays *arrays, const Children *children)
{
    return arrays->bytes + children->bytes + children->count * sizeof(DraughtsTablesChild) +
           sizeof(DraughtsTables) + arrays->groups * sizeof(u32) + work_sums_bytes(arrays->groups);
}

u64 draughts_device_retrograde_bytes(const DraughtsGame *game, DraughtsSlice slice)
{
    Children children;
    DraughtsTables run;
    find_children(&children, game, slice);
    draughts_index_open(&run.index[0], game, slice);
    draughts_index_open(&run.index[1], game, draughts_slice_turned(slice));
    const Arrays arrays = lay_out(&run);
    return all_bytes(&arrays, &children);
}

/* ---- the run on the device ---- */

typedef struct {
    DeviceWork work;
    DraughtsTable *table[2];
    const RetrogradeWatch *watch;
    u64 decided; /* up to the last ply */
    Arrays arrays;
    Children children;
    DraughtsTables run;
    DraughtsTablesChild child[MOST_CHILDREN];
    DeviceBuffer *parameters, *child_list, *child_values, *bytes, *newly_solved;
    DeviceSums sums;
} Engine;

static void put_children(Engine *e, DraughtsChild *child, void *user)
{
    DeviceWork *w = &e->work;
    u64 first = 0;
    for (u32 i = 0; !w->status && i < e->children.count; i++) {
        const DraughtsTable *table = child(user, e->children.slice[i]);
        e->child[i].index = table->index;
        e->child[i].first = first;
        work_put(w, e->child_values, first, table->value, table->index.size);
        first += table->index.size;
    }
    work_put(w, e->child_list, 0, e->child, e->children.count * sizeof *e->child);
}

static void put_parameters(Engine *e, const DraughtsGame *game)
{
    DraughtsTables *run = &e->run;
    run->words = draughts_words(&game->rules);
    run->rules = game->rules;
    if (run->words == 1) run->one = draughts_geometry_x1(game);
    else run->two = draughts_geometry_x2(game);
    memcpy(run->child, e->children.number, sizeof run->child);
    work_put(&e->work, e->parameters, 0, run, sizeof *run);
}

static void open_engine(Engine *e, DraughtsChild *child, void *user)
{
    DeviceWork *w = &e->work;
    const DraughtsGame *game = e->table[0]->index.game;
    char name[DRAUGHTS_SLICE_NAME];
    find_children(&e->children, game, e->table[0]->index.slice);
    for (u32 side = 0; side < 2; side++) e->run.index[side] = e->table[side]->index;
    e->arrays = lay_out(&e->run);
    const u64 bytes = e->arrays.bytes, child_bytes = e->children.bytes;
    draughts_slice_name(e->table[0]->index.slice, name);
    work_check_room(w, name, all_bytes(&e->arrays, &e->children), bytes > child_bytes ? bytes : child_bytes);
    work_allocate(w, sizeof e->run, &e->parameters);
    work_allocate(w, sizeof e->child, &e->child_list);
    work_allocate(w, child_bytes ? child_bytes : 1, &e->child_values);
    work_allocate(w, bytes, &e->bytes);
    work_allocate(w, e->arrays.groups * sizeof(u32), &e->newly_solved);
    work_sums_open(w, e->arrays.groups, &e->sums);
    put_parameters(e, game);
    put_children(e, child, user);
}

static void close_engine(Engine *e)
{
    Device *device = e->work.device;
    DeviceBuffer *const buffers[] = {e->parameters, e->child_list, e->child_values, e->bytes,
                                     e->newly_solved};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) device->backend->free(device, buffers[i]);
    work_sums_close(&e->work, &e->sums);
}

static int stops(const Engine *e, u32 ply)
{
    const RetrogradeWatch *w = e->watch;
    return w && w->progress && w->progress(w->user, 0, 1, (int)ply, e->decided);
}

/* The moves out of the slice. 1: stopped. */
static int begin(Engine *e)
{
    DeviceWork *w = &e->work;
    for (u32 side = 0; side < e->arrays.sides; side++) {
        const u64 room = room_of(e->run.index[side].size);
        for (u64 first = 0; !w->status && first < room; first += PIECE) {
            const DeviceArg args[] = {DEVICE_BUFFER(e->parameters),
                                      DEVICE_BUFFER(e->child_list),
                                      DEVICE_BUFFER(e->child_values),
                                      DEVICE_BUFFER(e->bytes),
                                      DEVICE_U32(side),
                                      DEVICE_U64(first)};
            if (stops(e, 0)) return 1;
            work_launch(w, KERNEL_draughts_tables_begin, args, 6,
                        room - first < PIECE ? room - first : PIECE);
            if (!w->status) w->status = w->device->backend->wait(w->device, w->error);
        }
    }
    return 0;
}

static void run_all(Engine *e, KernelId kernel, u32 ply)
{
    for (u32 side = 0; side < e->arrays.sides; side++) {
        const DeviceArg args[] = {DEVICE_BUFFER(e->parameters), DEVICE_BUFFER(e->bytes), DEVICE_U32(side),
                                  DEVICE_U32(ply)};
        work_launch(&e->work, kernel, args, 4, e->run.index[side].size);
    }
}

/* kind: DRAUGHTS_TABLES_FRESH and so on */
static u64 count(Engine *e, u32 ply, u32 kind)
{
    for (u32 side = 0; side < e->arrays.sides; side++) {
        const DeviceArg args[] = {DEVICE_BUFFER(e->parameters),
                                  DEVICE_BUFFER(e->bytes),
                                  DEVICE_BUFFER(e->newly_solved),
                                  DEVICE_U32(side),
                                  DEVICE_U32(ply),
                                  DEVICE_U32(kind)};
        work_launch(&e->work, KERNEL_draughts_tables_tally, args, 6, groups_of(e->run.index[side].size));
    }
    return work_sum(&e->work, &e->sums, e->newly_solved, e->arrays.groups);
}

/* Positions decided at this ply, which the next one starts from. */
static u64 finish_ply(Engine *e, u32 ply)
{
    const u64 newly_solved = count(e, ply, DRAUGHTS_TABLES_NEW);
    run_all(e, KERNEL_draughts_tables_commit, ply);
    e->decided += newly_solved;
    return newly_solved;
}

static RetrogradeStatus fail_cut(const Engine *e)
{
    snprintf(e->work.error->text, sizeof e->work.error->text,
             "%s: a position has more than %d captures, for which there is no room on devices",
             e->work.device->info.id, DRAUGHTS_TABLES_CAPTURES);
    return RETROGRADE_DEVICE;
}

static RetrogradeStatus run_plies(Engine *e)
{
    if (begin(e)) return RETROGRADE_STOPPED;
    if (count(e, 0, DRAUGHTS_TABLES_TOO_LONG)) return RETROGRADE_TOO_LONG;
    if (count(e, 0, DRAUGHTS_TABLES_CUT)) return fail_cut(e);
    u64 newly_solved = finish_ply(e, 0);
    for (u32 ply = 1; newly_solved || count(e, ply - 1, DRAUGHTS_TABLES_WAITING); ply++) {
        if (stops(e, ply)) return RETROGRADE_STOPPED;
        run_all(e, KERNEL_draughts_tables_look, ply);
        newly_solved = finish_ply(e, ply);
        if (newly_solved && ply > DRAUGHTS_PLIES_MOST) return RETROGRADE_TOO_LONG;
    }
    return RETROGRADE_DONE;
}

RetrogradeStatus draughts_device_retrograde_solve(DraughtsTable *table, DraughtsTable *turned,
                                                  DraughtsChild *child, void *user, Device *device,
                                                  const RetrogradeWatch *watch, DeviceError *error)
{
    Engine *e = calloc(1, sizeof *e);
    if (!e) return RETROGRADE_MEMORY;
    e->work = (DeviceWork){.device = device, .error = error};
    e->table[0] = table;
    e->table[1] = turned;
    e->watch = watch;
    open_engine(e, child, user);
    RetrogradeStatus status = e->work.status ? RETROGRADE_DEVICE : run_plies(e);
    for (u32 side = 0; status == RETROGRADE_DONE && side < e->arrays.sides; side++)
        work_get(&e->work, e->bytes, e->run.value[side], e->table[side]->value, e->table[side]->index.size);
    if (e->work.status) status = RETROGRADE_DEVICE;
    close_engine(e);
    free(e);
    return status;
}
