/* SPDX-License-Identifier: MIT */
#include "draughts_checks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "../../test/known_statistics.h"
#include "rules/draughts/test/mailbox.h"
#include "notation/draughts_notation.h"

static int result_of(const DraughtsGame *game, u8 value)
{
    return !value ? 0 : draughts_value_wins(game, value) ? 1 : -1;
}

static const char *fen_of(const DraughtsGame *game, DraughtsPosition position, char fen[DRAUGHTS_FEN_TEXT])
{
    const DraughtsRecord record = {.position = position};
    draughts_fen_format(game, &record, fen);
    return fen;
}

/* ---- the reference solver ---- */

typedef struct {
    const DraughtsTable *table;
    u64 compared;
} Comparison;

static void compare(void *user, DraughtsPosition position, DraughtsReferenceValue expected)
{
    Comparison *comparison = user;
    const DraughtsTable *table = comparison->table;
    const DraughtsGame *game = table->index.game;
    const u64 i = draughts_index_of(&table->index, position);
    const u8 value = i < table->index.size ? table->value[i] : 0;
    const int plies = value ? value - 1 : 0;
    comparison->compared++;
    if (i < table->index.size && result_of(game, value) == (int)expected.wdl && plies == expected.dtw) return;
    char fen[DRAUGHTS_FEN_TEXT];
    fail_msg("%s, %s: %d in %d plies, expected %d in %d", game->name, fen_of(game, position, fen),
             result_of(game, value), plies, (int)expected.wdl, expected.dtw);
}

u64 check_against_reference(const DraughtsSolved *solved, const DraughtsReference *reference)
{
    u64 compared = 0;
    for (int i = 0; i < draughts_reference_count(reference); i++) {
        DraughtsSlice slice;
        const char *name = draughts_reference_name(reference, i);
        assert_int_equal(draughts_slice_parse(name, &slice), 0);
        Comparison comparison = {.table = draughts_solved_table(solved, slice)};
        if (!comparison.table) fail_msg("%s: not solved", name);
        draughts_reference_each(reference, i, compare, &comparison);
        assert_int_equal(comparison.compared, comparison.table->index.size);
        compared += comparison.compared;
    }
    return compared;
}

/* ---- known answers ---- */

enum { GAME, SLICE, POSITIONS, WINS, DRAWS, LOSSES, LONGEST_WIN, SUCH, ONE, LONGEST_LOSS, SOURCE, COLUMNS };

typedef struct {
    int64_t got[COLUMNS]; /* -1: none */
    int slices;
} Summary;

/* Positions in which nothing can be huffed. */
static void add_table(Summary *s, const DraughtsTable *table)
{
    s->slices++;
    for (u64 i = 0; i < table->index.size; i += U64(1) << table->index.huff_bits) {
        const u8 value = table->value[i];
        const int result = result_of(table->index.game, value);
        s->got[POSITIONS]++;
        s->got[DRAWS - result]++;
        if (result < 0 && value - 1 > s->got[LONGEST_LOSS]) s->got[LONGEST_LOSS] = value - 1;
        if (result <= 0 || value - 1 < s->got[LONGEST_WIN]) continue;
        if (value - 1 > s->got[LONGEST_WIN]) s->got[SUCH] = 0;
        s->got[LONGEST_WIN] = value - 1;
        s->got[SUCH]++;
    }
}

static Summary summary_of(const DraughtsSolved *solved, const char *slice)
{
    Summary summary = {.got = {[LONGEST_WIN] = -1, [LONGEST_LOSS] = -1}};
    for (int i = 0; i < solved->count; i++) {
        char name[DRAUGHTS_SLICE_NAME];
        draughts_slice_name(solved->tables[i].index.slice, name);
        if (!strcmp(slice, name) || atoi(slice) == (int)strlen(name) - 1)
            add_table(&summary, &solved->tables[i]);
    }
    return summary;
}

typedef struct {
    const DraughtsSolved *solved;
    int rows;
} KnownRows;

static int check_row(void *user, const KnownRow *row, char error[NOTATION_ERROR])
{
    static const int numbers[] = {POSITIONS, WINS, DRAWS, LOSSES, LONGEST_WIN, SUCH, LONGEST_LOSS};
    KnownRows *known = user;
    if (strcmp(row->column[GAME], known->solved->game->name)) return 0;
    const Summary summary = summary_of(known->solved, row->column[SLICE]);
    if (!summary.slices) return 0;
    known->rows++;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const char *text = row->column[numbers[i]];
        u64 number = 0;
        if (!strcmp(text, "?")) continue;
        const int none = !strcmp(text, "-");
        if (!none && known_count(text, &number))
            return notation_fail(error, "%s: no number: %.20s", row->place, text);
        if (summary.got[numbers[i]] != (none ? -1 : (int64_t)number))
            return notation_fail(error, "%s: column %d is %lld, expected %.20s", row->place, numbers[i] + 1,
                                 (long long)summary.got[numbers[i]], text);
    }
    return 0;
}

