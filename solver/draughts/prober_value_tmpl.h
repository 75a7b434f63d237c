/* SPDX-License-Identifier: MIT */
/* The value of a position from tables. prober.c includes it once for each board width, where B and B_WORDS are
 * defined (rules/draughts/next_width.h). */
#include "successors_tmpl.h"

typedef struct {
    const Looking *looking;
    DraughtsBest best;
    ProbeStatus status;
} B_FN(Backup);

static ProbeStatus B_FN(value_of)(const Looking *l, const B_FN(DraughtsBoard) *b, u32 *value);

static int B_FN(add_move)(void *user, const B_FN(DraughtsBoard) *next)
{
    B_FN(Backup) *backup = user;
    u32 value;
    backup->status = B_FN(value_of)(backup->looking, next, &value);
    if (backup->status != PROBE_DONE) return 1;
    draughts_best_add(&backup->looking->prober->game->rules, value, &backup->best);
    return 0;
}

/* By all moves, without huffs; or by captures alone. */
static ProbeStatus B_FN(value_of_moves)(const Looking *l, const B_FN(DraughtsBoard) *b, u32 *value)
{
    B_FN(Backup) backup = {.looking = l, .status = PROBE_DONE};
    B_FN(draughts_visit_moves)(&l->prober->game->rules, &l->prober->moves.B_FN(geometry), b, B_FN(add_move),
                               &backup);
    *value = backup.best.moves ? backup.best.value : 1; /* who cannot move has come to the end */
    return backup.status;
}

/* The huffs in addition to a value that is known. */
static ProbeStatus B_FN(value_with_huffs)(const Looking *l, const B_FN(DraughtsBoard) *b, u32 *value)
{
    const DraughtsGame *game = l->prober->game;
    B_FN(DraughtsBoard) without = *b;
    without.huffable = b_none();
    B_FN(Backup) backup = {.looking = l, .status = B_FN(value_of)(l, &without, value)};
    if (backup.status != PROBE_DONE) return backup.status;
    /* A position in which nothing else can be moved has no value of a move. */
    backup.best = (DraughtsBest){*value != 1, draughts_score(&game->rules, *value), *value, 0};
    B_FN(draughts_visit_huffs)(&l->prober->moves.B_FN(geometry), b, B_FN(add_move), &backup);
    *value = backup.best.value;
    return backup.status;
}

static ProbeStatus B_FN(value_of)(const Looking *l, const B_FN(DraughtsBoard) *b, u32 *value)
{
    const DraughtsProber *p = l->prober;
    const DraughtsRuleset *r = &p->game->rules;
    const B_FN(DraughtsGeometry) *g = &p->moves.B_FN(geometry);
    if (!b_any(b->own) || B_FN(draughts_over)(r, b)) {
        *value = 1;
        return PROBE_DONE;
    }
    if (b_any(b->huffable)) return B_FN(value_with_huffs)(l, b, value);
    if (!b_any(b->opponent)) return B_FN(value_of_moves)(l, b, value);
    StoredSide stored;
    const ProbeStatus status = find_table(l, B_FN(draughts_slice_on)(b), &stored);
    if (status != PROBE_DONE) return status;
    if (!stored.stored || (r->obligation == DRAUGHTS_FORCED && b_any(B_FN(draughts_capturers)(r, g, b))))
        return B_FN(value_of_moves)(l, b, value);
    return stored_value(l, &stored, B_FN(draughts_index)(&stored.files->cells[stored.side].index, b), value);
}
