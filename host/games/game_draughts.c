/* SPDX-License-Identifier: MIT */
/* Every draughts game as a row of the games' table, from its row in rulesets.h. */
#include "game_draughts.h"

#include "draughts_cpu.h"
#include "../base/need_memory.h"
#include "../base/stop.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "../../notation/draughts_notation.h"
#include "../../notation/perft_counts.h"

_Static_assert(sizeof(DraughtsPosition) == sizeof(GamePosition),
               "a draughts position fills a game's position");
_Static_assert(NOTATION_ERROR <= GAME_TEXT && DRAUGHTS_FEN_TEXT <= GAME_TEXT &&
                   DRAUGHTS_MOVE_TEXT <= GAME_TEXT,
               "room");
_Static_assert(PERFT_COUNTS <= GAME_MAX_KNOWN, "room for counts");

static const DraughtsGame *row_of(const Game *game) { return &draughts_games[game->variant]; }

static DraughtsRecord to_draughts(const GameRecord *record)
{
    DraughtsRecord draughts = {.black = record->black};
    memcpy(&draughts.position, &record->position, sizeof draughts.position);
    return draughts;
}

static GameRecord from_draughts(const DraughtsRecord *draughts, int merge_captures)
{
    GameRecord record = {.black = draughts->black, .fullmove = 1, .merge_captures = merge_captures};
    memcpy(&record.position, &draughts->position, sizeof record.position);
    return record;
}

static int parse(const Game *game, const char *text, GameRecord *record, char error[GAME_TEXT])
{
    DraughtsRecord draughts;
    if (!strcmp(text, "startpos")) {
        draughts_record_start(row_of(game), &draughts);
    } else if (*text && !strpbrk(text, ":\"[ 0123456789")) {
        snprintf(error, GAME_TEXT,
                 "unknown position '%.100s', expected startpos or a FEN such as W:WK1,c3:B10-12", text);
        return -1;
    } else if (draughts_fen_parse(row_of(game), text, &draughts, error)) {
        return -1;
    }
    *record = from_draughts(&draughts, 0);
    return 0;
}

static int parse_suite(const Game *game, const char *line, GameRecord *record, GameKnown *known,
                       char error[GAME_TEXT])
{
    DraughtsRecord draughts;
    PerftCounts counts;
    const char *rest = draughts_fen_read(row_of(game), line, &draughts, error);
    if (rest == NULL || perft_counts_read(line, rest, &counts, error)) return -1;
    if (counts.count == 0) {
        snprintf(error, GAME_TEXT, "no counts behind the position, expected ;D1 7 ;D2 49 or the like");
        return -1;
    }
    *record = from_draughts(&draughts, 0);
    known->count = counts.count;
    for (int i = 0; i < counts.count; i++) {
        known->depth[i] = counts.depth[i];
        known->nodes[i] = counts.nodes[i];
    }
    return 0;
}

static void format(const Game *game, const GameRecord *record, char text[GAME_TEXT])
{
    const DraughtsRecord draughts = to_draughts(record);
    draughts_fen_format(row_of(game), &draughts, text);
}

/* A route does not fit 64 bits: a move's code is its place in the list of legal ones, which is made anew. */
static int list_moves(const Game *game, const GameRecord *record, DraughtsMove list[GAME_MAX_MOVES])
{
    const DraughtsRecord draughts = to_draughts(record);
    return draughts_list_moves(row_of(game), &draughts, record->merge_captures, list, GAME_MAX_MOVES);
}

static int moves(const Game *game, const GameRecord *record, GameMove list[GAME_MAX_MOVES])
{
    DraughtsMove legal[GAME_MAX_MOVES];
    const int count = list_moves(game, record, legal);
    for (int i = 0; i < count; i++) list[i] = (GameMove)i;
    return count < 0 ? GAME_MAX_MOVES + 1 : count;
}

