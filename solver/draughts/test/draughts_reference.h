/* SPDX-License-Identifier: MIT */
/* The reference solver for draughts endgames of 2 to 4 pieces: position by position, plain and slow. The
 * set-wise solver is compared with it.
 *
 *     const DraughtsGame *game = &draughts_games[DRAUGHTS_GAME_checkers];
 *     const char *slices[] = {"KMvK"};
 *     char error[NOTATION_ERROR];
 *     DraughtsReference *reference = draughts_reference_open(game, slices, 1, error);   NULL: error says why
 *     DraughtsReferenceValue value;
 *     if (!draughts_reference_probe(reference, position, &value)) ... value.wdl, value.dtw
 *     draughts_reference_close(reference);
 *
 * The moves are the mailbox generator's, so that nothing but the shape of a position is shared with the rest.
 * A slice is named after its pieces, kings before men, the mover first: KMvKK is a king and a man to move
 * against two kings. Every position is seen by the side to move; games that draw by counting moves or by
 * repetition are played on for ever.
 *
 * A position is every way to place the pieces, men not on their crown squares, both sides having one at
 * least. In games with huffing, each set of the opponent's pieces may be the one to be huffed, whether or not
 * a move can lead to it. In breakthrough a king ends the game, and slices with kings do not exist.
 *
 * An open reference is never written: all functions but draughts_reference_close may run in several threads.
 */
#ifndef SOLVER_TEST_DRAUGHTS_REFERENCE_H
#define SOLVER_TEST_DRAUGHTS_REFERENCE_H

#include "rules/draughts/draughts.h"
#include "notation/message.h"

#define DRAUGHTS_REFERENCE_PIECES 4
#define DRAUGHTS_REFERENCE_LONGEST 512 /* plies, above any distance of 4 pieces */

typedef struct DraughtsReference DraughtsReference;

typedef enum {
    DRAUGHTS_REFERENCE_LOSS = -1,
    DRAUGHTS_REFERENCE_DRAW,
    DRAUGHTS_REFERENCE_WIN
} DraughtsReferenceWdl;

typedef struct {
    DraughtsReferenceWdl wdl; /* of the side to move */
    int dtw;                  /* plies until a side has no move, both playing for the result and then for its
                                 time; 0 if drawn, or if that is now */
} DraughtsReferenceValue;

typedef enum {
    DRAUGHTS_REFERENCE_OK,
    DRAUGHTS_REFERENCE_NO_TABLE, /* of this slice */
    DRAUGHTS_REFERENCE_ILLEGAL,  /* no position, see above; the opponent has no piece, or in breakthrough the
                                    mover a king: the move before ended the game */
} DraughtsReferenceStatus;

/* Solves the slices and what they need by capture, promotion and turn: all 3 pieces on 32 squares in half a
 * second, 4 pieces in a quarter of a minute, on 50 squares in 2 minutes. A slice takes 2 bytes for every way
 * to give each piece any square, and the moves of two slices are kept while they are solved: 0.6 GB for 4
 * pieces on 50 squares. NULL on error: a name that is no slice of 2 to 4 pieces with some on each side, kings
 * in breakthrough, a game that the mailbox does not know, memory. */
DraughtsReference *draughts_reference_open(const DraughtsGame *game, const char *const *slices, int count,
                                           char error[NOTATION_ERROR]);

/* The same for all slices of 2 to `pieces` pieces, 2 to DRAUGHTS_REFERENCE_PIECES. */
DraughtsReference *draughts_reference_open_all(const DraughtsGame *game, int pieces,
                                               char error[NOTATION_ERROR]);

void draughts_reference_close(DraughtsReference *reference); /* NULL is allowed */

const DraughtsGame *draughts_reference_game(const DraughtsReference *reference);

/* The number of slices, and their names, 0 to count - 1. */
int draughts_reference_count(const DraughtsReference *reference);
const char *draughts_reference_name(const DraughtsReference *reference, int slice);

/* A mover without pieces, and in breakthrough one who sees a king of the opponent's, has lost (or won, in
 * giveaway) whatever slices are solved. */
DraughtsReferenceStatus draughts_reference_probe(const DraughtsReference *reference,
                                                 DraughtsPosition position, DraughtsReferenceValue *value);

/* Calls `visit` for every position of a slice. Nothing is reduced by symmetry, equal pieces are not
 * told apart. */
typedef void DraughtsReferenceVisit(void *user, DraughtsPosition position, DraughtsReferenceValue value);
void draughts_reference_each(const DraughtsReference *reference, int slice, DraughtsReferenceVisit *visit,
                             void *user);

/* Compares positions, every `stride`-th (1: all), with what their moves lead to. If none differs in any
 * slice, distances of decided positions follow by induction from those without a move, and drawn ones can be
 * held for ever. Returns how many differ; *wrong is one of them. */
u64 draughts_reference_verify(const DraughtsReference *reference, int slice, u64 stride,
                              DraughtsPosition *wrong);

/* Of positions in which nothing can be huffed, but for `huffable`. */
typedef struct {
    u64 results[3];                       /* by wdl + 1 */
    u64 wins[DRAUGHTS_REFERENCE_LONGEST]; /* by dtw */
    u64 losses[DRAUGHTS_REFERENCE_LONGEST];
    int longest_win, longest_loss; /* plies, -1: none */
    DraughtsPosition longest_win_at, longest_loss_at;
    u64 huffable[3]; /* positions with something to huff, by wdl + 1 */
} DraughtsReferenceStatistics;

void draughts_reference_statistics(const DraughtsReference *reference, int slice,
                                   DraughtsReferenceStatistics *statistics);

#endif
