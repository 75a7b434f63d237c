/* SPDX-License-Identifier: MIT */
#include "score_words.h"
#include "pdn_signs.h"
#include "utf8.h"

#include <string.h>

#define MOST_MARK 11  /* bytes of a result or glyph */
#define MOST_MOVE 256 /* bytes of a move with all that is glued to it */

/* --- characters --- */

/* The character's number; a byte that is no UTF-8 is Latin-1. *length: its bytes. */
static unsigned read_character(const char *at, const char *end, size_t *length)
{
    static const unsigned char first[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    unsigned value = (unsigned char)*at;
    *length = value < 0x80 ? 1 : utf8_length(at, (size_t)(end - at));
    if (!*length) *length = 1;
    else value &= first[*length];
    for (size_t i = 1; i < *length; i++) value = value << 6 | ((unsigned char)at[i] & 0x3f);
    return value;
}

size_t score_character_length(const char *at, const char *end)
{
    size_t length;
    read_character(at, end, &length);
    return length;
}

static int is_blank(unsigned c)
{
    if (c < 0x80) return (c > 0 && c <= ' ') || c == 127;
    return c == 0xa0 || (c >= 0x2000 && c <= 0x200f) || (c >= 0x2028 && c <= 0x202f) || c == 0x205f ||
           c == 0x2060 || c == 0x3000;
}

size_t score_blank_length(const char *at, const char *end)
{
    size_t length;
    return is_blank(read_character(at, end, &length)) ? length : 0;
}

/* Bytes of "(Q)", "(=Q)", "(ep)" glued to a move, 0 if none begins here. */
static size_t parenthesis_length(const char *at, const char *end)
{
    static const char *const inner[] = {"ep)", "e.p.)", NULL};
    const size_t left = (size_t)(end - at), equals = left > 1 && at[1] == '=';
    if (left > 2 + equals && at[2 + equals] == ')' && at[1 + equals] &&
        strchr("QRBNDTCqrbndtc", at[1 + equals]))
        return 3 + equals;
    for (const char *const *word = inner; *word; word++)
        if (left > strlen(*word) && !memcmp(at + 1, *word, strlen(*word))) return 1 + strlen(*word);
    return 0;
}

const char *score_word_end(const char *at, const char *end)
{
    const char *begin = at;
    for (size_t length; at < end; at += length) {
        const unsigned c = read_character(at, end, &length);
        if (c == '(' && at > begin && (length = parenthesis_length(at, end))) continue;
        if (is_blank(c) || (c < 0x80 && memchr("{}()[];$", (int)c, 8)) || c == 0) break;
        if (c == '\\' && at + 1 < end && at[1] == '$') break; /* an escaped glyph */
    }
    return at;
}

static int is_figurine(unsigned c) { return c >= 0x2654 && c <= 0x265f; }

/* Arrows, mathematical signs, pictures: no letters, nothing that stands within moves. */
static int is_symbol(unsigned c)
{
    if (is_figurine(c) || c == 0xd7) return 0;
    return (c >= 0xa1 && c <= 0xbf) || c == 0xf7 || c == 0x394 || (c >= 0x2016 && c <= 0x2bff) ||
           (c >= 0xfe00 && c <= 0xfe0f) || c >= 0x1f000;
}

/* --- moves with blanks in them --- */

const char *score_skip_blanks(const char *at, const char *end)
{
    while (at < end && score_blank_length(at, end)) at += score_blank_length(at, end);
    return at;
}

/* A number, a letter and a row, or half a point. `at` without one. */
static const char *square_end(const char *at, const char *end)
{
    if (end - at >= 3 && !memcmp(at, "1/2", 3)) return at + 3;
    const char *digits = at;
    if (digits < end && ((*digits | 32) >= 'a' && (*digits | 32) <= 'l')) digits++;
    const char *behind = digits;
    while (behind < end && behind < digits + 3 && *behind >= '0' && *behind <= '9') behind++;
    return behind > digits ? behind : at;
}

/* --- words --- */

typedef struct {
    const char *word;
    int value;
} Named;

/* clang-format off */
static const Named results[] = {
    {"1-0", SCORE_WHITE_WINS},
    {"0-1", SCORE_BLACK_WINS},
    {"*", SCORE_UNKNOWN},
    {"1/2-1/2", SCORE_DRAWN},
    {"1/2", SCORE_DRAWN},
    {"1:0", SCORE_WHITE_WINS},
    {"0:1", SCORE_BLACK_WINS},
    {"\xc2\xbd-\xc2\xbd", SCORE_DRAWN},
    {"\xbd-\xbd", SCORE_DRAWN},
    {"\xbd-\xc2\xbd", SCORE_DRAWN},
    {"\xc2\xbd-\xbd", SCORE_DRAWN},
    {"1\xe2\x80\x93" "0", SCORE_WHITE_WINS},
    {"0\xe2\x80\x93" "1", SCORE_BLACK_WINS},
    {"\xc2\xbd\xe2\x80\x93\xc2\xbd", SCORE_DRAWN},
    {"1/2\xe2\x80\x93" "1/2", SCORE_DRAWN},
    {NULL, 0},
};
/* PGN's numbers of glyphs, and those beyond 139 that programs agree on. Of a sign with a number for each side
 * White's is taken: the sign does not say whose it is. */
static const Named glyphs[] = {
    {"!", 1},   {"?", 2},    {"!!", 3},   {"??", 4},   {"!?", 5},   {"?!", 6},  {"=", 10},  {"+=", 14},
    {"=+", 15}, {"+/=", 14}, {"=/+", 15}, {"+/-", 16}, {"-/+", 17}, {"+-", 18}, {"-+", 19},
    {"+--", 20}, {"--+", 21}, {"~", 13}, {"<=", 143}, {"==", 144}, {"RR", 145},
    {"+\xe2\x80\x93", 18}, {"\xe2\x80\x93+", 19}, {"+\xe2\x88\x92", 18}, {"\xe2\x88\x92+", 19},
    {"\xe2\x80\xbc", 3},   /* two exclamation marks in one */
    {"\xe2\x81\x87", 4},   {"\xe2\x81\x89", 5},   {"\xe2\x81\x88", 6},
    {"\xe2\x96\xa1", 7},   /* square: the only move */
    {"\xe2\x88\x9e", 13},  /* unclear */
    {"\xe2\xa9\xb2", 14},  {"\xe2\xa9\xb1", 15},  /* + and = in one */
    {"\xc2\xb1", 16},      {"\xb1", 16},          {"\xe2\x88\x93", 17},
    {"\xe2\xa8\x80", 22},  {"\xe2\x8a\x99", 22},  /* circle with a dot: zugzwang */
    {"\xe2\x97\x8b", 26},  /* circle: space */
    {"\xe2\x9f\xb3", 32},  {"\xe2\x86\xbb", 32},  /* development */
    {"\xe2\x86\x91", 36},  /* initiative */
    {"\xe2\x86\x92", 40},  /* attack */
    {"=/\xe2\x88\x9e", 44}, {"=\xe2\x88\x9e", 44}, {"\xe2\xaf\xb9", 44}, /* compensation */
    {"\xe2\x87\x86", 132}, {"\xe2\x87\x84", 132}, /* counterplay */
    {"\xe2\xa8\x81", 138}, {"\xe2\x8a\x95", 138}, /* time trouble */
    {"\xe2\x88\x86", 140}, {"\xce\x94", 140},     /* with the idea */
    {"\xe2\x88\x87", 141}, {"\xe2\x8c\x93", 142}, /* aimed against; better is */
    {"N", 146},            {"D", 220},            /* novelty, diagram */
    {NULL, 0},
};
static const Named fillers[] = {
    {"e.p.", 0}, {"e.p", 0},  {"ep", 0},   {"ep.", 0}, {"+", 0},    {"++", 0},           {"#", 0},
    {"ch", 0},   {"ch.", 0},  {"dbl", 0},  {"dis", 0}, {"mate", 0}, {"\xe2\x80\xa0", 0}, {"\xe2\x80\xa1", 0},
    {"dbl.", 0}, {"dis.", 0}, {NULL, 0},
};
/* clang-format on */

static int find_named(const Named *list, const char *text, size_t length, int *value)
{
    for (; list->word; list++) {
        if (*list->word != *text || strlen(list->word) != length || memcmp(list->word, text, length))
            continue;
        *value = list->value;
        return 1;
    }
    return 0;
}

/* Digits at `at`, three at most; their value in *number. Returns what follows. */
static const char *read_number(const char *at, const char *end, int *number)
{
    const char *first = at;
    *number = 0;
    while (at < end && at < first + 3 && *at >= '0' && *at <= '9') *number = 10 * *number + (*at++ - '0');
    return at;
}

/* Two numbers and a sign, but not of a capture. */
static int read_points(const char *text, size_t length, int points[2])
{
    const char *end = text + length, *at = read_number(text, end, &points[0]);
    int capture = 0;
    const size_t sign = at > text ? pdn_sign_length(at, (size_t)(end - at), &capture) : 0;
    const char *second = at + sign;
    at = read_number(second, end, &points[1]);
    return sign && !capture && at > second && at == end;
}

ScoreResult score_points_parse(const char *text, size_t length)
{
    int points[2];
    if (!read_points(text, length, points)) return SCORE_MISSING;
    if (points[0] + points[1] == 0) return SCORE_BOTH_LOSE;
    return points[0] > points[1] ? SCORE_WHITE_WINS : points[0] < points[1] ? SCORE_BLACK_WINS : SCORE_DRAWN;
}

/* No draughts move has a square 0, or stays where it is. */
static ScoreResult points_that_no_move_is(const char *text, size_t length)
{
    int points[2];
    if (!read_points(text, length, points) || (points[0] && points[1] && points[0] != points[1]))
        return SCORE_MISSING;
    return score_points_parse(text, length);
}

ScoreResult score_result_parse(ScoreForm form, const char *text, size_t length)
{
    int value = SCORE_MISSING;
    if (!length) return SCORE_MISSING;
    if (find_named(results, text, length, &value)) return (ScoreResult)value;
    return form == SCORE_PDN ? points_that_no_move_is(text, length) : SCORE_MISSING;
}

ScoreResult score_result_tagged(ScoreForm form, const char *text, size_t length)
{
    const ScoreResult result = score_result_parse(form, text, length);
    return result || form == SCORE_PGN ? result : score_points_parse(text, length);
}

/* What stands behind a sign and a blank is no square of that move: a result, or a number, such as that of the next move. */
static int begins_anew(const char *square, const char *behind, const char *end)
{
    const char *word = score_word_end(square, end);
    while (word > square && !(word[-1] >= '0' && word[-1] <= '9')) word--; /* marks, a sign */
    if (behind < end && *behind >= '0' && *behind <= '9') return 1;
    if (word - square == 3 && !memcmp(square, "1/2", 3)) return 0;
    return (behind < end && *behind == '.') || score_result_parse(SCORE_PDN, square, (size_t)(word - square));
}

const char *score_spaced_end(const char *first, const char *end)
{
    const char *at = square_end(first, end);
    int spaced = 0, capture;
    if (at == first) return first;
    for (;;) {
        const char *sign = score_skip_blanks(at, end);
        const size_t length = sign < end ? pdn_sign_length(sign, (size_t)(end - sign), &capture) : 0;
        const char *square = length ? score_skip_blanks(sign + length, end) : end;
        const char *behind = square_end(square, end);
        if (!length || behind == square || (square > sign + length && begins_anew(square, behind, end)))
            return spaced ? at : first;
        spaced |= sign > at || square > sign + length;
        at = behind;
    }
}

const char *score_result_text(ScoreResult result)
{
    static const char *const texts[] = {"", "*", "1-0", "0-1", "1/2-1/2", "0-0"};
    return texts[result];
}

/* An engine's, in pawns: "+0.35/14". */
static int is_evaluation(const char *text, size_t length)
{
    return length > 3 && (*text == '+' || *text == '-') && text[1] >= '0' && text[1] <= '9' &&
           memchr(text, '.', length);
}

ScoreWordKind score_word_kind(ScoreForm form, const char *text, size_t length, int *value)
{
    size_t bytes;
    *value = (int)score_result_parse(form, text, length);
    if (*value) return SCORE_WORD_RESULT;
    if (find_named(glyphs, text, length, value)) return SCORE_WORD_GLYPH;
    if (find_named(fillers, text, length, value)) return SCORE_WORD_FILLER;
    if (is_evaluation(text, length)) return SCORE_WORD_SYMBOL;
    return is_symbol(read_character(text, text + length, &bytes)) ? SCORE_WORD_SYMBOL : SCORE_WORD_OTHER;
}

/* --- marks --- */

/* Bytes of ! and ? that begin the text; in PDN also of *, a forced move. */
static size_t count_marks(ScoreForm form, const char *text, size_t length)
{
    size_t count = 0;
    while (count < length && strchr(form == SCORE_PDN ? "!?*" : "!?", text[count]) && text[count]) count++;
    return count;
}

/* As one glyph; runs that none stands for count as their first mark, doubled. */
static int glyph_of_marks(const char *text, size_t length)
{
    int value;
    if (find_named(glyphs, text, length, &value)) return value;
    return *text == '!' ? 3 : *text == '?' ? 4 : 7;
}

/* Bytes of the symbols that begin the text. */
static size_t count_symbols(const char *text, size_t length)
{
    size_t count = 0, bytes;
    while (count < length && is_symbol(read_character(text + count, text + length, &bytes))) count += bytes;
    return count;
}

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* A word of letters goes on there. */
static int is_within_word(const char *at)
{
    return is_letter(at[-1]) && (is_letter(*at) || (*at >= '0' && *at <= '9'));
}

size_t score_mark_length(ScoreForm form, const char *text, size_t length, ScoreWordKind *kind, int *value)
{
    const size_t marks = count_marks(form, text, length);
    if (marks) {
        *kind = SCORE_WORD_GLYPH;
        *value = glyph_of_marks(text, marks);
        return marks;
    }
    for (size_t part = is_evaluation(text, length) ? 0
                       : length < MOST_MARK        ? length
                                                   : MOST_MARK;
         part; part--) {
        if (part < length && is_within_word(text + part)) continue;
        *kind = score_word_kind(form, text, part, value);
        if (*kind == SCORE_WORD_RESULT || *kind == SCORE_WORD_GLYPH || *kind == SCORE_WORD_FILLER)
            return part;
    }
    *kind = SCORE_WORD_SYMBOL;
    *value = 0;
    const size_t symbols = count_symbols(text, length);
    return symbols ? symbols : length;
}

/* What is left of a word, to its `length`, could be a move: it is not a number, a glyph or the like alone. */
static int is_move(ScoreForm form, const char *text, size_t length)
{
    int value;
    size_t digits = 0;
    while (digits < length && ((text[digits] >= '0' && text[digits] <= '9') || text[digits] == '.')) digits++;
    return digits < length && score_word_kind(form, text, length, &value) == SCORE_WORD_OTHER;
}

/* A move of chess is complete: a square, a castling, a promotion, with or without check and marks. */
static int is_complete(const char *text, size_t length)
{
    const char last = text[length - 1];
    size_t first; /* a letter may be one byte or several */
    read_character(text, text + length, &first);
    return length > first && ((last & 0x80) || strchr("12345678QRBNDTCqrbndtcOo0)+#!?", last));
}

/* Nothing can be glued to it: it ends as most moves do. */
static int is_bare(ScoreForm form, const char *text, size_t length)
{
    const char last = text[length - 1];
    if (form == SCORE_PDN) return last >= '0' && last <= '9';
    return length > 1 && last >= '1' && last <= '8' && text[length - 2] >= 'a' && text[length - 2] <= 'h';
}

/* "e8=" and "e8N" are promotions, or a part of one; "e4N" is a novelty. */
static int may_promote(const char *text, size_t length, const char *mark)
{
    const char last = text[length - 1];
    if (*mark == '=') return last == '1' || last == '8';
    return strchr("NDR", *mark) && !(last >= '2' && last <= '7') && last != '!' && last != '?';
}

/* Bytes of the last of what is glued to the move, 0 if nothing is. */
static size_t last_mark(ScoreForm form, const char *text, size_t length)
{
    const char *end = text + length;
    for (size_t start = 0; (start += score_character_length(text + start, end)) < length;) {
        const size_t left = length - start;
        int value;
        if (count_marks(form, text + start, left) == left && is_move(form, text, start)) return left;
        if (count_symbols(text + start, left) == left && is_move(form, text, start)) return left;
        if (form == SCORE_PDN || left > MOST_MARK || !is_complete(text, start) || !is_move(form, text, start))
            continue;
        const ScoreWordKind kind = score_word_kind(form, text + start, left, &value);
        if ((kind == SCORE_WORD_RESULT || kind == SCORE_WORD_GLYPH) &&
            !may_promote(text, start, text + start))
            return left;
    }
    return 0;
}

size_t score_bare_length(ScoreForm form, const char *text, size_t length)
{
    if (length > MOST_MOVE) return length;
    for (size_t mark; length && !is_bare(form, text, length); length -= mark) {
        mark = last_mark(form, text, length);
        if (!mark) break;
    }
    return length;
}
