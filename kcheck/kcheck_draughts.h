/* SPDX-License-Identifier: MIT */
/* Draughts under the kernel checker: positions and what the mailbox says of them, by route and merged. */
#ifndef HOST_KCHECK_DRAUGHTS_H
#define HOST_KCHECK_DRAUGHTS_H

#include "../rules/draughts/test/random_draughts.h"
#include "../host/games/draughts_cpu.h"
#include "kcheck.h"

#define KCHECK_MOST_ROUTES \
    5000u /* of a position: those with more are passed over, the mailbox would take too long */
#define KCHECK_MOST_REPLIED 40u  /* moves of a position whose replies are known */
#define KCHECK_DEPTH3_EVERY 16u  /* positions whose leaves at depth 3 are known, where replies are few */
#define KCHECK_MOST_REPLIES 600u /* few */

typedef struct {
    DraughtsPosition position;
    uint32_t replies; /* legal moves there */
} KcheckDraughtsChild;

/* Reference results for one way of counting. */
typedef struct {
    uint32_t count;
    int overflows; /* 1: the captures are more than a kernel lists, which the rules under test say */
    int replied;   /* 1: replies are known */
    KcheckDraughtsChild *child; /* ascending by kcheck_draughts_order, equal ones side by side */
    u64 replies_sum;
    u64 depth3; /* leaves; 0: not known */
    u64 stats[DRAUGHTS_STATS];
} KcheckDraughtsKnown;

struct KcheckBatch {
    DraughtsGameId id;
    const DraughtsGame *row;
    const SlowGame *slow;
    DraughtsParameters parameters[2]; /* by merge */
    uint64_t first;                   /* number of the first position in the run */
    uint32_t n;
    DraughtsPosition *positions;
    SlowPosition *boards;
    const char **kinds;
    KcheckDraughtsKnown *known[2]; /* by merge */
};

/* An order of positions, and of children, for qsort. */
int kcheck_draughts_order(const void *a, const void *b);

void kcheck_draughts_mismatch(Kcheck *kcheck, const KcheckBatch *batch, uint32_t i, const char *device,
                              const char *kernel, const char *expected, const char *got);
/* merge: how was counted, for the text. */
void kcheck_draughts_compare(Kcheck *kcheck, const KcheckBatch *batch, uint32_t i, const char *device,
                             const char *kernel, int merge, u64 expected, u64 got);
void kcheck_draughts_compare_stats(Kcheck *kcheck, const KcheckBatch *batch, uint32_t i, const char *device,
                                   const char *kernel, int merge, const u64 *expected, const u64 *got);
/* Compares a list of children, which it sorts, with what is known of position i; prints the first that differs. */
void kcheck_draughts_compare_children(Kcheck *kcheck, const KcheckBatch *batch, uint32_t i,
                                      const char *device, const char *kernel, int merge,
                                      DraughtsPosition *children);

/* kcheck_draughts_device.c, kcheck_draughts_cpu.c */
void kcheck_draughts_device(Kcheck *kcheck, const KcheckBatch *batch, KcheckDevice *d);
void kcheck_draughts_cpu(Kcheck *kcheck, const KcheckBatch *batch);
void kcheck_draughts_bench_device(const Kcheck *kcheck, const KcheckBatch *batch, KcheckDevice *d);
void kcheck_draughts_bench_cpu(const Kcheck *kcheck, const KcheckBatch *batch);

#endif
