/* SPDX-License-Identifier: MIT */
#include "rules/draughts/test/mailbox.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The rules of a game, from White's side; Black's are the same with the board turned. */
struct SlowGame {
    const char *name;
    int width, height;
    enum { DARK, LIGHT, ALL } lattice; /* DARK: a1 is a square of the game; LIGHT: b1 is */
    const char *start;                 /* ranks, as "1-3", or squares */
    char first;                        /* 'W' or 'B' begins */
    /* Directions, as letters: f the two forward diagonals, x all four, + the four straight lines, * all
     * eight, u straight up, left and right, c forward and sideways on a board set cornerwise (NE NW SE). */
    const char *man_step, *man_first_jump, *man_jump;
    bool man_takes_king;
    const char *king_step, *king_jump;
    enum { SHORT, ANY, NEXT, NEXT_IF_KING } king; /* short, or flying: where it may stop behind a victim */
    enum { FORCED, OPTIONAL, HUFF } duty;
    /* Captures must be the greatest, one letter after the other: n pieces, v Frisian value, k made by a king,
     * K kings taken, o the first victim that is a king in one alone is earliest there (published
     * Italian counts need more than the first king). */
    const char *priority;
    enum { END, CONT, STOP } promotion; /* man on the crown in mid-capture: goes on, goes on as king, stops */
    enum {
        AFTER,
        NOW,
        NOW_AND_BACK
    } removal;                         /* captured men leave after the move, or at once; the last lets
                                                  a king turn back on its line */
    const char *crown;                 /* squares; NULL: the last rank */
    enum { PLAY_ON, FIRST_KING } goal; /* FIRST_KING: the game is over when either side has a king */
    enum {
        ALGEBRAIC,
        FROM_TOP,
        FROM_BOTTOM
    } numbers;    /* how squares are written; numbers from top left or
                                                          bottom right, as White sees the board */
    int straight; /* length of a step along a straight line */
};

#define CORNER12 "b1 d1 f1 a2 c2 e2 b3 d3 a4 c4 b5 a6"
#define CORNER12_DARK "c1 e1 g1 d2 f2 h2 e3 g3 f4 h4 g5 h6"
#define CORNER9 "a1 c1 e1 b2 d2 a3 c3 b4 a5"
#define CROWN12 "e8 g8 h5 h7"
#define CROWN9 "f8 h6 h8"
#define DAMMA12 "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 d3 e3"

