/* SPDX-License-Identifier: MIT */
/* The native draughts engine's text, compiled once for each instruction set, which defines W and W_LANES (see
 * rules/lanes.h) and has included rules/draughts/draughts.h and setwise_tmpl.h.
 *
 * Two plies above the leaves the children are made without turning the board and wait in a queue, by plane; a full
 * queue is counted W_LANES positions at a time. Lanes whose captures go on are counted one by one.
 */
#include "draughts_cpu.h"
#include "../base/stop.h"

#include <stdlib.h>
#include <string.h>

#define QUEUE 256 /* positions */

typedef struct {
    u64 own[QUEUE + W_LANES], opponent[QUEUE + W_LANES], kings[QUEUE + W_LANES], huffable[QUEUE + W_LANES];
    u32 count;
} LeafQueue;

static inline W load(const u64 *p)
{
    W w;
    memcpy(&w, p, sizeof w);
    return w;
}

#include "../../rules/draughts/next_width.h"
#include "draughts_cpu_tree_tmpl.h"
#include "../../rules/draughts/next_width.h"
#include "draughts_cpu_tree_tmpl.h"
#include "../../rules/draughts/next_width.h"

#define DRAUGHTS_GAME(id, words) \
    static void captures_##id(const void *rules, const DraughtsGeometry_x##words *g, \
                              const DraughtsBoard_x##words *b, DraughtsCaptures_x##words *found) \
    { \
        (void)rules; \
        draughts_captures_x##words(&draughts_games[DRAUGHTS_GAME_##id].rules, g, b, found); \
    } \
    static void count_queue_##id(Counter_x##words *c) \
    { \
        count_queue_of_x##words(&draughts_games[DRAUGHTS_GAME_##id].rules, c); \
    } \
    static void descend_##id(Counter_x##words *c, const DraughtsBoard_x##words *b, int depth) \
    { \
        descend_into_x##words(&draughts_games[DRAUGHTS_GAME_##id].rules, c, b, depth); \
    } \
    static u64 perft_##id(const DraughtsPosition *p, int depth, int merge, PerftTable *table, \
                          const volatile int *stop) \
    { \
        Counter_x##words c; \
        c.captures = captures_##id; \
        c.count_queue = count_queue_##id; \
        c.descend = descend_##id; \
        return count_tree_x##words(&draughts_games[DRAUGHTS_GAME_##id], &c, p, depth, merge, table, stop); \
    }
#include "../../rules/draughts/draughts_games.def"
#undef DRAUGHTS_GAME
