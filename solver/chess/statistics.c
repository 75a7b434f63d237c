/* SPDX-License-Identifier: MIT */
#include "statistics.h"

#include <stdlib.h>
#include <string.h>

#include "block_symmetry.h"

/* Counts are taken in eighths of positions: a cell of a block with n symmetries is 8 / n of them, and as much
 * again for each symmetry that leaves it where it is. That is Burnside's count of cells up to symmetry. */

enum { LANES = 4, VALUES = 65536, LAST_IN_TIME = 100 };

/* Of one side to move, indexed by values as u16. */
typedef struct {
    u64 cells[VALUES][LANES]; /* several, as a count that was just written is slow to add to */
    u64 fixed[VALUES];        /* cells once for each symmetry of their block that fixes the kings */
    u64 fixed_all[VALUES];    /* likewise, that fixes the other men too */
} Tally;

typedef struct {
    Value value;
    u64 index;
} Found;

typedef struct {
    Tally *tally[2];
    Found longest[2][5]; /* by result */
} Share;                 /* of a worker */

typedef struct {
    const TableWalk *walk;
    const Placements *placements;
    int metrics;
    Value first_cursed; /* wins from here down to 1 are cursed */
    Share *shares;
} Counting;

/* ---- counting ---- */

static void count_cells(Tally *tally, const ValueBlock *values, u64 eighths)
{
    const Value *value = values->at[0];
    for (u32 i = 0; i < BLOCK_CELLS; i += LANES)
        for (u32 lane = 0; lane < LANES; lane++) tally->cells[(u16)value[i + lane]][lane] += eighths;
}

static void count_fixed(Tally *tally, const ValueBlock *values, const BlockSymmetry *symmetry)
{
    const u64 eighths = 8 / symmetry->order;
    for (u32 s = 1; s < 8; s++) {
        if (!(symmetry->maps >> s & 1)) continue;
        const u64 fixed = symmetry_fixed_squares(s);
        for (u64 p = fixed; p; p &= p - 1)
            for (u64 q = fixed; q; q &= q - 1) {
                const u16 value = (u16)values->at[lowest_bit64(p)][lowest_bit64(q)];
                tally->fixed[value] += eighths;
                if (symmetry->fixes >> s & 1) tally->fixed_all[value] += eighths;
            }
    }
}

/* ---- the longest ---- */

/* A longer win is a smaller value, a longer loss a larger one. */
static int is_longer(Value a, Value b) { return b == 0 || (a > 0 ? a < b : a > b); }

/* Steps up or down from `end` to a value, less 32768. What lies on the other side of `end` wraps around and
 * is farther than any value of this side. */
static Value steps_up(Value end, Value to) { return (Value)(to - end - 32768); }
static Value steps_down(Value end, Value to) { return (Value)(end - to - 32768); }

static Value nearer(Value a, Value b) { return a < b ? a : b; }
static Value value_above(Value end, Value steps, Value last)
{
    const i32 value = end + steps + 32768;
    return value <= last ? (Value)value : 0;
}

/* By result: the longest of a block, 0 if no position has it. Long wins and losses lie next to the results that
 * are worse or better than they. */
static void longest_of_block(const ValueBlock *values, Value first_cursed, Value longest[5])
{
    const Value after_cursed = (Value)(first_cursed + 1), before_cursed = (Value)-after_cursed;
    Value win = VALUE_ILLEGAL, cursed = VALUE_ILLEGAL, loss = VALUE_ILLEGAL, blessed = VALUE_ILLEGAL;
    for (u32 p = 0; p < 64; p++)
        for (u32 q = 0; q < 64; q++) {
            const Value v = values->at[p][q];
            win = nearer(win, steps_up(after_cursed, v));
            cursed = nearer(cursed, steps_up(1, v));
            loss = nearer(loss, steps_down(before_cursed, v));
            blessed = nearer(blessed, steps_down(-1, v));
        }
    longest[WDL_WIN + 2] = value_above(after_cursed, win, value_win(0));
    longest[WDL_CURSED_WIN + 2] = value_above(1, cursed, first_cursed);
    longest[WDL_DRAW + 2] = 0;
    longest[WDL_BLESSED_LOSS + 2] = (Value)-value_above(1, blessed, first_cursed);
    longest[WDL_LOSS + 2] = (Value)-value_above(after_cursed, loss, value_win(0));
}

static u32 first_cell(const ValueBlock *values, Value value)
{
    u32 cell = 0;
    while (values->at[cell >> 6][cell & 63] != value) cell++;
    return cell;
}

/* Blocks come in rising order: of equal distances the first found has the least index. */
static void note_longest(Found found[5], const ValueBlock *values, Value first_cursed, u64 block)
{
    Value longest[5];
    longest_of_block(values, first_cursed, longest);
    for (int i = 0; i < 5; i++)
        if (longest[i] && is_longer(longest[i], found[i].value))
            found[i] = (Found){longest[i], block * BLOCK_CELLS + first_cell(values, longest[i])};
}

static WalkStatus count_block(void *user, u64 block, int worker, char error[PROBER_ERROR])
{
    const Counting *counting = user;
    const TableWalk *walk = counting->walk;
    Share *share = &counting->shares[worker];
    const BlockSymmetry symmetry = block_symmetry(walk->material, counting->placements->codes[block]);
    for (u32 side = 0; side < 2; side++) {
        ValueBlock values;
        const WalkStatus status = walk_block(walk, counting->metrics, (u32)block, side, &values, error);
        if (status != WALK_DONE) return status;
        count_cells(share->tally[side], &values, 8 / symmetry.order);
        if (symmetry.order > 1) count_fixed(share->tally[side], &values, &symmetry);
        note_longest(share->longest[side], &values, counting->first_cursed, block);
    }
    return WALK_DONE;
}

