/* SPDX-License-Identifier: MIT */
/* The body of a build of retrograde analysis: included once by each retrograde_SET.c, compiled for its set. */
#include "retrograde_state.h"

#include <string.h>

#if defined(__AVX512BW__)
#include <immintrin.h>
#endif

/* ---- 64 bytes of distances ---- */

#if defined(__AVX512BW__)

static inline u64 bytes_equal(const u8 *bytes, u8 value)
{
    return _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(bytes), _mm512_set1_epi8((char)value));
}
static inline u64 bytes_above(const u8 *bytes, u8 value)
{
    return _mm512_cmpgt_epu8_mask(_mm512_loadu_si512(bytes), _mm512_set1_epi8((char)value));
}
static inline void bytes_set(u8 *bytes, u64 which, u8 value)
{
    _mm512_mask_storeu_epi8(bytes, which, _mm512_set1_epi8((char)value));
}

#else

/* The lowest bit of each byte, gathered. */
static inline u64 gather_flags(const u8 *flags)
{
    u64 bits = 0;
    for (u32 i = 0; i < 8; i++) {
        u64 eight;
        memcpy(&eight, flags + 8 * i, 8);
        bits |= (eight * U64(0x0102040810204080)) >> 56 << 8 * i;
    }
    return bits;
}
static inline u64 bytes_equal(const u8 *bytes, u8 value)
{
    u8 flags[64];
    for (u32 i = 0; i < 64; i++) flags[i] = bytes[i] == value;
    return gather_flags(flags);
}
static inline u64 bytes_above(const u8 *bytes, u8 value)
{
    u8 flags[64];
    for (u32 i = 0; i < 64; i++) flags[i] = bytes[i] > value;
    return gather_flags(flags);
}
static inline void bytes_set(u8 *bytes, u64 which, u8 value)
{
    for (; which; which &= which - 1) bytes[lowest_bit64(which)] = value;
}

#endif

/* ---- a block of bits: a word for each square of the first king, eight words a vector ---- */

typedef u64 V8 __attribute__((vector_size(64), may_alias));

typedef struct {
    V8 rank[8];
} Bits;

HOT_FN V8 splat(u64 x) { return (V8){x, x, x, x, x, x, x, x}; }

/* Lanes of ones where the byte has a bit. */
HOT_FN V8 lanes_of(u64 byte)
{
    const V8 each = {1, 2, 4, 8, 16, 32, 64, 128};
    return (V8)((splat(byte) & each) != 0);
}

HOT_FN Bits load(const u64 *words)
{
    Bits b;
    memcpy(&b, words, sizeof b);
    return b;
}

HOT_FN int none(const Bits *b)
{
    V8 all = b->rank[0];
    for (u32 r = 1; r < 8; r++) all |= b->rank[r];
    return (all[0] | all[1] | all[2] | all[3] | all[4] | all[5] | all[6] | all[7]) == 0;
}

HOT_FN u32 count_bits(const Bits *b)
{
    u32 n = 0;
    for (u32 r = 0; r < 8; r++)
        for (u32 f = 0; f < 8; f++) n += popcount64(b->rank[r][f]);
    return n;
}

#if defined(__AVX512BW__) && defined(__GFNI__)

/* A product of bit matrices, byte by byte: https://www.chessprogramming.org/GFNI (galois field affine). */
HOT_FN V8 flip_ranks(V8 x)
{
    const __m512i order = _mm512_set4_epi32(0x08090a0b, 0x0c0d0e0f, 0x00010203, 0x04050607);
    return (V8)_mm512_shuffle_epi8((__m512i)x, order);
}
HOT_FN V8 transpose_squares(V8 x)
{
    return (V8)_mm512_gf2p8affine_epi64_epi8((__m512i)splat(U64(0x8040201008040201)), (__m512i)flip_ranks(x),
                                             0);
}
HOT_FN V8 flip_files(V8 x)
{
    return (V8)_mm512_gf2p8affine_epi64_epi8((__m512i)x, (__m512i)splat(U64(0x8040201008040201)), 0);
}

