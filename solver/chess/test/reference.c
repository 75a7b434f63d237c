/* SPDX-License-Identifier: MIT */
#include "reference.h"
#include "reference_table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TABLES = 40, MAX_PLIES_WON = 100 };

typedef enum { DTM, DTZ, METRICS } Metric;

struct Reference {
    int count;
    Table tables[MAX_TABLES];
};

/* An outcome in one number: n for a win in n plies (n > 0), 0 for a draw,
 * -1 - n for a loss in n plies. */
typedef int Outcome;
enum { DRAW = 0, UNKNOWN = 32767, ILLEGAL = -32768 };

static Outcome win_in(int plies) { return plies; }
static Outcome loss_in(int plies) { return -1 - plies; }
static int is_win(Outcome o) { return o > 0; }
static int is_loss(Outcome o) { return o < 0; }
static int plies_of(Outcome o) { return o > 0 ? o : -1 - o; }

/* A short win before a long one, before a draw, before a long loss, before a short one. UNKNOWN is no
 * outcome: anything is better. */
static Outcome better(Outcome a, Outcome b)
{
    if (a == UNKNOWN) return b;
    if (b == UNKNOWN) return a;
    if (is_win(a) && is_win(b)) return a < b ? a : b;
    if (is_loss(a) && is_loss(b)) return a < b ? a : b;
    return a > b ? a : b;
}

/* What a move is worth to the mover if the opponent then has `reply`. */
static Outcome outcome_of_move(Metric metric, int zeroing, Outcome reply)
{
    if (reply == DRAW) return DRAW;
    int plies = plies_of(reply) + 1;
    if (metric == DTZ && zeroing) plies = plies_of(reply) > MAX_PLIES_WON ? MAX_PLIES_WON + 1 : 1;
    return is_win(reply) ? loss_in(plies) : win_in(plies);
}

static int is_zeroing(ChessPosition p, ChessMove move)
{
    return chess_kind_at(p, chess_move_from(move)) == CHESS_PAWN ||
           chess_kind_at(p, chess_move_to(move)) != CHESS_EMPTY;
}

static Outcome outcome_without_moves(ChessPosition p) { return chess_in_check(p) ? loss_in(0) : DRAW; }

/* ---- probing ---- */

/* `side` becomes the side of the table that is to move. */
static const Table *find_table(const Reference *reference, ChessPosition p, u8 *side)
{
    const Side own = position_side(p, p.own), other = position_side(p, ~p.own);
    for (int i = 0; i < reference->count; i++) {
        const Table *table = &reference->tables[i];
        *side = own != table->sides[0];
        if (own == table->sides[*side] && other == table->sides[!*side]) return table;
    }
    return NULL;
}

static Outcome outcome_by_moves(const Reference *reference, Metric metric, ChessPosition p);

/* Of a legal position whose table is there. One with an en passant capture is not in a table. */
static Outcome outcome_of(const Reference *reference, Metric metric, ChessPosition p)
{
    if (chess_en_passant(p)) return outcome_by_moves(reference, metric, p);
    u8 side;
    const Table *table = find_table(reference, p, &side);
    return table->values[table_index(table, table_placement_of(table, p, side))][metric];
}

static Outcome outcome_by_moves(const Reference *reference, Metric metric, ChessPosition p)
{
    ChessMove moves[CHESS_MAX_MOVES];
    const u32 count = chess_generate(&p, moves);
    if (!count) return outcome_without_moves(p);
    Outcome best = UNKNOWN;
    for (u32 i = 0; i < count; i++) {
        const Outcome reply = outcome_of(reference, metric, chess_make(p, moves[i]));
        best = better(best, outcome_of_move(metric, is_zeroing(p, moves[i]), reply));
    }
    return best;
}

static ReferenceValue value_of(Outcome dtm, Outcome dtz)
{
    if (dtm == DRAW) return (ReferenceValue){REFERENCE_DRAW, 0, 0};
    const int in_time = plies_of(dtz) <= MAX_PLIES_WON;
    const ReferenceWdl win = in_time ? REFERENCE_WIN : REFERENCE_CURSED_WIN;
    const ReferenceWdl loss = in_time ? REFERENCE_LOSS : REFERENCE_BLESSED_LOSS;
    if (is_win(dtm)) return (ReferenceValue){win, plies_of(dtz), plies_of(dtm)};
    return (ReferenceValue){loss, -plies_of(dtz), -plies_of(dtm)};
}

