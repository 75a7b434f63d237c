/* SPDX-License-Identifier: MIT */
#include "retrograde_each.h"

#include "../base/ply_totals.h"

#include <stdlib.h>

#define PIECE 4096 /* positions that a thread takes at a time; whole words of bits */

typedef struct {
    DraughtsGeometry_x2 g;
    const DraughtsSource *source;
    const DraughtsRuleset *rules;
    DraughtsTable *table[2]; /* the second is the first if the slice looks alike from both sides */
    u8 *scheduled
        [2]; /* by index: the ply when captures and the like win, or lose at the earliest; 0: never */
    u64 *frontier[2][2]; /* by parity of the ply: a bit for each position before what was decided a ply ago */
    u32 ply;
} Each;

/* ---- moves ---- */

static B128 capturers_of(const Each *each, const DraughtsBoard_x2 *b)
{
    return draughts_capturers_x2(each->rules, &each->g, b);
}

/* Adds the quiet moves that crown nobody. */
static void add_quiet(const Each *each, const DraughtsBoard_x2 *b, B128 capturers, DraughtsBest *best)
{
    DraughtsQuietMoves_x2 m = draughts_quiet_moves_x2(b, DRAUGHTS_QUIET_UNCROWNED);
    while (draughts_next_quiet_x2(each->rules, &each->g, b, &m)) {
        const DraughtsBoard_x2 next =
            draughts_make_quiet_x2(each->rules, &each->g, b, m.from, m.to, capturers);
        draughts_add_move_x2(each->source, &each->g, next, best);
    }
}

/* Marks the positions of the table from which a quiet move leads to the board, which is turned: whatever
 * could be huffed there. */
static void mark_before(const Each *each, const DraughtsTable *table, const DraughtsBoard_x2 *b,
                        u64 *frontier)
{
    DraughtsQuietMoves_x2 m = draughts_quiet_moves_x2(b, DRAUGHTS_QUIET_UNDONE);
    while (draughts_next_quiet_x2(each->rules, &each->g, b, &m)) {
        const DraughtsBoard_x2 before = draughts_before_quiet_x2(b, &m);
        const u64 first = draughts_index_x2(&table->index, &before);
        for (u64 i = first; i < first + (U64(1) << table->index.huff_bits); i++)
            __atomic_fetch_or(&frontier[i >> 6], U64(1) << (i & 63), __ATOMIC_RELAXED);
    }
}

/* ---- plies ---- */

typedef enum { EACH_BEGIN, EACH_PLY } EachKind;

typedef struct {
    Each *each;
    EachKind kind;
    u32 side;
    PlyTotals totals;
    atomic_uint failed;
} EachStep;

static void decide(const Each *each, u32 side, u64 i, const DraughtsBoard_x2 *b)
{
    __atomic_store_n(&each->table[side]->value[i], (u8)(each->ply + 1), __ATOMIC_RELAXED);
    const DraughtsBoard_x2 turned = draughts_turn_x2(&each->g, *b);
    mark_before(each, each->table[side ^ 1], &turned, each->frontier[side ^ 1][(each->ply + 1) & 1]);
}

/* 1 if the position is decided: its mover cannot move. */
static u64 begin(EachStep *step, u64 i)
{
    const Each *each = step->each;
    const DraughtsBoard_x2 b = draughts_index_board_x2(&each->table[step->side]->index, i);
    u32 quiet;
    const DraughtsBest best =
        draughts_best_conversion_x2(each->source, &each->g, &b, capturers_of(each, &b), &quiet);
    if (!best.moves && !draughts_count_quiet_x2(each->rules, &each->g, &b)) {
        decide(each, step->side, i, &b);
        return 1;
    }
    if (best.value > DRAUGHTS_PLIES_MOST + 1) atomic_store(&step->failed, 1);
    if (!best.value) return 0;
    each->scheduled[step->side][i] = (u8)(best.value - 1);
    ply_totals_schedule(&step->totals, best.value - 1);
    return 0;
}

/* 1 if the position is decided at this ply: replies that are not count as drawn. */
static u64 look_at(EachStep *step, u64 i)
{
    const Each *each = step->each;
    const DraughtsBoard_x2 b = draughts_index_board_x2(&each->table[step->side]->index, i);
    const B128 capturers = capturers_of(each, &b);
    u32 quiet;
    DraughtsBest best = draughts_best_conversion_x2(each->source, &each->g, &b, capturers, &quiet);
    if (quiet) add_quiet(each, &b, capturers, &best);
    if (best.value != each->ply + 1) return 0;
    decide(each, step->side, i, &b);
    return 1;
}

