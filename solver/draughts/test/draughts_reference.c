/* SPDX-License-Identifier: MIT */
#include "draughts_reference.h"
#include "draughts_reference_slice.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_TABLES = 41 }; /* slices of 2 to 4 pieces */

typedef struct {
    ReferenceSlice slice;
    char name[REFERENCE_SLICE_NAME];
    u64 size;
    int16_t *values; /* outcomes by index */
} Table;

struct DraughtsReference {
    ReferenceBoard board;
    int count;
    Table tables[MAX_TABLES];
};

/* An outcome in one number: n + 1 for a win in n plies, 0 for a draw, -1 - n for a loss in n plies. */
typedef int Outcome;
enum { DRAW = 0, NONE = 32767, NO_POSITION = -32768 };

static int is_win(Outcome o) { return o > 0; }
static int plies_of(Outcome o) { return abs(o) - 1; }

/* A short win before a long one, before a draw, before a long loss, before a short one. NONE is no outcome:
 * anything is better. */
static Outcome better(Outcome a, Outcome b)
{
    if (a == NONE) return b;
    if (b == NONE) return a;
    const int same_sign = (a > 0 && b > 0) || (a < 0 && b < 0);
    if (same_sign) return a < b ? a : b;
    return a > b ? a : b;
}

/* What a move is worth to the mover if the opponent then has `reply`. */
static Outcome outcome_of_move(Outcome reply)
{
    if (reply == DRAW) return DRAW;
    return is_win(reply) ? -reply - 1 : -reply + 1;
}

static Outcome outcome_without_moves(const DraughtsReference *reference)
{
    return reference->board.game->rules.goal == DRAUGHTS_GIVEAWAY ? 1 : -1;
}

static int ends_with_king(const DraughtsReference *reference)
{
    return reference->board.game->rules.goal == DRAUGHTS_BREAKTHROUGH;
}

/* Nobody moves any more, whatever the placement. */
static int is_over(const DraughtsReference *reference, ReferenceSlice slice)
{
    return !reference_slice_pieces(slice, 0) || (ends_with_king(reference) && reference_slice_kings(slice));
}

static const Table *find_table(const DraughtsReference *reference, ReferenceSlice slice)
{
    for (int i = 0; i < reference->count; i++)
        if (reference_slice_equal(reference->tables[i].slice, slice)) return &reference->tables[i];
    return NULL;
}

/* NONE: the slice has no table. */
static Outcome outcome_of(const DraughtsReference *reference, ReferenceSlice slice,
                          ReferencePlacement placement)
{
    if (is_over(reference, slice)) return outcome_without_moves(reference);
    const Table *table = find_table(reference, slice);
    return table ? table->values[reference_slice_index(&reference->board, slice, placement)] : NONE;
}

/* ---- moves ---- */

/* Calls `visit` for what each legal move leads to; returns how many there are. -1: memory, or a move that
 * leads to no position. */
typedef int ReplyVisit(void *user, ReferenceSlice slice, ReferencePlacement placement);

static int for_replies(const ReferenceBoard *board, const SlowPosition *position, ReplyVisit *visit,
                       void *user, SlowList *list)
{
    if (!slow_moves(board->slow, position, SLOW_KEEP, list)) return -1;
    for (size_t i = 0; i < list->count; i++) {
        ReferenceSlice slice;
        SlowPosition next = *position;
        slow_make(board->slow, &next, &list->move[i]);
        const ReferencePlacement placement = reference_slice_read(board, &next, &slice);
        if (!reference_slice_has(board, slice, placement) || visit(user, slice, placement)) return -1;
    }
    return (int)list->count;
}

/* ---- solving ----
 * A slice is solved together with the turned one: a move that takes nothing and crowns nothing leads from one
 * to the other, all others to slices solved before. All moves of both are listed once. Then, ply after ply,
 * each position without a result looks at its moves. */

/* Of one of the two tables. */
typedef struct {
    const DraughtsReference *reference;
    Table *table;
    const Table *turned;
    int16_t *settled; /* by index: the best of the moves to slices solved before, NONE if there are none */
    u64 *begin;       /* by index: where the replies in the turned table begin; the end is the next one's */
    u32 *reply;
    u64 replies, room;
    u64 index; /* the position whose moves are being listed */
} Moves;

