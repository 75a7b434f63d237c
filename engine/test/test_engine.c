/* SPDX-License-Identifier: MIT */
/* The engine by its interface: mates, limits, draws, every draughts game played to its end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "engine/engine_game.h"
#include "rules/chess/moves.h"
#include "notation/chess_notation.h"
#include "notation/draughts_notation.h"
#include "solver/draughts/moves.h"

typedef struct {
    EngineLine best;
    EnginePosition move;
    int lines, done;
} Found;

static void keep_line(void *user, const EngineLine *line)
{
    Found *found = user;
    if (line->number > found->lines) found->lines = line->number;
}

static void keep_best(void *user, const EngineLine *best, const char *trouble)
{
    Found *found = user;
    assert_string_equal(trouble, "");
    found->best = *best;
    if (best->move_count) found->move = best->moves[0];
    found->done++;
}

static Found search(Engine *engine, EngineTask task)
{
    Found found = {.lines = 0};
    const EngineListener listener = {.line = keep_line, .done = keep_best, .user = &found};
    char error[ENGINE_ERROR];
    assert_int_equal(engine_start(engine, &task, &listener, error), 0);
    engine_wait(engine);
    assert_int_equal(found.done, 1);
    return found;
}

static Engine *open(const EngineGame *game)
{
    char error[ENGINE_ERROR];
    Engine *engine = engine_open(game, 1 << 20, error);
    assert_non_null(engine);
    return engine;
}

static EnginePosition position_of(const char *fen)
{
    ChessRecord record;
    EnginePosition position;
    char error[NOTATION_ERROR];
    if (chess_fen_parse(fen, &record, error)) fail_msg("%s: %s", fen, error);
    memcpy(&position, &record.position, sizeof position);
    return position;
}

static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/* ---- chess ---- */

static void mates_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        int plies;
    } known[] = {
        {"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1},
        {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 5},
        {"8/8/8/8/8/2k5/8/KQ6 w - - 0 1", 11},
        {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3},
        {"r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1", 3},
    };
    Engine *engine = open(engine_chess());
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const EnginePosition position = position_of(known[i].fen);
        engine_clear(engine);
        const Found found = search(engine, (EngineTask){.history = &position,
                                                        .history_count = 1,
                                                        .depth = 14,
                                                        .mate = (known[i].plies + 1) / 2});
        if (found.best.score != ENGINE_MATE - known[i].plies)
            fail_msg("%s: score %d, expected mate in %d plies", known[i].fen, found.best.score,
                     known[i].plies);
    }
    engine_close(engine);
}