static ReferenceValue probe(const Reference *reference, ChessPosition p)
{
    return value_of(outcome_of(reference, DTM, p), outcome_of(reference, DTZ, p));
}

static int same_position(ChessPosition a, ChessPosition b)
{
    return a.kind0 == b.kind0 && a.kind1 == b.kind1 && a.kind2 == b.kind2 && a.own == b.own;
}

/* The target lies behind a pawn that has made a double step, and a capture is legal; or there is no target. */
static int en_passant_is_right(ChessPosition p)
{
    const u64 target = chess_en_passant(p), from = target << 8, pawn = target >> 8;
    if (!target) return 1;
    if (target & (target - 1) || target >> 40 >= 256 || !(target >> 40)) return 0;
    if (chess_occupied(p) & from || !(chess_pawns(p) & ~p.own & pawn)) return 0;
    return same_position(chess_normalise_en_passant(p), p);
}

ReferenceStatus reference_probe(const Reference *reference, ChessPosition p, ReferenceValue *value)
{
    u8 side;
    if (popcount64(chess_occupied(p)) > REFERENCE_MEN) return REFERENCE_NO_TABLE;
    if (chess_castle_rooks(p)) return REFERENCE_ILLEGAL;
    const Table *table = find_table(reference, p, &side);
    if (!table) return REFERENCE_NO_TABLE;
    if (chess_pawns(p) & U64(0xff000000000000ff) || position_is_illegal(p) || !en_passant_is_right(p))
        return REFERENCE_ILLEGAL;
    *value = probe(reference, p);
    return REFERENCE_OK;
}

ReferenceWdl reference_wdl_at_clock(ReferenceValue value, int clock)
{
    if (value.wdl == REFERENCE_WIN && value.dtz + clock > MAX_PLIES_WON) return REFERENCE_CURSED_WIN;
    if (value.wdl == REFERENCE_LOSS && value.dtz < 0 && clock - value.dtz > MAX_PLIES_WON)
        return REFERENCE_BLESSED_LOSS;
    return value.wdl;
}

/* ---- solving ----
 * A quiet move keeps the pawns where they are and takes nothing, so it stays in its block. Captures,
 * promotions and pawn moves lead to outcomes settled before. Quiet moves are undone, ply by ply. */

typedef struct {
    const Reference *reference;
    Table *table;
    Metric metric;
    u64 start;        /* of the block */
    int longest;      /* plies, so far */
    u8 *quiet;        /* by placement of the block: quiet moves not yet known to lose */
    int16_t *settled; /* the best of the other moves, UNKNOWN if there are none */
} Block;

static void assign(Block *block, u64 index, Outcome outcome)
{
    block->table->values[index][block->metric] = (int16_t)outcome;
    if (outcome == UNKNOWN || outcome == DRAW) return;
    if (plies_of(outcome) > block->longest) block->longest = plies_of(outcome);
}

static void start_position(Block *block, u64 index, ChessPosition p)
{
    ChessMove moves[CHESS_MAX_MOVES];
    const u32 count = chess_generate(&p, moves);
    Outcome settled = count ? UNKNOWN : outcome_without_moves(p);
    u8 quiet = 0;
    for (u32 i = 0; i < count; i++) {
        if (!is_zeroing(p, moves[i])) {
            quiet++;
            continue;
        }
        const Outcome reply = outcome_of(block->reference, block->metric, chess_make(p, moves[i]));
        settled = better(settled, outcome_of_move(block->metric, 1, reply));
    }
    block->quiet[index - block->start] = quiet;
    block->settled[index - block->start] = (int16_t)settled;
    const int open = quiet && !(settled != UNKNOWN && is_win(settled));
    assign(block, index, open ? UNKNOWN : settled);
}

static void start_block(Block *block)
{
    for (u64 index = block->start; index < block->start + block->table->block; index++) {
        const Placement placement = table_placement(block->table, index);
        block->table->values[index][block->metric] = ILLEGAL;
        if (!table_is_placement(block->table, placement)) continue;
        const ChessPosition p = table_position(block->table, placement);
        if (!position_is_illegal(p)) start_position(block, index, p);
    }
}

