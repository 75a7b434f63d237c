/* SPDX-License-Identifier: MIT */
/* A game as the command line and the perft runner see it: a table of functions.
 *
 * Positions and moves are opaque here: a position is up to GAME_WORDS 64-bit words, zero-padded, equal words
 * meaning equal positions; a move is one 64-bit code. All functions are thread-safe.
 */
#ifndef HOST_GAME_H
#define HOST_GAME_H

#include <stddef.h>
#include <stdint.h>

#include "../../kernels/device.h"
#include "perft_table.h"

#define GAME_WORDS 4
#define GAME_TEXT 512 /* enough for a position or a move in any notation, with its final 0 */
#define GAME_MAX_MOVES 576
#define GAME_MAX_STATS 12
#define GAME_MAX_KNOWN 64
#define GAME_MAX_RULES 20
#define GAME_RULE_TEXT 600

typedef struct {
    uint64_t word[GAME_WORDS];
} GamePosition;

typedef uint64_t GameMove;

/* A position with what is not part of it: whose turn, clocks, how moves are written. */
typedef struct {
    GamePosition position;
    int black;          /* 1: Black to move */
    int chess960;       /* 1: castling is written king takes rook */
    int halfmove;       /* plies since a capture or pawn move */
    int fullmove;       /* from 1 */
    int merge_captures; /* 1: captures that differ in their route only are one move; 0: every route is one */
} GameRecord;

typedef enum { MOVE_UCI, MOVE_SAN } MoveStyle;

/* The native engine as it runs here, in words, for reports. */
typedef struct {
    const char *instruction_set;
    const char *counting; /* how it counts leaves */
} GameEngine;

/* By which rules positions are counted. */
typedef struct {
    const struct Game *game;
    int merge_captures; /* see GameRecord */
} GameRules;

/* How a game is counted: natively and by kernels. */
typedef struct {
    /* Leaves `depth` (0 or more) plies below. Gives up soon after *stop becomes nonzero, with those counted
     * until then. table: NULL for none. */
    unsigned __int128 (*count)(GameRules rules, const GamePosition *position, int depth, PerftTable *table,
                               const volatile int *stop);
    /* Adds the statistics of the moves at the last of `depth` (1 or more) plies to stats[stat_count]. stop:
     * as for count. */
    void (*stats)(GameRules rules, const GamePosition *position, int depth, uint64_t *stats,
                  const volatile int *stop);
    /* The positions after each legal move, in any order; returns their number. More than GAME_MAX_MOVES: the list
     * means nothing. */
    int (*children)(GameRules rules, const GamePosition *position, GamePosition list[GAME_MAX_MOVES]);
    /* The double step that led from a position to its child, from 1, or 0 if the move was none: what positions may be
     * distinguished by beyond their words. NULL: nothing. */
    int (*mark)(const GamePosition *parent, const GamePosition *child);
    GameEngine (*engine)(void);
    /* What the kernels take as their first argument, made of the rules; NULL: they take none. Returns its bytes, at
     * most `room`. The word at overflow_offset is set by a kernel that gives up: its results are void then. */
    size_t (*parameters)(GameRules rules, void *out, size_t room);
    size_t overflow_offset;
    const char *device_counting; /* how the kernels count leaves */
    int stat_count;              /* at most GAME_MAX_STATS; the first is the nodes */
    const char *stat_names[GAME_MAX_STATS];
    uint32_t stats_that_are_maxima; /* bit i: column i is a maximum, not a sum */
    KernelId count_kernel, expand_kernel, stats_kernel;
    /* Two plies above the leaves: counts some moves' leaves; the others' positions are written by remaining_kernel, or
     * their moves join a queue whose plain and special records two kernels count. */
    KernelId differences_kernel, remaining_kernel, plain_kernel, special_kernel;
    uint32_t queued_moves; /* that a position may have at most; 0: there is no queue */
    int uses_lanes;   /* 1: an item of the count and differences kernels takes DeviceInfo.lanes positions */
    int narrow_depth; /* up to here no position has 2^64 leaves */
    const char *known_position; /* the question that a device answers when it is opened */
    int known_depth;
    uint64_t known_nodes; /* 0: as counted natively */
} GamePerft;

