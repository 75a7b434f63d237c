/* SPDX-License-Identifier: MIT */
/* A game under judgement, for the files of this folder. The families (chess, draughts) play moves and report
 * what the position is; replay.c knows what both have in common. */
#ifndef RULES_REFEREE_JUDGE_H
#define RULES_REFEREE_JUDGE_H

#include "positions_met.h"
#include "referee.h"

typedef enum {
    JUDGE_PLAYED,
    JUDGE_IRREGULAR,  /* reported; nothing is played */
    JUDGE_UNREADABLE, /* reported likewise */
    JUDGE_NO_MEMORY
} JudgeAnswer;

typedef struct Judge Judge;

typedef struct {
    /* The first position: fen, or the game's own where it is NULL. Of draughts judge->type and the word of the first
     * move, judge->move_text, may say whose turn it is. 0, or -1 with `error`. */
    int (*begin)(Judge *judge, const char *fen, char error[NOTATION_ERROR]);
    /* Draughts: another position, between the moves. Likewise; NULL in chess. */
    int (*set_up)(Judge *judge, const char *fen, char error[NOTATION_ERROR]);
    JudgeAnswer (*play)(Judge *judge, const char *word);
    /* Reports what the position is, and ends the game if it is over. Returns -1 if there is no memory. */
    int (*look)(Judge *judge);
    void (*format)(const Judge *judge, char out[DRAUGHTS_FEN_TEXT]);
} JudgeFamily;

extern const JudgeFamily judge_chess, judge_draughts;

#define JUDGE_LIST 1024 /* moves of a draughts position at most */

struct Judge {
    const Referee *referee;
    const JudgeFamily *family;
    RefereeReport report;
    void *context;
    RefereeVerdict *verdict;

    ChessRecord chess;
    DraughtsRecord draughts;
    PositionsMet met;
    u32 times;         /* that the present position has occurred */
    int over;          /* the rules have ended the game */
    int irregular[2];  /* moves of White, of Black */
    int first_black;   /* who moves first in this game */
    int number, black; /* of the move at hand; number 0: none was made */
    unsigned line, column;
    int loses; /* the irregular move loses the game at once */
    int claim; /* a draw may be claimed now, on the ground of claim_text */
    char claim_text[REFEREE_TEXT];

    /* chess */
    int older;            /* than the rules that draw without a claim: they are reported only */
    unsigned passed;      /* a bit for the RefereeReason of each that was reported */
    ChessRecord *history; /* every position so far, the present one last */
    size_t history_count, history_room;
    size_t again;     /* positions so far when the last one came that occurred before; 0: none has */
    u32 touched;      /* board square of the piece that has to move; JUDGE_UNTOUCHED */
    int lone_king[2]; /* plies since White, Black has nothing but its king */

    /* draughts */
    const DraughtsDraws *draws;
    const char *type;               /* the tag GameType, "" without one */
    const ScoreReader *rest;        /* the text behind the move at hand */
    unsigned noted;                 /* a bit for each kind of note that this game has had */
    DraughtsMove *list;             /* legal moves of the present position */
    int count;                      /* of them; -1: they cannot be listed */
    int plies[DRAUGHTS_DRAW_RULES]; /* of each rule's count */
    int events;                     /* DRAW_... of the last move */
    int king_at[2], king_moves[2];  /* square and quiet moves in a row of White's, Black's king */

    /* the event being made */
    RefereeEvent event;
    char move_text[DRAUGHTS_MOVE_TEXT];
    char text[REFEREE_TEXT];
    char moves_text[REFEREE_MOVES][DRAUGHTS_MOVE_TEXT];
};

#define JUDGE_UNTOUCHED 64u

/* Begins an event of the move at hand. */
void judge_event(Judge *judge, RefereeKind kind);
__attribute__((format(printf, 2, 3))) void judge_say(Judge *judge, const char *format, ...);
/* A place for one more move of the event, DRAUGHTS_MOVE_TEXT bytes; the last one again when all are taken. */
char *judge_add_move(Judge *judge);
void judge_report(Judge *judge);
/* Something odd in the move at hand that was read: counted and reported as a note. */
__attribute__((format(printf, 2, 3))) void judge_note(Judge *judge, const char *format, ...);

/* The game is over. text: more of the reason, or "". */
void judge_end(Judge *judge, RefereeOutcome outcome, RefereeReason reason, const char *text);
RefereeOutcome judge_win_of(int black);

/* chess_irregular.c: which rule the word breaks, as irregular or unreadable event, reported. */
JudgeAnswer judge_chess_refuse(Judge *judge, const char *word);
/* draughts_irregular.c */
JudgeAnswer judge_draughts_refuse(Judge *judge, const char *word);
/* draughts_judge.c: adds a move of the list to the event. */
void judge_draughts_add(Judge *judge, int which);
/* draughts_judge.c: the move is of a king that has to rest. */
int judge_draughts_has_to_rest(const Judge *judge, const DraughtsMove *move);
/* chess_judge.c: adds the legal moves from a board square to the event; returns their number. */
int judge_chess_moves_from(Judge *judge, u32 square);
/* The book spares those whom the side `black` could never mate. */
int judge_chess_spared(const Judge *judge, int black);

#endif
