/* SPDX-License-Identifier: MIT */
/* Chess as a row of the games' table. */
#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess_cpu.h"
#include "../../rules/chess/stats.h"
#include "../../notation/chess_notation.h"

_Static_assert(sizeof(ChessPosition) == sizeof(GamePosition), "a chess position fills a game's position");
_Static_assert(NOTATION_ERROR <= GAME_TEXT && CHESS_FEN_TEXT <= GAME_TEXT && CHESS_MOVE_TEXT <= GAME_TEXT,
               "room");
_Static_assert(CHESS_MAX_MOVES <= GAME_MAX_MOVES, "room for moves");

static ChessRecord to_chess(const GameRecord *record)
{
    ChessRecord chess = {.black = record->black,
                         .chess960 = record->chess960,
                         .halfmove = record->halfmove,
                         .fullmove = record->fullmove};
    memcpy(&chess.position, &record->position, sizeof chess.position);
    return chess;
}

static GameRecord from_chess(const ChessRecord *chess)
{
    GameRecord record = {.black = chess->black,
                         .chess960 = chess->chess960,
                         .halfmove = chess->halfmove,
                         .fullmove = chess->fullmove};
    memcpy(&record.position, &chess->position, sizeof record.position);
    return record;
}

static const char *named_position(const char *text)
{
    if (!strcmp(text, "startpos")) return "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    if (!strcmp(text, "kiwipete"))
        return "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    return text;
}

static int parse(const Game *game, const char *text, GameRecord *record, char error[GAME_TEXT])
{
    (void)game;
    ChessRecord chess;
    const char *fen = named_position(text);
    if (*fen && !strpbrk(fen, "/ 12345678")) {
        snprintf(error, GAME_TEXT, "unknown position '%.100s', expected startpos, kiwipete or a FEN", text);
        return -1;
    }
    if (chess_fen_parse(fen, &chess, error)) return -1;
    *record = from_chess(&chess);
    return 0;
}

static int parse_suite(const Game *game, const char *line, GameRecord *record, GameKnown *known,
                       char error[GAME_TEXT])
{
    (void)game;
    ChessEpd epd;
    if (chess_epd_parse(line, &epd, error)) return -1;
    if (epd.count == 0) {
        snprintf(error, GAME_TEXT, "no counts behind the position, expected ;D1 20 ;D2 400 or the like");
        return -1;
    }
    *record = from_chess(&epd.record);
    known->count = epd.count;
    for (int i = 0; i < epd.count; i++) {
        known->depth[i] = epd.expected[i].depth;
        known->nodes[i] = epd.expected[i].nodes;
    }
    return 0;
}

static void format(const Game *game, const GameRecord *record, char text[GAME_TEXT])
{
    (void)game;
    const ChessRecord chess = to_chess(record);
    chess_fen_format(&chess, CHESS_FEN_AUTO, text);
}

typedef struct {
    char text[CHESS_MOVE_TEXT];
    ChessMove move;
} NamedMove;

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const NamedMove *)a)->text, ((const NamedMove *)b)->text);
}

static int moves(const Game *game, const GameRecord *record, GameMove list[GAME_MAX_MOVES])
{
    (void)game;
    const ChessRecord chess = to_chess(record);
    ChessMove unsorted[CHESS_MAX_MOVES];
    NamedMove named[CHESS_MAX_MOVES];
    const int count = (int)chess_generate(&chess.position, unsorted);
    for (int i = 0; i < count; i++) {
        named[i].move = unsorted[i];
        chess_uci_format(&chess, unsorted[i], named[i].text);
    }
    qsort(named, (size_t)count, sizeof *named, compare_names);
    for (int i = 0; i < count; i++) list[i] = named[i].move;
    return count;
}

static void make(const Game *game, const GameRecord *record, GameMove move, GameRecord *next)
{
    (void)game;
    ChessRecord chess = to_chess(record);
    chess_record_make(&chess, (ChessMove)move, &chess);
    *next = from_chess(&chess);
}

static void move_text(const Game *game, const GameRecord *record, GameMove move, MoveStyle style,
                      char text[GAME_TEXT])
{
    (void)game;
    const ChessRecord chess = to_chess(record);
    if (style == MOVE_SAN) chess_san_format(&chess, (ChessMove)move, CHESS_ENGLISH, text);
    else chess_uci_format(&chess, (ChessMove)move, text);
}

/* Coordinates first: no SAN looks like them. */
static int read_move(const Game *game, const GameRecord *record, const char *text, GameMove *move,
                     char error[GAME_TEXT])
{
    (void)game;
    const ChessRecord chess = to_chess(record);
    ChessMove read;
    if (chess_uci_parse(&chess, text, &read, error) &&
        chess_san_parse(&chess, text, CHESS_ENGLISH, &read, error))
        return -1;
    *move = read;
    return 0;
}

