/* SPDX-License-Identifier: MIT */
/* Different positions, by both conventions for en passant, against the mailbox generator and published
 * numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "host/perft/perft_unique.h"
#include "host/perft/word_set.h"
#include "rules/chess/test/mailbox.h"

#define TEXT_WORDS (MAILBOX_FEN_SIZE / 8)

static PerftUniqueRow rows[PERFT_MAX_DEPTH + 1];

static int count(const char *game, const char *text, int depth, uint64_t memory)
{
    const GameRules rules = {game_find(game), 0};
    GameRecord root;
    char error[PERFT_ERROR];
    int known;
    if (rules.game->parse(rules.game, text, &root, error)) fail_msg("%s", error);
    const PerftUniqueJob job = {.root = &root, .depth = depth, .memory = memory};
    const PerftStatus status = perft_unique(rules, &job, rows, &known, error);
    assert_int_equal(status, known > depth ? PERFT_DONE : PERFT_OUT_OF_MEMORY);
    return known;
}

static void published_numbers(void **state)
{
    (void)state;
    static const uint64_t chess[] = {1, 20, 400, 5362, 72078, 822518}; /* https://oeis.org/A083276 */
    assert_int_equal(count("chess", "startpos", 5, UINT64_MAX), 6);
    for (int depth = 0; depth <= 5; depth++) assert_true(rows[depth].positions == chess[depth]);
}

/* By text: FENs with the en passant square where a capture is legal, and behind them where a double step was
 * made. */
static void compare_with_mailbox(const char *fen, int deepest)
{
    assert_int_equal(count("chess", fen, deepest, UINT64_MAX), deepest + 1);
    WordSet layer = {.width = TEXT_WORDS}, below, marked;
    uint64_t key[TEXT_WORDS + 1] = {0};
    size_t index;
    MailboxPosition position;
    mailbox_parse(fen, &position);
    mailbox_write(&position, (char *)key);
    word_set_add(&layer, key, &index);
    for (int depth = 1; depth <= deepest; depth++) {
        below = (WordSet){.width = TEXT_WORDS};
        marked = (WordSet){.width = TEXT_WORDS + 1};
        for (size_t i = 0; i < layer.count; i++) {
            MailboxList list;
            assert_null(mailbox_parse((const char *)word_set_row(&layer, i), &position));
            mailbox_moves(&position, &list);
            for (int k = 0; k < list.count; k++) {
                MailboxPosition next;
                mailbox_make(&position, list.move[k], &next);
                memset(key, 0, sizeof key);
                mailbox_write(&next, (char *)key);
                word_set_add(&below, key, &index);
                key[TEXT_WORDS] = (uint64_t)next.en_passant;
                word_set_add(&marked, key, &index);
            }
        }
        assert_true(rows[depth].positions == below.count);
        assert_true(rows[depth].with_marks == marked.count);
        word_set_free(&marked);
        word_set_free(&layer);
        layer = below;
    }
    word_set_free(&layer);
}

static void as_the_mailbox_counts(void **state)
{
    (void)state;
    compare_with_mailbox("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4);
    compare_with_mailbox("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2);
    compare_with_mailbox("4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1", 4);
}

static void other_games_have_one_number(void **state)
{
    (void)state;
    assert_int_equal(count("checkers", "startpos", 6, UINT64_MAX), 7);
    for (int depth = 0; depth <= 6; depth++) assert_true(rows[depth].positions == rows[depth].with_marks);
    assert_true(rows[3].positions == 216);
}

static void memory_is_bounded(void **state)
{
    (void)state;
    const int known = count("chess", "startpos", 9, 1 << 22);
    assert_true(known >= 4 && known <= 5);
    assert_true(rows[3].positions == 5362);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_numbers),
        cmocka_unit_test(as_the_mailbox_counts),
        cmocka_unit_test(other_games_have_one_number),
        cmocka_unit_test(memory_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
