/* SPDX-License-Identifier: MIT */
#include "zugzwang.h"

#include "../../rules/draughts/best.h"
#include "moves.h"
#include "../walk/zugzwang.h"

#include <string.h>

typedef struct {
    const DraughtsWalk *walk;
    const ZugzwangOptions *options;
    DraughtsMoves moves;
    DraughtsIndex index; /* of placements, the first side to move */
    ZugzwangShare *shares;
} Search;

/* -1, 0, 1: lost, drawn, won by the side to move. */
static WalkStatus result_of(const Search *search, DraughtsPosition position, int *result,
                            char error[PROBER_ERROR])
{
    u32 value;
    const ProbeStatus status =
        draughts_prober_value(search->walk->prober, position, PROBE_WDL, &value, error);
    if (status != PROBE_DONE) return walk_status(status);
    const i32 score = draughts_score(&search->walk->game->rules, value);
    *result = (score > 0) - (score < 0);
    return WALK_DONE;
}

static WalkStatus look_at(const Search *search, ZugzwangShare *share, u64 i, char error[PROBER_ERROR])
{
    const DraughtsPosition position = draughts_index_position(&search->index, i);
    const DraughtsPosition turned = draughts_moves_turned(&search->moves, position);
    int first = 0, second = 0;
    if (draughts_moves_must_capture(&search->moves, position)) return WALK_DONE;
    if (draughts_moves_must_capture(&search->moves, turned)) return WALK_DONE;
    WalkStatus status = result_of(search, position, &first, error);
    if (status == WALK_DONE) status = result_of(search, turned, &second, error);
    if (status != WALK_DONE) return status;
    share->positions++;
    share->unique++;
    const int kind = zugzwang_kind_of(first, -second);
    if (kind == ZUGZWANG_NONE) return WALK_DONE;
    share->kind[kind].all++;
    share->kind[kind].unique++;
    zugzwang_note(share, search->options, i, kind);
    return WALK_DONE;
}

static WalkStatus search_run(void *user, u64 run, int worker, char error[PROBER_ERROR])
{
    const Search *search = user;
    const u64 first = run * DRAUGHTS_RUN, end = first + draughts_run_length(&search->index, run);
    WalkStatus status = WALK_DONE;
    for (u64 i = first; i < end && status == WALK_DONE; i++)
        status = look_at(search, &search->shares[worker], i, error);
    return status;
}

WalkStatus draughts_zugzwang_count(const DraughtsWalk *walk, const ZugzwangOptions *options,
                                   ZugzwangReport *report, char error[PROBER_ERROR])
{
    const int threads = workers_count(walk->steps.workers);
    Search search = {.walk = walk, .options = options, .moves = draughts_moves_open(walk->game)};
    memset(report, 0, sizeof *report);
    draughts_walk_index(walk, 0, &search.index);
    draughts_index_placements(&search.index);
    search.shares = zugzwang_open_shares(threads, options);
    if (search.shares == NULL)
        return draughts_walk_fail(walk, WALK_MEMORY, "no memory to look for zugzwangs", error);
    const WalkStatus status =
        walk_run(&walk->steps, draughts_runs(&search.index), search_run, &search, error);
    if (status == WALK_DONE) zugzwang_sum(search.shares, threads, options, report);
    for (int i = 0; i < report->listed; i++)
        draughts_index_fen(&search.index, report->list[i].index, 0, report->list[i].fen);
    zugzwang_close_shares(search.shares, threads);
    return status;
}
