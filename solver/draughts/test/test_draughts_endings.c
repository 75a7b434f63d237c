/* SPDX-License-Identifier: MIT */
/* Endings that players know, looked up in files. Positions in which somebody has a capture are tactics, not
 * endings: most figures are of the others, which are called quiet. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "draughts_files.h"
#include "notation/draughts_notation.h"
#include "solver/draughts/moves.h"
#include "solver/draughts/prober_tables.h"

/* Kings alone against a lone king, the many to move. Squares are those of the board, rank by rank from the
 * bottom. */
typedef struct {
    u64 wins, draws, losses;
    u64 quiet_wins, quiet_draws, quiet_losses;
    int longest;              /* quiet win, plies */
    u64 drawn_on, won_on;     /* squares of the lone king: of quiet draws, of quiet wins */
    int longest_off_the_road; /* quiet win with the lone king off the long diagonal */
} Ending;

#define MAIN_ROAD U64(0x8040201008040201) /* a1 to h8 */

static u64 lone_king(const DraughtsGame *game, DraughtsPosition position)
{
    const DraughtsRecord record = {.position = position};
    for (int rank = 0; rank < 8; rank++)
        for (int file = 0; file < 8; file++)
            if (draughts_letter_at(game, &record, file, rank) == 'B') return U64(1) << (8 * rank + file);
    fail_msg("no black king");
    return 0;
}

static int is_quiet(const DraughtsMoves *moves, DraughtsPosition position)
{
    return !draughts_moves_must_capture(moves, position) &&
           !draughts_moves_must_capture(moves, draughts_moves_turned(moves, position));
}

static void add_quiet(Ending *ending, u64 square, DraughtsValue value)
{
    ending->quiet_wins += value.wdl == WDL_WIN;
    ending->quiet_draws += value.wdl == WDL_DRAW;
    ending->quiet_losses += value.wdl == WDL_LOSS;
    if (value.wdl == WDL_DRAW) ending->drawn_on |= square;
    if (value.wdl != WDL_WIN) return;
    ending->won_on |= square;
    if (ending->longest < value.dtw) ending->longest = value.dtw;
    if (!(square & MAIN_ROAD) && ending->longest_off_the_road < value.dtw)
        ending->longest_off_the_road = value.dtw;
}

static Ending ending_of(const char *name, const char *slice_name)
{
    const DraughtsGame *game = draughts_game_named(name);
    const DraughtsMoves moves = draughts_moves_open(game);
    const TableFolder folder = folder_make();
    char error[PROBER_ERROR];
    DraughtsSlice slice;
    DraughtsIndex index;
    Ending ending = {.longest = -1, .longest_off_the_road = -1};
    folder_solve_draughts(&folder, game, slice_name, 2);
    DraughtsProber *prober = draughts_prober_open(folder.path, game, 0, error);
    if (!prober) fail_msg("%s", error);
    assert_int_equal(draughts_slice_parse(slice_name, &slice) || draughts_index_open(&index, game, slice), 0);
    for (u64 i = 0; i < index.size; i++) {
        const DraughtsPosition position = draughts_index_position(&index, i);
        DraughtsValue value;
        if (draughts_prober_probe(prober, position, PROBE_DTW, &value, error)) fail_msg("%s", error);
        ending.wins += value.wdl == WDL_WIN;
        ending.draws += value.wdl == WDL_DRAW;
        ending.losses += value.wdl == WDL_LOSS;
        if (is_quiet(&moves, position)) add_quiet(&ending, lone_king(game, position), value);
    }
    draughts_prober_close(prober);
    folder_remove(&folder);
    return ending;
}

static void expect(const Ending *ending, u64 wins, u64 draws, u64 losses)
{
    assert_int_equal(ending->wins, wins);
    assert_int_equal(ending->draws, draws);
    assert_int_equal(ending->losses, losses);
}

/* Short kings: two win, within 17 moves, wherever the lone king stands. What is drawn without a capture are
 * 10 positions in which the two stand at the edge, around square 4 or 29, and the lone king before them. */
static void two_kings_in_checkers(void **state)
{
    (void)state;
    const Ending ending = ending_of("checkers", "KKvK");
    expect(&ending, 14846, 34, 0);
    assert_int_equal(ending.longest, 33);
    assert_int_equal(ending.quiet_draws, 10);
    assert_int_equal(popcount64(ending.drawn_on), 6);
    assert_int_equal(popcount64(ending.won_on), 32);
}

/* Flying kings: two do not win, but for what a few moves decide. */
static void two_flying_kings(void **state)
{
    (void)state;
    static const char *const games[] = {"brazilian", "russian"};
    for (int i = 0; i < 2; i++) {
        const Ending ending = ending_of(games[i], "KKvK");
        expect(&ending, 5628, 9252, 0);
        assert_int_equal(ending.quiet_wins, 408);
        assert_int_equal(ending.quiet_draws, 7922);
        assert_int_equal(ending.longest, 7);
    }
}

/* Three against one that holds the main road draw; off it the triangle of Petrov wins, within 15 moves, as he
 * said, and in fact within 13. */
static void three_flying_kings(void **state)
{
    (void)state;
    static const char *const games[] = {"brazilian", "russian"};
    for (int i = 0; i < 2; i++) {
        const Ending ending = ending_of(games[i], "KKKvK");
        expect(&ending, 132240, 11600, 0);
        assert_int_equal(ending.drawn_on, MAIN_ROAD);
        assert_true(ending.longest_off_the_road <= 29);
        assert_int_equal(ending.longest_off_the_road, 25);
        assert_int_equal(ending.quiet_draws, 10696);
    }
}

/* In giveaway the many have it in hand, too: they win nearly always unless a capture is due. */
static void giveaway(void **state)
{
    (void)state;
    const Ending two = ending_of("perde-ganha", "KKvK"), three = ending_of("perde-ganha", "KKKvK");
    expect(&two, 10256, 28, 4596);
    expect(&three, 87536, 32, 56272);
    assert_int_equal(two.quiet_wins, 8290);
    assert_int_equal(two.quiet_draws, 28);
    assert_int_equal(two.quiet_losses, 12);
    assert_int_equal(two.longest, 6);
    assert_int_equal(three.longest, 8);
    assert_int_equal(three.quiet_draws, 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_kings_in_checkers),
        cmocka_unit_test(two_flying_kings),
        cmocka_unit_test(three_flying_kings),
        cmocka_unit_test(giveaway),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