/* A quiet move of the position leads to `reply`. Replies come in the order of their plies. */
static void learn(Block *block, u64 index, Outcome reply)
{
    const Outcome known = block->table->values[index][block->metric];
    const Outcome move = outcome_of_move(block->metric, 0, reply);
    if (known == ILLEGAL) return;
    if (is_win(move)) {
        if (better(known, move) != known) assign(block, index, move);
        return;
    }
    u8 *quiet = &block->quiet[index - block->start];
    if (--*quiet || known != UNKNOWN) return;
    assign(block, index, better(block->settled[index - block->start], move));
}

static u64 destinations(u32 kind, u32 square, u64 occupied)
{
    const u64 bit = U64(1) << square;
    u64 to = 0;
    if (kind == CHESS_KING) to = chess_king_attacks_x1(bit);
    if (kind == CHESS_KNIGHT) to = chess_knight_attacks_x1(bit);
    if (kind == CHESS_BISHOP || kind == CHESS_QUEEN) to |= chess_diagonal_attacks(square, occupied);
    if (kind == CHESS_ROOK || kind == CHESS_QUEEN) to |= chess_orthogonal_attacks(square, occupied);
    return to & ~occupied;
}

/* Tells all positions from which a quiet move leads to this one. */
static void undo_moves(Block *block, u64 index, Outcome outcome)
{
    const Table *table = block->table;
    const Placement placement = table_placement(table, index);
    u64 occupied = 0;
    for (int i = 0; i < table->men; i++) occupied |= U64(1) << placement.square[i];
    for (int i = table->pawns; i < table->men; i++) {
        if (table->man[i].side == placement.side) continue;
        Placement before = placement;
        before.side = !placement.side;
        u64 from = destinations(table->man[i].kind, placement.square[i], occupied);
        for (; from; from &= from - 1) {
            before.square[i] = (u8)lowest_bit64(from);
            learn(block, table_index(table, before), outcome);
        }
    }
}

/* When ply n is reached, all that is won or lost in n plies has been found. */
static void solve_block(Block *block)
{
    int16_t(*values)[METRICS] = block->table->values;
    const u64 end = block->start + block->table->block;
    block->longest = 0;
    start_block(block);
    for (int plies = 0; plies <= block->longest; plies++)
        for (u64 index = block->start; index < end; index++) {
            const Outcome outcome = values[index][block->metric];
            if (outcome == loss_in(plies) || (plies && outcome == win_in(plies)))
                undo_moves(block, index, outcome);
        }
    for (u64 index = block->start; index < end; index++)
        if (values[index][block->metric] == UNKNOWN) values[index][block->metric] = DRAW;
}

/* The steps that the pawns of a block have made, or -1 if they cannot stand so. Pawn moves raise it. */
static int pawn_steps(const Table *table, u64 start)
{
    const Placement p = table_placement(table, start);
    int steps = 0;
    for (int i = 0; i < table->pawns; i++) {
        const int rank = p.square[i] >> 3;
        if (rank == 0 || rank == 7) return -1;
        for (int j = 0; j < i; j++)
            if (p.square[j] == p.square[i]) return -1;
        steps += table->man[i].side ? 7 - rank : rank;
    }
    return steps;
}

static int solve(const Reference *reference, Table *table)
{
    Block block = {.reference = reference, .table = table};
    block.quiet = malloc(table->block * sizeof *block.quiet);
    block.settled = malloc(table->block * sizeof *block.settled);
    const int done = block.quiet && block.settled;
    for (int steps = 6 * table->pawns; done && steps >= table->pawns; steps--)
        for (block.start = 0; block.start < table->size; block.start += table->block) {
            if (pawn_steps(table, block.start) != steps) continue;
            for (block.metric = DTM; block.metric < METRICS; block.metric++) solve_block(&block);
        }
    free(block.quiet);
    free(block.settled);
    return done ? 0 : -1;
}

/* ---- opening ---- */

__attribute__((format(printf, 2, 3))) static int fail(char error[REFERENCE_ERROR], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, REFERENCE_ERROR, format, arguments);
    va_end(arguments);
    return -1;
}

static int is_there(const Reference *reference, const Table *table)
{
    for (int i = 0; i < reference->count; i++)
        if (!strcmp(reference->tables[i].name, table->name)) return 1;
    return 0;
}

static int add_table(Reference *reference, const Side sides[2], char error[REFERENCE_ERROR]);

