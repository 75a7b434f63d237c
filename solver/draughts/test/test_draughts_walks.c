/* SPDX-License-Identifier: MIT */
/* Statistics, checks and zugzwangs of draughts tables in files: against published figures, against tables in
 * memory, with values and heads that are falsified. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "draughts_files.h"
#include "../../test/known_statistics.h"
#include "notation/draughts_notation.h"
#include "solver/draughts/statistics.h"
#include "solver/draughts/verify.h"
#include "solver/draughts/zugzwang.h"
#include "solver/walk/verify_head.h"

static Workers *workers, *one_worker;

static int open_workers(void **state)
{
    (void)state;
    workers = workers_open(3);
    one_worker = workers_open(1);
    return workers && one_worker ? 0 : -1;
}

static int close_workers(void **state)
{
    (void)state;
    workers_close(workers);
    workers_close(one_worker);
    return 0;
}

/* ---- tables and walks ---- */

typedef struct {
    const DraughtsGame *game;
    TableFolder folder;
    DraughtsSolved *solved;
    DraughtsProber *prober;
} Tables;

static void open_prober(Tables *t)
{
    char error[PROBER_ERROR];
    t->prober = draughts_prober_open(t->folder.path, t->game, 8 << 20, error);
    if (!t->prober) fail_msg("%s", error);
}

static Tables tables_of(const char *name, int pieces)
{
    Tables t = {.game = draughts_game_named(name), .folder = folder_make()};
    t.solved = draughts_files_solve(t.game, pieces, &t.folder);
    open_prober(&t);
    return t;
}

static void close_tables(Tables *t)
{
    draughts_prober_close(t->prober);
    draughts_solved_close(t->solved);
    folder_remove(&t->folder);
}

static DraughtsWalk walk_of(const Tables *t, const char *name)
{
    DraughtsWalk walk = {.steps = {.workers = workers}, .prober = t->prober, .game = t->game};
    assert_int_equal(draughts_slice_parse(name, &walk.material), 0);
    return walk;
}

static const Statistics *count(const DraughtsWalk *walk, int metrics)
{
    static Statistics statistics;
    char error[PROBER_ERROR] = "";
    if (draughts_statistics_count(walk, metrics, &statistics, error)) fail_msg("%s", error);
    return &statistics;
}

/* ---- published figures ---- */

enum { GAME, SLICE, POSITIONS, WINS, DRAWS, LOSSES, LONGEST_WIN, SUCH, ONE, LONGEST_LOSS, SOURCE, COLUMNS };

typedef struct {
    const Tables *tables;
    int pieces, rows;
} Known;

static void expect(const KnownRow *row, int column, int64_t got)
{
    u64 number = 0;
    const char *text = row->column[column];
    if (!strcmp(text, "?")) return;
    const int none = !strcmp(text, "-");
    if (!none && known_count(text, &number)) fail_msg("%s: no number: %s", row->place, text);
    if (got != (none ? -1 : (int64_t)number))
        fail_msg("%s: column %d is %lld, expected %s", row->place, column + 1, (long long)got, text);
}

static void check_results(const KnownRow *row, const u64 results[5])
{
    expect(row, WINS, (int64_t)results[WDL_WIN + 2]);
    expect(row, DRAWS, (int64_t)results[WDL_DRAW + 2]);
    expect(row, LOSSES, (int64_t)results[WDL_LOSS + 2]);
    expect(row, POSITIONS, (int64_t)(results[WDL_WIN + 2] + results[WDL_DRAW + 2] + results[WDL_LOSS + 2]));
}

static void check_slice(const KnownRow *row, const SideStatistics *side)
{
    u64 results[5];
    for (int i = 0; i < 5; i++) results[i] = side->results[i].all;
    check_results(row, results);
    expect(row, LONGEST_WIN, side->longest[WDL_WIN + 2].plies);
    expect(row, LONGEST_LOSS, side->longest[WDL_LOSS + 2].plies);
    if (side->longest[WDL_WIN + 2].plies >= 0)
        expect(row, SUCH, (int64_t)side->longest[WDL_WIN + 2].count.all);
}

