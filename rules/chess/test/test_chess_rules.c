/* SPDX-License-Identifier: MIT */
/* The fast rules against the mailbox on random positions, bit by bit. TEST_SEED=N repeats a run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../../notation/chess_notation.h"
#include "../stats.h"
#include "mailbox_planes.h"
#include "random_positions.h"

enum { POSITIONS = 6000, DEEP_POSITIONS = 60 };

static uint64_t seed;

static void fail_at(const MailboxPosition *position, const char *what)
{
    char fen[MAILBOX_FEN_SIZE];
    mailbox_write(position, fen);
    fail_msg("%s: %s (TEST_SEED=%" PRIu64 ")", fen, what, seed);
}

static void fail_at_move(const MailboxPosition *position, MailboxMove move, const char *what)
{
    char text[128], uci[MAILBOX_UCI_SIZE];
    mailbox_uci(move, true, uci);
    snprintf(text, sizeof text, "%s: %s", uci, what);
    fail_at(position, text);
}

/* Calls check for that many random positions; `stream` keeps the tests apart. */
static void for_positions(int count, uint64_t stream, void (*check)(const MailboxPosition *, ChessPosition))
{
    RandomPositions random;
    random_positions_start(&random, seed, stream);
    for (int i = 0; i < count; i++) {
        MailboxPosition position;
        random_positions_next(&random, &position);
        check(&position, mailbox_planes(&position));
    }
}

/* ---- moves and made positions ---- */

static void check_moves(const MailboxPosition *position, ChessPosition planes)
{
    MailboxList list;
    ChessMove moves[CHESS_MAX_MOVES];
    bool seen[CHESS_MAX_MOVES] = {false};
    mailbox_moves(position, &list);
    const u32 count = chess_generate(&planes, moves);
    if (chess_count(planes) != (u32)list.count) fail_at(position, "chess_count differs");
    if (count != (u32)list.count) fail_at(position, "chess_generate gives another number of moves");
    for (int i = 0; i < list.count; i++) {
        const ChessMove code = mailbox_code(position, list.move[i]);
        u32 at = 0;
        while (at < count && (moves[at] != code || seen[at])) at++;
        if (at == count) fail_at_move(position, list.move[i], "not generated");
        seen[at] = true;
        MailboxPosition after;
        mailbox_make(position, list.move[i], &after);
        const ChessPosition expected = mailbox_planes(&after), made = chess_make(planes, code);
        if (memcmp(&expected, &made, sizeof made))
            fail_at_move(position, list.move[i], "made another position");
    }
}

static void moves_and_made_positions(void **state)
{
    (void)state;
    for_positions(POSITIONS, 1, check_moves);
}

/* ---- checks and statistics ---- */

static void check_check(const MailboxPosition *position, ChessPosition planes)
{
    if (chess_in_check(planes) != mailbox_in_check(position, position->white_to_move))
        fail_at(position, "chess_in_check differs");
    if (chess_in_check(chess_flip(planes))) fail_at(position, "chess_in_check differs for the other side");
}

static void checks(void **state)
{
    (void)state;
    for_positions(POSITIONS, 2, check_check);
}

static void check_stats(const MailboxPosition *position, ChessPosition planes)
{
    MailboxStats s = {0};
    mailbox_stats(position, 1, &s);
    const u64 expected[CHESS_STATS] = {s.nodes,  s.captures,   s.en_passant, s.castles, s.promotions,
                                       s.checks, s.discovered, s.doubles,    s.mates};
    u64 given[CHESS_STATS] = {0};
    ChessWalk walk = chess_walk(&planes);
    ChessMove move;
    while (chess_walk_next(&walk, &move)) chess_count_move(planes, move, given);
    for (int i = 0; i < CHESS_STATS; i++) {
        char what[96];
        snprintf(what, sizeof what, "column %d is %" PRIu64 ", expected %" PRIu64, i, given[i], expected[i]);
        if (given[i] != expected[i]) fail_at(position, what);
    }
}

static void statistics(void **state)
{
    (void)state;
    for_positions(POSITIONS / 2, 3, check_stats);
}

/* ---- depth 3 ---- */

static u64 perft(ChessPosition p, int depth)
{
    if (depth == 1) return chess_count(p);
    u64 nodes = 0;
    ChessWalk walk = chess_walk(&p);
    ChessMove move;
    while (chess_walk_next(&walk, &move)) nodes += perft(chess_make(p, move), depth - 1);
    return nodes;
}

