/* SPDX-License-Identifier: MIT */
/* The reference solver against known tables.
 *
 *   reference_known FOLDER STRIDE MATERIAL...
 *
 * Solves the materials and what lies below them, and compares every table of 3 men and more with the files of
 * FOLDER (results/known): counts by result and by distance, the longest distances, single positions. Then
 * every STRIDE-th stored position is compared with its successors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../test/known_statistics.h"
#include "reference.h"

enum { MAX_TABLES = 40 };

static const char *folder;
static u64 stride;
static Reference *reference;
static ReferenceStatistics statistics[MAX_TABLES][2];

/* ---- counts and longest distances ---- */

static int find(const char *name)
{
    for (int i = 0; i < reference_count(reference); i++)
        if (!strcmp(reference_name(reference, i), name)) return i;
    return -1;
}

static void expect(const KnownTable *table, const char *what, int64_t got, int64_t expected)
{
    if (got != expected)
        fail_msg("%s, %s to move: %s %" PRId64 ", expected %" PRId64, table->name,
                 table->side ? "Black" : "White", what, got, expected);
}

typedef enum { DTM, DTZ } Metric;

/* One of the positions with a longest distance, won by the colour `winner`. */
static void check_place(const KnownTable *table, const KnownLongest *longest, int winner, Metric metric)
{
    ReferenceValue value;
    if (longest->plies < 0) return;
    assert_int_equal(reference_probe(reference, longest->at.position, &value), REFERENCE_OK);
    const int distance = longest->at.black == winner ? longest->plies : -longest->plies;
    expect(table, "at one of the longest, the distance", metric == DTM ? value.dtm : value.dtz, distance);
}

static void check_table(const KnownTable *table, const ReferenceStatistics *s)
{
    static const char *const results[] = {"losses", "blessed losses", "draws", "cursed wins", "wins"};
    for (int i = 0; i < 5; i++)
        expect(table, results[i], (int64_t)s->results[i], (int64_t)table->all.results[i]);
    expect(table, "the longest mate", s->longest_win_dtm, table->longest_win_dtm.plies);
    expect(table, "the longest way to being mated", s->longest_loss_dtm, table->longest_loss_dtm.plies);
    expect(table, "the longest win by dtz", s->longest_win_dtz, table->longest_win_dtz);
    expect(table, "the longest loss by dtz", s->longest_loss_dtz, table->longest_loss_dtz);
    check_place(table, &table->longest_win_dtm, table->side, DTM);
    check_place(table, &table->longest_loss_dtm, !table->side, DTM);
    check_place(table, &table->longest_win_of_colour, table->side, DTZ);
}

static void counts(void **state)
{
    (void)state;
    char error[NOTATION_ERROR];
    KnownStatistics *known = known_statistics_open(folder, error);
    if (!known) fail_msg("%s", error);
    for (int i = 0; i < reference_count(reference); i++)
        for (int side = 0; side < 2 && strcmp(reference_name(reference, i), "KvK"); side++) {
            const KnownTable *table = known_statistics_find(known, reference_name(reference, i), side);
            assert_non_null(table);
            check_table(table, &statistics[i][side]);
        }
    known_statistics_close(known);
}

/* ---- rows ---- */

static void for_rows(const char *name, int columns, KnownVisit *check)
{
    char error[NOTATION_ERROR];
    if (known_rows(folder, name, columns, check, NULL, error)) fail_msg("%s", error);
}

/* ---- counts by distance ---- */

static int distances_known;

static int check_distance(void *user, const KnownRow *row, char error[NOTATION_ERROR])
{
    (void)user;
    u64 distance, expected;
    const int i = find(row->column[0]);
    if (i < 0) return 0;
    if (known_count(row->column[3], &distance) || distance >= REFERENCE_LONGEST ||
        known_count(row->column[4], &expected))
        return notation_fail(error, "%s: no distance, or no count", row->place);
    const ReferenceStatistics *s = &statistics[i][*row->column[1] == 'b'];
    const u64 got = (strcmp(row->column[2], "win") ? s->losses : s->wins)[distance];
    distances_known++;
    if (got == expected) return 0;
    return notation_fail(error, "%s: %" PRIu64 " positions, expected %" PRIu64, row->place, (uint64_t)got,
                         (uint64_t)expected);
}