static void make(const Game *game, const GameRecord *record, GameMove move, GameRecord *next)
{
    DraughtsMove legal[GAME_MAX_MOVES];
    DraughtsRecord draughts = to_draughts(record);
    list_moves(game, record, legal);
    draughts_record_make(row_of(game), &draughts, &legal[move], &draughts);
    *next = from_draughts(&draughts, record->merge_captures);
}

static void move_text(const Game *game, const GameRecord *record, GameMove move, MoveStyle style,
                      char text[GAME_TEXT])
{
    (void)style; /* players and programs write alike */
    DraughtsMove legal[GAME_MAX_MOVES];
    const int count = list_moves(game, record, legal);
    draughts_move_format(row_of(game), legal, count, (int)move, text);
}

static int read_move(const Game *game, const GameRecord *record, const char *text, GameMove *move,
                     char error[GAME_TEXT])
{
    DraughtsMove legal[GAME_MAX_MOVES];
    const int count = list_moves(game, record, legal);
    int which;
    if (count < 0) {
        snprintf(error, GAME_TEXT, "the captures of this position are too many to be listed");
        return -1;
    }
    if (draughts_move_parse(row_of(game), legal, count, text, &which, error)) return -1;
    *move = (GameMove)which;
    return 0;
}

static int move_to(const Game *game, const GameRecord *record, const GamePosition *after, GameMove *move)
{
    DraughtsMove legal[GAME_MAX_MOVES];
    const DraughtsRecord draughts = to_draughts(record);
    const int count = list_moves(game, record, legal);
    for (int i = 0; i < count; i++) {
        DraughtsRecord next;
        draughts_record_make(row_of(game), &draughts, &legal[i], &next);
        if (memcmp(&next.position, after, sizeof next.position)) continue;
        *move = (GameMove)i;
        return 0;
    }
    return -1;
}

static void board(const Game *game, const GameRecord *record, char rows[16][16])
{
    const DraughtsRecord draughts = to_draughts(record);
    memset(rows, 0, 16 * sizeof rows[0]);
    for (int rank = 0; rank < game->height; rank++)
        for (int file = 0; file < game->width; file++)
            rows[game->height - 1 - rank][file] = draughts_letter_at(row_of(game), &draughts, file, rank);
}

static int number(const Game *game, int file, int rank)
{
    return draughts_number_at(row_of(game), file, rank);
}

/* Men on light squares where a1 is dark are set cornerwise, others have a1 light for their squares to be dark. */
static GameBoard colours_of(const DraughtsGame *row)
{
    if (row->rules.lattice == DRAUGHTS_ALL_SQUARES) return BOARD_PLAIN;
    return row->rules.lattice == DRAUGHTS_DARK || draughts_is_cornerwise(row) ? BOARD_A1_DARK
                                                                              : BOARD_A1_LIGHT;
}

static DraughtsPosition position_of(const GamePosition *position)
{
    DraughtsPosition p;
    memcpy(&p, position, sizeof p);
    return p;
}

static int children(GameRules rules, const GamePosition *position, GamePosition list[GAME_MAX_MOVES])
{
    const DraughtsParameters game =
        draughts_parameters((DraughtsGameId)rules.game->variant, rules.merge_captures);
    const DraughtsPosition p = position_of(position);
    const u32 count = draughts_children(&game, &p, (DraughtsPosition *)(void *)list, GAME_MAX_MOVES, NULL);
    return count > GAME_MAX_MOVES ? GAME_MAX_MOVES + 1 : (int)count;
}

static unsigned __int128 count_leaves(GameRules rules, const GamePosition *position, int depth,
                                      PerftTable *table, const volatile int *stop)
{
    const DraughtsPosition p = position_of(position);
    if (depth == 0) return 1;
    if (depth > DRAUGHTS_NARROW_DEPTH) {
        GamePosition list[GAME_MAX_MOVES];
        unsigned __int128 leaves = 0;
        const int count = children(rules, position, list);
        for (int i = 0; i < count && i < GAME_MAX_MOVES && !stop_asked(stop); i++)
            leaves += count_leaves(rules, &list[i], depth - 1, table, stop);
        if (count <= GAME_MAX_MOVES) return leaves;
    }
    return draughts_cpu()->perft[rules.game->variant](&p, depth, rules.merge_captures, table, stop);
}

