/* SPDX-License-Identifier: MIT */
/* More draughts slices: 3 pieces of every game and 4 of some against the reference solver, 4 pieces against
 * known tables, 5 pieces of checkers against their successors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "draughts_checks.h"

static DraughtsSolved *solve(const DraughtsGame *game, int pieces)
{
    Workers *workers = workers_open(2);
    DraughtsSolved *solved = draughts_solved_open(game);
    assert_true(workers && solved);
    if (draughts_solved_add(solved, pieces, workers)) fail_msg("%s: not solved", game->name);
    workers_close(workers);
    return solved;
}

static void compare(const DraughtsGame *game, int pieces)
{
    char error[NOTATION_ERROR];
    DraughtsReference *reference = draughts_reference_open_all(game, pieces, error);
    if (!reference) fail_msg("%s", error);
    DraughtsSolved *solved = solve(game, pieces);
    check_against_reference(solved, reference);
    draughts_solved_close(solved);
    draughts_reference_close(reference);
}

static void three_pieces_of_all_games(void **state)
{
    (void)state;
    for (int id = 0; id < DRAUGHTS_GAMES; id++) compare(&draughts_games[id], 3);
}

static void four_pieces(void **state)
{
    (void)state;
    static const DraughtsGameId games[] = {DRAUGHTS_GAME_checkers, DRAUGHTS_GAME_brazilian,
                                           DRAUGHTS_GAME_russian, DRAUGHTS_GAME_italian};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) compare(&draughts_games[games[i]], 4);
}

static void known_tables_of_four_pieces(void **state)
{
    (void)state;
    for (int id = 0; id < DRAUGHTS_GAMES; id++) {
        const DraughtsGame *game = &draughts_games[id];
        if (game->rules.lattice == DRAUGHTS_ALL_SQUARES || draughts_words(&game->rules) == 2) continue;
        DraughtsSolved *solved = solve(game, 4);
        check_known_rows(solved, KNOWN_FOLDER);
        draughts_solved_close(solved);
    }
}

static void five_pieces_of_checkers(void **state)
{
    (void)state;
    DraughtsSolved *solved = solve(&draughts_games[DRAUGHTS_GAME_checkers], 5);
    for (int i = 0; i < solved->count; i++) check_successors(solved, &solved->tables[i], 997);
    draughts_solved_close(solved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_pieces_of_all_games),
        cmocka_unit_test(four_pieces),
        cmocka_unit_test(known_tables_of_four_pieces),
        cmocka_unit_test(five_pieces_of_checkers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
