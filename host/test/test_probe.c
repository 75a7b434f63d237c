/* SPDX-License-Identifier: MIT */
/* Probing draughts positions: values of moves against tables in memory, by the moves of the mailbox
 * generator, which come as text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tables/probe.h"
#include "rules/draughts/test/mailbox.h"
#include "solver/draughts/test/draughts_files.h"

typedef struct {
    ProbeTables tables;
    DraughtsSolved *solved;
    const SlowGame *slow;
    SlowList list;
} Check;

/* As sorting does: early wins first, late losses before early ones. */
static int score_of(Wdl wdl, int plies)
{
    const int longer = abs(plies);
    return wdl == WDL_WIN ? 1000 - longer : wdl == WDL_LOSS ? longer - 1000 : 0;
}

static GameRecord parse(const Check *check, const char *fen)
{
    GameRecord record;
    char error[GAME_TEXT];
    if (check->tables.game->parse(check->tables.game, fen, &record, error)) fail_msg("%s: %s", fen, error);
    record.merge_captures = 1;
    return record;
}

/* From memory, of the side to move. */
static int score_in_memory(const Check *check, const char *fen)
{
    const GameRecord record = parse(check, fen);
    const DraughtsGame *game = check->solved->game;
    DraughtsPosition position;
    memcpy(&position, &record.position, sizeof position);
    const DraughtsSlice slice = draughts_slice_of(game, position);
    const int over = game->rules.goal == DRAUGHTS_BREAKTHROUGH &&
                     slice.count[0][DRAUGHTS_KINGS] + slice.count[1][DRAUGHTS_KINGS];
    const int ended = slice.count[0][0] + slice.count[0][1] == 0 || over;
    if (ended) return score_of(game->rules.goal == DRAUGHTS_GIVEAWAY ? WDL_WIN : WDL_LOSS, 0);
    const DraughtsTable *table = draughts_solved_table(check->solved, slice);
    if (!table) fail_msg("%s: not solved", fen);
    const u8 value = table->value[draughts_index_of(&table->index, position)];
    if (value == 0) return 0;
    return score_of(draughts_value_wins(game, value) ? WDL_WIN : WDL_LOSS, value - 1);
}

/* What it is worth to have made a move to there. */
static int one_ply_back(int score) { return score == 0 ? 0 : score > 0 ? 1 - score : -1 - score; }

