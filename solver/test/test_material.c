/* SPDX-License-Identifier: MIT */
/* Names of material, what it leads to, and the lists of all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "notation/chess_notation.h"
#include "solver/index/material.h"

static const int of_men[] = {[3] = 5, [4] = 30, [5] = 110, [6] = 365};

static Material parsed(const char *name)
{
    Material material;
    char error[MATERIAL_ERROR];
    if (material_parse(name, &material, error)) fail_msg("%s", error);
    return material;
}

static void stronger_side_comes_first(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"KQvKR", "KQvKR"},     {"KRvKQ", "KQvKR"},   {"KvKP", "KPvK"},       {"KBNvKQ", "KBNvKQ"},
        {"KvKNB", "KBNvK"},     {"KPvKRP", "KRPvKP"}, {"PKvKP", "KPvKP"},     {"KNBvKBN", "KBNvKBN"},
        {"KPPPPvK", "KPPPPvK"}, {"KRvKPP", "KPPvKR"}, {"KRBvKRN", "KRBvKRN"}, {"KNNvKBP", "KBPvKNN"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(parsed(names[i][0]).name, names[i][1]);
}

static void men_stand_by_kind(void **state)
{
    (void)state;
    const Material material = parsed("KRPvKNP");
    static const Man men[] = {{CHESS_PAWN, 0}, {CHESS_PAWN, 1}, {CHESS_KNIGHT, 1}, {CHESS_ROOK, 0}};
    assert_int_equal(material.count, 4);
    assert_int_equal(material.pawns, 2);
    assert_int_equal(material.symmetric, 0);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(material.man[i].kind, men[i].kind);
        assert_int_equal(material.man[i].side, men[i].side);
    }
    assert_int_equal(parsed("KRPvKPR").symmetric, 1);
    int swapped;
    material_of(material_swap(material.key), &swapped);
    assert_int_equal(swapped, 1);
}

static void refusals_say_why(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"", "expected two sides"},
        {"K", "expected two sides"},
        {"KQ", "expected two sides"},
        {"KQK", "expected two sides"},
        {"KQvQ", "expected two sides"},
        {"KKvQ", "expected two sides"},
        {"KQvKvK", "expected two sides"},
        {"kqvk", "expected two sides"},
        {"KQvKX", "expected two sides"},
        {"KQvK\n", "expected two sides"},
        {"KvK", "always drawn"},
        {"KQQQvKQQ", "more than 6 men"},
        {"KQvKQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ", "more than 6 men"},
        {"KQvK.", "expected two sides"},
        {"v", "expected two sides"},
        {"KQVK", "expected two sides"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Material material;
        char error[MATERIAL_ERROR];
        assert_int_equal(material_parse(wrong[i][0], &material, error), -1);
        if (strstr(error, wrong[i][1]) == NULL) fail_msg("%s: %s", wrong[i][0], error);
        for (const char *at = error; *at; at++) assert_true(*at >= 32 && *at < 127);
    }
}

static int is_among(const Material *list, int count, MaterialKey key)
{
    for (int i = 0; i < count; i++)
        if (list[i].key == key) return 1;
    return 0;
}

static void captures_and_promotions(void **state)
{
    (void)state;
    static const struct {
        const char *name, *children; /* with blanks around each */
        int count;
    } known[] = {
        {"KNvK", " KvK ", 1},
        {"KQvKR", " KQvK KRvK ", 2},
        {"KPvK", " KNvK KBvK KRvK KQvK KvK ", 5},
        {"KRvKR", " KRvK ", 1},
        /* the pawn promotes, taking the rook or not; each man is taken */
        {"KRvKP", " KRvKN KRvKB KRvKR KQvKR KRvK KPvK KNvK KBvK KQvK ", 9},
        {"KPvKP", " KNvKP KBvKP KRvKP KQvKP KPvK ", 5},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const Material material = parsed(known[i].name);
        Material children[MATERIAL_CHILDREN];
        assert_int_equal(material_children(&material, children), known[i].count);
        for (int j = 0; j < known[i].count; j++) {
            char name[MATERIAL_NAME + 3];
            snprintf(name, sizeof name, " %s ", children[j].name);
            if (strstr(known[i].children, name) == NULL) fail_msg("%s: %s", known[i].name, name);
        }
    }
}

static void lists_have_children_first(void **state)
{
    (void)state;
    static Material list[600];
    int count = 0;
    for (int men = 3; men <= MATERIAL_MEN; men++) {
        assert_int_equal(material_list(men, NULL), of_men[men]);
        const int first = count;
        count += material_list(men, list + count);
        assert_int_equal(count - first, of_men[men]);
        for (int i = first; i < count; i++) {
            Material children[MATERIAL_CHILDREN];
            const int n = material_children(&list[i], children);
            assert_true(n <= MATERIAL_CHILDREN);
            assert_int_equal(list[i].count, men - 2);
            if (is_among(list, i, list[i].key)) fail_msg("%s is there twice", list[i].name);
            for (int j = 0; j < n; j++)
                if (children[j].count && !is_among(list, i, children[j].key))
                    fail_msg("%s comes before %s", list[i].name, children[j].name);
        }
    }
}

static MaterialKey key_of(const char *fen, int *men)
{
    ChessRecord record;
    char error[NOTATION_ERROR];
    if (chess_fen_parse(fen, &record, error)) fail_msg("%s: %s", fen, error);
    return material_of_position(record.position, men);
}

static void positions_have_material(void **state)
{
    (void)state;
    int men;
    assert_int_equal(key_of("8/8/8/8/3k4/8/1RK5/7q w - -", &men), material_swap(parsed("KQvKR").key));
    assert_int_equal(men, 4);
    assert_int_equal(key_of("8/8/8/8/3k4/8/1RK5/7q b - -", &men), parsed("KQvKR").key);
    assert_int_equal(key_of("4k3/8/8/8/8/8/8/4K2R w K -", &men),
                     parsed("KRvK").key); /* with castling rights */
    assert_int_equal(men, 3);
    assert_int_equal(key_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", &men), 0);
    assert_int_equal(men, 32);
    assert_int_equal(key_of("4k3/8/8/8/8/8/PPPPPPPP/4K3 w - -", &men), 0);
    assert_int_equal(men, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stronger_side_comes_first), cmocka_unit_test(men_stand_by_kind),
        cmocka_unit_test(refusals_say_why),          cmocka_unit_test(captures_and_promotions),
        cmocka_unit_test(lists_have_children_first), cmocka_unit_test(positions_have_material),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