/* All slices of so many pieces, each seen by its mover. */
static void check_sum(const KnownRow *row, const Tables *t, int pieces)
{
    u64 results[5] = {0};
    const char *name;
    int metrics;
    for (int i = 0; (name = draughts_prober_material(t->prober, i, &metrics)) != NULL; i++) {
        const DraughtsWalk walk = walk_of(t, name);
        if (draughts_slice_pieces(walk.material) != pieces) continue;
        const int symmetric = draughts_slice_equal(walk.material, draughts_slice_turned(walk.material));
        const Statistics *statistics = count(&walk, PROBE_WDL);
        for (int side = 0; side < 2 - symmetric; side++)
            for (int result = 0; result < 5; result++)
                results[result] += statistics->side[side].results[result].all;
    }
    check_results(row, results);
}

static int check_row(void *user, const KnownRow *row, char error[NOTATION_ERROR])
{
    (void)error;
    Known *known = user;
    DraughtsSlice slice;
    char name[DRAUGHTS_SLICE_NAME];
    int turned;
    const char *text = row->column[SLICE];
    if (strcmp(row->column[GAME], known->tables->game->name) != 0) return 0;
    if (*text >= '2' && *text <= '0' + known->pieces)
        check_sum(row, known->tables, *text - '0'), known->rows++;
    if (draughts_slice_parse(text, &slice) || draughts_slice_pieces(slice) > known->pieces) return 0;
    draughts_slice_name(draughts_material_of(slice, &turned), name);
    const DraughtsWalk walk = walk_of(known->tables, name);
    check_slice(row, &count(&walk, PROBE_DTW)->side[turned]);
    known->rows++;
    return 0;
}

static void known_figures(void **state)
{
    (void)state;
    static const char *const games[] = {"checkers", "brazilian", "perde-ganha", "turkish", "frisian"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char error[NOTATION_ERROR];
        const int pieces = SANITIZED || i > 2 ? 2 : 3;
        Tables t = tables_of(games[i], pieces);
        Known known = {.tables = &t, .pieces = pieces};
        if (known_rows(KNOWN_FOLDER, "draughts_tables.tsv", COLUMNS, check_row, &known, error))
            fail_msg("%s", error);
        if (known.rows <= pieces) fail_msg("%s: %d rows are known", games[i], known.rows);
        close_tables(&t);
    }
}

/* The index and the FEN of the longest lead to that distance; one thread counts the same as three. */
static void longest_wins(void **state)
{
    (void)state;
    Tables t = tables_of("damma", 3);
    DraughtsWalk walk = walk_of(&t, "KMvM");
    const Statistics all = *count(&walk, PROBE_DTW);
    walk.steps.workers = one_worker;
    assert_memory_equal(&all, count(&walk, PROBE_DTW), sizeof all);
    for (int side = 0; side < 2; side++) {
        const LongestDistance *longest = &all.side[side].longest[WDL_WIN + 2];
        char error[PROBER_ERROR];
        DraughtsRecord record;
        DraughtsValue value;
        if (longest->plies < 0) continue;
        assert_int_equal(draughts_fen_parse(t.game, longest->fen, &record, error), 0);
        assert_int_equal(record.black, side);
        assert_int_equal(draughts_prober_probe(t.prober, record.position, PROBE_DTW, &value, error),
                         PROBE_DONE);
        assert_int_equal(value.dtw, longest->plies);
        assert_int_equal(all.side[side].won[longest->plies].all, longest->count.all);
    }
    close_tables(&t);
}

/* ---- right tables ---- */

static VerifyReport verify(const DraughtsWalk *walk, u64 sample)
{
    const VerifyOptions options = {.metrics = PROBE_DTW, .sample = sample, .seed = 1};
    VerifyReport report;
    char error[PROBER_ERROR] = "";
    if (draughts_verify_table(walk, &options, &report, error)) fail_msg("%s", error);
    return report;
}

