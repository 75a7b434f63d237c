/* What tables say about a chess position and each of its moves. */
#ifndef HOST_PROBE_H
#define HOST_PROBE_H

#include "../solver/prober.h"
#include "game.h"

#define PROBE_LINE 2048 /* plies, more than any line to mate of 6 men */

typedef struct {
    Wdl wdl;      /* with the halfmove clock at 0 */
    Wdl at_clock; /* with that of the record; as wdl where dtz is not known */
    int known;    /* PROBE_DTZ, PROBE_DTM: which of these are known */
    int dtz, dtm; /* plies with signs, as in ProbeValue */
} ProbeResult;

typedef struct {
    GameMove move;
    ProbeResult result; /* as the side that makes the move sees it, the move counted */
} ProbeMove;

typedef struct {
    GameRecord record;
    ProbeResult result;
    char dtz_missing[PROBER_ERROR]; /* why it is not known, here or of a move, or "" */
    char dtm_missing[PROBER_ERROR];
    int by; /* PROBE_DTZ or PROBE_DTM: by which moves of equal results are sorted */
    int count;
    ProbeMove moves[GAME_MAX_MOVES]; /* best first */
    int line_count;
    GameMove line[PROBE_LINE];
} ProbeReport;

/* Looks up a record of chess and all its moves. `by`: PROBE_DTZ, PROBE_DTM, or 0 for the mate where it is
 * known, else the zeroing. PROBE_DONE also where only a distance is missing; else error has one line.
 * Thread-safe. */
ProbeStatus probe_position(Prober *prober, const GameRecord *record, int by, ProbeReport *report,
                           char error[PROBER_ERROR]);

/* Fills the line of a filled report: best moves of both sides by report->by until mate; none if the position
 * is drawn. By DTM the 50-move rule is ignored. As probe_position otherwise. */
ProbeStatus probe_line(Prober *prober, ProbeReport *report, char error[PROBER_ERROR]);

#endif
