/* SPDX-License-Identifier: MIT */
/* Distances to mate against Gaviota's tables, an outside witness: every placement of 3 men.
 *
 *   gaviota_3_men TABLES
 *
 * TABLES: the folder of Gaviota's files (*.gtb.cp4). The extra man is White's, either side moves. Compared is
 * what is legal, too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <gtb-probe.h>
#include <inttypes.h>
#include <stdio.h>

#include "reference.h"
#include "rules/chess/moves.h"
#include "notation/chess_notation.h"
#include "../../test/table_folder.h"
#include "solver/prober.h"

/* As the side to move sees it. */
typedef struct {
    int result; /* 1 won, 0 drawn, -1 lost */
    int plies;  /* to mate, 0 or more; 0 if drawn */
} Mate;

/* A source of values of legal positions: 0, or -1 if it has none. */
typedef int ProbeMate(void *user, ChessPosition position, Mate *mate);

static const char *folder;

/* ---- the sources ---- */

static int sign(int number) { return (number > 0) - (number < 0); }

static int probe_reference(void *reference, ChessPosition position, Mate *mate)
{
    ReferenceValue value;
    if (reference_probe(reference, position, &value) != REFERENCE_OK) return -1;
    *mate = (Mate){sign(value.wdl), value.dtm < 0 ? -value.dtm : value.dtm};
    return 0;
}

static int probe_files(void *prober, ChessPosition position, Mate *mate)
{
    ProbeValue value;
    char error[PROBER_ERROR];
    if (prober_probe(prober, &position, PROBE_DTM, &value, error) != PROBE_DONE) return -1;
    *mate = (Mate){sign((int)value.wdl), value.dtm < 0 ? -value.dtm : value.dtm};
    return 0;
}

/* Three men on squares of White's board (a1 = 0), which are also Gaviota's. */
typedef struct {
    u32 kind; /* of White's extra man */
    u32 white_king, black_king, extra;
    int black; /* 1: Black to move */
} Placed;

/* TB_return_values. The kinds of men have the same numbers here and there, mates are counted in plies. */
static unsigned probe_gaviota(Placed placed, unsigned *plies)
{
    const unsigned white[] = {placed.white_king, placed.extra, tb_NOSQUARE};
    const unsigned black[] = {placed.black_king, tb_NOSQUARE};
    const unsigned char white_kinds[] = {tb_KING, (unsigned char)placed.kind, tb_NOPIECE};
    const unsigned char black_kinds[] = {tb_KING, tb_NOPIECE};
    const unsigned mover = placed.black ? tb_BLACK_TO_MOVE : tb_WHITE_TO_MOVE;
    unsigned result = tb_UNKNOWN;
    const int found = tb_probe_hard(mover, tb_NOSQUARE, tb_NOCASTLE, white, black, white_kinds, black_kinds,
                                    &result, plies);
    return found ? result : tb_UNKNOWN;
}

/* ---- positions ---- */

static void put(ChessPosition *p, u32 kind, u32 square, int white)
{
    const u64 bit = U64(1) << square;
    if (kind & 1) p->kind0 |= bit;
    if (kind & 2) p->kind1 |= bit;
    if (kind & 4) p->kind2 |= bit;
    if (white) p->own |= bit;
}

static ChessPosition position_of(Placed placed)
{
    ChessPosition p = {0, 0, 0, 0};
    put(&p, CHESS_KING, placed.white_king, 1);
    put(&p, CHESS_KING, placed.black_king, 0);
    put(&p, placed.kind, placed.extra, 1);
    return placed.black ? chess_flip(p) : p;
}

/* Every man has a square of his own, no pawn stands on the last ranks. */
static int is_placement(Placed placed)
{
    if (placed.white_king == placed.black_king || placed.white_king == placed.extra) return 0;
    if (placed.black_king == placed.extra) return 0;
    return placed.kind != CHESS_PAWN || (placed.extra >= 8 && placed.extra < 56);
}

static int is_legal(ChessPosition p) { return !chess_in_check(chess_flip(p)); }

/* ---- comparison ---- */

/* Returns 1 if the position is legal. */
static int compare(Placed placed, ProbeMate *probe, void *user)
{
    const ChessRecord record = {.position = position_of(placed), .black = placed.black, .fullmove = 1};
    const int legal = is_legal(record.position);
    Mate mate = {0, 0};
    unsigned plies = 0, expected = tb_FORBID;
    const unsigned result = probe_gaviota(placed, &plies);
    if (legal) {
        assert_int_equal(probe(user, record.position, &mate), 0);
        const int for_white = placed.black ? -mate.result : mate.result;
        expected = for_white > 0 ? tb_WMATE : for_white < 0 ? tb_BMATE : tb_DRAW;
    }
    if (result == expected && (!mate.result || (int)plies == mate.plies)) return legal;
    char fen[CHESS_FEN_TEXT];
    chess_fen_format(&record, CHESS_FEN_AUTO, fen);
    fail_msg("%s: %s, result %d in %d plies; Gaviota's %u in %u", fen, legal ? "legal" : "illegal",
             mate.result, mate.plies, result, plies);
    return legal;
}

static u64 compare_all(ProbeMate *probe, void *user)
{
    u64 compared = 0;
    for (u32 kind = CHESS_PAWN; kind <= CHESS_QUEEN; kind++)
        for (u32 i = 0; i < 2 * 64 * 64 * 64; i++) {
            const Placed placed = {kind, i >> 12 & 63, i >> 6 & 63, i & 63, (int)(i >> 18)};
            if (is_placement(placed)) compared += (u64)compare(placed, probe, user);
        }
    return compared;
}

static void reference_agrees(void **state)
{
    (void)state;
    static const char *const names[] = {"KPvK"};
    char error[REFERENCE_ERROR];
    Reference *reference = reference_open(names, 1, error);
    if (!reference) fail_msg("%s", error);
    printf("%" PRIu64 " positions\n", (uint64_t)compare_all(probe_reference, reference));
    reference_close(reference);
}

static void files_agree(void **state)
{
    (void)state;
    char error[PROBER_ERROR];
    const TableFolder tables = folder_make();
    folder_solve_3_men(&tables, 1);
    Prober *prober = prober_open(tables.path, 16 << 20, error);
    if (!prober) fail_msg("%s", error);
    printf("%" PRIu64 " positions\n", (uint64_t)compare_all(probe_files, prober));
    prober_close(prober);
    folder_remove(&tables);
}

/* ---- Gaviota ---- */

static const char **paths;

static int open_gaviota(void **state)
{
    enum { COMPLETE_3_MEN = 2, CACHE = 4 << 20 };
    (void)state;
    paths = tbpaths_init();
    if (paths) paths = tbpaths_add(paths, folder);
    if (!paths) return -1;
    tb_init(0, tb_CP4, paths);
    if (!(tb_availability() & COMPLETE_3_MEN)) {
        fprintf(stderr, "Gaviota's tables of 3 men are not complete in %s\n", folder);
        return -1;
    }
    return tbcache_init(CACHE, 0) ? 0 : -1;
}

static int close_gaviota(void **state)
{
    (void)state;
    tbcache_done();
    tb_done();
    paths = tbpaths_done(paths);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: gaviota_3_men TABLES\n", stderr);
        return 1;
    }
    folder = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_agrees),
        cmocka_unit_test(files_agree),
    };
    return cmocka_run_group_tests(tests, open_gaviota, close_gaviota);
}
