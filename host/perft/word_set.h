/* SPDX-License-Identifier: MIT */
/* A set of rows of words, numbered from 0 in the order in which they were first added.
 *
 * A row is its key, `width` words that distinguish rows, and `extra` words that belong to it. Used by
 * one thread at a time.
 */
#ifndef HOST_WORD_SET_H
#define HOST_WORD_SET_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    size_t width, extra;
    uint64_t *rows;     /* width + extra words each */
    size_t count, room; /* rows */
    uint32_t *slots;    /* a row's number + 1; 0: free */
    size_t slot_count;  /* a power of two, or 0 */
    size_t most_bytes;  /* 0: as much as there is */
} WordSet;

typedef enum { WORD_SET_FULL = -1, WORD_SET_KNOWN = 0, WORD_SET_NEW = 1 } WordSetAnswer;

/* Adds a row with this key, extra words 0, unless it is there; *index is its number. WORD_SET_FULL: no
 * memory, or more than most_bytes, or 2^32 - 1 rows; the set is as before. A zeroed set with its width and
 * extra is empty. */
WordSetAnswer word_set_add(WordSet *set, const uint64_t *key, size_t *index);

static inline uint64_t *word_set_row(const WordSet *set, size_t index)
{
    return set->rows + index * (set->width + set->extra);
}

/* Frees the rows; the set is empty then. */
void word_set_free(WordSet *set);

#endif
