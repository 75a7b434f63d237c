/* SPDX-License-Identifier: MIT */
/* Set-wise draughts: the number of moves of several positions side by side, where men capture, once or twice.
 *
 * Included once for each width, see ../lanes.h; host only, since shifts and masks are constants of a ruleset. The side
 * to move may play down the board (`down`), so that a move need not turn it.
 */
#include "../lanes.h"
#include "ruleset.h"

/* Of the positions side by side, one a lane. */
typedef struct {
    W count; /* of legal moves, where the lane is not slow */
    W slow;  /* not 0: the lane must be counted piece by piece */
} W_FN(DraughtsLeaves);

HOT_FN W W_FN(draughts_move)(const DraughtsRuleset *r, const DraughtsGeometry_x1 *g, W from, u32 direction)
{
    const i32 by = draughts_shift(r, direction);
    return (by > 0 ? from << (u64)by : from >> (u64)-by) & g->enter[direction];
}

HOT_FN W W_FN(draughts_slide_lanes)(const DraughtsRuleset *r, const DraughtsGeometry_x1 *g, W from, W empty,
                                    u32 direction)
{
    W all = from, front = from;
    do {
        front = W_FN(draughts_move)(r, g, front, direction) & empty;
        all |= front;
    } while (w_any(front));
    return all;
}

/* Men's captures of up to two jumps, in games where men capture in four directions or fewer. There two jumps in a row
 * never make one move twice, and no third one comes back to the square that the first one left. */
typedef struct {
    W count;
    W slow; /* not 0: some capture goes on further */
} W_FN(DraughtsJumps);

HOT_FN W W_FN(draughts_jump_lanes)(const DraughtsRuleset *r, const DraughtsGeometry_x1 *g, W from, W victims,
                                   W empty, u32 direction)
{
    return W_FN(draughts_move)(r, g, W_FN(draughts_move)(r, g, from, direction) & victims, direction) & empty;
}

/* landing: after the first jumps, by direction of the side to move; turn: 4 if it plays down the board */
HOT_FN W_FN(DraughtsJumps)
    W_FN(draughts_double_jumps)(const DraughtsRuleset *r, const DraughtsGeometry_x1 *g, const W *landing,
                                W own, W victims, W empty, W crown, u32 turn)
{
    const W none = own ^ own;
    W singles = none, doubles = none;
    const u32 many = r->man_capture == DRAUGHTS_EVERYWHERE;
    W_FN(DraughtsJumps) jumps;
    jumps.slow = none;
    UNROLL
    for (u32 d = 0; d < 8; d++) {
        if (!(r->man_first_capture >> d & 1)) continue;
        if (r->crowning == DRAUGHTS_CROWN_GO_ON) jumps.slow |= landing[d] & crown;
        const W standing = r->crowning == DRAUGHTS_CROWN_STOP ? landing[d] & ~crown : landing[d];
        W ended = landing[d];
        UNROLL
        for (u32 k = 0; k < 8; k++) {
            if (!(r->man_capture >> k & 1) || k == (d ^ 4)) continue;
            const W second = W_FN(draughts_jump_lanes)(r, g, standing, victims, empty, k ^ turn);
            if (many) {
                jumps.slow |= second;
                continue;
            }
            const i32 by = 2 * draughts_shift(r, k ^ turn);
            ended &= ~(by > 0 ? second >> (u64)by : second << (u64)-by);
            doubles += w_popcount(second);
            if (r->crowning == DRAUGHTS_CROWN_GO_ON) jumps.slow |= second & crown;
            const W stopped = r->crowning == DRAUGHTS_CROWN_STOP ? second & ~crown : second;
            UNROLL
            for (u32 m = 0; m < 8; m++)
                if ((r->man_capture >> m & 1) && m != (k ^ 4))
                    jumps.slow |= W_FN(draughts_jump_lanes)(r, g, stopped, victims, empty, m ^ turn);
        }
        singles += w_popcount(ended);
    }
    const u32 most = r->priority[0] == DRAUGHTS_MOST || r->priority[0] == DRAUGHTS_VALUE;
    jumps.count = most ? doubles | (singles & w_if_zero(doubles)) : singles + doubles;
    return jumps;
}

HOT_FN W_FN(DraughtsLeaves) W_FN(draughts_leaves)(const DraughtsRuleset *r, const DraughtsGeometry_x1 *g,
                                                  W own, W opponent, W kings, W huffable, u32 down)
{
    const W none = own ^ own, empty = g->board & ~(own | opponent), men = own & ~kings,
            own_kings = own & kings;
    const W victims = r->men_take_kings ? opponent : opponent & ~kings;
    const u32 turn = down ? 4 : 0;
    const W crown = none | (down ? b_reverse_x1(g->crown, g->bits) : g->crown);
    W quiet = none, king_jumps = none, some = none, landing[8];
    W_FN(DraughtsJumps) jumps = {none, none};

    UNROLL
    for (u32 d = 0; d < 8; d++) {
        landing[d] = none;
        if (r->man_step >> d & 1) quiet += w_popcount(W_FN(draughts_move)(r, g, men, d ^ turn) & empty);
        if (!(r->man_first_capture >> d & 1)) continue;
        landing[d] = W_FN(draughts_jump_lanes)(r, g, men, victims, empty, d ^ turn);
        some |= landing[d];
    }
    if (w_any(some)) jumps = W_FN(draughts_double_jumps)(r, g, landing, own, victims, empty, crown, turn);
    if (w_any(own_kings)) {
        UNROLL
        for (u32 d = 0; d < 8; d++) {
            W reach = own_kings;
            if (r->king_range == DRAUGHTS_FLYING)
                reach = W_FN(draughts_slide_lanes)(r, g, own_kings, empty, d);
            if (r->king_step >> d & 1) {
                if (r->king_range == DRAUGHTS_FLYING) quiet += w_popcount(reach & empty);
                else quiet += w_popcount(W_FN(draughts_move)(r, g, own_kings, d) & empty);
            }
            if (r->king_capture >> d & 1)
                king_jumps |= W_FN(draughts_jump_lanes)(r, g, reach, opponent, empty, d);
        }
    }
    const W no_jump = w_if_zero(some | king_jumps);
    W_FN(DraughtsLeaves) leaves;
    leaves.slow = jumps.slow | king_jumps;
    if (draughts_ranks_kings_x1(r)) leaves.slow |= kings & ~no_jump;
    leaves.count = r->obligation == DRAUGHTS_FORCED ? jumps.count | (quiet & no_jump) : jumps.count + quiet;
    if (r->obligation == DRAUGHTS_HUFF) leaves.count += w_popcount(huffable);
    if (r->goal == DRAUGHTS_BREAKTHROUGH) {
        leaves.count &= w_if_zero(kings);
        leaves.slow &= w_if_zero(kings);
    }
    return leaves;
}
