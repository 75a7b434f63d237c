/* SPDX-License-Identifier: MIT */
/* The rules of a draughts game in words, derived from its row. */
#include "game_draughts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../../notation/draughts_notation.h"
#include "../../referee/rule_books.h"

int draughts_is_cornerwise(const DraughtsGame *row) { return row->crowns != NULL; }

typedef struct {
    const DraughtsGame *row;
    const DraughtsRuleset *rules;
    GameRule *list;
    int count;
} Words;

__attribute__((format(printf, 3, 4))) static void say(Words *w, const char *key, const char *format, ...)
{
    va_list arguments;
    GameRule *rule = &w->list[w->count++];
    rule->key = key;
    va_start(arguments, format);
    vsnprintf(rule->text, GAME_RULE_TEXT, format, arguments);
    va_end(arguments);
}

/* Adds to the rule said last. */
static void add(Words *w, const char *text)
{
    GameRule *rule = &w->list[w->count - 1];
    const size_t used = strlen(rule->text);
    snprintf(rule->text + used, GAME_RULE_TEXT - used, "%s", text);
}

typedef struct {
    char text[80];
} Phrase;

/* A set of directions, as White sees them. */
static Phrase directions(const Words *w, u32 set)
{
    static const char *const points[] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
    Phrase phrase = {""};
    const char *known = set == DRAUGHTS_FORWARD           ? "diagonally forward"
                        : set == DRAUGHTS_DIAGONAL        ? "diagonally, forward and backward"
                        : set == DRAUGHTS_ORTHOGONAL      ? "straight, forward, backward and sideways"
                        : set == DRAUGHTS_EVERYWHERE      ? "straight and diagonally, in all eight directions"
                        : set == DRAUGHTS_FORWARD_OR_SIDE ? "straight forward and sideways"
                        : set == DRAUGHTS_FORWARD_FAN     ? "straight and diagonally forward, and sideways"
                                                          : NULL;
    if (known && !draughts_is_cornerwise(w->row)) {
        snprintf(phrase.text, sizeof phrase.text, "%s", known);
        return phrase;
    }
    snprintf(phrase.text, sizeof phrase.text, "towards");
    for (u32 d = 0; d < 8; d++)
        if (set >> d & 1) strcat(strcat(phrase.text, " "), points[d]);
    strcat(phrase.text, " of a board with a1 SW");
    return phrase;
}

static void say_board(Words *w)
{
    const DraughtsRuleset *r = w->rules;
    const int count = draughts_square_count(w->row), cornerwise = draughts_is_cornerwise(w->row);
    say(w, "board", "%d by %d", r->width, r->height);
    if (cornerwise) add(w, ", standing on its corner a1");
    GameRule *rule = &w->list[w->count - 1];
    const size_t used = strlen(rule->text);
    if (r->lattice == DRAUGHTS_ALL_SQUARES)
        snprintf(rule->text + used, GAME_RULE_TEXT - used, ", all %d squares are used", count);
    else
        snprintf(rule->text + used, GAME_RULE_TEXT - used, ", %d %s squares are used, a1 is %s", count,
                 r->lattice == DRAUGHTS_LIGHT && cornerwise ? "light" : "dark",
                 r->lattice == DRAUGHTS_LIGHT && !cornerwise ? "light" : "dark");
}

static void say_start(Words *w)
{
    const DraughtsGame *row = w->row;
    if (row->men) {
        say(w, "start", "%d men a side, White's on %s", (int)(strlen(row->men) + 1) / 3, row->men);
        return;
    }
    int men = 0;
    for (int rank = 0; rank < row->rows; rank++)
        for (int file = 0; file < w->rules->width; file++)
            men += draughts_on_board(w->rules, file, rank) != 0;
    if (row->rows == 1) say(w, "start", "%d men a side, White's on row 1", men);
    else say(w, "start", "%d men a side, White's on rows 1 to %d", men, row->rows);
}

static void say_men(Words *w)
{
    const DraughtsRuleset *r = w->rules;
    say(w, "man_step", "one square %s", directions(w, r->man_step).text);
    if (r->man_first_capture != r->man_capture) {
        say(w, "man_capture", "first %s, then ", directions(w, r->man_first_capture).text);
        add(w, directions(w, r->man_capture).text);
    } else {
        say(w, "man_capture", "%s", directions(w, r->man_capture).text);
    }
    if (r->stride2) add(w, "; straight jumps stay on squares of the colour");
    if (!r->men_take_kings) add(w, "; not kings");
}

