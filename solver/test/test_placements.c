/* SPDX-License-Identifier: MIT */
/* Placements: their number by counting orbits, symmetry, levels of pawns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "table_folder.h"
#include "solver/index/placements.h"

/* By Burnside's lemma: placements left as they are by each symmetry, over the number of symmetries. */
static void known_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        u32 blocks;
    } known[] = {
        {"KQvK", 10},                         /* a1, b1, c1, d1, b2, ... of the triangle */
        {"KPvK", 24},                         /* half of 48 squares */
        {"KQvKR", (64 * 63 + 2 * 8 * 7) / 8}, /* the diagonals' squares stay */
        {"KNNvK", (64 * 63 / 2 + 32 + 2 * 32 + 2 * (28 + 28)) / 8}, /* equal men may change places, too */
        {"KRPvK", 48 * 63 / 2},
        {"KPvKP", 48 * 47 / 2},
        {"KPPvK", (48 * 47 / 2 + 24) / 2},
        {"KQRvKB", (64 * 63 * 62 + 2 * 8 * 7 * 6) / 8},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const Material material = material_named(known[i].name);
        Placements *placements = placements_open(&material);
        assert_non_null(placements);
        if (placements->blocks != known[i].blocks)
            fail_msg("%s: %u blocks, expected %u", known[i].name, placements->blocks, known[i].blocks);
        const u64 bytes = (U64(4) << 6 * material.count) + U64(4) * placements->blocks;
        assert_true(placements_bytes(&material) >= bytes);
        placements_close(placements);
    }
}

static int is_placement(const Material *material, u32 code)
{
    u64 seen = 0;
    for (int i = 0; i < material->count; i++) {
        const u32 square = code >> 6 * (material->count - 1 - i) & 63;
        if (seen >> square & 1) return 0;
        if (material->man[i].kind == CHESS_PAWN && (square < 8 || square > 55)) return 0;
        seen |= U64(1) << square;
    }
    return 1;
}

static u32 steps_left(const Material *material, u32 code)
{
    u32 steps = 0;
    for (int i = 0; i < material->pawns; i++) {
        const u32 rank = code >> 6 * (material->count - 1 - i) >> 3 & 7;
        steps += material->man[i].side ? rank - 1 : 6 - rank;
    }
    return steps;
}

/* Each code of a placement leads to a stored one, by a symmetry that is named; no other does. */
static void check_codes(const char *name)
{
    const Material material = material_named(name);
    const u32 symmetries = material.pawns ? 2 : 8, codes = 1u << 6 * material.count;
    Placements *placements = placements_open(&material);
    assert_non_null(placements);
    for (u32 code = 0; code < codes; code++) {
        const u32 mapped = placements->map[code];
        if (!is_placement(&material, code)) {
            if (mapped != PLACEMENT_NONE) fail_msg("%s: %x is a placement", name, code);
            continue;
        }
        assert_true((mapped & 7) < symmetries && mapped >> 3 < placements->blocks);
        if (placement_image(&material, code, mapped & 7) != placements->codes[mapped >> 3])
            fail_msg("%s: %x is not what its symmetry makes it", name, code);
        for (u32 s = 0; s < symmetries; s++)
            if (placement_image(&material, code, s) < placements->codes[mapped >> 3])
                fail_msg("%s: %x has a lesser image", name, code);
    }
    placements_close(placements);
}

static void codes_and_blocks(void **state)
{
    (void)state;
    static const char *const names[] = {"KNvK",  "KPvK",  "KQvKR", "KNNvK",
                                        "KRPvK", "KPvKP", "KPPvK", "KRNvKP"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) check_codes(names[i]);
}

static void levels_count_pawn_steps(void **state)
{
    (void)state;
    static const char *const names[] = {"KQvKR", "KPvK", "KPvKP", "KPPvK", "KPPvKP"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const Material material = material_named(names[i]);
        Placements *placements = placements_open(&material);
        assert_non_null(placements);
        assert_int_equal(placements->levels, 5 * material.pawns + 1);
        assert_int_equal(placements->level_first[0], 0);
        assert_int_equal(placements->level_first[placements->levels], placements->blocks);
        for (int level = 0; level < placements->levels; level++)
            for (u32 b = placements->level_first[level]; b < placements->level_first[level + 1]; b++) {
                const u32 code = placements->codes[b];
                if (steps_left(&material, code) != (u32)level)
                    fail_msg("%s: %x in level %d", names[i], code, level);
                if (b > placements->level_first[level]) assert_true(code > placements->codes[b - 1]);
            }
        placements_close(placements);
    }
}

static void stabilisers(void **state)
{
    (void)state;
    const Material rook = material_named("KRvK"), knights = material_named("KNNvK"),
                   pawns = material_named("KPPvK");
    assert_int_equal(placement_stabiliser(&rook, 0), 1 | 1 << 4); /* a1: the diagonal */
    assert_int_equal(placement_stabiliser(&rook, 1), 1);          /* b1 */
    assert_int_equal(placement_stabiliser(&rook, 7), 1 | 1 << 7); /* h1: the other diagonal */
    assert_int_equal(placement_stabiliser(&knights, 0 << 6 | 63), 1 | 1 << 3 | 1 << 4 | 1 << 7); /* a1, h8 */
    assert_int_equal(placement_stabiliser(&pawns, 8 << 6 | 15), 3); /* a2, h2 change places */
    assert_int_equal(placement_stabiliser(&pawns, 8 << 6 | 14), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_numbers),
        cmocka_unit_test(codes_and_blocks),
        cmocka_unit_test(levels_count_pawn_steps),
        cmocka_unit_test(stabilisers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