static void ended_games_have_no_move(void **state)
{
    (void)state;
    Engine *engine = open(engine_chess());
    const char *const fens[] = {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"};
    for (int i = 0; i < 2; i++) {
        const EnginePosition position = position_of(fens[i]);
        const Found found =
            search(engine, (EngineTask){.history = &position, .history_count = 1, .depth = 3});
        assert_int_equal(found.best.move_count, 0);
        assert_int_equal(found.best.score, i == 0 ? 0 : -ENGINE_MATE);
    }
    engine_close(engine);
}

static void limits_are_kept(void **state)
{
    (void)state;
    Engine *engine = open(engine_chess());
    const EnginePosition position = position_of(start);
    Found found = search(engine, (EngineTask){.history = &position, .history_count = 1, .nodes = 5000});
    assert_true(found.best.nodes >= 5000 && found.best.nodes < 5100);
    found = search(engine, (EngineTask){.history = &position, .history_count = 1, .depth = 3});
    assert_int_equal(found.best.depth, 3);
    found = search(engine, (EngineTask){.history = &position, .history_count = 1, .move_seconds = 0.05});
    assert_true(found.best.seconds < 10); /* machines may be busy */
    found = search(engine, (EngineTask){.history = &position, .history_count = 1, .depth = 4, .lines = 5});
    assert_int_equal(found.lines, 5);
    engine_close(engine);
}

static void only_chosen_moves_are_played(void **state)
{
    (void)state;
    Engine *engine = open(engine_chess());
    const EnginePosition position = position_of(start);
    EnginePosition list[ENGINE_MAX_MOVES];
    const int count = engine_chess()->children(engine_chess(), &position, list);
    assert_int_equal(count, 20);
    for (int i = 0; i < count; i += 7) {
        const Found found = search(
            engine,
            (EngineTask){
                .history = &position, .history_count = 1, .depth = 4, .only = &list[i], .only_count = 1});
        assert_memory_equal(&found.move, &list[i], sizeof list[i]);
    }
    engine_close(engine);
}

static void several_threads_agree_on_a_mate(void **state)
{
    (void)state;
    Engine *engine = open(engine_chess());
    const EnginePosition position = position_of("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
    engine_set_threads(engine, 4);
    for (int i = 0; i < 5; i++) {
        engine_clear(engine);
        const Found found =
            search(engine, (EngineTask){.history = &position, .history_count = 1, .depth = 8});
        assert_int_equal(found.best.score, ENGINE_MATE - 5);
    }
    engine_close(engine);
}

/* White, a rook down, gives check for ever. */
static void repetition_saves(void **state)
{
    (void)state;
    Engine *engine = open(engine_chess());
    const EnginePosition perpetual = position_of("7k/6p1/8/6Q1/8/8/1qr5/7K w - - 0 1");
    const Found found = search(engine, (EngineTask){.history = &perpetual, .history_count = 1, .depth = 10});
    assert_true(found.best.score > -50 && found.best.score < 50);
    engine_close(engine);
}

static void fifty_moves_draw(void **state)
{
    (void)state;
    Engine *engine = open(engine_chess());
    const EnginePosition position = position_of("8/8/8/8/8/2k5/8/KQ6 w - - 95 100");
    const Found found =
        search(engine, (EngineTask){.history = &position, .history_count = 1, .clock = 95, .depth = 12});
    assert_true(found.best.score > -3 && found.best.score < 3);
    engine_close(engine);
}

static void a_search_can_be_stopped(void **state)
{
    (void)state;
    Engine *engine = open(engine_chess());
    const EnginePosition position = position_of(start);
    const EngineTask tasks[] = {
        {.history = &position, .history_count = 1, .patient = 1},
        {.history = &position, .history_count = 1, .depth = 2, .patient = 1},
        {.history = &position, .history_count = 1, .ponder = 1, .move_seconds = 0.01}};
    for (int i = 0; i < 3; i++) {
        Found found = {.lines = 0};
        const EngineListener listener = {.done = keep_best, .user = &found};
        char error[ENGINE_ERROR];
        assert_int_equal(engine_start(engine, &tasks[i], &listener, error), 0);
        assert_true(engine_busy(engine));
        assert_int_equal(found.done, 0);
        if (i < 2) engine_stop(engine);
        else engine_ponder_hit(engine);
        engine_wait(engine);
        assert_int_equal(found.done, 1);
        assert_true(found.best.move_count > 0);
    }
    engine_close(engine);
}

/* ---- tables ---- */

static int slow_probes;

static void *open_nothing(const EngineGame *game, const char *folder, u64 cache_bytes, int *men,
                          char error[ENGINE_ERROR])
{
    (void)game, (void)folder, (void)cache_bytes, (void)error;
    *men = 32;
    return &slow_probes;
}

static void close_nothing(void *tables) { (void)tables; }

static void take_long(void)
{
    const struct timespec moment = {.tv_nsec = 20000000};
    slow_probes++;
    nanosleep(&moment, NULL);
}

static ProbeStatus slow_result(void *tables, const EnginePosition *position, int clock, int *result,
                               char error[ENGINE_ERROR])
{
    (void)tables, (void)position, (void)clock, (void)error;
    take_long();
    *result = 2;
    return PROBE_DONE;
}

static ProbeStatus slow_moves(void *tables, const EnginePosition *position, const ProbeTask *task,
                              ProbeMoves *moves, char error[ENGINE_ERROR])
{
    (void)tables, (void)position, (void)moves, (void)error;
    while (!task->stop(task->user)) take_long();
    return PROBE_STOPPED;
}

/* A look-up takes 20 ms here, and with 100 ms left a move has less: hardly more than one is made. */
static void slow_tables_do_not_cost_the_game(void **state)
{
    (void)state;
    EngineGame slow = *engine_chess();
    slow.open_tables = open_nothing;
    slow.close_tables = close_nothing;
    slow.result = slow_result;
    slow.table_moves = slow_moves;
    char error[ENGINE_ERROR];
    Engine *engine = open(&slow);
    assert_int_equal(engine_set_tables(engine, "any", 1 << 20, error), 0);
    const EnginePosition position = position_of(start);
    const Found found = search(
        engine,
        (EngineTask){.history = &position, .history_count = 1, .timed = 1, .seconds = 0.1, .overhead = 0.03});
    assert_true(found.best.move_count > 0 && found.best.depth >= 1);
    assert_in_range(slow_probes, 1, 2);
    engine_close(engine);
}

/* ---- what is reported ---- */

typedef struct {
    EngineLine line;
    EnginePosition moves[ENGINE_LONG_LINE];
    int done;
} Reports;

static void note_line(void *user, const EngineLine *line)
{
    Reports *reports = user;
    if (line->number > 1) return;
    reports->line = *line;
    memcpy(reports->moves, line->moves, (size_t)line->move_count * sizeof *line->moves);
}

static void note_progress(void *user, const EngineProgress *progress)
{
    (void)user;
    assert_true(progress->depth > 0 && progress->nodes > 0 && progress->move_number > 0);
}

static void compare_with_line(void *user, const EngineLine *best, const char *trouble)
{
    Reports *reports = user;
    assert_string_equal(trouble, "");
    assert_int_equal(best->move_count, reports->line.move_count);
    assert_memory_equal(best->moves, reports->moves, (size_t)best->move_count * sizeof *best->moves);
    assert_int_equal(best->score, reports->line.score);
    reports->done = 1;
}

/* No move is made where 100 plies without a zeroing one have drawn the game. */
static void check_clock(const Reports *reports, const EnginePosition *root, int clock)
{
    for (int i = 0; i < reports->line.move_count; i++) {
        assert_true(clock < 100);
        clock = engine_zeroing(engine_chess(), i ? &reports->moves[i - 1] : root, &reports->moves[i])
                    ? 0
                    : clock + 1;
    }
}

/* Searches that end in the middle of a depth, by the number of nodes: the line that was reported last is the best. */
static void the_last_line_is_the_best(void **state)
{
    (void)state;
    static Reports reports; /* large */
    const EngineListener listener = {note_line, compare_with_line, &reports, note_progress};
    const char *const fens[] = {start, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                                "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                                "8/8/8/8/8/2k5/8/KQ6 w - - 95 100"};
    char error[ENGINE_ERROR];
    Engine *engine = open(engine_chess());
    for (int i = 0; i < 200; i++) {
        const EnginePosition position = position_of(fens[i % 4]);
        const EngineTask task = {.history = &position,
                                 .history_count = 1,
                                 .nodes = (u64)(1 + i * i / 2),
                                 .lines = 1 + i % 3,
                                 .clock = i % 4 == 3 ? 95 : 0};
        if (i % 20 == 0) engine_clear(engine);
        reports.done = 0;
        assert_int_equal(engine_start(engine, &task, &listener, error), 0);
        engine_wait(engine);
        assert_int_equal(reports.done, 1);
        assert_true(reports.line.depth >= 1 && reports.line.kind != ENGINE_NO_SCORE);
        check_clock(&reports, &position, task.clock);
    }
    engine_close(engine);
}

/* ---- draughts ---- */

typedef struct {
    const EnginePosition *list;
    int count, found;
} Children;

static int count_child(void *user, DraughtsPosition next)
{
    Children *children = user;
    for (int i = 0; i < children->count; i++)
        children->found += !memcmp(&children->list[i], &next, sizeof next);
    return 0;
}

/* Every move of the rules is one of the engine's, and no other; the tables' moves are the same. */
static int check_children(int id, const DraughtsRecord *record)
{
    static DraughtsMove moves[ENGINE_MAX_MOVES];
    static EnginePosition list[ENGINE_MAX_MOVES];
    EnginePosition position;
    memcpy(&position, &record->position, sizeof position);
    const int expected = draughts_list_moves(&draughts_games[id], record, 1, moves, ENGINE_MAX_MOVES);
    const int count = engine_draughts(id)->children(engine_draughts(id), &position, list);
    assert_int_equal(count, expected);
    for (int i = 0; i < count; i++) {
        DraughtsRecord next;
        int found = 0;
        draughts_record_make(&draughts_games[id], record, &moves[i], &next);
        for (int k = 0; k < count; k++) found += !memcmp(&list[k], &next.position, sizeof next.position);
        if (found != 1) fail_msg("%s: a move is listed %d times", draughts_games[id].name, found);
    }
    const DraughtsMoves probed = draughts_moves_open(&draughts_games[id]);
    Children children = {.list = list, .count = count};
    draughts_moves_each(&probed, record->position, count_child, &children);
    assert_int_equal(children.found, count);
    return count;
}

static void every_draughts_game_is_played(void **state)
{
    (void)state;
    for (int id = 0; id < DRAUGHTS_GAMES; id++) {
        Engine *engine = open(engine_draughts(id));
        DraughtsRecord record;
        draughts_record_start(&draughts_games[id], &record);
        for (int ply = 0; ply < 80; ply++) {
            EnginePosition position;
            memcpy(&position, &record.position, sizeof position);
            const int count = check_children(id, &record);
            const Found found =
                search(engine, (EngineTask){.history = &position, .history_count = 1, .depth = 1 + ply % 3});
            if (count == 0) {
                assert_int_equal(found.best.move_count, 0);
                break;
            }
            memcpy(&record.position, &found.move, sizeof record.position);
            record.black = !record.black;
        }
        engine_close(engine);
    }
}

static Found search_draughts(int id, const char *fen, int depth)
{
    DraughtsRecord record;
    EnginePosition position;
    char error[NOTATION_ERROR];
    if (draughts_fen_parse(&draughts_games[id], fen, &record, error)) fail_msg("%s: %s", fen, error);
    memcpy(&position, &record.position, sizeof position);
    Engine *engine = open(engine_draughts(id));
    const Found found =
        search(engine, (EngineTask){.history = &position, .history_count = 1, .depth = depth});
    engine_close(engine);
    return found;
}

static void draughts_are_won_and_lost(void **state)
{
    (void)state;
    assert_int_equal(search_draughts(DRAUGHTS_GAME_brazilian, "W:Wa1:Bb2,d4,f6", 3).best.score,
                     ENGINE_MATE - 1);
    assert_int_equal(search_draughts(DRAUGHTS_GAME_perde_ganha, "W:Wc3:Bd4", 3).best.score, 1 - ENGINE_MATE);
    assert_int_equal(search_draughts(DRAUGHTS_GAME_breakthrough, "W:W6:B45", 3).best.score, ENGINE_MATE - 1);
    assert_int_equal(search_draughts(DRAUGHTS_GAME_canadian, "W:W60:B53", 3).best.score, ENGINE_MATE - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mates_are_found),
        cmocka_unit_test(ended_games_have_no_move),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(only_chosen_moves_are_played),
        cmocka_unit_test(several_threads_agree_on_a_mate),
        cmocka_unit_test(repetition_saves),
        cmocka_unit_test(fifty_moves_draw),
        cmocka_unit_test(a_search_can_be_stopped),
        cmocka_unit_test(slow_tables_do_not_cost_the_game),
        cmocka_unit_test(the_last_line_is_the_best),
        cmocka_unit_test(every_draughts_game_is_played),
        cmocka_unit_test(draughts_are_won_and_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
