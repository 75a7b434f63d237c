/* SPDX-License-Identifier: MIT */
/* Kernel bodies for retrograde analysis of chess tables: the plies of one level, as solver/chess/retrograde.h says
 * them.
 *
 * A block has two rows, one for each side to move: row = side * blocks + block, blocks counted from the
 * level's first. A row has 64 words, one for each square p of the first king, a bit in it for each square of
 * the second; and a byte of distance for each bit, in eight u64, the lowest byte first. An item of
 * chess_tables_wins and _losses is a word, row * 64 + p: neighbours read neighbouring words, and all 64 of a
 * row follow the same moves. An item of chess_tables_seek and _tally is a row. The bodies of a launch write
 * only what is their own and no other one reads.
 *
 * A ply: seek (the tasks of each row), wins (kept apart as new), losses, tally (new wins become known,
 * rows with newly solved cells get the ply's stamp). Before the first: tally, with CHESS_TABLES_LOSSES to look at
 * everywhere.
 */
#ifndef KERNELS_CHESS_TABLES_H
#define KERNELS_CHESS_TABLES_H

#include "../rules/chess/symmetry.h"

#define CHESS_TABLES_MEN 4

/* The level, in a buffer. `places` holds the map of all codes (block << 3 | symmetry), then the codes of
 * blocks. */
typedef struct {
    u64 words; /* of a set: 64 a row */
    u32 rows;
    u32 first;   /* block */
    u32 codes;   /* of the first block: where in `places` */
    u32 to_mate; /* 1: distances are half the plies */
    u32 men;     /* besides the kings; pawns come first */
    u32 pawns;
    u32 man[CHESS_TABLES_MEN]; /* kind | side << 3 */
} ChessTables;

/* Sets in `bits`, one after another: cells won (illegal ones too), lost, never lost, won at this ply. */
#define CHESS_TABLES_WON 0u
#define CHESS_TABLES_LOST 1u
#define CHESS_TABLES_ESCAPE 2u
#define CHESS_TABLES_NEW_WINS 3u
#define CHESS_TABLES_SETS 4u

/* Columns of `marks`, one after another, an u32 a row. */
#define CHESS_TABLES_NEWLY_SOLVED 0u /* cells decided at this ply */
#define CHESS_TABLES_WON_AT 1u       /* ply of the cells solved last */
#define CHESS_TABLES_LOST_AT 2u
#define CHESS_TABLES_LOST_COUNT 3u /* cells lost so far */
#define CHESS_TABLES_TASKS 4u      /* what follows */
#define CHESS_TABLES_COLUMNS 5u

#define CHESS_TABLES_SCHEDULED_WINS 1u /* cells wait for this ply to be won */
#define CHESS_TABLES_WINS 2u           /* a row that a move leads to has new losses */
#define CHESS_TABLES_LOSSES 4u         /* or new wins, or cells wait for this ply to be lost */

/* `scheduled`: for each row 256 bits, the distances at which cells wait to be won; then the same for losses. */
#define CHESS_TABLES_SCHEDULED_WORDS 4u

/* ---- 64 bytes of distances ---- */

#define CHESS_TABLES_ONES U64(0x0101010101010101)
#define CHESS_TABLES_LOW7 U64(0x7f7f7f7f7f7f7f7f)

/* The highest bits of the bytes, gathered in the lowest byte. */
FN u64 chess_tables_gather(u64 flags)
{
    return (flags >> 7 & CHESS_TABLES_ONES) * U64(0x0102040810204080) >> 56;
}

/* Each of 8 bits as a byte of ones. */
FN u64 chess_tables_spread(u64 bits)
{
    const u64 apart = (bits & 255) * CHESS_TABLES_ONES & U64(0x8040201008040201);
    return ((apart + CHESS_TABLES_LOW7) >> 7 & CHESS_TABLES_ONES) * 255;
}

FN u64 chess_tables_bytes_equal(GLOBAL const u64 *bytes, u32 value)
{
    u64 equal = 0;
    for (u32 i = 0; i < 8; i++) {
        const u64 x = bytes[i] ^ CHESS_TABLES_ONES * value;
        equal |= chess_tables_gather(~(((x & CHESS_TABLES_LOW7) + CHESS_TABLES_LOW7) | x)) << 8 * i;
    }
    return equal;
}

FN u64 chess_tables_bytes_above(GLOBAL const u64 *bytes, u32 value)
{
    u64 above = 0;
    const u64 room = CHESS_TABLES_ONES * (127 - (value & 127));
    for (u32 i = 0; i < 8; i++) {
        const u64 x = bytes[i], low = (x & CHESS_TABLES_LOW7) + room;
        above |= chess_tables_gather(value < 128 ? low | x : low & x) << 8 * i;
    }
    return above;
}

