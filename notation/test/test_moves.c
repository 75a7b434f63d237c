/* SPDX-License-Identifier: MIT */
/* Moves in UCI and SAN. NOTATION_DATA names the folder of data; TEST_SEED changes the random games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../chess_notation.h"
#include "../../rules/chess/moves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ChessRecord parse(const char *fen)
{
    ChessRecord record;
    char error[NOTATION_ERROR];
    if (chess_fen_parse(fen, &record, error)) fail_msg("%s: %s", fen, error);
    return record;
}

static ChessMove read_uci(const ChessRecord *record, const char *text)
{
    ChessMove move = 0;
    char error[NOTATION_ERROR];
    if (chess_uci_parse(record, text, &move, error)) fail_msg("%s", error);
    return move;
}

static ChessMove read_san(const ChessRecord *record, const char *text, ChessLetters letters)
{
    ChessMove move = 0;
    char error[NOTATION_ERROR];
    if (chess_san_parse(record, text, letters, &move, error)) fail_msg("%s", error);
    return move;
}

/* In all positions of the file: the same moves as python-chess, each written the same way, each read back. */
static void moves_as_python_chess_writes_them(void **state)
{
    (void)state;
    static char line[16384];
    FILE *file = fopen(NOTATION_DATA "/moves.tsv", "r");
    int positions = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (*line == '#') continue;
        const char *fen = strtok(line, "\t");
        const ChessRecord record = parse(fen);
        u32 moves = 0;
        for (const char *uci; (uci = strtok(NULL, " \n")); moves++) {
            const char *san = strtok(NULL, " \n");
            char text[CHESS_MOVE_TEXT];
            const ChessMove move = read_uci(&record, uci);
            chess_uci_format(&record, move, text);
            if (strcmp(text, uci)) fail_msg("%s: %s written as %s", fen, uci, text);
            chess_san_format(&record, move, CHESS_ENGLISH, text);
            if (strcmp(text, san)) fail_msg("%s: %s is %s, written as %s", fen, uci, san, text);
            if (read_san(&record, san, CHESS_ENGLISH) != move)
                fail_msg("%s: %s read as another move", fen, san);
        }
        if (moves != chess_count(record.position)) fail_msg("%s: %u moves in the file", fen, moves);
        positions++;
    }
    fclose(file);
    assert_int_equal(positions, 153);
}

static u64 seed;

static u32 random_below(u32 n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (u32)((seed >> 32) % n);
}

static void check_all_moves(const ChessRecord *record, const ChessMove *moves, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        char text[CHESS_MOVE_TEXT], longer[CHESS_MOVE_TEXT + 4];
        for (int letters = CHESS_ENGLISH; letters <= CHESS_PORTUGUESE; letters++) {
            chess_san_format(record, moves[i], (ChessLetters)letters, text);
            if (read_san(record, text, (ChessLetters)letters) != moves[i])
                fail_msg("%s read as another move", text);
            snprintf(longer, sizeof longer, " %s?! ", text);
            assert_int_equal(read_san(record, longer, (ChessLetters)letters), moves[i]);
        }
        chess_uci_format(record, moves[i], text);
        assert_int_equal(read_uci(record, text), moves[i]);
        ChessRecord marked = *record;
        marked.chess960 = 1; /* castling king takes rook is read in every record */
        chess_uci_format(&marked, moves[i], text);
        assert_int_equal(read_uci(record, text), moves[i]);
    }
}

static void check_record(const ChessRecord *record)
{
    char text[CHESS_FEN_TEXT], again[CHESS_FEN_TEXT];
    for (int style = CHESS_FEN_AUTO; style <= CHESS_FEN_SHREDDER; style++) {
        chess_fen_format(record, (ChessFenStyle)style, text);
        const ChessRecord read = parse(text);
        if (memcmp(&read.position, &record->position, sizeof read.position))
            fail_msg("%s reads as another position", text);
        chess_fen_format(&read, (ChessFenStyle)style, again);
        assert_string_equal(again, text);
        assert_int_equal(read.halfmove, record->halfmove);
        assert_int_equal(read.fullmove, record->fullmove);
    }
}

static void random_games_round_trip(void **state)
{
    (void)state;
    static const char *const starts[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w GCgc - 0 1",
        "rkrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNNQ w KQkq - 0 1",
        "8/PPP3PP/4k3/8/8/4K3/ppp3pp/8 w - - 0 1",
    };
    const char *given = getenv("TEST_SEED");
    seed = given ? strtoull(given, NULL, 0) | 1 : 20240229;
    print_message("TEST_SEED=%llu\n", (unsigned long long)seed);
    for (u32 game = 0; game < 60; game++) {
        ChessRecord record = parse(starts[game % (sizeof starts / sizeof *starts)]);
        for (u32 ply = 0; ply < 120; ply++) {
            ChessMove moves[CHESS_MAX_MOVES];
            const u32 count = chess_generate(&record.position, moves);
            check_record(&record);
            check_all_moves(&record, moves, count);
            if (!count) break;
            chess_record_make(&record, moves[random_below(count)], &record);
        }
    }
}

