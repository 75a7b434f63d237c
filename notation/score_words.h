/* SPDX-License-Identifier: MIT */
/* The words of scores that are no moves: results, glyphs, marks; and where a word ends. For score_reader.c and
 * score_text.c. Thread-safe. */
#ifndef RULES_NOTATION_SCORE_WORDS_H
#define RULES_NOTATION_SCORE_WORDS_H

#include "score.h"

/* Bytes of the character at `at`, before `end`: of UTF-8, or one byte of Latin-1. */
size_t score_character_length(const char *at, const char *end);

/* Bytes of the blank at `at`, 0 without one: control characters but a zero byte, spaces of all widths and
 * those that do not break, in UTF-8 and Latin-1. */
size_t score_blank_length(const char *at, const char *end);

/* Where the blanks that begin at `at` end. */
const char *score_skip_blanks(const char *at, const char *end);

/* A result in points, as tags of PDN have it: 7-3. One of them, in the text of the moves, may be a move. */
ScoreResult score_points_parse(const char *text, size_t length);

/* PDN: where the move that begins at `at` ends, with blanks around the signs between its squares, as in "1- 7"; `at` if
 * there are no such blanks. */
const char *score_spaced_end(const char *at, const char *end);

/* Where the word that begins at `at` ends. */
const char *score_word_end(const char *at, const char *end);

typedef enum {
    SCORE_WORD_OTHER, /* a move, if it is anything */
    SCORE_WORD_RESULT,
    SCORE_WORD_GLYPH,
    SCORE_WORD_FILLER, /* says nothing more: "e.p.", "+", "mate" */
    SCORE_WORD_SYMBOL  /* of print, with no number as a glyph */
} ScoreWordKind;

/* What the whole word is; *value is its ScoreResult or its glyph. */
ScoreWordKind score_word_kind(ScoreForm form, const char *text, size_t length, int *value);

/* Of a word that is SCORE_WORD_OTHER, the length without glyphs, symbols and PGN's results glued to it. */
size_t score_bare_length(ScoreForm form, const char *text, size_t length);

/* The first of what is glued to a move: its bytes, 1 to `length`, and what it is. */
size_t score_mark_length(ScoreForm form, const char *text, size_t length, ScoreWordKind *kind, int *value);

#endif
