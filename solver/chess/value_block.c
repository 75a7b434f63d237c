/* SPDX-License-Identifier: MIT */
#include "value_block.h"

#include <string.h>

typedef struct {
    const Material *material;
    u32 square[MATERIAL_OTHERS];
    u64 occupied; /* by men besides the kings */
    u32 side;     /* to move */
    Metric metric;
    BlockSource *source;
    void *user;
} Backup;

/* ---- turning ---- */

static inline void turn_row(const Value *restrict in, Value *restrict out, const u32 symmetry)
{
    for (u32 rank = 0; rank < 8; rank++)
        for (u32 file = 0; file < 8; file++)
            out[8 * rank + file] = in[symmetry_square(symmetry, 8 * rank + file)];
}

static void turn_any_row(const Value *in, Value *out, u32 symmetry)
{
    switch (symmetry) {
    case 0: turn_row(in, out, 0); break;
    case 1: turn_row(in, out, 1); break;
    case 2: turn_row(in, out, 2); break;
    case 3: turn_row(in, out, 3); break;
    case 4: turn_row(in, out, 4); break;
    case 5: turn_row(in, out, 5); break;
    case 6: turn_row(in, out, 6); break;
    default: turn_row(in, out, 7); break;
    }
}

static void swap_kings(const ValueBlock *restrict in, ValueBlock *restrict out)
{
    for (u32 row = 0; row < 64; row += 8)
        for (u32 column = 0; column < 64; column += 8)
            for (u32 p = row; p < row + 8; p++)
                for (u32 q = column; q < column + 8; q++) out->at[q][p] = in->at[p][q];
}

void value_block_turn(const ValueBlock *in, u32 symmetry, int swap, ValueBlock *out)
{
    ValueBlock turned;
    ValueBlock *to = swap ? &turned : out;
    for (u32 p = 0; p < 64; p++) turn_any_row(in->at[symmetry_square(symmetry, p)], to->at[p], symmetry);
    if (swap) swap_kings(&turned, out);
}

/* ---- one ply back ---- */

static void fill(ValueBlock *block, Value value)
{
    for (u32 p = 0; p < 64; p++)
        for (u32 q = 0; q < 64; q++) block->at[p][q] = value;
}

/* A successor's value as its predecessor sees it; below VALUE_NONE's neighbourhood if it is illegal. */
static inline Value one_ply_back(Value v) { return (Value)(-v + (v > 0) - (v < 0)); }

/* The count begins anew behind a zeroing move: only the result counts, and whether the 50-move rule draws it. */
static inline Value zeroed(Value v)
{
    const Value size = (Value)(v < 0 ? -v : v);
    const Value zeroed = (Value)(size < 16384 - 100 ? 16384 - 101 : 16384 - 1);
    return v == VALUE_ILLEGAL ? VALUE_NONE : v == 0 ? 0 : v > 0 ? (Value)-zeroed : zeroed;
}

static inline Value larger(Value a, Value b) { return a > b ? a : b; }

/* The successors' values become candidates for the block's, except where a king stands on `barred`. */
static void merge(ValueBlock *restrict values, const ValueBlock *restrict from, u64 barred, int zeroing)
{
    Value allowed[64]; /* as masks */
    for (u32 q = 0; q < 64; q++) allowed[q] = (Value)(barred >> q & 1 ? 0 : -1);
    for (u32 p = 0; p < 64; p++) {
        if (barred >> p & 1) continue;
        Value *row = values->at[p];
        const Value *next = from->at[p];
        if (zeroing)
            for (u32 q = 0; q < 64; q++)
                row[q] = larger(row[q], (Value)((zeroed(next[q]) & allowed[q]) | (VALUE_NONE & ~allowed[q])));
        else
            for (u32 q = 0; q < 64; q++)
                row[q] = larger(row[q],
                                (Value)((one_ply_back(next[q]) & allowed[q]) | (VALUE_NONE & ~allowed[q])));
    }
}

/* Values of the position after a move: `taken` (-1: none) is off, `moved` stands on `to` as a `kind`. Seen with
 * our sides and squares, the other side to move. moved -1: none moved (a king did). */
