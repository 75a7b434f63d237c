/* SPDX-License-Identifier: MIT */
/* A position's moves. draughts_tables.h includes it once for each board width, where B and B_WORDS are defined
 * (rules/draughts/next_width.h). */

#if B_WORDS == 1
#define GEOMETRY one
/* What `begin` finds. */
typedef struct {
    u32 scheduled, kind;
} DraughtsTablesStart;
#else
#define GEOMETRY two
#endif

FN u32 B_FN(draughts_value)(const SOURCE *source, const B_FN(DraughtsBoard) *b)
{
    GLOBAL const DraughtsTablesChild *child =
        source->children + source->run->child[draughts_slice_key(B_FN(draughts_slice_on)(b))];
    return source->values[child->first + B_FN(draughts_index)(&child->index, b)];
}

#include "../rules/draughts/conversions_tmpl.h"

BIG_FN DraughtsTablesStart B_FN(draughts_tables_start)(GLOBAL const DraughtsTables *run,
                                                       GLOBAL const DraughtsTablesChild *children,
                                                       GLOBAL const u8 *values, u32 side, u64 i)
{
    const DraughtsRuleset r = run->rules;
    const B_FN(DraughtsGeometry) g = run->GEOMETRY;
    const B_FN(DraughtsBoard) b = B_FN(draughts_index_board)(&run->index[side], i);
    DraughtsTablesSource source;
    source.rules = &r;
    source.run = run;
    source.children = children;
    source.values = values;
    u32 quiet;
    const DraughtsBest best =
        B_FN(draughts_best_conversion)(&source, &g, &b, B_FN(draughts_capturers)(&r, &g, &b), &quiet);
    DraughtsTablesStart start;
    start.scheduled = best.value;
    start.kind = quiet ? 0 : DRAUGHTS_TABLES_CLOSED;
    if (best.moves && best.score >= 0) start.kind |= DRAUGHTS_TABLES_SAFE;
    if (best.cut) start.kind |= DRAUGHTS_TABLES_CUT;
    if (best.value > 255) {
        start.scheduled = 0;
        start.kind |= DRAUGHTS_TABLES_TOO_LONG;
    }
    if (!best.moves && !B_FN(draughts_count_quiet)(&r, &g, &b)) start.kind |= DRAUGHTS_TABLES_NEW;
    return start;
}

/* lost: 0, or the value of the last ply, at which positions were lost: does a quiet move lead to one? 0: do
 * all quiet moves lead to decided ones, which are then won? */
BIG_FN u32 B_FN(draughts_tables_decided)(GLOBAL const DraughtsTables *run, GLOBAL const u8 *bytes, u32 side,
                                         u64 i, u32 lost)
{
    const DraughtsRuleset r = run->rules;
    const B_FN(DraughtsGeometry) g = run->GEOMETRY;
    const B_FN(DraughtsBoard) b = B_FN(draughts_index_board)(&run->index[side], i);
    const B capturers = r.obligation == DRAUGHTS_HUFF ? B_FN(draughts_capturers)(&r, &g, &b) : b_none();
    GLOBAL const u8 *values = bytes + run->value[side ^ 1];
    B_FN(DraughtsQuietMoves) m = B_FN(draughts_quiet_moves)(&b, DRAUGHTS_QUIET_UNCROWNED);
    while (B_FN(draughts_next_quiet)(&r, &g, &b, &m)) {
        const B_FN(DraughtsBoard) next =
            B_FN(draughts_turn)(&g, B_FN(draughts_make_quiet)(&r, &g, &b, m.from, m.to, capturers));
        const u32 value = values[B_FN(draughts_index)(&run->index[side ^ 1], &next)];
        if (lost && value == lost) return 1;
        if (!lost && !value) return 0;
    }
    return !lost;
}

/* Calls the positions from which a quiet move leads to this one, whatever could be huffed there. */
BIG_FN void B_FN(draughts_tables_extend_frontier)(GLOBAL const DraughtsTables *run, GLOBAL u32 *frontier,
                                                  u32 side, u64 i)
{
    const DraughtsRuleset r = run->rules;
    const B_FN(DraughtsGeometry) g = run->GEOMETRY;
    const B_FN(DraughtsBoard) b = B_FN(draughts_turn)(&g, B_FN(draughts_index_board)(&run->index[side], i));
    GLOBAL const DraughtsIndex *index = &run->index[side ^ 1];
    const u64 alike = U64(1) << index->huff_bits;
    B_FN(DraughtsQuietMoves) m = B_FN(draughts_quiet_moves)(&b, DRAUGHTS_QUIET_UNDONE);
    while (B_FN(draughts_next_quiet)(&r, &g, &b, &m)) {
        const B_FN(DraughtsBoard) before = B_FN(draughts_before_quiet)(&b, &m);
        const u64 first = B_FN(draughts_index)(index, &before);
        for (u64 at = first; at < first + alike; at++) set_bits32(frontier + (at >> 5), 1u << (at & 31));
    }
}

#undef GEOMETRY
