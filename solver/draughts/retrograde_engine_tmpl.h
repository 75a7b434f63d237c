/* SPDX-License-Identifier: MIT */
/* The body of a build of draughts analysis: included once by each draughts_retrograde_SET.c, compiled for its
 * set. */
#include "retrograde_state.h"

#include <string.h>

/* ---- rows ---- */

typedef struct {
    u64 set[DRAUGHTS_CLASSES]; /* fixed pieces */
    u32 number[DRAUGHTS_CLASSES];
    u64 occupied;
    u64 legal; /* squares of the free piece; 0: no such row, two pieces share a square */
    u32 row;
} FixedRow;

static FixedRow read_row(const DraughtsRun *run, u32 row)
{
    FixedRow at = {.row = row};
    u32 rest = row;
    for (u32 c = 0; c < DRAUGHTS_CLASSES; c++) {
        const DraughtsClass *class = &run->class[c];
        at.number[c] = rest / class->stride;
        rest -= at.number[c] * class->stride;
        at.set[c] = class->sets[at.number[c]];
        at.occupied |= at.set[c];
    }
    if (popcount64(at.occupied) == run->fixed) at.legal = run->class[run->free_class].domain & ~at.occupied;
    return at;
}

static inline u32 set_number(const DraughtsClass *class, u64 set)
{
    u32 number = 0;
    for (u32 i = 1; set; i++, set &= set - 1)
        number += (u32)draughts_choose[i][class->number[lowest_bit64(set)]];
    return number;
}

/* ---- moves ---- */

static inline u32 quiet_directions(const DraughtsRun *run, u32 class)
{
    const u32 set = class & 1 ? run->rules->king_step : run->rules->man_step;
    return class & 2 ? (set << 4 | set >> 4) & 255 : set; /* Black's are turned */
}

static inline int slides(const DraughtsRun *run, u32 class)
{
    return (class & 1) && run->rules->king_range == DRAUGHTS_FLYING;
}

/* A quiet move of a fixed piece, or one undone: to another row, unless the free piece stands on a barred
 * square. */
typedef struct {
    u32 row;
    u64 barred;
} RowStep;

/* Walks through them, one by one. */
typedef struct {
    const DraughtsRun *run;
    const FixedRow *at;
    u32 class, last; /* of the side */
    u32 turn;        /* 4: moves are undone */
    u64 pieces;      /* of the class, still to come */
    u64 from, front, barred;
    u32 directions, direction, sliding;
} RowSteps;

static inline RowSteps row_steps(const DraughtsRun *run, const FixedRow *at, u32 side, u32 undone)
{
    return (RowSteps){.run = run,
                      .at = at,
                      .class = 2 * side,
                      .last = 2 * side + 1,
                      .turn = undone ? 4 : 0,
                      .pieces = at->set[2 * side],
                      .sliding = (u32)slides(run, 2 * side)};
}

static inline int next_row_step(RowSteps *s, RowStep *step)
{
    const DraughtsRun *run = s->run;
    for (;;) {
        if (!s->front) { /* the next direction, piece or class */
            if (!s->directions) {
                while (!s->pieces) {
                    if (s->class == s->last) return 0;
                    s->pieces = s->at->set[++s->class];
                    s->sliding = (u32)slides(run, s->class);
                }
                s->from = s->pieces & (0 - s->pieces);
                s->pieces ^= s->from;
                s->directions = quiet_directions(run, s->class);
            }
            s->direction = lowest_bit64(s->directions) ^ s->turn;
            s->directions &= s->directions - 1;
            s->front = s->from;
            s->barred = 0;
        }
        const DraughtsClass *class = &run->class[s->class];
        s->front = draughts_step_x1(&run->g, s->front, s->direction) & class->domain & ~s->at->occupied;
        if (!s->front) continue;
        s->barred |= s->front;
        const u32 moved = set_number(class, s->at->set[s->class] ^ s->from ^ s->front);
        step->row = s->at->row + (moved - s->at->number[s->class]) * class->stride;
        step->barred = s->barred;
        if (!s->sliding) s->front = 0;
        return 1;
    }
}

static inline u32 free_side(const DraughtsRun *run) { return run->free_class >> 1; }

/* From where the free piece has a quiet move to `to`, which are legal squares. */
static inline u64 free_moves_to(const DraughtsRun *run, const FixedRow *at, u64 to)
{
    const u32 sliding = (u32)slides(run, run->free_class);
    u64 from = 0;
    for (u32 left = quiet_directions(run, run->free_class); left; left &= left - 1) {
        const u32 d = lowest_bit64(left);
        u64 front = to;
        do {
            front = b_shift_x1(front & run->g.enter[d], -run->g.shift[d]) & at->legal;
            from |= front;
        } while (sliding && front);
    }
    return from;
}

