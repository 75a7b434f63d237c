/* SPDX-License-Identifier: MIT */
/* Scores of games: PGN for chess, PDN for draughts. A reader that gives one thing after the other, a writer
 * that lays them out. Neither knows the rules: moves are words here. Host only.
 *
 *     ScoreReader reader;
 *     ScoreEvent event;
 *     score_open(&reader, SCORE_PGN, text, length);
 *     while (score_next(&reader, &event), event.kind != SCORE_END) ...
 *
 * Of one game come its tags, then moves, comments, glyphs, variations, then a result if there is one, then
 * SCORE_GAME_END. A game may have no moves: a tag whose name comes again among the first SCORE_TAGS begins
 * the next game. Read is what is found in the wild: comments in braces and behind semicolons, nested
 * variations, glyphs as $n or !?, lines behind %, CRLF, a BOM, Latin-1, games without tags or result, texts
 * that end anywhere. What cannot be read is reported by a SCORE_FAULT, and reading goes on. What no standard has
 * but is read all the same is reported by a SCORE_NOTE, each kind once a game.
 *
 * A reader or writer is used by one thread at a time; nothing is allocated.
 */
#ifndef RULES_NOTATION_SCORE_H
#define RULES_NOTATION_SCORE_H

#include "message.h"

#include <stdio.h>

typedef enum { SCORE_PGN, SCORE_PDN } ScoreForm;

#define SCORE_TAGS 64
#define SCORE_MOST_GLYPH 9999 /* the standard ends at 255; programs go on */

typedef enum {
    SCORE_TAG,     /* name, text: the value, as written between the quotes */
    SCORE_MOVE,    /* text: one word; number, dots: of the move number before it */
    SCORE_COMMENT, /* text; also a sign of print that stands for no glyph */
    SCORE_GLYPH,   /* glyph: of $n, or of what ! ? !! ?? !? ?! = and signs of print stand for */
    SCORE_OPEN,    /* a variation begins: an alternative to the move before */
    SCORE_CLOSE,
    SCORE_SETUP,    /* PDN: text: a position that is set up between the moves */
    SCORE_RESULT,   /* result; at depth 0 the game's own */
    SCORE_GAME_END, /* result: that of the game's text, SCORE_MISSING if there was none */
    SCORE_FAULT,    /* error: what is wrong, "line 3, column 14: ..." */
    SCORE_NOTE,     /* error likewise: what is odd; it was read, in the event before */
    SCORE_END       /* of the text; for good */
} ScoreEventKind;

typedef enum {
    SCORE_MISSING,
    SCORE_UNKNOWN,
    SCORE_WHITE_WINS,
    SCORE_BLACK_WINS,
    SCORE_DRAWN,
    SCORE_BOTH_LOSE
} ScoreResult;

typedef struct {
    ScoreEventKind kind;
    const char *text; /* a part of the reader's text */
    size_t length;
    const char *name;
    size_t name_length;
    int number; /* 0: none stands before the move */
    int dots;   /* behind the number, or instead of it: "12." 1, "12..." 3 */
    int glyph;  /* 0 to SCORE_MOST_GLYPH */
    ScoreResult result;
    int depth;             /* variations around it: 0 is the game itself; of open and close, outside */
    unsigned line, column; /* where it begins, from 1; columns count bytes */
    char error[NOTATION_ERROR];
} ScoreEvent;

/* What is read although no standard has it. */
typedef enum { SCORE_NO_NOTE, SCORE_NESTED_COMMENT, SCORE_SPACED_MOVE } ScoreNote;

typedef struct {
    ScoreForm form;
    const char *text, *at, *end, *line_start;
    unsigned line;
    int in_game, in_moves, depth;
    int tags; /* of the game so far; the names of the first SCORE_TAGS are in `tag` */
    struct {
        const char *name;
        size_t length;
    } tag[SCORE_TAGS];
    const char *points; /* PDN: the tag Result of this game if it is one of points, NULL */
    size_t points_length;
    ScoreResult result;
    int ending;                             /* the game's result was read: its end comes next */
    const char *glued;                      /* where the rest of a word begins whose move was read */
    int number, dots;                       /* of the move to come */
    unsigned open_line, open_column;        /* of the outermost variation */
    ScoreNote note;                         /* to be reported next, 0: none */
    unsigned note_line, note_column, noted; /* noted: a bit for each kind that this game has had */
    const char *unnested;                   /* before it no nested comment is closed */
} ScoreReader;

/* The text, of any bytes, is borrowed until the last event. */
void score_open(ScoreReader *reader, ScoreForm form, const char *text, size_t length);
void score_next(ScoreReader *reader, ScoreEvent *event);

/* text[0 .. length) with a final 0, cut to `room` bytes (1 or more): bytes that are not UTF-8 taken as
 * Latin-1, line ends and other control characters as blanks; escaped: \" and \\ as tags have them unescaped.
 * Returns 1 if it was cut. */
int score_text(const char *text, size_t length, int escaped, char *out, size_t room);

/* "1-0", or "" for SCORE_MISSING; in PDN drawn and won games as PGN has them, "0-0" if both lose. */
const char *score_result_text(ScoreResult result);
/* What a word says, SCORE_MISSING if it is no result of that form. In PDN two numbers are one if they are no move. */
ScoreResult score_result_parse(ScoreForm form, const char *text, size_t length);
/* What the tag Result says; in PDN any two numbers of points do. */
ScoreResult score_result_tagged(ScoreForm form, const char *text, size_t length);

/* --- writing --- */

#define SCORE_COLUMNS 80

/* Puts moves, glyphs, comments, variations into lines of SCORE_COLUMNS. Write errors stay in the stream. */
typedef struct {
    FILE *out;
    int column;
    int glued; /* the next word follows without a blank: behind "(" */
} ScoreWriter;

void score_writer_open(ScoreWriter *writer, FILE *out);
void score_write_tag(ScoreWriter *writer, const char *name, const char *value);
/* Between tags and moves. */
void score_write_moves_begin(ScoreWriter *writer);
/* dots: 1 before White's moves, 3 before Black's; 0: no number. */
void score_write_number(ScoreWriter *writer, int number, int dots);
void score_write_word(ScoreWriter *writer, const char *word);
void score_write_glyph(ScoreWriter *writer, int glyph);
/* Braces within it are written as parentheses; a word longer than a line has one of its own, uncut. */
void score_write_comment(ScoreWriter *writer, const char *text);
/* PDN's position between moves; quoted: 1 for quotes around it. */
void score_write_setup(ScoreWriter *writer, const char *position, int quoted);
void score_write_open(ScoreWriter *writer);
void score_write_close(ScoreWriter *writer);
/* The game's last word, and an empty line. */
void score_write_end(ScoreWriter *writer, const char *word);

#endif