/* clang-format off */
/* clang-format off */
static const SlowGame games[] = {
    {"damas64", 8, 8, DARK, "1-3", 'W', "f", "x", "x", 1, "x", "x", NEXT, FORCED, "n",
        END, AFTER, NULL, PLAY_ON, ALGEBRAIC, 1},
    {"damas100", 10, 10, DARK, "1-4", 'W', "f", "x", "x", 1, "x", "x", NEXT, FORCED, "n",
        END, AFTER, NULL, PLAY_ON, ALGEBRAIC, 1},
    {"diagonal12", 8, 8, LIGHT, CORNER12, 'W', "f", "x", "x", 1, "x", "x", NEXT, FORCED, "n",
        END, AFTER, CROWN12, PLAY_ON, ALGEBRAIC, 1},
    {"diagonal9", 8, 8, DARK, CORNER9, 'W', "f", "x", "x", 1, "x", "x", NEXT, FORCED, "n",
        END, AFTER, CROWN9, PLAY_ON, ALGEBRAIC, 1},
    {"diagonal12-corner", 8, 8, LIGHT, CORNER12, 'W', "c", "x", "x", 1, "x", "x", NEXT, FORCED, "n",
        END, AFTER, CROWN12, PLAY_ON, ALGEBRAIC, 1},
    {"diagonal9-corner", 8, 8, DARK, CORNER9, 'W', "c", "x", "x", 1, "x", "x", NEXT, FORCED, "n",
        END, AFTER, CROWN9, PLAY_ON, ALGEBRAIC, 1},
    {"damma", 5, 5, ALL, DAMMA12, 'W', "*", "*", "*", 1, "*", "*", NEXT, HUFF, "",
        END, AFTER, NULL, PLAY_ON, ALGEBRAIC, 1},
    {"damma-fwd", 5, 5, ALL, DAMMA12, 'W', "uf", "*", "*", 1, "*", "*", NEXT, HUFF, "",
        END, AFTER, NULL, PLAY_ON, ALGEBRAIC, 1},
    {"italianas", 8, 8, LIGHT, "1-3", 'W', "f", "x", "x", 0, "x", "x", NEXT, FORCED, "nK",
        END, AFTER, NULL, PLAY_ON, ALGEBRAIC, 1},
    {"inglesas", 8, 8, DARK, "1-3", 'W', "f", "x", "x", 1, "x", "x", NEXT, FORCED, "",
        END, AFTER, NULL, PLAY_ON, ALGEBRAIC, 1},
    {"russas", 8, 8, DARK, "1-3", 'W', "f", "x", "x", 1, "x", "x", NEXT, OPTIONAL, "",
        CONT, AFTER, NULL, PLAY_ON, ALGEBRAIC, 1},
    {"perde-ganha", 8, 8, DARK, "1-3", 'W', "f", "x", "x", 1, "x", "x", NEXT, FORCED, "n",
        END, AFTER, NULL, PLAY_ON, ALGEBRAIC, 1},
    {"ludomania", 8, 8, DARK, "1-3", 'B', "f", "f", "x", 1, "x", "x", SHORT, FORCED, "",
        CONT, AFTER, NULL, PLAY_ON, ALGEBRAIC, 1},
    {"brazilian", 8, 8, DARK, "1-3", 'W', "f", "x", "x", 1, "x", "x", ANY, FORCED, "n",
        END, AFTER, NULL, PLAY_ON, ALGEBRAIC, 1},
    {"international", 10, 10, DARK, "1-4", 'W', "f", "x", "x", 1, "x", "x", ANY, FORCED, "n",
        END, AFTER, NULL, PLAY_ON, FROM_TOP, 1},
    {"russian", 8, 8, DARK, "1-3", 'W', "f", "x", "x", 1, "x", "x", ANY, FORCED, "",
        CONT, AFTER, NULL, PLAY_ON, ALGEBRAIC, 1},
    {"checkers", 8, 8, DARK, "1-3", 'B', "f", "f", "f", 1, "x", "x", SHORT, FORCED, "",
        STOP, AFTER, NULL, PLAY_ON, FROM_TOP, 1},
    {"italian", 8, 8, LIGHT, "1-3", 'W', "f", "f", "f", 0, "x", "x", SHORT, FORCED, "nkKo",
        STOP, AFTER, NULL, PLAY_ON, FROM_TOP, 1},
    {"pool", 8, 8, DARK, "1-3", 'B', "f", "x", "x", 1, "x", "x", ANY, FORCED, "",
        END, AFTER, NULL, PLAY_ON, FROM_TOP, 1},
    {"spanish", 8, 8, LIGHT, "1-3", 'W', "f", "f", "f", 1, "x", "x", ANY, FORCED, "nK",
        STOP, AFTER, NULL, PLAY_ON, FROM_BOTTOM, 1},
    {"portuguese", 8, 8, LIGHT, "1-3", 'W', "f", "f", "f", 1, "x", "x", ANY, FORCED, "nK",
        STOP, AFTER, NULL, PLAY_ON, FROM_BOTTOM, 1},
    {"czech", 8, 8, DARK, "1-3", 'W', "f", "f", "f", 1, "x", "x", ANY, FORCED, "k",
        STOP, AFTER, NULL, PLAY_ON, ALGEBRAIC, 1},
    {"thai", 8, 8, DARK, "1-2", 'B', "f", "f", "f", 1, "x", "x", NEXT, FORCED, "",
        STOP, NOW_AND_BACK, NULL, PLAY_ON, ALGEBRAIC, 1},
    {"canadian", 12, 12, DARK, "1-5", 'W', "f", "x", "x", 1, "x", "x", ANY, FORCED, "n",
        END, AFTER, NULL, PLAY_ON, FROM_TOP, 1},
    {"frisian", 10, 10, DARK, "1-4", 'W', "f", "*", "*", 1, "x", "*", ANY, FORCED, "vk",
        END, AFTER, NULL, PLAY_ON, FROM_TOP, 2},
    {"frysk", 10, 10, DARK, "1-1", 'W', "f", "*", "*", 1, "x", "*", ANY, FORCED, "vk",
        END, AFTER, NULL, PLAY_ON, FROM_TOP, 2},
    {"killer", 10, 10, DARK, "1-4", 'W', "f", "x", "x", 1, "x", "x", NEXT_IF_KING, FORCED, "n",
        END, AFTER, NULL, PLAY_ON, FROM_TOP, 1},
    {"turkish", 8, 8, ALL, "2-3", 'W', "u", "u", "u", 1, "+", "+", ANY, FORCED, "n",
        END, NOW, NULL, PLAY_ON, ALGEBRAIC, 1},
    {"armenian", 8, 8, ALL, "2-3", 'W', "uf", "u", "u", 1, "*", "+", ANY, FORCED, "n",
        END, NOW, NULL, PLAY_ON, ALGEBRAIC, 1},
    {"antidraughts", 10, 10, DARK, "1-4", 'W', "f", "x", "x", 1, "x", "x", ANY, FORCED, "n",
        END, AFTER, NULL, PLAY_ON, FROM_TOP, 1},
    {"breakthrough", 10, 10, DARK, "1-4", 'W', "f", "x", "x", 1, "x", "x", ANY, FORCED, "n",
        END, AFTER, NULL, FIRST_KING, FROM_TOP, 1},
    {"spantsireti", 10, 8, DARK, "1-3", 'W', "f", "x", "x", 1, "x", "x", ANY, FORCED, "",
        CONT, AFTER, NULL, PLAY_ON, FROM_TOP, 1},

    /* Not games of the toolkit: more rows, for which counts are published or computed elsewhere. */
    {"thai12", 8, 8, DARK, "1-3", 'B', "f", "f", "f", 1, "x", "x", NEXT, FORCED, "",
        STOP, NOW_AND_BACK, NULL, PLAY_ON, ALGEBRAIC, 1},
    {"damma-forced", 5, 5, ALL, DAMMA12, 'W', "*", "*", "*", 1, "*", "*", NEXT, FORCED, "",
        END, AFTER, NULL, PLAY_ON, ALGEBRAIC, 1},
    {"damma-nohuff", 5, 5, ALL, DAMMA12, 'W', "*", "*", "*", 1, "*", "*", NEXT, OPTIONAL, "",
        END, AFTER, NULL, PLAY_ON, ALGEBRAIC, 1},
    {"diagonal12-anyland", 8, 8, LIGHT, CORNER12, 'W', "f", "x", "x", 1, "x", "x", ANY, FORCED, "n",
        END, AFTER, CROWN12, PLAY_ON, ALGEBRAIC, 1},
    {"diagonal9-anyland", 8, 8, DARK, CORNER9, 'W', "f", "x", "x", 1, "x", "x", ANY, FORCED, "n",
        END, AFTER, CROWN9, PLAY_ON, ALGEBRAIC, 1},
    {"diagonal12-corner-anyland", 8, 8, LIGHT, CORNER12, 'W', "c", "x", "x", 1, "x", "x", ANY, FORCED, "n",
        END, AFTER, CROWN12, PLAY_ON, ALGEBRAIC, 1},
    {"diagonal9-corner-anyland", 8, 8, DARK, CORNER9, 'W', "c", "x", "x", 1, "x", "x", ANY, FORCED, "n",
        END, AFTER, CROWN9, PLAY_ON, ALGEBRAIC, 1},
    {"diagonal-brazilian", 8, 8, LIGHT, CORNER12, 'W', "f", "x", "x", 1, "x", "x", ANY, FORCED, "n",
        END, AFTER, NULL, PLAY_ON, ALGEBRAIC, 1},
    {"diagonal-russian", 8, 8, LIGHT, CORNER12, 'W', "f", "x", "x", 1, "x", "x", ANY, FORCED, "",
        CONT, AFTER, NULL, PLAY_ON, ALGEBRAIC, 1},
    {"corner-czech", 8, 8, DARK, CORNER12_DARK, 'W', "f", "f", "f", 1, "x", "x", ANY, FORCED, "k",
        STOP, AFTER, "a7 b8", PLAY_ON, ALGEBRAIC, 1},
    {"breakthrough8", 8, 8, DARK, "1-3", 'W', "f", "x", "x", 1, "x", "x", ANY, FORCED, "n",
        END, AFTER, NULL, FIRST_KING, ALGEBRAIC, 1},
    {"english6x6", 6, 6, DARK, "1-2", 'B', "f", "f", "f", 1, "x", "x", SHORT, FORCED, "",
        STOP, AFTER, NULL, PLAY_ON, FROM_TOP, 1},
    {"intl6x6", 6, 6, DARK, "1-2", 'W', "f", "x", "x", 1, "x", "x", ANY, FORCED, "n",
        END, AFTER, NULL, PLAY_ON, FROM_TOP, 1},
    {"spantsireti-intl", 10, 8, DARK, "1-3", 'W', "f", "x", "x", 1, "x", "x", ANY, FORCED, "n",
        END, AFTER, NULL, PLAY_ON, FROM_TOP, 1},
    {"srilankan", 12, 10, DARK, "1-4", 'W', "f", "x", "x", 1, "x", "x", ANY, FORCED, "n",
        END, AFTER, NULL, PLAY_ON, FROM_TOP, 1},
    {"international 12x10", 12, 10, DARK, "1-4", 'W', "f", "x", "x", 1, "x", "x", ANY, FORCED, "n",
        END, AFTER, NULL, PLAY_ON, FROM_TOP, 1},
    {"international 14x14", 14, 14, DARK, "1-6", 'W', "f", "x", "x", 1, "x", "x", ANY, FORCED, "n",
        END, AFTER, NULL, PLAY_ON, FROM_TOP, 1},
    {"international ktar 8x10", 8, 10, DARK, "1-4", 'W', "f", "x", "x", 1, "x", "x", ANY, FORCED, "n",
        END, AFTER, NULL, PLAY_ON, FROM_TOP, 1},
    {"international ktar 10x11", 10, 11, DARK, "1-4", 'W', "f", "x", "x", 1, "x", "x", ANY, FORCED, "n",
        END, AFTER, NULL, PLAY_ON, FROM_TOP, 1},
    {"international ktar 10x12", 10, 12, DARK, "1-5", 'W', "f", "x", "x", 1, "x", "x", ANY, FORCED, "n",
        END, AFTER, NULL, PLAY_ON, FROM_TOP, 1},
};
/* clang-format on */
/* clang-format on */