FN void chess_tables_bytes_set(GLOBAL u64 *bytes, u64 which, u32 value)
{
    for (u32 i = 0; i < 8; i++) {
        const u64 here = chess_tables_spread(which >> 8 * i);
        if (here) bytes[i] = (bytes[i] & ~here) | (CHESS_TABLES_ONES * value & here);
    }
}

/* ---- moves ---- */

/* A square as file | rank << 4, so that steps off the board show: https://www.chessprogramming.org/0x88 */
#define CHESS_TABLES_OFF_BOARD 0x88u
FN u32 chess_tables_wide(u32 square) { return square + (square & 56); }
FN u32 chess_tables_square(u32 wide) { return (wide & 7) | (wide >> 1 & 56); }

/* Steps to wide squares: eight along lines, the even ones along files and ranks; eight of the knight. */
TABLE i32 chess_tables_steps[16] = {1, 17, 16, 15, -1, -17, -16, -15, 18, 33, 31, 14, -18, -33, -31, -14};

/* Quiet moves of the men of the side to move, one after another; they are their own reverse. */
typedef struct {
    u64 occupied; /* by men, not kings */
    u64 passed;   /* squares between from and to: with a king there, no move */
    u32 code, side, man, kind, shift;
    u32 direction; /* 0 to 7; 8: no more of this man */
    u32 from, to;  /* wide squares */
} ChessTablesMoves;

FN ChessTablesMoves chess_tables_moves(GLOBAL const ChessTables *level, GLOBAL const u32 *places, u32 row)
{
    ChessTablesMoves m;
    const u32 blocks = level->rows / 2;
    m.side = row >= blocks;
    m.code = places[level->codes + (m.side ? row - blocks : row)];
    m.occupied = m.passed = 0;
    for (u32 i = 0; i < level->men; i++) m.occupied |= U64(1) << (m.code >> 6 * i & 63);
    m.man = level->pawns - 1;
    m.kind = m.shift = m.from = m.to = 0;
    m.direction = 8;
    return m;
}

/* The next direction, or the next man's first one. 0: no more. */
FN int chess_tables_turn(GLOBAL const ChessTables *level, ChessTablesMoves *m)
{
    m->direction += m->kind == CHESS_BISHOP || m->kind == CHESS_ROOK ? 2 : 1;
    if (m->direction >= 8) {
        u32 man;
        do {
            if (++m->man >= level->men) return 0;
            man = level->man[m->man];
        } while (man >> 3 != m->side);
        m->kind = man & 7;
        m->shift = 6 * (level->men - 1 - m->man);
        m->from = chess_tables_wide(m->code >> m->shift & 63);
        m->direction = m->kind == CHESS_BISHOP;
    }
    m->to = m->from;
    m->passed = 0;
    return 1;
}

/* A step on in the direction of the last move, if there is one. */
FN int chess_tables_step(ChessTablesMoves *m)
{
    if (m->direction >= 8) return 0;
    if (m->to != m->from) {
        if (m->kind == CHESS_KNIGHT) return 0;
        m->passed |= U64(1) << chess_tables_square(m->to);
    }
    m->to += (u32)chess_tables_steps[m->direction + (m->kind == CHESS_KNIGHT ? 8 : 0)];
    return !(m->to & CHESS_TABLES_OFF_BOARD) && !(m->occupied >> chess_tables_square(m->to) & 1);
}

/* The next move and what it leads to, as in the map. 0: no more. */
FN int chess_tables_next(GLOBAL const ChessTables *level, GLOBAL const u32 *places, ChessTablesMoves *m,
                         u32 *mapped)
{
    while (!chess_tables_step(m))
        if (!chess_tables_turn(level, m)) return 0;
    *mapped = places[m->code + ((chess_tables_square(m->to) - chess_tables_square(m->from)) << m->shift)];
    return 1;
}

/* The word of a mapped block in a set, the block standing as the move leaves it. */
FN u64 chess_tables_word(GLOBAL const u64 *set, u32 first, u32 mapped, u32 p)
{
    const u32 symmetry = mapped & 7;
    const u64 word = set[(u64)((mapped >> 3) - first) * 64 + symmetry_square(symmetry, p)];
    return symmetry ? symmetry_word(symmetry, word) : word;
}

/* Cells of a word from which a step of the king of the side to move leads into a set of the block, whose 64
 * words are given; all: 0, or ones for all cells that are not in the set. */
