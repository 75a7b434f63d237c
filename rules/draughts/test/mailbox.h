/* SPDX-License-Identifier: MIT */
/* The slow reference move generator for the draughts family and Damma: the oracle of the differential tests.
 *
 * Written from the rules alone and sharing nothing with the fast generators; positions and moves pass between
 * the two as text. One generator reads a row of plain rules per game, finds all captures by recursion, each
 * with its route, and then applies the rules of choice to the finished moves.
 *
 * All functions are free of shared state and may be called from any thread. */
#ifndef DRAUGHTS_TEST_MAILBOX_H
#define DRAUGHTS_TEST_MAILBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A square is 16 * rank + file, both from 0; a1 is 0, b1 is 1, a2 is 16. */
typedef uint8_t SlowSquare;

/* Boards have at most 14 files and ranks. The cells around them say "no square", and because squares wrap
 * modulo 256, a step of one or two from any square of the board finds one of them on every side. */
typedef struct SlowPosition {
    char cell[256];     /* 'w' 'W' 'b' 'B' (capitals are kings), '.' empty, '#' no square of this game */
    char side;          /* to move: 'W' or 'B' */
    bool huffable[256]; /* Damma: men of the side that has just moved and that may be huffed now */
} SlowPosition;

#define SLOW_MAX_JUMPS 72

typedef struct SlowMove {
    SlowSquare from, to; /* a huff: both are the square of the man taken off */
    char piece, result;  /* the man that moves, as it starts and as it ends; a huff: the man taken off */
    bool is_huff;
    int jumps;                           /* 0: a quiet move or a huff */
    int men, kings;                      /* captured */
    SlowSquare captured[SLOW_MAX_JUMPS]; /* in the order of the jumps */
    SlowSquare landing[SLOW_MAX_JUMPS];  /* after each jump; a king that flies straight on, or back, is given
                                            the first free square behind the victim, wherever it might stop */
} SlowMove;

typedef struct SlowList {
    size_t count, capacity;
    size_t limit;   /* routes after which the search gives up; 0: 2 million, which take some seconds */
    SlowMove *move; /* freed by slow_free */
} SlowList;

/* KEEP: every route of a capture is a move. MERGED: captures with the same origin, destination, captured set
 * and resulting man are one move. */
typedef enum SlowCounting { SLOW_KEEP, SLOW_MERGED } SlowCounting;

typedef struct SlowStats { /* of the moves at the last ply */
    uint64_t nodes, captures, men_captured, kings_captured, promotions, huffs;
    int longest_capture; /* pieces taken by one move */
} SlowStats;

typedef struct SlowGame SlowGame;

/* The row of that name, or NULL. */
const SlowGame *slow_game(const char *name);

/* The name of row i, from 0, or NULL after the last. */
const char *slow_game_name(int i);

/* Whether men of `side`, 'W' or 'B', become kings on that square of the board. */
bool slow_is_crown(const SlowGame *game, SlowSquare square, char side);

/* The first position of the game. */
void slow_start(const SlowGame *game, SlowPosition *position);

#define SLOW_ERROR_SIZE 128

/* Reads a PDN FEN (or "startpos"): side, then the lists of both colours in either order, numeric or algebraic
 * squares, kings as K5 or Kd8, numeric ranges 1-12 and K1-12, quotes and a final dot allowed. The tail S is
 * the list of squares that may be huffed, other tails are skipped. False: `error` says what is wrong, and
 * *position is undefined. */
bool slow_parse(const SlowGame *game, const char *fen, SlowPosition *position, char error[SLOW_ERROR_SIZE]);

#define SLOW_FEN_SIZE 1024

/* Writes the canonical FEN, White first and squares in the order of their numbers, so that equal positions
 * give equal texts. The squares are in the form that the game writes, or all algebraic. */
void slow_write(const SlowGame *game, const SlowPosition *position, char fen[SLOW_FEN_SIZE]);
void slow_write_algebraic(const SlowGame *game, const SlowPosition *position, char fen[SLOW_FEN_SIZE]);

/* Lists the legal moves in no particular order. *list is all zero, but for the limit, or one filled before.
 * A merged move shows one of its routes, captured squares sorted. False: out of memory, or more routes than
 * the limit, which positions with many kings have easily; the list is then empty. */
bool slow_moves(const SlowGame *game, const SlowPosition *position, SlowCounting counting, SlowList *list);
void slow_free(SlowList *list);

typedef enum SlowForm {
    SLOW_ROUTE,  /* c3xe5xg7(d4,f6): landings and captured squares in order; differs for every kept move */
    SLOW_ORDER,  /* c3xg7(d4,f6): captured squares in order; routes may differ in turning squares only */
    SLOW_RESULT, /* c3xg7(d4,f6): captured squares sorted; differs for every merged move */
} SlowForm;

#define SLOW_TEXT_SIZE 1024

/* Writes a move with algebraic squares: a3-b4, c3xg7(d4,f6), =K for a man that becomes king, ~d4: a huff. */
void slow_move_text(const SlowMove *move, SlowForm form, char text[SLOW_TEXT_SIZE]);

/* Plays a legal move. */
void slow_make(const SlowGame *game, SlowPosition *position, const SlowMove *move);

/* Counts the moves at the last ply, `depth` at least 1, and adds them to *stats.
 * False as in slow_moves; *stats is then undefined. */
bool slow_perft(const SlowGame *game, const SlowPosition *position, int depth, SlowCounting counting,
                SlowStats *stats);

#endif
