/* SPDX-License-Identifier: MIT */
#include "score_words.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define MOST_NUMBER 1000000
#define MOST_DEPTH 1000
#define MOST_SETUP 900 /* bytes */

/* --- places --- */

static void mark(const ScoreReader *r, ScoreEvent *event)
{
    event->line = r->line;
    event->column = (unsigned)(r->at - r->line_start) + 1;
}

static void advance(ScoreReader *r)
{
    const char c = *r->at++;
    if (c == '\n' || (c == '\r' && (r->at == r->end || *r->at != '\n'))) {
        r->line++;
        r->line_start = r->at;
    }
}

static void advance_to(ScoreReader *r, const char *place)
{
    while (r->at < place) advance(r);
}

static int starts(const ScoreReader *r, const char *what)
{
    const size_t length = strlen(what);
    return (size_t)(r->end - r->at) >= length && !memcmp(r->at, what, length);
}

static void fail(ScoreEvent *event, const char *what)
{
    event->kind = SCORE_FAULT;
    notation_fail(event->error, "line %u, column %u: %s", event->line, event->column, what);
}

/* The event is odd in this way: reported behind it, once a game. */
static void note(ScoreReader *r, const ScoreEvent *event, ScoreNote kind)
{
    if (r->noted >> kind & 1) return;
    r->noted |= 1u << kind;
    r->note = kind;
    r->note_line = event->line;
    r->note_column = event->column;
}

static void report_note(ScoreReader *r, ScoreEvent *event)
{
    static const char *const texts[] = {
        "", "a comment within this comment; it is read to the brace that closes the outer one",
        "blanks within a move; they are passed over"};
    event->line = r->note_line;
    event->column = r->note_column;
    fail(event, texts[r->note]);
    event->kind = SCORE_NOTE;
    r->note = SCORE_NO_NOTE;
}

/* --- what is no move --- */

/* Blanks, marks of byte order, a backslash that escapes a glyph; lines behind %. */
static int skip_blank(ScoreReader *r)
{
    if (r->at == r->end) return 0;
    const size_t blank = score_blank_length(r->at, r->end);
    if (blank) {
        advance_to(r, r->at + blank);
    } else if (starts(r, "\xef\xbb\xbf")) {
        advance_to(r, r->at + 3);
        r->line_start = r->at;
    } else if (starts(r, "\\$")) {
        advance(r);
    } else if (*r->at == '%' && r->at == r->line_start) {
        while (r->at < r->end && *r->at != '\n' && *r->at != '\r') advance(r);
    } else {
        return 0;
    }
    return 1;
}

static const char *line_end(const ScoreReader *r)
{
    const char *end = r->at;
    while (end < r->end && *end != '\n' && *end != '\r') end++;
    return end;
}

/* A tag at the beginning of a line: no comment goes on behind it. */
static int begins_tags(const ScoreReader *r, const char *at)
{
    return *at == '[' && at > r->text && at[-1] == '\n' && at + 1 < r->end && at[1] >= 'A' && at[1] <= 'Z';
}

/* The brace that closes the comment and all comments within it, NULL if they are not all closed in this game. */
static const char *nested_close(ScoreReader *r)
{
    int open = 0;
    const char *at = r->at;
    if (at < r->unnested) return NULL;
    for (; at < r->end && !begins_tags(r, at); at++) {
        open += *at == '{';
        if (*at == '}' && --open == 0) return at;
    }
    r->unnested = at;
    return NULL;
}

/* The first closing brace, but for comments within the comment. */
static const char *comment_close(ScoreReader *r, ScoreEvent *event)
{
    const char *close = memchr(r->at, '}', (size_t)(r->end - r->at));
    if (!close || !memchr(r->at + 1, '{', (size_t)(close - r->at - 1))) return close;
    const char *outer = nested_close(r);
    if (!outer) return close;
    note(r, event, SCORE_NESTED_COMMENT);
    return outer;
}

