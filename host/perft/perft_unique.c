/* SPDX-License-Identifier: MIT */
#include "perft_unique.h"

#include "../base/stop.h"
#include "word_set.h"

#include <stdio.h>
#include <string.h>

#define PARENTS_A_CHECK 1024 /* parents between two checks of the stop flag */

/* A layer's rows are positions; behind them the marks that they were reached with, as bits. */
enum { ROW_MARKS = GAME_WORDS };

static uint64_t bytes_of(const WordSet *set)
{
    return set->room * (set->width + set->extra) * sizeof(uint64_t) + set->slot_count * sizeof(uint32_t);
}

static WordSet new_layer(uint64_t memory)
{
    return (WordSet){
        .width = GAME_WORDS, .extra = 1, .most_bytes = memory < SIZE_MAX ? (size_t)memory : SIZE_MAX};
}

static int add(WordSet *layer, const GamePosition *position, int mark)
{
    size_t index;
    if (word_set_add(layer, position->word, &index) == WORD_SET_FULL) return -1;
    word_set_row(layer, index)[ROW_MARKS] |= UINT64_C(1) << mark;
    return 0;
}

static PerftStatus fail_memory(const WordSet *layer, char error[PERFT_ERROR])
{
    snprintf(error, PERFT_ERROR, "the memory is full: %zu positions of this depth", layer->count);
    return PERFT_OUT_OF_MEMORY;
}

static PerftStatus add_children(GameRules rules, const uint64_t *row, WordSet *below, char error[PERFT_ERROR])
{
    GamePosition parent, children[GAME_MAX_MOVES];
    const GamePerft *perft = rules.game->perft;
    memcpy(&parent, row, sizeof parent);
    const int count = perft->children(rules, &parent, children);
    if (count > GAME_MAX_MOVES) {
        snprintf(error, PERFT_ERROR, "a position has more moves than can be listed, %d", GAME_MAX_MOVES);
        return PERFT_OUT_OF_MEMORY;
    }
    for (int i = 0; i < count; i++) {
        const int mark = perft->mark == NULL ? 0 : perft->mark(&parent, &children[i]);
        if (add(below, &children[i], mark)) return fail_memory(below, error);
    }
    return PERFT_DONE;
}

static PerftStatus expand(GameRules rules, const PerftUniqueJob *job, const WordSet *layer, WordSet *below,
                          char error[PERFT_ERROR])
{
    PerftStatus status = PERFT_DONE;
    for (size_t i = 0; i < layer->count && !status; i++) {
        status = add_children(rules, word_set_row(layer, i), below, error);
        if (i % PARENTS_A_CHECK || status) continue;
        if (stop_asked(job->stop)) status = PERFT_STOPPED;
        const PerftProgress now = {.nodes = below->count, .fraction = (double)i / (double)layer->count};
        if (job->progress != NULL) job->progress(job->context, &now);
    }
    return status;
}

static PerftUniqueRow count_row(const WordSet *layer)
{
    PerftUniqueRow row = {layer->count, 0};
    for (size_t i = 0; i < layer->count; i++)
        row.with_marks += (uint64_t)__builtin_popcountll(word_set_row(layer, i)[ROW_MARKS]);
    return row;
}

PerftStatus perft_unique(GameRules rules, const PerftUniqueJob *job, PerftUniqueRow rows[PERFT_MAX_DEPTH + 1],
                         int *known, char error[PERFT_ERROR])
{
    WordSet layer = new_layer(job->memory);
    PerftStatus status = add(&layer, &job->root->position, 0) ? fail_memory(&layer, error) : PERFT_DONE;
    *known = 0;
    while (!status) {
        rows[(*known)++] = count_row(&layer);
        if (*known > job->depth) break;
        const uint64_t used = bytes_of(&layer);
        WordSet below = new_layer(job->memory > used ? job->memory - used : 1);
        status = expand(rules, job, &layer, &below, error);
        word_set_free(&layer);
        layer = below;
    }
    word_set_free(&layer);
    return status;
}
