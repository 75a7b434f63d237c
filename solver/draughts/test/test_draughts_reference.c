/* SPDX-License-Identifier: MIT */
/* The interface of the draughts reference solver, and rules that decide values; draughts_reference_known
 * compares whole slices. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "draughts_reference.h"
#include "notation/draughts_notation.h"

enum { LOSS = DRAUGHTS_REFERENCE_LOSS, DRAW = DRAUGHTS_REFERENCE_DRAW, WIN = DRAUGHTS_REFERENCE_WIN };

static DraughtsPosition position(DraughtsGameId game, const char *fen)
{
    char error[NOTATION_ERROR];
    DraughtsRecord record;
    if (draughts_fen_parse(&draughts_games[game], fen, &record, error)) fail_msg("%s: %s", fen, error);
    return record.position;
}

static DraughtsReference *open_slice(DraughtsGameId game, const char *slice)
{
    char error[NOTATION_ERROR];
    DraughtsReference *reference = draughts_reference_open(&draughts_games[game], &slice, 1, error);
    if (!reference) fail_msg("%s", error);
    return reference;
}

typedef struct {
    const char *fen;
    int wdl, dtw;
} Expected;

static void expect(DraughtsGameId game, const char *slice, const Expected *expected, int count)
{
    DraughtsReference *reference = open_slice(game, slice);
    for (int i = 0; i < count; i++) {
        DraughtsReferenceValue value = {DRAUGHTS_REFERENCE_DRAW, -1};
        const DraughtsPosition p = position(game, expected[i].fen);
        assert_int_equal(draughts_reference_probe(reference, p, &value), DRAUGHTS_REFERENCE_OK);
        if ((int)value.wdl != expected[i].wdl || value.dtw != expected[i].dtw)
            fail_msg("%s: %d in %d plies, expected %d in %d", expected[i].fen, value.wdl, value.dtw,
                     expected[i].wdl, expected[i].dtw);
    }
    draughts_reference_close(reference);
}

#define EXPECT(game, slice, ...) \
    expect(DRAUGHTS_GAME_##game, slice, (const Expected[]){__VA_ARGS__}, \
           sizeof((const Expected[]){__VA_ARGS__}) / sizeof(Expected))

static void values_of_either_side(void **state)
{
    (void)state;
    EXPECT(checkers, "KvM", {"W:WKc3:Bd4", WIN, 1}, {"B:WKc3:Bd4", WIN, 1}, {"W:W:BKc3", LOSS, 0},
           {"W:WKb8:BKa5", WIN, 11});
}

/* Who has no move has lost, also with pieces. */
static void blocked(void **state)
{
    (void)state;
    EXPECT(checkers, "MvMM", {"W:Wa5:Bb6,c7", LOSS, 0}, {"W:Wh4:Bg5,f6", LOSS, 0});
    EXPECT(damas64, "MvMM", {"W:Wa5:Bb6,c7", LOSS, 0});
}

/* A distance that others have published, of no longest win. */
static void published(void **state)
{
    (void)state;
    EXPECT(killer, "MvMM", {"B:W23:B5,6", WIN, 57});
}

static void who_runs_out_wins(void **state)
{
    (void)state;
    EXPECT(perde_ganha, "KvK", {"W:W:BKc3", WIN, 0}, {"W:WKc3:BKd4", LOSS, 1}, {"W:WKb8:BKd8", WIN, 2});
}

static void first_king_wins(void **state)
{
    (void)state;
    char error[NOTATION_ERROR];
    const char *slice = "KvM";
    const DraughtsGame *game = &draughts_games[DRAUGHTS_GAME_breakthrough];
    EXPECT(breakthrough, "MvM", {"W:W6:B31", WIN, 1}, {"W:W:BK31", LOSS, 0}, {"W:W10:BK31", LOSS, 0},
           {"W:W31:B45", LOSS, 2});
    assert_null(draughts_reference_open(game, &slice, 1, error));
    assert_non_null(strstr(error, "first king"));
    DraughtsReferenceValue value;
    DraughtsReference *reference = open_slice(DRAUGHTS_GAME_breakthrough, "MvM");
    const DraughtsPosition p = position(DRAUGHTS_GAME_breakthrough, "W:WK6:B31");
    assert_int_equal(draughts_reference_probe(reference, p, &value), DRAUGHTS_REFERENCE_ILLEGAL);
    draughts_reference_close(reference);
}

/* What may be huffed can be taken off where nothing can capture it. */
static void huffing(void **state)
{
    (void)state;
    EXPECT(damma, "KvK", {"W:WKa1:BKa5:Sa5", WIN, 1}, {"W:WKa1:BKa5", DRAW, 0});
    DraughtsReference *reference = open_slice(DRAUGHTS_GAME_damma, "KvKK");
    static DraughtsReferenceStatistics s;
    for (int i = 0; i < draughts_reference_count(reference); i++) {
        const char *name = draughts_reference_name(reference, i);
        draughts_reference_statistics(reference, i, &s);
        const u64 boards = s.results[0] + s.results[1] + s.results[2];
        const u64 sets = U64(1) << strlen(strchr(name, 'v') + 1);
        assert_int_equal(s.huffable[0] + s.huffable[1] + s.huffable[2], (sets - 1) * boards);
    }
    draughts_reference_close(reference);
}