/* The mailbox takes its time, so crowded boards stay out. */
static void check_perft(const MailboxPosition *position, ChessPosition planes)
{
    if (chess_count(planes) > 45) return;
    if (perft(planes, 3) != mailbox_perft(position, 3)) fail_at(position, "perft 3 differs");
}

static void perft_to_depth_3(void **state)
{
    (void)state;
    for_positions(DEEP_POSITIONS, 4, check_perft);
}

/* ---- castling ---- */

static void put_castling(MailboxPosition *p, bool white, int king, int rook)
{
    const int row = white ? 21 : 91, side = rook > king ? 0 : 1;
    p->board[row + king] = white ? 'K' : 'k';
    p->board[row + rook] = white ? 'R' : 'r';
    p->castling_rook[white][side] = row + rook;
}

static void empty_board(MailboxPosition *p, bool white_to_move)
{
    memset(p, 0, sizeof *p);
    memset(p->board, '#', sizeof p->board);
    for (int row = 21; row <= 91; row += 10) memset(p->board + row, '.', 8);
    p->white_to_move = white_to_move;
}

/* Every king's and rook's square, with each other square of the row empty, blocked by either side, or held by
 * a slider of the other side, and an attacker on each file. */
static void castling_from_everywhere(void **state)
{
    (void)state;
    static const char men[] = "nrqNB";
    u64 castlings = 0;
    for (int king = 0; king < 8; king++)
        for (int rook = 0; rook < 8; rook++)
            for (int square = 0; rook != king && square < 8; square++)
                for (int man = 0; man < 6; man++)
                    for (int attacker = 0; attacker < 9; attacker++) {
                        const bool white = (king + square + man) % 2;
                        const int row = white ? 21 : 91;
                        MailboxPosition p;
                        empty_board(&p, white);
                        put_castling(&p, white, king, rook);
                        p.board[(white ? 91 : 21) + (king + 4) % 8] = white ? 'k' : 'K';
                        char *cell = &p.board[row + square];
                        if (men[man] && *cell == '.') *cell = white ? men[man] : (char)(men[man] ^ 32);
                        cell = &p.board[(white ? 61 : 51) + attacker];
                        if (attacker < 8) *cell = white ? 'r' : 'R';
                        if (mailbox_in_check(&p, !white)) continue;
                        check_moves(&p, mailbox_planes(&p));
                        MailboxStats stats = {0};
                        mailbox_stats(&p, 1, &stats);
                        castlings += stats.castles;
                    }
    assert_true(castlings > 1000);
}