FN u64 chess_tables_king_steps(GLOBAL const u64 *block, u32 p, u32 side, u64 all)
{
    if (side) {
        const u64 x = block[p] ^ all, beside = (x << 1 & CHESS_NOT_A) | (x >> 1 & CHESS_NOT_H),
                  rank = x | beside;
        return beside | rank << 8 | rank >> 8;
    }
    u64 from = 0;
    for (u32 direction = 0; direction < 8; direction++) {
        const u32 to = chess_tables_wide(p) + (u32)chess_tables_steps[direction];
        if (!(to & CHESS_TABLES_OFF_BOARD)) from |= block[chess_tables_square(to)] ^ all;
    }
    return from;
}

/* ---- the steps of a ply ---- */

FN u32 chess_tables_distance(GLOBAL const ChessTables *level, u32 ply)
{
    return level->to_mate ? ply >> 1 : ply;
}

/* The row of the same block with the other side to move, and the first such row of all. */
FN u32 chess_tables_other(u32 row, u32 blocks) { return row >= blocks ? row - blocks : row + blocks; }
FN u32 chess_tables_others(u32 row, u32 blocks) { return row >= blocks ? 0 : blocks; }

FN int chess_tables_is_scheduled(GLOBAL const u64 *scheduled, u64 row, u32 distance)
{
    return (int)(scheduled[row * CHESS_TABLES_SCHEDULED_WORDS + (distance >> 6)] >> (distance & 63) & 1);
}

/* Which rows are to be looked at, at this ply: those where cells wait for it, and those before the cells
 * solved at the last one. */
FN void chess_tables_seek_item(u64 item, GLOBAL const ChessTables *level, GLOBAL const u32 *places,
                               GLOBAL const u64 *scheduled, GLOBAL u32 *marks, u32 ply)
{
    const u32 row = (u32)item, rows = level->rows, blocks = rows / 2,
              others = chess_tables_others(row, blocks);
    const u32 distance = chess_tables_distance(level, ply);
    GLOBAL const u32 *won_at = marks + (u64)CHESS_TABLES_WON_AT * rows + others;
    GLOBAL const u32 *lost_at = marks + (u64)CHESS_TABLES_LOST_AT * rows + others;
    u32 tasks = 0, block = chess_tables_other(row, blocks) - others;
    if ((!level->to_mate || ply & 1) && chess_tables_is_scheduled(scheduled, row, distance))
        tasks |= CHESS_TABLES_SCHEDULED_WINS;
    if ((!level->to_mate || !(ply & 1)) && chess_tables_is_scheduled(scheduled, (u64)rows + row, distance))
        tasks |= CHESS_TABLES_LOSSES;
    ChessTablesMoves moves = chess_tables_moves(level, places, row);
    u32 mapped;
    for (;;) {
        if (lost_at[block] == ply - 1) tasks |= CHESS_TABLES_WINS;
        if (won_at[block] == ply - 1) tasks |= CHESS_TABLES_LOSSES;
        if (!chess_tables_next(level, places, &moves, &mapped)) break;
        block = (mapped >> 3) - level->first;
    }
    marks[(u64)CHESS_TABLES_TASKS * rows + row] = tasks;
}

/* Undecided cells from which a quiet move leads to a loss in ply - 1, or another move wins in `ply`. */
FN void chess_tables_wins_item(u64 item, GLOBAL const ChessTables *level, GLOBAL const u32 *places,
                               GLOBAL u64 *bits, GLOBAL u64 *distances, GLOBAL const u32 *marks, u32 ply)
{
    const u32 row = (u32)(item >> 6), p = (u32)item & 63, rows = level->rows, blocks = rows / 2;
    const u32 tasks = marks[(u64)CHESS_TABLES_TASKS * rows + row];
    if (!(tasks & (CHESS_TABLES_SCHEDULED_WINS | CHESS_TABLES_WINS))) return;
    const u64 words = level->words;
    const u64 open = ~(bits[CHESS_TABLES_WON * words + item] | bits[CHESS_TABLES_LOST * words + item]);
    const u32 distance = chess_tables_distance(level, ply);
    u64 found = 0;
    if (open && tasks & CHESS_TABLES_SCHEDULED_WINS)
        found = chess_tables_bytes_equal(distances + item * 8, distance + 1) &
                bits[CHESS_TABLES_ESCAPE * words + item];
    if (open && tasks & CHESS_TABLES_WINS) {
        const u32 others = chess_tables_others(row, blocks);
        GLOBAL const u32 *lost_at = marks + (u64)CHESS_TABLES_LOST_AT * rows + others;
        GLOBAL const u64 *lost = bits + CHESS_TABLES_LOST * words + (u64)others * 64;
        ChessTablesMoves moves = chess_tables_moves(level, places, row);
        const u32 block = chess_tables_other(row, blocks) - others;
        if (lost_at[block] == ply - 1)
            found |= chess_tables_king_steps(lost + (u64)block * 64, p, moves.side, 0);
        u32 mapped;
        while (open & ~found && chess_tables_next(level, places, &moves, &mapped)) {
            if (lost_at[(mapped >> 3) - level->first] != ply - 1 || moves.passed >> p & 1) continue;
            found |= chess_tables_word(lost, level->first, mapped, p) & ~moves.passed;
        }
    }
    found &= open;
    bits[CHESS_TABLES_NEW_WINS * words + item] = found;
    if (found) chess_tables_bytes_set(distances + item * 8, found, distance);
}