enum { GAMES = sizeof games / sizeof games[0], MOST_ROUTES = 2000000 };

const SlowGame *slow_game(const char *name)
{
    for (int i = 0; i < GAMES; i++) {
        if (strcmp(games[i].name, name) == 0) {
            return &games[i];
        }
    }
    return NULL;
}

const char *slow_game_name(int i) { return i >= 0 && i < GAMES ? games[i].name : NULL; }

/* ---- squares ---- */

static SlowSquare square_at(int file, int rank) { return (SlowSquare)(16 * rank + file); }
static int file_of(SlowSquare square) { return square % 16; }
static int rank_of(SlowSquare square) { return square / 16; }

static bool is_square(const SlowGame *game, int file, int rank)
{
    return file >= 0 && rank >= 0 && file < game->width && rank < game->height &&
           (game->lattice == ALL || (file + rank) % 2 == (game->lattice == LIGHT));
}

static SlowSquare turned(const SlowGame *game, SlowSquare square)
{
    return square_at(game->width - 1 - file_of(square), game->height - 1 - rank_of(square));
}

/* Reads one algebraic square at *text and moves *text behind it. */
static bool read_algebraic(const SlowGame *game, const char **text, SlowSquare *square)
{
    int file = **text - 'a';
    if (file < 0 || file >= game->width) {
        return false;
    }
    int rank = 0;
    const char *digit = *text + 1;
    for (; *digit >= '0' && *digit <= '9' && rank < 100; digit++) {
        rank = 10 * rank + *digit - '0';
    }
    if (!is_square(game, file, rank - 1)) {
        return false;
    }
    *text = digit;
    *square = square_at(file, rank - 1);
    return true;
}