static int successor(const Backup *b, int taken, int moved, u32 to, u32 kind, ValueBlock *out)
{
    MaterialKey key = b->material->key;
    if (taken >= 0) key = material_add(key, b->material->man[taken].kind, b->material->man[taken].side, -1);
    if (moved >= 0 && kind != b->material->man[moved].kind) {
        key = material_add(key, CHESS_PAWN, b->side, -1);
        key = material_add(key, kind, b->side, 1);
    }
    int swapped = 0;
    Material other;
    if (key != b->material->key) other = material_of(key, &swapped);
    const Material *next = key == b->material->key ? b->material : &other;

    u32 code = 0;
    u32 used = 0;
    for (int i = 0; i < next->count; i++) {
        for (int j = 0; j < b->material->count; j++) {
            if (j == taken || used >> j & 1) continue;
            const u32 k = j == moved ? kind : b->material->man[j].kind;
            if (k != next->man[i].kind || (u32)(b->material->man[j].side ^ swapped) != next->man[i].side)
                continue;
            const u32 square = j == moved ? to : b->square[j];
            code = code << 6 | (swapped ? square ^ 56 : square);
            used |= 1u << j;
            break;
        }
    }
    const u32 to_move = b->side ^ 1u ^ (u32)swapped;
    if (!swapped) return b->source(b->user, next, code, to_move, out);
    ValueBlock as_stored;
    if (b->source(b->user, next, code, to_move, &as_stored)) return -1;
    value_block_turn(&as_stored, 2, 1, out);
    return 0;
}

static int is_last_rank(u32 square) { return square < 8 || square >= 56; }

/* The man's move to a square, in all promotions if it is one. */
static int man_moves_to(const Backup *b, int man, u32 to, int taken, u64 barred, ValueBlock *values)
{
    ValueBlock next;
    const u32 kind = b->material->man[man].kind;
    const int promotes = kind == CHESS_PAWN && is_last_rank(to);
    const int zeroing = b->metric == METRIC_DTZ && (taken >= 0 || kind == CHESS_PAWN);
    for (u32 as = promotes ? CHESS_KNIGHT : kind; as <= (promotes ? CHESS_QUEEN : kind); as++) {
        if (successor(b, taken, man, to, as, &next)) return -1;
        merge(values, &next, barred, zeroing);
    }
    return 0;
}

static int man_on(const Backup *b, u32 square)
{
    int man = 0;
    while (b->square[man] != square) man++;
    return man;
}

static int captures_by_men(const Backup *b, ValueBlock *values)
{
    for (int i = 0; i < b->material->count; i++) {
        const Man man = b->material->man[i];
        if (man.side != b->side) continue;
        u64 targets = man.kind == CHESS_PAWN ? chess_pawn_attacks(man.side, b->square[i])
                                             : chess_man_attacks(man.kind, b->square[i], b->occupied);
        for (targets &= b->occupied; targets; targets &= targets - 1) {
            const u32 to = lowest_bit64(targets);
            const int taken = man_on(b, to);
            if (b->material->man[taken].side == b->side) continue;
            if (man_moves_to(b, i, to, taken, chess_between(b->square[i], to), values)) return -1;
        }
    }
    return 0;
}

/* A king next to an enemy man takes it: from all those squares the same successors. */
static int captures_by_king(const Backup *b, ValueBlock *values)
{
    ValueBlock next;
    for (int taken = 0; taken < b->material->count; taken++) {
        if (b->material->man[taken].side == b->side) continue;
        const u32 to = b->square[taken];
        if (successor(b, taken, -1, 0, 0, &next)) return -1;
        const u64 near = chess_king_attacks_x1(U64(1) << to);
        for (u32 p = 0; p < 64; p++)
            for (u32 q = 0; q < 64; q++) {
                if (!(near >> (b->side ? q : p) & 1)) continue;
                const Value v = b->side ? next.at[p][to] : next.at[to][q];
                values->at[p][q] =
                    larger(values->at[p][q], b->metric == METRIC_DTZ ? zeroed(v) : one_ply_back(v));
            }
    }
    return 0;
}

static u32 pawn_step(u32 side, u32 square) { return side ? square - 8 : square + 8; }