/* Undecided cells that nothing saves: no quiet move leads out of the other side's known wins, and the other
 * moves lose in `ply` at most. */
FN void chess_tables_losses_item(u64 item, GLOBAL const ChessTables *level, GLOBAL const u32 *places,
                                 GLOBAL u64 *bits, GLOBAL u64 *distances, GLOBAL const u32 *marks, u32 ply)
{
    const u32 row = (u32)(item >> 6), p = (u32)item & 63, rows = level->rows, blocks = rows / 2;
    if (!(marks[(u64)CHESS_TABLES_TASKS * rows + row] & CHESS_TABLES_LOSSES)) return;
    const u64 words = level->words, lost = bits[CHESS_TABLES_LOST * words + item];
    u64 cells = ~(bits[CHESS_TABLES_WON * words + item] | lost | bits[CHESS_TABLES_ESCAPE * words + item]);
    if (!cells) return;
    const u32 others = chess_tables_others(row, blocks), distance = chess_tables_distance(level, ply);
    GLOBAL const u64 *won = bits + CHESS_TABLES_WON * words + (u64)others * 64;
    ChessTablesMoves moves = chess_tables_moves(level, places, row);
    const u32 block = chess_tables_other(row, blocks) - others;
    cells &= ~chess_tables_king_steps(won + (u64)block * 64, p, moves.side, ~U64(0));
    u32 mapped;
    while (cells && chess_tables_next(level, places, &moves, &mapped))
        if (!(moves.passed >> p & 1)) cells &= chess_tables_word(won, level->first, mapped, p) | moves.passed;
    if (cells) cells &= ~chess_tables_bytes_above(distances + item * 8, distance + 1);
    if (!cells) return;
    bits[CHESS_TABLES_LOST * words + item] = lost | cells;
    chess_tables_bytes_set(distances + item * 8, cells, distance);
}

/* New wins become known; newly solved cells are counted, their rows stamped with the ply. */
FN void chess_tables_tally_item(u64 item, GLOBAL const ChessTables *level, GLOBAL u64 *bits,
                                GLOBAL u32 *marks, u32 ply)
{
    const u32 rows = level->rows, tasks = marks[CHESS_TABLES_TASKS * (u64)rows + item];
    u32 wins = 0, losses = 0;
    if (tasks & (CHESS_TABLES_SCHEDULED_WINS | CHESS_TABLES_WINS)) {
        GLOBAL u64 *won = bits + CHESS_TABLES_WON * level->words + item * 64;
        GLOBAL const u64 *new_wins = bits + CHESS_TABLES_NEW_WINS * level->words + item * 64;
        for (u32 p = 0; p < 64; p++)
            if (new_wins[p]) {
                won[p] |= new_wins[p];
                wins += popcount64(new_wins[p]);
            }
    }
    if (tasks & CHESS_TABLES_LOSSES) {
        GLOBAL const u64 *lost = bits + CHESS_TABLES_LOST * level->words + item * 64;
        for (u32 p = 0; p < 64; p++) losses += popcount64(lost[p]);
        losses -= marks[(u64)CHESS_TABLES_LOST_COUNT * rows + item];
    }
    if (wins) marks[(u64)CHESS_TABLES_WON_AT * rows + item] = ply;
    if (losses) {
        marks[(u64)CHESS_TABLES_LOST_AT * rows + item] = ply;
        marks[(u64)CHESS_TABLES_LOST_COUNT * rows + item] += losses;
    }
    marks[CHESS_TABLES_NEWLY_SOLVED * (u64)rows + item] = wins + losses;
}

#endif
