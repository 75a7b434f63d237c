/* SPDX-License-Identifier: MIT */
/* Lists of draughts moves and moves in PDN: in random games of every game, the mailbox has the same moves by the same
 * routes. TEST_SEED changes the games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../draughts_squares.h"
#include "../../rules/draughts/test/mailbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 2000

static DraughtsMove list[ROOM];
static SlowList slow_list;

static const DraughtsGame *game_named(const char *name)
{
    for (int i = 0; i < DRAUGHTS_GAMES; i++)
        if (!strcmp(draughts_games[i].name, name)) return &draughts_games[i];
    fail_msg("no game %s", name);
    return NULL;
}

static DraughtsRecord parse(const DraughtsGame *game, const char *fen)
{
    DraughtsRecord record;
    char error[NOTATION_ERROR];
    if (draughts_fen_parse(game, fen, &record, error)) fail_msg("%s %s: %s", game->name, fen, error);
    return record;
}

static u32 random_state;

static u32 random_below(u32 n)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (u32)((u64)(random_state >> 8) * n >> 24);
}

/* --- the mailbox's texts --- */

typedef struct {
    char text[SLOW_TEXT_SIZE];
} Name;

static int compare_names(const void *a, const void *b) { return strcmp(a, b); }

static int compare_bytes(const void *a, const void *b) { return *(const u8 *)a - *(const u8 *)b; }

static char *write_letters(const SquareMap *map, const char *before, u32 number, char *out)
{
    return out + sprintf(out, "%s%c%d", before, 'a' + map->file[number], map->rank[number] + 1);
}

/* c3xe5xg7(d4,f6)=K with the squares of a route; c3xg7(d4,f6), captured squares sorted, without. */
static void name_as_mailbox(const SquareMap *map, const DraughtsRecord *record, const DraughtsMove *move,
                            int route, char *out)
{
    u8 victims[DRAUGHTS_DEPTH];
    const char piece = draughts_letter_at(map->game, record, map->file[move->from], map->rank[move->from]);
    out = write_letters(map, move->huff ? "~" : "", move->from, out);
    if (move->huff) return;
    for (u32 i = 0; route && i + 1 < move->jumps; i++) out = write_letters(map, "x", move->landing[i], out);
    out = write_letters(map, move->jumps ? "x" : "-", move->to, out);
    for (u32 i = 0; i < move->jumps; i++) {
        const u32 number = move->victim[i];
        victims[i] = (u8)(16 * map->rank[number] + map->file[number]);
    }
    if (!route) qsort(victims, move->jumps, 1, compare_bytes);
    for (u32 i = 0; i < move->jumps; i++)
        out += sprintf(out, "%s%c%d", i ? "," : "(", 'a' + victims[i] % 16, victims[i] / 16 + 1);
    sprintf(out, "%s%s", move->jumps ? ")" : "", move->king && (piece == 'w' || piece == 'b') ? "=K" : "");
}

static void check_list(const DraughtsGame *game, const DraughtsRecord *record, const SlowPosition *slow,
                       int merge, int count)
{
    static Name ours[ROOM], theirs[ROOM];
    const SquareMap map = square_map(game);
    char fen[DRAUGHTS_FEN_TEXT];
    draughts_fen_format(game, record, fen);
    if (!slow_moves(slow_game(game->name), slow, merge ? SLOW_MERGED : SLOW_KEEP, &slow_list))
        fail_msg("%s %s: too much for the mailbox", game->name, fen);
    if (count != (int)slow_list.count)
        fail_msg("%s %s, merge %d: %d moves, the mailbox has %zu", game->name, fen, merge, count,
                 slow_list.count);
    for (int i = 0; i < count; i++) {
        name_as_mailbox(&map, record, &list[i], !merge, ours[i].text);
        slow_move_text(&slow_list.move[i], merge ? SLOW_RESULT : SLOW_ROUTE, theirs[i].text);
    }
    qsort(ours, (size_t)count, sizeof *ours, compare_names);
    qsort(theirs, (size_t)count, sizeof *theirs, compare_names);
    for (int i = 0; i < count; i++)
        if (strcmp(ours[i].text, theirs[i].text))
            fail_msg("%s %s, merge %d: %s, the mailbox has %s", game->name, fen, merge, ours[i].text,
                     theirs[i].text);
}

