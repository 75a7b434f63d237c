/* SPDX-License-Identifier: MIT */
#include "../base/ply_totals.h"
#include "retrograde_each.h"
#include "retrograde_state.h"

#include <stdlib.h>
#include <string.h>

#define PIECE 256 /* rows that a thread takes at a time: whole groups */

static const DraughtsBuild *build_in_use(void)
{
    static const InstructionSet *const builds[] = {
        &draughts_retrograde_avx512.set, &draughts_retrograde_avx2.set, &draughts_retrograde_plain.set, NULL};
    return (const DraughtsBuild *)instruction_set_here(builds);
}

/* ---- tables ---- */

int draughts_table_open(DraughtsTable *table, const DraughtsGame *game, DraughtsSlice slice)
{
    table->value = NULL;
    if (draughts_index_open(&table->index, game, slice)) return -1;
    table->value = calloc(table->index.size ? table->index.size : 1, 1);
    return table->value ? 0 : -1;
}

void draughts_table_close(DraughtsTable *table)
{
    free(table->value);
    table->value = NULL;
}

/* ---- the shape of a run ---- */

static u64 combinations(u32 squares, u32 count)
{
    u64 all = 1;
    for (u32 i = 0; i < count; i++) all = all * (squares - i) / (i + 1);
    return all;
}

typedef struct {
    u64 domain[DRAUGHTS_CLASSES];
    u32 count[DRAUGHTS_CLASSES]; /* of fixed pieces */
    u32 free_class;
    u32 row_bytes;
    u64 rows;
    u64 sets;
} Shape;

static u64 rows_of(const Shape *shape)
{
    u64 rows = 1;
    for (u32 c = 0; c < DRAUGHTS_CLASSES; c++)
        rows *= combinations(popcount64(shape->domain[c]), shape->count[c]);
    return rows;
}

/* The free piece is of the class that leaves the fewest rows. */
static Shape shape_of(const DraughtsGeometry_x1 *g, DraughtsSlice slice)
{
    Shape shape = {.free_class = DRAUGHTS_CLASSES, .rows = ~U64(0), .row_bytes = (g->bits + 7) & ~7u};
    const u64 turned_crown = b_reverse_x1(g->crown, g->bits);
    for (u32 c = 0; c < DRAUGHTS_CLASSES; c++) {
        shape.domain[c] = c & 1 ? g->board : g->board & ~(c & 2 ? turned_crown : g->crown);
        shape.count[c] = slice.count[c >> 1][c & 1];
    }
    for (u32 c = 0; c < DRAUGHTS_CLASSES; c++) {
        if (!shape.count[c]) continue;
        shape.count[c]--;
        const u64 rows = rows_of(&shape);
        shape.count[c]++;
        if (rows >= shape.rows) continue;
        shape.rows = rows;
        shape.free_class = c;
    }
    shape.count[shape.free_class]--;
    for (u32 c = 0; c < DRAUGHTS_CLASSES; c++)
        shape.sets += combinations(popcount64(shape.domain[c]), shape.count[c]);
    return shape;
}

static int by_position(const DraughtsGame *game)
{
    return draughts_words(&game->rules) == 2 || game->rules.obligation == DRAUGHTS_HUFF;
}

u64 draughts_retrograde_bytes(const DraughtsGame *game, DraughtsSlice slice)
{
    const u64 known = DRAUGHTS_SLICE_KEYS * sizeof(DraughtsTable *);
    if (by_position(game)) return known + draughts_each_bytes(game, slice);
    const DraughtsGeometry_x1 g = draughts_geometry_x1(game);
    const Shape shape = shape_of(&g, slice);
    return known + 8 * shape.sets + 2 * shape.rows * (6 * sizeof(u64) + shape.row_bytes + 1);
}

/* All sets of so many squares, by number. */
static void fill_sets(DraughtsClass *class)
{
    u32 n = 0;
    u64 squares[64];
    for (u64 left = class->domain; left; left &= left - 1) {
        class->number[lowest_bit64(left)] = (u8)n;
        squares[n++] = left & (0 - left);
    }
    u32 chosen[DRAUGHTS_SLICE_PIECES + 1];
    for (u32 i = 0; i < class->count; i++) chosen[i] = i;
    chosen[class->count] = n;
    for (u32 k = 0; k < class->combinations; k++) {
        u64 set = 0;
        for (u32 i = 0; i < class->count; i++) set |= squares[chosen[i]];
        class->sets[k] = set;
        u32 i = 0;
        for (; i + 1 < class->count && chosen[i] + 1 == chosen[i + 1]; i++) chosen[i] = i;
        chosen[i]++;
    }
}

static int open_class(DraughtsClass *class, u64 domain, u32 count)
{
    class->domain = domain;
    class->count = count;
    class->combinations = (u32)combinations(popcount64(domain), count);
    class->sets = malloc(class->combinations * sizeof(u64));
    if (!class->sets) return 0;
    fill_sets(class);
    return 1;
}