int check_known_rows(const DraughtsSolved *solved, const char *folder)
{
    char error[NOTATION_ERROR];
    KnownRows known = {.solved = solved};
    if (known_rows(folder, "draughts_tables.tsv", COLUMNS, check_row, &known, error)) fail_msg("%s", error);
    return known.rows;
}

/* ---- successors ---- */

typedef struct {
    const DraughtsSolved *solved;
    const SlowGame *slow;
    SlowPosition empty;
    DraughtsGeometry_x1 g;
} Mailbox;

static SlowPosition show(const Mailbox *mailbox, DraughtsBoard_x1 b)
{
    const DraughtsRuleset *r = &mailbox->solved->game->rules;
    SlowPosition position = mailbox->empty;
    for (i32 rank = 0; rank < r->height; rank++)
        for (i32 file = 0; file < r->width; file++) {
            char *cell = &position.cell[16 * rank + file];
            if (*cell == '#') continue;
            const u64 square = U64(1) << draughts_square(r, file, rank);
            *cell = b.own & square ? (b.kings & square ? 'W' : 'w') : '.';
            if (b.opponent & square) *cell = b.kings & square ? 'B' : 'b';
        }
    position.side = 'W';
    return position;
}

static DraughtsBoard_x1 read_black_to_move(const Mailbox *mailbox, const SlowPosition *position)
{
    const DraughtsRuleset *r = &mailbox->solved->game->rules;
    DraughtsBoard_x1 white = {0, 0, 0, 0};
    for (i32 rank = 0; rank < r->height; rank++)
        for (i32 file = 0; file < r->width; file++) {
            const char cell = position->cell[16 * rank + file];
            if (cell == '#' || cell == '.') continue;
            const u64 square = U64(1) << draughts_square(r, file, rank);
            *(cell == 'w' || cell == 'W' ? &white.own : &white.opponent) |= square;
            if (cell == 'W' || cell == 'B') white.kings |= square;
        }
    return draughts_turn_x1(&mailbox->g, white);
}

/* 1 + plies to the end after the move, 0 if drawn. */
static u8 value_after(const Mailbox *mailbox, const SlowPosition *position, const SlowMove *move)
{
    SlowPosition next = *position;
    slow_make(mailbox->slow, &next, move);
    const DraughtsBoard_x1 b = read_black_to_move(mailbox, &next);
    if (!b.own || draughts_over_x1(&mailbox->solved->game->rules, &b)) return 1;
    const DraughtsTable *table = draughts_solved_table(mailbox->solved, draughts_slice_on_x1(&b));
    if (!table) fail_msg("a move leads to no table");
    return table->value[draughts_index_x1(&table->index, &b)];
}

static u8 value_by_moves(const Mailbox *mailbox, const SlowPosition *position, SlowList *list)
{
    const DraughtsGame *game = mailbox->solved->game;
    int best = 0, value = 0;
    assert_true(slow_moves(mailbox->slow, position, SLOW_KEEP, list));
    for (size_t i = 0; i < list->count; i++) {
        const u8 reply = value_after(mailbox, position, &list->move[i]);
        const int after = reply ? reply + 1 : 0;
        const int score = !reply ? 0 : draughts_value_wins(game, reply) ? after - 1000 : 1000 - after;
        if (i && score <= best) continue;
        best = score;
        value = after;
    }
    return list->count ? (u8)value : 1;
}

u64 check_successors(const DraughtsSolved *solved, const DraughtsTable *table, u64 stride)
{
    Mailbox mailbox = {
        .solved = solved, .slow = slow_game(solved->game->name), .g = draughts_geometry_x1(solved->game)};
    SlowList list = {0};
    u64 checked = 0;
    assert_non_null(mailbox.slow);
    slow_start(mailbox.slow, &mailbox.empty);
    for (u64 i = 0; i < table->index.size; i += stride, checked++) {
        const DraughtsPosition p = draughts_index_position(&table->index, i);
        const SlowPosition position = show(&mailbox, draughts_board_x1(p));
        const u8 expected = value_by_moves(&mailbox, &position, &list);
        if (expected == table->value[i]) continue;
        char fen[DRAUGHTS_FEN_TEXT];
        fail_msg("%s, %s: byte %d, its moves give %d", solved->game->name, fen_of(solved->game, p, fen),
                 table->value[i], expected);
    }
    slow_free(&list);
    return checked;
}