static void slices_below_are_solved(void **state)
{
    (void)state;
    const char *expected[] = {"KvK", "MvK", "KvM", "KKvK", "KvKK", "KMvK", "KvKM"};
    DraughtsReference *reference = open_slice(DRAUGHTS_GAME_checkers, "KMvK");
    assert_int_equal(draughts_reference_count(reference), 7);
    for (int i = 0; i < 7; i++) {
        int found = 0;
        for (int j = 0; j < 7; j++) found += !strcmp(draughts_reference_name(reference, j), expected[i]);
        assert_int_equal(found, 1);
    }
    draughts_reference_close(reference);
}

static void what_has_no_value(void **state)
{
    (void)state;
    DraughtsReferenceValue value;
    DraughtsReference *reference = open_slice(DRAUGHTS_GAME_damma, "KvM");
    const DraughtsPosition good = position(DRAUGHTS_GAME_damma, "W:WKa1:Bc3:Sc3");
    DraughtsPosition p = good;
    assert_int_equal(draughts_reference_probe(reference, p, &value), DRAUGHTS_REFERENCE_OK);
    p.kings |= p.opponent << 1; /* on an empty square */
    assert_int_equal(draughts_reference_probe(reference, p, &value), DRAUGHTS_REFERENCE_ILLEGAL);
    p = good;
    p.rest = p.own;
    assert_int_equal(draughts_reference_probe(reference, p, &value), DRAUGHTS_REFERENCE_ILLEGAL);
    p = good;
    p.opponent |= p.own;
    assert_int_equal(draughts_reference_probe(reference, p, &value), DRAUGHTS_REFERENCE_ILLEGAL);
    p = good;
    p.own |= U64(1) << 63; /* no square */
    assert_int_equal(draughts_reference_probe(reference, p, &value), DRAUGHTS_REFERENCE_ILLEGAL);
    p = good;
    p.opponent = p.rest = 0;
    assert_int_equal(draughts_reference_probe(reference, p, &value), DRAUGHTS_REFERENCE_ILLEGAL);
    p = position(DRAUGHTS_GAME_damma, "W:Wa1:Bc3");
    assert_int_equal(draughts_reference_probe(reference, p, &value), DRAUGHTS_REFERENCE_NO_TABLE);
    p = position(DRAUGHTS_GAME_damma, "W:Wa1,b1,c1:Bc3,d4");
    assert_int_equal(draughts_reference_probe(reference, p, &value), DRAUGHTS_REFERENCE_ILLEGAL);
    draughts_reference_close(reference);
}

static void what_is_no_slice(void **state)
{
    (void)state;
    const char *const bad[] = {"", "v", "KK", "Kv", "vK", "MKvK", "KvKv", "KMMvMM", "KQvK", "kvk"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char error[NOTATION_ERROR] = "";
        assert_null(draughts_reference_open(&draughts_games[DRAUGHTS_GAME_checkers], &bad[i], 1, error));
        assert_non_null(strstr(error, "KMvKK"));
    }
}

/* Boards of two words, and all visited positions are probed alike. */
typedef struct {
    const DraughtsReference *reference;
    int visited;
} Visits;

static void probe_again(void *user, DraughtsPosition p, DraughtsReferenceValue expected)
{
    Visits *visits = user;
    DraughtsReferenceValue value;
    assert_int_equal(draughts_reference_probe(visits->reference, p, &value), DRAUGHTS_REFERENCE_OK);
    assert_int_equal(value.wdl, expected.wdl);
    assert_int_equal(value.dtw, expected.dtw);
    visits->visited++;
}

static void every_position_is_visited(void **state)
{
    (void)state;
    static const struct {
        DraughtsGameId game;
        int positions; /* of 2 pieces */
    } known[] = {{DRAUGHTS_GAME_checkers, 3488},  {DRAUGHTS_GAME_international, 8845},
                 {DRAUGHTS_GAME_canadian, 18780}, {DRAUGHTS_GAME_turkish, 14176},
                 {DRAUGHTS_GAME_diagonal9, 3605}, {DRAUGHTS_GAME_damma, 2 * 1945}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        char error[NOTATION_ERROR];
        Visits visits = {draughts_reference_open_all(&draughts_games[known[i].game], 2, error), 0};
        assert_non_null(visits.reference);
        for (int slice = 0; slice < draughts_reference_count(visits.reference); slice++)
            draughts_reference_each(visits.reference, slice, probe_again, &visits);
        assert_int_equal(visits.visited, known[i].positions);
        draughts_reference_close((DraughtsReference *)visits.reference);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_either_side),
        cmocka_unit_test(blocked),
        cmocka_unit_test(published),
        cmocka_unit_test(who_runs_out_wins),
        cmocka_unit_test(first_king_wins),
        cmocka_unit_test(huffing),
        cmocka_unit_test(slices_below_are_solved),
        cmocka_unit_test(what_has_no_value),
        cmocka_unit_test(what_is_no_slice),
        cmocka_unit_test(every_position_is_visited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