static int move_to(const Game *game, const GameRecord *record, const GamePosition *after, GameMove *move)
{
    (void)game;
    ChessPosition position;
    ChessMove candidate;
    memcpy(&position, &record->position, sizeof position);
    ChessWalk walk = chess_walk(&position);
    while (chess_walk_next(&walk, &candidate)) {
        const ChessPosition next = chess_make(position, candidate);
        if (memcmp(&next, after, sizeof next)) continue;
        *move = candidate;
        return 0;
    }
    return -1;
}

static void board(const Game *game, const GameRecord *record, char rows[16][16])
{
    (void)game;
    const ChessRecord chess = to_chess(record);
    memset(rows, 0, 16 * sizeof rows[0]);
    for (int square = 0; square < 64; square++)
        rows[7 - square / 8][square % 8] = chess_letter_at(&chess, square);
}

static ChessPosition position_of(const GamePosition *position)
{
    ChessPosition p;
    memcpy(&p, position, sizeof p);
    return p;
}

static unsigned __int128 count_leaves(GameRules rules, const GamePosition *position, int depth,
                                      PerftTable *table, const volatile int *stop)
{
    (void)rules;
    const ChessPosition p = position_of(position);
    return chess_cpu_perft(&p, depth, table, stop);
}

static void count_stats(GameRules rules, const GamePosition *position, int depth, uint64_t *stats,
                        const volatile int *stop)
{
    (void)rules;
    const ChessPosition p = position_of(position);
    chess_cpu_stats(&p, depth, stats, stop);
}

static int children(GameRules rules, const GamePosition *position, GamePosition list[GAME_MAX_MOVES])
{
    (void)rules;
    const ChessPosition p = position_of(position);
    ChessWalk walk = chess_walk(&p);
    ChessMove move;
    int count = 0;
    while (chess_walk_next(&walk, &move)) {
        const ChessPosition next = chess_make(p, move);
        memcpy(&list[count++], &next, sizeof next);
    }
    return count;
}

/* The pawn's file, from 1, after a double step. */
static int mark(const GamePosition *parent, const GamePosition *child)
{
    const ChessPosition before = position_of(parent), after = position_of(child);
    const u64 pawns = chess_pawns(before) & before.own, moved = byteswap64(chess_pawns(after) & ~after.own);
    const u64 from = pawns & ~moved & UINT64_C(0xff00), to = moved & ~pawns;
    return from && to == from << 16 ? __builtin_ctzll(from) % 8 + 1 : 0;
}

static void end_text(const Game *game, const GameRecord *record, char text[GAME_TEXT])
{
    ChessPosition position;
    (void)game;
    memcpy(&position, &record->position, sizeof position);
    if (!chess_in_check(position)) snprintf(text, GAME_TEXT, "Stalemate: a draw.");
    else snprintf(text, GAME_TEXT, "Checkmate: %s wins.", record->black ? "White" : "Black");
}

static GameEngine engine(void) { return (GameEngine){chess_cpu()->set.name, chess_cpu()->counting}; }

static const GamePerft chess_perft = {
    .count = count_leaves,
    .stats = count_stats,
    .children = children,
    .mark = mark,
    .engine = engine,
    .device_counting = "the last two plies by differences where exact, else the last ply set-wise",
    .stat_count = CHESS_STATS,
    .stat_names = {"nodes", "captures", "en_passant", "castles", "promotions", "checks", "discovered",
                   "doubles", "mates"},
    .count_kernel = KERNEL_chess_count,
    .expand_kernel = KERNEL_chess_expand,
    .differences_kernel = KERNEL_chess_differences,
    .plain_kernel = KERNEL_chess_count_plain,
    .special_kernel = KERNEL_chess_count_special,
    .queued_moves = CHESS_MAX_MOVES,
    .stats_kernel = KERNEL_chess_stats,
    .uses_lanes = 1,
    .narrow_depth = CHESS_NARROW_DEPTH,
    .known_position = "kiwipete",
    .known_depth = 3,
    .known_nodes = 97862,
};

const Game game_chess = {
    .name = "chess",
    .title = "chess, Chess960 included; positions in FEN, X-FEN, Shredder-FEN, or startpos, kiwipete",
    .parse = parse,
    .parse_suite = parse_suite,
    .format = format,
    .moves = moves,
    .make = make,
    .move_text = move_text,
    .read_move = read_move,
    .move_to = move_to,
    .board = board,
    .width = 8,
    .height = 8,
    .end_text = end_text,
    .clock_limit = 100,
    .perft = &chess_perft,
};
