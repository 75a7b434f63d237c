/* SPDX-License-Identifier: MIT */
/* Probing files: values against the reference solver and published ones, with little cache, from several
 * threads; and what has no value. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "against_reference.h"
#include "../../test/known_statistics.h"
#include "../../test/table_folder.h"
#include "solver/prober.h"
#include "solver/base/workers.h"

enum { MIB = 1 << 20, ALL = PROBE_WDL | PROBE_DTZ | PROBE_DTM, POSITIONS_OF_3_MEN = 1945584 };

static TableFolder three, pawns; /* tables of 3 men; of KPvKP and what it needs */
static Reference *reference;

static int make_tables(void **state)
{
    (void)state;
    static const char *const pawn_each[] = {"KPvKP"};
    three = folder_make();
    pawns = folder_make();
    folder_solve_3_men(&three, 1);
    folder_solve(&pawns, pawn_each, 1, PROBE_DTZ | PROBE_DTM, 2);
    reference = reference_of("KPvK");
    return 0;
}

static int remove_tables(void **state)
{
    (void)state;
    folder_remove(&three);
    folder_remove(&pawns);
    reference_close(reference);
    return 0;
}

static Prober *open_prober(const TableFolder *folder, u64 cache)
{
    char error[PROBER_ERROR];
    Prober *prober = prober_open(folder->path, cache, error);
    if (prober == NULL) fail_msg("%s", error);
    return prober;
}

static ChessPosition position_of(const char *fen)
{
    ChessRecord record;
    char error[NOTATION_ERROR];
    if (chess_fen_parse(fen, &record, error)) fail_msg("%s", error);
    return record.position;
}

/* The first two squares' men are kings, "own" side first. For positions that no FEN gives. */
typedef struct {
    u32 kind, square;
    int own;
} Put;

static ChessPosition board(const Put *men, int count)
{
    ChessPosition p = {0, 0, 0, 0};
    for (int i = 0; i < count; i++) {
        const u64 bit = U64(1) << men[i].square;
        if (men[i].kind & 1) p.kind0 |= bit;
        if (men[i].kind & 2) p.kind1 |= bit;
        if (men[i].kind & 4) p.kind2 |= bit;
        if (men[i].own) p.own |= bit;
    }
    return p;
}

/* A failure says why in one line of printable text that holds `text`. */
static void expect_failure(Prober *prober, ChessPosition position, int metrics, ProbeStatus expected,
                           const char *text)
{
    ProbeValue value;
    char error[PROBER_ERROR] = "";
    const ProbeStatus status = prober_probe(prober, &position, metrics, &value, error);
    if (status != expected || strstr(error, text) == NULL)
        fail_msg("status %d (%s), expected %d (%s)", (int)status, error, (int)expected, text);
    assert_non_null(memchr(error, 0, sizeof error));
    for (const char *at = error; *at; at++) assert_true(*at >= 32 && *at < 127);
}

/* ---- values ---- */

static void all_of_3_men(void **state)
{
    (void)state;
    Prober *prober = open_prober(&three, 64 * MIB);
    const Compared compared = {.source = prober_source(prober), .stride = 1};
    assert_int_equal(compare_tables(&compared, reference), POSITIONS_OF_3_MEN);
    prober_close(prober);
}

/* The tables do not fit into the least cache: most probes decode. */
static void little_cache(void **state)
{
    (void)state;
    enum { STRIDE = 997 };
    Prober *prober = open_prober(&three, 0);
    const Compared compared = {.source = prober_source(prober), .stride = STRIDE};
    assert_in_range(compare_tables(&compared, reference), POSITIONS_OF_3_MEN / STRIDE,
                    POSITIONS_OF_3_MEN / STRIDE + 5);
    prober_close(prober);
}

typedef struct {
    Prober *prober;
    int probed, en_passant;
} KnownRows;