static bool is_listed(const SlowGame *game, const char *squares, SlowSquare square)
{
    SlowSquare listed;
    while (read_algebraic(game, &squares, &listed)) {
        if (listed == square) {
            return true;
        }
        squares += *squares == ' ';
    }
    return false;
}

/* Squares in the order of their numbers, 1 first; returns how many. */
static int numbered_squares(const SlowGame *game, SlowSquare squares[256])
{
    int count = 0;
    for (int i = 0; i < game->width * game->height; i++) {
        int file = i % game->width;
        int rank = game->height - 1 - i / game->width;
        if (game->numbers == FROM_BOTTOM) {
            file = game->width - 1 - file;
            rank = game->height - 1 - rank;
        }
        if (is_square(game, file, rank)) {
            squares[count++] = square_at(file, rank);
        }
    }
    return count;
}

/* ---- men ---- */

static bool is_king(char piece) { return piece == 'W' || piece == 'B'; }
static char king_of(char piece) { return piece == 'w' || piece == 'W' ? 'W' : 'B'; }
static char side_of(char piece) { return king_of(piece); }
static bool is_man_of(char piece, char side)
{
    return piece != '.' && piece != '#' && side_of(piece) == side;
}
static char other(char side) { return side == 'W' ? 'B' : 'W'; }

static bool is_crown(const SlowGame *game, SlowSquare square, char side)
{
    if (side == 'B') {
        if (!game->crown) {
            return rank_of(square) == 0;
        }
        square = turned(game, square);
    }
    return game->crown ? is_listed(game, game->crown, square) : rank_of(square) == game->height - 1;
}

bool slow_is_crown(const SlowGame *game, SlowSquare square, char side)
{
    return is_crown(game, square, side);
}

/* ---- directions ---- */

enum { DIRECTIONS = 8 };

/* Clockwise from north, so that i and i + 4 are opposite and odd ones are diagonal. */
static const int to_north_clockwise[DIRECTIONS] = {16, 17, 1, -15, -16, -17, -1, 15};
enum { N = 1, NE = 2, E = 4, SE = 8, S = 16, SW = 32, W = 64, NW = 128 };

static bool has_direction(const char *letters, int direction, char side)
{
    int seen_from_side = side == 'W' ? direction : (direction + 4) % DIRECTIONS;
    int set = 0;
    for (; *letters; letters++) {
        switch (*letters) {
        case 'f': set |= NE | NW; break;
        case 'x': set |= NE | NW | SE | SW; break;
        case '+': set |= N | E | S | W; break;
        case '*': set |= 255; break;
        case 'u': set |= N | E | W; break;
        case 'c': set |= NE | NW | SE; break;
        default: break;
        }
    }
    return (set >> seen_from_side & 1) != 0;
}

/* The next square in a direction. Only captures have steps of two (Frisian). */
static SlowSquare next_square(const SlowGame *game, SlowSquare square, int direction)
{
    int length = direction % 2 == 0 ? game->straight : 1;
    return (SlowSquare)(square + length * to_north_clockwise[direction]);
}

/* ---- the list of moves and the choice among captures ---- */

static int compare_int(int a, int b) { return (a > b) - (a < b); }

static int frisian_value(const SlowMove *move)
{
    return 100 * move->men + 199 * move->kings; /* n kings are more than 2n - 1 men and less than 2n */
}

/* Positive if a must be preferred to b by one letter of the priority. */
static int compare_by(char letter, const SlowMove *a, const SlowMove *b, const SlowPosition *position)
{
    switch (letter) {
    case 'n': return compare_int(a->jumps, b->jumps);
    case 'v': return compare_int(frisian_value(a), frisian_value(b));
    case 'k': return compare_int(is_king(a->piece), is_king(b->piece));
    case 'K': return compare_int(a->kings, b->kings);
    default: break;
    }
    for (int i = 0; i < a->jumps && i < b->jumps; i++) { /* 'o' */
        bool a_king = is_king(position->cell[a->captured[i]]);
        bool b_king = is_king(position->cell[b->captured[i]]);
        if (a_king != b_king) {
            return compare_int(a_king, b_king);
        }
    }
    return 0;
}

static int compare_captures(const SlowGame *game, const SlowMove *a, const SlowMove *b,
                            const SlowPosition *position)
{
    int order = 0;
    for (const char *letter = game->priority; *letter && order == 0; letter++) {
        order = compare_by(*letter, a, b, position);
    }
    return order;
}

static int compare_squares(const void *a, const void *b)
{
    return compare_int(*(const SlowSquare *)a, *(const SlowSquare *)b);
}

static void sort_captured(SlowMove *move)
{
    qsort(move->captured, (size_t)move->jumps, sizeof move->captured[0], compare_squares);
}

/* Zero if the moves are one when merged. Both have sorted captured squares. */
static int compare_merged(const void *left, const void *right)
{
    const SlowMove *a = left, *b = right;
    const int keys[] = {compare_int(a->is_huff, b->is_huff), compare_int(a->from, b->from),
                        compare_int(a->to, b->to), compare_int(a->result, b->result),
                        compare_int(a->jumps, b->jumps)};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (keys[i] != 0) {
            return keys[i];
        }
    }
    return memcmp(a->captured, b->captured, (size_t)a->jumps);
}