static int promotions(const Backup *b, ValueBlock *values)
{
    for (int i = 0; i < b->material->pawns; i++) {
        if (b->material->man[i].side != b->side) continue;
        const u32 to = pawn_step(b->side, b->square[i]);
        if (!is_last_rank(to) || b->occupied >> to & 1) continue;
        if (man_moves_to(b, i, to, -1, 0, values)) return -1;
    }
    return 0;
}

static int captures_en_passant(const Backup *b, u32 target, ValueBlock *values)
{
    const int taken = man_on(b, pawn_step(b->side ^ 1, target));
    for (int i = 0; i < b->material->pawns; i++) {
        if (b->material->man[i].side != b->side) continue;
        if (!(chess_pawn_attacks(b->side, b->square[i]) >> target & 1)) continue;
        if (man_moves_to(b, i, target, taken, U64(1) << target, values)) return -1;
    }
    return 0;
}

/* 1 if a pawn of `side` attacks the square. */
static int pawn_attacks_square(const Backup *b, u32 side, u32 square)
{
    for (int i = 0; i < b->material->pawns; i++)
        if (b->material->man[i].side == side && chess_pawn_attacks(side, b->square[i]) >> square & 1)
            return 1;
    return 0;
}

/* After a double step that can be captured en passant the stored values do not hold. */
static int step_under_en_passant(const Backup *b, int pawn, u32 passed, u32 to, ValueBlock *values)
{
    ValueBlock next;
    const u32 shift = 6u * (u32)(b->material->count - 1 - pawn);
    u32 code = 0;
    for (int i = 0; i < b->material->count; i++) code = code << 6 | b->square[i];
    code += (to - b->square[pawn]) << shift;
    if (value_block_whole(b->material, code, b->side ^ 1, b->metric, (int)passed, b->source, b->user, &next))
        return -1;
    merge(values, &next, U64(1) << passed, b->metric == METRIC_DTZ);
    return 0;
}

static int pawn_steps(const Backup *b, ValueBlock *values)
{
    for (int i = 0; i < b->material->pawns; i++) {
        if (b->material->man[i].side != b->side) continue;
        const u32 to = pawn_step(b->side, b->square[i]);
        if (is_last_rank(to) || b->occupied >> to & 1) continue;
        if (man_moves_to(b, i, to, -1, 0, values)) return -1;
        if (b->square[i] >> 3 != (b->side ? 6 : 1)) continue;
        const u32 twice = pawn_step(b->side, to);
        if (b->occupied >> twice & 1) continue;
        if (pawn_attacks_square(b, b->side ^ 1, to) ? step_under_en_passant(b, i, to, twice, values)
                                                    : man_moves_to(b, i, twice, -1, U64(1) << to, values))
            return -1;
    }
    return 0;
}

/* out[p] is the best of in[p'] over the king's moves p to p'. */
static void first_king_moves(const ValueBlock *restrict in, ValueBlock *restrict out)
{
    for (u32 p = 0; p < 64; p++) {
        for (u64 to = chess_king_attacks_x1(U64(1) << p); to; to &= to - 1) {
            const Value *next = in->at[lowest_bit64(to)];
            for (u32 q = 0; q < 64; q++) out->at[p][q] = larger(out->at[p][q], one_ply_back(next[q]));
        }
    }
}

static int king_moves(const Backup *b, ValueBlock *values)
{
    ValueBlock next, turned, moved;
    if (successor(b, -1, -1, 0, 0, &next)) return -1;
    if (b->side == 0) {
        first_king_moves(&next, values);
        return 0;
    }
    swap_kings(&next, &turned);
    fill(&moved, VALUE_NONE);
    first_king_moves(&turned, &moved);
    swap_kings(&moved, &turned);
    for (u32 p = 0; p < 64; p++)
        for (u32 q = 0; q < 64; q++) values->at[p][q] = larger(values->at[p][q], turned.at[p][q]);
    return 0;
}

static int quiet_moves(const Backup *b, ValueBlock *values)
{
    for (int i = b->material->pawns; i < b->material->count; i++) {
        const Man man = b->material->man[i];
        if (man.side != b->side) continue;
        u64 targets = chess_man_attacks(man.kind, b->square[i], b->occupied) & ~b->occupied;
        for (; targets; targets &= targets - 1) {
            const u32 to = lowest_bit64(targets);
            if (man_moves_to(b, i, to, -1, chess_between(b->square[i], to), values)) return -1;
        }
    }
    return king_moves(b, values);
}