static int add_reply(void *user, ReferenceSlice slice, ReferencePlacement placement)
{
    Moves *moves = user;
    if (!reference_slice_equal(slice, moves->turned->slice)) {
        int16_t *settled = &moves->settled[moves->index];
        const Outcome outcome = outcome_of(moves->reference, slice, placement);
        if (outcome == NONE) return -1;
        *settled = (int16_t)better(*settled, outcome_of_move(outcome));
        return 0;
    }
    if (moves->replies == moves->room) {
        const u64 room = moves->room ? 2 * moves->room : 1024;
        u32 *reply = realloc(moves->reply, room * sizeof *reply);
        if (!reply) return -1;
        moves->reply = reply;
        moves->room = room;
    }
    moves->reply[moves->replies++] = (u32)reference_slice_index(&moves->reference->board, slice, placement);
    return 0;
}

static int list_moves_at(Moves *moves, SlowList *list)
{
    const ReferenceBoard *board = &moves->reference->board;
    Table *table = moves->table;
    const ReferencePlacement placement = reference_slice_placement(board, table->slice, moves->index);
    moves->begin[moves->index] = moves->replies;
    moves->settled[moves->index] = NONE;
    table->values[moves->index] = NO_POSITION;
    if (!reference_slice_has(board, table->slice, placement)) return 0;
    table->values[moves->index] = DRAW;
    const SlowPosition position = reference_slice_show(board, table->slice, placement);
    const int count = for_replies(board, &position, add_reply, moves, list);
    if (!count) moves->settled[moves->index] = (int16_t)outcome_without_moves(moves->reference);
    return count < 0 ? -1 : 0;
}

static int list_moves(Moves *moves)
{
    SlowList list = {0};
    const u64 size = moves->table->size;
    int status = 0;
    moves->settled = malloc(size * sizeof *moves->settled);
    moves->begin = malloc((size + 1) * sizeof *moves->begin);
    if (!moves->settled || !moves->begin) return -1;
    for (moves->index = 0; moves->index < size && !status; moves->index++)
        status = list_moves_at(moves, &list);
    moves->begin[size] = moves->replies;
    slow_free(&list);
    return status;
}

static void free_moves(Moves *moves)
{
    free(moves->settled);
    free(moves->begin);
    free(moves->reply);
}

static Outcome outcome_by_moves(const Moves *moves, u64 index)
{
    Outcome best = moves->settled[index];
    for (u64 i = moves->begin[index]; i < moves->begin[index + 1]; i++)
        best = better(best, outcome_of_move(moves->turned->values[moves->reply[i]]));
    return best;
}

/* Finds what is decided in exactly so many plies. Replies of which nothing is known count as drawn, so what
 * is found is decided whatever they are. */
static u64 solve_ply(const Moves *moves, int plies)
{
    int16_t *values = moves->table->values;
    u64 found = 0;
    for (u64 index = 0; index < moves->table->size; index++) {
        if (values[index] != DRAW) continue;
        const Outcome outcome = outcome_by_moves(moves, index);
        if (outcome == DRAW || plies_of(outcome) != plies) continue;
        values[index] = (int16_t)outcome;
        found++;
    }
    return found;
}

static int longest_settled(const Moves *moves)
{
    int longest = 0;
    for (u64 index = 0; index < moves->table->size; index++) {
        const Outcome settled = moves->settled[index];
        if (settled != NONE && plies_of(settled) > longest) longest = plies_of(settled);
    }
    return longest;
}

static void solve_plies(const Moves moves[2], int tables)
{
    int last = 0; /* ply in which something can be found */
    for (int i = 0; i < tables; i++)
        if (longest_settled(&moves[i]) > last) last = longest_settled(&moves[i]);
    for (int plies = 0; plies <= last; plies++)
        for (int i = 0; i < tables; i++)
            if (solve_ply(&moves[i], plies) && plies == last) last = plies + 1;
}

static int solve(const DraughtsReference *reference, Table *pair[2])
{
    const int tables = pair[0] == pair[1] ? 1 : 2;
    Moves moves[2] = {{.reference = reference, .table = pair[0], .turned = pair[1]},
                      {.reference = reference, .table = pair[1], .turned = pair[0]}};
    int status = 0;
    for (int i = 0; i < tables && !status; i++) status = list_moves(&moves[i]);
    if (!status) solve_plies(moves, tables);
    for (int i = 0; i < tables; i++) free_moves(&moves[i]);
    return status;
}