static void merge_equal(SlowList *list)
{
    if (list->count < 2) {
        return;
    }
    qsort(list->move, list->count, sizeof list->move[0], compare_merged);
    size_t kept = 1;
    for (size_t i = 1; i < list->count; i++) {
        if (compare_merged(&list->move[i], &list->move[kept - 1]) != 0) {
            list->move[kept++] = list->move[i];
        }
    }
    list->count = kept;
}

/* Leaves only the captures that no other beats. */
static void choose(const SlowGame *game, const SlowPosition *position, SlowList *list)
{
    size_t best = 0;
    for (size_t i = 1; i < list->count; i++) {
        if (compare_captures(game, &list->move[i], &list->move[best], position) > 0) {
            best = i;
        }
    }
    SlowMove champion = list->count ? list->move[best] : (SlowMove){0};
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (compare_captures(game, &list->move[i], &champion, position) == 0) {
            list->move[kept++] = list->move[i];
        }
    }
    list->count = kept;
}

typedef struct Search {
    const SlowGame *game;
    const SlowPosition *position;
    SlowPosition board; /* the position without the man that moves */
    SlowCounting counting;
    SlowList *list;
    size_t routes; /* found so far, the ones dropped again included */
    bool overflow;
    bool taken[256]; /* captured earlier in this move and still on the board */
    SlowMove move;   /* as far as it goes */
} Search;

/* Makes room for a move, first by dropping what cannot stay: some positions have millions of routes. */
static bool grow(Search *search)
{
    SlowList *list = search->list;
    if (list->count > 0 && list->move[0].jumps > 0) { /* quiet moves are all equal */
        choose(search->game, search->position, list);
    }
    if (search->counting == SLOW_MERGED) {
        merge_equal(list);
    }
    if (list->count < list->capacity / 2) {
        return true;
    }
    size_t capacity = list->capacity ? 2 * list->capacity : 64;
    SlowMove *move = realloc(list->move, capacity * sizeof *move);
    if (!move) {
        search->overflow = true;
        return false;
    }
    list->move = move;
    list->capacity = capacity;
    return true;
}

static void add(Search *search, const SlowMove *move)
{
    SlowList *list = search->list;
    size_t limit = list->limit > 0 ? list->limit : MOST_ROUTES;
    if (++search->routes > limit) {
        search->overflow = true;
    }
    if (search->overflow || (list->count == list->capacity && !grow(search))) {
        return;
    }
    list->move[list->count] = *move;
    if (search->counting == SLOW_MERGED) {
        sort_captured(&list->move[list->count]);
    }
    list->count++;
}

/* ---- captures ---- */

/* The move ends on `square`. */
static void finish(Search *search, SlowSquare square)
{
    SlowMove move = search->move;
    if (!is_king(move.result) && is_crown(search->game, square, side_of(move.piece))) {
        move.result = king_of(move.piece);
    }
    move.to = square;
    move.landing[move.jumps - 1] = square;
    add(search, &move);
}

/* Whether the man of the search may take the man on `square`. */
static bool may_take(const Search *search, SlowSquare square)
{
    char victim = search->board.cell[square];
    char taker = search->move.result;
    return is_man_of(victim, other(side_of(taker))) && !search->taken[square] &&
           (search->game->man_takes_king || is_king(taker) || !is_king(victim));
}

static bool flies(const Search *search)
{
    return is_king(search->move.result) && search->game->king != SHORT;
}

/* The first square in a direction that is not empty, for a man or a short king the neighbour. */
static SlowSquare first_met(const Search *search, SlowSquare from, int direction)
{
    SlowSquare square = next_square(search->game, from, direction);
    while (flies(search) && search->board.cell[square] == '.') {
        square = next_square(search->game, square, direction);
    }
    return square;
}

/* The squares on which a jump over `victim` may land, nearest first; returns how many. */
static int landings(const Search *search, SlowSquare victim, int direction, SlowSquare squares[16])
{
    bool far = flies(search) && search->game->king != NEXT;
    int count = 0;
    SlowSquare square = next_square(search->game, victim, direction);
    while (search->board.cell[square] == '.' && (far || count == 0)) {
        squares[count++] = square;
        square = next_square(search->game, square, direction);
    }
    return count;
}

static bool jump_on(Search *search, SlowSquare from, int last, bool nearest);

/* Takes `victim` and goes on from each landing; where no landing lets it go on, the move ends there. */
static void jump_over(Search *search, SlowSquare victim, int direction, const SlowSquare *squares, int count)
{
    const SlowGame *game = search->game;
    const SlowMove before = search->move;
    char piece = search->board.cell[victim];
    if (before.jumps == SLOW_MAX_JUMPS) {
        search->overflow = true;
        return;
    }
    search->move.captured[search->move.jumps++] = victim;
    search->move.men += !is_king(piece);
    search->move.kings += is_king(piece);
    if (game->removal == AFTER) {
        search->taken[victim] = true;
    } else {
        search->board.cell[victim] = '.';
    }

    bool goes_on = false;
    for (int i = 0; i < count; i++) {
        const SlowMove here = search->move;
        search->move.landing[here.jumps - 1] = squares[i];
        bool on_crown = !is_king(here.result) && is_crown(game, squares[i], side_of(here.piece));
        if (on_crown && game->promotion == CONT) {
            search->move.result = king_of(here.piece);
        }
        if (!on_crown || game->promotion != STOP) {
            goes_on |= jump_on(search, squares[i], direction, i == 0);
        }
        search->move = here;
    }
    bool nearest_only = game->king == NEXT_IF_KING && is_king(piece);
    for (int i = 0; i < count && !goes_on && (i == 0 || !nearest_only); i++) {
        finish(search, squares[i]);
    }

    search->taken[victim] = false;
    search->board.cell[victim] = piece;
    search->move = before;
}