#else

HOT_FN V8 swap_bits(V8 x, u64 mask, u32 distance)
{
    const V8 t = (x ^ x >> distance) & splat(mask);
    return x ^ t ^ t << distance;
}
HOT_FN V8 transpose_squares(V8 x)
{
    x = swap_bits(x, U64(0x00aa00aa00aa00aa), 7);
    x = swap_bits(x, U64(0x0000cccc0000cccc), 14);
    return swap_bits(x, U64(0x00000000f0f0f0f0), 28);
}
HOT_FN V8 flip_ranks(V8 x)
{
    x = (x >> 8 & splat(U64(0x00ff00ff00ff00ff))) | (x & splat(U64(0x00ff00ff00ff00ff))) << 8;
    x = (x >> 16 & splat(U64(0x0000ffff0000ffff))) | (x & splat(U64(0x0000ffff0000ffff))) << 16;
    return x >> 32 | x << 32;
}
HOT_FN V8 flip_files(V8 x)
{
    x = (x >> 1 & splat(U64(0x5555555555555555))) | (x & splat(U64(0x5555555555555555))) << 1;
    x = (x >> 2 & splat(U64(0x3333333333333333))) | (x & splat(U64(0x3333333333333333))) << 2;
    return (x >> 4 & splat(U64(0x0f0f0f0f0f0f0f0f))) | (x & splat(U64(0x0f0f0f0f0f0f0f0f))) << 4;
}

#endif

