/* What the searches for zugzwangs of all games share: kinds, and the parts of a report by worker. */
#ifndef SOLVER_ZUGZWANG_SHARE_H
#define SOLVER_ZUGZWANG_SHARE_H

#include "zugzwang.h"

enum { ZUGZWANG_NONE = -1 };

typedef struct {
    u64 index;
    ZugzwangKind kind;
} ZugzwangFound;

typedef struct {
    u64 positions, unique;
    ZugzwangCounts kind[ZUGZWANG_KINDS];
    int found, taken;
    ZugzwangFound *list; /* the first `found` of this worker, in rising order */
} ZugzwangShare;

/* By the first side's results, -1 to 1, when it is to move and when the second is; or ZUGZWANG_NONE. */
int zugzwang_kind_of(int first, int second);

/* Shares of so many workers, with room for lists. NULL: no memory. */
ZugzwangShare *zugzwang_open_shares(int count, const ZugzwangOptions *options);
void zugzwang_close_shares(ZugzwangShare *shares, int count); /* NULL is allowed */

/* Puts a position on the share's list if there is room. */
void zugzwang_note(ZugzwangShare *share, const ZugzwangOptions *options, u64 index, int kind);

/* Adds all up, once; the positions of the list are yet without a FEN. */
void zugzwang_sum(ZugzwangShare *shares, int count, const ZugzwangOptions *options, ZugzwangReport *report);

#endif
