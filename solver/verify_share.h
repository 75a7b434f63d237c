/* What the checks of all games share: the parts of a report by worker, and the runs of a sample. Thread-safe.
 */
#ifndef SOLVER_VERIFY_SHARE_H
#define SOLVER_VERIFY_SHARE_H

#include "verify.h"

typedef struct {
    u64 checked, wrong;
    VerifyWrong first; /* if any are wrong */
} VerifyShare;         /* of a worker */

/* Counts a wrong value. 1: it is the first of the share now, and `fen` may be filled in there. */
int verify_note(VerifyShare *share, const VerifyWrong *wrong);

void verify_sum(const VerifyShare *shares, int count, VerifyReport *report);

/* 1: a distance that the 50-move rule spoils. */
static inline int verify_spoils(Value value) { return value != 0 && value_plies(value) > 100; }

/* The runs of a sample, the length of one, and the state of its generator, the same whoever draws it. */
u64 verify_runs(const VerifyOptions *options);
u64 verify_run_length(const VerifyOptions *options, u64 number);
u64 verify_run_seed(const VerifyOptions *options, u64 number);
u64 verify_drawn(u64 *state);

#endif