static int check_row(void *user, const KnownRow *row, char error[NOTATION_ERROR])
{
    KnownRows *rows = user;
    char why[NOTATION_ERROR > PROBER_ERROR ? NOTATION_ERROR : PROBER_ERROR];
    ChessRecord record;
    ProbeValue value;
    if (strncmp(row->column[2], "ep", 2) != 0 && strlen(row->column[1]) > strlen("KQvK")) return 0;
    if (chess_fen_parse(row->column[0], &record, why)) return notation_fail(error, "%s: %s", row->place, why);
    const ProbeStatus status = prober_probe(rows->prober, &record.position, ALL, &value, why);
    if (status == PROBE_NO_TABLE) return 0;
    if (status != PROBE_DONE) return notation_fail(error, "%s: %s", row->place, why);
    const int got[] = {value.wdl, value.dtz, prober_wdl_at_clock(value, record.halfmove), value.dtm};
    for (int i = 0; i < 4; i++)
        if (got[i] != atoi(row->column[4 + i]))
            return notation_fail(error, "%s: column %d is %d, expected %s", row->place, 5 + i, got[i],
                                 row->column[4 + i]);
    rows->probed++;
    rows->en_passant += chess_en_passant(record.position) != 0;
    return 0;
}

/* Published values: of 3 men, and of captures en passant. test_slow_four_men has the others. */
static void known_positions(void **state)
{
    (void)state;
    char error[NOTATION_ERROR];
    KnownRows rows = {.prober = open_prober(&pawns, 16 * MIB)};
    if (known_rows(KNOWN_FOLDER, "chess_tb_positions.tsv", 8, check_row, &rows, error)) fail_msg("%s", error);
    prober_close(rows.prober);
    printf("%d positions, %d with a capture en passant\n", rows.probed, rows.en_passant);
    assert_int_equal(rows.probed, 298 + 175);
    assert_int_equal(rows.en_passant, 175);
}

static void only_what_is_asked_for(void **state)
{
    (void)state;
    Prober *prober = open_prober(&pawns, MIB);
    static const char *const fens[] = {"8/8/8/8/8/3k4/4p3/1K5Q w - -", "8/8/8/8/3k2Pp/8/8/1K6 b - g3"};
    for (int i = 0; i < 2; i++) {
        const ChessPosition position = position_of(fens[i]);
        ProbeValue all, some;
        char error[PROBER_ERROR];
        assert_int_equal(prober_probe(prober, &position, ALL, &all, error), PROBE_DONE);
        assert_true(all.wdl != WDL_DRAW);
        for (int metrics = 1; metrics < ALL; metrics++) {
            assert_int_equal(prober_probe(prober, &position, metrics, &some, error), PROBE_DONE);
            assert_int_equal(some.wdl, all.wdl);
            assert_int_equal(some.dtz, metrics & PROBE_DTZ ? all.dtz : 0);
            assert_int_equal(some.dtm, metrics & PROBE_DTM ? all.dtm : 0);
        }
    }
    prober_close(prober);
}

static void results_at_a_clock(void **state)
{
    (void)state;
    const ProbeValue win = {.wdl = WDL_WIN, .dtz = 40}, loss = {.wdl = WDL_LOSS, .dtz = -40},
                     draw = {.wdl = WDL_DRAW};
    const ProbeValue cursed = {.wdl = WDL_CURSED_WIN, .dtz = 101}, mated = {.wdl = WDL_LOSS};
    assert_int_equal(prober_wdl_at_clock(win, 60), WDL_WIN);
    assert_int_equal(prober_wdl_at_clock(win, 61), WDL_CURSED_WIN);
    assert_int_equal(prober_wdl_at_clock(loss, 60), WDL_LOSS);
    assert_int_equal(prober_wdl_at_clock(loss, 61), WDL_BLESSED_LOSS);
    assert_int_equal(prober_wdl_at_clock(draw, 100), WDL_DRAW);
    assert_int_equal(prober_wdl_at_clock(cursed, 0), WDL_CURSED_WIN);
    assert_int_equal(prober_wdl_at_clock(mated, 100), WDL_LOSS);
    assert_int_equal(prober_wdl_at_clock(mated, 300), WDL_LOSS);
    assert_int_equal(prober_wdl_at_clock((ProbeValue){.wdl = WDL_WIN, .dtz = 1}, 300), WDL_CURSED_WIN);
    static const char *const names[] = {"loss", "blessed-loss", "draw", "cursed-win", "win"};
    for (int wdl = WDL_LOSS; wdl <= WDL_WIN; wdl++) assert_string_equal(wdl_name((Wdl)wdl), names[wdl + 2]);
}

