/* SPDX-License-Identifier: MIT */
/* The reference solver for chess endgames of 2 to 4 men: position by position, plain and slow. The set-wise
 * solver is compared with it.
 *
 *     const char *materials[] = {"KPvK"};
 *     char error[REFERENCE_ERROR];
 *     Reference *reference = reference_open(materials, 1, error);      NULL: error says why
 *     ReferenceValue value;
 *     if (reference_probe(reference, position, &value) == REFERENCE_OK) ... value.wdl, value.dtm
 *     reference_close(reference);
 *
 * No castling rights. En passant is exact: a position with a legal en passant capture has a value of its own.
 * An open Reference is never written: all functions but reference_close may run in several threads.
 */
#ifndef SOLVER_TEST_REFERENCE_H
#define SOLVER_TEST_REFERENCE_H

#include "rules/chess/position.h"

#define REFERENCE_ERROR 128
#define REFERENCE_LONGEST 512 /* plies, above any distance of 4 men */

typedef struct Reference Reference;

typedef enum {
    REFERENCE_LOSS = -2,
    REFERENCE_BLESSED_LOSS, /* saved by the 50-move rule alone */
    REFERENCE_DRAW,
    REFERENCE_CURSED_WIN, /* kept from winning by the 50-move rule alone */
    REFERENCE_WIN,
} ReferenceWdl;

/* As the side to move sees it; the halfmove clock stands at 0. */
typedef struct {
    ReferenceWdl wdl;
    int dtz; /* plies to a capture, a pawn move or mate that keeps the result: positive if won, negative if
                lost; 0 if mated or drawn; above 100 for cursed and blessed results, a zeroing move
                into such a result being 101 */
    int dtm; /* plies to mate, the 50-move rule ignored; signs likewise */
} ReferenceValue;

typedef enum {
    REFERENCE_OK,
    REFERENCE_NO_TABLE, /* of this material */
    REFERENCE_ILLEGAL,  /* castling rights, the side not to move in check, pawns on the last ranks, an en
                           passant target that no legal capture uses */
} ReferenceStatus;

/* Solves the materials and what they need by capture and promotion. A material is written KQvKR, the stronger
 * side first or not. At most 1.1 GB for KPvKP, seconds a table on one core. NULL on error: a name that is no
 * material of 2 to 4 men, memory. */
Reference *reference_open(const char *const *materials, int count, char error[REFERENCE_ERROR]);
void reference_close(Reference *reference);

/* The number of tables, and their names (stronger side first), 0 to count - 1. */
int reference_count(const Reference *reference);
const char *reference_name(const Reference *reference, int table);

ReferenceStatus reference_probe(const Reference *reference, ChessPosition position, ReferenceValue *value);

/* The result if the halfmove clock stands at `clock` plies: a win whose zeroing comes too late is cursed. */
ReferenceWdl reference_wdl_at_clock(ReferenceValue value, int clock);

/* Calls `visit` for every legal position of a table, `second` being 1 if the second side moves. Nothing is
 * reduced by symmetry, equal men are not distinguished. Positions with an en passant capture follow the same
 * position without it. */
typedef void ReferenceVisit(void *user, ChessPosition position, int second, ReferenceValue value);
void reference_each(const Reference *reference, int table, ReferenceVisit *visit, void *user);

/* Compares stored positions, every `stride`-th (1: all), with what their moves lead to. If none differs, both
 * distances of decided positions follow by induction from mate, and drawn ones can be held for ever. Returns
 * how many differ; *wrong is one of them. */
u64 reference_verify(const Reference *reference, int table, u64 stride, ChessPosition *wrong);

/* Of one side to move. Positions with an en passant capture are counted in `en_passant` alone. */
typedef struct {
    u64 results[5];                                                           /* by wdl + 2 */
    u64 wins[REFERENCE_LONGEST];                                              /* by dtm */
    u64 losses[REFERENCE_LONGEST];                                            /* by -dtm */
    int longest_win_dtm, longest_loss_dtm, longest_win_dtz, longest_loss_dtz; /* plies, -1: none */
    ChessPosition longest_win_dtm_at, longest_loss_dtm_at, longest_win_dtz_at, longest_loss_dtz_at;
    u64 en_passant;         /* positions with a legal en passant capture */
    u64 en_passant_matters; /* of which the result differs without that right */
} ReferenceStatistics;

/* statistics[1]: the second side of the table's name moves. */
void reference_statistics(const Reference *reference, int table, ReferenceStatistics statistics[2]);

#endif
