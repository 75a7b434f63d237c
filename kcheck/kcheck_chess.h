/* SPDX-License-Identifier: MIT */
/* Chess under the kernel checker: positions and what the mailbox says of them. */
#ifndef HOST_KCHECK_CHESS_H
#define HOST_KCHECK_CHESS_H

#include "../rules/chess/stats.h"
#include "../rules/chess/test/mailbox_planes.h"
#include "kcheck.h"

#define KCHECK_STATS_EVERY 2u   /* positions whose statistics the mailbox gives: 0, 2, 4 ... of a batch */
#define KCHECK_DEPTH2_EVERY 4u  /* whose leaves at depth 2 */
#define KCHECK_DEPTH3_EVERY 64u /* and at depth 3 */

/* Reference results; of a position's moves, in ascending order of their codes. The replies are the one thing
 * here that is not the mailbox's, which would take too long; it checks their sum where it counts depth 2. */
typedef struct {
    uint32_t count;
    ChessMove move[CHESS_MAX_MOVES];
    ChessPosition child[CHESS_MAX_MOVES];
    uint32_t replies[CHESS_MAX_MOVES]; /* of each child, counted by the rules */
    u64 replies_sum;                   /* of them all: leaves at depth 2 */
    u64 stats[CHESS_STATS];
    u64 depth2, depth3; /* leaves, counted by the mailbox */
} KcheckKnown;

struct KcheckBatch {
    uint64_t first; /* number of the first position in the run */
    uint32_t n;
    ChessPosition *positions;
    MailboxPosition *boards;
    const char **kinds;
    KcheckKnown *known;
};

void kcheck_chess_mismatch(Kcheck *kcheck, const KcheckBatch *batch, uint32_t i, const char *device,
                           const char *kernel, const char *expected, const char *got);
void kcheck_chess_compare(Kcheck *kcheck, const KcheckBatch *batch, uint32_t i, const char *device,
                          const char *kernel, u64 expected, u64 got);

/* kcheck_chess_device.c, kcheck_chess_cpu.c */
void kcheck_chess_device(Kcheck *kcheck, const KcheckBatch *batch, KcheckDevice *d);
void kcheck_chess_cpu(Kcheck *kcheck, const KcheckBatch *batch);
void kcheck_chess_bench_device(const Kcheck *kcheck, const KcheckBatch *batch, KcheckDevice *d);
void kcheck_chess_bench_cpu(const Kcheck *kcheck, const KcheckBatch *batch);

#endif
