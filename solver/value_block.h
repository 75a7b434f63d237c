/* The values of a block: all positions of one placement with one side to move, and their backup from successors.
 *
 * A value is one number, larger being better for the side to move: win in n plies 16384 - n, draw 0, loss in n
 * plies n - 16384. What n counts is the metric's: plies to mate, or to the next capture, pawn move or mate (101
 * and more: the 50-move rule spoils the result).
 */
#ifndef SOLVER_VALUE_BLOCK_H
#define SOLVER_VALUE_BLOCK_H

#include "placements.h"

typedef int16_t Value;

#define VALUE_ILLEGAL 32767  /* the side not to move is in check, kings touch, or men share a square */
#define VALUE_NONE (-32768)  /* no move, or no known one */
#define VALUE_LONGEST 8000   /* plies */

static inline Value value_win(int plies) { return (Value)(16384 - plies); }
static inline Value value_loss(int plies) { return (Value)(plies - 16384); }
static inline int value_is_win(Value v) { return v > 0 && v != VALUE_ILLEGAL; }
static inline int value_is_loss(Value v) { return v < 0 && v >= -16384; }
static inline int value_plies(Value v) { return v == 0 ? 0 : 16384 - (v < 0 ? -v : v); }

typedef struct {
    Value at[64][64]; /* by first king, second king */
} ValueBlock;

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

/* Gives the values of a block: the placement as it is, not made canonical; side to move 0 or 1. The material's
 * sides are as material_of orders them. 0, or -1, which ends the backup. */
typedef int BlockSource(void *user, const Material *material, u32 code, u32 side, ValueBlock *values);

typedef enum {
    MOVES_CONVERSIONS = 1, /* captures and promotions, which leave the material */
    MOVES_PAWN = 2,        /* other pawn moves, en passant included in what they allow */
    MOVES_QUIET = 4,       /* the other moves */
    MOVES_ALL = 7
} MoveClass;

/* The best value that the moves of these classes give in each cell of a block; VALUE_NONE where there is none or it
 * is illegal. Cells that are themselves illegal hold anything. `en_passant`: the square passed over by the last
 * double step, captures on it included, or -1. 0, or -1 from the source. Recursion: one level, for double steps
 * that can be captured en passant. */
int value_block_backup(const Material *material, u32 code, u32 side, Metric metric, int classes, int en_passant,
                       BlockSource *source, void *user, ValueBlock *values);

/* The values of a block in full, by all moves; with mates, stalemates and illegal cells. As above otherwise. */
int value_block_whole(const Material *material, u32 code, u32 side, Metric metric, int en_passant,
                      BlockSource *source, void *user, ValueBlock *values);

/* The illegal cells of a block, a word for each square of the first king. */
void block_illegal(const Material *material, u32 code, u32 side, u64 illegal[BLOCK_WORDS]);

/* The values of a block turned and mirrored: out at (p, q) is in at (s(p), s(q)) for the symmetry s. swap: the kings
 * change places then, out at (p, q) is in at (s(q), s(p)). */
void value_block_turn(const ValueBlock *in, u32 symmetry, int swap, ValueBlock *out);

#endif
