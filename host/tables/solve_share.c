/* SPDX-License-Identifier: MIT */
#include "solve_share.h"

static const double enough =
    0.03; /* of the positions; before it, a guess may be off by a factor of two and more */
static const double nearly = 0.95; /* of a table */

double solve_share(SolveShare *share, double seconds, uint64_t done, uint64_t of, uint64_t all)
{
    if (share->done != done) *share = (SolveShare){done, seconds};
    if (share->at <= 0 || (double)done < enough * (double)all) return -1;
    const double expected = (double)done * seconds / share->at, most = (double)done + nearly * (double)of;
    return (expected < most ? expected : most) / (double)all;
}