static TableHead head_of(const Tables *t, const char *material, int metrics)
{
    DraughtsSlice slice;
    char error[PROBER_ERROR];
    TableFile file;
    assert_int_equal(draughts_slice_parse(material, &slice), 0);
    const TableId id = table_id_of_draughts(t->game, slice, material);
    if (table_file_open(&file, t->folder.path, id, metrics, error)) fail_msg("%s", error);
    table_file_close(&file);
    return file.head;
}

static void check_material(const Tables *t, const char *name)
{
    const DraughtsWalk walk = walk_of(t, name);
    const VerifyReport report = verify(&walk, 0);
    if (report.wrong)
        fail_msg("%s-%s: %llu wrong, %s", t->game->name, name, (unsigned long long)report.wrong,
                 report.first.fen);
    u64 positions = 0;
    for (u32 side = 0; side < 2; side++) {
        DraughtsIndex index;
        draughts_walk_index(&walk, side, &index);
        positions += index.size;
    }
    assert_int_equal(report.checked, positions);
    assert_int_equal(verify(&walk, 1000).checked, 1000);
    for (int metrics = PROBE_WDL; metrics <= PROBE_DTW; metrics *= PROBE_DTW) {
        char wrong[PROBER_ERROR];
        const TableHead head = head_of(t, name, metrics);
        if (!verify_head(&head, count(&walk, metrics), wrong))
            fail_msg("%s-%s: %s", t->game->name, name, wrong);
    }
}

static void right_tables(void **state)
{
    (void)state;
    for (int i = 0; i < DRAUGHTS_GAMES; i++) {
        const char *name = draughts_games[i].name;
        const int more = !SANITIZED && (!strcmp(name, "checkers") || !strcmp(name, "perde-ganha"));
        Tables t = tables_of(name, more ? 3 : 2);
        const char *material;
        int metrics;
        for (int j = 0; (material = draughts_prober_material(t.prober, j, &metrics)) != NULL; j++)
            check_material(&t, material);
        close_tables(&t);
    }
}

/* ---- falsified ones ---- */

static int must_capture(const DraughtsGame *game, DraughtsPosition position)
{
    const DraughtsRecord record = {.position = position};
    DraughtsMove list[100];
    const int moves = draughts_list_moves(game, &record, 1, list, 100);
    return moves > 0 && list[0].jumps > 0;
}

/* The first position of the slice that is stored and has that value. */
static u64 index_of_value(const DraughtsTable *table, u8 value)
{
    u64 i = 0;
    while (table->value[i] != value ||
           must_capture(table->index.game, draughts_index_position(&table->index, i)))
        if (++i == table->index.size) fail_msg("no value %d", value);
    return i;
}

/* Writes the tables with another value in one place and puts it right again in memory. */
static void falsify(Tables *t, DraughtsTable *table, u64 i, u8 value)
{
    const u8 right = table->value[i];
    draughts_prober_close(t->prober);
    folder_remove(&t->folder); /* files that are there already would stay */
    t->folder = folder_make();
    table->value[i] = value;
    draughts_files_write(t->solved, &t->folder, workers);
    table->value[i] = right;
    open_prober(t);
}

static Value value_of(const DraughtsGame *game, u8 byte)
{
    return byte == 0 ? 0 : draughts_value_wins(game, byte) ? value_win(byte - 1) : value_loss(byte - 1);
}

/* A file may hold one side to move only; the other side's values follow from it. */
static int is_stored(const Tables *t, const char *material, int metrics, int side)
{
    return (int)(head_of(t, material, metrics).sides >> side & 1);
}