/* ---- opening ---- */

static int add_slice(DraughtsReference *reference, ReferenceSlice slice, char error[NOTATION_ERROR]);

/* The slices that the loss of a piece, or a promotion, leads to; to where both lead, these do. */
static int add_slices_below(DraughtsReference *reference, ReferenceSlice slice, char error[NOTATION_ERROR])
{
    for (int side = 0; side < 2; side++)
        for (int kind = REFERENCE_MAN; kind <= REFERENCE_KING; kind++) {
            ReferenceSlice below = slice;
            if (!slice.count[side][kind]) continue;
            below.count[side][kind]--;
            if (reference_slice_pieces(below, side) && add_slice(reference, below, error)) return -1;
            below.count[side][REFERENCE_KING]++;
            if (kind == REFERENCE_MAN && !is_over(reference, below) && add_slice(reference, below, error))
                return -1;
        }
    return 0;
}

static Table *new_table(DraughtsReference *reference, ReferenceSlice slice)
{
    Table *table = &reference->tables[reference->count];
    table->slice = slice;
    table->size = reference_slice_size(&reference->board, slice);
    table->values = malloc(table->size * sizeof *table->values);
    if (!table->values) return NULL;
    reference_slice_name(slice, table->name);
    reference->count++;
    return table;
}

static int add_slice(DraughtsReference *reference, ReferenceSlice slice, char error[NOTATION_ERROR])
{
    const ReferenceSlice turned = reference_slice_turned(slice);
    char name[REFERENCE_SLICE_NAME];
    Table *pair[2];
    if (find_table(reference, slice)) return 0;
    if (add_slices_below(reference, slice, error)) return -1;
    pair[0] = pair[1] = new_table(reference, slice);
    if (pair[0] && !reference_slice_equal(slice, turned)) pair[1] = new_table(reference, turned);
    if (pair[0] && pair[1] && !solve(reference, pair)) return 0;
    reference_slice_name(slice, name);
    return notation_fail(error, "%s: out of memory, or a move leads to no position", name);
}

static int add_named(DraughtsReference *reference, const char *name, char error[NOTATION_ERROR])
{
    ReferenceSlice slice;
    if (reference_slice_parse(name, &slice))
        return notation_fail(error, "%.20s: expected a slice of 2 to 4 pieces, such as KMvKK", name);
    if (is_over(reference, slice)) return notation_fail(error, "%s: the first king ends the game", name);
    return add_slice(reference, slice, error);
}

static int add_all(DraughtsReference *reference, int pieces, char error[NOTATION_ERROR])
{
    for (int i = 0; i < 5 * 5 * 5 * 5; i++) {
        const ReferenceSlice slice = {{{(u8)(i % 5), (u8)(i / 5 % 5)}, {(u8)(i / 25 % 5), (u8)(i / 125)}}};
        const int own = reference_slice_pieces(slice, 0), others = reference_slice_pieces(slice, 1);
        if (!own || !others || own + others > pieces || is_over(reference, slice)) continue;
        if (add_slice(reference, slice, error)) return -1;
    }
    return 0;
}

static DraughtsReference *open_empty(const DraughtsGame *game, char error[NOTATION_ERROR])
{
    DraughtsReference *reference = calloc(1, sizeof *reference);
    if (!reference) {
        notation_fail(error, "out of memory");
    } else if (reference_board(game, &reference->board)) {
        notation_fail(error, "%s: the mailbox does not know this game", game->name);
        free(reference);
        reference = NULL;
    }
    return reference;
}

static DraughtsReference *close_if(int failed, DraughtsReference *reference)
{
    if (!failed) return reference;
    draughts_reference_close(reference);
    return NULL;
}

DraughtsReference *draughts_reference_open(const DraughtsGame *game, const char *const *slices, int count,
                                           char error[NOTATION_ERROR])
{
    DraughtsReference *reference = open_empty(game, error);
    int failed = !reference;
    for (int i = 0; i < count && !failed; i++) failed = add_named(reference, slices[i], error);
    return close_if(failed, reference);
}

