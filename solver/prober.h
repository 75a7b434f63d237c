/* Probing chess tables: results and distances of positions, from files that `tabuleiro solve chess` wrote.
 *
 *     #include <tabuleiro/rules/notation/chess_notation.h>
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
 * Positions are those of rules/chess/position.h (chess_fen_parse of rules/notation reads them). En passant captures
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

#define PROBER_ERROR 256

typedef struct Prober Prober;

typedef enum {
    WDL_LOSS = -2,
    WDL_BLESSED_LOSS, /* saved by the 50-move rule alone */
    WDL_DRAW,
    WDL_CURSED_WIN,   /* kept from winning by the 50-move rule alone */
    WDL_WIN
} Wdl;

/* What to look up. */
enum { PROBE_WDL = 1, PROBE_DTZ = 2, PROBE_DTM = 4, PROBE_DTW = 8 /* draughts */ };

typedef struct {
    Wdl wdl;
    int dtz; /* plies to the capture, pawn move or mate that keeps the result: positive if won, negative if lost, 0 if
                mated or drawn. Above 100 for results that the 50-move rule spoils; 101 is then also what a zeroing
                move into such a result counts. Exact */
    int dtm; /* plies to mate, the 50-move rule ignored, signs likewise */
} ProbeValue;

typedef enum {
    PROBE_DONE,
    PROBE_NO_TABLE,   /* of this material (or one that its captures and promotions need) and metric in the folder */
    PROBE_BROKEN,     /* a file is damaged, or cannot be read */
    PROBE_CASTLING,   /* castling rights: not in the tables */
    PROBE_MEN,        /* more men than any table has */
    PROBE_ILLEGAL,    /* no king or several, the side not to move in check, pawns on the last ranks */
    PROBE_MEMORY
} ProbeStatus;

/* Opens a folder; reads the heads of its tables. cache_bytes: 1 MiB at least; where memory is short less is
 * used. NULL: no folder, no memory. A damaged file does not hinder opening: it is told when it is probed. */
Prober *prober_open(const char *directory, u64 cache_bytes, char error[PROBER_ERROR]);
void prober_close(Prober *prober); /* NULL is allowed */

/* Looks up what `what` names (PROBE_WDL and so on; the results always come with the distances). Fills the members
 * asked for; on failure error has one line. */
ProbeStatus prober_probe(Prober *prober, const ChessPosition *position, int what, ProbeValue *value,
                         char error[PROBER_ERROR]);

/* The result with the halfmove clock at `clock` plies (0 to 100): a win whose zeroing comes too late is cursed. */
Wdl prober_wdl_at_clock(ProbeValue value, int clock);

/* "loss", "blessed-loss", "draw", "cursed-win", "win" */
const char *wdl_name(Wdl wdl);

/* The materials in the folder, as names, in no order: i from 0; NULL past the end. what: set to the PROBE_ bits whose
 * files are there. */
const char *prober_material(const Prober *prober, int i, int *what);

#endif