static void say_kings(Words *w)
{
    const DraughtsRuleset *r = w->rules;
    static const char *const landings[] = {
        "on any free square behind the piece taken",
        "on the square right behind the piece taken",
        "on any free square behind the piece taken; at the end of a capture right behind it if that was a king",
    };
    const int flying = r->king_range == DRAUGHTS_FLYING;
    say(w, "king_step", "%s %s", flying ? "any number of free squares" : "one square",
        directions(w, r->king_step).text);
    say(w, "king_capture", "%s%s", flying ? "from any distance, " : "", directions(w, r->king_capture).text);
    say(w, "king_landing", "%s", flying ? landings[r->landing] : landings[DRAUGHTS_LAND_NEXT]);
}

static void say_captures(Words *w)
{
    static const char *const obligations[] = {
        "captures are compulsory; one that was begun goes on while it can",
        "captures are optional; one that was begun goes on while it can",
        ("captures are optional; one that was begun goes on while it can; instead of moving, the opponent may take "
         "off one that could have captured (huff)"),
    };
    static const char *const priorities[] = {
        "",          "most pieces", "most value (a king a little less than two men)",
        "by a king", "most kings",  "a king taken earliest",
    };
    const DraughtsRuleset *r = w->rules;
    say(w, "obligation", "%s", obligations[r->obligation]);
    say(w, "priority", "%s", r->priority[0] == DRAUGHTS_FREE ? "free choice between captures" : "");
    for (u32 i = 0; i < 4 && r->priority[i] != DRAUGHTS_FREE; i++) {
        if (i > 0) add(w, ", then ");
        add(w, priorities[r->priority[i]]);
    }
    if (!r->removed_at_once)
        say(w, "removal", "pieces taken stay until the move ends, and are not jumped twice");
    else
        say(w, "removal", "pieces taken vanish at once; the next jump may%s go straight back",
            r->turns_back ? "" : " not");
}

static void say_crowning(Words *w)
{
    static const char *const crownings[] = {
        "a man that ends its move on a crown square becomes a king",
        "a man that touches a crown square becomes a king, and goes on as one",
        "a man that reaches a crown square becomes a king, and its move ends",
    };
    say(w, "crowning", "%s", crownings[w->rules->crowning]);
    if (w->row->crowns) say(w, "crown_squares", "White's %s", w->row->crowns);
    else say(w, "crown_squares", "White's row %d", w->rules->height);
    add(w, "; Black's on the board turned");
}

static void say_end(Words *w)
{
    static const char *const goals[] = {
        "who has no piece or no move loses",
        "who has no piece or no move wins",
        "the first king wins; who has no move loses",
    };
    say(w, "end", "%s", goals[w->rules->goal]);
    char draws[GAME_RULE_TEXT];
    draughts_draws_in_words(w->row, draws, sizeof draws);
    say(w, "draws", "%s", draws);
}

static void say_notation(Words *w)
{
    const DraughtsRuleset *r = w->rules;
    if (w->row->notation == DRAUGHTS_NUMERIC)
        say(w, "notation", "numbers 1 to %d from the %s, White at the bottom; letters are read too",
            draughts_square_count(w->row),
            w->row->numbering == DRAUGHTS_FROM_TOP_LEFT ? "top left" : "bottom right");
    else
        say(w, "notation", "letters and rows, a1 to %c%d; numbers from the top left are read too",
            'a' + r->width - 1, r->height);
    if (w->row->pdn_type) say(w, "pdn_type", "%d", w->row->pdn_type);
    else say(w, "pdn_type", "none");
}

int draughts_rules_in_words(const Game *game, GameRule list[GAME_MAX_RULES])
{
    const DraughtsGame *row = &draughts_games[game->variant];
    Words w = {.row = row, .rules = &row->rules, .list = list};
    say_board(&w);
    say_start(&w);
    say(&w, "begins", "%s", row->black_begins ? "Black" : "White");
    say_men(&w);
    say_kings(&w);
    say_captures(&w);
    say_crowning(&w);
    say_end(&w);
    say_notation(&w);
    return w.count;
}
