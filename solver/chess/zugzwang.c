/* SPDX-License-Identifier: MIT */
#include "zugzwang.h"

#include <string.h>

#include "block_symmetry.h"

enum { LAST_IN_TIME = 100 };

typedef struct {
    const TableWalk *walk;
    const ZugzwangOptions *options;
    const Placements *placements;
    Value least_win;       /* lesser values are draws */
    ZugzwangShare *shares; /* by worker */
} Search;

/* -1, 0, 1: lost, drawn, won by the side to move. */
static int result_of(const Search *search, Value value)
{
    return (value >= search->least_win) - (value <= -search->least_win);
}

typedef struct {
    ValueBlock values[2]; /* by side to move */
    BlockSymmetry symmetry;
    u64 number, images;
} Block;

static int is_legal(Value first, Value second) { return first != VALUE_ILLEGAL && second != VALUE_ILLEGAL; }

static void look_at_cell(const Search *search, ZugzwangShare *share, const Block *block, u32 p, u32 q)
{
    const Value first = block->values[0].at[p][q], second = block->values[1].at[p][q];
    const int kind = zugzwang_kind_of(result_of(search, first), -result_of(search, second));
    if (!is_legal(first, second) || kind == ZUGZWANG_NONE) return;
    share->kind[kind].all += block->images;
    if (!cell_is_least(&block->symmetry, p, q)) return;
    share->kind[kind].unique++;
    zugzwang_note(share, search->options, block->number * BLOCK_CELLS + 64 * p + q, kind);
}

/* Most rows have no zugzwang: this passes over them without a branch for each cell. */
static void look_at_row(const Search *search, ZugzwangShare *share, const Block *block, u32 p)
{
    Value legal = 0, zugzwangs = 0;
    for (u32 q = 0; q < 64; q++) {
        const Value first = block->values[0].at[p][q], second = block->values[1].at[p][q];
        const int here = (first != VALUE_ILLEGAL) & (second != VALUE_ILLEGAL);
        legal = (Value)(legal + here);
        zugzwangs = (Value)(zugzwangs | (here & (result_of(search, first) + result_of(search, second) < 0)));
    }
    share->positions += (u64)legal * block->images;
    share->unique += block->symmetry.order == 1 ? (u64)legal : 0;
    for (u32 q = 0; q < 64 && zugzwangs; q++) look_at_cell(search, share, block, p, q);
}

static void count_unique_positions(ZugzwangShare *share, const Block *block)
{
    for (u32 p = 0; p < 64; p++)
        for (u32 q = 0; q < 64; q++)
            share->unique += is_legal(block->values[0].at[p][q], block->values[1].at[p][q]) &&
                             cell_is_least(&block->symmetry, p, q);
}

static WalkStatus search_block(void *user, u64 number, int worker, char error[PROBER_ERROR])
{
    const Search *search = user;
    const Material *material = search->walk->material;
    ZugzwangShare *share = &search->shares[worker];
    Block block = {.number = number, .symmetry = block_symmetry(material, search->placements->codes[number])};
    block.images = material_symmetries(material) / block.symmetry.order;
    for (u32 side = 0; side < 2; side++) {
        const WalkStatus status =
            walk_block(search->walk, PROBE_WDL, (u32)number, side, &block.values[side], error);
        if (status != WALK_DONE) return status;
    }
    for (u32 p = 0; p < 64; p++) look_at_row(search, share, &block, p);
    if (block.symmetry.order > 1) count_unique_positions(share, &block);
    return WALK_DONE;
}

static void add_found(const Search *search, ZugzwangReport *report)
{
    const TableWalk *walk = search->walk;
    zugzwang_sum(search->shares, workers_count(walk->steps.workers), search->options, report);
    for (int i = 0; i < report->listed; i++)
        index_fen(walk->material, search->placements, report->list[i].index, 0, report->list[i].fen);
}

WalkStatus zugzwang_count(const TableWalk *walk, const ZugzwangOptions *options, ZugzwangReport *report,
                          char error[PROBER_ERROR])
{
    const int threads = workers_count(walk->steps.workers);
    Search search = {.walk = walk, .options = options};
    search.least_win = options->fifty_moves ? value_win(LAST_IN_TIME) : 1;
    memset(report, 0, sizeof *report);
    WalkStatus status = walk_placements(walk, &search.placements, error);
    if (status != WALK_DONE) return status;
    search.shares = zugzwang_open_shares(threads, options);
    if (search.shares == NULL)
        return walk_fail(walk->material->name, WALK_MEMORY, "no memory to look for zugzwangs", error);
    status = walk_run(&walk->steps, search.placements->blocks, search_block, &search, error);
    if (status == WALK_DONE) add_found(&search, report);
    zugzwang_close_shares(search.shares, threads);
    return status;
}