static void values_of_moves(void **state)
{
    (void)state;
    static const struct {
        ProbeValue after;
        int zeroing;
        ProbeValue move;
    } cases[] = {
        {{WDL_LOSS, 0, 0}, 0, {WDL_WIN, 1, 1}}, /* mates */
        {{WDL_LOSS, -99, -120}, 0, {WDL_WIN, 100, 121}},
        {{WDL_LOSS, -100, -120}, 0, {WDL_CURSED_WIN, 101, 121}},
        {{WDL_LOSS, -100, -120}, 1, {WDL_WIN, 1, 121}},
        {{WDL_WIN, 100, 120}, 0, {WDL_BLESSED_LOSS, -101, -121}},
        {{WDL_WIN, 100, 120}, 1, {WDL_LOSS, -1, -121}},
        {{WDL_CURSED_WIN, 130, 150}, 0, {WDL_BLESSED_LOSS, -131, -151}},
        {{WDL_BLESSED_LOSS, -130, -150}, 1, {WDL_CURSED_WIN, 101, 151}},
        {{WDL_DRAW, 0, 0}, 0, {WDL_DRAW, 0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const ProbeValue got = prober_before_move(cases[i].after, cases[i].zeroing), move = cases[i].move;
        if (got.wdl != move.wdl || got.dtz != move.dtz || got.dtm != move.dtm)
            fail_msg("case %zu: %s, %d, %d", i, wdl_name(got.wdl), got.dtz, got.dtm);
    }
}

static void ranks_of_moves(void **state)
{
    (void)state;
    static const struct {
        Wdl wdl;
        int plies;
    } best_first[] = {
        {WDL_WIN, 1},  {WDL_WIN, VALUE_LONGEST}, {WDL_CURSED_WIN, 101},    {WDL_CURSED_WIN, 900},
        {WDL_DRAW, 0}, {WDL_BLESSED_LOSS, -900}, {WDL_BLESSED_LOSS, -101}, {WDL_LOSS, -VALUE_LONGEST},
        {WDL_LOSS, -1}};
    for (size_t i = 1; i < sizeof best_first / sizeof *best_first; i++)
        assert_true(rank_by_result(best_first[i - 1].wdl, best_first[i - 1].plies) >
                    rank_by_result(best_first[i].wdl, best_first[i].plies));
}

static int best_of(Prober *prober, const ProbeTask *task, ProbeMoves *moves)
{
    const ChessPosition position = position_of("7K/8/8/8/3k4/8/8/R7 w - -");
    char error[PROBER_ERROR];
    assert_int_equal(prober_moves(prober, &position, task, moves, error), PROBE_DONE);
    assert_int_equal(moves->count, 17);
    for (int i = 1; i < moves->count; i++) assert_true(moves->list[i - 1].rank >= moves->list[i].rank);
    assert_int_equal(moves->list[0].result.plies[probe_distance(moves->by)], 31);
    return moves->list[0].result.at_clock;
}

static int is_stopped(void *asked) { return ++*(int *)asked == 5; }

static void moves_best_first(void **state)
{
    (void)state;
    Prober *prober = open_prober(&three, MIB);
    const ChessPosition rook = position_of("7K/8/8/8/3k4/8/8/R7 w - -");
    static ProbeMoves moves;
    char error[PROBER_ERROR];
    int asked = 0;
    assert_int_equal(best_of(prober, &(ProbeTask){.clock = 69}, &moves), WDL_WIN);
    assert_int_equal(moves.by, PROBE_DTM);
    assert_int_equal(best_of(prober, &(ProbeTask){.clock = 70, .by = PROBE_DTZ}, &moves), WDL_CURSED_WIN);
    assert_int_equal(best_of(prober, &(ProbeTask){.clock = PROBER_CLOCK_FULL}, &moves), WDL_CURSED_WIN);
    const ProbeTask short_one = {.stop = is_stopped, .user = &asked};
    assert_int_equal(prober_moves(prober, &rook, &short_one, &moves, error), PROBE_STOPPED);
    assert_int_equal(asked, 5);
    prober_close(prober);
}

static void remove_file(const TableFolder *folder, const char *name)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    assert_int_equal(unlink(path), 0);
}

/* Moves by the distance that all of them have; why others are not known. */
static void moves_without_distances(void **state)
{
    (void)state;
    const TableFolder folder = folder_make();
    const ChessPosition pawn = position_of("8/4P3/8/8/8/k7/8/4K3 w - -");
    static ProbeMoves moves;
    char error[PROBER_ERROR], missing[PROBE_DISTANCES][PROBER_ERROR] = {""};
    folder_copy(&three, &folder);
    remove_file(&folder, "chess-KRvK.dtm");
    Prober *prober = open_prober(&folder, MIB);
    const ProbeTask task = {.missing = missing};
    assert_int_equal(prober_moves(prober, &pawn, &task, &moves, error), PROBE_DONE);
    assert_int_equal(moves.by, PROBE_DTZ);
    assert_int_equal(moves.known, PROBE_DTZ);
    assert_non_null(strstr(missing[probe_distance(PROBE_DTM)], "KRvK"));
    assert_string_equal(missing[probe_distance(PROBE_DTZ)], "");
    assert_int_equal(moves.list[0].result.plies[probe_distance(PROBE_DTZ)], 1);
    assert_true(moves.list[0].zeroing);
    prober_close(prober);
    folder_remove(&folder);
}

/* ---- what has no value ---- */

static void kings_alone(void **state)
{
    (void)state;
    Prober *prober = open_prober(&three, MIB);
    ProbeValue value = {WDL_WIN, 5, 5};
    char error[PROBER_ERROR];
    const ChessPosition apart = position_of("8/8/8/4k3/8/4K3/8/8 b - -");
    assert_int_equal(prober_probe(prober, &apart, ALL, &value, error), PROBE_DONE);
    assert_true(value.wdl == WDL_DRAW && value.dtz == 0 && value.dtm == 0);
    static const Put touching[] = {{CHESS_KING, 9, 1}, {CHESS_KING, 18, 0}, {CHESS_ROOK, 40, 1}};
    expect_failure(prober, board(touching, 2), ALL, PROBE_ILLEGAL, "kings");
    expect_failure(prober, board(touching, 3), ALL, PROBE_ILLEGAL, "check");
    prober_close(prober);
}

static void illegal_positions(void **state)
{
    (void)state;
    Prober *prober = open_prober(&pawns, MIB);
    static const Put checked[] = {{CHESS_KING, 0, 1}, {CHESS_KING, 63, 0}, {CHESS_ROOK, 56, 1}};
    static const Put on_last[] = {{CHESS_KING, 0, 1}, {CHESS_KING, 63, 0}, {CHESS_PAWN, 58, 1}};
    static const Put on_first[] = {{CHESS_KING, 0, 1}, {CHESS_KING, 63, 0}, {CHESS_PAWN, 3, 0}};
    static const Put kings[] = {{CHESS_KING, 0, 1}, {CHESS_KING, 63, 0}, {CHESS_KING, 30, 0}};
    static const Put own_kings[] = {{CHESS_KING, 0, 1}, {CHESS_KING, 63, 1}};
    expect_failure(prober, board(checked, 3), ALL, PROBE_ILLEGAL, "check");
    expect_failure(prober, board(on_last, 3), ALL, PROBE_ILLEGAL, "last rank");
    expect_failure(prober, board(on_first, 3), ALL, PROBE_ILLEGAL, "last rank");
    expect_failure(prober, board(kings, 3), ALL, PROBE_ILLEGAL, "king");
    expect_failure(prober, board(own_kings, 2), ALL, PROBE_ILLEGAL, "king");
    expect_failure(prober, board(checked, 1), ALL, PROBE_ILLEGAL, "king");
    expect_failure(prober, board(checked, 0), ALL, PROBE_ILLEGAL, "king");
    prober_close(prober);
}

static void castling_and_crowds(void **state)
{
    (void)state;
    Prober *prober = open_prober(&three, MIB);
    expect_failure(prober, position_of("4k3/8/8/8/8/8/8/4K2R w K -"), ALL, PROBE_CASTLING, "castling");
    expect_failure(prober, position_of("r3k3/8/8/8/8/8/8/4K3 b q -"), PROBE_WDL, PROBE_CASTLING, "castling");
    expect_failure(prober, position_of("4k3/8/8/8/8/8/PPPPP3/4K3 w - -"), ALL, PROBE_MEN, "7 men");
    expect_failure(prober, position_of("4k3/8/8/8/8/8/PPPPPPPP/4K3 w - -"), ALL, PROBE_MEN, "10 men");
    expect_failure(prober, position_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -"), ALL, PROBE_MEN,
                   "32 men");
    prober_close(prober);
}

static void no_table(void **state)
{
    (void)state;
    Prober *prober = open_prober(&three, MIB);
    expect_failure(prober, position_of("8/8/8/8/8/3k4/7r/1K4Q1 w - -"), ALL, PROBE_NO_TABLE, "KQvKR");
    expect_failure(prober, position_of("8/8/8/8/8/3K4/7R/1k4q1 w - -"), PROBE_WDL, PROBE_NO_TABLE, "KQvKR");
    expect_failure(prober, position_of("8/8/8/k7/1pP5/8/8/1K6 b - c3"), PROBE_DTM, PROBE_NO_TABLE, "KPvKP");
    prober_close(prober);

    const TableFolder empty = folder_make();
    int metrics;
    prober = open_prober(&empty, MIB);
    assert_null(prober_material(prober, 0, &metrics));
    expect_failure(prober, position_of("8/8/8/8/8/3k4/8/1K4Q1 w - -"), ALL, PROBE_NO_TABLE, "KQvK");
    prober_close(prober);
    folder_remove(&empty);
}

/* Files that are missing are reported where they are needed, and only there. */
static void missing_files(void **state)
{
    (void)state;
    const TableFolder folder = folder_make();
    const ChessPosition pawn = position_of("8/8/8/3k4/8/8/4P3/4K3 w - -"),
                        rook = position_of("8/8/8/3k4/8/8/4R3/4K3 w - -");
    ProbeValue value;
    char error[PROBER_ERROR];
    folder_copy(&three, &folder);
    remove_file(&folder, "chess-KRvK.dtz");
    remove_file(&folder, "chess-KPvK.dtm");
    Prober *prober = open_prober(&folder, MIB);
    assert_int_equal(prober_probe(prober, &rook, PROBE_WDL | PROBE_DTM, &value, error), PROBE_DONE);
    assert_int_equal(prober_probe(prober, &pawn, PROBE_DTZ, &value, error),
                     PROBE_DONE); /* needs results of rooks alone */
    expect_failure(prober, rook, PROBE_DTZ, PROBE_NO_TABLE, "KRvK");
    expect_failure(prober, position_of("8/4P3/8/8/8/k7/8/4K3 w - -"), PROBE_DTM, PROBE_NO_TABLE, "KPvK");
    prober_close(prober);

    remove_file(&folder, "chess-KQvK.wdl");
    prober = open_prober(&folder, MIB);
    expect_failure(prober, position_of("8/4P3/8/8/8/k7/8/4K3 w - -"), PROBE_WDL, PROBE_NO_TABLE, "KQvK");
    expect_failure(prober, position_of("8/8/8/3k4/8/8/4Q3/4K3 w - -"), PROBE_DTM, PROBE_NO_TABLE, "KQvK");
    assert_int_equal(prober_probe(prober, &rook, PROBE_DTM, &value, error), PROBE_DONE);
    prober_close(prober);
    folder_remove(&folder);
}

static void folders(void **state)
{
    (void)state;
    char error[PROBER_ERROR] = "", *path = malloc(10001);
    assert_non_null(path);
    memset(path, 'a', 10000);
    path[10000] = 0;
    assert_null(prober_open(path, MIB, error));
    assert_true(strlen(error) > 0 && strlen(error) < PROBER_ERROR);
    free(path);
    assert_null(prober_open("no-such-folder", MIB, error));
    assert_non_null(strstr(error, "no-such-folder: "));
    prober_close(NULL);
}

static void materials_of_a_folder(void **state)
{
    (void)state;
    const TableFolder folder = folder_make();
    static const char *const others[] = {"chess-KvKQ.wdl",
                                         "chess-KQvK.wdlx",
                                         "chess-KQvK.",
                                         "chess-KQvK",
                                         "KQvK.wdl",
                                         "chess-KvK.wdl",
                                         "chess-KBKvK.wdl",
                                         "chess-KQvK.wdl.part",
                                         "chess-KQQQQQQQvK.wdl",
                                         "chess-KRvKQ.dtm",
                                         "chess-KRvK.abc",
                                         "chess-KRvK.wd",
                                         "draughts-KRvK.wdl",
                                         "chess-.wdl"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) folder_write(&folder, others[i], "", 0);
    folder_write(&folder, "chess-KQvKR.dtz", "", 0);
    folder_write(&folder, "chess-KQvK.wdl", "", 0);
    folder_write(&folder, "chess-KQvK.dtm", "", 0);
    Prober *prober = open_prober(&folder, MIB);
    int found = 0, metrics;
    const char *name;
    for (int i = 0; (name = prober_material(prober, i, &metrics)) != NULL; i++) {
        const int queen = strcmp(name, "KQvK") == 0;
        if (!queen) assert_string_equal(name, "KQvKR");
        assert_int_equal(metrics, queen ? PROBE_WDL | PROBE_DTM : PROBE_DTZ);
        found++;
    }
    assert_int_equal(found, 2);
    prober_close(prober);
    folder_remove(&folder);
}

/* ---- threads and memory ---- */

typedef struct {
    ChessPosition position;
    ReferenceValue value;
} Sample;

typedef struct {
    Sample *samples;
    u64 count, seen;
    Prober *prober;
    atomic_int wrong;
} Samples;

enum { EVERY = 997, FEW = 200, SAMPLES = POSITIONS_OF_3_MEN / EVERY + 1, THREADS = 4 };

static void take_sample(void *user, ChessPosition position, int second, ReferenceValue value)
{
    Samples *s = user;
    (void)second;
    if (s->seen++ % EVERY == 0) s->samples[s->count++] = (Sample){position, value};
}

/* In an order that is another for each piece, so that threads meet at all tables. */
static void probe_samples(void *user, uint64_t first, uint64_t end, int worker)
{
    Samples *s = user;
    (void)worker;
    for (uint64_t i = first; i < end; i++) {
        const Sample *sample = &s->samples[i * 7919 % s->count];
        ProbeValue value;
        char error[PROBER_ERROR];
        if (prober_probe(s->prober, &sample->position, ALL, &value, error) != PROBE_DONE ||
            (int)value.wdl != (int)sample->value.wdl || value.dtz != sample->value.dtz ||
            value.dtm != sample->value.dtm)
            atomic_fetch_add(&s->wrong, 1);
    }
}

static void threads_share_a_prober(void **state)
{
    (void)state;
    Samples s = {.samples = malloc(SAMPLES * sizeof(Sample))};
    Workers *workers = workers_open(THREADS);
    assert_true(s.samples && workers);
    for (int i = 0; i < reference_count(reference); i++)
        if (strcmp(reference_name(reference, i), "KvK") != 0) reference_each(reference, i, take_sample, &s);
    for (int round = 0; round < 5; round++) { /* opened anew: threads meet at first uses */
        s.prober = open_prober(&three, round ? 64 * MIB : MIB);
        workers_run(workers, round ? s.count : FEW, 4, probe_samples, &s);
        prober_close(s.prober);
    }
    assert_int_equal(atomic_load(&s.wrong), 0);
    workers_close(workers);
    free(s.samples);
}

/* Resident bytes that are not of files. */
static u64 resident(void)
{
    unsigned long long kib = 0;
    char line[128];
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "RssAnon: %llu kB", &kib) == 1) break;
    if (file) fclose(file);
    return kib << 10;
}

