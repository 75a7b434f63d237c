/* What a position's moves are worth, from the tables that they lead to. Included once for each board width,
 * after defining B and B_WORDS. */

#if !defined(SOLVER_DRAUGHTS_CONVERSIONS_H)
#define SOLVER_DRAUGHTS_CONVERSIONS_H

#include "draughts_retrograde.h"

#include <string.h>

_Static_assert(DRAUGHTS_SLICE_PIECES == 8, "captures and keys are counted for 8 pieces");

enum {
    /* At most: with 8 pieces there are 256 ways to choose the piece that captures, the pieces taken, and man
     * or king at the end; where the piece may end is a set. */
    DRAUGHTS_MERGED_CAPTURES = 256,
    DRAUGHTS_CHILD_KEYS = 9 * 9 * 9 * 9
};

/* Where tables are. */
typedef struct {
    DraughtsChild *child;
    void *user;
    const DraughtsGame *game;
    const DraughtsTable **known; /* by counts: those asked for; DRAUGHTS_CHILD_KEYS */
} DraughtsSource;

/* Of the moves looked at. */
typedef struct {
    u32 moves;
    i32 score;  /* of the best: above 0 wins, below 0 loses */
    u32 value;  /* its byte, which may be above 255 */
} DraughtsBest;

/* Early wins above late ones, above draws, above late losses. */
static inline i32 draughts_score(const DraughtsGame *game, u32 value)
{
    if (!value) return 0;
    const i32 plies = (i32)value - 1, win = (plies & 1) != (game->rules.goal == DRAUGHTS_GIVEAWAY);
    return win ? 1000 - plies : plies - 1000;
}

static inline u32 draughts_child_key(DraughtsSlice s)
{
    return ((s.count[0][0] * 9u + s.count[0][1]) * 9 + s.count[1][0]) * 9 + s.count[1][1];
}

static inline const DraughtsTable *draughts_child_of(const DraughtsSource *source, DraughtsSlice slice)
{
    const DraughtsTable **known = &source->known[draughts_child_key(slice)];
    const DraughtsTable *table = __atomic_load_n(known, __ATOMIC_ACQUIRE);
    if (table) return table;
    table = source->child(source->user, slice);
    __atomic_store_n(known, table, __ATOMIC_RELEASE);
    return table;
}

#endif

/* Adds a move that leads to `next`, which is not yet turned. */
static inline void B_FN(draughts_add_move)(const DraughtsSource *source, const B_FN(DraughtsGeometry) *g,
                                           B_FN(DraughtsBoard) next, DraughtsBest *best)
{
    const B_FN(DraughtsBoard) b = B_FN(draughts_turn)(g, next);
    u32 value = 1; /* the opponent cannot move */
    if (b_any(b.own) && !B_FN(draughts_over)(&source->game->rules, &b)) {
        const DraughtsTable *table = draughts_child_of(source, B_FN(draughts_slice_on)(&b));
        value = __atomic_load_n(&table->value[B_FN(draughts_index)(&table->index, &b)], __ATOMIC_RELAXED);
    }
    if (value) value++;
    const i32 score = draughts_score(source->game, value);
    if (best->moves++ && score <= best->score) return;
    best->score = score;
    best->value = value;
}

static inline void B_FN(draughts_add_captures)(const DraughtsSource *source, const B_FN(DraughtsGeometry) *g,
                                               const B_FN(DraughtsBoard) *b, DraughtsBest *best)
{
    B_FN(DraughtsCapture) list[DRAUGHTS_MERGED_CAPTURES];
    B_FN(DraughtsCaptures) captures;
    memset(&captures, 0, sizeof captures);
    captures.list = list;
    captures.capacity = DRAUGHTS_MERGED_CAPTURES;
    captures.merge = 1;
    captures.patience = ~U64(0);
    B_FN(draughts_captures)(&source->game->rules, g, b, &captures);
    for (u32 i = 0; i < captures.count; i++)
        for (B to = list[i].to; b_any(to); to ^= b_first(to))
            B_FN(draughts_add_move)(source, g, B_FN(draughts_make_capture)(g, b, &list[i], b_first(to)),
                                    best);
}

/* Quiet moves of men to the squares `to`: the crown squares, or all. */
static inline void B_FN(draughts_add_man_steps)(const DraughtsSource *source, const B_FN(DraughtsGeometry) *g,
                                                const B_FN(DraughtsBoard) *b, B to, B capturers,
                                                DraughtsBest *best)
{
    const DraughtsRuleset *r = &source->game->rules;
    for (u32 d = 0; d < 8; d++)
        for (B steps = B_FN(draughts_man_steps)(r, g, b, d) & to; b_any(steps); steps ^= b_first(steps)) {
            const B target = b_first(steps), from = B_FN(draughts_hop_back)(r, g, target, d);
            B_FN(draughts_add_move)(source, g, B_FN(draughts_make_quiet)(r, g, b, from, target, capturers),
                                    best);
        }
}