static u64 look_at_piece(EachStep *step, u64 first, u64 end)
{
    const Each *each = step->each;
    const u8 *value = each->table[step->side]->value, *scheduled = each->scheduled[step->side];
    u64 *frontier = each->frontier[step->side][each->ply & 1], decided = 0;
    for (u64 word = first / 64; word < (end + 63) / 64; word++) {
        const u64 marked = frontier[word];
        frontier[word] = 0;
        for (u64 i = 64 * word; i < 64 * (word + 1) && i < end; i++) {
            const int is_open = (marked >> (i & 63) & 1) || scheduled[i] == each->ply;
            if (is_open && !__atomic_load_n(&value[i], __ATOMIC_RELAXED)) decided += look_at(step, i);
        }
    }
    return decided;
}

static void treat_piece(void *user, u64 first, u64 end, int worker)
{
    EachStep *step = user;
    if (ply_totals_watch(&step->totals, worker, step->each->ply)) return;
    u64 decided = 0;
    if (step->kind == EACH_PLY) decided = look_at_piece(step, first, end);
    else
        for (u64 i = first; i < end; i++) decided += begin(step, i);
    ply_totals_add(&step->totals, decided);
}

static u64 run_step(EachStep *step, EachKind kind, Workers *workers)
{
    const Each *each = step->each;
    step->kind = kind;
    for (step->side = 0; step->side < (each->table[0] == each->table[1] ? 1u : 2u); step->side++)
        workers_run(workers, each->table[step->side]->index.size, PIECE, treat_piece, step);
    return ply_totals_take(&step->totals);
}

static u64 words_for(u64 size) { return (size + 63) / 64; }

static int open_each(Each *each)
{
    int whole = 1;
    for (int side = 0; side < 2; side++) {
        if (side && each->table[0] == each->table[1]) {
            each->scheduled[1] = each->scheduled[0];
            each->frontier[1][0] = each->frontier[0][0];
            each->frontier[1][1] = each->frontier[0][1];
            break;
        }
        const u64 size = each->table[side]->index.size;
        each->scheduled[side] = calloc(size, 1);
        whole &= each->scheduled[side] != NULL;
        for (int parity = 0; parity < 2; parity++)
            whole &= (each->frontier[side][parity] = calloc(words_for(size), sizeof(u64))) != NULL;
    }
    return whole;
}

static void close_each(Each *each)
{
    for (int side = 0; side < (each->table[0] == each->table[1] ? 1 : 2); side++) {
        free(each->scheduled[side]);
        free(each->frontier[side][0]);
        free(each->frontier[side][1]);
    }
}

static RetrogradeStatus solve(EachStep *step, Workers *workers)
{
    Each *each = step->each;
    u64 newly_solved = run_step(step, EACH_BEGIN, workers);
    if (atomic_load(&step->failed)) return RETROGRADE_TOO_LONG;
    const u32 longest = atomic_load(&step->totals.longest);
    for (each->ply = 1; (newly_solved || each->ply <= longest) && !ply_totals_stopped(&step->totals);
         each->ply++) {
        newly_solved = run_step(step, EACH_PLY, workers);
        if (newly_solved && each->ply > DRAUGHTS_PLIES_MOST) return RETROGRADE_TOO_LONG;
    }
    return ply_totals_stopped(&step->totals) ? RETROGRADE_STOPPED : RETROGRADE_DONE;
}

RetrogradeStatus draughts_each_solve(DraughtsTable *table, DraughtsTable *turned,
                                     const DraughtsSource *source, Workers *workers,
                                     const RetrogradeWatch *watch)
{
    Each each = {.g = draughts_geometry_x2(source->game),
                 .source = source,
                 .rules = &source->game->rules,
                 .table = {table, turned}};
    EachStep step = {.each = &each, .totals = {.watch = watch, .levels = 1}};
    source->known[draughts_slice_key(table->index.slice)] = table;
    source->known[draughts_slice_key(turned->index.slice)] = turned;
    const RetrogradeStatus status = open_each(&each) ? solve(&step, workers) : RETROGRADE_MEMORY;
    close_each(&each);
    return status;
}

u64 draughts_each_bytes(const DraughtsGame *game, DraughtsSlice slice)
{
    const DraughtsSlice turned = draughts_slice_turned(slice);
    DraughtsIndex index;
    u64 bytes = 0;
    for (int side = 0; side < (draughts_slice_equal(slice, turned) ? 1 : 2); side++)
        if (!draughts_index_open(&index, game, side ? turned : slice))
            bytes += index.size + 2 * sizeof(u64) * words_for(index.size);
    return bytes;
}
