/* SPDX-License-Identifier: MIT */
/* What a position's moves are worth, from the tables that they lead to. Included once for each board width,
 * after defining B and B_WORDS. */

#if !defined(SOLVER_DRAUGHTS_CONVERSIONS_H)
#define SOLVER_DRAUGHTS_CONVERSIONS_H

#include "../../rules/draughts/best.h"
#include "retrograde.h"

/* Where tables are. */
typedef struct {
    DraughtsChild *child;
    void *user;
    const DraughtsGame *game;
    const DraughtsRuleset *rules; /* of the game */
    const DraughtsTable **known;  /* by key: those asked for; DRAUGHTS_SLICE_KEYS */
} DraughtsSource;

static inline const DraughtsTable *draughts_child_of(const DraughtsSource *source, DraughtsSlice slice)
{
    const DraughtsTable **known = &source->known[draughts_slice_key(slice)];
    const DraughtsTable *table = __atomic_load_n(known, __ATOMIC_ACQUIRE);
    if (table) return table;
    table = source->child(source->user, slice);
    __atomic_store_n(known, table, __ATOMIC_RELEASE);
    return table;
}

#endif

static inline u32 B_FN(draughts_value)(const DraughtsSource *source, const B_FN(DraughtsBoard) *b)
{
    const DraughtsTable *table = draughts_child_of(source, B_FN(draughts_slice_on)(b));
    return __atomic_load_n(&table->value[B_FN(draughts_index)(&table->index, b)], __ATOMIC_RELAXED);
}

#define SOURCE DraughtsSource
#define SOURCE_CAPTURES DRAUGHTS_MERGED_CAPTURES
#include "../../rules/draughts/conversions_tmpl.h"
#undef SOURCE
#undef SOURCE_CAPTURES
