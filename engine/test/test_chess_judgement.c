/* SPDX-License-Identifier: MIT */
/* Evaluation and exchanges of chess, and the table of positions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/chess_evaluate.h"
#include "engine/chess_exchange.h"
#include "engine/positions.h"
#include "notation/chess_notation.h"

static ChessRecord record_of(const char *fen)
{
    ChessRecord record;
    char error[NOTATION_ERROR];
    if (chess_fen_parse(fen, &record, error)) fail_msg("%s: %s", fen, error);
    return record;
}

/* The same position looks as good to White as its mirror image to Black, but for the right to move. */
static void evaluation_has_no_favourite(void **state)
{
    (void)state;
    const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/8/8/8/8/2k5/8/KBN5 w - - 0 1",
        "4k3/8/8/2b5/8/5B2/3PP3/4K3 w - - 0 1",
    };
    const int tempo = 12;
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        const ChessPosition p = record_of(fens[i]).position;
        const ChessPosition turned = chess_flip(p);
        assert_int_equal(chess_evaluate(&p) - tempo, -(chess_evaluate(&turned) - tempo));
    }
}

static void exchanges_are_counted(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *move;
        int victim, expected;
    } known[] = {
        {"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100, 100},
        {"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100, -220},
        {"4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1", "e1e5", 100, -400},
        {"4k3/8/3p4/4p3/3P4/8/8/6K1 w - - 0 1", "d4e5", 100, 0},
        {"3rk3/8/8/3r4/8/8/3R4/3R2K1 w - - 0 1", "d2d5", 500, 500},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const ChessRecord record = record_of(known[i].fen);
        ChessMove move;
        char error[NOTATION_ERROR];
        assert_int_equal(chess_uci_parse(&record, known[i].move, &move, error), 0);
        const int gain =
            chess_exchange(&record.position, chess_move_from(move), chess_move_to(move), known[i].victim);
        if (gain != known[i].expected)
            fail_msg("%s %s: %d, expected %d", known[i].fen, known[i].move, gain, known[i].expected);
    }
}

static void positions_are_kept(void **state)
{
    (void)state;
    Positions *positions = positions_make(1 << 20);
    assert_non_null(positions);
    for (int i = 0; i < 20000; i++) {
        const u64 key = (u64)random() << 40 ^ (u64)random() << 20 ^ (u64)random();
        const int ply = i % 100;
        const int scores[] = {ENGINE_MATE - ply - i % 50, i % 5000 - 2500, i % 50 + ply - ENGINE_TABLE};
        const Known kept = {(u32)(i % 65535 + 1), scores[i % 3], i % 4000 - 2000, i % 100,
                            i % 2 ? BOUND_EXACT : BOUND_LOWER};
        Known found;
        positions_keep(positions, key, ply, &kept);
        assert_int_equal(positions_find(positions, key, ply, &found), 1);
        assert_memory_equal(&found, &kept, sizeof kept);
        /* met at another ply, a mate is as far from the position as before */
        if (i % 3 == 0 && positions_find(positions, key, ply + 2, &found))
            assert_int_equal(found.score, kept.score - 2);
    }
    Known none;
    positions_clear(positions);
    assert_int_equal(positions_find(positions, 12345, 0, &none), 0);
    positions_free(positions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evaluation_has_no_favourite),
        cmocka_unit_test(exchanges_are_counted),
        cmocka_unit_test(positions_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