/* Pieces of `side` have a quiet move on these squares of the free piece. */
static u64 mobile(const DraughtsRun *run, const FixedRow *at, u32 side)
{
    u64 cells = free_side(run) == side ? free_moves_to(run, at, at->legal) : 0;
    RowSteps steps = row_steps(run, at, side, 0);
    RowStep step;
    while ((at->legal & ~cells) && next_row_step(&steps, &step)) cells |= ~step.barred;
    return cells & at->legal;
}

/* Those of the cells whose quiet moves all lead to positions that the other side has won. */
static u64 cornered(const DraughtsRun *run, const FixedRow *at, u32 side, u64 cells)
{
    const u64 *won = run->won[side ^ 1];
    if (free_side(run) == side) cells &= ~free_moves_to(run, at, at->legal & ~won[at->row]);
    RowSteps steps = row_steps(run, at, side, 0);
    RowStep step;
    while (cells && next_row_step(&steps, &step)) cells &= won[step.row] | step.barred;
    return cells;
}

static inline void push_to(u64 *word, u64 cells)
{
    if (cells & ~__atomic_load_n(word, __ATOMIC_RELAXED)) __atomic_fetch_or(word, cells, __ATOMIC_RELAXED);
}

/* Adds the positions from which the side has a quiet move to these cells, of the other side's. */
static void push(const DraughtsRun *run, const FixedRow *at, u32 side, u64 cells, u64 *candidates)
{
    if (free_side(run) == side) push_to(&candidates[at->row], free_moves_to(run, at, cells));
    RowSteps steps = row_steps(run, at, side, 1);
    RowStep step;
    while (next_row_step(&steps, &step)) push_to(&candidates[step.row], cells & ~step.barred);
}

/* ---- the plies ---- */

static inline u8 *bytes_of(const DraughtsRun *run, u32 row, u32 side)
{
    return run->value[side] + (size_t)row * run->row_bytes;
}

/* Open cells whose byte waits for this ply; the row waits for the next one after it. */
static u64 take_due(const DraughtsRun *run, u32 row, u32 side)
{
    const u8 *bytes = bytes_of(run, row, side);
    const u32 now = run->ply + 1;
    u32 next = 256;
    u64 scheduled = 0;
    for (u64 left = run->open[side][row]; left; left &= left - 1) {
        const u32 cell = lowest_bit64(left), byte = bytes[cell];
        if (byte == now) scheduled |= left & (0 - left);
        if (byte > now && byte < next) next = byte;
    }
    run->scheduled[side][row] = next == 256 ? 0 : (u8)(next - 1);
    return scheduled;
}

static inline u64 take(u64 *word)
{
    const u64 cells = *word;
    if (cells) *word = 0;
    return cells;
}

static void decide(const DraughtsRun *run, u32 row, u32 side, u64 cells, DraughtsFound *found)
{
    u8 *bytes = bytes_of(run, row, side);
    run->open[side][row] &= ~cells;
    found->decided += popcount64(cells);
    for (; cells; cells &= cells - 1) bytes[lowest_bit64(cells)] = (u8)(run->ply + 1);
}

static void decide_wins(const DraughtsRun *run, const FixedRow *at, u32 side, u64 cells, DraughtsFound *found)
{
    decide(run, at->row, side, cells, found);
    run->won[side][at->row] |= cells;
    push(run, at, side ^ 1, cells, run->next_losses[side ^ 1]);
}

static void decide_losses(const DraughtsRun *run, const FixedRow *at, u32 side, u64 cells,
                          DraughtsFound *found)
{
    decide(run, at->row, side, cells, found);
    push(run, at, side ^ 1, cells, run->next_wins[side ^ 1]);
}

static void wins_of_row(DraughtsRun *run, u32 row, u32 side, DraughtsFound *found)
{
    const int scheduled = run->scheduled[side][row] == run->ply;
    u64 cells = take(&run->next_wins[side][row]) & run->open[side][row] & ~run->closed[side][row];
    if (scheduled) cells |= take_due(run, row, side);
    if (!cells) return;
    const FixedRow at = read_row(run, row);
    decide_wins(run, &at, side, cells, found);
}

/* Without those whose captures and promotions hold out longer. */
static u64 not_later(const DraughtsRun *run, u32 row, u32 side, u64 cells)
{
    const u8 *bytes = bytes_of(run, row, side);
    for (u64 left = cells; left; left &= left - 1)
        if (bytes[lowest_bit64(left)] > run->ply + 1) cells ^= left & (0 - left);
    return cells;
}

