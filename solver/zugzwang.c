#include "zugzwang.h"

#include <stdlib.h>
#include <string.h>

#include "block_symmetry.h"

enum { NO_KIND = -1, LAST_IN_TIME = 100 };

typedef struct {
    u64 index;
    ZugzwangKind kind;
} Found;

typedef struct {
    u64 positions, unique;
    ZugzwangCounts kind[ZUGZWANG_KINDS];
    int found;
    Found *list; /* the first `found` of this worker, in rising order */
} Share;

typedef struct {
    const TableWalk *walk;
    const ZugzwangOptions *options;
    const Placements *placements;
    Value least_win; /* lesser values are draws */
    Share *shares;   /* by worker */
} Search;

/* -1, 0, 1: lost, drawn, won by the side to move. */
static int result_of(const Search *search, Value value)
{
    return (value >= search->least_win) - (value <= -search->least_win);
}

/* The results are the first side's, when it is to move and when the second is. */
static int kind_of(int first, int second)
{
    if (first == -1 && second == 1) return ZUGZWANG_FULL;
    if (first == 0 && second == 1) return ZUGZWANG_FIRST_WINS;
    if (first == -1 && second == 0) return ZUGZWANG_SECOND_WINS;
    return NO_KIND;
}

typedef struct {
    ValueBlock values[2]; /* by side to move */
    BlockSymmetry symmetry;
    u64 number, images;
} Block;

static int is_legal(Value first, Value second) { return first != VALUE_ILLEGAL && second != VALUE_ILLEGAL; }

static void look_at_cell(const Search *search, Share *share, const Block *block, u32 p, u32 q)
{
    const Value first = block->values[0].at[p][q], second = block->values[1].at[p][q];
    const int kind = kind_of(result_of(search, first), -result_of(search, second));
    if (!is_legal(first, second) || kind == NO_KIND) return;
    share->kind[kind].all += block->images;
    if (!cell_is_least(&block->symmetry, p, q)) return;
    share->kind[kind].unique++;
    if (share->found < search->options->list)
        share->list[share->found++] = (Found){block->number * BLOCK_CELLS + 64 * p + q, (ZugzwangKind)kind};
}

/* Most rows have no zugzwang: this passes over them without a branch for each cell. */
static void look_at_row(const Search *search, Share *share, const Block *block, u32 p)
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

static void count_unique_positions(Share *share, const Block *block)
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
    Share *share = &search->shares[worker];
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

/* ---- the report ---- */

static void add_counts(const Share *share, ZugzwangReport *report)
{
    report->positions += share->positions;
    report->unique += share->unique;
    for (int kind = 0; kind < ZUGZWANG_KINDS; kind++) {
        report->kind[kind].all += share->kind[kind].all;
        report->kind[kind].unique += share->kind[kind].unique;
    }
}

/* The next of all lists by index, NULL past their end; `taken` says how far each list is read. */
static const Found *take_least(const Search *search, int *taken)
{
    int from = -1;
    for (int i = 0; i < workers_count(search->walk->workers); i++) {
        const Share *share = &search->shares[i];
        if (taken[i] == share->found) continue;
        if (from < 0 || share->list[taken[i]].index < search->shares[from].list[taken[from]].index) from = i;
    }
    return from < 0 ? NULL : &search->shares[from].list[taken[from]++];
}

static void merge_lists(const Search *search, int *taken, ZugzwangReport *report)
{
    const Found *found;
    while (report->listed < search->options->list && (found = take_least(search, taken))) {
        Zugzwang *zugzwang = &report->list[report->listed++];
        zugzwang->kind = found->kind;
        zugzwang->index = found->index;
        index_fen(search->walk->material, search->placements, found->index, 0, zugzwang->fen);
    }
}

static void close_shares(Share *shares, int count)
{
    for (int i = 0; shares && i < count; i++) free(shares[i].list);
    free(shares);
}

static Share *open_shares(int count, int list)
{
    Share *shares = calloc((size_t)count, sizeof *shares);
    int whole = shares != NULL;
    for (int i = 0; whole && i < count; i++)
        whole = (shares[i].list = calloc((size_t)list + 1, sizeof *shares[i].list)) != NULL;
    if (whole) return shares;
    close_shares(shares, count);
    return NULL;
}

WalkStatus zugzwang_count(const TableWalk *walk, const ZugzwangOptions *options, ZugzwangReport *report,
                          char error[PROBER_ERROR])
{
    const int threads = workers_count(walk->workers);
    Search search = {.walk = walk, .options = options};
    search.least_win = options->fifty_moves ? value_win(LAST_IN_TIME) : 1;
    memset(report, 0, sizeof *report);
    WalkStatus status = walk_placements(walk, &search.placements, error);
    if (status != WALK_DONE) return status;
    int *taken = calloc((size_t)threads, sizeof *taken);
    search.shares = open_shares(threads, options->list);
    if (taken && search.shares)
        status = table_walk(walk, search.placements->blocks, search_block, &search, error);
    else
        status = walk_fail(walk, WALK_MEMORY, "no memory to look for zugzwangs", error);
    if (status == WALK_DONE) {
        for (int i = 0; i < threads; i++) add_counts(&search.shares[i], report);
        merge_lists(&search, taken, report);
    }
    close_shares(search.shares, threads);
    free(taken);
    return status;
}

const char *zugzwang_kind_name(ZugzwangKind kind)
{
    static const char *const names[] = {"full point", "half point, first side wins",
                                        "half point, second side wins"};
    return names[kind];
}