static int compare_falling(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

static int scores_of_moves(Check *check, const char *fen, int scores[GAME_MAX_MOVES])
{
    SlowPosition position;
    char error[SLOW_ERROR_SIZE], after[SLOW_FEN_SIZE];
    if (!slow_parse(check->slow, fen, &position, error)) fail_msg("%s: %s", fen, error);
    assert_true(slow_moves(check->slow, &position, SLOW_MERGED, &check->list));
    for (size_t i = 0; i < check->list.count; i++) {
        SlowPosition next = position;
        slow_make(check->slow, &next, &check->list.move[i]);
        slow_write(check->slow, &next, after);
        scores[i] = one_ply_back(score_in_memory(check, after));
    }
    qsort(scores, check->list.count, sizeof *scores, compare_falling);
    return (int)check->list.count;
}

static void check_line(const Check *check, ProbeReport *report, const char *fen)
{
    char error[PROBER_ERROR];
    if (probe_line(&check->tables, report, error)) fail_msg("%s: %s", fen, error);
    const int plies = abs(report->result.plies[probe_distance(PROBE_DTW)]);
    if (report->line_count != plies)
        fail_msg("%s: a line of %d plies for %d", fen, report->line_count, plies);
}

static void check_position(Check *check, const char *fen)
{
    static ProbeReport report;
    static int scores[GAME_MAX_MOVES];
    const int dtw = probe_distance(PROBE_DTW);
    char error[PROBER_ERROR];
    const GameRecord record = parse(check, fen);
    if (probe_position(&check->tables, &record, 0, &report, error)) fail_msg("%s: %s", fen, error);
    const int score = score_of(report.result.wdl, report.result.plies[dtw]),
              count = scores_of_moves(check, fen, scores);
    if (score != score_in_memory(check, fen))
        fail_msg("%s: %d for %d", fen, score, score_in_memory(check, fen));
    assert_int_equal(report.result.known, PROBE_DTW);
    assert_int_equal(report.by, PROBE_DTW);
    if (report.count != count) fail_msg("%s: %d moves for %d", fen, report.count, count);
    if (count && score != scores[0]) fail_msg("%s: %d, its best move %d", fen, score, scores[0]);
    for (int i = 0; i < count; i++) {
        const ProbeResult *result = &report.moves[i].result;
        assert_int_equal(result->plies[dtw] > 0, result->wdl == WDL_WIN);
        if (score_of(result->wdl, result->plies[dtw]) != scores[i])
            fail_msg("%s: move %d is worth %d, expected %d", fen, i,
                     score_of(result->wdl, result->plies[dtw]), scores[i]);
    }
    check_line(check, &report, fen);
}

static void check_game(const char *name, int pieces, u64 positions)
{
    const TableFolder folder = folder_make();
    char error[PROBER_ERROR], fen[GAME_TEXT];
    Check check = {.tables = {.game = game_find(name)}, .slow = slow_game(name)};
    assert_true(check.tables.game && check.slow);
    check.solved = draughts_files_solve(draughts_game_named(name), pieces, &folder);
    check.tables.draughts = draughts_prober_open(folder.path, draughts_game_named(name), 0, error);
    if (!check.tables.draughts) fail_msg("%s", error);
    for (int t = 0; t < check.solved->count; t++) {
        const DraughtsIndex *index = &check.solved->tables[t].index;
        for (u64 i = (u64)t; i < index->size; i += 1 + index->size / positions) {
            GameRecord record = {.black = (int)(i & 1), .fullmove = 1};
            const DraughtsPosition position = draughts_index_position(index, i);
            memcpy(&record.position, &position, sizeof position);
            check.tables.game->format(check.tables.game, &record, fen);
            check_position(&check, fen);
        }
    }
    slow_free(&check.list);
    draughts_prober_close(check.tables.draughts);
    draughts_solved_close(check.solved);
    folder_remove(&folder);
}

static void moves_of_all_games(void **state)
{
    (void)state;
    for (int i = 0; i < DRAUGHTS_GAMES; i++) check_game(draughts_games[i].name, 2, 20);
}

static void moves_with_three_pieces(void **state)
{
    (void)state;
    static const char *const games[] = {"checkers", "brazilian", "damma", "perde-ganha", "breakthrough"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) check_game(games[i], 3, SANITIZED ? 5 : 50);
}

/* Results without distances are reported as such. */
static void no_distances(void **state)
{
    (void)state;
    const TableFolder folder = folder_make();
    const DraughtsGame *game = draughts_game_named("checkers");
    char error[PROBER_ERROR], path[300];
    static ProbeReport report;
    draughts_solved_close(draughts_files_solve(game, 2, &folder));
    snprintf(path, sizeof path, "%s/checkers-KvK.dtw", folder.path);
    assert_int_equal(remove(path), 0);
    const Check check = {.tables = {.game = game_find("checkers"),
                                    .draughts = draughts_prober_open(folder.path, game, 0, error)}};
    const GameRecord record = parse(&check, "W:WK29:BK4");
    assert_int_equal(probe_position(&check.tables, &record, 0, &report, error), PROBE_DONE);
    assert_int_equal(report.result.wdl, WDL_WIN);
    assert_int_equal(report.result.known, 0);
    assert_non_null(strstr(report.missing[probe_distance(PROBE_DTW)], "KvK"));
    assert_int_equal(report.moves[0].result.wdl, WDL_WIN);
    assert_int_equal(probe_line(&check.tables, &report, error), PROBE_NO_TABLE);
    draughts_prober_close(check.tables.draughts);
    folder_remove(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_of_all_games),
        cmocka_unit_test(moves_with_three_pieces),
        cmocka_unit_test(no_distances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