static void expect_found(Tables *t, DraughtsTable *table, int side, u8 from, u8 to)
{
    const u64 i = index_of_value(table, from);
    falsify(t, table, i, to);
    const DraughtsWalk walk = walk_of(t, "KvM");
    const VerifyReport report = verify(&walk, 0);
    if (report.wrong == 0) fail_msg("side %d, %d for %d: not found", side, to, from);
    assert_true(report.first.side != (u32)side || report.first.index <= i);
    if (report.first.side != (u32)side || report.first.index != i) return;
    assert_int_equal(report.first.expected, value_of(t->game, from));
    assert_int_equal(report.first.metrics, !from != !to ? PROBE_WDL : PROBE_DTW);
}

static void one_falsified_value(void **state)
{
    (void)state;
    static const struct {
        u8 from, to; /* 0: drawn, else 1 + plies */
    } changes[] = {{0, 4}, {4, 0}, {0, 3}, {3, 0}, {4, 6}, {3, 5}};
    Tables t = tables_of("checkers", 2);
    int found = 0;
    for (int side = 0; side < 2; side++)
        for (size_t c = 0; c < sizeof changes / sizeof *changes; c++) {
            DraughtsSlice slice;
            draughts_slice_parse(side ? "MvK" : "KvM", &slice);
            DraughtsTable *table = (DraughtsTable *)(uintptr_t)draughts_solved_table(t.solved, slice);
            const int metrics = !changes[c].from != !changes[c].to ? PROBE_WDL : PROBE_DTW;
            if (!is_stored(&t, "KvM", metrics, side)) continue;
            expect_found(&t, table, side, changes[c].from, changes[c].to);
            found++;
        }
    assert_int_equal(found, 10); /* results of both sides, distances of one */
    close_tables(&t);
}

static void flipped_byte(void **state)
{
    (void)state;
    Tables t = tables_of("checkers", 2);
    static const char *const names[] = {"checkers-KvM.wdl", "checkers-KvM.dtw"};
    for (int f = 0; f < 2; f++) {
        size_t size;
        unsigned char *bytes = folder_read(&t.folder, names[f], &size);
        bytes[size - 2] ^= 4;
        folder_write(&t.folder, names[f], bytes, size);
        draughts_prober_close(t.prober);
        open_prober(&t);
        const DraughtsWalk walk = walk_of(&t, "KvM");
        const VerifyOptions options = {.metrics = PROBE_DTW};
        VerifyReport report;
        char error[PROBER_ERROR] = "";
        assert_int_equal(draughts_verify_table(&walk, &options, &report, error), WALK_BROKEN);
        assert_non_null(strstr(error, names[f]));
        assert_int_equal(report.checked, 0);
        bytes[size - 2] ^= 4;
        folder_write(&t.folder, names[f], bytes, size);
        free(bytes);
    }
    close_tables(&t);
}

static void falsified_heads(void **state)
{
    (void)state;
    Tables t = tables_of("checkers", 2);
    const DraughtsWalk walk = walk_of(&t, "KvM");
    const TableHead right = head_of(&t, "KvM", PROBE_DTW);
    const Statistics *counted = count(&walk, PROBE_DTW);
    char wrong[PROBER_ERROR];
    assert_int_equal(verify_head(&right, counted, wrong), 1);
    TableHead head = right;
    head.results[1][WDL_LOSS + 2]++;
    assert_int_equal(verify_head(&head, counted, wrong), 0);
    assert_string_equal(wrong, "its head says loss 242 with the second side to move, its positions 241");
    head = right;
    head.longest[0][0] -= 2;
    assert_int_equal(verify_head(&head, counted, wrong), 0);
    assert_string_equal(wrong, "its head says longest win 9 with the first side to move, its positions 11");
    close_tables(&t);
}

/* ---- zugzwangs ---- */

/* The same squares with the other side to move, by way of the text. */
static DraughtsPosition other_to_move(const DraughtsGame *game, DraughtsPosition position)
{
    char fen[DRAUGHTS_FEN_TEXT], error[NOTATION_ERROR];
    DraughtsRecord record = {.position = position};
    draughts_fen_format(game, &record, fen);
    fen[0] = 'B';
    if (draughts_fen_parse(game, fen, &record, error)) fail_msg("%s: %s", fen, error);
    return record.position;
}

