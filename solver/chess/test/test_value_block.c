/* SPDX-License-Identifier: MIT */
/* Values of blocks: turning, illegal cells, and the backup from successors, against the reference solver. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "against_reference.h"
#include "rules/chess/moves.h"
#include "../../test/table_folder.h"
#include "solver/chess/table_blocks.h"
#include "solver/chess/value_block.h"

static Reference *reference;

static int open_reference(void **state)
{
    (void)state;
    reference = reference_of("KPvK");
    return 0;
}

static int close_reference(void **state)
{
    (void)state;
    reference_close(reference);
    return 0;
}

static void distances_in_bytes(void **state)
{
    (void)state;
    for (int plies = 0; plies <= 507; plies++) {
        const int won = plies & 1;
        assert_int_equal(value_plies(value_win(plies)), plies);
        assert_int_equal(value_plies(value_loss(plies)), plies);
        assert_true(value_is_win(value_win(plies)) && !value_is_loss(value_win(plies)));
        assert_true(value_is_loss(value_loss(plies)) && !value_is_win(value_loss(plies)));
        assert_int_equal(plies_of_distance(METRIC_DTM, distance_of_plies(METRIC_DTM, plies), won), plies);
        if (plies <= DISTANCE_MOST)
            assert_int_equal(plies_of_distance(METRIC_DTZ, distance_of_plies(METRIC_DTZ, plies), won), plies);
    }
    assert_true(value_win(1) > value_win(2) && value_win(500) > 0 && value_loss(500) < 0);
    assert_true(value_loss(2) > value_loss(0));
    assert_false(value_is_win(VALUE_ILLEGAL) || value_is_loss(VALUE_NONE));
}

static void turning(void **state)
{
    (void)state;
    static ValueBlock in, out;
    for (u32 p = 0; p < 64; p++)
        for (u32 q = 0; q < 64; q++) in.at[p][q] = (Value)(64 * p + q);
    for (u32 s = 0; s < 8; s++)
        for (int swap = 0; swap < 2; swap++) {
            value_block_turn(&in, s, swap, &out);
            for (u32 p = 0; p < 64; p++)
                for (u32 q = 0; q < 64; q++) {
                    const u32 a = symmetry_square(s, swap ? q : p), b = symmetry_square(s, swap ? p : q);
                    assert_int_equal(out.at[p][q], in.at[a][b]);
                }
        }
}

/* ---- against positions ---- */

static int is_legal(ChessPosition position, int men)
{
    const u64 kings = chess_kings(position);
    if ((int)popcount64(chess_occupied(position)) != men || popcount64(kings) != 2) return 0;
    return !chess_in_check(chess_flip(position));
}

static void illegal_cells(void **state)
{
    (void)state;
    static const char *const names[] = {"KQvK", "KPvK", "KRvKN", "KPvKP", "KBPvKR"};
    u32 random = 12345;
    for (int i = 0; i < 60; i++) {
        const Material material = material_named(names[i % 5]);
        Placements *placements = placements_open(&material);
        assert_non_null(placements);
        random = random * 1664525 + 1013904223;
        const u32 code = placements->codes[random % placements->blocks], side = i / 5 & 1;
        u64 illegal[BLOCK_WORDS];
        block_illegal(&material, code, side, illegal);
        for (u32 p = 0; p < 64; p++)
            for (u32 q = 0; q < 64; q++) {
                int expected = p != q; /* on one square the kings would be one man */
                if (expected)
                    expected = is_legal(cell_position(&material, code, p, q, side), material.count + 2);
                if ((illegal[p] >> q & 1) == (u64)expected)
                    fail_msg("%s: code %x, side %u, kings %u %u: legal %d", material.name, code, side, p, q,
                             expected);
            }
        placements_close(placements);
    }
}

static Value value_of(ReferenceValue value, Metric metric)
{
    const int plies = abs(metric == METRIC_DTM ? value.dtm : value.dtz);
    return value.wdl > 0 ? value_win(plies) : value.wdl < 0 ? value_loss(plies) : 0;
}

/* A BlockSource: the reference solver's values. user: the metric. */
static int from_reference(void *user, const Material *material, u32 code, u32 side, ValueBlock *values)
{
    for (u32 p = 0; p < 64; p++)
        for (u32 q = 0; q < 64; q++) {
            const ChessPosition position = cell_position(material, code, p, q, side);
            ReferenceValue value;
            values->at[p][q] = VALUE_ILLEGAL;
            if (p != q && is_legal(position, material->count + 2)) {
                assert_int_equal(reference_probe(reference, position, &value), REFERENCE_OK);
                values->at[p][q] = value_of(value, *(const Metric *)user);
            }
        }
    return 0;
}

static void check_block(const Material *material, u32 code, u32 side, Metric metric)
{
    static ValueBlock values, expected;
    assert_int_equal(value_block_whole(material, code, side, metric, -1, from_reference, &metric, &values),
                     0);
    from_reference(&metric, material, code, side, &expected);
    for (u32 p = 0; p < 64; p++)
        for (u32 q = 0; q < 64; q++)
            if (values.at[p][q] != expected.at[p][q])
                fail_msg("%s: code %x, side %u, kings %u %u, metric %d: %d, expected %d", material->name,
                         code, side, p, q, (int)metric, values.at[p][q], expected.at[p][q]);
}

/* Each block follows from its successors: all of 3 men. */
static void blocks_from_successors(void **state)
{
    (void)state;
    static const char *const names[] = {"KNvK", "KBvK", "KRvK", "KQvK", "KPvK"};
    for (int i = 0; i < 5; i++) {
        const Material material = material_named(names[i]);
        Placements *placements = placements_open(&material);
        assert_non_null(placements);
        for (u32 b = 0; b < placements->blocks; b++)
            for (u32 side = 0; side < 2; side++)
                for (int metric = 0; metric < 2; metric++)
                    check_block(&material, placements->codes[b], side, (Metric)metric);
        placements_close(placements);
    }
}

/* A placement need not be canonical. */
static void any_placement(void **state)
{
    (void)state;
    const Material rook = material_named("KRvK"), pawn = material_named("KPvK");
    static const u32 squares[] = {63, 38, 7, 52};
    for (int i = 0; i < 4; i++) {
        check_block(&rook, squares[i], (u32)i & 1, METRIC_DTM);
        check_block(&pawn, squares[i] % 40 + 8, (u32)i & 1, METRIC_DTZ);
    }
}

static int refuse(void *user, const Material *material, u32 code, u32 side, ValueBlock *values)
{
    (void)material, (void)code, (void)side, (void)values;
    return --*(int *)user ? 0 : -1;
}

static void a_failing_source_ends_it(void **state)
{
    (void)state;
    const Material material = material_named("KRvK");
    static ValueBlock values;
    for (int calls = 1; calls < 10; calls++) {
        int left = calls;
        assert_int_equal(value_block_whole(&material, 0, 0, METRIC_DTM, -1, refuse, &left, &values), -1);
        assert_int_equal(left, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_in_bytes), cmocka_unit_test(turning),
        cmocka_unit_test(illegal_cells),      cmocka_unit_test(blocks_from_successors),
        cmocka_unit_test(any_placement),      cmocka_unit_test(a_failing_source_ends_it),
    };
    return cmocka_run_group_tests(tests, open_reference, close_reference);
}