/* Distances that the file lists for the tables solved here are all there are. */
static int distances_found(void)
{
    int found = 0;
    for (int i = 0; i < reference_count(reference); i++)
        for (int side = 0; side < 2; side++)
            for (int n = 0; n < REFERENCE_LONGEST; n++)
                found += (statistics[i][side].wins[n] > 0) + (statistics[i][side].losses[n] > 0);
    return found;
}

static void counts_by_distance(void **state)
{
    (void)state;
    for_rows("chess_dtm_histogram.tsv", 6, check_distance);
    assert_int_equal(distances_known, distances_found());
    printf("%d tables, %d distances\n", reference_count(reference) - 1, distances_known);
}

/* ---- en passant ---- */

/* A capture en passant is legal in 43,786 positions of either side, and changes the result of 6,226. */
static void en_passant(void **state)
{
    (void)state;
    for (int i = 0; i < reference_count(reference); i++)
        for (int side = 0; side < 2; side++) {
            const ReferenceStatistics *s = &statistics[i][side];
            const int pawns = !strcmp(reference_name(reference, i), "KPvKP");
            assert_int_equal(s->en_passant, pawns ? 43786 : 0);
            assert_int_equal(s->en_passant_matters, pawns ? 6226 : 0);
        }
}

/* ---- single positions ---- */

static int positions_known;

/* A position may be of a table that is not solved here. */
static int check_position(void *user, const KnownRow *row, char error[NOTATION_ERROR])
{
    (void)user;
    char fen_error[NOTATION_ERROR];
    ChessRecord record;
    ReferenceValue value;
    if (chess_fen_parse(row->column[0], &record, fen_error))
        return notation_fail(error, "%s: %s", row->place, fen_error);
    const ReferenceStatus status = reference_probe(reference, record.position, &value);
    if (status == REFERENCE_NO_TABLE) return 0;
    if (status != REFERENCE_OK)
        return notation_fail(error, "%s: probing gives status %d", row->place, (int)status);
    const int at_clock = reference_wdl_at_clock(value, record.halfmove);
    const int got[] = {value.wdl, value.dtz, at_clock, value.dtm};
    for (int i = 0; i < 4; i++)
        if (got[i] != atoi(row->column[4 + i]))
            return notation_fail(error, "%s: column %d is %d, expected %s", row->place, 5 + i, got[i],
                                 row->column[4 + i]);
    positions_known++;
    return 0;
}

static void single_positions(void **state)
{
    (void)state;
    for_rows("chess_tb_positions.tsv", 8, check_position);
    printf("%d positions\n", positions_known);
    assert_true(positions_known > 0);
}

static void against_successors(void **state)
{
    (void)state;
    for (int i = 0; i < reference_count(reference); i++) {
        ChessRecord record = {.fullmove = 1};
        const u64 differing = reference_verify(reference, i, stride, &record.position);
        if (!differing) continue;
        char fen[CHESS_FEN_TEXT];
        chess_fen_format(&record, CHESS_FEN_AUTO, fen);
        fail_msg("%s: %" PRIu64 " positions differ from their successors, such as %s (mover shown as White)",
                 reference_name(reference, i), (uint64_t)differing, fen);
    }
}

int main(int argc, char **argv)
{
    char error[REFERENCE_ERROR];
    if (argc < 4) {
        fputs("usage: reference_known FOLDER STRIDE MATERIAL...\n", stderr);
        return 1;
    }
    folder = argv[1];
    stride = strtoull(argv[2], NULL, 10);
    reference = reference_open((const char *const *)argv + 3, argc - 3, error);
    if (!reference) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    for (int i = 0; i < reference_count(reference); i++) reference_statistics(reference, i, statistics[i]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts),
        cmocka_unit_test(counts_by_distance),
        cmocka_unit_test(en_passant),
        cmocka_unit_test(single_positions),
        cmocka_unit_test(against_successors),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    reference_close(reference);
    return failed;
}