static void castling_both_ways(void **state)
{
    (void)state;
    const ChessRecord standard = parse("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
    char text[CHESS_MOVE_TEXT];
    assert_int_equal(read_uci(&standard, "e8g8"), chess_move(4, 7, 0));
    assert_int_equal(read_uci(&standard, "e8h8"), chess_move(4, 7, 0));
    assert_int_equal(read_uci(&standard, "e8c8"), chess_move(4, 0, 0));
    assert_int_equal(read_uci(&standard, "e8a8"), chess_move(4, 0, 0));
    chess_uci_format(&standard, chess_move(4, 0, 0), text);
    assert_string_equal(text, "e8c8");
    const ChessRecord shredder = parse("r3k2r/8/8/8/8/8/8/R3K2R b HAha - 0 1");
    assert_int_equal(read_uci(&shredder, "e8g8"), chess_move(4, 7, 0));
    chess_uci_format(&shredder, chess_move(4, 0, 0), text);
    assert_string_equal(text, "e8a8");
    /* the king steps onto g1 beside its rook, or castles by taking it */
    const ChessRecord near = parse("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    assert_int_equal(read_uci(&near, "f1g1"), chess_move(5, 6, 0));
    assert_int_equal(read_uci(&near, "f1h1"), chess_move(5, 7, 0));
    chess_san_format(&near, chess_move(5, 6, 0), CHESS_ENGLISH, text);
    assert_string_equal(text, "Kg1");
}

static void san_is_read_with_tolerance(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *san, *uci;
    } cases[] = {
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0", "e1g1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0+", "e1c1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O-O!?", "e1c1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rh1xh8", "h1h8"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rh8", "h1h8"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "R1h3", "h1h3"},
        {"7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8Q", "e7e8q"},
        {"7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=Q+", "e7e8q"},
        {"7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=N", "e7e8n"},
        {"7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=B#", "e7e8b"},
        {"7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7-e8(R)!!", "e7e8r"},
        {"7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8/R", "e7e8r"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.", "e5d6"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6e.p.+", "e5d6"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "ed6", "e5d6"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5d6"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "Pe5:d6", "e5d6"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "xd6", "e5d6"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e6??", "e5e6"},
        {"4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "  Ng1f3 \n", "g1f3"},
        {"4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "Ng1-f3", "g1f3"},
        {"4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "N1f3+", "g1f3"},
        /* coordinates, with and without signs; castling as squares */
        {"4k3/5p2/8/7Q/8/8/8/4K3 w - - 0 1", "h5f7+", "h5f7"},
        {"4k3/5p2/8/7Q/8/8/8/4K3 w - - 0 1", "h5xf7#", "h5f7"},
        {"4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "g1-f3!?", "g1f3"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1-g1", "e1g1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1+", "e1c1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "Ke8-g8", "e8g8"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8", "e8c8"},
        {"4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "e1g1", "e1g1"},
        {"7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q+", "a7a8q"},
        {"7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7-a8=R", "a7a8r"},
        {"7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=q", "a7a8q"},
        {"7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a8(n)", "a7a8n"},
        {"7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=(Q)", "a7a8q"},
        {"1r5k/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8q+", "a7b8q"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6ep", "e5d6"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6ep+", "e5d6"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "o-o-o", "e1c1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
         "0\xe2\x80\x93"
         "0",
         "e1g1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "\xe2\x99\x96h1\xc3\x97h8+", "h1h8"},
        {"4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1",
         "\xe2\x99\x9e"
         "f3",
         "g1f3"},
        {"4k3/5p2/8/7Q/8/8/8/4K3 w - - 0 1", "QXf7dbl+", "h5f7"},
        {"7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a8(=Q)", "a7a8q"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6(ep)", "e5d6"},
        {"4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1",
         "\xe2\x99\x98\xef\xb8\x8e"
         "f3",
         "g1f3"},
        {"4k3/5p2/8/7Q/8/8/8/4K3 w - - 0 1", "Qxf7 mate", "h5f7"},
        {"4k3/5p2/8/7Q/8/8/8/4K3 w - - 0 1", "Qxf7ch", "h5f7"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const ChessRecord record = parse(cases[i].fen);
        char text[CHESS_MOVE_TEXT];
        chess_uci_format(&record, read_san(&record, cases[i].san, CHESS_ENGLISH), text);
        if (strcmp(text, cases[i].uci)) fail_msg("%s read as %s", cases[i].san, text);
    }
}

static void portuguese_letters(void **state)
{
    (void)state;
    const ChessRecord position = parse("4k3/1P6/8/8/3Q4/8/B7/4K1NR w - - 0 1");
    static const char *const pairs[][2] = {{"Qd5", "Dd5"},  {"Rh8+", "Th8+"}, {"Bb3", "Bb3"},
                                           {"Nf3", "Cf3"},  {"Kf2", "Rf2"},   {"b8=Q+", "b8=D+"},
                                           {"b8=N", "b8=C"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const ChessMove move = read_san(&position, pairs[i][0], CHESS_ENGLISH);
        char text[CHESS_MOVE_TEXT];
        chess_san_format(&position, move, CHESS_PORTUGUESE, text);
        assert_string_equal(text, pairs[i][1]);
        assert_int_equal(read_san(&position, pairs[i][1], CHESS_PORTUGUESE), move);
    }
}

static void refused_moves_say_why(void **state)
{
    (void)state;
    enum { UCI, SAN, PORTUGUESE };
    static const char knights[] = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1";
    static const char promotion[] = "7k/4P3/8/8/8/8/8/4K3 w - - 0 1";
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    static const struct {
        const char *fen;
        int notation;
        const char *text, *message;
    } cases[] = {
        {start, UCI, "", "move '', expected two squares and a promotion piece if any, as e2e4 or e7e8q"},
        {start, UCI, "e2", "move 'e2', expected two squares and a promotion piece if any, as e2e4 or e7e8q"},
        {start, UCI, "0000",
         "move '0000', expected two squares and a promotion piece if any, as e2e4 or e7e8q"},
        {start, UCI, "e2e9",
         "move 'e2e9', expected two squares and a promotion piece if any, as e2e4 or e7e8q"},
        {start, UCI, "e2e4x",
         "move 'e2e4x', expected two squares and a promotion piece if any, as e2e4 or e7e8q"},
        {start, UCI, "e2e4.",
         "move 'e2e4.', expected two squares and a promotion piece if any, as e2e4 or e7e8q"},
        {start, UCI, "e2e4 e7e5",
         "move 'e2e4 e7e5', expected two squares and a promotion piece if any, as e2e4 or e7e8q"},
        {start, UCI,
         "e2\xe9"
         "4",
         "move 'e2\\xe94', expected two squares and a promotion piece if any, as e2e4 or e7e8q"},
        {start, UCI, "e3e4", "move 'e3e4': no piece stands on e3"},
        {start, UCI, "e7e5", "move 'e7e5': the piece on e7 is not White's"},
        {start, UCI, "e2e5", "move 'e2e5' is not legal for White"},
        {start, UCI, "e2e4q", "move 'e2e4q' is not legal for White"},
        {start, UCI, "e1g1", "move 'e1g1' is not legal for White"},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", UCI, "a1g1", "move 'a1g1' is not legal for White"},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", UCI, "e1g1q", "move 'e1g1q' is not legal for White"},
        {promotion, UCI, "e7e8",
         "move 'e7e8': the promotion piece is missing, expected e7e8q, e7e8r, e7e8b or e7e8n"},
        {"4k3/8/8/8/8/8/8/4K2R b K - 0 1", UCI, "e8g8", "move 'e8g8' is not legal for Black"},
        {start, SAN, "", "move '', expected SAN, as Nf3, exd5, e8=Q or O-O"},
        {start, SAN, "+", "move '+', expected SAN, as Nf3, exd5, e8=Q or O-O"},
        {start, SAN, "nf3", "move 'nf3', expected SAN, as Nf3, exd5, e8=Q or O-O"},
        {start, SAN, "e4e5e6", "move 'e4e5e6', expected SAN, as Nf3, exd5, e8=Q or O-O"},
        {start, SAN, "Nx", "move 'Nx', expected SAN, as Nf3, exd5, e8=Q or O-O"},
        {start, SAN, "e4-", "move 'e4-', expected SAN, as Nf3, exd5, e8=Q or O-O"},
        {start, SAN, "Nf", "move 'Nf', expected SAN, as Nf3, exd5, e8=Q or O-O"},
        {start, SAN, "e8=K", "move 'e8=K', expected SAN, as Nf3, exd5, e8=Q or O-O"},
        {start, SAN, "e8=", "move 'e8=', expected SAN, as Nf3, exd5, e8=Q or O-O"},
        {start, SAN, "e8(Q", "move 'e8(Q', expected SAN, as Nf3, exd5, e8=Q or O-O"},
        {start, SAN, ".e4", "move '.e4', expected SAN, as Nf3, exd5, e8=Q or O-O"},
        {start, SAN, "O-O-O-O", "move 'O-O-O-O', expected SAN, as Nf3, exd5, e8=Q or O-O"},
        {start, SAN,
         "\xe2\x99\xa1"
         "f3",
         "move '\xe2\x99\xa1"
         "f3', expected SAN, as Nf3, exd5, e8=Q or O-O"},
        {start, SAN, "\xe2\x99", "move '\\xe2\\x99', expected SAN, as Nf3, exd5, e8=Q or O-O"},
        {start, SAN, "e2-e5", "move 'e2-e5' is not legal for White"},
        {start, SAN, "e7e5", "move 'e7e5' is not legal for White"},
        {start, SAN, "e2e4q", "move 'e2e4q' is not legal for White"},
        {start, SAN, "e1g1", "move 'e1g1' is not legal for White"},
        {start, SAN, "Ng1xf3", "move 'Ng1xf3' is not legal for White"},
        {promotion, SAN, "e7e8", "move 'e7e8': the promotion piece is missing, expected as e8=Q"},
        {start, PORTUGUESE, "Nf3", "move 'Nf3', expected SAN, as Cf3, exd5, e8=D or O-O"},
        {start, SAN, "O-O", "move 'O-O' is not legal for White"},
        {start, SAN, "Nf4", "move 'Nf4' is not legal for White"},
        {start, SAN, "Nxf3", "move 'Nxf3' is not legal for White"},
        {start, SAN, "e4=Q", "move 'e4=Q' is not legal for White"},
        {knights, SAN, "Nd2", "move 'Nd2' is ambiguous: Nbd2, Nfd2"},
        {knights, SAN, "N1d2", "move 'N1d2' is ambiguous: Nbd2, Nfd2"},
        {promotion, SAN, "e8", "move 'e8': the promotion piece is missing, expected as e8=Q"},
        {promotion, PORTUGUESE, "e8", "move 'e8': the promotion piece is missing, expected as e8=D"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", SAN, "d6", "move 'd6' is not legal for White"},
        {"4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", SAN, "xd6", "move 'xd6' is ambiguous: cxd6, exd6"},
        {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", SAN, "Ka1", "move 'Ka1' is not legal for White"},
        {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", SAN, "Kc1", "move 'Kc1' is not legal for White"},
        {"8/Q1Q1Q1Q1/1Q5k/8/5Q1K/8/1QQ1QQ2/8 b - - 0 1", SAN, "Kg5", "move 'Kg5' is not legal for Black"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const ChessRecord record = parse(cases[i].fen);
        ChessMove move = 0x1234;
        char error[NOTATION_ERROR] = "accepted";
        const int status =
            cases[i].notation == UCI
                ? chess_uci_parse(&record, cases[i].text, &move, error)
                : chess_san_parse(&record, cases[i].text,
                                  cases[i].notation == SAN ? CHESS_ENGLISH : CHESS_PORTUGUESE, &move, error);
        if (status != -1 || strcmp(error, cases[i].message))
            fail_msg("\"%s\": %s\nexpected: %s", cases[i].text, error, cases[i].message);
        assert_int_equal(move, 0x1234);
    }
}

static void disambiguation_counts_legal_moves_only(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *uci, *san;
    } cases[] = {
        {"4k3/4r3/8/8/8/8/4N3/N3K3 w - - 0 1", "a1c2", "Nc2"}, /* the other knight is pinned */
        {"4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1", "a1a2", "Ra2"},
        {"1k6/8/8/8/8/R7/8/R3K3 w Q - 0 1", "a1a2", "R1a2"}, /* a rook that may castle is a rook */
        {"6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"},
        {"k7/8/8/8/8/8/8/K1RR4 w - - 0 1", "c1c8", "Rc8+"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const ChessRecord record = parse(cases[i].fen);
        char text[CHESS_MOVE_TEXT];
        chess_san_format(&record, read_uci(&record, cases[i].uci), CHESS_ENGLISH, text);
        assert_string_equal(text, cases[i].san);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_as_python_chess_writes_them),
        cmocka_unit_test(random_games_round_trip),
        cmocka_unit_test(castling_both_ways),
        cmocka_unit_test(san_is_read_with_tolerance),
        cmocka_unit_test(portuguese_letters),
        cmocka_unit_test(refused_moves_say_why),
        cmocka_unit_test(disambiguation_counts_legal_moves_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
