/* SPDX-License-Identifier: MIT */
#include "cells.h"

#include "../codec/codec_coder.h"

#include <stdlib.h>
#include <string.h>

enum { PIECES = 4, HINT_THREAT = 1, HINT_PARITY = 2, HINT_CROWNS = 4 };

#define NONE UINT32_MAX

/* Cells of the group, or NONE. */
typedef struct {
    u32 low[PIECES], back[PIECES];
} Neighbours;

/* ---- results ---- */

/* A result as a context shows it: loss, draw, win, none. */
static inline u32 seen(const DraughtsGroup *group, u32 cell)
{
    return cell == NONE ? 3 : group->result[cell] / 2u;
}

HOT_FN void code_result(CodecWalk *c, CodecMode mode, const CodecSteps *steps, DraughtsGroup *group, u32 at,
                        const Neighbours *n, u32 last)
{
    const u32 place = steps->step[0][seen(group, last)] + steps->step[1][seen(group, n->low[0])] +
                      steps->step[2][seen(group, n->back[0])] + steps->step[3][seen(group, n->back[1])] +
                      steps->step[4][seen(group, n->low[1])] + steps->step[5][seen(group, n->back[2])] +
                      steps->step[6][seen(group, n->low[2])] + steps->step[7][group->hint[at]];
    const u32 result = codec_code(c, mode, place, group->result[at]);
    if (mode != CODEC_DECODE) return;
    if (result > RESULT_WIN || result & 1) c->failed = 1;
    else group->result[at] = (u8)result;
}

/* ---- distances ---- */

/* In moves, rounded down; -1: none, or the other result. */
static inline i32 half_of(const DraughtsGroup *group, u32 at, u32 cell)
{
    return cell == NONE || group->result[cell] != group->result[at] ? -1 : (group->value[cell] - 1) / 2;
}

static inline i32 middle_of(const i32 *known, u32 count)
{
    enum { WITHOUT = 8 };
    if (count == 0) return WITHOUT;
    const i32 a = known[0], b = count > 1 ? known[1] : a;
    const i32 low = a < b ? a : b, high = a < b ? b : a;
    if (count < 3 || known[2] < low) return low;
    return known[2] < high ? known[2] : high;
}

/* The difference from the prediction, from -most to most; none is one more. */
static inline u32 difference(i32 half, i32 predicted, i32 most)
{
    if (half < 0) return (u32)(2 * most + 1);
    const i32 d = half - predicted;
    return (u32)((d < -most ? -most : d > most ? most : d) + most);
}

static inline u32 magnitude(i32 predicted)
{
    static const u8 limits[7] = {2, 4, 8, 12, 20, 32, 48};
    u32 result = 0;
    for (u32 i = 0; i < 7; i++) result += predicted >= limits[i];
    return result;
}

HOT_FN void code_distance(CodecWalk *c, CodecMode mode, const CodecSteps *steps, const DraughtsRuleset *r,
                          DraughtsGroup *group, u32 at, const Neighbours *n)
{
    i32 low[PIECES], back[PIECES], known[2 * PIECES];
    u32 count = 0;
    for (u32 k = 0; k < PIECES; k++) {
        known[count] = low[k] = half_of(group, at, n->low[k]);
        count += low[k] >= 0;
    }
    for (u32 k = 0; k < PIECES; k++) {
        known[count] = back[k] = half_of(group, at, n->back[k]);
        count += back[k] >= 0;
    }
    const i32 predicted = middle_of(known, count < 3 ? count : 3);
    const u32 won = group->result[at] == RESULT_WIN, hint = group->hint[at];
    const u32 place =
        steps->step[0][difference(low[0], predicted, 3)] + steps->step[1][difference(low[1], predicted, 3)] +
        steps->step[2][difference(low[2], predicted, 3)] + steps->step[3][difference(low[3], predicted, 3)] +
        steps->step[4][difference(back[0], predicted, 1)] +
        steps->step[5][difference(back[1], predicted, 1)] + steps->step[6][magnitude(predicted)] +
        steps->step[7][won | (hint & HINT_THREAT) << 1 | (hint & HINT_CROWNS)];
    const u32 odd = won != (r->goal == DRAUGHTS_GIVEAWAY);
    const u32 half = mode == CODEC_DECODE ? 0 : (group->value[at] - 1u) / 2;
    const u32 decoded = (codec_code(c, mode, place, (half - (u32)predicted) & 255) + (u32)predicted) & 255;
    if (mode != CODEC_DECODE) return;
    if (2 * decoded + odd > 254) c->failed = 1;
    else group->value[at] = (u8)(1 + 2 * decoded + odd);
}

/* ---- both widths ---- */

#include "../../rules/draughts/next_width.h"
#include "cells_walk_tmpl.h"
#include "../../rules/draughts/next_width.h"
#include "cells_walk_tmpl.h"
#include "../../rules/draughts/next_width.h"

int draughts_cells_open(DraughtsCells *cells, const DraughtsGame *game, DraughtsSlice slice)
{
    const DraughtsRuleset *r = &game->rules;
    memset(cells, 0, sizeof *cells);
    if (draughts_index_open(&cells->index, game, slice)) return -1;
    draughts_index_placements(&cells->index);
    const u64 blocks = (cells->index.size + DRAUGHTS_BLOCK - 1) / DRAUGHTS_BLOCK;
    if (blocks > UINT32_MAX) return -1;
    cells->blocks = (u32)blocks;
    if (cells->index.words == 2) cells->g2 = draughts_geometry_x2(game);
    else cells->g1 = draughts_geometry_x1(game);
    while (!(r->king_step >> cells->back & 1) || draughts_shift(r, cells->back) > 0) cells->back++;
    for (i32 rank = 1; rank < r->height; rank += 2)
        for (i32 file = 0; file < r->width; file++)
            if (draughts_on_board(r, file, rank)) cells->odd |= b_square_x2(draughts_square(r, file, rank));
    return 0;
}

static int walk(CodecWalk *coder, CodecMode mode, CodecKind kind, const DraughtsCells *cells,
                DraughtsGroup *group)
{
    return cells->index.words == 2 ? walk_x2(coder, mode, kind, cells, &cells->g2, group)
                                   : walk_x1(coder, mode, kind, cells, &cells->g1, group);
}

int draughts_group_count(const DraughtsCells *cells, CodecKind kind, DraughtsGroup *group,
                         CodecCounts *counts)
{
    CodecWalk coder = {.counts = counts};
    return walk(&coder, CODEC_COUNT, kind, cells, group);
}

long draughts_group_encode(const DraughtsCells *cells, CodecKind kind, DraughtsGroup *group,
                           const Codec *codec, u8 *out, size_t room)
{
    CodecWalk coder = {.codec = codec,
                       .frequencies = malloc(2 * DRAUGHTS_GROUP_CELLS * sizeof *coder.frequencies)};
    const int failed = !coder.frequencies || walk(&coder, CODEC_ENCODE, kind, cells, group);
    const long size = failed ? -1 : codec_walk_write(&coder, out, room);
    free(coder.frequencies);
    return size;
}

int draughts_group_decode(const DraughtsCells *cells, CodecKind kind, DraughtsGroup *group,
                          const Codec *codec, const u8 *bytes, size_t size)
{
    CodecWalk coder = {.codec = codec, .in = bytes, .end = bytes + size};
    if (codec->kind != kind || codec_walk_start(&coder) || walk(&coder, CODEC_DECODE, kind, cells, group))
        return -1;
    return codec_walk_ended(&coder) ? 0 : -1;
}