static void losses_of_row(DraughtsRun *run, u32 row, u32 side, DraughtsFound *found)
{
    const int scheduled = run->scheduled[side][row] == run->ply;
    const u64 closed = run->closed[side][row], waiting = scheduled ? take_due(run, row, side) : 0;
    u64 cells = take(&run->next_losses[side][row]) & run->open[side][row] & ~run->safe[side][row] & ~closed;
    cells = not_later(run, row, side, cells) | (waiting & ~closed);
    if (!(cells | waiting)) return;
    const FixedRow at = read_row(run, row);
    if (cells) cells = cornered(run, &at, side, cells);
    cells |= waiting & closed;
    if (cells) decide_losses(run, &at, side, cells, found);
}

/* 0: none of the group's rows has anything to do at this ply. */
static inline u64 busy(const u64 *next, const u8 *scheduled, u32 ply)
{
    u64 plies, any = 0;
    for (u32 i = 0; i < DRAUGHTS_ROW_GROUP; i++) any |= next[i];
    memcpy(&plies, scheduled, sizeof plies);
    plies ^= U64(0x0101010101010101) * ply;
    return any | ((plies - U64(0x0101010101010101)) & ~plies & U64(0x8080808080808080));
}

static void wins(DraughtsRun *run, u32 first, u32 end, u32 side, DraughtsFound *found)
{
    for (u32 row = first; row < end; row += DRAUGHTS_ROW_GROUP) {
        if (!busy(&run->next_wins[side][row], &run->scheduled[side][row], run->ply)) continue;
        for (u32 i = row; i < end && i < row + DRAUGHTS_ROW_GROUP; i++) wins_of_row(run, i, side, found);
    }
}

static void losses(DraughtsRun *run, u32 first, u32 end, u32 side, DraughtsFound *found)
{
    for (u32 row = first; row < end; row += DRAUGHTS_ROW_GROUP) {
        if (!busy(&run->next_losses[side][row], &run->scheduled[side][row], run->ply)) continue;
        for (u32 i = row; i < end && i < row + DRAUGHTS_ROW_GROUP; i++) losses_of_row(run, i, side, found);
    }
}

/* ---- before and after ---- */

/* The position with the free piece on one square, seen by the side to move. */
static inline DraughtsBoard_x1 board_at(const DraughtsRun *run, const FixedRow *at, u32 side, u64 square)
{
    u64 set[DRAUGHTS_CLASSES];
    memcpy(set, at->set, sizeof set);
    set[run->free_class] |= square;
    const DraughtsBoard_x1 b = {set[0] | set[1], set[2] | set[3], set[1] | set[3], 0};
    return side ? draughts_turn_x1(&run->g, b) : b;
}

/* Eight positions of a row, side by side. */
typedef u64 V8 __attribute__((vector_size(64)));

static inline V8 step(const DraughtsRun *run, V8 from, u32 d)
{
    const i32 by = run->g.shift[d];
    return (by > 0 ? from << by : from >> -by) & run->g.enter[d];
}

static inline u64 any_lane(V8 x)
{
    u64 any = 0;
    for (u32 i = 0; i < 8; i++) any |= x[i];
    return any;
}

/* Where kings stand or slide to over empty squares. */
static inline V8 reach(const DraughtsRun *run, V8 kings, V8 empty, u32 d)
{
    V8 all = kings, front = kings;
    if (run->rules->king_range != DRAUGHTS_FLYING) return all;
    do {
        front = step(run, front, d) & empty;
        all |= front;
    } while (any_lane(front));
    return all;
}

typedef struct {
    V8 men, kings, opponent, opponent_kings;
} Boards;

static Boards boards_at(const DraughtsRun *run, const FixedRow *at, u32 side, const u64 *squares)
{
    Boards boards;
    for (u32 i = 0; i < 8; i++) {
        const DraughtsBoard_x1 b = board_at(run, at, side, squares[i]);
        boards.men[i] = b.own & ~b.kings;
        boards.kings[i] = b.own & b.kings;
        boards.opponent[i] = b.opponent;
        boards.opponent_kings[i] = b.opponent & b.kings;
    }
    return boards;
}

/* Lanes that are not 0: a piece of the mover's has a jump. */
static V8 jumps(const DraughtsRun *run, const Boards *b)
{
    const DraughtsRuleset *r = run->rules;
    const V8 empty = run->g.board & ~(b->men | b->kings | b->opponent);
    const V8 victims = r->men_take_kings ? b->opponent : b->opponent & ~b->opponent_kings;
    const u64 kings = any_lane(b->kings);
    V8 all = b->men ^ b->men;
    for (u32 d = 0; d < 8; d++) {
        if (r->man_first_capture >> d & 1) all |= step(run, step(run, b->men, d) & victims, d) & empty;
        if (kings && (r->king_capture >> d & 1))
            all |= step(run, step(run, reach(run, b->kings, empty, d), d) & b->opponent, d) & empty;
    }
    return all;
}

