/* SPDX-License-Identifier: MIT */
/* What the moves out of a slice are worth: captures, men that become kings, huffs.
 *
 * Included after index.h and best.h once for each board width, where B and B_WORDS (next_width.h) and SOURCE are
 * defined, a type with a member
 * `const DraughtsRuleset *rules`, and
 *   B_FN(draughts_value)(source, board)    the value of a position in which both sides have pieces
 * SOURCE_CAPTURES: how many captures there is room for; DRAUGHTS_MERGED_CAPTURES is always enough.
 */
/* Adds a move that leads to `next`, which is not yet turned. */
FN void B_FN(draughts_add_move)(const SOURCE *source, const B_FN(DraughtsGeometry) *g,
                                B_FN(DraughtsBoard) next, DraughtsBest *best)
{
    const B_FN(DraughtsBoard) b = B_FN(draughts_turn)(g, next);
    u32 value = 1; /* the opponent cannot move */
    if (b_any(b.own) && !B_FN(draughts_over)(source->rules, &b)) value = B_FN(draughts_value)(source, &b);
    draughts_best_add(source->rules, value, best);
}

BIG_FN void B_FN(draughts_add_captures)(const SOURCE *source, const B_FN(DraughtsGeometry) *g,
                                        const B_FN(DraughtsBoard) *b, DraughtsBest *best)
{
    B_FN(DraughtsCapture) list[SOURCE_CAPTURES];
    const u32 count = B_FN(draughts_list_results)(source->rules, g, b, list, SOURCE_CAPTURES);
    if (count > SOURCE_CAPTURES) best->cut = 1;
    for (u32 i = 0; i < count && i < SOURCE_CAPTURES; i++)
        for (B to = list[i].to; b_any(to); to ^= b_first(to))
            B_FN(draughts_add_move)(source, g, B_FN(draughts_make_capture)(g, b, &list[i], b_first(to)),
                                    best);
}

/* Quiet moves of men to the squares `to`: the crown squares, or all. */
FN void B_FN(draughts_add_man_steps)(const SOURCE *source, const B_FN(DraughtsGeometry) *g,
                                     const B_FN(DraughtsBoard) *b, B to, B capturers, DraughtsBest *best)
{
    const DraughtsRuleset *r = source->rules;
    for (u32 d = 0; d < 8; d++)
        for (B steps = B_FN(draughts_man_steps)(r, g, b, d) & to; b_any(steps); steps ^= b_first(steps)) {
            const B target = b_first(steps), from = B_FN(draughts_step_back)(r, g, target, d);
            B_FN(draughts_add_move)(source, g, B_FN(draughts_make_quiet)(r, g, b, from, target, capturers),
                                    best);
        }
}

/* The best of the moves that leave the slice; capturers: own pieces that have a capture. *quiet: 1 if other
 * moves may be made too. */
FN DraughtsBest B_FN(draughts_best_conversion)(const SOURCE *source, const B_FN(DraughtsGeometry) *g,
                                               const B_FN(DraughtsBoard) *b, B capturers, u32 *quiet)
{
    DraughtsBest best = draughts_best_of_none();
    if (b_any(capturers)) B_FN(draughts_add_captures)(source, g, b, &best);
    *quiet = !best.moves || source->rules->obligation != DRAUGHTS_FORCED;
    if (*quiet) B_FN(draughts_add_man_steps)(source, g, b, g->crown, capturers, &best);
    if (source->rules->obligation == DRAUGHTS_HUFF)
        for (B left = b->huffable; b_any(left); left ^= b_first(left))
            B_FN(draughts_add_move)(source, g, B_FN(draughts_make_huff)(b, b_first(left)), &best);
    return best;
}
