/* SPDX-License-Identifier: MIT */
/* Retrograde analysis of one table on the processor: 64 positions a word, a block of 4,096 at a time.
 *
 * All men but the kings stand still within a block, so a move of one of them reads another block, whole, with a
 * mask for the kings that would stand in its way; a king's move is a shift within the block. At ply n
 *
 *   wins:   cells from which a quiet move leads to a loss in n - 1, or a capture, promotion or pawn move wins in n;
 *   losses: cells next to a new win, none of whose quiet moves leads out of the known wins, and whose other moves
 *           lose in n at most;
 *   commit: the wins become known.
 *
 * Captures, promotions and pawn moves lead to tables and levels that are finished: they are looked up once, before
 * the first ply. Only blocks next to a change are looked at.
 */
#ifndef SOLVER_RETROGRADE_H
#define SOLVER_RETROGRADE_H

#include "table.h"
#include "../base/retrograde_watch.h"
#include "../base/workers.h"

/* Gives the table of a material to capture or promote into, metric as the table's; results alone are enough for
 * METRIC_DTZ. KvK is asked for too. Never NULL. Called from several threads. */
typedef const Table *ChildTable(void *user, const Material *material);

/* Fills an empty table. */
RetrogradeStatus retrograde_solve(Table *table, ChildTable *child, void *user, Workers *workers,
                                  const RetrogradeWatch *watch);

/* The bytes needed in addition to the table. */
u64 retrograde_bytes(const Material *material);

/* The instruction set in use, "avx512", "avx2" or "plain"; TABULEIRO_CPU names another. */
const char *retrograde_instruction_set(void);

#endif