static void check_texts(const DraughtsGame *game, const DraughtsRecord *record, int count)
{
    char fen[DRAUGHTS_FEN_TEXT];
    draughts_fen_format(game, record, fen);
    for (int i = 0; i < count; i++) {
        char text[DRAUGHTS_MOVE_TEXT], longer[DRAUGHTS_MOVE_TEXT + 4], error[NOTATION_ERROR];
        int which = -1;
        draughts_move_format(game, list, count, i, text);
        if (draughts_move_parse(game, list, count, text, &which, error))
            fail_msg("%s %s: %s", game->name, fen, error);
        if (which != i) fail_msg("%s %s: %s is read as another move", game->name, fen, text);
        snprintf(longer, sizeof longer, " %s!?", text);
        for (char *x = longer; *x; x++)
            if (*x == 'x') *x = ':';
        if (draughts_move_parse(game, list, count, longer, &which, error) || which != i)
            fail_msg("%s %s: %s is read as another move", game->name, fen, longer);
    }
}

/* Routes of the other list lead to their merged move. */
static void check_routes_in_merged(const DraughtsGame *game, const DraughtsRecord *record, int count)
{
    static DraughtsMove merged[ROOM];
    const int merged_count = draughts_list_moves(game, record, 1, merged, ROOM);
    for (int i = 0; i < count; i++) {
        char route[DRAUGHTS_MOVE_TEXT], error[NOTATION_ERROR], name[SQUARE_TEXT];
        const SquareMap map = square_map(game);
        int which = -1;
        if (list[i].jumps < 2) continue;
        square_text(&map, list[i].from, route);
        for (u32 k = 0; k < list[i].jumps; k++) {
            square_text(&map, list[i].landing[k], name);
            sprintf(route + strlen(route), "x%s", name);
        }
        if (draughts_move_parse(game, merged, merged_count, route, &which, error)) fail_msg("%s", error);
        u8 taken[128] = {0};
        for (u32 k = 0; k < list[i].jumps; k++) taken[list[i].victim[k]] = 1;
        for (u32 k = 0; k < merged[which].jumps; k++)
            if (!taken[merged[which].victim[k]])
                fail_msg("%s %s: read as another capture", game->name, route);
    }
}

/* Plays move `i` of both lists, which lead to the same position. */
static void play(const DraughtsGame *game, DraughtsRecord *record, SlowPosition *slow, int i)
{
    const SquareMap map = square_map(game);
    char ours[SLOW_TEXT_SIZE], theirs[SLOW_TEXT_SIZE], fen[DRAUGHTS_FEN_TEXT], slow_fen[SLOW_FEN_SIZE];
    name_as_mailbox(&map, record, &list[i], 1, ours);
    for (size_t k = 0; k < slow_list.count; k++) {
        slow_move_text(&slow_list.move[k], SLOW_ROUTE, theirs);
        if (strcmp(ours, theirs)) continue;
        slow_make(slow_game(game->name), slow, &slow_list.move[k]);
        break;
    }
    draughts_record_make(game, record, &list[i], record);
    draughts_fen_format(game, record, fen);
    slow_write(slow_game(game->name), slow, slow_fen);
    assert_string_equal(fen, slow_fen);
}