/* Makes every jump possible from `from`. `last` is the direction of the jump before, or -1. What a king finds
 * straight ahead or straight behind is the same from all landings of one jump, so that only the nearest one
 * looks there: a king that flies straight on is on one route. Returns whether there was a jump. */
static bool jump_on(Search *search, SlowSquare from, int last, bool nearest)
{
    const SlowGame *game = search->game;
    char man = search->move.result;
    const char *letters = is_king(man) ? game->king_jump : last < 0 ? game->man_first_jump : game->man_jump;
    bool found = false;
    for (int direction = 0; direction < DIRECTIONS && !search->overflow; direction++) {
        bool ahead = direction == last;
        bool back = last >= 0 && direction == (last + 4) % DIRECTIONS;
        if (!has_direction(letters, direction, side_of(man)) || ((ahead || back) && !nearest) ||
            (back && game->removal == NOW)) {
            continue;
        }
        SlowSquare victim = first_met(search, from, direction);
        SlowSquare squares[16];
        int count = may_take(search, victim) ? landings(search, victim, direction, squares) : 0;
        if (count > 0) {
            found = true;
            jump_over(search, victim, direction, squares, count);
        }
    }
    return found;
}

static void begin_move(Search *search, SlowSquare from)
{
    char man = search->position->cell[from];
    search->move = (SlowMove){.from = from, .to = from, .piece = man, .result = man};
}

static void add_captures(Search *search, SlowSquare from)
{
    begin_move(search, from);
    search->board.cell[from] = '.';
    jump_on(search, from, -1, true);
    search->board.cell[from] = search->move.piece;
}

/* ---- other moves ---- */

static void add_quiet(Search *search, SlowSquare from)
{
    const SlowGame *game = search->game;
    begin_move(search, from);
    char man = search->move.piece;
    const char *letters = is_king(man) ? game->king_step : game->man_step;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        SlowSquare to = next_square(game, from, direction);
        while (has_direction(letters, direction, side_of(man)) && search->board.cell[to] == '.') {
            SlowMove move = search->move;
            move.to = to;
            if (!is_king(man) && is_crown(game, to, side_of(man))) {
                move.result = king_of(man);
            }
            add(search, &move);
            if (!flies(search)) {
                break;
            }
            to = next_square(game, to, direction);
        }
    }
}

static void add_huffs(Search *search)
{
    for (int square = 0; square < 256; square++) {
        if (search->position->huffable[square]) {
            begin_move(search, (SlowSquare)square);
            search->move.is_huff = true;
            add(search, &search->move);
        }
    }
}

static void for_each_own_man(Search *search, void (*add_moves)(Search *, SlowSquare))
{
    for (int square = 0; square < 256 && !search->overflow; square++) {
        if (is_man_of(search->position->cell[square], search->position->side)) {
            add_moves(search, (SlowSquare)square);
        }
    }
}

static bool has_any_king(const SlowPosition *position)
{
    for (int square = 0; square < 256; square++) {
        if (is_king(position->cell[square])) {
            return true;
        }
    }
    return false;
}

bool slow_moves(const SlowGame *game, const SlowPosition *position, SlowCounting counting, SlowList *list)
{
    Search search = {.game = game, .position = position, .board = *position, .list = list};
    list->count = 0;
    if (game->goal == FIRST_KING && has_any_king(position)) {
        return true;
    }
    /* Merged moves have lost the order in which kings are met, so here the choice comes first. */
    search.counting = strchr(game->priority, 'o') ? SLOW_KEEP : counting;
    for_each_own_man(&search, add_captures);
    choose(game, position, list);
    if (game->duty != FORCED || list->count == 0) {
        for_each_own_man(&search, add_quiet);
        add_huffs(&search);
    }
    if (search.overflow) {
        list->count = 0;
        return false;
    }
    if (counting == SLOW_MERGED) {
        for (size_t i = 0; i < list->count; i++) {
            sort_captured(&list->move[i]);
        }
        merge_equal(list);
    }
    return true;
}

void slow_free(SlowList *list)
{
    free(list->move);
    *list = (SlowList){.limit = list->limit};
}

/* ---- play ---- */

/* Who may be huffed after a quiet move: each man that could have captured instead. */
static void set_huffable(const SlowGame *game, const SlowPosition *before, const SlowMove *move,
                         SlowPosition *after)
{
    for (int square = 0; square < 256; square++) {
        SlowList list = {0};
        Search search = {.game = game, .position = before, .board = *before, .list = &list};
        if (is_man_of(before->cell[square], before->side)) {
            add_captures(&search, (SlowSquare)square);
        }
        if (list.count > 0) {
            after->huffable[square == move->from ? move->to : square] = true;
        }
        slow_free(&list);
    }
}

