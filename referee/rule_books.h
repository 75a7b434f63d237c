/* SPDX-License-Identifier: MIT */
/* What rule books differ in, as rows of numbers. Plies are moves of one side; 0 stands for "no such rule".
 * Host only. */
#ifndef RULES_REFEREE_RULE_BOOKS_H
#define RULES_REFEREE_RULE_BOOKS_H

#include "../rules/draughts/draughts.h"

typedef struct {
    const char *name, *title;
    u8 repetition_claim, repetition_draw; /* occurrences of a position */
    u8 quiet_claim, quiet_draw;           /* plies without capture or pawn move */
    u8 lone_king_draw;                    /* plies that a side has had its king alone */
    u8 perpetual_draws;                   /* 1: perpetual check ends the game */
    u8 dead_knights;    /* so many knights of one side alone against a king: neither can mate */
    u8 dead_bishops;    /* likewise */
    u8 dead_colour;     /* 1: likewise any bishops on squares of one colour, of both sides */
    u8 irregular_loses; /* which irregular move of a side loses the game */
    u8 spared;          /* 1: not lost but drawn against a side that cannot mate */
    u32 draws_since;    /* day from which repetition_draw and quiet_draw end games, as 20140701; 0: always */
} ChessRuleBook;

/* NULL if no book has that name. */
const ChessRuleBook *chess_rule_book(const char *name);
/* The i-th, the first is the default; NULL past the end. */
const ChessRuleBook *chess_rule_book_at(int i);

/* --- draughts --- */

/* What starts a count anew. */
#define DRAW_CAPTURE 1u
#define DRAW_MAN_MOVE 2u
#define DRAW_CROWNING 4u

enum {
    DRAW_ALWAYS,
    DRAW_LONE_KING, /* one side has a king and nothing else; least, most and kings are of the other */
    DRAW_KINGS,     /* both sides have kings; least and most are of both */
    DRAW_FEW_EACH   /* both sides have kings, and `most` pieces at most; but not three kings against one */
};

/* The long diagonal of the board. */
enum {
    DRAW_ROAD_ANY,
    DRAW_ROAD_HELD, /* the lone king stands there */
    DRAW_ROAD_LOST  /* a king of the other side stood there when the count began */
};

/* The game is drawn after so many plies in which the condition held and nothing started the count anew. */
typedef struct {
    u8 plies; /* 0: no rule, ends the list */
    u8 condition;
    u8 least, most; /* pieces */
    u8 kings;       /* at least */
    u8 road;        /* DRAW_ROAD_... */
    u8 anew;
    const char *words;
} DraughtsDrawRule;

#define DRAUGHTS_DRAW_RULES 7

typedef struct {
    u8 repetition;    /* occurrences of a position that draw */
    u8 claimed;       /* 1: draws have to be claimed; the game goes on until then */
    u8 king_moves;    /* quiet moves in a row with one king while there are men; another is irregular */
    u8 refusal_loses; /* 1: who does not take what is to be taken loses the game */
    u8 one_each;      /* 1: one piece each draws, unless it can be taken */
    DraughtsDrawRule rule[DRAUGHTS_DRAW_RULES + 1];
} DraughtsDraws;

const DraughtsDraws *draughts_draws(const DraughtsGame *game);

/* All of it in one line; room: 600 bytes do. */
void draughts_draws_in_words(const DraughtsGame *game, char *out, u32 room);

#endif