static void add_stats(const DraughtsParameters *game, const DraughtsPosition *p, int depth, uint64_t *stats,
                      const volatile int *stop)
{
    if (depth == 1) {
        draughts_position_stats(game, p, stats, stop);
        return;
    }
    u32 room = GAME_MAX_MOVES, count;
    DraughtsPosition *list = need_memory(room * sizeof *list);
    while ((count = draughts_children(game, p, list, room, stop)) > room) {
        free(list);
        room = count;
        list = need_memory(room * sizeof *list);
    }
    for (u32 i = 0; i < count && !stop_asked(stop); i++) add_stats(game, &list[i], depth - 1, stats, stop);
    free(list);
}

static void count_stats(GameRules rules, const GamePosition *position, int depth, uint64_t *stats,
                        const volatile int *stop)
{
    const DraughtsParameters game =
        draughts_parameters((DraughtsGameId)rules.game->variant, rules.merge_captures);
    const DraughtsPosition p = position_of(position);
    add_stats(&game, &p, depth, stats, stop);
}

static size_t parameters(GameRules rules, void *out, size_t room)
{
    const DraughtsParameters game =
        draughts_parameters((DraughtsGameId)rules.game->variant, rules.merge_captures);
    if (sizeof game <= room) memcpy(out, &game, sizeof game);
    return sizeof game;
}

static GameEngine engine(void) { return (GameEngine){draughts_cpu()->set.name, draughts_cpu()->counting}; }

static void end_text(const Game *game, const GameRecord *record, char text[GAME_TEXT])
{
    const char *mover = record->black ? "Black" : "White", *other = record->black ? "White" : "Black";
    const u8 goal = draughts_games[game->variant].rules.goal;
    snprintf(text, GAME_TEXT, "%s has no move: %s wins.", mover, goal == DRAUGHTS_GIVEAWAY ? mover : other);
}

static const GamePerft draughts_perft = {
    .count = count_leaves,
    .stats = count_stats,
    .children = children,
    .engine = engine,
    .device_counting = "the last ply position by position",
    .parameters = parameters,
    .overflow_offset = offsetof(DraughtsParameters, overflow),
    .stat_count = DRAUGHTS_STATS,
    .stat_names = {"nodes", "captures", "men_captured", "kings_captured", "promotions", "huffs",
                   "longest_capture"},
    .stats_that_are_maxima = 1u << DRAUGHTS_STAT_LONGEST,
    .count_kernel = KERNEL_draughts_count,
    .expand_kernel = KERNEL_draughts_expand,
    .differences_kernel = KERNEL_draughts_count_remaining,
    .remaining_kernel = KERNEL_draughts_remaining,
    .stats_kernel = KERNEL_draughts_stats,
    .narrow_depth = DRAUGHTS_NARROW_DEPTH,
    .known_position = "startpos",
    .known_depth = 6,
};

static Game games[DRAUGHTS_GAMES];

static void fill_games(void)
{
    for (int i = 0; i < DRAUGHTS_GAMES; i++) {
        const DraughtsGame *row = &draughts_games[i];
        games[i] = (Game){
            .name = row->name,
            .title = row->title,
            .parse = parse,
            .parse_suite = parse_suite,
            .format = format,
            .moves = moves,
            .make = make,
            .move_text = move_text,
            .read_move = read_move,
            .move_to = move_to,
            .board = board,
            .width = row->rules.width,
            .height = row->rules.height,
            .family = GAME_DRAUGHTS,
            .variant = i,
            .colours = colours_of(row),
            .cornerwise = draughts_is_cornerwise(row),
            .number = row->notation == DRAUGHTS_NUMERIC ? number : NULL,
            .end_text = end_text,
            .rules = draughts_rules_in_words,
            .perft = &draughts_perft,
        };
    }
}

const Game *game_draughts(int i)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_games);
    return i >= 0 && i < DRAUGHTS_GAMES ? &games[i] : NULL;
}
