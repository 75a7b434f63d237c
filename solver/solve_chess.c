/* SPDX-License-Identifier: MIT */
/* Chess as a table of functions for solve.c. */
#include "chess/write.h"
#include "chess/device_retrograde.h"
#include "solve_game.h"
#include "chess/table_blocks.h"

#include <stdio.h>
#include <string.h>

enum { PASS_DTZ, PASS_DTM };

static SolveItem item_of(const Material *material)
{
    SolveItem item = {.key = material->key, .men = material->count + 2, .chess = *material};
    snprintf(item.name, sizeof item.name, "%s", material->name);
    return item;
}

static int parse(const DraughtsGame *game, const char *text, SolveItem *item, char error[SOLVE_ERROR])
{
    (void)game;
    Material material;
    if (material_parse(text, &material, error)) return -1;
    *item = item_of(&material);
    return 0;
}

static int list(const DraughtsGame *game, int men, SolveItem *items)
{
    (void)game;
    Material materials[SOLVE_LIST];
    const int n = material_list(men, NULL);
    if (items == NULL || n > SOLVE_LIST) return n;
    material_list(men, materials);
    for (int i = 0; i < n; i++) items[i] = item_of(&materials[i]);
    return n;
}

static int children_of(const DraughtsGame *game, const SolveItem *item, SolveItem children[SOLVE_CHILDREN])
{
    (void)game;
    Material materials[MATERIAL_CHILDREN];
    const int n = material_children(&item->chess, materials);
    for (int i = 0; i < n; i++) children[i] = item_of(&materials[i]);
    return n;
}

static TableId id(const DraughtsGame *game, const SolveItem *item)
{
    (void)game;
    return table_id_of_chess(&item->chess);
}

static int bare(const SolveItem *item) { return item->chess.count == 0; }

static u64 bytes(const DraughtsGame *game, const SolveItem *item)
{
    (void)game;
    return table_bytes(&item->chess);
}

static u64 extra_bytes(const DraughtsGame *game, const SolveItem *item)
{
    (void)game;
    return retrograde_bytes(&item->chess);
}

static u64 about(const DraughtsGame *game, const SolveItem *item)
{
    (void)game;
    return (U64(2) << 6 * item->men) / (item->chess.pawns ? 2 : 8);
}

static u64 positions(const void *table)
{
    return (u64)((const Table *)table)->placements->blocks * BLOCK_CELLS * 2;
}

static void *open_table(const DraughtsGame *game, const SolveItem *item, int pass)
{
    (void)game;
    return table_open(&item->chess, pass == PASS_DTM ? METRIC_DTM : METRIC_DTZ);
}

static void close_table(void *table) { table_close(table); }

/* ---- reading ---- */

static void *open_prober(const DraughtsGame *game, const char *directory, u64 cache, char error[PROBER_ERROR])
{
    (void)game;
    return prober_open(directory, cache, error);
}

static void close_prober(void *prober) { prober_close(prober); }

static u64 items(const void *table) { return ((const Table *)table)->placements->blocks; }

static void take_values(Table *table, u32 block, u32 side, const ValueBlock *values)
{
    for (u32 p = 0; p < 64; p++) {
        const size_t word = (size_t)block * BLOCK_WORDS + p;
        u64 won = 0, lost = 0;
        for (u32 q = 0; q < 64; q++) {
            const Value v = values->at[p][q];
            won |= (u64)(v > 0) << q;
            lost |= (u64)(v < 0) << q;
            table->distance[side][word * 64 + q] =
                (u8)(v == VALUE_ILLEGAL ? DISTANCE_ILLEGAL
                                        : distance_of_plies(table->metric, value_plies(v)));
        }
        table->won[side][word] = won;
        table->lost[side][word] = lost;
    }
}

static ProbeStatus read_side(void *prober, Table *table, int metrics, u32 block, u32 side,
                             char error[PROBER_ERROR])
{
    ValueBlock values;
    const ProbeStatus status = prober_block(prober, &table->material, metrics, block, side, &values, error);
    if (status == PROBE_DONE) take_values(table, block, side, &values);
    return status;
}

/* Blocks. Of METRIC_DTZ, tables that others lead to need their results alone. */
static ProbeStatus read_blocks(void *prober, void *into, int pass, u64 first, u64 end,
                               char error[PROBER_ERROR])
{
    Table *table = into;
    const int metrics = pass == PASS_DTM ? PROBE_DTM : PROBE_WDL;
    ProbeStatus status = PROBE_DONE;
    for (u64 block = first; block < end && status == PROBE_DONE; block++)
        for (u32 side = 0; side < 2 && status == PROBE_DONE; side++)
            status = read_side(prober, table, metrics, (u32)block, side, error);
    return status;
}

static int count(const void *table, Workers *workers, TableHead *head)
{
    return chess_count_table(table, workers, head);
}

/* ---- solving and writing ---- */

static const Table *child(void *user, const Material *material) { return solve_child(user, material->key); }

static RetrogradeStatus solve(void *table, SolveChildren *children, Workers *workers, Device *device,
                              const RetrogradeWatch *watch, DeviceError *error)
{
    return device ? device_retrograde_solve(table, child, children, workers, device, watch, error)
                  : retrograde_solve(table, child, children, workers, watch);
}

typedef struct {
    SolveChildren *children;
    int (*stop)(void *user);
    void *user;
} Writing;

static const Table *child_while_writing(void *user, const Material *material)
{
    return child(((const Writing *)user)->children, material);
}

static int stop_writing(void *user)
{
    const Writing *w = user;
    return w->stop(w->user);
}

static WriteStatus write_table(const char *directory, const void *table, SolveChildren *children, int metrics,
                               int (*stop)(void *user), void *user, Workers *workers, u64 *size,
                               char error[PROBER_ERROR])
{
    Writing w = {children, stop, user};
    return chess_write(directory, table, metrics, child_while_writing, stop_writing, &w, workers, size,
                       error);
}

static const struct SolveOps ops = {
    .fewest = 3,
    .most = MATERIAL_MEN,
    .pass = {{"dtz", "solve dtz", PROBE_WDL | PROBE_DTZ, PROBE_WDL, DISTANCE_MOST},
             {"dtm", "solve dtm", PROBE_DTM, PROBE_DTM, 2 * DISTANCE_MOST}},
    .passes = 2,
    .parse = parse,
    .list = list,
    .children = children_of,
    .id = id,
    .bare = bare,
    .bytes = bytes,
    .extra_bytes = extra_bytes,
    .about = about,
    .positions = positions,
    .open = open_table,
    .close = close_table,
    .open_prober = open_prober,
    .close_prober = close_prober,
    .piece = 16,
    .items = items,
    .read = read_blocks,
    .count = count,
    .solve = solve,
    .write = write_table,
};

SolveGame solve_game_chess(void) { return (SolveGame){&ops, NULL}; }
