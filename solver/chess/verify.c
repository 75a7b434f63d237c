/* SPDX-License-Identifier: MIT */
#include "verify.h"

#include <stdlib.h>
#include <string.h>

#include "zeroing.h"

enum { LAST_IN_TIME = 100 };

/* The kinds of values, in the order in which the first wrong one is reported. */
enum { RESULT, ZEROING, MATE, KINDS };
static const int what_of[KINDS] = {PROBE_WDL, PROBE_DTZ, PROBE_DTM};

typedef struct {
    Value at[KINDS];
} Values;

typedef struct {
    const TableWalk *walk;
    const VerifyOptions *options;
    const Placements *placements;
    int metrics; /* as asked, and PROBE_WDL with PROBE_DTZ */
    VerifyShare *shares;
} Check;

/* ---- what a position has to be worth ---- */

static Value value_of_result(int wdl, int distance)
{
    const int plies = distance < 0 ? -distance : distance;
    return wdl > 0 ? value_win(plies) : wdl < 0 ? value_loss(plies) : 0;
}

/* The result alone: wins and losses in 1 ply or 101. */
static Value result_of(Value zeroing)
{
    if (zeroing == 0) return 0;
    const int plies = verify_is_cursed(zeroing) ? LAST_IN_TIME + 1 : 1;
    return zeroing > 0 ? value_win(plies) : value_loss(plies);
}

static Values values_of_probe(ProbeValue probed)
{
    const int is_cursed = probed.wdl == WDL_CURSED_WIN || probed.wdl == WDL_BLESSED_LOSS;
    return (Values){{
        [RESULT] = value_of_result(probed.wdl, is_cursed ? LAST_IN_TIME + 1 : 1),
        [ZEROING] = value_of_result(probed.wdl, probed.dtz),
        [MATE] = value_of_result(probed.wdl, probed.dtm),
    }};
}

/* What a move is worth whose reply is worth so much. */
static Value one_ply_longer(Value reply)
{
    const int plies = value_plies(reply) + 1;
    return reply == 0 ? 0 : reply > 0 ? value_loss(plies) : value_win(plies);
}
static Value by_zeroing_move(Value reply)
{
    const int plies = verify_is_cursed(reply) ? LAST_IN_TIME + 1 : 1;
    return reply == 0 ? 0 : reply > 0 ? value_loss(plies) : value_win(plies);
}

static WalkStatus value_by_moves(const Check *check, const ChessPosition *p, Values *values,
                                 char error[PROBER_ERROR]);

static WalkStatus value_of(const Check *check, const ChessPosition *p, Values *values,
                           char error[PROBER_ERROR])
{
    if (chess_en_passant(*p)) return value_by_moves(check, p, values, error);
    const TableSource *source = &check->walk->source;
    ProbeValue probed = {WDL_DRAW, 0, 0};
    const ProbeStatus status = source->probe(source->user, p, check->metrics, &probed, error);
    *values = values_of_probe(probed);
    return walk_status(status);
}

static Value larger(Value a, Value b) { return a > b ? a : b; }

static WalkStatus value_by_moves(const Check *check, const ChessPosition *p, Values *values,
                                 char error[PROBER_ERROR])
{
    Value zeroing = VALUE_NONE, mate = VALUE_NONE;
    ChessWalk moves = chess_walk(p);
    ChessMove move;
    while (chess_walk_next(&moves, &move)) {
        Values reply;
        const ChessPosition next = chess_make(*p, move);
        const WalkStatus status = value_of(check, &next, &reply, error);
        if (status != WALK_DONE) return status;
        zeroing = larger(zeroing, chess_is_zeroing(p, move) ? by_zeroing_move(reply.at[ZEROING])
                                                            : one_ply_longer(reply.at[ZEROING]));
        mate = larger(mate, one_ply_longer(reply.at[MATE]));
    }
    if (mate == VALUE_NONE) zeroing = mate = chess_in_check(*p) ? value_loss(0) : 0;
    *values = (Values){{result_of(zeroing), zeroing, mate}};
    return WALK_DONE;
}

/* ---- one position ---- */

typedef struct {
    u64 index;
    u32 side;
    int on_own_squares; /* 0: men share one */
    ChessPosition position;
} Cell;

static Cell cell_of(const Check *check, u64 index, u32 side)
{
    const Material *material = check->walk->material;
    const u32 code = check->placements->codes[index / BLOCK_CELLS];
    const u32 first_king = index >> 6 & 63, second_king = index & 63;
    u64 occupied = U64(1) << first_king | U64(1) << second_king;
    for (int i = 0; i < material->count; i++)
        occupied |= U64(1) << placement_square(check->placements, code, i);
    return (Cell){
        .index = index,
        .side = side,
        .on_own_squares = (int)popcount64(occupied) == material->count + 2,
        .position = cell_position(material, code, first_king, second_king, side),
    };
}

static int is_legal(const Cell *cell)
{
    return cell->on_own_squares && !chess_in_check(chess_flip(cell->position));
}

static void note_wrong(const Check *check, VerifyShare *share, const Cell *cell, int kind, Value stored,
                       Value expected)
{
    const VerifyWrong wrong = {cell->index, cell->side, what_of[kind], stored, expected, "-"};
    if (verify_note(share, &wrong) && cell->on_own_squares)
        index_fen(check->walk->material, check->placements, cell->index, cell->side, share->first.fen);
}

