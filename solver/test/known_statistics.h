/* SPDX-License-Identifier: MIT */
/* The known answers about chess endgames, for tests: rows of the files in results/known, and the statistics
 * of chess_dtm.tsv, chess_dtz.tsv and chess_tb_5men.tsv together.
 *
 *     char error[NOTATION_ERROR];
 *     KnownStatistics *known = known_statistics_open("results/known", error);        NULL: error says why
 *     const KnownTable *table = known_statistics_find(known, "KPvKP", 0);            White to move
 *     if (table && table->longest_win_dtm.plies >= 0) ... table->longest_win_dtm.at.position
 *     known_statistics_close(known);
 *
 * What a file says of itself in its first lines holds for what is read from it. Thread-safe; what is open is
 * never written.
 */
#ifndef SOLVER_TEST_KNOWN_STATISTICS_H
#define SOLVER_TEST_KNOWN_STATISTICS_H

#include "notation/chess_notation.h"

/* ---- statistics ---- */

#define KNOWN_NAME 12
#define KNOWN_NONE (-1)    /* no position is won, or lost, in this way */
#define KNOWN_UNKNOWN (-2) /* no file says */

/* Positions by result, as the side to move sees it. */
typedef struct {
    int known;      /* 0: no file says */
    u64 results[5]; /* loss, blessed loss, draw, cursed win, win */
} KnownCounts;

typedef struct {
    int plies;      /* KNOWN_NONE, KNOWN_UNKNOWN */
    u64 unique;     /* how many there are up to symmetry and the order of equal men; 0: no file says */
    ChessRecord at; /* one of them, if plies is 0 or more */
} KnownLongest;

/* One side to move. Without en passant rights. */
typedef struct {
    char name[KNOWN_NAME]; /* "KRPvKR": White has the first side */
    int side;              /* to move: 0 the first, 1 the second */

    KnownCounts all;     /* every legal position; 3 and 4 men */
    KnownCounts unique;  /* up to symmetry and the order of equal men; 3 and 4 men */
    KnownCounts ordered; /* up to symmetry, equal men distinguished; 5 men */
    int orders;          /* of equal men: 1 if there are none */

    KnownLongest longest_win_dtm;  /* by the side to move, the 50-move rule ignored */
    KnownLongest longest_loss_dtm; /* likewise; 3 and 4 men */

    int longest_win_dtz, longest_loss_dtz; /* of the side to move, cursed and blessed results included */
    KnownLongest longest_win_of_colour;    /* dtz, of this side, whoever is to move; not cursed */
    KnownLongest longest_cursed_of_colour; /* likewise, cursed */
} KnownTable;

#define KNOWN_MOST 290 /* 145 materials of 3 to 5 men */

typedef struct {
    int count;
    KnownTable table[KNOWN_MOST];
} KnownStatistics;

/* Reads the three files of a folder. NULL with one line in error: a file that cannot be read, memory, a
 * malformed line. */
KnownStatistics *known_statistics_open(const char *folder, char error[NOTATION_ERROR]);
void known_statistics_close(KnownStatistics *known); /* NULL is allowed */

/* NULL: nothing is known of that table. side: to move, 0 the first side of its name, 1 the second. */
const KnownTable *known_statistics_find(const KnownStatistics *known, const char *name, int side);

/* ---- rows of any of the files ---- */

#define KNOWN_COLUMNS 16

typedef struct {
    char place[64];              /* "chess_dtm.tsv:12", for messages */
    char *column[KNOWN_COLUMNS]; /* never empty */
} KnownRow;

/* 0, or -1 with one line in error, which ends the reading. */
typedef int KnownVisit(void *user, const KnownRow *row, char error[NOTATION_ERROR]);

/* Calls `visit` for each line of a file but comments (#). Each has `columns` columns, 1 to KNOWN_COLUMNS,
 * parted by tabs. 0, or -1 with one line in error: a file that cannot be read, another number of columns, an
 * empty column, a line without an end; or what `visit` says. */
int known_rows(const char *folder, const char *name, int columns, KnownVisit *visit, void *user,
               char error[NOTATION_ERROR]);

/* A count without sign or blanks. 0, or -1 if the text is no such number. */
int known_count(const char *text, u64 *count);

#endif
