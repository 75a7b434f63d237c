/* SPDX-License-Identifier: MIT */
/* Squares as numbers, files and ranks, and the masks that a ruleset means. Host only; included after moves_tmpl.h once for each
 * board width, where B and B_WORDS are defined (next_width.h). Thread-safe. */
#include "rulesets.h"

#include <string.h>

#if !defined(RULES_DRAUGHTS_GEOMETRY_SQUARES)
#define RULES_DRAUGHTS_GEOMETRY_SQUARES

FN i32 draughts_file_step(u32 direction) { return ((const i32[]){0, 1, 1, 1, 0, -1, -1, -1})[direction]; }
FN i32 draughts_rank_step(u32 direction) { return ((const i32[]){1, 1, 0, -1, -1, -1, 0, 1})[direction]; }

/* 1 if the board has a square there */
FN u32 draughts_on_board(const DraughtsRuleset *r, i32 file, i32 rank)
{
    if (file < 0 || rank < 0 || file >= r->width || rank >= r->height) return 0;
    return r->lattice == DRAUGHTS_ALL_SQUARES || ((file + rank) & 1) == (r->lattice == DRAUGHTS_LIGHT);
}

/* the number of a square on the board, see position.h */
FN u32 draughts_square(const DraughtsRuleset *r, i32 file, i32 rank)
{
    const i32 half = r->width / 2;
    if (r->lattice == DRAUGHTS_ALL_SQUARES) return (u32)(rank * (r->width == 8 ? 8 : r->width + 1) + file);
    return (u32)(rank * half + (rank + (r->lattice == DRAUGHTS_DARK)) / 2 + file / 2);
}

FN u32 draughts_bits(const DraughtsRuleset *r)
{
    const i32 last = r->width - 1, rank = r->height - 1;
    return draughts_square(r, draughts_on_board(r, last, rank) ? last : last - 1, rank) + 1;
}

/* 1 or 2: how many words the board takes, and so which functions are the game's */
FN u32 draughts_words(const DraughtsRuleset *r) { return draughts_bits(r) > 64 ? 2 : 1; }

/* A step that stays on the lattice: orthogonal ones may pass a square. */
FN i32 draughts_stride(const DraughtsRuleset *r, u32 direction)
{
    return r->stride2 && !(direction & 1) ? 2 : 1;
}
#endif

/* The set of the squares named in text, "b1 d1 f1". */
FN B B_FN(draughts_named)(const DraughtsRuleset *r, const char *text)
{
    B all = b_none();
    for (; *text; text += strspn(text, " ")) {
        all |= b_square(draughts_square(r, text[0] - 'a', text[1] - '1'));
        text += 2;
    }
    return all;
}

FN B_FN(DraughtsGeometry) B_FN(draughts_geometry)(const DraughtsGame *game)
{
    const DraughtsRuleset *r = &game->rules;
    B_FN(DraughtsGeometry) g;
    memset(&g, 0, sizeof g);
    g.bits = draughts_bits(r);
    for (u32 d = 0; d < 8; d++) g.shift[d] = draughts_shift(r, d);
    for (i32 rank = 0; rank < r->height; rank++) {
        for (i32 file = 0; file < r->width; file++) {
            if (!draughts_on_board(r, file, rank)) continue;
            const B square = b_square(draughts_square(r, file, rank));
            g.board |= square;
            if (rank == r->height - 1) g.crown |= square;
            for (u32 d = 0; d < 8; d++) {
                const i32 stride = draughts_stride(r, d);
                const i32 from_file = file - stride * draughts_file_step(d),
                          from_rank = rank - stride * draughts_rank_step(d);
                if (draughts_on_board(r, from_file, from_rank)) g.enter[d] |= square;
            }
        }
    }
    if (game->crowns != NULL) g.crown = B_FN(draughts_named)(r, game->crowns);
    return g;
}

/* The position at the start, for the side that begins. */
FN DraughtsPosition B_FN(draughts_start)(const DraughtsGame *game)
{
    const DraughtsRuleset *r = &game->rules;
    const B_FN(DraughtsGeometry) g = B_FN(draughts_geometry)(game);
    B men = game->men != NULL ? B_FN(draughts_named)(r, game->men) : b_none();
    for (i32 rank = 0; rank < game->rows; rank++)
        for (i32 file = 0; file < r->width; file++)
            if (draughts_on_board(r, file, rank)) men |= b_square(draughts_square(r, file, rank));
    B_FN(DraughtsBoard) b;
    b.own = men;
    b.opponent = b_reverse(men, g.bits);
    b.kings = b.huffable = b_none();
    return B_FN(draughts_position)(b);
}
