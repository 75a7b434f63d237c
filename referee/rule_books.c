/* SPDX-License-Identifier: MIT */
#include "rule_books.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --- chess --- */

/* clang-format off */
static const ChessRuleBook books[] = {
    {.name = "fide", .title = "FIDE's Laws of Chess",
     .repetition_claim = 3, .repetition_draw = 5, .quiet_claim = 100, .quiet_draw = 150,
     .dead_knights = 1, .dead_bishops = 1, .dead_colour = 1, .irregular_loses = 2, .spared = 1,
     .draws_since = 20140701},
    {.name = "sheet", .title = "the rule sheets that the project began with",
     .repetition_draw = 3, .quiet_draw = 100, .lone_king_draw = 100, .perpetual_draws = 1,
     .dead_knights = 2, .dead_bishops = 1, .irregular_loses = 3},
};
/* clang-format on */

const ChessRuleBook *chess_rule_book_at(int i)
{
    return i >= 0 && i < (int)(sizeof books / sizeof *books) ? &books[i] : NULL;
}

const ChessRuleBook *chess_rule_book(const char *name)
{
    for (int i = 0; chess_rule_book_at(i); i++)
        if (!strcmp(books[i].name, name)) return &books[i];
    return NULL;
}

/* --- draughts --- */

#define NO_CAPTURE(n, text) \
    { \
        .plies = (n), .anew = DRAW_CAPTURE, .words = (text) \
    }
#define NO_PROGRESS(n, text) \
    { \
        .plies = (n), .anew = DRAW_CAPTURE | DRAW_MAN_MOVE, .words = (text) \
    }
/* fewest, atmost: pieces against the lone king; crowned: kings among them at least */
#define AGAINST_KING(n, fewest, atmost, crowned, text) \
    { \
        .plies = (n), .condition = DRAW_LONE_KING, .least = (fewest), .most = (atmost), .kings = (crowned), \
        .words = (text) \
    }
#define ON_ROAD(n, pieces, text) \
    { \
        .plies = (n), .condition = DRAW_LONE_KING, .least = (pieces), .most = (pieces), .kings = 1, \
        .road = DRAW_ROAD_HELD, .words = (text) \
    }
#define FEW_PIECES(n, fewest, atmost, text) \
    { \
        .plies = (n), .condition = DRAW_KINGS, .least = (fewest), .most = (atmost), \
        .anew = DRAW_CAPTURE | DRAW_CROWNING, .words = (text) \
    }

#define SHEET \
    { \
        .repetition = 3, .rule = { NO_CAPTURE(40, "20 moves each without capture") } \
    }
#define FMJD_ENDINGS \
    AGAINST_KING(32, 3, 3, 1, "16 moves each of 3 pieces with a king against a king"), \
        AGAINST_KING(10, 1, 2, 1, "5 moves each of 1 or 2 pieces with a king against a king")
#define FMJD \
    { \
        .repetition = 3, .rule = { NO_PROGRESS(50, "25 moves of kings each, no capture"), FMJD_ENDINGS } \
    }
#define RUSSIAN \
    { \
        .repetition = 3, .rule = { \
            ON_ROAD(10, 3, "5 moves each of 3 pieces with a king against a king on the long diagonal"), \
            AGAINST_KING(10, 1, 2, 1, "5 moves each of 1 or 2 pieces with a king against a king"), \
            AGAINST_KING(30, 3, 255, 3, "15 moves each of 3 or more kings against a king"), \
            NO_PROGRESS(30, "15 moves of kings each, no capture"), \
            FEW_PIECES(60, 4, 5, "30 moves each with 4 or 5 pieces, kings on both sides"), \
            FEW_PIECES(120, 6, 7, "60 moves each with 6 or 7 pieces, kings on both sides") \
        } \
    }
#define FRISIAN \
    { \
        .repetition = 3, .king_moves = 3, .rule = { \
            AGAINST_KING(14, 2, 2, 2, "7 moves each of 2 kings against a king"), \
            AGAINST_KING(4, 1, 1, 1, "2 moves each of a king against a king") \
        } \
    }
/* Articles 3.8.a, 3.8.b and 5.3 of the Rules of Portuguese Draughts of the Federação Portuguesa de Damas, in force since
 * 1 April 2026, as public programs cite them; its rules of 2013 (3.2, 4) have third occurrence and limits, too. The
 * move that brings a king to the long diagonal, the river, does not count; leaving it later does not stop the count. */
#define PORTUGUESE \
    { \
        .repetition = 3, .rule = { \
            {.plies = 24, \
             .condition = DRAW_LONE_KING, \
             .least = 3, \
             .most = 3, \
             .kings = 3, \
             .road = DRAW_ROAD_LOST, \
             .words = "12 moves each of 3 kings that came to the long diagonal against a king"}, \
            {.plies = 40, \
             .condition = DRAW_FEW_EACH, \
             .most = 4, \
             .anew = DRAW_CAPTURE | DRAW_MAN_MOVE, \
             .words = \
                 "20 moves of kings each, no capture, with at most 4 pieces each and kings on both sides"} \
        } \
    }
