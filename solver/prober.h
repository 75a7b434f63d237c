/* SPDX-License-Identifier: MIT */
/* Probing chess tables: results and distances of positions, from files that `tabuleiro solve chess` wrote.
 *
 *     #include <tabuleiro/notation/chess_notation.h>
 *     #include <tabuleiro/solver/prober.h>               pkg-config tabuleiro-prober
 *
 *     char error[PROBER_ERROR];
 *     Prober *prober = prober_open("tables", 256 << 20, error);      NULL: error says why
 *     ProbeValue value;
 *     switch (prober_probe(prober, &position, PROBE_WDL | PROBE_DTM, &value, error)) {
 *     case PROBE_DONE: ... value.wdl, value.dtm                       as the side to move sees them
 *     case PROBE_NO_TABLE: ...                                        none of this material in the folder
 *     case PROBE_BROKEN: ...                                          error names the file and what is wrong
 *     ...
 *     }
 *     prober_close(prober);
 *
 * Positions are those of rules/chess/position.h (chess_fen_parse of notation reads them). En passant captures
 * are looked at (the value of a position with that right follows from its moves, for which .dtz files are needed even if
 * only results are asked for); positions with castling rights have no value here. The halfmove clock is taken as 0;
 * prober_wdl_at_clock counts it in.
 *
 * A Prober may be used by several threads at once, but for prober_close; a thread needs a stack of 512 KiB. It holds at most cache_bytes:
 * values, and for what is open a quarter, 64 MiB at most, which is enough for 35 tables in all metrics. Beyond that a
 * table in use takes about 1.5 MB of 4 men, 5 MB of 5, 70 MB of 6.
 */
#ifndef SOLVER_PROBER_H
#define SOLVER_PROBER_H

#include "../rules/chess/position.h"
#include "base/probe_moves.h"

#define PROBER_CLOCK_FULL 100 /* plies, after which the 50-move rule draws */

typedef struct Prober Prober;

typedef struct {
    Wdl wdl;
    int dtz; /* plies to the capture, pawn move or mate that keeps the result: positive if won, negative if lost, 0 if
                mated or drawn. Above 100 for cursed and blessed results; 101 is then also what a zeroing
                move into such a result counts. Exact */
    int dtm; /* plies to mate, the 50-move rule ignored, signs likewise */
} ProbeValue;

/* Opens a folder; reads the heads of its tables. cache_bytes: 1 MiB at least; where memory is short less is
 * used. NULL: no folder, no memory. A damaged file does not hinder opening: probing it reports the damage. */
Prober *prober_open(const char *directory, u64 cache_bytes, char error[PROBER_ERROR]);
void prober_close(Prober *prober); /* NULL is allowed */

/* Looks up what `metrics` names (PROBE_WDL and so on; the results always come with the distances). Fills the members
 * asked for; on failure error has one line. */
ProbeStatus prober_probe(Prober *prober, const ChessPosition *position, int metrics, ProbeValue *value,
                         char error[PROBER_ERROR]);

/* The result with the halfmove clock at `clock` plies: a win whose zeroing comes too late is cursed. At 100, and above,
 * only a mate on the board counts. */
Wdl prober_wdl_at_clock(ProbeValue value, int clock);

/* The value of a move for the side that makes it, the move counted, from the value of the position after it. zeroing: 1
 * for captures and pawn moves. Where after.dtz is not known (0), dtz is meaningless, and the result lacks one ply of the
 * 50-move rule; where after.dtm is not known, dtm is meaningless. Thread-safe, no errors. */
ProbeValue prober_before_move(ProbeValue after, int zeroing);

/* All that is known of a position: PROBE_DONE also where only a distance is missing. On failure error has one line.
 * Thread-safe, as the two above. */
ProbeStatus prober_result(Prober *prober, const ChessPosition *position, const ProbeTask *task,
                          ProbeResult *result, char error[PROBER_ERROR]);

/* All legal moves of a legal position with result and distances, best first; PROBE_CASTLING: rights
 * are left behind a move. moves->count 0: there is no move, the game is over. As prober_result otherwise. */
ProbeStatus prober_moves(Prober *prober, const ChessPosition *position, const ProbeTask *task,
                         ProbeMoves *moves, char error[PROBER_ERROR]);

/* The materials in the folder, as names, in no order: i from 0; NULL past the end. metrics: set to the PROBE_ bits whose
 * files are there. */
const char *prober_material(const Prober *prober, int i, int *metrics);

#endif