static void read_brace_comment(ScoreReader *r, ScoreEvent *event)
{
    const char *close = comment_close(r, event);
    event->kind = SCORE_COMMENT;
    event->text = r->at + 1;
    event->length = (size_t)((close ? close : r->end) - event->text);
    if (!close) fail(event, "the comment that begins here is not closed, expected }");
    advance_to(r, close ? close + 1 : r->end);
}

static void read_line_comment(ScoreReader *r, ScoreEvent *event)
{
    const char *end = line_end(r);
    event->kind = SCORE_COMMENT;
    event->text = r->at + 1;
    event->length = (size_t)(end - event->text);
    advance_to(r, end);
}

/* The quote at `at` stands before a bracket. */
static int may_close(const char *at, const char *end)
{
    do at++;
    while (at < end && (*at == ' ' || *at == '\t'));
    return at < end && *at == ']';
}

/* The quote that closes a value: the first before a bracket that is not escaped; if all are, the last, and the
 * value ends with a backslash. */
static const char *closing_quote(const char *at, const char *end)
{
    const char *escaped = NULL;
    for (; at < end; at++) {
        const int escapes = *at == '\\' && at + 1 < end && (at[1] == '"' || at[1] == '\\');
        at += escapes;
        if (*at != '"' || !may_close(at, end)) continue;
        if (!escapes) return at;
        escaped = at;
    }
    return escaped;
}

static void read_tag(ScoreReader *r, ScoreEvent *event)
{
    const char *end = line_end(r), *at = r->at + 1;
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    event->kind = SCORE_TAG;
    event->name = at;
    while (at < end && *at != '"' && !score_blank_length(at, end) && !strchr("{}()[];$", *at))
        at += score_character_length(at, end);
    event->name_length = (size_t)(at - event->name);
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    event->text = at + 1;
    const char *quote = at < end && *at == '"' ? closing_quote(at + 1, end) : NULL;
    if (!event->name_length || !quote) {
        fail(event, "no tag, expected [Name \"value\"]");
        advance_to(r, end);
        return;
    }
    event->length = (size_t)(quote - event->text);
    advance_to(r, (const char *)memchr(quote, ']', (size_t)(end - quote)) + 1);
}

/* Without regard to case. Remembers the name if it is new. */
static int comes_again(ScoreReader *r, const char *name, size_t length)
{
    for (int i = 0; i < r->tags; i++)
        if (r->tag[i].length == length && !strncasecmp(r->tag[i].name, name, length)) return 1;
    if (r->tags == SCORE_TAGS) return 0;
    r->tag[r->tags].name = name;
    r->tag[r->tags++].length = length;
    return 0;
}

static void take_points(ScoreReader *r, const ScoreEvent *tag)
{
    const int is_result = tag->name_length == 6 && !strncasecmp(tag->name, "Result", 6);
    if (!is_result || !score_points_parse(tag->text, tag->length)) return;
    r->points = tag->text;
    r->points_length = tag->length;
}

static void read_glyph(ScoreReader *r, ScoreEvent *event)
{
    const char *at = r->at + 1;
    int value = 0;
    event->kind = SCORE_GLYPH;
    for (; at < r->end && *at >= '0' && *at <= '9'; at++)
        if (value <= SCORE_MOST_GLYPH) value = 10 * value + (*at - '0');
    event->glyph = value;
    if (at == r->at + 1 || value > SCORE_MOST_GLYPH) fail(event, "no glyph, expected $0 to $9999");
    advance_to(r, at);
}

/* --- moves --- */

static int is_null_move(const char *at, const char *end) { return end - at == 4 && !memcmp(at, "0000", 4); }

/* "12." or "12..." or "12", but not the null move "0000"; what follows the digits and dots is the next word. */
static int skip_number(ScoreReader *r, const char *end)
{
    const char *at = r->at;
    int number = 0, dots = 0;
    for (; at < end && *at >= '0' && *at <= '9'; at++)
        if (number < MOST_NUMBER) number = 10 * number + (*at - '0');
    const int digits = at > r->at;
    for (; at < end && *at == '.'; at++) dots++;
    for (; end - at >= 3 && !memcmp(at, "\xe2\x80\xa6", 3); at += 3) dots += 3; /* an ellipsis */
    if (!dots && (!digits || at < end || is_null_move(r->at, end))) return 0;
    if (digits) {
        r->number = number;
        r->dots = dots;
    } else {
        r->dots += dots;
    }
    advance_to(r, at);
    return 1;
}