/* A game from `fen`; returns the number of positions seen. */
static int play_game(const DraughtsGame *game, const char *fen, int plies)
{
    DraughtsRecord record = parse(game, fen);
    SlowPosition slow;
    char error[SLOW_ERROR_SIZE];
    if (!slow_parse(slow_game(game->name), fen, &slow, error)) fail_msg("%s", error);
    for (int ply = 0; ply < plies; ply++) {
        int count = draughts_list_moves(game, &record, 1, list, ROOM);
        if (count < 0) return ply;
        check_list(game, &record, &slow, 1, count);
        check_texts(game, &record, count);
        count = draughts_list_moves(game, &record, 0, list, ROOM);
        if (count < 0) return ply;
        check_list(game, &record, &slow, 0, count);
        check_texts(game, &record, count);
        check_routes_in_merged(game, &record, count);
        if (count == 0) return ply;
        play(game, &record, &slow, (int)random_below((u32)count));
    }
    return plies;
}

/* Men and kings in numbers that leave room to capture. */
static void random_fen(const DraughtsGame *game, char *fen)
{
    const u32 count = (u32)draughts_square_count(game), kings = random_below(4), thin = 2 + random_below(3);
    char side[2][DRAUGHTS_FEN_TEXT] = {":W", ":B"};
    for (u32 number = 1; number <= count; number++) {
        if (random_below(thin)) continue;
        const u32 black = random_below(2), king = random_below(4) < kings;
        char item[16], *at = side[black];
        DraughtsRecord record;
        char error[NOTATION_ERROR];
        snprintf(item, sizeof item, "W:W%u:B", number); /* a man may not stand everywhere */
        if (black) snprintf(item, sizeof item, "W:W:B%u", number);
        const int crowned = king || draughts_fen_parse(game, item, &record, error);
        sprintf(at + strlen(at), "%s%s%u", at[2] ? "," : "", crowned ? "K" : "", number);
    }
    sprintf(fen, "%c%s%s", "WB"[random_below(2)], side[0], side[1]);
}

static void random_games(void **state)
{
    (void)state;
    const char *text = getenv("TEST_SEED");
    random_state = text ? (u32)strtoul(text, NULL, 0) : 20240502u;
    printf("TEST_SEED=%u\n", random_state);
    int positions = 0;
    for (int i = 0; i < DRAUGHTS_GAMES; i++) {
        const DraughtsGame *game = &draughts_games[i];
        DraughtsRecord start;
        char fen[4 * DRAUGHTS_FEN_TEXT];
        draughts_record_start(game, &start);
        draughts_fen_format(game, &start, fen);
        for (int k = 0; k < 4; k++) positions += play_game(game, fen, 100);
        for (int k = 0; k < 40; k++) {
            random_fen(game, fen);
            positions += play_game(game, fen, 20);
        }
    }
    assert_true(positions > 20000);
    slow_free(&slow_list);
}

typedef struct {
    const char *game, *fen;
    int merge;
    const char *given, *answer; /* the move as it is written, or the error */
} Case;

