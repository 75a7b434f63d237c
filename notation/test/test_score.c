/* SPDX-License-Identifier: MIT */
/* Scores of games: what the reader makes of texts as they are found, what the writer writes, copies in normal form. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../score_copy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the reader --- */

#define TOLD 4096

__attribute__((format(printf, 2, 3))) static void append(char out[TOLD], const char *format, ...)
{
    const size_t used = strlen(out);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out + used, TOLD - used, format, arguments);
    va_end(arguments);
}

static void tell(char out[TOLD], const ScoreEvent *event)
{
    char text[256];
    score_text(event->text, event->length, event->kind == SCORE_TAG, text, sizeof text);
    switch (event->kind) {
    case SCORE_TAG: append(out, "[%.*s=%s] ", (int)event->name_length, event->name, text); break;
    case SCORE_MOVE:
        if (event->number || event->dots) append(out, "%d%.*s", event->number, event->dots, ".....");
        append(out, "%s ", text);
        break;
    case SCORE_COMMENT: append(out, "{%s} ", text); break;
    case SCORE_GLYPH: append(out, "$%d ", event->glyph); break;
    case SCORE_OPEN: append(out, "( "); break;
    case SCORE_CLOSE: append(out, ") "); break;
    case SCORE_RESULT: append(out, "=%s ", score_result_text(event->result)); break;
    case SCORE_GAME_END: append(out, "end:%s ", score_result_text(event->result)); break;
    case SCORE_SETUP: append(out, "/%.*s/ ", (int)event->length, event->text); break;
    case SCORE_FAULT: append(out, "<%s> ", event->error); break;
    case SCORE_NOTE: append(out, "<note: %s> ", event->error); break;
    case SCORE_END: append(out, "END"); break;
    }
}

static const char *told(ScoreForm form, const char *text, size_t length)
{
    static char out[TOLD];
    ScoreReader reader;
    ScoreEvent event;
    out[0] = 0;
    score_open(&reader, form, text, length);
    do {
        score_next(&reader, &event);
        tell(out, &event);
    } while (event.kind != SCORE_END);
    return out;
}

