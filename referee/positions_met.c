/* SPDX-License-Identifier: MIT */
#include "positions_met.h"

#include <stdlib.h>
#include <string.h>

static size_t hash(const u64 word[4], int black)
{
    u64 h = (u64)black;
    for (int i = 0; i < 4; i++) {
        h = (h ^ word[i]) * U64(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    return (size_t)h;
}

/* Its slot, or the free one where it would stand. The table is never full. */
static PositionMet *find(const PositionsMet *met, const u64 word[4], int black)
{
    for (size_t i = hash(word, black) & (met->room - 1);; i = (i + 1) & (met->room - 1)) {
        PositionMet *slot = &met->slot[i];
        if (!slot->times || (slot->black == (u32)black && !memcmp(slot->word, word, sizeof slot->word)))
            return slot;
    }
}

static int grow(PositionsMet *met)
{
    PositionsMet larger = {.room = met->room ? 2 * met->room : 64, .used = met->used};
    larger.slot = calloc(larger.room, sizeof *larger.slot);
    if (!larger.slot) return -1;
    for (size_t i = 0; i < met->room; i++) {
        const PositionMet *slot = &met->slot[i];
        if (slot->times) *find(&larger, slot->word, (int)slot->black) = *slot;
    }
    free(met->slot);
    *met = larger;
    return 0;
}

u32 positions_met_add(PositionsMet *met, const u64 word[4], int black)
{
    if (2 * (met->used + 1) > met->room && grow(met)) return 0;
    PositionMet *slot = find(met, word, black);
    if (!slot->times) {
        memcpy(slot->word, word, sizeof slot->word);
        slot->black = (u32)black;
        met->used++;
    }
    return ++slot->times;
}

u32 positions_met_times(const PositionsMet *met, const u64 word[4], int black)
{
    return met->room ? find(met, word, black)->times : 0;
}

void positions_met_free(PositionsMet *met)
{
    free(met->slot);
    *met = (PositionsMet){0};
}