void slow_make(const SlowGame *game, SlowPosition *position, const SlowMove *move)
{
    SlowPosition before = *position;
    memset(position->huffable, 0, sizeof position->huffable);
    position->side = other(before.side);
    position->cell[move->from] = '.';
    if (move->is_huff) {
        return;
    }
    for (int i = 0; i < move->jumps; i++) {
        position->cell[move->captured[i]] = '.';
    }
    position->cell[move->to] = move->result;
    if (game->duty == HUFF && move->jumps == 0) {
        set_huffable(game, &before, move, position);
    }
}

static void count_move(const SlowMove *move, SlowStats *stats)
{
    stats->nodes++;
    stats->captures += move->jumps > 0;
    stats->men_captured += (uint64_t)move->men;
    stats->kings_captured += (uint64_t)move->kings;
    stats->promotions += move->result != move->piece;
    stats->huffs += move->is_huff;
    if (move->jumps > stats->longest_capture) {
        stats->longest_capture = move->jumps;
    }
}

bool slow_perft(const SlowGame *game, const SlowPosition *position, int depth, SlowCounting counting,
                SlowStats *stats)
{
    SlowList list = {0};
    bool good = slow_moves(game, position, counting, &list);
    for (size_t i = 0; good && i < list.count; i++) {
        if (depth == 1) {
            count_move(&list.move[i], stats);
            continue;
        }
        SlowPosition next = *position;
        slow_make(game, &next, &list.move[i]);
        good = slow_perft(game, &next, depth - 1, counting, stats);
    }
    slow_free(&list);
    return good;
}

/* ---- text in ---- */

static void empty_board(const SlowGame *game, SlowPosition *position)
{
    *position = (SlowPosition){.side = game->first};
    for (int square = 0; square < 256; square++) {
        bool real = is_square(game, file_of((SlowSquare)square), rank_of((SlowSquare)square));
        position->cell[square] = real ? '.' : '#';
    }
}

void slow_start(const SlowGame *game, SlowPosition *position)
{
    empty_board(game, position);
    bool by_ranks = game->start[1] == '-';
    int low = game->start[0] - '1', high = by_ranks ? game->start[2] - '1' : 0;
    for (int i = 0; i < 256; i++) {
        SlowSquare square = (SlowSquare)i;
        if (position->cell[square] == '#') {
            continue;
        }
        int rank = rank_of(square), from_top = game->height - 1 - rank;
        bool white = by_ranks ? rank >= low && rank <= high : is_listed(game, game->start, square);
        bool black = by_ranks ? from_top >= low && from_top <= high
                              : is_listed(game, game->start, turned(game, square));
        position->cell[square] = white ? 'w' : black ? 'b' : '.';
    }
}

typedef struct Reader {
    const SlowGame *game;
    const char *fen; /* the whole text */
    const char *at;  /* where it is read */
    SlowPosition *position;
    char *error;
} Reader;

