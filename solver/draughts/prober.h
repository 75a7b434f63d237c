/* SPDX-License-Identifier: MIT */
/* Probing draughts tables: results and distances of positions, from files that `tabuleiro solve GAME` wrote.
 *
 *     #include <tabuleiro/notation/draughts_notation.h>
 *     #include <tabuleiro/solver/draughts/prober.h>          pkg-config tabuleiro-prober
 *
 *     const DraughtsGame *game = &draughts_games[DRAUGHTS_GAME_checkers];
 *     char error[PROBER_ERROR];
 *     DraughtsProber *prober = draughts_prober_open("tables", game, 256 << 20, error);   NULL: error says why
 *     DraughtsValue value;
 *     if (draughts_prober_probe(prober, position, PROBE_WDL | PROBE_DTW, &value, error) == PROBE_DONE)
 *         ... value.wdl, value.dtw                                    as the side to move sees them
 *     draughts_prober_close(prober);
 *
 * Values know no drawing rules that count moves, and no repetition. Where the game has huffing, what may be huffed in
 * the position counts.
 *
 * A prober may be used by several threads at once, but for draughts_prober_close; a thread needs a stack of 1 MiB. It
 * holds at most cache_bytes of values; beyond that an open file takes 8 bytes for 16,384 positions and its codec, up
 * to 2 MB.
 */
#ifndef SOLVER_DRAUGHTS_PROBER_H
#define SOLVER_DRAUGHTS_PROBER_H

#include "../../rules/draughts/draughts.h"
#include "../base/probe_moves.h"

typedef struct DraughtsProber DraughtsProber;

typedef struct {
    Wdl wdl; /* WDL_LOSS, WDL_DRAW or WDL_WIN */
    int dtw; /* plies until the loser (in giveaway the winner) cannot move: positive if won, negative if lost, 0 if drawn,
                or if it is so already */
} DraughtsValue;

/* Opens a folder with tables of the game; `game` stays in use. As prober_open. */
DraughtsProber *draughts_prober_open(const char *directory, const DraughtsGame *game, u64 cache_bytes,
                                     char error[PROBER_ERROR]);
void draughts_prober_close(DraughtsProber *prober); /* NULL is allowed */

/* Looks up what `metrics` names: PROBE_WDL, PROBE_DTW (the result comes with it). On failure error has one line:
 * PROBE_NO_TABLE, PROBE_BROKEN, PROBE_MEN (more than 8 pieces), PROBE_ILLEGAL (a man on a crown square), PROBE_MEMORY. */
ProbeStatus draughts_prober_probe(DraughtsProber *prober, DraughtsPosition position, int metrics,
                                  DraughtsValue *value, char error[PROBER_ERROR]);

/* All that is known of a position, and of all its legal moves, huffs included, best first; captures with equal results
 * are one move. As prober_result and prober_moves, without a clock. */
ProbeStatus draughts_prober_result(DraughtsProber *prober, DraughtsPosition position, const ProbeTask *task,
                                   ProbeResult *result, char error[PROBER_ERROR]);
ProbeStatus draughts_prober_moves(DraughtsProber *prober, DraughtsPosition position, const ProbeTask *task,
                                  ProbeMoves *moves, char error[PROBER_ERROR]);

/* The materials in the folder, as names with the stronger side first, in no order: i from 0; NULL past the end. metrics: set
 * to the PROBE_ bits whose files are there. */
const char *draughts_prober_material(const DraughtsProber *prober, int i, int *metrics);

#endif