/* The materials that one capture or promotion leads to; to where a capture by promotion leads, these do. */
static int add_tables_below(Reference *reference, const Table *table, char error[REFERENCE_ERROR])
{
    for (int side = 0; side < 2; side++)
        for (u32 kind = CHESS_PAWN; kind < CHESS_KING; kind++) {
            const u32 one = 1u << 4 * kind;
            if (!(table->sides[side] & 15u * one)) continue;
            Side below[2] = {table->sides[0], table->sides[1]};
            below[side] -= one;
            if (add_table(reference, below, error)) return -1;
            if (kind != CHESS_PAWN) continue;
            for (u32 promotion = CHESS_KNIGHT; promotion <= CHESS_QUEEN; promotion++) {
                below[side] = table->sides[side] - one + (1u << 4 * promotion);
                if (add_table(reference, below, error)) return -1;
            }
        }
    return 0;
}

static int add_table(Reference *reference, const Side sides[2], char error[REFERENCE_ERROR])
{
    const Table new_table = table_of(sides);
    if (is_there(reference, &new_table)) return 0;
    if (add_tables_below(reference, &new_table, error)) return -1;
    Table *table = &reference->tables[reference->count];
    *table = new_table;
    table->values = malloc(table->size * sizeof *table->values);
    if (!table->values) return fail(error, "%s: out of memory", table->name);
    reference->count++; /* pawn moves look into their own table */
    for (u64 i = 0; i < table->size; i++) table->values[i][DTM] = table->values[i][DTZ] = ILLEGAL;
    return solve(reference, table) ? fail(error, "%s: out of memory", table->name) : 0;
}

Reference *reference_open(const char *const *materials, int count, char error[REFERENCE_ERROR])
{
    Reference *reference = calloc(1, sizeof *reference);
    if (!reference) {
        fail(error, "out of memory");
        return NULL;
    }
    for (int i = 0; i < count; i++) {
        Side sides[2];
        int bad = table_parse_material(materials[i], sides);
        if (bad) fail(error, "%.20s: expected a material of 2 to 4 men, such as KQvKR", materials[i]);
        else bad = add_table(reference, sides, error);
        if (bad) {
            reference_close(reference);
            return NULL;
        }
    }
    return reference;
}

void reference_close(Reference *reference)
{
    if (!reference) return;
    for (int i = 0; i < reference->count; i++) free(reference->tables[i].values);
    free(reference);
}

int reference_count(const Reference *reference) { return reference->count; }

const char *reference_name(const Reference *reference, int table) { return reference->tables[table].name; }

/* ---- walking through a table ---- */

/* The same position with the en passant capture that its pawns allow; 0 without one. With four men
 * at most one pawn can have made the double step. */
static int with_en_passant(ChessPosition p, ChessPosition *with)
{
    const u64 behind = (chess_pawns(p) & ~p.own & U64(0xff00000000)) << 8;
    *with = p;
    with->own |= behind;
    return behind && !(chess_occupied(p) & behind) && en_passant_is_right(*with);
}

void reference_each(const Reference *reference, int number, ReferenceVisit *visit, void *user)
{
    const Table *table = &reference->tables[number];
    for (u64 i = 0; i < U64(1) << 6 * table->men; i++)
        for (u8 side = 0; side < 2; side++) {
            Placement placement = {.side = side};
            for (int man = 0; man < table->men; man++) placement.square[man] = i >> 6 * man & 63;
            if (!table_is_placement(table, placement)) continue;
            ChessPosition p = table_position(table, placement);
            if (position_is_illegal(p)) continue;
            const int16_t *outcomes = table->values[table_index(table, placement)];
            visit(user, p, side, value_of(outcomes[DTM], outcomes[DTZ]));
            if (table->pawns && with_en_passant(p, &p)) visit(user, p, side, probe(reference, p));
        }
}

u64 reference_verify(const Reference *reference, int number, u64 stride, ChessPosition *wrong)
{
    const Table *table = &reference->tables[number];
    u64 differing = 0;
    for (u64 index = 0; index < table->size; index += stride) {
        const Placement placement = table_placement(table, index);
        if (!table_is_placement(table, placement)) continue;
        const ChessPosition p = table_position(table, placement);
        if (position_is_illegal(p)) continue;
        int differs = 0;
        for (Metric metric = DTM; metric < METRICS; metric++)
            differs |= outcome_by_moves(reference, metric, p) != table->values[index][metric];
        if (differs) *wrong = p;
        differing += (u64)differs;
    }
    return differing;
}
