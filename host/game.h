/* A game as the command line and the perft runner see it: one row of functions.
 *
 * Positions and moves are opaque here: a position is up to GAME_WORDS 64-bit words, zero-padded, equal words
 * meaning equal positions; a move is one 64-bit code. All functions are thread-safe.
 */
#ifndef HOST_GAME_H
#define HOST_GAME_H

#include <stddef.h>
#include <stdint.h>

#define GAME_WORDS 4
#define GAME_TEXT 256      /* enough for a position or a move in any notation, with its final 0 */
#define GAME_MAX_MOVES 256

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
} GameRecord;

typedef enum { MOVE_UCI, MOVE_SAN } MoveStyle;

typedef struct Game {
    const char *name;       /* "chess" */
    const char *title;      /* one line for lists */
    /* Named positions (startpos, kiwipete) or text; 0, or -1 with one line in error (what, where, expected). */
    int (*parse)(const struct Game *game, const char *text, GameRecord *record, char error[GAME_TEXT]);
    void (*format)(const struct Game *game, const GameRecord *record, char text[GAME_TEXT]);
    /* Legal moves in the order in which they are shown; returns their number. */
    int (*moves)(const struct Game *game, const GameRecord *record, GameMove list[GAME_MAX_MOVES]);
    void (*make)(const struct Game *game, const GameRecord *record, GameMove move, GameRecord *next);
    void (*move_text)(const struct Game *game, const GameRecord *record, GameMove move, MoveStyle style,
                      char text[GAME_TEXT]);
    /* One character per square for pictures: rows from the top as the players see the board; '.' empty. */
    void (*board)(const struct Game *game, const GameRecord *record, char rows[16][16]);
    int width, height;
} Game;

/* NULL if there is none of that name. */
const Game *game_find(const char *name);
/* The i-th game of the table, NULL past the end. */
const Game *game_at(int i);

/* The table's rows. */
extern const Game game_chess;

#endif