/* Adds columns of statistics, or takes the larger. */
static inline void game_add_stat(const GamePerft *perft, int column, unsigned __int128 *into,
                                 unsigned __int128 value)
{
    if (!(perft->stats_that_are_maxima >> column & 1)) *into += value;
    else if (*into < value) *into = value;
}

/* Counts that a line of a perft suite promises. */
typedef struct {
    int count;
    int depth[GAME_MAX_KNOWN];
    unsigned __int128 nodes[GAME_MAX_KNOWN];
} GameKnown;

/* A rule in words. */
typedef struct {
    const char *key; /* "man_capture" */
    char text[GAME_RULE_TEXT];
} GameRule;

typedef enum { GAME_CHESS, GAME_DRAUGHTS } GameFamily;
typedef enum { BOARD_A1_DARK, BOARD_A1_LIGHT, BOARD_PLAIN } GameBoard;

typedef struct Game {
    const char *name;  /* "chess" */
    const char *title; /* one line for lists */
    /* Named positions (startpos, kiwipete) or text; 0, or -1 with one line in error: what, where, what was
     * expected. */
    int (*parse)(const struct Game *game, const char *text, GameRecord *record, char error[GAME_TEXT]);
    void (*format)(const struct Game *game, const GameRecord *record, char text[GAME_TEXT]);
    /* A line of a perft suite: a position and what is known of it, at least one count. As parse. */
    int (*parse_suite)(const struct Game *game, const char *line, GameRecord *record, GameKnown *known,
                       char error[GAME_TEXT]);
    /* Legal moves in the order in which they are shown; returns their number. More than GAME_MAX_MOVES: the list
     * could not hold them, or they are too many to be found, and the list means nothing. */
    int (*moves)(const struct Game *game, const GameRecord *record, GameMove list[GAME_MAX_MOVES]);
    void (*make)(const struct Game *game, const GameRecord *record, GameMove move, GameRecord *next);
    void (*move_text)(const struct Game *game, const GameRecord *record, GameMove move, MoveStyle style,
                      char text[GAME_TEXT]);
    /* Reads a legal move as players or programs write it: chess in SAN or coordinates, draughts as PDN. 0, or -1 with
     * one line in error. */
    int (*read_move)(const struct Game *game, const GameRecord *record, const char *text, GameMove *move,
                     char error[GAME_TEXT]);
    /* The legal move that leads to the position. 0; -1: none does, or captures are too many to be listed. */
    int (*move_to)(const struct Game *game, const GameRecord *record, const GamePosition *after,
                   GameMove *move);
    /* One character per square for pictures: rows from the top, White at the bottom; '.' empty, ' ' not used. */
    void (*board)(const struct Game *game, const GameRecord *record, char rows[16][16]);
    int width, height;
    /* What draughts games differ in; all 0 for chess. */
    GameFamily family;
    int variant; /* the row in the family's table */
    GameBoard colours;
    int cornerwise; /* 1: the board stands on its corner a1, White's */
    int (*number)(const struct Game *game, int file,
                  int rank); /* of a square, from 1; NULL: they have letters */
    /* A position without moves, in a sentence: "Checkmate: White wins." */
    void (*end_text)(const struct Game *game, const GameRecord *record, char text[GAME_TEXT]);
    int clock_limit; /* plies without capture or pawn move that draw; 0: no such rule while playing */
    int (*rules)(const struct Game *game,
                 GameRule list[GAME_MAX_RULES]); /* returns their number; NULL: no rules in words */
    const GamePerft *perft;
} Game;

/* NULL if no game has that name. */
const Game *game_find(const char *name);
/* The i-th game of the table, NULL past the end. */
const Game *game_at(int i);

/* The table's rows: chess, then i from 0 for each draughts game (NULL past the end). */
extern const Game game_chess;
const Game *game_draughts(int i);

#endif