DraughtsReference *draughts_reference_open_all(const DraughtsGame *game, int pieces,
                                               char error[NOTATION_ERROR])
{
    DraughtsReference *reference = open_empty(game, error);
    return close_if(!reference || add_all(reference, pieces, error), reference);
}

void draughts_reference_close(DraughtsReference *reference)
{
    if (!reference) return;
    for (int i = 0; i < reference->count; i++) free(reference->tables[i].values);
    free(reference);
}

const DraughtsGame *draughts_reference_game(const DraughtsReference *reference)
{
    return reference->board.game;
}

int draughts_reference_count(const DraughtsReference *reference) { return reference->count; }

const char *draughts_reference_name(const DraughtsReference *reference, int slice)
{
    return reference->tables[slice].name;
}

/* ---- asking ---- */

static DraughtsReferenceValue value_of(Outcome outcome)
{
    if (outcome == DRAW) return (DraughtsReferenceValue){DRAUGHTS_REFERENCE_DRAW, 0};
    const DraughtsReferenceWdl wdl = is_win(outcome) ? DRAUGHTS_REFERENCE_WIN : DRAUGHTS_REFERENCE_LOSS;
    return (DraughtsReferenceValue){wdl, plies_of(outcome)};
}

DraughtsReferenceStatus draughts_reference_probe(const DraughtsReference *reference,
                                                 DraughtsPosition position, DraughtsReferenceValue *value)
{
    ReferenceSlice slice;
    ReferencePlacement placement;
    const ReferenceBoard *board = &reference->board;
    if (reference_slice_read_position(board, position, &slice, &placement)) return DRAUGHTS_REFERENCE_ILLEGAL;
    const int won_before = ends_with_king(reference) && slice.count[0][REFERENCE_KING];
    if (won_before || !reference_slice_pieces(slice, 1)) return DRAUGHTS_REFERENCE_ILLEGAL;
    const Outcome outcome = outcome_of(reference, slice, placement);
    if (outcome == NONE) return DRAUGHTS_REFERENCE_NO_TABLE;
    *value = value_of(outcome);
    return DRAUGHTS_REFERENCE_OK;
}

void draughts_reference_each(const DraughtsReference *reference, int slice, DraughtsReferenceVisit *visit,
                             void *user)
{
    const Table *table = &reference->tables[slice];
    const ReferenceBoard *board = &reference->board;
    for (u64 index = 0; index < table->size; index++) {
        if (table->values[index] == NO_POSITION) continue;
        const ReferencePlacement placement = reference_slice_placement(board, table->slice, index);
        visit(user, reference_slice_position(board, table->slice, placement), value_of(table->values[index]));
    }
}

/* ---- verifying ---- */

typedef struct {
    const DraughtsReference *reference;
    Outcome best;
} Best;

static int improve(void *user, ReferenceSlice slice, ReferencePlacement placement)
{
    Best *best = user;
    const Outcome outcome = outcome_of(best->reference, slice, placement);
    best->best = better(best->best, outcome_of_move(outcome));
    return outcome == NONE ? -1 : 0;
}

static int differs(const DraughtsReference *reference, const Table *table, u64 index, SlowList *list)
{
    Best best = {reference, NONE};
    const ReferenceBoard *board = &reference->board;
    const ReferencePlacement placement = reference_slice_placement(board, table->slice, index);
    if (!reference_slice_has(board, table->slice, placement)) return table->values[index] != NO_POSITION;
    const SlowPosition position = reference_slice_show(board, table->slice, placement);
    const int count = for_replies(board, &position, improve, &best, list);
    const Outcome outcome = count ? best.best : outcome_without_moves(reference);
    return count < 0 || outcome != table->values[index];
}

u64 draughts_reference_verify(const DraughtsReference *reference, int slice, u64 stride,
                              DraughtsPosition *wrong)
{
    const Table *table = &reference->tables[slice];
    SlowList list = {0};
    u64 differing = 0;
    for (u64 index = 0; index < table->size; index += stride) {
        if (!differs(reference, table, index, &list)) continue;
        const ReferencePlacement placement =
            reference_slice_placement(&reference->board, table->slice, index);
        *wrong = reference_slice_position(&reference->board, table->slice, placement);
        differing++;
    }
    slow_free(&list);
    return differing;
}
