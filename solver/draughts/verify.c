/* SPDX-License-Identifier: MIT */
#include "verify.h"

#include "../../rules/draughts/best.h"
#include "moves.h"
#include "../walk/verify.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const DraughtsWalk *walk;
    const VerifyOptions *options;
    DraughtsMoves moves;
    DraughtsIndex index[2]; /* by side to move */
    VerifyShare *shares;
} Check;

/* ---- one position ---- */

static Value value_of_byte(const Check *check, u32 value)
{
    const i32 score = draughts_score(&check->walk->game->rules, value);
    if (score == 0) return 0;
    return score > 0 ? value_win((int)value - 1) : value_loss((int)value - 1);
}

typedef struct {
    const Check *check;
    DraughtsBest best;
    ProbeStatus status;
    char *error;
} Backup;

static int add_move(void *user, DraughtsPosition next)
{
    Backup *backup = user;
    const DraughtsWalk *walk = backup->check->walk;
    u32 value;
    backup->status = draughts_prober_value(walk->prober, next, PROBE_DTW, &value, backup->error);
    if (backup->status == PROBE_DONE) draughts_best_add(&walk->game->rules, value, &backup->best);
    return backup->status != PROBE_DONE;
}

static WalkStatus value_by_moves(const Check *check, DraughtsPosition position, Value *value,
                                 char error[PROBER_ERROR])
{
    Backup backup = {.check = check, .status = PROBE_DONE, .error = error};
    draughts_moves_each(&check->moves, position, add_move, &backup);
    *value = value_of_byte(check, backup.best.moves ? backup.best.value : 1);
    return walk_status(backup.status);
}

/* Both metrics as they are stored. */
static WalkStatus stored_values(const Check *check, DraughtsPosition position, Value *distance, Value *result,
                                char error[PROBER_ERROR])
{
    u32 plies, decided;
    ProbeStatus status = draughts_prober_value(check->walk->prober, position, PROBE_DTW, &plies, error);
    if (status == PROBE_DONE)
        status = draughts_prober_value(check->walk->prober, position, PROBE_WDL, &decided, error);
    if (status != PROBE_DONE) return walk_status(status);
    *distance = value_of_byte(check, plies);
    *result = value_of_byte(check, decided);
    return WALK_DONE;
}

static int sign_of(Value value) { return (value > 0) - (value < 0); }

static void note_wrong(const Check *check, VerifyShare *share, u64 i, u32 side, int metrics, Value stored,
                       Value expected)
{
    const VerifyWrong wrong = {i, side, metrics, stored, expected, "-"};
    if (verify_note(share, &wrong)) draughts_index_fen(&check->index[side], i, side, share->first.fen);
}

static WalkStatus check_position(const Check *check, VerifyShare *share, u64 i, u32 side,
                                 char error[PROBER_ERROR])
{
    const DraughtsPosition position = draughts_index_position(&check->index[side], i);
    Value distance = 0, result = 0, expected = 0;
    WalkStatus status = stored_values(check, position, &distance, &result, error);
    if (status == WALK_DONE) status = value_by_moves(check, position, &expected, error);
    if (status != WALK_DONE) return status;
    share->checked++;
    if (sign_of(result) != sign_of(expected)) note_wrong(check, share, i, side, PROBE_WDL, result, expected);
    else if (distance != expected) note_wrong(check, share, i, side, PROBE_DTW, distance, expected);
    return WALK_DONE;
}

/* ---- all positions, or a sample ---- */

static WalkStatus check_run(void *user, u64 run, int worker, char error[PROBER_ERROR])
{
    const Check *check = user;
    WalkStatus status = WALK_DONE;
    for (u32 side = 0; side < 2; side++) {
        const DraughtsIndex *index = &check->index[side];
        const u64 first = run * DRAUGHTS_RUN, end = first + draughts_run_length(index, run);
        for (u64 i = first << index->huff_bits; i < end << index->huff_bits && status == WALK_DONE; i++)
            status = check_position(check, &check->shares[worker], i, side, error);
    }
    return status;
}

/* The positions of a run of the sample are drawn from one run of the table. */
static WalkStatus check_drawn_run(void *user, u64 number, int worker, char error[PROBER_ERROR])
{
    const Check *check = user;
    u64 state = verify_run_seed(check->options, number);
    const u32 side = (u32)(verify_drawn(&state) & 1);
    const DraughtsIndex *index = &check->index[side];
    const u64 run = verify_drawn(&state) % draughts_runs(index),
              first = run * DRAUGHTS_RUN << index->huff_bits;
    const u64 room = (u64)draughts_run_length(index, run) << index->huff_bits;
    WalkStatus status = WALK_DONE;
    for (u64 left = verify_run_length(check->options, number); left && status == WALK_DONE; left--)
        status =
            check_position(check, &check->shares[worker], first + verify_drawn(&state) % room, side, error);
    return status;
}

static WalkStatus check_files(const DraughtsWalk *walk, char error[PROBER_ERROR])
{
    ProbeStatus status = draughts_prober_check_file(walk->prober, walk->material, PROBE_WDL, error);
    if (status == PROBE_DONE)
        status = draughts_prober_check_file(walk->prober, walk->material, PROBE_DTW, error);
    return walk_status(status);
}

WalkStatus draughts_verify_table(const DraughtsWalk *walk, const VerifyOptions *options, VerifyReport *report,
                                 char error[PROBER_ERROR])
{
    const int threads = workers_count(walk->steps.workers);
    Check check = {.walk = walk, .options = options, .moves = draughts_moves_open(walk->game)};
    memset(report, 0, sizeof *report);
    for (u32 side = 0; side < 2; side++) draughts_walk_index(walk, side, &check.index[side]);
    WalkStatus status = options->skip_checksums ? WALK_DONE : check_files(walk, error);
    if (status != WALK_DONE) return status;
    check.shares = calloc((size_t)threads, sizeof *check.shares);
    if (check.shares == NULL)
        return draughts_walk_fail(walk, WALK_MEMORY, "no memory to check the table", error);
    if (options->sample)
        status = walk_run(&walk->steps, verify_runs(options), check_drawn_run, &check, error);
    else status = walk_run(&walk->steps, draughts_runs(&check.index[0]), check_run, &check, error);
    verify_sum(check.shares, threads, report);
    free(check.shares);
    return status;
}
