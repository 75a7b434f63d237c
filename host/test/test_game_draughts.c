/* SPDX-License-Identifier: MIT */
/* The draughts rows of the games' table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../games/game.h"

#include <string.h>

static GameRecord parse(const Game *game, const char *text)
{
    GameRecord record;
    char error[GAME_TEXT];
    if (game->parse(game, text, &record, error)) fail_msg("%s %s: %s", game->name, text, error);
    return record;
}

/* Every move of the first position leads to a position that is written, read, and the other side's. */
static void all_games_begin(void **state)
{
    (void)state;
    int games = 0;
    for (const Game *game; (game = game_at(games)); games++) {
        GameMove list[GAME_MAX_MOVES];
        const GameRecord start = parse(game, "startpos");
        const int count = game->moves(game, &start, list);
        assert_ptr_equal(game_find(game->name), game);
        assert_in_range(count, 1, 40);
        for (int i = 0; i < count; i++) {
            GameRecord next;
            char text[GAME_TEXT], move[GAME_TEXT];
            game->make(game, &start, list[i], &next);
            game->move_text(game, &start, list[i], MOVE_UCI, move);
            assert_int_not_equal(strlen(move), 0);
            assert_int_equal(next.black, !start.black);
            game->format(game, &next, text);
            const GameRecord again = parse(game, text);
            assert_memory_equal(&again.position, &next.position, sizeof again.position);
        }
    }
    assert_true(games > 32);
    assert_null(game_draughts(-1));
}

static void merging_stays_with_the_record(void **state)
{
    (void)state;
    const Game *game = game_find("checkers");
    GameMove list[GAME_MAX_MOVES];
    GameRecord record = parse(game, "B:W6,7,14,15:BK2"), next;
    assert_int_equal(game->moves(game, &record, list), 2);
    record.merge_captures = 1;
    assert_int_equal(game->moves(game, &record, list), 1);
    game->make(game, &record, list[0], &next);
    assert_int_equal(next.merge_captures, 1);
}

static void lists_that_are_too_long_are_told(void **state)
{
    (void)state;
    static struct {
        GameMove list[GAME_MAX_MOVES], guard;
    } room;
    const Game *game = game_find("frisian");
    const GameRecord crowd = parse(
        game, "W:WK5:BK2,K4,K7,K8,K9,K10,K11,K13,K15,K16,K18,K19,K20,K21,K22,K24,K27,K29,K30,K31,K32,K33,K35,"
              "K36,K38,K40,K41,K42,K43,K44,K47,K49");
    room.guard = 77;
    assert_true(game->moves(game, &crowd, room.list) > GAME_MAX_MOVES);
    assert_int_equal(room.guard, 77);
}

/* Every rule has a text of its own that was not cut. */
static void rules_are_told(void **state)
{
    (void)state;
    for (int i = 1; game_at(i); i++) {
        const Game *game = game_at(i);
        GameRule rules[GAME_MAX_RULES];
        const int count = game->rules(game, rules);
        assert_in_range(count, 15, GAME_MAX_RULES);
        for (int k = 0; k < count; k++) {
            if (strlen(rules[k].text) + 1 == GAME_RULE_TEXT || !*rules[k].text)
                fail_msg("%s: %s is '%s'", game->name, rules[k].key, rules[k].text);
            for (int other = 0; other < k; other++) assert_string_not_equal(rules[k].key, rules[other].key);
        }
    }
}

static void boards_show_what_stands_there(void **state)
{
    (void)state;
    const Game *game = game_find("diagonal9");
    const GameRecord record = parse(game, "B:WKa1,c3:Bb6,Kh8");
    char rows[16][16];
    game->board(game, &record, rows);
    assert_string_equal(rows[0], " . . . B");
    assert_string_equal(rows[2], " b . . .");
    assert_string_equal(rows[5], ". w . . ");
    assert_string_equal(rows[7], "W . . . ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_games_begin),
        cmocka_unit_test(merging_stays_with_the_record),
        cmocka_unit_test(lists_that_are_too_long_are_told),
        cmocka_unit_test(rules_are_told),
        cmocka_unit_test(boards_show_what_stands_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