/* Compares what is stored of a legal position, or of a cell without one. */
static WalkStatus check_cell(const Check *check, VerifyShare *share, const Cell *cell, int legal,
                             const Values *stored, char error[PROBER_ERROR])
{
    Values expected = {{VALUE_ILLEGAL, VALUE_ILLEGAL, VALUE_ILLEGAL}};
    if (legal) {
        const WalkStatus status = value_by_moves(check, &cell->position, &expected, error);
        if (status != WALK_DONE) return status;
        share->checked++;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        if (!(check->metrics & what_of[kind]) || stored->at[kind] == expected.at[kind]) continue;
        note_wrong(check, share, cell, kind, stored->at[kind], expected.at[kind]);
        break;
    }
    return WALK_DONE;
}

/* ---- all positions ---- */

typedef struct {
    ValueBlock of[KINDS];
} Stored;

static WalkStatus check_side(const Check *check, VerifyShare *share, u64 block, u32 side, Stored *stored,
                             char error[PROBER_ERROR])
{
    for (int kind = 0; kind < KINDS; kind++) {
        if (!(check->metrics & what_of[kind])) continue;
        const WalkStatus status =
            walk_block(check->walk, what_of[kind], (u32)block, side, &stored->of[kind], error);
        if (status != WALK_DONE) return status;
    }
    for (u32 at = 0; at < BLOCK_CELLS; at++) {
        const Cell cell = cell_of(check, block * BLOCK_CELLS + at, side);
        Values values = {{0, 0, 0}};
        for (int kind = 0; kind < KINDS; kind++)
            if (check->metrics & what_of[kind]) values.at[kind] = stored->of[kind].at[at >> 6][at & 63];
        const WalkStatus status = check_cell(check, share, &cell, is_legal(&cell), &values, error);
        if (status != WALK_DONE) return status;
    }
    return WALK_DONE;
}

static WalkStatus check_block(void *user, u64 block, int worker, char error[PROBER_ERROR])
{
    const Check *check = user;
    Stored stored;
    WalkStatus status = WALK_DONE;
    for (u32 side = 0; side < 2 && status == WALK_DONE; side++)
        status = check_side(check, &check->shares[worker], block, side, &stored, error);
    return status;
}

/* ---- a sample ---- */

/* Every block has legal cells. */
static Cell drawn_cell(const Check *check, u64 *state, u64 block, u32 side)
{
    for (;;) {
        const Cell cell = cell_of(check, block * BLOCK_CELLS + verify_drawn(state) % BLOCK_CELLS, side);
        if (is_legal(&cell)) return cell;
    }
}

static WalkStatus check_drawn_cell(const Check *check, VerifyShare *share, const Cell *cell,
                                   char error[PROBER_ERROR])
{
    const TableSource *source = &check->walk->source;
    ProbeValue probed = {WDL_DRAW, 0, 0};
    const WalkStatus status =
        walk_status(source->probe(source->user, &cell->position, check->metrics, &probed, error));
    if (status != WALK_DONE) return status;
    const Values stored = values_of_probe(probed);
    return check_cell(check, share, cell, 1, &stored, error);
}

/* The run with that number is the same whoever draws it. */
static WalkStatus check_drawn_run(void *user, u64 number, int worker, char error[PROBER_ERROR])
{
    const Check *check = user;
    const u64 length = verify_run_length(check->options, number);
    u64 state = verify_run_seed(check->options, number);
    const u64 block = verify_drawn(&state) % check->placements->blocks;
    const u32 side = (u32)(verify_drawn(&state) & 1);
    for (u64 i = 0; i < length; i++) {
        const Cell cell = drawn_cell(check, &state, block, side);
        const WalkStatus status = check_drawn_cell(check, &check->shares[worker], &cell, error);
        if (status != WALK_DONE) return status;
    }
    return WALK_DONE;
}

WalkStatus verify_table(const TableWalk *walk, const VerifyOptions *options, VerifyReport *report,
                        char error[PROBER_ERROR])
{
    const TableSource *source = &walk->source;
    const int threads = workers_count(walk->steps.workers);
    Check check = {.walk = walk, .options = options};
    check.metrics = options->metrics | (options->metrics & PROBE_DTZ ? PROBE_WDL : 0);
    memset(report, 0, sizeof *report);
    WalkStatus status = walk_placements(walk, &check.placements, error);
    if (status == WALK_DONE && source->check && !options->skip_checksums)
        status = walk_status(source->check(source->user, walk->material, check.metrics, error));
    if (status != WALK_DONE) return status;
    check.shares = calloc((size_t)threads, sizeof *check.shares);
    if (check.shares == NULL)
        return walk_fail(walk->material->name, WALK_MEMORY, "no memory to check the table", error);
    if (options->sample)
        status = walk_run(&walk->steps, verify_runs(options), check_drawn_run, &check, error);
    else status = walk_run(&walk->steps, check.placements->blocks, check_block, &check, error);
    verify_sum(check.shares, threads, report);
    free(check.shares);
    return status;
}
