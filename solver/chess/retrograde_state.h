/* SPDX-License-Identifier: MIT */
/* What the builds of retrograde analysis share: the state of a run, and a table of functions for each build. */
#ifndef SOLVER_RETROGRADE_STATE_H
#define SOLVER_RETROGRADE_STATE_H

#include "../base/instruction_sets.h"
#include "retrograde.h"

#define PLY_NEVER 0xffffu

typedef struct {
    u64 code[4]; /* a bit for each distance as stored */
} ScheduledCodes;

/* By side to move and block, or word of a block. Plies are stamps: a block is looked at if its stamp is the ply. */
typedef struct {
    Table *table;
    ChildTable *child;
    void *child_user;
    u32 first, end; /* blocks of the level */
    u32 ply;

    u64 *escape[2];              /* never lost: a capture, promotion or pawn move saves, or stalemate */
    u64 *new_wins[2];            /* wins found at this ply */
    u16 *new_wins_at[2];         /* ply of `new_wins` */
    u16 *won_at[2], *lost_at[2]; /* ply of the cells solved last */
    u16 *frontier_wins_at[2], *frontier_losses_at[2];
    ScheduledCodes *scheduled_wins[2],
        *scheduled_losses[2]; /* distances that wait in the block; see pending below */
    /* An undecided cell's distance is 0, or 1 + the stored distance at which it is won (in `escape`) or lost at the
     * earliest (not in `escape`) by its captures, promotions and pawn moves. */
    u64 mates;             /* of the level */
    u32 longest_scheduled; /* plies; of the level */
} Retrograde;

typedef struct {
    InstructionSet set;
    /* For one block and side to move: marks illegal cells; then (all illegal cells of the level being marked) looks
     * up moves out of the level, finds mates and stalemates. Returns cells decided. */
    void (*mark_illegal)(Retrograde *run, u32 block, u32 side);
    u32 (*look_up)(Retrograde *run, u32 block, u32 side, u32 *longest_scheduled);
    /* The three steps of a ply. Returns cells decided. */
    u32 (*wins)(Retrograde *run, u32 block, u32 side);
    u32 (*losses)(Retrograde *run, u32 block, u32 side);
    u32 (*commit)(Retrograde *run, u32 block, u32 side);
    /* Pending distances of draws become 0. */
    void (*finish)(Retrograde *run, u32 block, u32 side);
} RetrogradeBuild;

extern const RetrogradeBuild retrograde_avx512, retrograde_avx2, retrograde_plain;

/* What comes before the plies of a level and after them; shared with engines that take the plies elsewhere, who need
 * nothing of the state but first, end, escape, due_wins, due_losses, mates and longest_due. */
RetrogradeStatus retrograde_open(Retrograde *run, Table *table, ChildTable *child, void *user);
void retrograde_close(Retrograde *run); /* after a failure too */

/* Takes a level: marks illegal cells, looks up moves out of the level, finds mates. decided: positions of the table
 * so far, for the watch. Nonzero: stopped by the watch. */
int retrograde_prepare(Retrograde *run, int level, u64 decided, Workers *workers,
                       const RetrogradeWatch *watch);

/* Pending distances of draws become 0. */
void retrograde_finish(Retrograde *run, Workers *workers);

/* Squares strictly between two squares of a line; filled before a run. */
extern u64 retrograde_between[64][64];

#endif