/* ludoteka.com's rules of Spanish draughts; no text of a federation was found. */
#define SPANISH \
    { \
        .repetition = 3, .rule = { NO_PROGRESS(40, "20 moves of kings each, no capture") } \
    }
/* Wikipedia and draughts.github.io for one piece each, boardgamesoftheworld.com for the third occurrence. */
#define TURKISH \
    { \
        .repetition = 3, .one_each = 1 \
    }
#define REPETITION \
    { \
        .repetition = 3 \
    }
#define AGREEMENT \
    { \
        0 \
    }

/* clang-format off */
static const DraughtsDraws draws[DRAUGHTS_GAMES] = {
    [DRAUGHTS_GAME_checkers] = {.repetition = 3, .claimed = 1,
                                .rule = {NO_PROGRESS(80, "40 moves each without capture or man's move")}},
    [DRAUGHTS_GAME_brazilian] = {.repetition = 3, .rule = {NO_PROGRESS(40, "20 moves of kings each, no capture")}},
    [DRAUGHTS_GAME_russian] = RUSSIAN,
    [DRAUGHTS_GAME_international] = FMJD,
    [DRAUGHTS_GAME_italian] = {.repetition = 4, .rule = {NO_PROGRESS(80, "40 moves of kings each, no capture")}},
    [DRAUGHTS_GAME_pool] = {.repetition = 3, .rule = {NO_PROGRESS(60, "30 moves of kings each, no capture")}},
    [DRAUGHTS_GAME_spanish] = SPANISH,
    [DRAUGHTS_GAME_portuguese] = PORTUGUESE,
    [DRAUGHTS_GAME_czech] = {.repetition = 3, .rule = {NO_PROGRESS(30, "15 moves of kings each, no capture")}},
    [DRAUGHTS_GAME_thai] = AGREEMENT,
    [DRAUGHTS_GAME_thai12] = AGREEMENT,
    [DRAUGHTS_GAME_turkish] = TURKISH,
    [DRAUGHTS_GAME_armenian] = AGREEMENT,
    [DRAUGHTS_GAME_canadian] = FMJD,
    [DRAUGHTS_GAME_frisian] = FRISIAN,
    [DRAUGHTS_GAME_frysk] = FRISIAN,
    [DRAUGHTS_GAME_killer] = FMJD,
    [DRAUGHTS_GAME_antidraughts] = REPETITION,
    [DRAUGHTS_GAME_breakthrough] = AGREEMENT,
    [DRAUGHTS_GAME_spantsireti] = RUSSIAN,
    [DRAUGHTS_GAME_damas64] = SHEET,
    [DRAUGHTS_GAME_damas100] = {.repetition = 3,
                                .rule = {NO_CAPTURE(50, "25 moves each without capture"), FMJD_ENDINGS}},
    [DRAUGHTS_GAME_diagonal12] = SHEET,
    [DRAUGHTS_GAME_diagonal9] = SHEET,
    [DRAUGHTS_GAME_diagonal12_corner] = SHEET,
    [DRAUGHTS_GAME_diagonal9_corner] = SHEET,
    [DRAUGHTS_GAME_damma] = REPETITION,
    [DRAUGHTS_GAME_damma_fwd] = REPETITION,
    [DRAUGHTS_GAME_italianas] = {.repetition = 3, .refusal_loses = 1,
                                 .rule = {NO_CAPTURE(40, "20 moves each without capture")}},
    [DRAUGHTS_GAME_inglesas] = SHEET,
    [DRAUGHTS_GAME_russas] = SHEET,
    [DRAUGHTS_GAME_perde_ganha] = REPETITION,
    [DRAUGHTS_GAME_ludomania] = AGREEMENT,
};
/* clang-format on */

/* By name: every file has its own copy of the games' table. */
const DraughtsDraws *draughts_draws(const DraughtsGame *game)
{
    for (int i = 0; i < DRAUGHTS_GAMES; i++)
        if (!strcmp(draughts_games[i].name, game->name)) return &draws[i];
    return NULL;
}

__attribute__((format(printf, 3, 4))) static void add(char *out, u32 room, const char *format, ...)
{
    const size_t used = strlen(out);
    va_list arguments;
    va_start(arguments, format);
    if (used + 1 < room) snprintf(out + used, room - used, "%s", used ? "; " : "");
    if (strlen(out) + 1 < room) vsnprintf(out + strlen(out), room - strlen(out), format, arguments);
    va_end(arguments);
}

void draughts_draws_in_words(const DraughtsGame *game, char *out, u32 room)
{
    const DraughtsDraws *row = draughts_draws(game);
    out[0] = 0;
    if (row->repetition)
        add(out, room, "%s occurrence of a position", row->repetition == 4 ? "fourth" : "third");
    if (row->one_each) add(out, room, "one piece each, if it cannot be taken at once");
    for (const DraughtsDrawRule *rule = row->rule; rule->plies; rule++) add(out, room, "%s", rule->words);
    if (!*out) add(out, room, "agreement only");
    else if (row->claimed) add(out, room, "each has to be claimed");
    if (row->king_moves)
        add(out, room, "a king moves at most %d times in a row while there are men", row->king_moves);
    if (row->refusal_loses) add(out, room, "who refuses to take loses");
}