static void texts(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"checkers", "B:W21-32:B1-12", 0, "11-15", "11-15"},
        {"checkers", "B:W21-32:B1-12", 0, "f6-g5", "11-16"},
        {"checkers", "B:W21-32:B1-12", 0, "11-14", "'11-14' is illegal, expected 11-15, 11-16"},
        {"checkers", "B:W21-32:B1-12", 0, "11x15", "11-15"},
        {"checkers", "B:W21-32:B1-12", 0, "1-5",
         "'1-5' is illegal, expected 9-13, 9-14, 10-14, 10-15, 11-15, 11-16, 12-16"},
        {"checkers", "B:W21-32:B1-12", 0, "11", "column 3: the move ends, expected - or x and a square"},
        {"checkers", "B:W21-32:B1-12", 0, "11-",
         "column 4: the end, expected a square: its number, or a letter and a row"},
        {"checkers", "B:W21-32:B1-12", 0, "11-15-18", "'11-15-18' is illegal, expected 11-15, 11-16"},
        {"checkers", "B:W21-32:B1-12", 0, "11-15x18", "'11-15x18' is illegal, expected 11-15, 11-16"},
        /* signs, blanks, letters of either case */
        {"checkers", "B:W21-32:B1-12", 0, "F6-G5", "11-16"},
        {"checkers", "B:W21-32:B1-12", 0, "F6G5", "11-16"},
        {"checkers", "B:W21-32:B1-12", 0, "11 - 15", "11-15"},
        {"checkers", "B:W21-32:B1-12", 0, "11- 15", "11-15"},
        {"checkers", "B:W21-32:B1-12", 0,
         "11\xe2\x80\x93"
         "15",
         "11-15"},
        {"checkers", "B:W21-32:B1-12", 0,
         "11\xe2\x88\x92"
         "15",
         "11-15"},
        {"checkers", "B:W15:B11", 0,
         "11\xc3\x97"
         "18",
         "11x18"},
        {"checkers", "B:W15:B11", 0, "11X18", "11x18"},
        {"checkers", "B:W15:B11", 0, "11:18", "11x18"},
        {"checkers", "B:W15,22:B11", 0, "11-18-25", "11x25"},
        {"checkers", "B:W15,22:B11", 0, "11 x 18 x 25", "11x25"},
        /* the column alone of the origin: one square in it will do */
        {"russian", "W:Wc3:Be7", 0, "cb4", "c3-b4"},
        {"russian", "W:Wc3:Bd4", 0, "c:e5", "c3xe5"},
        {"russian", "W:Wc3:Bd4", 0, "CE5", "c3xe5"},
        {"russian", "W:Wc3,c5:Bh8", 0, "cb4", "c3-b4"},
        {"russian", "W:Wc3,KC1:Bh8", 0, "cd2", "c1-d2"},
        {"russian", "W:Wa1,Ka5:Bh8", 0, "ae1", "a5-e1"},
        {"russian", "W:WKe1,Ke5:Ba7", 0, "eg3",
         "'eg3' is illegal, expected e5-b8, e5-h8, e5-c7, e5-g7, e5-d6, e5-f6, e5-d4, e5-f4, e5-c3, e5-g3, e5-b2, e5-h2, e5-a1, e1-a5, e1-b4, e1-h4, e1-c3, e1-g3, e1-d2, e1-f2"},
        {"russian", "W:Wc3:Be7", 0, "ce5", "'ce5' is illegal, expected c3-b4, c3-d4"},
        {"checkers", "B:W21-32:B1-12", 0, "11-15 16", "column 7: '1', expected the end of the move"},
        {"checkers", "B:W21-32:B1-12", 0, "11-33",
         "column 4: square '33' is off the board, expected 1 to 32"},
        {"checkers", "B:W21-32:B1-12", 0, "",
         "column 1: the end, expected a square: its number, or a letter and a row"},
        {"checkers", "B:W21-32:B1-12", 0, "S11",
         "'S11' is illegal, expected 9-13, 9-14, 10-14, 10-15, 11-15, 11-16, 12-16"},
        {"checkers", "B:W21:BK17", 0, "17x26", "'17x26' is illegal, expected 17-13, 17-14, 17-22"},
        {"checkers", "B:W6:BK1", 0, "1-5", "'1-5' is illegal, expected 1x10"},
        {"checkers", "B:W6:B", 0, "1-5", "'1-5' is illegal, there is no legal move"},
        /* the same ends, over different pieces */
        {"checkers", "B:W6,7,15,14:B2", 0, "2x18", "'2x18' is ambiguous, expected one of 2x9x18, 2x11x18"},
        {"checkers", "B:W6,7,15,14:B2", 1, "2x18", "'2x18' is ambiguous, expected one of 2x9x18, 2x11x18"},
        {"checkers", "B:W6,7,15,14:B2", 0, "2x9x18", "2x9x18"},
        {"checkers", "B:W6,7,15,14:B2", 1, "d8xb6xd4", "2x9x18"},
        {"checkers", "B:W6,7,15,14:B2", 0, "2x10x18", "'2x10x18' is illegal, expected 2x9x18, 2x11x18"},
        /* around in both senses: one result, two routes */
        {"checkers", "B:W6,7,14,15:BK2", 0, "2x2", "2x9x18x11x2"},
        {"checkers", "B:W6,7,14,15:BK2", 0, "2x9x18x11x2", "2x9x18x11x2"},
        {"checkers", "B:W6,7,14,15:BK2", 1, "2x2", "2x2"},
        {"checkers", "B:W6,7,14,15:BK2", 1, "2x11x18x9x2", "2x2"},
        {"brazilian", "W:WKc1,b6,d6,f2,h4:Bc7,e7,d4,f4,g7,Kh8", 0, "b6:d8:f6", "b6xf6"},
        {"international", "W:WK46:B37,26,17,8", 0, "46x11", "46x11"},
        {"international", "W:WK46:B37,28,19", 0, "46x32x23x14", "46x14"},
        {"international", "W:WK46:B37,19", 0, "46x28x14", "46x14"},
        {"international", "W:WK46:B37,19", 0, "46x5", "46x5"},
        {"international", "W:WK46:B37,19", 0, "46x28x11",
         "'46x28x11' is illegal, expected 46x5, 46x10, 46x14"},
        {"damma", "W:Wa1,c3:Bd3:Sd3", 0, "Sd3", "Sd3"},
        {"damma", "W:Wa1,c3:Bd3:Sd3", 0, "Sc3",
         "'Sc3' is illegal, expected c3-b4, c3-c4, c3-d4, c3-b3, c3xe3, c3-b2, c3-c2, c3-d2, a1-a2, a1-b2, a1-b1, Sd3"},
        {"damma", "W:Wa1,c3:Bd3:Sd3", 0, "c3xe3", "c3xe3"},
        {"damma", "W:Wa1,c3:Bd3:Sd3", 0, "Sd3-d4", "column 4: '-', expected the end of the move"},
        {"frisian", "W:W32:B22,11", 0, "32x12", "32x12"},
        {"frisian", "W:W32:B22", 0, "32x12", "32x12"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Case *c = &cases[i];
        const DraughtsGame *game = game_named(c->game);
        const DraughtsRecord record = parse(game, c->fen);
        char answer[DRAUGHTS_MOVE_TEXT];
        int which = 0;
        const int count = draughts_list_moves(game, &record, c->merge, list, ROOM);
        if (!draughts_move_parse(game, list, count, c->given, &which, answer))
            draughts_move_format(game, list, count, which, answer);
        if (strcmp(answer, c->answer)) fail_msg("%s %s: %s", c->fen, c->given, answer);
    }
}

/* More moves than the list holds, and more routes than can be walked. */
static void too_many_moves(void **state)
{
    (void)state;
    const DraughtsGame *game = game_named("frisian");
    const DraughtsRecord crowd = parse(
        game, "W:WK5:BK2,K4,K7,K8,K9,K10,K11,K13,K15,K16,K18,K19,K20,K21,K22,K24,K27,K29,K30,K31,K32,K33,K35,"
              "K36,K38,K40,K41,K42,K43,K44,K47,K49");
    DraughtsMove sentinel, last;
    assert_int_equal(draughts_list_moves(game, &crowd, 0, list, ROOM), -1);
    DraughtsRecord start;
    draughts_record_start(game, &start);
    assert_int_equal(draughts_list_moves(game, &start, 0, list, 9), 9);
    memset(&sentinel, 9, sizeof sentinel);
    list[8] = sentinel;
    assert_int_equal(draughts_list_moves(game, &start, 0, list, 8), -1);
    last = list[8];
    assert_memory_equal(&last, &sentinel, sizeof last);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games),
        cmocka_unit_test(texts),
        cmocka_unit_test(too_many_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
