/* SPDX-License-Identifier: MIT */
/* All captures of a position, on the heap where there are many; included after rules/draughts/draughts.h once for
 * each board width, where B and B_WORDS are defined (rules/draughts/next_width.h). */
#include "../base/need_memory.h"

#if !defined(HOST_DRAUGHTS_LISTING_FEW)
#define HOST_DRAUGHTS_LISTING_FEW
#define DRAUGHTS_FEW 1024 /* captures that need no heap */
#endif

typedef struct {
    B_FN(DraughtsCaptures) found;
    B_FN(DraughtsCapture) here[DRAUGHTS_FEW];
} B_FN(DraughtsListing);

typedef void (*B_FN(DraughtsFinder))(const void *rules, const B_FN(DraughtsGeometry) *g,
                                     const B_FN(DraughtsBoard) *b, B_FN(DraughtsCaptures) *found);

static int B_FN(compare_captures)(const void *x, const void *y)
{
    const B_FN(DraughtsCapture) *a = x, *b = y;
    if (a->from != b->from) return a->from < b->from ? -1 : 1;
    if (a->taken != b->taken) return a->taken < b->taken ? -1 : 1;
    return (int)a->king - (int)b->king;
}

/* Joins entries with the same origin, pieces taken and kind, as draughts_found does with a short list. */
static void B_FN(merge_captures)(B_FN(DraughtsCaptures) *found)
{
    u32 last = 0;
    qsort(found->list, found->count, sizeof *found->list, B_FN(compare_captures));
    for (u32 i = 1; i < found->count; i++) {
        if (B_FN(compare_captures)(&found->list[last], &found->list[i]) == 0)
            found->list[last].to |= found->list[i].to;
        else found->list[++last] = found->list[i];
    }
    found->count = last + 1;
    found->number = 0;
    for (u32 i = 0; i < found->count; i++) found->number += b_count(found->list[i].to);
}

/* Lists the captures that `find` finds; release_captures frees. Of many, first all routes are listed and then those
 * with equal results joined, which is faster than to look each up. */
static inline void B_FN(list_captures)(B_FN(DraughtsFinder) find, const void *rules,
                                       const B_FN(DraughtsGeometry) *g, const B_FN(DraughtsBoard) *b,
                                       u32 merge, const volatile int *stop, B_FN(DraughtsListing) *listing)
{
    B_FN(DraughtsCaptures) *found = &listing->found;
    found->list = listing->here;
    found->capacity = DRAUGHTS_FEW;
    found->merge = merge;
    found->stop = stop;
    found->jump_budget = UINT64_MAX;
    find(rules, g, b, found);
    if (found->count <= found->capacity) return;
    found->merge = 0;
    find(rules, g, b, found);
    found->capacity = found->count;
    found->list = need_memory(found->count * sizeof *found->list);
    find(rules, g, b, found);
    if (found->count > found->capacity) found->count = found->capacity; /* stopped in between */
    if (merge && found->count > 0) B_FN(merge_captures)(found);
    found->merge = merge;
}

static inline void B_FN(release_captures)(B_FN(DraughtsListing) *listing)
{
    if (listing->found.list != listing->here) free(listing->found.list);
}