int value_block_backup(const Material *material, u32 code, u32 side, Metric metric, int classes,
                       int en_passant, BlockSource *source, void *user, ValueBlock *values)
{
    Backup b = {.material = material, .side = side, .metric = metric, .source = source, .user = user};
    for (int i = 0; i < material->count; i++) {
        b.square[i] = code >> 6 * (material->count - 1 - i) & 63;
        b.occupied |= U64(1) << b.square[i];
    }
    fill(values, VALUE_NONE);
    if (classes & MOVES_CONVERSIONS &&
        (captures_by_men(&b, values) || captures_by_king(&b, values) || promotions(&b, values)))
        return -1;
    if (en_passant >= 0 && captures_en_passant(&b, (u32)en_passant, values)) return -1;
    if (classes & MOVES_PAWN && pawn_steps(&b, values)) return -1;
    if (classes & MOVES_QUIET && quiet_moves(&b, values)) return -1;
    return 0;
}

int value_block_whole(const Material *material, u32 code, u32 side, Metric metric, int en_passant,
                      BlockSource *source, void *user, ValueBlock *values)
{
    if (value_block_backup(material, code, side, metric, MOVES_ALL, en_passant, source, user, values))
        return -1;
    u64 illegal[BLOCK_WORDS], checked[BLOCK_WORDS];
    block_illegal(material, code, side, illegal);
    block_illegal(material, code, side ^ 1, checked); /* of legal cells: the mover's king is attacked */
    for (u32 p = 0; p < 64; p++)
        for (u32 q = 0; q < 64; q++) {
            Value *v = &values->at[p][q];
            if (illegal[p] >> q & 1) *v = VALUE_ILLEGAL;
            else if (*v < value_loss(0)) *v = checked[p] >> q & 1 ? value_loss(0) : 0;
        }
    return 0;
}

/* ---- legality ---- */

typedef struct {
    u32 kind, square;
    u64 attacks; /* with no king on the board */
} Piece;

/* What the side's men attack with a king on `king`, who stands in the way. */
static u64 attacked_past(const Piece *pieces, int count, u64 pawn_attacks, u64 occupied, u64 king)
{
    u64 attacked = pawn_attacks;
    for (int i = 0; i < count; i++)
        attacked |= pieces[i].attacks & king
                        ? chess_man_attacks(pieces[i].kind, pieces[i].square, occupied | king)
                        : pieces[i].attacks;
    return attacked;
}

/* The squares where a king must stand lest the king on `king` be attacked; ~0: anywhere, 0: nowhere helps. */
static u64 shields(const Piece *pieces, int count, u64 pawn_attacks, u32 king)
{
    if (pawn_attacks >> king & 1) return 0;
    u64 all = ~U64(0);
    for (int i = 0; i < count; i++)
        if (pieces[i].attacks >> king & 1) all &= chess_between(pieces[i].square, king);
    return all;
}

void block_illegal(const Material *material, u32 code, u32 side, u64 illegal[BLOCK_WORDS])
{
    u64 occupied = 0, pawn_attacks = 0;
    u32 square[MATERIAL_OTHERS];
    Piece pieces[MATERIAL_OTHERS];
    int count = 0;
    for (int i = 0; i < material->count; i++) {
        square[i] = code >> 6 * (material->count - 1 - i) & 63;
        occupied |= U64(1) << square[i];
    }
    for (int i = 0; i < material->count; i++) {
        const Man man = material->man[i];
        if (man.side != side) continue;
        if (man.kind == CHESS_PAWN) pawn_attacks |= chess_pawn_attacks(side, square[i]);
        else pieces[count++] = (Piece){man.kind, square[i], chess_man_attacks(man.kind, square[i], occupied)};
    }
    for (u32 p = 0; p < 64; p++) {
        const u64 king = U64(1) << p;
        const u64 attacked = side == 0 ? attacked_past(pieces, count, pawn_attacks, occupied, king)
                                       : ~shields(pieces, count, pawn_attacks, p);
        illegal[p] = occupied & king ? ~U64(0) : occupied | king | chess_king_attacks_x1(king) | attacked;
    }
}