/* Lanes that are not 0: a man can step onto a crown square. */
static V8 crownings(const DraughtsRun *run, const Boards *b)
{
    const V8 room = run->g.crown & ~(b->men | b->kings | b->opponent);
    V8 all = b->men ^ b->men;
    for (u32 d = 0; d < 8; d++)
        if (run->rules->man_step >> d & 1) all |= step(run, b->men, d) & room;
    return all;
}

/* Squares of the free piece with which the side can capture, or crown a man by a step. */
typedef struct {
    u64 captures, crownings;
} Leaving;

static Leaving leaving(const DraughtsRun *run, const FixedRow *at, u32 side)
{
    Leaving all = {0, 0};
    for (u64 left = at->legal; left;) {
        u64 squares[8] = {0};
        for (u32 i = 0; i < 8 && left; i++, left &= left - 1) squares[i] = left & (0 - left);
        const Boards boards = boards_at(run, at, side, squares);
        const V8 captures = jumps(run, &boards), crowned = crownings(run, &boards);
        for (u32 i = 0; i < 8; i++) {
            if (captures[i]) all.captures |= squares[i];
            if (crowned[i]) all.crownings |= squares[i];
        }
    }
    return all;
}

static void look_up_row(DraughtsRun *run, u32 row, u32 side, DraughtsFound *found)
{
    const FixedRow at = read_row(run, row);
    u8 *bytes = bytes_of(run, row, side);
    const Leaving out = leaving(run, &at, side);
    const u64 closed = run->rules->obligation == DRAUGHTS_FORCED ? out.captures : 0;
    const u64 moving = out.captures | out.crownings;
    u64 safe = 0, drawn = 0;
    u32 first = 256;
    for (u64 left = moving; left; left &= left - 1) {
        const u64 square = left & (0 - left);
        const DraughtsBoard_x1 b = board_at(run, &at, side, square);
        DraughtsBest best = draughts_best_of_none();
        if (out.captures & square) draughts_add_captures_x1(&run->source, &run->g, &b, &best);
        if (!(closed & square)) draughts_add_man_steps_x1(&run->source, &run->g, &b, run->g.crown, 0, &best);
        if (best.score >= 0) safe |= square;
        if (best.score == 0) {
            drawn |= square;
            continue;
        }
        if (best.value > DRAUGHTS_PLIES_MOST + 1) {
            found->failed = 1;
            continue;
        }
        bytes[lowest_bit64(square)] = (u8)best.value;
        if (best.value < first) first = best.value;
        if (best.value - 1 > found->longest) found->longest = best.value - 1;
    }
    run->open[side][row] = at.legal & ~(drawn & closed);
    run->safe[side][row] = safe;
    run->closed[side][row] = closed;
    run->scheduled[side][row] = first == 256 ? 0 : (u8)(first - 1);
    if (!at.legal) return;
    const u64 stuck = at.legal & ~moving & ~mobile(run, &at, side);
    if (!stuck) return;
    if (run->rules->goal == DRAUGHTS_GIVEAWAY) decide_wins(run, &at, side, stuck, found);
    else decide_losses(run, &at, side, stuck, found);
}

static void look_up(DraughtsRun *run, u32 first, u32 end, u32 side, DraughtsFound *found)
{
    for (u32 row = first; row < end; row++) look_up_row(run, row, side, found);
}

static void write_row(const DraughtsRun *run, u32 row, u32 side)
{
    const FixedRow at = read_row(run, row);
    const DraughtsTable *table = run->table[side];
    const u8 *bytes = bytes_of(run, row, side);
    const u64 open = run->open[side][row], alike = at.set[run->free_class];
    u64 left = at.legal;
    if (alike) left &= ~((U64(2) << highest_bit64(alike)) - 1); /* each position once */
    for (; left; left &= left - 1) {
        const u64 square = left & (0 - left);
        const DraughtsBoard_x1 b = board_at(run, &at, side, square);
        table->value[draughts_index_x1(&table->index, &b)] = open & square ? 0 : bytes[lowest_bit64(square)];
    }
}

static void write_rows(DraughtsRun *run, u32 first, u32 end, u32 side, DraughtsFound *found)
{
    (void)found;
    for (u32 row = first; row < end; row++) write_row(run, row, side);
}