/* The results of KQvKN are 4 MB; the prober keeps to its cache and what is open. */
static void memory_is_bounded(void **state)
{
    (void)state;
    enum { CACHE = MIB, OPEN = 3 * 64 * 1024, OTHER = MIB };
    const Material material = material_named("KQvKN");
    const u64 before = resident();
    if (SANITIZED || before == 0) skip();
    Prober *prober = open_prober(&pawns, CACHE);
    const Placements *placements = prober_placements(prober, &material);
    assert_non_null(placements);
    for (u32 side = 0; side < 2; side++)
        for (u32 block = 0; block < placements->blocks; block++) {
            static ValueBlock values;
            char error[PROBER_ERROR];
            if (prober_block(prober, &material, PROBE_WDL, block, side, &values, error))
                fail_msg("%s", error);
        }
    const u64 after = resident();
    printf("%.1f MB more than before\n", (double)(after - before) * 1e-6);
    assert_true(after < before + CACHE + OPEN + OTHER);
    prober_close(prober);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_3_men),
        cmocka_unit_test(little_cache),
        cmocka_unit_test(known_positions),
        cmocka_unit_test(only_what_is_asked_for),
        cmocka_unit_test(results_at_a_clock),
        cmocka_unit_test(values_of_moves),
        cmocka_unit_test(ranks_of_moves),
        cmocka_unit_test(moves_best_first),
        cmocka_unit_test(moves_without_distances),
        cmocka_unit_test(kings_alone),
        cmocka_unit_test(illegal_positions),
        cmocka_unit_test(castling_and_crowds),
        cmocka_unit_test(no_table),
        cmocka_unit_test(missing_files),
        cmocka_unit_test(folders),
        cmocka_unit_test(materials_of_a_folder),
        cmocka_unit_test(threads_share_a_prober),
        cmocka_unit_test(memory_is_bounded),
    };
    return cmocka_run_group_tests(tests, make_tables, remove_tables);
}
