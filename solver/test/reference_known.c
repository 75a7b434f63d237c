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

#include "reference.h"
#include "rules/notation/chess_notation.h"

enum { MAX_TABLES = 40, MAX_COLUMNS = 16 };

static const char *folder;
static u64 stride;
static Reference *reference;
static ReferenceStatistics statistics[MAX_TABLES][2];

static const char *place; /* file and line, for messages */

/* ---- reading ---- */

typedef char *Row[MAX_COLUMNS]; /* columns that are missing: "" */

static void split(char *line, Row row)
{
    line[strcspn(line, "\n")] = 0;
    for (int i = 0; i < MAX_COLUMNS; i++) {
        row[i] = line;
        line += strcspn(line, "\t");
        if (*line) *line++ = 0;
    }
}

static void for_rows(const char *name, void (*check)(Row row))
{
    char path[512], line[1024], where[64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (!file) fail_msg("cannot open %s", path);
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        Row row;
        if (*line == '#') continue;
        snprintf(where, sizeof where, "%.40s:%d", name, number);
        place = where;
        split(line, row);
        check(row);
    }
    fclose(file);
}

static int find(const char *name)
{
    for (int i = 0; i < reference_count(reference); i++)
        if (!strcmp(reference_name(reference, i), name)) return i;
    return -1;
}

/* Of a row that begins with table and side; NULL if that table is not solved here. */
static const ReferenceStatistics *statistics_of(Row row)
{
    const int table = find(row[0]);
    return table < 0 ? NULL : &statistics[table][*row[1] == 'b'];
}

/* -1 for "-" */
static int plies(const char *text) { return strcmp(text, "-") ? atoi(text) : -1; }

static void expect(const char *what, uint64_t got, const char *expected)
{
    if (got != strtoull(expected, NULL, 10))
        fail_msg("%s: %s is %" PRIu64 ", expected %s", place, what, got, expected);
}

static void expect_plies(const char *what, int got, const char *expected)
{
    if (got != plies(expected)) fail_msg("%s: %s is %d, expected %s", place, what, got, expected);
}

static void read_fen(const char *fen, ChessRecord *record)
{
    char error[NOTATION_ERROR];
    if (chess_fen_parse(fen, record, error)) fail_msg("%s: %s: %s", place, fen, error);
}

static ReferenceValue probe(const char *fen, ChessRecord *record)
{
    ReferenceValue value;
    read_fen(fen, record);
    const ReferenceStatus status = reference_probe(reference, record->position, &value);
    if (status != REFERENCE_OK) fail_msg("%s: %s: probing gives status %d", place, fen, (int)status);
    return value;
}

/* ---- counts and longest distances ---- */

static int tables_known, distances_known, longest_known;

static void check_record(const char *fen, int black_wins, int distance, int to_mate)
{
    ChessRecord record;
    const ReferenceValue value = probe(fen, &record);
    const int got = to_mate ? value.dtm : value.dtz;
    const int expected = record.black == black_wins ? distance : -distance;
    if (got != expected) fail_msg("%s: %s is %d, expected %d", place, fen, got, expected);
}

static void check_counts(Row row)
{
    const ReferenceStatistics *s = statistics_of(row);
    if (!s) return;
    tables_known++;
    expect("wins", s->results[REFERENCE_WIN + 2], row[2]);
    expect("draws", s->results[REFERENCE_DRAW + 2], row[3]);
    expect("losses", s->results[REFERENCE_LOSS + 2], row[4]);
    expect("cursed wins", s->results[REFERENCE_CURSED_WIN + 2], "0");
    expect("blessed losses", s->results[REFERENCE_BLESSED_LOSS + 2], "0");
    expect_plies("the longest win", s->longest_win_dtm, row[8]);
    expect_plies("the longest loss", s->longest_loss_dtm, row[11]);
    const int black = *row[1] == 'b';
    if (plies(row[8]) >= 0) check_record(row[10], black, plies(row[8]), 1);
    if (plies(row[11]) >= 0) check_record(row[13], !black, plies(row[11]), 1);
}

static void check_distance(Row row)
{
    const ReferenceStatistics *s = statistics_of(row);
    if (!s) return;
    distances_known++;
    const int distance = plies(row[3]);
    if (distance < 0 || distance >= REFERENCE_LONGEST) fail_msg("%s: no distance: %s", place, row[3]);
    expect("the number of positions", (strcmp(row[2], "win") ? s->losses : s->wins)[distance], row[4]);
}

static void check_longest_dtz(Row row)
{
    const ReferenceStatistics *s = statistics_of(row);
    if (!s) return;
    longest_known++;
    expect_plies("the longest win", s->longest_win_dtz, row[2]);
    expect_plies("the longest loss", s->longest_loss_dtz, row[3]);
    if (plies(row[4]) >= 0) check_record(row[5], *row[1] == 'b', plies(row[4]), 0);
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

static void counts(void **state)
{
    (void)state;
    for_rows("chess_dtm.tsv", check_counts);
    assert_int_equal(tables_known, 2 * (reference_count(reference) - 1)); /* all but KvK */
    for_rows("chess_dtm_histogram.tsv", check_distance);
    assert_int_equal(distances_known, distances_found());
    for_rows("chess_dtz.tsv", check_longest_dtz);
    assert_int_equal(longest_known, tables_known);
    printf("%d tables, %d distances\n", tables_known / 2, distances_known);
}

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
static int is_solved(Row row)
{
    ChessRecord record;
    ReferenceValue value;
    read_fen(row[0], &record);
    return reference_probe(reference, record.position, &value) != REFERENCE_NO_TABLE;
}

static void check_position(Row row)
{
    ChessRecord record;
    if (!is_solved(row)) return;
    const ReferenceValue value = probe(row[0], &record);
    const int at_clock = reference_wdl_at_clock(value, record.halfmove);
    const int expected[] = {atoi(row[4]), atoi(row[5]), atoi(row[6]), atoi(row[7])};
    const int got[] = {value.wdl, value.dtz, at_clock, value.dtm};
    for (int i = 0; i < 4; i++)
        if (got[i] != expected[i])
            fail_msg("%s: column %d is %d, expected %d", place, 5 + i, got[i], expected[i]);
    positions_known++;
}

static void single_positions(void **state)
{
    (void)state;
    for_rows("chess_tb_positions.tsv", check_position);
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
        cmocka_unit_test(en_passant),
        cmocka_unit_test(single_positions),
        cmocka_unit_test(against_successors),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    reference_close(reference);
    return failed;
}