__attribute__((format(printf, 2, 3))) static bool refuse(Reader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int where = (int)(reader->at - reader->fen) + 1;
    int length = snprintf(reader->error, SLOW_ERROR_SIZE, "character %d: ", where);
    vsnprintf(reader->error + length, SLOW_ERROR_SIZE - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

static bool read_number(Reader *reader, int *number)
{
    SlowSquare squares[256];
    int count = numbered_squares(reader->game, squares);
    *number = 0;
    const char *digit = reader->at;
    for (; *digit >= '0' && *digit <= '9' && *number <= count; digit++) {
        *number = 10 * *number + *digit - '0';
    }
    if (*number < 1 || *number > count) {
        return refuse(reader, "no square of %s, which has 1 to %d", reader->game->name, count);
    }
    reader->at = digit;
    return true;
}

/* Reads a square, or a range of numbers, as a list; *count of them. */
static bool read_squares(Reader *reader, SlowSquare squares[256], int *count)
{
    if (*reader->at < '0' || *reader->at > '9') {
        *count = 1;
        return read_algebraic(reader->game, &reader->at, &squares[0]) ||
               refuse(reader, "no square of %s", reader->game->name);
    }
    int first, last;
    if (!read_number(reader, &first)) {
        return false;
    }
    last = first;
    if (*reader->at == '-') {
        reader->at++;
        if (!read_number(reader, &last)) {
            return false;
        }
    }
    if (last < first) {
        return refuse(reader, "range %d-%d runs backwards", first, last);
    }
    numbered_squares(reader->game, squares);
    *count = last - first + 1;
    memmove(squares, squares + first - 1, (size_t)*count * sizeof squares[0]);
    return true;
}

static bool put_man(Reader *reader, SlowSquare square, char side, bool king)
{
    const char *color = side == 'W' ? "white" : "black";
    char where[32];
    snprintf(where, sizeof where, "%c%d", 'a' + file_of(square), rank_of(square) + 1);
    if (reader->position->cell[square] != '.') {
        return refuse(reader, "two men on %s", where);
    }
    if (!king && is_crown(reader->game, square, side)) {
        return refuse(reader, "a %s man on its crown square %s", color, where);
    }
    reader->position->cell[square] = king ? side : (char)(side == 'W' ? 'w' : 'b');
    return true;
}

static bool ends_list(char c) { return c == '\0' || c == ':' || c == '.' || c == '"'; }

/* Reads the men of a side, or with side 'S' the squares that may be huffed. */
static bool read_list(Reader *reader, char side)
{
    for (bool first = true; !ends_list(*reader->at); first = false) {
        if (!first && *reader->at++ != ',') {
            reader->at--;
            return refuse(reader, "a comma or colon expected, found '%c'", *reader->at);
        }
        bool king = *reader->at == 'K' && side != 'S';
        reader->at += king;
        SlowSquare squares[256];
        int count = 0;
        if (!read_squares(reader, squares, &count)) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (side == 'S') {
                reader->position->huffable[squares[i]] = true;
            } else if (!put_man(reader, squares[i], side, king)) {
                return false;
            }
        }
    }
    return true;
}

static bool check_huffable(Reader *reader)
{
    for (int square = 0; square < 256; square++) {
        if (reader->position->huffable[square] &&
            (reader->game->duty != HUFF ||
             !is_man_of(reader->position->cell[square], other(reader->position->side)))) {
            return refuse(reader, "nothing to huff on %c%d", 'a' + square % 16, square / 16 + 1);
        }
    }
    return true;
}

static bool read_fields(Reader *reader)
{
    bool seen[2] = {false, false}; /* the lists of White and Black */
    while (*reader->at == ':') {
        char field = *++reader->at;
        if (field == 'W' || field == 'B') {
            reader->at++;
            if (seen[field == 'B']) {
                return refuse(reader, "a second list of %c", field);
            }
            seen[field == 'B'] = true;
            if (!read_list(reader, field)) {
                return false;
            }
        } else if (field == 'S') {
            reader->at++;
            if (!read_list(reader, field)) {
                return false;
            }
        } else {
            while (!ends_list(*reader->at)) {
                reader->at++;
            }
        }
    }
    return (seen[0] && seen[1]) || refuse(reader, "the lists of both sides expected, as in W:W31:B5");
}

bool slow_parse(const SlowGame *game, const char *fen, SlowPosition *position, char error[SLOW_ERROR_SIZE])
{
    if (strcmp(fen, "startpos") == 0) {
        slow_start(game, position);
        return true;
    }
    Reader reader = {game, fen, fen, position, error};
    empty_board(game, position);
    bool quoted = *fen == '"';
    reader.at += quoted;
    if (*reader.at != 'W' && *reader.at != 'B') {
        return refuse(&reader, "the side to move expected, W or B");
    }
    position->side = *reader.at++;
    if (!read_fields(&reader)) {
        return false;
    }
    reader.at += *reader.at == '.';
    reader.at += quoted && *reader.at == '"';
    return (*reader.at == '\0' || refuse(&reader, "the end expected, found '%c'", *reader.at)) &&
           check_huffable(&reader);
}

/* ---- text out ---- */

typedef struct Writer {
    char *text;
    size_t size, length;
} Writer;

__attribute__((format(printf, 2, 3))) static void append(Writer *writer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(writer->text + writer->length, writer->size - writer->length, format, arguments);
    va_end(arguments);
    writer->length += (size_t)written;
    if (writer->length >= writer->size) {
        writer->length = writer->size - 1;
    }
}

static void append_square(Writer *writer, SlowSquare square)
{
    append(writer, "%c%d", 'a' + file_of(square), rank_of(square) + 1);
}

static void write_position(const SlowGame *game, const SlowPosition *position, bool algebraic,
                           char fen[SLOW_FEN_SIZE])
{
    Writer writer = {fen, SLOW_FEN_SIZE, 0};
    SlowSquare squares[256];
    int count = numbered_squares(game, squares);
    append(&writer, "%c", position->side);
    for (const char *field = "WBS"; *field; field++) {
        const char *separator = ":";
        if (*field != 'S') {
            append(&writer, ":%c", *field);
            separator = "";
        }
        for (int i = 0; i < count; i++) {
            char man = position->cell[squares[i]];
            if (*field == 'S' ? !position->huffable[squares[i]] : !is_man_of(man, *field)) {
                continue;
            }
            bool opens_tail = *field == 'S' && *separator == ':';
            bool king = *field != 'S' && is_king(man);
            append(&writer, "%s%s%s", separator, opens_tail ? "S" : "", king ? "K" : "");
            if (algebraic) {
                append_square(&writer, squares[i]);
            } else {
                append(&writer, "%d", i + 1);
            }
            separator = ",";
        }
    }
}

void slow_write(const SlowGame *game, const SlowPosition *position, char fen[SLOW_FEN_SIZE])
{
    write_position(game, position, game->numbers == ALGEBRAIC, fen);
}

void slow_write_algebraic(const SlowGame *game, const SlowPosition *position, char fen[SLOW_FEN_SIZE])
{
    write_position(game, position, true, fen);
}

void slow_move_text(const SlowMove *move, SlowForm form, char text[SLOW_TEXT_SIZE])
{
    Writer writer = {text, SLOW_TEXT_SIZE, 0};
    if (move->is_huff) {
        append(&writer, "~");
        append_square(&writer, move->from);
        return;
    }
    append_square(&writer, move->from);
    for (int i = 0; form == SLOW_ROUTE && i + 1 < move->jumps; i++) {
        append(&writer, "x");
        append_square(&writer, move->landing[i]);
    }
    append(&writer, move->jumps > 0 ? "x" : "-");
    append_square(&writer, move->to);
    SlowMove sorted = *move;
    if (form == SLOW_RESULT) {
        sort_captured(&sorted);
    }
    for (int i = 0; i < move->jumps; i++) {
        append(&writer, i == 0 ? "(" : ",");
        append_square(&writer, sorted.captured[i]);
    }
    append(&writer, "%s%s", move->jumps > 0 ? ")" : "", move->result != move->piece ? "=K" : "");
}