static void chess960_starts(void **state)
{
    (void)state;
    for (int number = 0; number < 960; number++) {
        MailboxPosition p;
        chess960_start(number, &p);
        check_moves(&p, mailbox_planes(&p));
    }
    char fen[MAILBOX_FEN_SIZE];
    MailboxPosition p;
    chess960_start(518, &p);
    mailbox_write(&p, fen);
    assert_string_equal(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha -");
    chess960_start(0, &p);
    mailbox_write(&p, fen);
    assert_string_equal(fen, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf -");
    chess960_start(959, &p);
    mailbox_write(&p, fen);
    assert_string_equal(fen, "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca -");
}

/* ---- en passant ---- */

static int targets_kept, targets_dropped;

/* Every target that a double step may have left: kept or dropped as the mailbox says. */
static void check_targets(const MailboxPosition *position, ChessPosition planes)
{
    const int up = position->white_to_move ? 10 : -10, row = position->white_to_move ? 61 : 51;
    const char pawn = position->white_to_move ? 'p' : 'P';
    planes.own &= ~chess_en_passant(planes);
    for (int file = 0; file < 8; file++) {
        MailboxPosition p = *position;
        p.en_passant = row + file + up;
        if (p.board[row + file] != pawn || p.board[p.en_passant] != '.' || p.board[p.en_passant + up] != '.')
            continue;
        ChessPosition given = planes;
        given.own |= U64(1) << (40 + file);
        given = chess_normalise_en_passant(given);
        const ChessPosition expected = mailbox_planes(&p);
        if (memcmp(&given, &expected, sizeof given)) fail_at(&p, "chess_normalise_en_passant differs");
        *(chess_en_passant(given) ? &targets_kept : &targets_dropped) += 1;
    }
}

static void en_passant_targets(void **state)
{
    (void)state;
    for_positions(POSITIONS, 5, check_targets);
    assert_true(targets_kept > 100 && targets_dropped > 100);
}

/* ---- text, and the positions themselves ---- */

static void check_text(const MailboxPosition *position, ChessPosition planes)
{
    char fen[MAILBOX_FEN_SIZE], error[NOTATION_ERROR], shredder[CHESS_FEN_TEXT];
    ChessRecord record;
    mailbox_write(position, fen);
    if (chess_fen_parse(fen, &record, error)) fail_at(position, error);
    if (memcmp(&record.position, &planes, sizeof planes))
        fail_at(position, "the FEN is read as another position");
    chess_fen_format(&record, CHESS_FEN_SHREDDER, shredder);
    if (strncmp(shredder, fen, strlen(fen)) || strcmp(shredder + strlen(fen), " 0 1"))
        fail_at(position, "the FEN is written otherwise");
}

static void positions_as_text(void **state)
{
    (void)state;
    for_positions(POSITIONS, 6, check_text);
}

static int many_moves, no_moves, in_double_check, en_passant_in_check, en_passant_barred;

static void count_features(const MailboxPosition *position, ChessPosition planes)
{
    const u64 checkers = chess_checkers(planes), target = chess_en_passant(planes);
    const u64 beside =
        ((target >> 9 & CHESS_NOT_H) | (target >> 7 & CHESS_NOT_A)) & chess_pawns(planes) & planes.own;
    const u32 moves = chess_count(planes);
    (void)position;
    many_moves += moves > 100;
    no_moves += moves == 0;
    in_double_check += (checkers & (checkers - 1)) != 0;
    en_passant_in_check += target && checkers;
    en_passant_barred += target && chess_en_passant_captors(planes, target) != beside;
}

/* Positions that never meet what they are made for would make the other tests idle. */
static void random_positions_are_rich(void **state)
{
    (void)state;
    for_positions(POSITIONS, 7, count_features);
    assert_true(many_moves > POSITIONS / 200);
    assert_true(no_moves > POSITIONS / 1000);
    assert_true(in_double_check > POSITIONS / 100);
    assert_true(en_passant_in_check > POSITIONS / 1000);
    assert_true(en_passant_barred > 0);
}

static void streams_repeat_and_differ(void **state)
{
    (void)state;
    char text[3][MAILBOX_FEN_SIZE];
    for (int i = 0; i < 3; i++) {
        RandomPositions random;
        MailboxPosition position;
        random_positions_start(&random, seed, 8 + (uint64_t)i / 2);
        for (int k = 0; k < 20; k++) random_positions_next(&random, &position);
        mailbox_write(&position, text[i]);
    }
    assert_string_equal(text[0], text[1]);
    assert_string_not_equal(text[0], text[2]);
}

/* Published programs are wrong on the first two. */
static void traps(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        u32 moves;
    } known[] = {
        {"8/8/8/1PpP3r/1K5k/8/5pP1/1R6 w - c6 0 5", 9}, /* two captures of a checking pawn */
        {"4k3/8/K6r/3pP3/8/8/8/8 w - d6 0 1", 6},       /* a capture that interposes */
        {"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", 6},       /* one that would open the rank */
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        MailboxPosition position;
        const char *error = mailbox_parse(known[i].fen, &position);
        if (error) fail_msg("%s: %s", known[i].fen, error);
        const ChessPosition planes = mailbox_planes(&position);
        check_moves(&position, planes);
        assert_int_equal(chess_count(planes), known[i].moves);
    }
}

int main(void)
{
    const char *wanted = getenv("TEST_SEED");
    seed = wanted ? strtoull(wanted, NULL, 0) : (uint64_t)time(NULL);
    printf("TEST_SEED=%" PRIu64 "\n", seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_positions_are_rich),
        cmocka_unit_test(streams_repeat_and_differ),
        cmocka_unit_test(moves_and_made_positions),
        cmocka_unit_test(checks),
        cmocka_unit_test(statistics),
        cmocka_unit_test(perft_to_depth_3),
        cmocka_unit_test(castling_from_everywhere),
        cmocka_unit_test(chess960_starts),
        cmocka_unit_test(en_passant_targets),
        cmocka_unit_test(positions_as_text),
        cmocka_unit_test(traps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
