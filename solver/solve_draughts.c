/* SPDX-License-Identifier: MIT */
/* Every draughts game as a table of functions for solve.c. */
#include "draughts/device_retrograde.h"
#include "draughts/prober_tables.h"
#include "draughts/retrograde.h"
#include "draughts/write.h"
#include "solve_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 16 }; /* positions */

/* A material in memory, by side to move. */
typedef struct {
    DraughtsTable table[2];       /* the second is empty if both sides have the same pieces */
    const DraughtsTable *side[2]; /* the first twice then */
} Pair;

static SolveItem item_of(DraughtsSlice material)
{
    SolveItem item = {
        .key = draughts_slice_key(material), .men = draughts_slice_pieces(material), .draughts = material};
    draughts_slice_name(material, item.name);
    return item;
}

static int parse(const DraughtsGame *game, const char *text, SolveItem *item, char error[SOLVE_ERROR])
{
    DraughtsSlice slice;
    char shown[SOLVE_SHOWN];
    if (draughts_slice_parse(text, &slice)) {
        snprintf(
            error, SOLVE_ERROR,
            "slice '%s': expected the mover's kings and men, v, the opponent's, such as KMvKK; 2 to %d pieces",
            solve_shown(text, shown), DRAUGHTS_SLICE_PIECES);
        return -1;
    }
    *item = item_of(draughts_material_of(slice, NULL));
    if (draughts_slice_exists(game, item->draughts)) return 0;
    snprintf(error, SOLVE_ERROR, "slice '%s': in %s the first king wins, there are no tables with kings",
             solve_shown(text, shown), game->name);
    return -1;
}

static int list(const DraughtsGame *game, int men, SolveItem *items)
{
    int n = 0;
    for (int own = 1; own < men; own++)
        for (int own_men = 0; own_men <= own; own_men++)
            for (int others = 0; others <= men - own; others++) {
                const DraughtsSlice s = {
                    {{(u8)own_men, (u8)(own - own_men)}, {(u8)others, (u8)(men - own - others)}}};
                int weaker;
                draughts_material_of(s, &weaker);
                if (weaker || !draughts_slice_exists(game, s)) continue;
                if (items) items[n] = item_of(s);
                n++;
            }
    return n;
}

/* Adds what the mover's moves lead to. */
static int add_children(const DraughtsGame *game, DraughtsSlice slice, SolveItem *children, int n)
{
    DraughtsSlice after[DRAUGHTS_SLICE_CHILDREN];
    const int count = draughts_slice_children(game, slice, after);
    for (int i = 0; i < count; i++) {
        const SolveItem item = item_of(draughts_material_of(after[i], NULL));
        int known = 0;
        for (int j = 0; j < n; j++) known |= children[j].key == item.key;
        if (!known) children[n++] = item;
    }
    return n;
}

static int children_of(const DraughtsGame *game, const SolveItem *item, SolveItem children[SOLVE_CHILDREN])
{
    const int n = add_children(game, item->draughts, children, 0);
    return add_children(game, draughts_slice_turned(item->draughts), children, n);
}

static TableId id(const DraughtsGame *game, const SolveItem *item)
{
    return table_id_of_draughts(game, item->draughts, item->name);
}

static int bare(const SolveItem *item)
{
    (void)item;
    return 0;
}

/* Where pieces can be huffed, the sides to move have different numbers of positions. */
static u64 bytes(const DraughtsGame *game, const SolveItem *item)
{
    DraughtsIndex first, second;
    draughts_index_open(&first, game, item->draughts);
    draughts_index_open(&second, game, draughts_slice_turned(item->draughts));
    return first.size + (id(game, item).symmetric ? 0 : second.size);
}

static u64 extra_bytes(const DraughtsGame *game, const SolveItem *item)
{
    return draughts_retrograde_bytes(game, item->draughts);
}

static u64 about(const DraughtsGame *game, const SolveItem *item)
{
    return draughts_slice_placements(game, item->draughts) * (id(game, item).symmetric ? 1 : 2);
}

