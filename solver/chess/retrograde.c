/* SPDX-License-Identifier: MIT */
#include "../base/ply_totals.h"
#include "retrograde_state.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define PIECE 8 /* blocks that a thread takes at a time */

u64 retrograde_between[64][64];
static pthread_once_t between_once = PTHREAD_ONCE_INIT;

static void fill_between(void)
{
    for (u32 a = 0; a < 64; a++)
        for (u32 b = 0; b < 64; b++) retrograde_between[a][b] = a == b ? 0 : chess_between(a, b);
}

static const RetrogradeBuild *build_in_use(void)
{
    static const InstructionSet *const builds[] = {&retrograde_avx512.set, &retrograde_avx2.set,
                                                   &retrograde_plain.set, NULL};
    return (const RetrogradeBuild *)instruction_set_here(builds);
}

const char *retrograde_instruction_set(void) { return build_in_use()->set.name; }

/* ---- memory ---- */

u64 retrograde_bytes(const Material *material)
{
    const u64 codes = U64(1) << 6 * material->count;
    const u64 blocks = material->pawns ? codes / 2 : codes / 8 + codes / 32;
    return 2 * blocks * (2 * BLOCK_WORDS * sizeof(u64) + 5 * sizeof(u16) + 2 * sizeof(ScheduledCodes));
}

static int open_run(Retrograde *run, u32 blocks)
{
    int whole = 1;
    for (int side = 0; side < 2; side++) {
        u16 **const stamps[] = {&run->new_wins_at[side], &run->won_at[side], &run->lost_at[side],
                                &run->frontier_wins_at[side], &run->frontier_losses_at[side]};
        for (size_t i = 0; i < sizeof stamps / sizeof *stamps; i++) {
            *stamps[i] = malloc(blocks * sizeof(u16));
            if (*stamps[i]) memset(*stamps[i], 0xff, blocks * sizeof(u16)); /* PLY_NEVER */
            else whole = 0;
        }
        run->escape[side] = table_zeros(blocks, BLOCK_WORDS * sizeof(u64));
        run->new_wins[side] = table_zeros(blocks, BLOCK_WORDS * sizeof(u64));
        run->scheduled_wins[side] = calloc(blocks, sizeof(ScheduledCodes));
        run->scheduled_losses[side] = calloc(blocks, sizeof(ScheduledCodes));
        whole &= run->escape[side] && run->new_wins[side] && run->scheduled_wins[side] &&
                 run->scheduled_losses[side];
    }
    return whole;
}

RetrogradeStatus retrograde_open(Retrograde *run, Table *table, ChildTable *child, void *user)
{
    pthread_once(&between_once, fill_between);
    *run = (Retrograde){.table = table, .child = child, .child_user = user};
    return open_run(run, table->placements->blocks) ? RETROGRADE_DONE : RETROGRADE_MEMORY;
}

void retrograde_close(Retrograde *run)
{
    for (int side = 0; side < 2; side++) {
        free(run->escape[side]);
        free(run->new_wins[side]);
        free(run->new_wins_at[side]);
        free(run->won_at[side]);
        free(run->lost_at[side]);
        free(run->frontier_wins_at[side]);
        free(run->frontier_losses_at[side]);
        free(run->scheduled_wins[side]);
        free(run->scheduled_losses[side]);
    }
}

/* ---- a step over all blocks of a level ---- */

typedef enum { STEP_MARK, STEP_LOOK_UP, STEP_WINS, STEP_LOSSES, STEP_COMMIT, STEP_FINISH } StepKind;

typedef struct {
    Retrograde *run;
    const RetrogradeBuild *build;
    StepKind kind;
    PlyTotals totals;
} PlyStep;

static u32 treat(PlyStep *step, u32 block, u32 side, u32 *longest_scheduled)
{
    switch (step->kind) {
    case STEP_MARK: step->build->mark_illegal(step->run, block, side); return 0;
    case STEP_LOOK_UP: return step->build->look_up(step->run, block, side, longest_scheduled);
    case STEP_WINS: return step->build->wins(step->run, block, side);
    case STEP_LOSSES: return step->build->losses(step->run, block, side);
    case STEP_COMMIT: return step->build->commit(step->run, block, side);
    case STEP_FINISH: break;
    }
    step->build->finish(step->run, block, side);
    return 0;
}

static void treat_piece(void *user, u64 first, u64 end, int worker)
{
    PlyStep *step = user;
    if (ply_totals_watch(&step->totals, worker, step->run->ply)) return;
    u64 decided = 0;
    u32 longest = 0;
    for (u64 block = first; block < end; block++)
        for (u32 side = 0; side < 2; side++)
            decided += treat(step, step->run->first + (u32)block, side, &longest);
    ply_totals_add(&step->totals, decided);
    ply_totals_schedule(&step->totals, longest);
}

static void run_step(PlyStep *step, StepKind kind, Workers *workers)
{
    step->kind = kind;
    workers_run(workers, step->run->end - step->run->first, PIECE, treat_piece, step);
}

static void prepare(PlyStep *step, Workers *workers)
{
    Retrograde *run = step->run;
    const u32 *first = run->table->placements->level_first + step->totals.level;
    run->first = first[0];
    run->end = first[1];
    run->ply = 0;
    atomic_store(&step->totals.longest, 0);
    run_step(step, STEP_MARK, workers);
    run_step(step, STEP_LOOK_UP, workers);
    run->mates = ply_totals_take(&step->totals);
    run->longest_scheduled = atomic_load(&step->totals.longest);
}

int retrograde_prepare(Retrograde *run, int level, u64 decided, Workers *workers,
                       const RetrogradeWatch *watch)
{
    const int levels = run->table->placements->levels;
    PlyStep step = {.run = run, .build = build_in_use(), .totals = {watch, level, levels, decided, 0, 0, 0}};
    prepare(&step, workers);
    return ply_totals_stopped(&step.totals);
}

void retrograde_finish(Retrograde *run, Workers *workers)
{
    PlyStep step = {.run = run, .build = build_in_use()};
    run_step(&step, STEP_FINISH, workers);
}

static RetrogradeStatus solve_level(PlyStep *step, Workers *workers)
{
    Retrograde *run = step->run;
    const u32 most = (u32)plies_of_distance(run->table->metric, DISTANCE_MOST, 0);
    prepare(step, workers);
    u64 newly_solved = run->mates;
    for (run->ply = 1;
         (newly_solved || run->ply <= run->longest_scheduled) && !ply_totals_stopped(&step->totals);
         run->ply++) {
        if (run->ply > most) return RETROGRADE_TOO_LONG;
        run_step(step, STEP_WINS, workers);
        run_step(step, STEP_LOSSES, workers);
        run_step(step, STEP_COMMIT, workers);
        newly_solved = ply_totals_take(&step->totals);
    }
    run_step(step, STEP_FINISH, workers);
    return ply_totals_stopped(&step->totals) ? RETROGRADE_STOPPED : RETROGRADE_DONE;
}

RetrogradeStatus retrograde_solve(Table *table, ChildTable *child, void *user, Workers *workers,
                                  const RetrogradeWatch *watch)
{
    Retrograde run;
    const u32 *first = table->placements->level_first;
    const int levels = table->placements->levels;
    PlyStep step = {.run = &run, .build = build_in_use(), .totals = {.watch = watch, .levels = levels}};
    int *level = &step.totals.level;
    RetrogradeStatus status = retrograde_open(&run, table, child, user);
    for (; status == RETROGRADE_DONE && *level < levels; ++*level)
        if (first[*level] < first[*level + 1]) status = solve_level(&step, workers);
    retrograde_close(&run);
    return status;
}
