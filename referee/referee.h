/* SPDX-License-Identifier: MIT */
/* The referee: replays games move by move and judges them by the rule book of their game. Host only.
 *
 *     Referee referee = {.book = chess_rule_book("fide")};                      or {.draughts =
 * &draughts_games[i]} ScoreReader reader; score_open(&reader, SCORE_PGN, text, length); while ((status =
 * referee_replay(&referee, &reader, report, context, &verdict)) > 0) ...     one game each
 *
 * `report` is called for everything that happens, in the order of the moves. Thread-safe for different readers.
 */
#ifndef RULES_REFEREE_REFEREE_H
#define RULES_REFEREE_REFEREE_H

#include "../notation/chess_notation.h"
#include "../notation/draughts_notation.h"
#include "../notation/score.h"
#include "rule_books.h"

#define REFEREE_MOVES 64 /* legal moves of a piece that are listed; what exceeds them is left out */
#define REFEREE_TEXT 256

typedef enum {
    REFEREE_IRREGULAR, /* text: the rule that is broken; moves: legal ones of the piece touched, if it is
                          known */
    REFEREE_CHECK,
    REFEREE_PERPETUAL, /* check on every move, and the position can only be repeated; the rule book goes on */
    REFEREE_CLAIM, /* the side to move may claim a draw: reason; moves: those with which, else as it stands */
    REFEREE_HUFF_OFFERED, /* moves: the huffs that the side to move may choose */
    REFEREE_HUFFED,       /* text: what was taken off */
    REFEREE_DECLINED,     /* a capture was left out, as the rules allow; moves: the captures */
    REFEREE_END,          /* the game is over: outcome, reason */
    REFEREE_AFTER_END,    /* a move stands behind the end; reported once */
    REFEREE_UNREADABLE,   /* text: why; the rest of the game is not judged */
    REFEREE_LOST, /* after an irregular move no move takes its place; the rest of the game is not judged */
    REFEREE_CONTRADICTION, /* text: the result that the game's text states; outcome: what follows from the
                              moves */
    REFEREE_FAULT,         /* text: what the reader could not read, or the game cannot begin with */
    REFEREE_NOTE,          /* text: what is odd in the game's text; it was read, and judging goes on */
} RefereeKind;

typedef enum {
    REFEREE_UNFINISHED,
    REFEREE_WHITE_WINS,
    REFEREE_BLACK_WINS,
    REFEREE_DRAWN,
    REFEREE_BOTH_LOSE
} RefereeOutcome;

typedef enum {
    REFEREE_NO_REASON,
    REFEREE_CHECKMATE,
    REFEREE_STALEMATE,
    REFEREE_MATERIAL, /* chess: neither side can mate */
    REFEREE_REPETITION,
    REFEREE_MOVE_COUNT, /* text: which rule of the game */
    REFEREE_ENDLESS,    /* perpetual check */
    REFEREE_NO_PIECES,
    REFEREE_BLOCKED,
    REFEREE_FIRST_KING,
    REFEREE_PENALTY, /* too many irregular moves, or a capture refused where that loses */
    REFEREE_AGREEMENT,
    REFEREE_CLAIMED,     /* text: on what ground */
    REFEREE_RESIGNATION, /* no rule ended the game, but its text has a winner */
    REFEREE_ONE_EACH,    /* draughts: each side has one piece */
    REFEREE_STATED,      /* text: the tag Termination, or that nothing but the text says so */
} RefereeReason;

/* Texts are valid during the call only. */
typedef struct {
    RefereeKind kind;
    RefereeReason reason;
    RefereeOutcome outcome;
    int number, black;     /* of the move that it belongs to; number 0: of none */
    int second;            /* 1: that of the side that moves second, "12..." */
    unsigned line, column; /* of that move's word; 0: none */
    const char *move;      /* as the game writes it, an irregular one as the text has it; "" */
    const char *text;      /* "" */
    int move_count;
    const char *moves[REFEREE_MOVES];
} RefereeEvent;

typedef void (*RefereeReport)(void *context, const RefereeEvent *event);

typedef struct {
    RefereeOutcome outcome;
    RefereeReason reason;
    char text[REFEREE_TEXT];          /* more of the reason, or "" */
    ScoreResult stated;               /* by the game's text */
    int plies;                        /* made */
    int irregular;                    /* moves */
    int faults;                       /* of the text: unreadable, no way to begin */
    int contradiction;                /* the text states another result */
    int notes;                        /* reported */
    int disagreement;                 /* the tag Result and the result behind the moves differ; also a note */
    unsigned line;                    /* at which the game begins */
    unsigned end_line, end_column;    /* where it ends */
    char white[128], black[128];      /* players, "" if not reported */
    char position[DRAUGHTS_FEN_TEXT]; /* the last one */
} RefereeVerdict;

typedef struct {
    const ChessRuleBook *book; /* chess; NULL: draughts */
    const DraughtsGame *draughts;
    ChessLetters letters;
} Referee;

/* Judges the next game of the reader. 1, or 0 at the end of the text; -1: no memory. Faults of the text
 * outside all games are reported with the game behind them, or are one of their own. */
int referee_replay(const Referee *referee, ScoreReader *reader, RefereeReport report, void *context,
                   RefereeVerdict *verdict);

/* "checkmate": in lower case, with _ for blanks. */
const char *referee_kind_name(RefereeKind kind);
const char *referee_reason_name(RefereeReason reason);

#endif
