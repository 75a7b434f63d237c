/* Set-wise draughts: the number of moves of several positions side by side, where no capture goes on.
 *
 * Included once for each width, see ../lanes.h; host only, since shifts and masks are constants of a ruleset. The side
 * to move may play down the board (`down`), so that a move need not turn it.
 */
#include "../lanes.h"
#include "ruleset.h"

/* What a line of positions is counted with: masks by direction. */
typedef struct {
    W count;  /* of legal moves, where the lane is not slow */
    W slow;   /* not 0: the lane must be counted piece by piece */
} W_FN(DraughtsLeaves);

HOT_FN W W_FN(draughts_move)(const DraughtsRuleset *r, const DraughtsGeometry_x1 *g, W from, u32 direction)
{
    const i32 by = draughts_shift(r, direction);
    return (by > 0 ? from << (u64)by : from >> (u64)-by) & g->enter[direction];
}

HOT_FN W W_FN(draughts_glide)(const DraughtsRuleset *r, const DraughtsGeometry_x1 *g, W from, W empty, u32 direction)
{
    W all = from, front = from;
    do {
        front = W_FN(draughts_move)(r, g, front, direction) & empty;
        all |= front;
    } while (w_any(front));
    return all;
}

/* 1 if ranks depend on kings: then only boards without kings are counted here where there are captures */
HOT_FN u32 W_FN(draughts_ranks_kings)(const DraughtsRuleset *r)
{
    for (u32 i = 0; i < 4; i++)
        if (r->priority[i] > DRAUGHTS_MOST) return 1;
    return 0;
}

HOT_FN W_FN(DraughtsLeaves) W_FN(draughts_leaves)(const DraughtsRuleset *r, const DraughtsGeometry_x1 *g, W own,
                                                  W opponent, W kings, W huffable, u32 down)
{
    const W none = own ^ own, empty = g->board & ~(own | opponent), men = own & ~kings, own_kings = own & kings;
    const W prey = r->men_take_kings ? opponent : opponent & ~kings;
    const u32 turn = down ? 4 : 0, some_kings = w_any(own_kings);
    const W crown = none | (down ? b_reverse_x1(g->crown, g->bits) : g->crown);
    W quiet = none, jumps = none, longer = none, king_jumps = none;

    UNROLL
    for (u32 i = 0; i < 8; i++) {
        const u32 d = i ^ turn;
        if (r->man_step >> i & 1) quiet += w_popcount(W_FN(draughts_move)(r, g, men, d) & empty);
        if (!(r->man_first_capture >> i & 1)) continue;
        const W landing =
            W_FN(draughts_move)(r, g, W_FN(draughts_move)(r, g, men, d) & prey, d) & empty;
        jumps += w_popcount(landing);
        if (r->crowning == DRAUGHTS_CROWN_GO_ON) longer |= landing & crown;
        const W standing = r->crowning == DRAUGHTS_CROWN_STOP ? landing & ~crown : landing;
        UNROLL
        for (u32 k = 0; k < 8; k++)
            if ((r->man_capture >> k & 1) && k != (i ^ 4))
                longer |= W_FN(draughts_move)(r, g, W_FN(draughts_move)(r, g, standing, k ^ turn) & prey, k ^ turn) &
                          empty;
    }
    if (some_kings) {
        UNROLL
        for (u32 d = 0; d < 8; d++) {
            W reach = own_kings;
            if (r->king_range == DRAUGHTS_FLYING) reach = W_FN(draughts_glide)(r, g, own_kings, empty, d);
            if (r->king_step >> d & 1) {
                if (r->king_range == DRAUGHTS_FLYING)
                    quiet += w_popcount(reach & empty);
                else
                    quiet += w_popcount(W_FN(draughts_move)(r, g, own_kings, d) & empty);
            }
            if (r->king_capture >> d & 1)
                king_jumps |= W_FN(draughts_move)(r, g, W_FN(draughts_move)(r, g, reach, d) & opponent, d) & empty;
        }
    }
    const W no_jump = w_if_zero(jumps | king_jumps);
    W_FN(DraughtsLeaves) leaves;
    leaves.slow = longer | king_jumps;
    if (W_FN(draughts_ranks_kings)(r)) leaves.slow |= kings & ~no_jump;
    leaves.count = r->obligation == DRAUGHTS_FORCED ? jumps | (quiet & no_jump) : jumps + quiet;
    if (r->obligation == DRAUGHTS_HUFF) leaves.count += w_popcount(huffable);
    if (r->goal == DRAUGHTS_BREAKTHROUGH) {
        leaves.count &= w_if_zero(kings);
        leaves.slow &= w_if_zero(kings);
    }
    return leaves;
}
