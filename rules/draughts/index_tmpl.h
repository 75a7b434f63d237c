/* SPDX-License-Identifier: MIT */
/* The index of a slice. index.h includes it once for each board width, where B and B_WORDS are defined
 * (next_width.h). */

/* The number of a set among the sets of so many squares of `room`. */
FN u64 B_FN(draughts_set_number)(B set, B room)
{
    u64 number = 0;
    for (u32 i = 1; b_any(set); i++) {
        const B square = b_first(set);
        number += draughts_choose[i][b_count(room & b_below(square))];
        set ^= square;
    }
    return number;
}

FN B B_FN(draughts_numbered_set)(u64 number, u32 count, B room)
{
    B set = b_none();
    const u32 squares = b_count(room);
    for (u32 i = count; i > 1; i--) {
        u32 at = 0; /* the highest of which i have no greater number */
        for (u32 step = 64; step; step >>= 1)
            if (at + step < squares && draughts_choose[i][at + step] <= number) at += step;
        number -= draughts_choose[i][at];
        set |= b_nth(room, at);
    }
    return count ? set | b_nth(room, (u32)number) : set;
}

/* Bit n of the result: the n-th square of `room` is in the set. */
FN u64 B_FN(draughts_gather)(B set, B room)
{
    u64 bits = 0;
    for (u32 n = 0; b_any(room); n++) {
        const B square = b_first(room);
        bits |= (u64)b_any(set & square) << n;
        room ^= square;
    }
    return bits;
}

FN B B_FN(draughts_scatter)(u64 bits, B room)
{
    B set = b_none();
    for (; b_any(room); bits >>= 1) {
        const B square = b_first(room);
        if (bits & 1) set |= square;
        room ^= square;
    }
    return set;
}

FN u64 B_FN(draughts_index)(GLOBAL const DraughtsIndex *x, const B_FN(DraughtsBoard) *b)
{
    const B board = b_narrow(x->board), barred = b_narrow(x->barred), middle = b_narrow(x->middle);
    const B own_men = b->own & ~b->kings, men = b->opponent & ~b->kings;
    const B own_kings = b->own & b->kings, kings = b->opponent & b->kings;
    const B room = board & ~(own_men | men);
    const u32 on_barred = b_count(own_men & barred);
    u64 i = B_FN(draughts_set_number)(own_men & barred, barred);
    i = i * x->middle_men[on_barred] + B_FN(draughts_set_number)(own_men & middle, middle);
    i = i * x->men_of_opponent[on_barred] + B_FN(draughts_set_number)(men, board & ~barred & ~own_men);
    i = (x->first[on_barred] + i) * x->kings;
    i += B_FN(draughts_set_number)(own_kings, room) * x->kings_of_opponent;
    i += B_FN(draughts_set_number)(kings, room & ~own_kings);
    return x->huff_bits ? i << x->huff_bits | B_FN(draughts_gather)(b->huffable, b->opponent) : i;
}

FN B_FN(DraughtsBoard) B_FN(draughts_index_board)(GLOBAL const DraughtsIndex *x, u64 i)
{
    const B board = b_narrow(x->board), barred = b_narrow(x->barred), middle = b_narrow(x->middle);
    const DraughtsSlice s = x->slice;
    const u64 huffed = i & ((U64(1) << x->huff_bits) - 1);
    i >>= x->huff_bits;
    const u64 at_kings = i % x->kings;
    i /= x->kings;
    u32 on_barred = 0;
    while (i >= x->first[on_barred + 1]) on_barred++;
    i -= x->first[on_barred];
    const u64 of_men = x->men_of_opponent[on_barred], of_middle = x->middle_men[on_barred];
    const u64 at_men = i % of_men, at_middle = i / of_men % of_middle, at_barred = i / of_men / of_middle;
    const u32 own_count = s.count[0][DRAUGHTS_MEN];
    const B own_men = B_FN(draughts_numbered_set)(at_barred, on_barred, barred) |
                      B_FN(draughts_numbered_set)(at_middle, own_count - on_barred, middle);
    const B men = B_FN(draughts_numbered_set)(at_men, s.count[1][DRAUGHTS_MEN], board & ~barred & ~own_men);
    const B room = board & ~(own_men | men);
    const u64 at_own_kings = at_kings / x->kings_of_opponent, at_others = at_kings % x->kings_of_opponent;
    const B own_kings = B_FN(draughts_numbered_set)(at_own_kings, s.count[0][DRAUGHTS_KINGS], room);
    const B kings = B_FN(draughts_numbered_set)(at_others, s.count[1][DRAUGHTS_KINGS], room & ~own_kings);
    B_FN(DraughtsBoard) b;
    b.own = own_men | own_kings;
    b.opponent = men | kings;
    b.kings = own_kings | kings;
    b.huffable = B_FN(draughts_scatter)(huffed, b.opponent);
    return b;
}

FN DraughtsSlice B_FN(draughts_slice_on)(const B_FN(DraughtsBoard) *b)
{
    const u32 own = b_count(b->own), own_kings = b_count(b->own & b->kings);
    const u32 opponent = b_count(b->opponent), kings = b_count(b->opponent & b->kings);
    DraughtsSlice slice;
    slice.count[0][0] = (u8)(own - own_kings);
    slice.count[0][1] = (u8)own_kings;
    slice.count[1][0] = (u8)(opponent - kings);
    slice.count[1][1] = (u8)kings;
    return slice;
}