static const char *behind_blanks(const ScoreReader *r, const char *at)
{
    at = score_skip_blanks(at, r->end);
    return at;
}

/* Behind one side's result, 1, 0 or 1/2; `at` without it. */
static const char *behind_side(const ScoreReader *r, const char *at)
{
    if (r->end - at >= 3 && !memcmp(at, "1/2", 3)) return at + 3;
    return at < r->end && (*at == '0' || *at == '1') ? at + 1 : at;
}

/* PGN's results with blanks around the dash. */
static int read_spaced_result(ScoreReader *r, ScoreEvent *event)
{
    char text[12];
    const char *white_end = behind_side(r, r->at), *dash = behind_blanks(r, white_end);
    if (r->form != SCORE_PGN || white_end == r->at || dash == r->end || *dash != '-') return 0;
    const char *black = behind_blanks(r, dash + 1), *black_end = behind_side(r, black);
    if (black_end == black || score_word_end(black, r->end) != black_end) return 0;
    const int length = snprintf(text, sizeof text, "%.*s-%.*s", (int)(white_end - r->at), r->at,
                                (int)(black_end - black), black);
    event->result = score_result_parse(r->form, text, (size_t)length);
    if (!event->result) return 0;
    event->kind = SCORE_RESULT;
    advance_to(r, black_end);
    return 1;
}

/* What comes first of the word: all of it, a move without its marks, or one of the marks. */
static size_t first_part(const ScoreReader *r, size_t length, ScoreWordKind *kind, int *value)
{
    *kind = r->at == r->glued || *r->at == '!' || *r->at == '?'
                ? SCORE_WORD_SYMBOL
                : score_word_kind(r->form, r->at, length, value);
    if (*kind == SCORE_WORD_OTHER) return score_bare_length(r->form, r->at, length);
    return *kind == SCORE_WORD_SYMBOL ? score_mark_length(r->form, r->at, length, kind, value) : length;
}

static void take_number(ScoreReader *r, ScoreEvent *event)
{
    event->number = r->number;
    event->dots = r->dots;
    r->number = r->dots = 0;
}

/* Where the game ends: nothing but tags, of the next one, may follow. */
static int is_last(const ScoreReader *r, const char *at)
{
    at = behind_blanks(r, at);
    return at == r->end || *at == '[';
}

/* What only its place distinguishes from a move or a mark: points as the tag Result has them, a * behind the last move. */
static ScoreResult result_by_place(const ScoreReader *r, const char *text, size_t length)
{
    if (r->form != SCORE_PDN || r->depth || !is_last(r, text + length)) return SCORE_MISSING;
    if (length == 1 && *text == '*') return SCORE_UNKNOWN;
    const int stated = r->points && length == r->points_length && !memcmp(text, r->points, length);
    return stated ? score_points_parse(text, length) : SCORE_MISSING;
}

/* A result with blanks in it, 2 - 0. */
static ScoreResult spaced_result(const char *text, const char *end)
{
    char word[16];
    size_t length = 0;
    while (text < end && length < sizeof word) {
        const size_t blank = score_blank_length(text, end);
        if (!blank) word[length++] = *text;
        text += blank ? blank : 1;
    }
    return text == end ? score_result_parse(SCORE_PDN, word, length) : SCORE_MISSING;
}