static u64 positions(const void *table)
{
    const Pair *pair = table;
    const DraughtsIndex *index = &pair->side[0]->index;
    return (index->size >> index->huff_bits) * (pair->side[0] == pair->side[1] ? 1 : 2);
}

static void close_table(void *table)
{
    Pair *pair = table;
    if (pair == NULL) return;
    for (int side = 0; side < 2; side++) draughts_table_close(&pair->table[side]);
    free(pair);
}

static void *open_table(const DraughtsGame *game, const SolveItem *item, int pass)
{
    (void)pass;
    Pair *pair = calloc(1, sizeof *pair);
    if (pair == NULL) return NULL;
    const int same = id(game, item).symmetric;
    pair->side[0] = &pair->table[0];
    pair->side[1] = &pair->table[!same];
    if (draughts_table_open(&pair->table[0], game, item->draughts) == 0 &&
        (same || draughts_table_open(&pair->table[1], game, draughts_slice_turned(item->draughts)) == 0))
        return pair;
    close_table(pair);
    return NULL;
}

/* ---- reading ---- */

static void *open_prober(const DraughtsGame *game, const char *directory, u64 cache, char error[PROBER_ERROR])
{
    return draughts_prober_open(directory, game, cache, error);
}

static void close_prober(void *prober) { draughts_prober_close(prober); }

/* The positions of the first side's table, then those of the second's. */
static u64 items(const void *table)
{
    const Pair *pair = table;
    return pair->table[0].index.size + pair->table[1].index.size;
}

static ProbeStatus read_positions(void *prober, void *table, int pass, u64 first, u64 end,
                                  char error[PROBER_ERROR])
{
    (void)pass;
    Pair *pair = table;
    ProbeStatus status = PROBE_DONE;
    u64 before = 0; /* items of the side before */
    for (int side = 0; side < 2 && status == PROBE_DONE; side++) {
        DraughtsTable *to = &pair->table[side];
        const u64 size = to->index.size, from = first > before ? first - before : 0;
        const u64 until = end < before + size ? end - before : size;
        if (end > before && from < until)
            status = draughts_prober_values(prober, &to->index, PROBE_DTW, from, (u32)(until - from),
                                            to->value + from, error);
        before += size;
    }
    return status;
}

static int count(const void *table, Workers *workers, TableHead *head)
{
    const Pair *pair = table;
    return draughts_count_table(pair->side, workers, head);
}

/* ---- solving and writing ---- */

static const DraughtsTable *child(void *user, DraughtsSlice slice)
{
    int turned;
    const DraughtsSlice material = draughts_material_of(slice, &turned);
    const Pair *pair = solve_child(user, draughts_slice_key(material));
    return pair->side[turned];
}

static RetrogradeStatus solve(void *table, SolveChildren *children, Workers *workers, Device *device,
                              const RetrogradeWatch *watch, DeviceError *error)
{
    Pair *pair = table;
    DraughtsTable *turned = pair->side[0] == pair->side[1] ? &pair->table[0] : &pair->table[1];
    return device ? draughts_device_retrograde_solve(&pair->table[0], turned, child, children, device, watch,
                                                     error)
                  : draughts_retrograde_solve(&pair->table[0], turned, child, children, workers, watch);
}

static WriteStatus write_table(const char *directory, const void *table, SolveChildren *children, int metrics,
                               int (*stop)(void *user), void *user, Workers *workers, u64 *size,
                               char error[PROBER_ERROR])
{
    (void)children;
    const Pair *pair = table;
    return draughts_write(directory, pair->side, metrics, stop, user, workers, size, error);
}

static const struct SolveOps ops = {
    .fewest = 2,
    .most = DRAUGHTS_SLICE_PIECES,
    .pass = {{"dtw", "solve dtw", PROBE_WDL | PROBE_DTW, PROBE_DTW, DRAUGHTS_PLIES_MOST}},
    .passes = 1,
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
    .piece = PIECE,
    .items = items,
    .read = read_positions,
    .count = count,
    .solve = solve,
    .write = write_table,
};

SolveGame solve_game_draughts(const DraughtsGame *game) { return (SolveGame){&ops, game}; }
