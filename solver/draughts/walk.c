/* SPDX-License-Identifier: MIT */
#include "walk.h"

#include "../../notation/draughts_notation.h"

_Static_assert(DRAUGHTS_FEN_TEXT <= WALK_FEN, "room for a position");

WalkStatus draughts_walk_fail(const DraughtsWalk *walk, WalkStatus status, const char *what,
                              char error[PROBER_ERROR])
{
    char name[DRAUGHTS_SLICE_NAME];
    draughts_slice_name(walk->material, name);
    return walk_fail(name, status, what, error);
}

void draughts_walk_index(const DraughtsWalk *walk, u32 side, DraughtsIndex *index)
{
    draughts_index_open(index, walk->game, side ? draughts_slice_turned(walk->material) : walk->material);
}

static u64 placements(const DraughtsIndex *index) { return index->size >> index->huff_bits; }

u64 draughts_runs(const DraughtsIndex *index)
{
    return (placements(index) + DRAUGHTS_RUN - 1) / DRAUGHTS_RUN;
}

u32 draughts_run_length(const DraughtsIndex *index, u64 run)
{
    const u64 left = placements(index) - run * DRAUGHTS_RUN;
    return left < DRAUGHTS_RUN ? (u32)left : DRAUGHTS_RUN;
}

void draughts_index_fen(const DraughtsIndex *index, u64 i, u32 side, char fen[WALK_FEN])
{
    const DraughtsRecord record = {.position = draughts_index_position(index, i), .black = (int)side};
    draughts_fen_format(index->game, &record, fen);
}