static int result_of(const DraughtsGame *game, u8 value)
{
    return !value ? 0 : draughts_value_wins(game, value) ? 1 : -1;
}

static void expect_zugzwangs(const Tables *t, const char *name)
{
    static ZugzwangReport report;
    char error[PROBER_ERROR] = "";
    u64 positions = 0, zugzwangs = 0, found = 0;
    const DraughtsWalk walk = walk_of(t, name);
    const DraughtsTable *first = draughts_solved_table(t->solved, walk.material);
    const DraughtsTable *second = draughts_solved_table(t->solved, draughts_slice_turned(walk.material));
    for (u64 i = 0; i < first->index.size; i += U64(1) << first->index.huff_bits) {
        const DraughtsPosition position = draughts_index_position(&first->index, i);
        const DraughtsPosition other = other_to_move(t->game, position);
        const int forced = t->game->rules.obligation == DRAUGHTS_FORCED;
        if (forced && (must_capture(t->game, position) || must_capture(t->game, other))) continue;
        positions++;
        zugzwangs += result_of(t->game, first->value[i]) <
                     -result_of(t->game, second->value[draughts_index_of(&second->index, other)]);
    }
    if (draughts_zugzwang_count(&walk, &(ZugzwangOptions){.list = ZUGZWANG_LIST}, &report, error))
        fail_msg("%s", error);
    for (int kind = 0; kind < ZUGZWANG_KINDS; kind++) found += report.kind[kind].all;
    if (report.positions != positions || found != zugzwangs)
        fail_msg("%s-%s: %llu zugzwangs of %llu, expected %llu of %llu", t->game->name, name,
                 (unsigned long long)found, (unsigned long long)report.positions,
                 (unsigned long long)zugzwangs, (unsigned long long)positions);
    assert_int_equal(report.listed, zugzwangs < ZUGZWANG_LIST ? zugzwangs : ZUGZWANG_LIST);
}

static void zugzwangs_in_memory(void **state)
{
    (void)state;
    static const char *const games[] = {"checkers", "perde-ganha", "damma",
                                        "turkish",  "canadian",    "breakthrough"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        Tables t = tables_of(games[i], 2);
        const char *material;
        int metrics;
        for (int j = 0; (material = draughts_prober_material(t.prober, j, &metrics)) != NULL; j++)
            expect_zugzwangs(&t, material);
        close_tables(&t);
    }
}

/* The opposition: a man against a man, nobody wants to move. */
static void opposition(void **state)
{
    (void)state;
    static ZugzwangReport report;
    char error[PROBER_ERROR] = "";
    Tables t = tables_of("checkers", 2);
    const DraughtsWalk walk = walk_of(&t, "MvM");
    assert_int_equal(draughts_zugzwang_count(&walk, &(ZugzwangOptions){.list = 64}, &report, error),
                     WALK_DONE);
    assert_int_equal(report.positions, 713);
    assert_int_equal(report.kind[ZUGZWANG_FULL].all, 30);
    assert_int_equal(report.kind[ZUGZWANG_FIRST_WINS].all, 17);
    assert_int_equal(report.kind[ZUGZWANG_SECOND_WINS].all, 17);
    assert_string_equal(report.list[0].fen, "W:W25:B9");
    close_tables(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_figures),       cmocka_unit_test(longest_wins),
        cmocka_unit_test(right_tables),        cmocka_unit_test(one_falsified_value),
        cmocka_unit_test(flipped_byte),        cmocka_unit_test(falsified_heads),
        cmocka_unit_test(zugzwangs_in_memory), cmocka_unit_test(opposition),
    };
    return cmocka_run_group_tests(tests, open_workers, close_workers);
}
