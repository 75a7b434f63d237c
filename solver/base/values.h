/* SPDX-License-Identifier: MIT */
/* Results, distances and metrics, as tables of every game use them.
 *
 * A Value is one number, larger being better for the side to move: win in n plies 16384 - n, draw 0, loss in n plies
 * n - 16384. What n counts is the metric's: plies to mate, or to the next capture, pawn move or mate (101 and more: the
 * 50-move rule makes it a draw), or, in draughts, to the end of the game.
 */
#ifndef SOLVER_VALUES_H
#define SOLVER_VALUES_H

#include "../../rules/portable.h"

#define PROBER_ERROR 256

typedef enum {
    WDL_LOSS = -2,
    WDL_BLESSED_LOSS, /* saved by the 50-move rule alone */
    WDL_DRAW,
    WDL_CURSED_WIN, /* kept from winning by the 50-move rule alone */
    WDL_WIN
} Wdl;

/* Results as files code them. */
enum { RESULT_LOSS, RESULT_BLESSED_LOSS, RESULT_DRAW, RESULT_CURSED_WIN, RESULT_WIN, RESULT_ILLEGAL };

/* What to look up. */
enum { PROBE_WDL = 1, PROBE_DTZ = 2, PROBE_DTM = 4, PROBE_DTW = 8 /* draughts */ };

/* "loss", "blessed-loss", "draw", "cursed-win", "win" */
const char *wdl_name(Wdl wdl);

typedef enum {
    PROBE_DONE,
    PROBE_NO_TABLE, /* of this material (or one that its captures and promotions need) and metric in the folder */
    PROBE_BROKEN,   /* a file is damaged, or cannot be read */
    PROBE_CASTLING, /* castling rights: not in the tables */
    PROBE_MEN,      /* more men than any table has */
    PROBE_ILLEGAL,  /* no king or several, the side not to move in check, pawns on the last ranks */
    PROBE_MEMORY,
    PROBE_STOPPED /* as the caller wished */
} ProbeStatus;

typedef int16_t Value;

#define VALUE_ILLEGAL 32767 /* the side not to move is in check, kings touch, or men share a square */
#define VALUE_NONE (-32768) /* no move, or no known one */
#define VALUE_LONGEST 8000  /* plies */

static inline Value value_win(int plies) { return (Value)(16384 - plies); }
static inline Value value_loss(int plies) { return (Value)(plies - 16384); }
static inline int value_is_win(Value v) { return v > 0 && v != VALUE_ILLEGAL; }
static inline int value_is_loss(Value v) { return v < 0 && v >= -16384; }
static inline int value_plies(Value v) { return v == 0 ? 0 : 16384 - (v < 0 ? -v : v); }

/* Ranks of moves, larger being better for the side that makes them: won soon, lost late. plies: signed, 0 for a draw. */
static inline int rank_by_distance(int plies)
{
    return plies > 0 ? value_win(plies) : plies < 0 ? value_loss(-plies) : 0;
}

/* By the result first. plies: 0 if moves of the same result shall be equal. */
static inline int rank_by_result(Wdl wdl, int plies) { return 32768 * (int)wdl + rank_by_distance(plies); }

typedef enum {
    METRIC_DTZ, /* with the 50-move rule: capture, pawn move and mate end the count */
    METRIC_DTM
} Metric;

/* Distances as they are stored in a byte: plies; to mate, where wins are odd and losses even, half of them. */
#define DISTANCE_ILLEGAL 255
#define DISTANCE_MOST 253 /* as stored */

static inline u32 distance_of_plies(Metric metric, int plies)
{
    return (u32)(metric == METRIC_DTM ? plies >> 1 : plies);
}
static inline int plies_of_distance(Metric metric, u32 distance, int won)
{
    return (int)(metric == METRIC_DTM ? 2 * distance + (won ? 1 : 0) : distance);
}

#endif
