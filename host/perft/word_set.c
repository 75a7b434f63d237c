/* SPDX-License-Identifier: MIT */
#include "word_set.h"

#define XXH_INLINE_ALL
#include <xxhash.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_ROWS 64u

static size_t row_bytes(const WordSet *set) { return (set->width + set->extra) * sizeof *set->rows; }

/* The slot that holds the key, or the free one where it belongs. */
static size_t slot_of(const WordSet *set, const uint64_t *key)
{
    const size_t bytes = set->width * sizeof *key;
    size_t slot = (size_t)XXH3_64bits(key, bytes) & (set->slot_count - 1);
    while (set->slots[slot] != 0 && memcmp(word_set_row(set, set->slots[slot] - 1), key, bytes) != 0)
        slot = (slot + 1) & (set->slot_count - 1);
    return slot;
}

/* Twice the slots and rows. At most half of the slots are in use, so that searches are short. */
static int grow(WordSet *set)
{
    const size_t room = set->room ? 2 * set->room : FIRST_ROWS, slot_count = 2 * room;
    if (room >= UINT32_MAX) return -1;
    const size_t bytes = room * row_bytes(set) + (slot_count + set->slot_count) * sizeof *set->slots;
    if (set->most_bytes && bytes > set->most_bytes) return -1;
    uint32_t *slots = calloc(slot_count, sizeof *slots);
    uint64_t *rows = slots == NULL ? NULL : realloc(set->rows, room * row_bytes(set));
    if (rows == NULL) {
        free(slots);
        return -1;
    }
    free(set->slots);
    set->rows = rows;
    set->room = room;
    set->slots = slots;
    set->slot_count = slot_count;
    for (size_t i = 0; i < set->count; i++)
        set->slots[slot_of(set, word_set_row(set, i))] = (uint32_t)(i + 1);
    return 0;
}

WordSetAnswer word_set_add(WordSet *set, const uint64_t *key, size_t *index)
{
    if (set->count == set->room && grow(set)) return WORD_SET_FULL;
    const size_t slot = slot_of(set, key);
    if (set->slots[slot] != 0) {
        *index = set->slots[slot] - 1;
        return WORD_SET_KNOWN;
    }
    *index = set->count++;
    set->slots[slot] = (uint32_t)set->count;
    uint64_t *row = word_set_row(set, *index);
    memcpy(row, key, set->width * sizeof *key);
    memset(row + set->width, 0, set->extra * sizeof *row);
    return WORD_SET_NEW;
}

void word_set_free(WordSet *set)
{
    free(set->rows);
    free(set->slots);
    set->rows = NULL;
    set->slots = NULL;
    set->count = set->room = set->slot_count = 0;
}