static int open_run(DraughtsRun *run)
{
    const Shape shape = shape_of(&run->g, run->table[0]->index.slice);
    if (shape.rows > UINT32_MAX - DRAUGHTS_ROW_GROUP) return 0;
    u32 stride = run->rows = (u32)shape.rows;
    const u32 room = run->rows + DRAUGHTS_ROW_GROUP;
    int whole = run->source.known != NULL;
    run->free_class = shape.free_class;
    run->row_bytes = shape.row_bytes;
    for (u32 c = 0; c < DRAUGHTS_CLASSES; c++) {
        whole &= open_class(&run->class[c], shape.domain[c], shape.count[c]);
        run->fixed += shape.count[c];
        stride /= run->class[c].combinations;
        run->class[c].stride = stride;
    }
    for (int side = 0; side < 2; side++) {
        u64 **const words[] = {&run->open[side],   &run->won[side],       &run->safe[side],
                               &run->closed[side], &run->next_wins[side], &run->next_losses[side]};
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            whole &= (*words[i] = calloc(room, 8)) != NULL;
        run->value[side] = calloc(run->rows, run->row_bytes);
        run->scheduled[side] = calloc(room, 1);
        whole &= run->value[side] && run->scheduled[side];
    }
    return whole;
}

static void close_run(DraughtsRun *run)
{
    for (u32 c = 0; c < DRAUGHTS_CLASSES; c++) free(run->class[c].sets);
    for (int side = 0; side < 2; side++) {
        free(run->open[side]);
        free(run->won[side]);
        free(run->safe[side]);
        free(run->closed[side]);
        free(run->next_wins[side]);
        free(run->next_losses[side]);
        free(run->value[side]);
        free(run->scheduled[side]);
    }
}

/* ---- steps over all rows ---- */

typedef struct {
    DraughtsRun *run;
    DraughtsStep *treat;
    u32 sides;
    PlyTotals totals;
    atomic_uint failed;
} Steps;

static void treat_piece(void *user, u64 first, u64 end, int worker)
{
    Steps *steps = user;
    DraughtsFound found = {0, 0, 0};
    if (ply_totals_watch(&steps->totals, worker, steps->run->ply)) return;
    for (u32 side = 0; side < steps->sides; side++)
        steps->treat(steps->run, (u32)first, (u32)end, side, &found);
    ply_totals_add(&steps->totals, found.decided);
    ply_totals_schedule(&steps->totals, found.longest);
    if (found.failed) atomic_store_explicit(&steps->failed, 1, memory_order_relaxed);
}

static u64 run_step(Steps *steps, DraughtsStep *treat, Workers *workers)
{
    steps->treat = treat;
    workers_run(workers, steps->run->rows, PIECE, treat_piece, steps);
    return ply_totals_take(&steps->totals);
}

static RetrogradeStatus solve_rows(Steps *steps, Workers *workers)
{
    const DraughtsBuild *build = build_in_use();
    DraughtsRun *run = steps->run;
    const u32 winning = run->rules->goal != DRAUGHTS_GIVEAWAY; /* parity of the plies that win */
    steps->sides = 2;
    u64 newly_solved = run_step(steps, build->look_up, workers);
    if (atomic_load(&steps->failed)) return RETROGRADE_TOO_LONG;
    const u32 longest = atomic_load(&steps->totals.longest);
    for (run->ply = 1; (newly_solved || run->ply <= longest) && !ply_totals_stopped(&steps->totals);
         run->ply++) {
        newly_solved = run_step(steps, (run->ply & 1) == winning ? build->wins : build->losses, workers);
        if (newly_solved && run->ply > DRAUGHTS_PLIES_MOST) return RETROGRADE_TOO_LONG;
    }
    if (run->table[0] == run->table[1]) steps->sides = 1;
    run_step(steps, build->write, workers);
    return ply_totals_stopped(&steps->totals) ? RETROGRADE_STOPPED : RETROGRADE_DONE;
}

RetrogradeStatus draughts_retrograde_solve(DraughtsTable *table, DraughtsTable *turned, DraughtsChild *child,
                                           void *user, Workers *workers, const RetrogradeWatch *watch)
{
    const DraughtsGame *game = table->index.game;
    const DraughtsTable **known = calloc(DRAUGHTS_SLICE_KEYS, sizeof *known);
    const DraughtsSource source = {child, user, game, &game->rules, known};
    RetrogradeStatus status = RETROGRADE_MEMORY;
    if (known && by_position(game)) {
        status = draughts_each_solve(table, turned, &source, workers, watch);
    } else if (known) {
        DraughtsRun run = {.rules = &game->rules,
                           .g = draughts_geometry_x1(game),
                           .table = {table, turned},
                           .source = source};
        Steps steps = {.run = &run, .totals = {.watch = watch, .levels = 1}};
        if (open_run(&run)) status = solve_rows(&steps, workers);
        close_run(&run);
    }
    free(known);
    return status;
}
