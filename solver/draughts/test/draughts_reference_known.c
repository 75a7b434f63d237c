/* SPDX-License-Identifier: MIT */
/* The draughts reference solver against known tables.
 *
 *   draughts_reference_known FOLDER STRIDE PIECES [GAME...]
 *
 * Solves all slices of 2 to PIECES (at most 4) pieces of the games, or of every game, compares them with the
 * rows of FOLDER/draughts_tables.tsv (FOLDER: results/known), and every STRIDE-th position with its
 * successors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draughts_reference.h"
#include "../../test/known_statistics.h"
#include "notation/draughts_notation.h"

enum { MAX_SLICES = 41 };
enum { GAME, SLICE, POSITIONS, WINS, DRAWS, LOSSES, LONGEST_WIN, SUCH, ONE, LONGEST_LOSS, SOURCE, COLUMNS };

static const char *folder;
static u64 stride;
static int pieces;
static const char *const *names; /* of games, none: all */
static int name_count;

static DraughtsReference *reference;
static DraughtsReferenceStatistics statistics[MAX_SLICES];
static int rows;

/* ---- rows ---- */

/* What a row says: one slice, or all of so many pieces. */
typedef struct {
    int64_t got[COLUMNS]; /* by column; -1 for none */
    int slices;
} Summary;

static void add_slice(Summary *summary, const DraughtsReferenceStatistics *s)
{
    for (int i = 0; i < 3; i++) {
        summary->got[LOSSES - i] += (int64_t)s->results[i];
        summary->got[POSITIONS] += (int64_t)s->results[i];
    }
    if (s->longest_win > summary->got[LONGEST_WIN]) {
        summary->got[LONGEST_WIN] = s->longest_win;
        summary->got[SUCH] = 0;
    }
    if (s->longest_win >= 0 && s->longest_win == summary->got[LONGEST_WIN])
        summary->got[SUCH] += (int64_t)s->wins[s->longest_win];
    if (s->longest_loss > summary->got[LONGEST_LOSS]) summary->got[LONGEST_LOSS] = s->longest_loss;
    summary->slices++;
}

static Summary summary_of(const char *slice)
{
    Summary summary = {.got = {[LONGEST_WIN] = -1, [LONGEST_LOSS] = -1}};
    for (int i = 0; i < draughts_reference_count(reference); i++) {
        const char *name = draughts_reference_name(reference, i);
        if (!strcmp(slice, name) || atoi(slice) == (int)strlen(name) - 1) add_slice(&summary, &statistics[i]);
    }
    return summary;
}

static int compare(const KnownRow *row, int column, int64_t got, char error[NOTATION_ERROR])
{
    u64 known = 0;
    const char *text = row->column[column];
    const int none = !strcmp(text, "-");
    if (!strcmp(text, "?")) return 0;
    if (!none && known_count(text, &known))
        return notation_fail(error, "%s: column %d", row->place, column + 1);
    const int64_t expected = none ? -1 : (int64_t)known;
    if (got == expected) return 0;
    return notation_fail(error, "%s: column %d is %" PRId64 ", expected %.20s", row->place, column + 1, got,
                         text);
}

static int compare_position(const KnownRow *row, char error[NOTATION_ERROR])
{
    DraughtsRecord record;
    DraughtsReferenceValue value;
    const char *fen = row->column[ONE];
    if (!strcmp(fen, "-") || !strcmp(fen, "?")) return 0;
    if (draughts_fen_parse(draughts_reference_game(reference), fen, &record, error)) return -1;
    if (draughts_reference_probe(reference, record.position, &value) != DRAUGHTS_REFERENCE_OK ||
        value.wdl != DRAUGHTS_REFERENCE_WIN)
        return notation_fail(error, "%s: %.60s is not won", row->place, fen);
    return compare(row, LONGEST_WIN, value.dtw, error);
}

static int check_row(void *user, const KnownRow *row, char error[NOTATION_ERROR])
{
    (void)user;
    static const int numbers[] = {POSITIONS, WINS, DRAWS, LOSSES, LONGEST_WIN, SUCH, LONGEST_LOSS};
    if (strcmp(row->column[GAME], draughts_reference_game(reference)->name)) return 0;
    const Summary summary = summary_of(row->column[SLICE]);
    if (!summary.slices) return 0;
    rows++;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (compare(row, numbers[i], summary.got[numbers[i]], error)) return -1;
    return compare_position(row, error);
}

/* ---- games ---- */

static void check_successors(void)
{
    for (int i = 0; i < draughts_reference_count(reference); i++) {
        char fen[DRAUGHTS_FEN_TEXT];
        DraughtsRecord record = {.black = 0};
        const u64 differing = draughts_reference_verify(reference, i, stride, &record.position);
        if (!differing) continue;
        draughts_fen_format(draughts_reference_game(reference), &record, fen);
        fail_msg("%s: %" PRIu64 " positions differ from their successors, such as %s",
                 draughts_reference_name(reference, i), (uint64_t)differing, fen);
    }
}

static void check_game(const DraughtsGame *game)
{
    char error[NOTATION_ERROR];
    reference = draughts_reference_open_all(game, pieces, error);
    if (!reference) fail_msg("%s: %s", game->name, error);
    const int slices = draughts_reference_count(reference);
    for (int i = 0; i < slices; i++) draughts_reference_statistics(reference, i, &statistics[i]);
    rows = 0;
    if (known_rows(folder, "draughts_tables.tsv", COLUMNS, check_row, NULL, error))
        fail_msg("%s: %s", game->name, error);
    check_successors();
    printf("%s: %d slices, %d known rows\n", game->name, slices, rows);
    draughts_reference_close(reference);
}

static int is_wanted(const DraughtsGame *game)
{
    int wanted = !name_count;
    for (int i = 0; i < name_count; i++) wanted |= !strcmp(names[i], game->name);
    return wanted;
}

static void known_tables(void **state)
{
    (void)state;
    int games = 0;
    for (int i = 0; i < DRAUGHTS_GAMES; i++) {
        if (!is_wanted(&draughts_games[i])) continue;
        check_game(&draughts_games[i]);
        games++;
    }
    assert_int_equal(games, name_count ? name_count : DRAUGHTS_GAMES);
}

int main(int argc, char **argv)
{
    if (argc < 4 || atoi(argv[2]) < 1 || atoi(argv[3]) < 2 || atoi(argv[3]) > DRAUGHTS_REFERENCE_PIECES) {
        fputs("usage: draughts_reference_known FOLDER STRIDE PIECES [GAME...]\n", stderr);
        return 1;
    }
    folder = argv[1];
    stride = strtoull(argv[2], NULL, 10);
    pieces = atoi(argv[3]);
    names = (const char *const *)argv + 4;
    name_count = argc - 4;
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_tables)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
