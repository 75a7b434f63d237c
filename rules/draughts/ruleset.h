/* SPDX-License-Identifier: MIT */
/* What makes one draughts game differ from another: a row of small numbers.
 *
 * All from the view of the side whose men go up the board; the other side is the board turned by 180 degrees. Move
 * generators take the row as a constant and lose their dead branches (the native engine), or read it from memory
 * (devices). The geometry is derived from the row by draughts_rules_x1 and _x2 (geometry_tmpl.h).
 */
#ifndef RULES_DRAUGHTS_RULESET_H
#define RULES_DRAUGHTS_RULESET_H

#include "../portable.h"

/* Directions, clockwise, and sets of them. d + 4 is the opposite one. */
#define DRAUGHTS_N 0
#define DRAUGHTS_NE 1
#define DRAUGHTS_E 2
#define DRAUGHTS_SE 3
#define DRAUGHTS_S 4
#define DRAUGHTS_SW 5
#define DRAUGHTS_W 6
#define DRAUGHTS_NW 7
#define DRAUGHTS_FORWARD 0x82u    /* NE NW */
#define DRAUGHTS_DIAGONAL 0xaau   /* NE SE SW NW */
#define DRAUGHTS_ORTHOGONAL 0x55u /* N E S W */
#define DRAUGHTS_EVERYWHERE 0xffu
#define DRAUGHTS_FORWARD_OR_SIDE 0x45u /* N E W: Turkish */
#define DRAUGHTS_FORWARD_FAN 0xc7u     /* N NE NW E W: Armenian, damma-fwd */
#define DRAUGHTS_CORNERWISE \
    0x8au /* NE NW SE: forward and sideways on a board with a corner towards the player */

enum { DRAUGHTS_DARK, DRAUGHTS_LIGHT, DRAUGHTS_ALL_SQUARES }; /* lattice: a1 used, a1 not used, all */
enum { DRAUGHTS_SHORT, DRAUGHTS_FLYING };                     /* kings */
enum {
    DRAUGHTS_LAND_ANY,
    DRAUGHTS_LAND_NEXT,
    DRAUGHTS_LAND_NEXT_IF_KING
};                                                          /* a flying king behind its victim */
enum { DRAUGHTS_FORCED, DRAUGHTS_OPTIONAL, DRAUGHTS_HUFF }; /* captures */
enum {
    DRAUGHTS_CROWN_AT_END,
    DRAUGHTS_CROWN_GO_ON,
    DRAUGHTS_CROWN_STOP
};                                                               /* a man that touches a crown square */
enum { DRAUGHTS_WIN, DRAUGHTS_GIVEAWAY, DRAUGHTS_BREAKTHROUGH }; /* no move loses, wins; first king wins */
enum { DRAUGHTS_NUMERIC, DRAUGHTS_ALGEBRAIC };                   /* how squares are written */
enum { DRAUGHTS_FROM_TOP_LEFT, DRAUGHTS_FROM_BOTTOM_RIGHT };     /* where numbers begin */

/* Order of captures, the best are legal; compared one after the other. */
enum {
    DRAUGHTS_FREE,       /* ends the list */
    DRAUGHTS_MOST,       /* pieces */
    DRAUGHTS_VALUE,      /* a king is worth a little less than two men: Frisian */
    DRAUGHTS_BY_KING,    /* a king captures */
    DRAUGHTS_MOST_KINGS, /* captured */
    DRAUGHTS_KING_FIRST  /* the earlier a king is met */
};

typedef struct {
    u8 width, height, lattice;
    u8 stride2; /* 1: an orthogonal step passes one square, to stay on the lattice */
    u8 man_step, man_first_capture, man_capture;
    u8 men_take_kings;
    u8 king_step, king_capture, king_range, landing;
    u8 obligation, priority[4];
    u8 crowning;
    u8 removed_at_once; /* captured pieces vanish during the move, else they block until its end */
    u8 turns_back;      /* with removed_at_once: the next jump may go back */
    u8 goal;
    u8 pad[3];
} DraughtsRuleset;

/* What a step in a direction adds to a square's number (position.h). A constant where ruleset and direction are. */
FN i32 draughts_shift(const DraughtsRuleset *r, u32 direction)
{
    const i32 half_row = r->width / 2, row = r->width == 8 ? 8 : r->width + 1;
    const i32 every = r->lattice == DRAUGHTS_ALL_SQUARES;
    const u32 axis = direction & 3;
    i32 by = every ? row : 2 * half_row + 1;
    if (axis == DRAUGHTS_NE) by = every ? row + 1 : half_row + 1;
    if (axis == DRAUGHTS_E) by = 1;
    if (axis == DRAUGHTS_SE) by = every ? 1 - row : -half_row;
    return direction < 4 ? by : -by;
}

#endif