/* PDN: a move or result with blanks in it, up to its end; 0 if it is neither. */
static int read_spaced(ScoreReader *r, ScoreEvent *event)
{
    const char *end = r->form == SCORE_PDN ? score_spaced_end(r->at, r->end) : r->at;
    if (end == r->at) return 0;
    event->text = r->at;
    event->length = (size_t)(end - r->at);
    event->result = spaced_result(r->at, end);
    event->kind = event->result ? SCORE_RESULT : SCORE_MOVE;
    if (!event->result) {
        take_number(r, event);
        note(r, event, SCORE_SPACED_MOVE);
    }
    advance_to(r, end);
    r->glued = end < r->end && score_word_end(end, r->end) > end ? end : NULL;
    return 1;
}

/* A move, a result, a glyph, or a symbol that is kept as a comment. 0: a word to be passed over. */
static int read_word(ScoreReader *r, ScoreEvent *event)
{
    static const ScoreEventKind kinds[] = {[SCORE_WORD_OTHER] = SCORE_MOVE,
                                           [SCORE_WORD_RESULT] = SCORE_RESULT,
                                           [SCORE_WORD_GLYPH] = SCORE_GLYPH,
                                           [SCORE_WORD_SYMBOL] = SCORE_COMMENT};
    const char *end = score_word_end(r->at, r->end);
    ScoreWordKind kind;
    int value = 0;
    if (r->at != r->glued && (read_spaced(r, event) || read_spaced_result(r, event))) return 1;
    if (r->at != r->glued && skip_number(r, end)) return 0;
    event->text = r->at;
    event->length = first_part(r, (size_t)(end - r->at), &kind, &value);
    const ScoreResult placed = result_by_place(r, event->text, event->length);
    if (placed) {
        kind = SCORE_WORD_RESULT;
        value = (int)placed;
    }
    event->kind = kinds[kind];
    if (kind == SCORE_WORD_RESULT) event->result = (ScoreResult)value;
    if (kind == SCORE_WORD_GLYPH) event->glyph = value;
    if (kind == SCORE_WORD_OTHER) take_number(r, event);
    advance_to(r, event->text + event->length);
    r->glued = r->at < end ? r->at : NULL;
    return kind != SCORE_WORD_FILLER;
}

/* (!) and the like, PDN's strength of a move. */
static int read_strength(ScoreReader *r, ScoreEvent *event)
{
    const char *at = r->at + 1;
    while (at < r->end && (*at == '!' || *at == '?' || *at == '*')) at++;
    if (at == r->at + 1 || at == r->end || *at != ')') return 0;
    ScoreWordKind kind;
    event->kind = SCORE_GLYPH;
    score_mark_length(r->form, r->at + 1, (size_t)(at - r->at - 1), &kind, &event->glyph);
    advance_to(r, at + 1);
    return 1;
}

/* PDN's position between moves, /FEN "W:WK1:B10"/; the word FEN and the quotes may be left out. */
static void read_setup(ScoreReader *r, ScoreEvent *event)
{
    const char *close = memchr(r->at + 1, '/', (size_t)(r->end - r->at - 1));
    if (!close || close - r->at > MOST_SETUP || memchr(r->at, '[', (size_t)(close - r->at))) {
        fail(event, "the position that begins here is not closed, expected /");
        advance_to(r, line_end(r));
        return;
    }
    event->kind = SCORE_SETUP;
    advance(r);
    while (r->at < close && score_blank_length(r->at, close)) advance(r);
    if (close - r->at > 3 && !strncasecmp(r->at, "FEN", 3)) advance_to(r, r->at + 3);
    while (r->at < close && score_blank_length(r->at, close)) advance(r);
    event->text = r->at;
    event->length = (size_t)(close - r->at);
    advance_to(r, close + 1);
}