/* Lanes and vectors change places, in pairs of one, two and four. */
HOT_FN void transpose_words(V8 *x)
{
    for (u32 r = 0; r < 8; r += 2) {
        const V8 a = x[r], b = x[r + 1];
        x[r] = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
        x[r + 1] = __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
    }
    for (u32 r = 0; r < 8; r += r & 1 ? 3 : 1) {
        const V8 a = x[r], b = x[r + 2];
        x[r] = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
        x[r + 2] = __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
    }
    for (u32 r = 0; r < 4; r++) {
        const V8 a = x[r], b = x[r + 4];
        x[r] = __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
        x[r + 4] = __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

/* A stored block as it stands for a placement that `symmetry` makes canonical: both kings' squares are turned. */
static Bits turned(const u64 *words, u32 symmetry)
{
    Bits b = load(words);
    if (symmetry & 4) {
        transpose_words(b.rank);
        for (u32 r = 0; r < 8; r++) b.rank[r] = transpose_squares(b.rank[r]);
    }
    if (symmetry & 2) {
        const Bits c = b;
        for (u32 r = 0; r < 8; r++) b.rank[r] = flip_ranks(c.rank[7 - r]);
    }
    if (symmetry & 1)
        for (u32 r = 0; r < 8; r++)
            b.rank[r] = flip_files(__builtin_shufflevector(b.rank[r], b.rank[r], 7, 6, 5, 4, 3, 2, 1, 0));
    return b;
}

/* A block that a move leads to: where it is stored if it stands there as it is, else turned into `room`. */
HOT_FN const Bits *block_of(const u64 *words, u32 mapped, Bits *room)
{
    words += (size_t)(mapped >> 3) * BLOCK_WORDS;
    if (!(mapped & 7)) return (const Bits *)words;
    *room = turned(words, mapped & 7);
    return room;
}

/* What a king's step of the side to move reaches the set from. */
HOT_FN void add_king_steps(Bits *to, const Bits *set, u32 side)
{
    const V8 zero = {0};
    const V8 not_a = splat(U64(0xfefefefefefefefe)), not_h = splat(U64(0x7f7f7f7f7f7f7f7f));
    if (side) {
        for (u32 r = 0; r < 8; r++) {
            const V8 x = set->rank[r], beside = (x << 1 & not_a) | (x >> 1 & not_h), row = x | beside;
            to->rank[r] |= beside | row << 8 | row >> 8;
        }
        return;
    }
    V8 row[10];
    row[0] = row[9] = zero;
    for (u32 r = 0; r < 8; r++) {
        const V8 x = set->rank[r];
        const V8 beside = __builtin_shufflevector(x, zero, 8, 0, 1, 2, 3, 4, 5, 6) |
                          __builtin_shufflevector(x, zero, 1, 2, 3, 4, 5, 6, 7, 8);
        row[r + 1] = x | beside;
        to->rank[r] |= beside;
    }
    for (u32 r = 0; r < 8; r++) to->rank[r] |= row[r] | row[r + 2];
}

/* Adds a set, but where a king stands on a barred square. */
HOT_FN void add_unbarred(Bits *to, const Bits *set, u64 barred)
{
    const V8 keep = splat(~barred);
    for (u32 r = 0; r < 8; r++) {
        const u64 rank = barred >> 8 * r & 255;
        V8 x = set->rank[r] & keep;
        if (rank) x &= ~lanes_of(rank);
        to->rank[r] |= x;
    }
}

/* ---- quiet moves of men ---- */

typedef struct {
    const Material *material;
    const Placements *placements;
    u32 code, side;
    u64 occupied;
    int man;
    u32 from;
    u64 targets;
} Steps;

static inline Steps steps_of(const Table *table, u32 block, u32 side)
{
    Steps s = {.material = &table->material, .placements = table->placements, .side = side};
    s.code = s.placements->codes[block];
    for (int i = 0; i < s.material->count; i++)
        s.occupied |= U64(1) << placement_square(s.placements, s.code, i);
    s.man = s.material->pawns - 1;
    return s;
}

/* The next block that a man's quiet move leads to, as in the map; the moves are their own reverse. 0: no more. */
static inline int next_step(Steps *s, u32 *mapped, u64 *barred)
{
    while (!s->targets) {
        if (++s->man >= s->material->count) return 0;
        const Man man = s->material->man[s->man];
        if (man.side != s->side) continue;
        s->from = placement_square(s->placements, s->code, s->man);
        s->targets = chess_man_attacks(man.kind, s->from, s->occupied) & ~s->occupied;
    }
    const u32 to = lowest_bit64(s->targets);
    s->targets &= s->targets - 1;
    *mapped = s->placements->map[s->code + ((to - s->from) << placement_shift(s->placements, s->man))];
    *barred = retrograde_between[s->from][to];
    return 1;
}

/* Cells from which the side to move has a quiet move into a set of the other side's, of blocks whose stamp is
 * `ply`. */
static Bits before_news(const Retrograde *run, u32 block, u32 side, const u64 *set, const u16 *stamp, u32 ply)
{
    Bits from = {{{0}}};
    if (stamp[block] == ply) {
        const Bits here = load(set + (size_t)block * BLOCK_WORDS);
        add_king_steps(&from, &here, side);
    }
    Steps steps = steps_of(run->table, block, side);
    u32 mapped;
    u64 barred;
    while (next_step(&steps, &mapped, &barred)) {
        if (stamp[mapped >> 3] != ply) continue;
        Bits room;
        add_unbarred(&from, block_of(set, mapped, &room), barred);
    }
    return from;
}

/* Takes out of `cells` those with a quiet move to a position that the other side has not won. */
static void keep_cornered(const Retrograde *run, u32 block, u32 side, Bits *cells)
{
    const u64 *won = run->table->won[side ^ 1];
    Bits escapes = {{{0}}};
    Bits there = load(won + (size_t)block * BLOCK_WORDS);
    for (u32 r = 0; r < 8; r++) there.rank[r] = ~there.rank[r];
    add_king_steps(&escapes, &there, side);
    for (u32 r = 0; r < 8; r++) cells->rank[r] &= ~escapes.rank[r];
    Steps steps = steps_of(run->table, block, side);
    u32 mapped;
    u64 barred;
    while (!none(cells) && next_step(&steps, &mapped, &barred)) {
        const Bits *next = block_of(won, mapped, &there);
        const V8 keep = splat(~barred);
        for (u32 r = 0; r < 8; r++) {
            const u64 rank = barred >> 8 * r & 255;
            V8 escape = ~next->rank[r] & keep;
            if (rank) escape &= ~lanes_of(rank);
            cells->rank[r] &= ~escape;
        }
    }
}

/* Blocks before this one are to be looked at, at the next ply. */
static void call(const Retrograde *run, u32 block, u32 side, u16 *look_at)
{
    const u16 ply = (u16)(run->ply + 1);
    __atomic_store_n(&look_at[block], ply, __ATOMIC_RELAXED);
    Steps steps = steps_of(run->table, block, side ^ 1);
    u32 mapped;
    u64 barred;
    while (next_step(&steps, &mapped, &barred))
        __atomic_store_n(&look_at[mapped >> 3], ply, __ATOMIC_RELAXED);
}

/* ---- the steps ---- */

static inline Bits undecided(const Table *table, u32 block, u32 side)
{
    Bits won = load(table->won[side] + (size_t)block * BLOCK_WORDS);
    const Bits lost = load(table->lost[side] + (size_t)block * BLOCK_WORDS);
    for (u32 r = 0; r < 8; r++) won.rank[r] = ~(won.rank[r] | lost.rank[r]);
    return won;
}

static inline void set_distance(const Table *table, u32 block, u32 side, const Bits *cells, u32 distance)
{
    u8 *bytes = table->distance[side] + (size_t)block * BLOCK_CELLS;
    for (u32 p = 0; p < 64; p++) {
        const u64 row = cells->rank[p >> 3][p & 7];
        if (row) bytes_set(bytes + 64 * p, row, (u8)distance);
    }
}

static inline int is_scheduled(const ScheduledCodes *scheduled, u32 distance)
{
    return scheduled->code[distance >> 6] >> (distance & 63) & 1;
}

static inline int any_scheduled_after(const ScheduledCodes *scheduled, u32 distance)
{
    u64 later = distance % 64 == 63 ? 0 : scheduled->code[distance >> 6] >> (distance % 64 + 1);
    for (u32 i = (distance >> 6) + 1; i < 4; i++) later |= scheduled->code[i];
    return later != 0;
}

/* Cells whose pending distance is this one. */
static inline Bits pending_now(const Table *table, u32 block, u32 side, u32 distance)
{
    const u8 *bytes = table->distance[side] + (size_t)block * BLOCK_CELLS;
    Bits scheduled;
    for (u32 p = 0; p < 64; p++)
        scheduled.rank[p >> 3][p & 7] = bytes_equal(bytes + 64 * p, (u8)(distance + 1));
    return scheduled;
}

static inline void add_bits(u64 *words, const Bits *set)
{
    Bits all = load(words);
    for (u32 r = 0; r < 8; r++) all.rank[r] |= set->rank[r];
    memcpy(words, &all, sizeof all);
}

static u32 wins(Retrograde *run, u32 block, u32 side)
{
    const Table *table = run->table;
    const u32 distance = distance_of_plies(table->metric, (int)run->ply);
    const int scheduled = (table->metric == METRIC_DTZ || run->ply & 1) &&
                          is_scheduled(&run->scheduled_wins[side][block], distance);
    const int frontier = run->frontier_wins_at[side][block] == run->ply;
    if (!scheduled && !frontier) return 0;
    const Bits open = undecided(table, block, side);
    if (none(&open)) return 0;
    Bits found = {{{0}}};
    if (scheduled) {
        found = pending_now(table, block, side, distance);
        const Bits escape = load(run->escape[side] + (size_t)block * BLOCK_WORDS);
        for (u32 r = 0; r < 8; r++) found.rank[r] &= escape.rank[r];
    }
    if (frontier) {
        const Bits from =
            before_news(run, block, side, table->lost[side ^ 1], run->lost_at[side ^ 1], run->ply - 1);
        for (u32 r = 0; r < 8; r++) found.rank[r] |= from.rank[r];
    }
    for (u32 r = 0; r < 8; r++) found.rank[r] &= open.rank[r];
    if (none(&found)) return 0;
    memcpy(run->new_wins[side] + (size_t)block * BLOCK_WORDS, &found, sizeof found);
    run->new_wins_at[side][block] = (u16)run->ply;
    return count_bits(&found);
}

static u32 losses(Retrograde *run, u32 block, u32 side)
{
    Table *table = run->table;
    const u32 distance = distance_of_plies(table->metric, (int)run->ply);
    const int scheduled = (table->metric == METRIC_DTZ || !(run->ply & 1)) &&
                          is_scheduled(&run->scheduled_losses[side][block], distance);
    const int frontier = run->frontier_losses_at[side][block] == run->ply;
    if (!scheduled && !frontier) return 0;
    Bits open = undecided(table, block, side), cells = {{{0}}};
    const Bits escape = load(run->escape[side] + (size_t)block * BLOCK_WORDS);
    for (u32 r = 0; r < 8; r++) open.rank[r] &= ~escape.rank[r];
    if (none(&open)) return 0;
    if (frontier) {
        cells = before_news(run, block, side, table->won[side ^ 1], run->won_at[side ^ 1], run->ply - 1);
        for (u32 r = 0; r < 8; r++) cells.rank[r] &= open.rank[r];
        const u8 *bytes = table->distance[side] + (size_t)block * BLOCK_CELLS;
        const u32 rows = any_scheduled_after(&run->scheduled_losses[side][block], distance) ? 64 : 0;
        for (u32 p = 0; p < rows; p++)
            if (cells.rank[p >> 3][p & 7])
                cells.rank[p >> 3][p & 7] &= ~bytes_above(bytes + 64 * p, (u8)(distance + 1));
    }
    if (scheduled) {
        const Bits now = pending_now(table, block, side, distance);
        for (u32 r = 0; r < 8; r++) cells.rank[r] |= now.rank[r];
    }
    for (u32 r = 0; r < 8; r++) cells.rank[r] &= open.rank[r];
    if (none(&cells)) return 0;
    keep_cornered(run, block, side, &cells);
    if (none(&cells)) return 0;
    add_bits(table->lost[side] + (size_t)block * BLOCK_WORDS, &cells);
    set_distance(table, block, side, &cells, distance);
    run->lost_at[side][block] = (u16)run->ply;
    call(run, block, side, run->frontier_wins_at[side ^ 1]);
    return count_bits(&cells);
}

static u32 commit(Retrograde *run, u32 block, u32 side)
{
    if (run->new_wins_at[side][block] != run->ply) return 0;
    const Bits new_wins = load(run->new_wins[side] + (size_t)block * BLOCK_WORDS);
    add_bits(run->table->won[side] + (size_t)block * BLOCK_WORDS, &new_wins);
    set_distance(run->table, block, side, &new_wins, distance_of_plies(run->table->metric, (int)run->ply));
    run->won_at[side][block] = (u16)run->ply;
    call(run, block, side, run->frontier_losses_at[side ^ 1]);
    return 0;
}

/* ---- before the first ply, and after the last ---- */

static void mark_illegal(Retrograde *run, u32 block, u32 side)
{
    Table *table = run->table;
    u64 *won = table->won[side] + (size_t)block * BLOCK_WORDS;
    block_illegal(&table->material, table->placements->codes[block], side, won);
    for (u32 p = 0; p < 64; p++)
        bytes_set(table->distance[side] + (size_t)block * BLOCK_CELLS + 64 * p, won[p], DISTANCE_ILLEGAL);
}

static int values_of(void *user, const Material *material, u32 code, u32 side, ValueBlock *values)
{
    const Retrograde *run = user;
    const Table *table =
        material->key == run->table->material.key ? run->table : run->child(run->child_user, material);
    table_values(table, code, side, values);
    return 0;
}

typedef struct {
    u64 escapes, wins, losses; /* wins are escapes too */
    u8 distance[64];
} LookedUp;

static void look_up_row(const Value *values, Metric metric, LookedUp *row)
{
    u8 escapes[64], won[64], lost[64];
    for (u32 q = 0; q < 64; q++) {
        const Value v = values[q], size = (Value)(v < 0 ? -v : v);
        const Value plies = (Value)(16384 - size);
        row->distance[q] = (u8)(v == 0 ? 0 : 1 + (metric == METRIC_DTM ? plies >> 1 : plies));
        escapes[q] = v >= 0;
        won[q] = v > 0;
        lost[q] = v < 0 && v >= -16384;
    }
    row->escapes = row->wins = row->losses = 0;
    for (u32 q = 0; q < 64; q++) {
        row->escapes |= (u64)escapes[q] << q;
        row->wins |= (u64)won[q] << q;
        row->losses |= (u64)lost[q] << q;
    }
}

static void wait_for(ScheduledCodes *scheduled, const u8 *distance, u64 cells, int odd, Metric metric,
                     u32 *longest)
{
    for (; cells; cells &= cells - 1) {
        const u32 d = distance[lowest_bit64(cells)] - 1u;
        scheduled->code[d >> 6] |= U64(1) << (d & 63);
        const u32 plies = (u32)plies_of_distance(metric, d, odd);
        if (plies > *longest) *longest = plies;
    }
}

static u32 look_up(Retrograde *run, u32 block, u32 side, u32 *longest_scheduled)
{
    Table *table = run->table;
    const u32 code = table->placements->codes[block];
    ValueBlock values;
    value_block_backup(&table->material, code, side, table->metric, MOVES_CONVERSIONS | MOVES_PAWN, -1,
                       values_of, run, &values);
    Bits legal = undecided(table, block, side), stuck = legal;
    keep_cornered(run, block, side, &stuck);
    u64 checked[BLOCK_WORDS];
    block_illegal(&table->material, code, side ^ 1, checked);
    Bits mated = {{{0}}};
    for (u32 p = 0; p < 64; p++) {
        const u64 cells = legal.rank[p >> 3][p & 7];
        LookedUp row;
        look_up_row(values.at[p], table->metric, &row);
        row.escapes &= cells;
        row.wins &= cells;
        row.losses &= cells;
        const u64 moveless = stuck.rank[p >> 3][p & 7] & ~row.escapes & ~row.losses;
        mated.rank[p >> 3][p & 7] = moveless & checked[p];
        run->escape[side][(size_t)block * BLOCK_WORDS + p] = row.escapes | (moveless & ~checked[p]);
        u8 *distance = table->distance[side] + (size_t)block * BLOCK_CELLS + 64 * p;
        const u64 pending = row.wins | row.losses;
        if (!pending) continue;
        for (u32 q = 0; q < 64; q++) distance[q] = pending >> q & 1 ? row.distance[q] : distance[q];
        wait_for(&run->scheduled_wins[side][block], distance, row.wins, 1, table->metric, longest_scheduled);
        wait_for(&run->scheduled_losses[side][block], distance, row.losses, 0, table->metric,
                 longest_scheduled);
    }
    if (none(&mated)) return 0;
    add_bits(table->lost[side] + (size_t)block * BLOCK_WORDS, &mated);
    run->lost_at[side][block] = 0;
    call(run, block, side, run->frontier_wins_at[side ^ 1]);
    return count_bits(&mated);
}

static void finish(Retrograde *run, u32 block, u32 side)
{
    const Bits draws = undecided(run->table, block, side);
    set_distance(run->table, block, side, &draws, 0);
}