/* ---- the sum ---- */

static u64 orders_of_equal_men(const Material *material)
{
    u64 orders = 1;
    for (int i = 1, run = 1; i < material->count; i++) {
        const Man *man = &material->man[i];
        run = man->kind == man[-1].kind && man->side == man[-1].side ? run + 1 : 1;
        orders *= (u64)run;
    }
    return orders;
}

static PositionCounts positions_of_value(const Counting *counting, u32 side, Value value)
{
    const Material *material = counting->walk->material;
    u64 cells = 0, fixed = 0, fixed_all = 0;
    for (int i = 0; i < workers_count(counting->walk->steps.workers); i++) {
        const Tally *tally = counting->shares[i].tally[side];
        for (u32 lane = 0; lane < LANES; lane++) cells += tally->cells[(u16)value][lane];
        fixed += tally->fixed[(u16)value];
        fixed_all += tally->fixed_all[(u16)value];
    }
    return (PositionCounts){
        .all = cells * material_symmetries(material) / 8,
        .unique = (cells + fixed) / 8,
        .ordered = orders_of_equal_men(material) * (cells + fixed_all) / 8,
    };
}

static void add(PositionCounts *sum, PositionCounts counts)
{
    sum->all += counts.all;
    sum->unique += counts.unique;
    sum->ordered += counts.ordered;
}

static void sum_distances(const Counting *counting, u32 side, SideStatistics *of)
{
    of->results[WDL_DRAW + 2] = positions_of_value(counting, side, 0);
    for (int plies = 0; plies < STATISTICS_PLIES; plies++) {
        const int is_cursed = value_win(plies) <= counting->first_cursed;
        of->won[plies] = positions_of_value(counting, side, value_win(plies));
        of->lost[plies] = positions_of_value(counting, side, value_loss(plies));
        add(&of->results[is_cursed ? WDL_CURSED_WIN + 2 : WDL_WIN + 2], of->won[plies]);
        add(&of->results[is_cursed ? WDL_BLESSED_LOSS + 2 : WDL_LOSS + 2], of->lost[plies]);
    }
}

static Found longest_of_all(const Counting *counting, u32 side, int result)
{
    Found best = {0, 0};
    for (int i = 0; i < workers_count(counting->walk->steps.workers); i++) {
        const Found found = counting->shares[i].longest[side][result];
        if (found.value == 0) continue;
        if (is_longer(found.value, best.value) || (found.value == best.value && found.index < best.index))
            best = found;
    }
    return best;
}

static void tell_longest(const Counting *counting, u32 side, SideStatistics *of)
{
    for (int result = 0; result < 5; result++) {
        LongestDistance *longest = &of->longest[result];
        const Found found = longest_of_all(counting, side, result);
        longest->plies = -1;
        if (found.value == 0) continue;
        longest->plies = value_plies(found.value);
        longest->count = (found.value > 0 ? of->won : of->lost)[longest->plies];
        longest->index = found.index;
        index_fen(counting->walk->material, counting->placements, found.index, side, longest->fen);
    }
}

/* 0 if there are values that no table can hold. */
static int is_all_told(const Counting *counting, u32 side, const SideStatistics *of)
{
    u64 counted = positions_of_value(counting, side, VALUE_ILLEGAL).all, all = 0;
    for (int i = 0; i < 5; i++) counted += of->results[i].all;
    for (i32 value = VALUE_NONE; value <= VALUE_ILLEGAL; value++)
        all += positions_of_value(counting, side, (Value)value).all;
    return counted == all;
}

/* ---- all of it ---- */

static void close_shares(Share *shares, int count)
{
    for (int i = 0; shares && i < count; i++)
        for (int side = 0; side < 2; side++) free(shares[i].tally[side]);
    free(shares);
}

static Share *open_shares(int count)
{
    Share *shares = calloc((size_t)count, sizeof *shares);
    int whole = shares != NULL;
    for (int i = 0; whole && i < count; i++)
        for (int side = 0; side < 2; side++)
            whole = whole && (shares[i].tally[side] = calloc(1, sizeof(Tally)));
    if (whole) return shares;
    close_shares(shares, count);
    return NULL;
}

static WalkStatus count_all(Counting *counting, Statistics *statistics, char error[PROBER_ERROR])
{
    const WalkStatus status =
        walk_run(&counting->walk->steps, counting->placements->blocks, count_block, counting, error);
    if (status != WALK_DONE) return status;
    for (u32 side = 0; side < 2; side++) {
        SideStatistics *of = &statistics->side[side];
        sum_distances(counting, side, of);
        if (!is_all_told(counting, side, of))
            return walk_fail(counting->walk->material->name, WALK_BROKEN, "distances that no table can hold",
                             error);
        tell_longest(counting, side, of);
    }
    return WALK_DONE;
}

WalkStatus statistics_count(const TableWalk *walk, int metrics, Statistics *statistics,
                            char error[PROBER_ERROR])
{
    const int threads = workers_count(walk->steps.workers);
    const int in_time = metrics == PROBE_DTM ? VALUE_LONGEST : LAST_IN_TIME;
    Counting counting = {.walk = walk, .metrics = metrics, .first_cursed = (Value)(value_win(in_time) - 1)};
    memset(statistics, 0, sizeof *statistics);
    statistics->metrics = metrics;
    WalkStatus status = walk_placements(walk, &counting.placements, error);
    if (status != WALK_DONE) return status;
    counting.shares = open_shares(threads);
    if (counting.shares == NULL)
        return walk_fail(walk->material->name, WALK_MEMORY, "no memory for the statistics", error);
    status = count_all(&counting, statistics, error);
    close_shares(counting.shares, threads);
    return status;
}