/* What begins with c; 0: nothing to report. */
static int read_moves(ScoreReader *r, ScoreEvent *event, char c)
{
    event->depth = r->depth;
    switch (c) {
    case '(':
        if (r->form == SCORE_PDN && read_strength(r, event)) return 1;
        event->kind = SCORE_OPEN;
        if (r->depth == MOST_DEPTH) {
            fail(event, "more variations within variations than can be read");
            advance_to(r, r->end);
            return 1;
        }
        if (r->depth++ == 0) {
            r->open_line = event->line;
            r->open_column = event->column;
        }
        r->number = r->dots = 0;
        advance(r);
        return 1;
    case ')':
        event->kind = SCORE_CLOSE;
        advance(r);
        r->number = r->dots = 0;
        if (r->depth) event->depth = --r->depth;
        else fail(event, "a variation is closed that was not opened");
        return 1;
    case '$': read_glyph(r, event); return 1;
    case '}':
    case ']':
        fail(event,
             c == '}' ? "a comment is closed that was not opened" : "a tag is closed that was not opened");
        advance(r);
        return 1;
    case '/':
        if (r->form == SCORE_PDN) {
            read_setup(r, event);
            return 1;
        }
        break;
    case 0:
        fail(event, "a zero byte; is it a text file?");
        advance_to(r, r->end);
        return 1;
    default: break;
    }
    return read_word(r, event);
}

/* --- games --- */

static void end_game(ScoreReader *r, ScoreEvent *event)
{
    event->kind = SCORE_GAME_END;
    event->result = r->ending ? r->result : SCORE_MISSING;
    r->in_game = r->in_moves = r->ending = 0;
    r->noted = 0;
    r->tags = 0;
    r->points = NULL;
    r->number = r->dots = 0;
}

/* Before the next game or the end of the text: what is still open is reported first. */
static void close_game(ScoreReader *r, ScoreEvent *event)
{
    if (!r->depth) {
        end_game(r, event);
        return;
    }
    ScoreEvent opened = {.line = r->open_line, .column = r->open_column};
    fail(&opened, "the variation that begins here is not closed, expected )");
    *event = opened;
    r->depth = 0;
}

void score_open(ScoreReader *reader, ScoreForm form, const char *text, size_t length)
{
    *reader = (ScoreReader){.form = form,
                            .text = text,
                            .at = text,
                            .end = text + length,
                            .line_start = text,
                            .line = 1,
                            .unnested = text};
}

static int is_utf16(const ScoreReader *r)
{
    return r->at == r->text && (starts(r, "\xff\xfe") || starts(r, "\xfe\xff"));
}

/* A tag, or the end of the game before it. */
static void read_tag_section(ScoreReader *r, ScoreEvent *event)
{
    const char *at = r->at; /* a tag never leaves its line */
    if (!r->in_moves) {
        read_tag(r, event);
        if (event->kind != SCORE_TAG) return;
        if (!comes_again(r, event->name, event->name_length)) {
            take_points(r, event);
            r->in_game = 1;
            return;
        }
        r->at = at;
    }
    close_game(r, event);
}

/* 0: nothing to report yet. */
static int read_event(ScoreReader *r, ScoreEvent *event)
{
    const char c = *r->at;
    if (c == '{' || c == ';') {
        event->depth = r->depth;
        if (c == '{') read_brace_comment(r, event);
        else read_line_comment(r, event);
        return 1;
    }
    if (c == '[') {
        read_tag_section(r, event);
        return 1;
    }
    if (!read_moves(r, event, c)) return 0;
    if (event->kind == SCORE_FAULT || event->kind == SCORE_COMMENT) return 1;
    if (event->kind == SCORE_RESULT && r->depth == 0) {
        if (!r->in_game) return 0; /* of no game, such as one that was ended before */
        r->ending = 1;
        r->result = event->result;
    }
    r->in_game = r->in_moves = 1;
    return 1;
}

void score_next(ScoreReader *reader, ScoreEvent *event)
{
    for (;;) {
        *event = (ScoreEvent){.kind = SCORE_END};
        mark(reader, event);
        if (reader->note && reader->in_game) {
            report_note(reader, event);
            return;
        }
        if (reader->ending) {
            end_game(reader, event);
            return;
        }
        if (is_utf16(reader)) {
            fail(event, "UTF-16, expected UTF-8 or Latin-1");
            reader->at = reader->end;
            return;
        }
        if (skip_blank(reader)) continue;
        if (reader->at == reader->end) {
            if (reader->in_game) close_game(reader, event);
            return;
        }
        if (read_event(reader, event)) return;
    }
}
