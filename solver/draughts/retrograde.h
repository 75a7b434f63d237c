/* SPDX-License-Identifier: MIT */
/* Retrograde analysis of draughts endgames on the processor: the result and distance of every position.
 *
 * Distances are plies until the side to move has no move, both sides playing for the result and then for its
 * time; rules that draw by counting moves or by repetition do not exist. A slice and the turned one, with the
 * other side to move, are solved together: quiet moves lead from one to the other. Captures, promotions and
 * huffs lead to slices that are finished; they are looked up once.
 *
 * Boards of one word without huffing are solved set-wise: one piece is free, and a word says on which
 * squares it may stand for the position to be won, and so on. All others stand still, they are a row. A quiet
 * move of one of them leads to another row, whatever the square of the free piece, if that does not stand in
 * the way; a move of the free piece is a shift or a fill of the word. What is decided at a ply is pushed to
 * the rows before it, as candidates of the next ply: wins by that alone; for losses the other moves of the
 * candidates are looked at. Where a capture is forced, quiet moves do not count: `closed` positions wait for
 * the ply of their best capture. Other games are solved position by position.
 */
#ifndef SOLVER_DRAUGHTS_RETROGRADE_H
#define SOLVER_DRAUGHTS_RETROGRADE_H

#include "../index/draughts_slice.h"
#include "../base/retrograde_watch.h"
#include "../base/workers.h"

#define DRAUGHTS_PLIES_MOST 254

/* A slice by index. 0: drawn, else 1 + plies; whether that is a win follows, see draughts_value_wins. */
typedef struct {
    DraughtsIndex index;
    u8 *value;
} DraughtsTable;

/* An even number of plies is a loss, since the mover is who cannot move then; in giveaway a win. */
static inline int draughts_value_wins(const DraughtsGame *game, u8 value)
{
    return value && ((value & 1) == 0) != (game->rules.goal == DRAUGHTS_GIVEAWAY);
}

/* 0, or -1: no memory, or no slice of 2 to DRAUGHTS_SLICE_PIECES pieces. One byte a position. */
int draughts_table_open(DraughtsTable *table, const DraughtsGame *game, DraughtsSlice slice);
void draughts_table_close(DraughtsTable *table); /* opened or zero */

/* Gives the finished table of a slice, which has a piece on each side, and in breakthrough no king. Never
 * NULL. Called from several threads. */
typedef const DraughtsTable *DraughtsChild(void *user, DraughtsSlice slice);

/* Fills a slice's table and the turned one's; both the same if the slice looks alike from both sides. The
 * result does not depend on the number of workers. watch: may be NULL; there is one level, and `decided`
 * counts a position once for each of the equal pieces that is the free one. RETROGRADE_MEMORY
 * also if the slice has 2^32 rows; if the result is not RETROGRADE_DONE, the tables' bytes are undefined. */
RetrogradeStatus draughts_retrograde_solve(DraughtsTable *table, DraughtsTable *turned, DraughtsChild *child,
                                           void *user, Workers *workers, const RetrogradeWatch *watch);

/* The bytes needed in addition to the tables. */
u64 draughts_retrograde_bytes(const DraughtsGame *game, DraughtsSlice slice);

#endif