static void test_reading(void **state)
{
    (void)state;
    /* clang-format off */
    static const struct {
        ScoreForm form;
        const char *text, *expected;
    } cases[] = {
        {SCORE_PGN, "", "END"},
        {SCORE_PGN, " \n\r\n\t", "END"},
        {SCORE_PGN, "[Event \"x\"]\n[Site \"\"]\n\n1. e4 e5 2. Nf3 1-0\n",
         "[Event=x] [Site=] 1.e4 e5 2.Nf3 =1-0 end:1-0 END"},
        /* numbers of all sorts */
        {SCORE_PGN, "1.e4 1...e5 2 Nf3 2. ... Nc6 *", "1.e4 1...e5 2Nf3 2....Nc6 =* end:* END"},
        {SCORE_PGN, "e4 e5", "e4 e5 end: END"},
        /* glyphs */
        {SCORE_PGN, "1. e4! e5?? 2. Nf3!? $14 d6 += *", "1.e4 $1 e5 $4 2.Nf3 $5 $14 d6 $14 =* end:* END"},
        {SCORE_PGN, "1. exd6 e.p. + Nf6!!! $256 $10000 *",
         "1.exd6 Nf6 $3 $256 <line 1, column 28: no glyph, expected $0 to $9999> =* end:* END"},
        /* comments, clock tags, nested variations */
        {SCORE_PGN, "1. e4 {[%clk 0:10:00] good} e5 ; so far\n2. Nf3 (2. f4 exf4 (2... d5 {Falkbeer}) 3. Nf3) Nc6 1/2-1/2",
         "1.e4 {[%clk 0:10:00] good} e5 { so far} 2.Nf3 ( 2.f4 exf4 ( 2...d5 {Falkbeer} ) 3.Nf3 ) Nc6 =1/2-1/2 "
         "end:1/2-1/2 END"},
        {SCORE_PGN, "1. e4 (1. d4 1-0) e5 0-1", "1.e4 ( 1.d4 =1-0 ) e5 =0-1 end:0-1 END"},
        /* lines behind %, line ends, a mark of byte order */
        {SCORE_PGN, "\xef\xbb\xbf[Event \"x\"]\r\n% not read [Site \"y\"]\r\n\r\n1. e4\r\n%nor this\r\ne5 *\r\n",
         "[Event=x] 1.e4 e5 =* end:* END"},
        {SCORE_PGN, "1. e4\r2. \x29", "1.e4 <line 2, column 4: a variation is closed that was not opened> end: END"},
        /* Latin-1 and UTF-8; quotes within quotes */
        {SCORE_PGN, "[White \"Capabianco, Jo\xe3o\"]\n[Black \"Jo\xc3\xa3o\"] *",
         "[White=Capabianco, Jo\xc3\xa3o] [Black=Jo\xc3\xa3o] =* end:* END"},
        {SCORE_PGN, "[Event \"the \\\"big\\\" \\\\ one\"]\n[Site \"a \"bad\" one\"]\n*",
         "[Event=the \"big\" \\ one] [Site=a \"bad\" one] =* end:* END"},
        {SCORE_PGN, "[Event \"\xbd\"] \xbd-\xbd", "[Event=\xc2\xbd] =1/2-1/2 end:1/2-1/2 END"},
        {SCORE_PGN, "1. e4\xc2\xa0" "e5\xa0" "2.\xe2\x80\xaf" "Nf3\xe3\x80\x80*", "1.e4 e5 2.Nf3 =* end:* END"},
        {SCORE_PGN, "1. exf6\xc3\xa0 *", "1.exf6\xc3\xa0 =* end:* END"}, /* a letter with that byte */
        /* a value that ends with a backslash */
        {SCORE_PGN, "[Site \"C:\\\"]\n[Round \"\\\" \\\"]\n*", "[Site=C:\\] [Round=\" \\] =* end:* END"},
        /* what is glued to a move: glyphs, the result, signs of print */
        {SCORE_PGN, "1. e4\\$14 e5 \\$2 2. Bb5*", "1.e4 $14 e5 $2 2.Bb5 =* end:* END"},
        {SCORE_PGN, "1. Kg11-0\n\n1. Qh4#0-1\n\n1. e8=Q1/2-1/2\n\n1. Nf3!*",
         "1.Kg1 =1-0 end:1-0 1.Qh4# =0-1 end:0-1 1.e8=Q =1/2-1/2 end:1/2-1/2 1.Nf3 $1 =* end:* END"},
        {SCORE_PGN, "1. e4+- e5-/+ 2. Nf3!+= Qh5+ 3. Qh5++- e8= e8=Q=", "1.e4 $18 e5 $17 2.Nf3 $1 $14 Qh5+ 3.Qh5+ $18 e8= e8=Q $10 end: END"},
        {SCORE_PGN, "1. 0-0 0-0-0 Ra1 Na8 *", "1.0-0 0-0-0 Ra1 Na8 =* end:* END"},
        {SCORE_PGN, "1. e4 \xc2\xb1 e5\xe2\x88\x93 2. Nf3!\xe2\xa9\xb2 Nc6 \xe2\x86\x94 3. d4\xe2\x8c\x9b!? d5 N\xb1 *",
         "1.e4 $16 e5 $17 2.Nf3 $1 $14 Nc6 {\xe2\x86\x94} 3.d4 {\xe2\x8c\x9b} $5 d5 N\xc2\xb1 =* end:* END"},
        {SCORE_PGN, "1. e4 N e5 \xe2\x88\x86" "Nf3 2. \xe2\x99\x98" "f3\xe2\x80\xa0 1\xe2\x80\x93" "0",
         "1.e4 $146 e5 $140 {Nf3} 2.\xe2\x99\x98" "f3 =1-0 end:1-0 END"},
        {SCORE_PGN, "1. a8(Q)+ bxa8(=n) 2. exf6(ep) (2. a3) R(a) *", "1.a8(Q)+ bxa8(=n) 2.exf6(ep) ( 2.a3 ) R ( a ) =* end:* END"},
        {SCORE_PGN, "1. e4!N e5N e8N Nf3D e4 RR ~ == =\xe2\x88\x9e +-- <= *",
         "1.e4 $1 $146 e5 $146 e8N Nf3 $220 e4 $145 $13 $144 $44 $20 $143 =* end:* END"},
        {SCORE_PGN, "1. e4 +0.35/14 e5 -1.2 2. \xe2\x80\xa6 Nf3 2\xe2\x80\xa6" "Nc6 *",
         "1.e4 {+0.35/14} e5 {-1.2} 2....Nf3 2...Nc6 =* end:* END"},
        {SCORE_PGN, "1. e4 1 - 0\n1. d4 1/2 - 1/2\n1. c4 0 -1\n1. b4 1:0", "1.e4 =1-0 end:1-0 1.d4 =1/2-1/2 end:1/2-1/2 1.c4 =0-1 end:0-1 1.b4 =1-0 end:1-0 END"},
        {SCORE_PGN, "1. e4 ch mate e.p. dbl. e5 0000 -- *", "1.e4 e5 0000 -- =* end:* END"},
        /* games without result, results without game */
        {SCORE_PGN, "[Event \"a\"]\n1. e4 e5\n[Event \"b\"]\n1. d4\n",
         "[Event=a] 1.e4 e5 end: [Event=b] 1.d4 end: END"},
        {SCORE_PGN, "1. e4 1-0 1-0 {the end} ; really\n", "1.e4 =1-0 end:1-0 {the end} { really} END"},
        {SCORE_PGN, "1. O-O 0-0 *", "1.O-O 0-0 =* end:* END"},
        /* comments within comments, each game says so once; a brace that nothing closes is text */
        {SCORE_PGN, "1. e4 {a {b} c} e5 {{d} {e}} *\n\n1. d4 {{} f} *",
         "1.e4 {a {b} c} <note: line 1, column 7: a comment within this comment; it is read to the brace that closes the outer one> "
         "e5 {{d} {e}} =* end:* 1.d4 {{} f} <note: line 3, column 7: a comment within this comment; it is read to the brace that closes the outer one> =* end:* END"},
        {SCORE_PGN, "1. e4 {:-{} e5 {x} *\n\n[Event \"}\"]\n", "1.e4 {:-{} e5 {x} =* end:* [Event=}] end: END"},
        /* games of tags alone: a name that comes again begins one, a blank line does not */
        {SCORE_PGN, "[Event \"a\"]\n\n[White \"b\"]\n[event \"c\"]\n[White \"d\"]\n\n1. e4 *\n[Event \"e\"]",
         "[Event=a] [White=b] end: [event=c] [White=d] 1.e4 =* end:* [Event=e] end: END"},
        {SCORE_PDN, "[Event \"a\"] {x} [Event \"b\"] 1-0 [Event \"c\"]", "[Event=a] {x} end: [Event=b] =1-0 end:1-0 [Event=c] end: END"},
        /* what cannot be read */
        {SCORE_PGN, "1. e4 {never closed\n e5 1-0", "1.e4 <line 1, column 7: the comment that begins here is not closed, expected }> end: END"},
        {SCORE_PGN, "1. e4 (1. d4 (1. c4)", "1.e4 ( 1.d4 ( 1.c4 ) <line 1, column 7: the variation that begins here is not closed, expected )> end: END"},
        {SCORE_PGN, "1. e4 (1. d4\n[Event \"b\"]\n*", "1.e4 ( 1.d4 <line 1, column 7: the variation that begins here is not closed, expected )> end: [Event=b] =* end:* END"},
        {SCORE_PGN, "[Event \"cut", "<line 1, column 1: no tag, expected [Name \"value\"]> END"},
        {SCORE_PGN, "[Event]\n[=]\n[Site \"x\"] 1. e4", "<line 1, column 1: no tag, expected [Name \"value\"]> <line 2, column 1: no tag, expected [Name \"value\"]> [Site=x] 1.e4 end: END"},
        {SCORE_PGN, "1. e4 } ] *", "1.e4 <line 1, column 7: a comment is closed that was not opened> <line 1, column 9: a tag is closed that was not opened> =* end:* END"},
        {SCORE_PGN, "\xff\xfe[\0E\0", "<line 1, column 1: UTF-16, expected UTF-8 or Latin-1> END"},
        /* PDN */
        {SCORE_PDN, "[GameType \"20,W,10,10,N2,0\"]\n1. 32-28 19-23 2. 28x19 14x23 2-0",
         "[GameType=20,W,10,10,N2,0] 1.32-28 19-23 2.28x19 14x23 =1-0 end:1-0 END"},
        {SCORE_PDN, "1. c3-d4! d6:c5* (!?) 1-1 2. b6 0-2 0-0", "1.c3-d4 $1 d6:c5 $7 $5 =1/2-1/2 end:1/2-1/2 2.b6 =0-1 end:0-1 END"},
        {SCORE_PDN, "1. 32-28 /W:W31:B20/ 31-26 *",
         "1.32-28 /W:W31:B20/ 31-26 =* end:* END"},
        {SCORE_PDN, "1. 32-28 / FEN \"W:W31:B20\"/ 31-26 *", "1.32-28 /\"W:W31:B20\"/ 31-26 =* end:* END"},
        {SCORE_PDN, "1. 32-28 /W:W31:B20 31-26\n*",
         "1.32-28 <line 1, column 10: the position that begins here is not closed, expected /> =* end:* END"},
        /* blanks within moves: reported once a game */
        {SCORE_PDN, "1. 1- 7 18 -22 2 2 - 8 12 x 18 x 29! 3. c3 : e5 *",
         "1.1- 7 <note: line 1, column 4: blanks within a move; they are passed over> 18 -22 22 - 8 12 x 18 x 29 $1 3.c3 : e5 =* end:* END"},
        {SCORE_PDN, "1. 32-28 -+ 19-23 2 - 0", "1.32-28 $19 19-23 =1-0 end:1-0 END"},
        {SCORE_PDN, "1. 32-28 3- 1. 31-26 4- 1-0", "1.32-28 3- 1.31-26 4- =1-0 end:1-0 END"},
        {SCORE_PDN, "1. 32-28 1/2 - 1/2", "1.32-28 =1/2-1/2 end:1/2-1/2 END"},
        /* points: those that no move can be, and those that the tag Result has, at the end */
        {SCORE_PDN, "1. 32-28 12-0", "1.32-28 =1-0 end:1-0 END"},
        {SCORE_PDN, "1. 32-28 0-12", "1.32-28 =0-1 end:0-1 END"},
        {SCORE_PDN, "1. 32-28 5-5", "1.32-28 =1/2-1/2 end:1/2-1/2 END"},
        {SCORE_PDN, "1. 32-28 7-3", "1.32-28 7-3 end: END"},
        {SCORE_PDN, "[Result \"7-3\"] 1. 7-3 7-3\n[Result \"1-0\"] 7-3",
         "[Result=7-3] 1.7-3 =1-0 end:1-0 [Result=1-0] 7-3 end: END"},
        /* a * behind the last move ends the game, behind another it is a forced move */
        {SCORE_PDN, "1. 32-28* 19-23*\n[Event \"x\"]", "1.32-28 $7 19-23 =* end:* [Event=x] end: END"},
        {SCORE_PDN, "11-15 0-0", "11-15 =0-0 end:0-0 END"},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(told(cases[i].form, cases[i].text, strlen(cases[i].text)), cases[i].expected);
    assert_string_equal(told(SCORE_PGN, "1. e4 \0 e5", 10),
                        "1.e4 <line 1, column 7: a zero byte; is it a text file?> end: END");
}

static const char rich[] =
    "[Event \"A \\\"rich\\\" one\"]\n[White \"Jos\xe9\"]\n[Result \"1-0\"]\n[Annotator \"me\"]\n\n"
    "{Before} 1. e4! {good [%clk 0:01:00]} e5 2. Nf3 (2. f4 exf4 (2... d5) 3. Nf3 g5) Nc6 $14\n"
    "3. Bb5 ; Spanish\na6 4. Ba4 Nf6 5. O-O 1-0\n\n[Event \"b\"]\n1. d4 d5 2. c4 *\n";

/* Cut anywhere, a text is read to its end. */
static void test_truncated(void **state)
{
    (void)state;
    for (size_t length = 0; length < sizeof rich; length++) {
        char *part = malloc(length + 1); /* so that a sanitizer sees what is read beyond */
        memcpy(part, rich, length);
        ScoreReader reader;
        ScoreEvent event;
        int events = 0;
        score_open(&reader, SCORE_PGN, part, length);
        do score_next(&reader, &event);
        while (event.kind != SCORE_END && events++ < 1000);
        assert_int_equal(event.kind, SCORE_END);
        free(part);
    }
}

/* --- the writer --- */

static char *copy_of(const DraughtsGame *game, ChessLetters letters, const char *text)
{
    char *out = NULL;
    size_t size;
    FILE *stream = open_memstream(&out, &size);
    assert_int_equal(score_copy(game, letters, text, strlen(text), stream), 0);
    fclose(stream);
    return out;
}

static void check_copy(const DraughtsGame *game, ChessLetters letters, const char *text, const char *expected)
{
    char *copy = copy_of(game, letters, text), *again = copy_of(game, CHESS_ENGLISH, copy);
    if (expected) assert_string_equal(copy, expected);
    assert_string_equal(again, copy); /* normal form is its own */
    for (const char *line = copy; *line; line += strcspn(line, "\n") + 1)
        if (*line != '[') assert_true(strcspn(line, "\n") < SCORE_COLUMNS);
    free(copy);
    free(again);
}

#define ROSTER(result) \
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"" result \
    "\"]\n"

static void test_copying(void **state)
{
    (void)state;
    const DraughtsGame *brazilian = &draughts_games[DRAUGHTS_GAME_brazilian];
    const DraughtsGame *international = &draughts_games[DRAUGHTS_GAME_international];
    const DraughtsGame *damma = &draughts_games[DRAUGHTS_GAME_damma];
    check_copy(
        NULL, CHESS_ENGLISH, rich,
        "[Event \"A \\\"rich\\\" one\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Jos\xc3\xa9\"]\n"
        "[Black \"?\"]\n[Result \"1-0\"]\n[Annotator \"me\"]\n\n"
        "{Before} 1. e4 $1 {good [%clk 0:01:00]} 1... e5 2. Nf3 (2. f4 exf4 (2... d5) 3.\n"
        "Nf3 g5) 2... Nc6 $14 3. Bb5 {Spanish} 3... a6 4. Ba4 Nf6 5. O-O 1-0\n\n"
        "[Event \"b\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n"
        "[Result \"*\"]\n\n1. d4 d5 2. c4 *\n\n");
    /* from a position, Black first; squares for SAN; Portuguese */
    check_copy(
        NULL, CHESS_PORTUGUESE, "[FEN \"4k3/8/8/8/8/8/8/R3K2R b KQ - 3 9\"]\nRd7 e1c1 Re6 Thf1",
        ROSTER(
            "*") "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R b KQ - 3 9\"]\n\n9... Kd7 10. O-O-O+ Ke6 11. Rhf1 *\n\n");
    /* what cannot be followed stays */
    check_copy(NULL, CHESS_ENGLISH, "1. e4 Ke6 2. Nf3 (2. d4 d5 {so} 3. Nf6) 1-0",
               ROSTER("1-0") "\n1. e4 Ke6 2. Nf3 (2. d4 d5 {so} 3. Nf6) 1-0\n\n");
    /* draughts: the number of the game, its own squares, points where they are counted so */
    check_copy(
        brazilian, CHESS_ENGLISH, "1. 22-18 11-16 2. g3-h4 {x} g5-f4 3. 23x16 1-0",
        ROSTER(
            "1-0") "[GameType \"26,W,8,8,A0,0\"]\n\n1. c3-d4 f6-g5 2. g3-h4 {x} 2... g5-f4 3. e3xg5 *\n\n");
    check_copy(
        international, CHESS_ENGLISH, "[Result \"1-1\"]\n1. 32-28 19-23 2. 28x19 14x23 (2... 13x24) *",
        ROSTER("1-1") "[GameType \"20,W,10,10,N2,0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 (2... 13x24) *\n\n");
    check_copy(damma, CHESS_ENGLISH, "[FEN \"W:Wa1,c1:Bb2,e5\"]\n1. c1-d1 Sa1 2. d1-d2 0-1",
               ROSTER("0-1") "[SetUp \"1\"]\n[FEN \"W:Wa1,c1:Be5,b2\"]\n\n1. c1-d1 Sa1 2. d1-d2 *\n\n");
    check_copy(NULL, CHESS_ENGLISH,
               "{a comment that is much longer than the eighty columns of a line, with a } brace}\n1. e4",
               NULL);
    check_copy(NULL, CHESS_ENGLISH, "1. e4 {outer {inner} rest} e5 *",
               ROSTER("*") "\n1. e4 {outer (inner) rest} 1... e5 *\n\n");
    /* results that disagree stay as they are; what one leaves open is filled in */
    check_copy(NULL, CHESS_ENGLISH, "[Result \"1-0\"]\n1. e4 0-1", ROSTER("1-0") "\n1. e4 0-1\n\n");
    check_copy(NULL, CHESS_ENGLISH, "[Result \"1-0\"]\n1. e4 *", ROSTER("1-0") "\n1. e4 1-0\n\n");
    check_copy(brazilian, CHESS_ENGLISH, "[Result \"1-0\"]\n1. c3-d4 0-1",
               ROSTER("1-0") "[GameType \"26,W,8,8,A0,0\"]\n\n1. c3-d4 0-1\n\n");
    /* words of any length */
    for (size_t length = 70; length < 2000; length += 97) {
        char comment[2200], expected[2600];
        snprintf(comment, sizeof comment, "1. e4 {a %0*d b} *", (int)length, 0);
        snprintf(expected, sizeof expected, ROSTER("*") "\n1. e4 {a%c%0*d\nb} *\n\n",
                 length < 71 ? ' ' : '\n', (int)length, 0);
        char *copy = copy_of(NULL, CHESS_ENGLISH, comment);
        assert_string_equal(copy, expected);
        free(copy);
    }
    /* names of tags in any case; points, blanks, a position between the moves, a beginner are kept */
    check_copy(NULL, CHESS_ENGLISH, "[EVENT \"?\"]\n[result \"*\"]\n1. e4 *", ROSTER("*") "\n1. e4 *\n\n");
    check_copy(brazilian, CHESS_ENGLISH, "[Result \"7-3\"]\n1. C3 - D4 $902 7-3",
               ROSTER("7-3") "[GameType \"26,W,8,8,A0,0\"]\n\n1. c3-d4 $902 *\n\n");
    check_copy(
        brazilian, CHESS_ENGLISH,
        "1. c3-d4 /W:Wc1:Bh8/ 2. c1-d2 h8-g7 /B:Wc1:Bh8/ h8-g7 (/FEN x/ h8-g7) /y/ c1-b2",
        ROSTER(
            "*") "[GameType \"26,W,8,8,A0,0\"]\n\n1. c3-d4 /FEN \"W:Wc1:Bh8\"/ 2. c1-d2 h8-g7 /FEN \"B:Wc1:Bh8\"/ 3... h8-g7 (/FEN x/\n"
                 "h8-g7) /FEN y/ c1-b2 *\n\n");
    check_copy(&draughts_games[DRAUGHTS_GAME_pool], CHESS_ENGLISH, "1. 22-18 11-15 (11-16) 2. 18x11 *",
               ROSTER("*") "[GameType \"23,W,8,8,N2,0\"]\n\n1. 22-18 11-15 (1... 11-16) 2. 18x11 *\n\n");
    check_copy(NULL, CHESS_ENGLISH, "({x}) 1. e4 ((1. d4)) (( *", NULL);
    /* broken words do not become a move */
    static const char *const broken[] = {
        "1. C3-]4\xe2\x80\x94-C5 *",
        "1. c3-]d4 *",
        "1. c3]-d4 *",
        "1. c3] - }d4 f6-g5 *",
        "1. c3-}d4}-e5 f6 - }g5*",
        "1. c3 - ] d4 - ] e5 - ] f6 *",
        "1russi. 38-$ 92202 13an *",
        "1. 32- 0-28! 19-231 {x}",
        "1. 2-  0-28x} f6-g5",
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        check_copy(&draughts_games[DRAUGHTS_GAME_russian], CHESS_ENGLISH, broken[i], NULL);
}

static void test_game_types(void **state)
{
    (void)state;
    static const struct {
        DraughtsGameId game;
        const char *type;
    } types[] = {
        /* as PDN 3.0 has them, but for how squares are written in 31 and 41 */
        {DRAUGHTS_GAME_international, "20,W,10,10,N2,0"},
        {DRAUGHTS_GAME_checkers, "21,B,8,8,N1,0"},
        {DRAUGHTS_GAME_italian, "22,W,8,8,N2,1"},
        {DRAUGHTS_GAME_pool, "23,B,8,8,N1,0"},
        {DRAUGHTS_GAME_spanish, "24,W,8,8,N1,1"},
        {DRAUGHTS_GAME_russian, "25,W,8,8,A0,0"},
        {DRAUGHTS_GAME_brazilian, "26,W,8,8,A0,0"},
        {DRAUGHTS_GAME_canadian, "27,W,12,12,N2,0"},
        {DRAUGHTS_GAME_portuguese, "28,W,8,8,N1,1"},
        {DRAUGHTS_GAME_czech, "29,W,8,8,A0,0"},
        {DRAUGHTS_GAME_turkish, "30,W,8,8,A0,0"},
        {DRAUGHTS_GAME_thai, "31,B,8,8,A3,0"},
        {DRAUGHTS_GAME_frisian, "40,W,10,10,N2,0"},
        {DRAUGHTS_GAME_spantsireti, "41,W,10,8,N2,0"},
        {DRAUGHTS_GAME_damma, ""},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        char type[DRAUGHTS_GAME_TYPE_TEXT];
        draughts_game_type(&draughts_games[types[i].game], draughts_games[types[i].game].black_begins, type);
        assert_string_equal(type, types[i].type);
    }
}

static void test_text(void **state)
{
    (void)state;
    char out[8];
    assert_int_equal(score_text("abcdefgh", 8, 0, out, sizeof out), 1);
    assert_string_equal(out, "abcdefg");
    assert_int_equal(score_text("abcdef\xe9", 7, 0, out, sizeof out), 1); /* no half of a character */
    assert_string_equal(out, "abcdef");
    assert_int_equal(score_text("a\nb\x7f\\\"", 6, 0, out, sizeof out), 0);
    assert_string_equal(out, "a b \\\"");
    assert_int_equal(score_text("\xc3", 1, 0, out, sizeof out), 0);
    assert_string_equal(out, "\xc3\x83");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reading),    cmocka_unit_test(test_truncated), cmocka_unit_test(test_copying),
        cmocka_unit_test(test_game_types), cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
