/* SPDX-License-Identifier: MIT */
#include "draughts_slice.h"

#include <string.h>

/* ---- slices ---- */

int draughts_slice_pieces(DraughtsSlice s)
{
    return s.count[0][0] + s.count[0][1] + s.count[1][0] + s.count[1][1];
}

DraughtsSlice draughts_slice_turned(DraughtsSlice s)
{
    return (DraughtsSlice){{{s.count[1][0], s.count[1][1]}, {s.count[0][0], s.count[0][1]}}};
}

int draughts_slice_equal(DraughtsSlice a, DraughtsSlice b) { return !memcmp(&a, &b, sizeof a); }

DraughtsSlice draughts_material_of(DraughtsSlice s, int *turned)
{
    const int own = s.count[0][0] + s.count[0][1], others = s.count[1][0] + s.count[1][1];
    const int weaker =
        own < others || (own == others && s.count[0][DRAUGHTS_KINGS] < s.count[1][DRAUGHTS_KINGS]);
    if (turned) *turned = weaker;
    return weaker ? draughts_slice_turned(s) : s;
}

void draughts_slice_name(DraughtsSlice slice, char name[DRAUGHTS_SLICE_NAME])
{
    for (int side = 0; side < 2; side++) {
        for (int n = slice.count[side][DRAUGHTS_KINGS]; n; n--) *name++ = 'K';
        for (int n = slice.count[side][DRAUGHTS_MEN]; n; n--) *name++ = 'M';
        *name++ = side ? 0 : 'v';
    }
}

int draughts_slice_parse(const char *name, DraughtsSlice *slice)
{
    DraughtsSlice read = {{{0, 0}, {0, 0}}};
    char again[DRAUGHTS_SLICE_NAME];
    int side = 0;
    if (strlen(name) > DRAUGHTS_SLICE_PIECES + 1) return -1;
    for (const char *c = name; *c; c++)
        if (*c == 'v') side = 1;
        else read.count[side][*c == 'K' ? DRAUGHTS_KINGS : DRAUGHTS_MEN]++;
    if (draughts_slice_pieces(read) > DRAUGHTS_SLICE_PIECES) return -1;
    draughts_slice_name(read, again);
    if (strcmp(name, again) || name[0] == 'v' || name[strlen(name) - 1] == 'v') return -1;
    *slice = read;
    return 0;
}

int draughts_slice_exists(const DraughtsGame *game, DraughtsSlice s)
{
    const int kings = s.count[0][DRAUGHTS_KINGS] + s.count[1][DRAUGHTS_KINGS];
    return s.count[0][0] + s.count[0][1] && s.count[1][0] + s.count[1][1] &&
           !(game->rules.goal == DRAUGHTS_BREAKTHROUGH && kings);
}

int draughts_slice_children(const DraughtsGame *game, DraughtsSlice slice,
                            DraughtsSlice children[DRAUGHTS_SLICE_CHILDREN])
{
    const u8 *own = slice.count[0], *others = slice.count[1];
    int n = 0;
    for (int crowned = 0; crowned < (own[DRAUGHTS_MEN] ? 2 : 1); crowned++)
        for (int men = 0; men <= others[DRAUGHTS_MEN]; men++)
            for (int kings = 0; kings <= others[DRAUGHTS_KINGS]; kings++) {
                const DraughtsSlice next = {
                    {{(u8)(others[DRAUGHTS_MEN] - men), (u8)(others[DRAUGHTS_KINGS] - kings)},
                     {(u8)(own[DRAUGHTS_MEN] - crowned), (u8)(own[DRAUGHTS_KINGS] + crowned)}}};
                if (crowned + men + kings && draughts_slice_exists(game, next)) children[n++] = next;
            }
    return n;
}

/* ---- the index ---- */

int draughts_index_open(DraughtsIndex *x, const DraughtsGame *game, DraughtsSlice slice)
{
    if (draughts_slice_pieces(slice) > DRAUGHTS_SLICE_PIECES) return -1;
    const DraughtsGeometry_x2 g = draughts_geometry_x2(game);
    const u32 own_men = slice.count[0][DRAUGHTS_MEN], men = slice.count[1][DRAUGHTS_MEN];
    const u32 own_kings = slice.count[0][DRAUGHTS_KINGS], kings = slice.count[1][DRAUGHTS_KINGS];
    memset(x, 0, sizeof *x);
    x->game = game;
    x->slice = slice;
    x->words = draughts_words(&game->rules);
    x->board = g.board;
    x->barred = b_reverse_x2(g.crown, g.bits);
    x->middle = g.board & ~(g.crown | x->barred);
    const u32 squares = b_count_x2(g.board), barred = b_count_x2(x->barred), middle = b_count_x2(x->middle);
    const u32 room = squares - own_men - men;
    x->kings_of_opponent = draughts_choose[kings][room - own_kings];
    x->kings = draughts_choose[own_kings][room] * x->kings_of_opponent;
    for (u32 k = 0; k <= own_men; k++) {
        x->middle_men[k] = draughts_choose[own_men - k][middle];
        x->men_of_opponent[k] = draughts_choose[men][squares - barred - (own_men - k)];
        x->first[k + 1] = x->first[k] + draughts_choose[k][barred] * x->middle_men[k] * x->men_of_opponent[k];
    }
    x->huff_bits = game->rules.obligation == DRAUGHTS_HUFF ? men + kings : 0;
    x->size = (x->first[own_men + 1] * x->kings) << x->huff_bits;
    return 0;
}

void draughts_index_placements(DraughtsIndex *x)
{
    x->size >>= x->huff_bits;
    x->huff_bits = 0;
}

u64 draughts_slice_placements(const DraughtsGame *game, DraughtsSlice slice)
{
    DraughtsIndex index;
    return draughts_index_open(&index, game, slice) ? 0 : index.size >> index.huff_bits;
}

u64 draughts_index_of(const DraughtsIndex *x, DraughtsPosition position)
{
    if (x->words == 2) {
        const DraughtsBoard_x2 b = draughts_board_x2(position);
        return draughts_index_x2(x, &b);
    }
    const DraughtsBoard_x1 b = draughts_board_x1(position);
    return draughts_index_x1(x, &b);
}

DraughtsPosition draughts_index_position(const DraughtsIndex *x, u64 i)
{
    return x->words == 2 ? draughts_position_x2(draughts_index_board_x2(x, i))
                         : draughts_position_x1(draughts_index_board_x1(x, i));
}

DraughtsSlice draughts_slice_of(const DraughtsGame *game, DraughtsPosition position)
{
    if (draughts_words(&game->rules) == 2) {
        const DraughtsBoard_x2 b = draughts_board_x2(position);
        return draughts_slice_on_x2(&b);
    }
    const DraughtsBoard_x1 b = draughts_board_x1(position);
    return draughts_slice_on_x1(&b);
}
