/* SPDX-License-Identifier: MIT */
#include "svg.h"

#include <string.h>

enum { SQUARE = 100, MARGIN = 50 };

/* Pieces in a box of 100 by 100 that looks down from its upper left corner. */
typedef struct {
    char id;
    char white, black;   /* letters of boards */
    const char *outline; /* filled */
    const char *details; /* lines on it */
} Piece;

#define DOT(x, y) "M" #x " " #y "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"
/* clang-format off */
#define RING(radius, twice) "M50 50m-" #radius " 0a" #radius " " #radius " 0 1 0 " #twice " 0a" #radius " " #radius \
    " 0 1 0-" #twice " 0z"

static const Piece chess_pieces[] = {
    {'p', 'P', 'p', "M41 43A14 14 0 1 1 59 43H65V50H58C59 61 64 68 72 74V84H28V74C36 68 41 61 42 50H35V43Z",
     "M30 75H70"},
    {'n', 'N', 'n',
     "M30 84C30 69 50 66 51 50C45 56 40 56 36 61C32 67 25 67 22 61C20 57 21 54 24 50C29 43 31 38 33 32"
     "C34 28 38 25 42 23L43 13L52 21C70 24 79 46 76 84Z",
     "M59 28C69 38 70 58 67 76M26 57L28 55M38 36A1.6 1.6 0 1 1 41 36A1.6 1.6 0 1 1 38 36"},
    {'b', 'B', 'b',
     DOT(50, 18)
     "M50 22C61 31 69 43 66 54C65 58 62 61 59 63L62 71C70 73 75 76 76 84H24C25 76 30 73 38 71L41 63"
     "C38 61 35 58 34 54C31 43 39 31 50 22Z",
     "M50 36V52M43 43H57M41 63H59M38 71H62"},
    {'r', 'R', 'r', "M27 20H37V27H45V20H55V27H63V20H73V36L65 43V66L73 74V84H27V74L35 66V43L27 36Z",
     "M35 43H65M35 66H65M29 75H71"},
    {'q', 'Q', 'q',
     DOT(19, 31) DOT(34, 23) DOT(50, 20) DOT(66, 23) DOT(81, 31)
     "M20 35L30 68C30 75 27 77 27 84H73C73 77 70 75 70 68L80 35L66 54L65 27L55 51L50 24L45 51L35 27L34 54Z",
     "M30 68C42 64 58 64 70 68M29 76C42 72 58 72 71 76"},
    {'k', 'K', 'k',
     "M47 10H53V16H59V22H53V32H47V22H41V16H47Z"
     "M50 40C52 32 60 29 68 31C82 34 85 48 70 64V84H30V64C15 48 18 34 32 31C40 29 48 32 50 40Z",
     "M50 40V62M30 65C42 60 58 60 70 65M30 75C42 70 58 70 70 75"},
    {0},
};

static const Piece draughts_pieces[] = {
    {'m', 'w', 'b', RING(38, 76), RING(29, 58) RING(19, 38)},
    {'c', 'W', 'B', RING(38, 76), RING(31, 62) "M32 64L27 40L40 51L50 33L60 51L73 40L68 64ZM33 70H67"},
    {0},
};

static const Piece *pieces_of(const Game *game)
{
    return game->family == GAME_DRAUGHTS ? draughts_pieces : chess_pieces;
}

/* Strokes of coordinates in a box of 6 by 10; a bowl is the round part of a, b, d, g. */
#define BOWL "M.5 7A2.5 3 0 1 1 5.5 7A2.5 3 0 1 1 .5 7"

typedef struct {
    char letter;
    const char *strokes;
} Glyph;

static const Glyph glyphs[] = {
    {'a', "M5.5 4V10" BOWL},
    {'b', "M.5 0V10" BOWL},
    {'c', "M5.2 5.3A2.6 3 0 1 0 5.2 8.7"},
    {'d', "M5.5 0V10" BOWL},
    {'e', "M.5 7H5.5A2.5 3 0 1 0 4.9 9"},
    {'f', "M5 .3Q2.5-.3 2.5 2.5V10M.6 4H4.6"},
    {'g', "M5.5 4V11Q5.5 13 3 13Q1.6 13 .8 12.2" BOWL},
    {'h', "M.5 0V10M.5 6.5Q1 4 3 4Q5.5 4 5.5 6.5V10"},
    {'i', "M3 4V10M3 .8V1"},
    {'j', "M4 4V11Q4 13 2 13Q1.2 13 .8 12.6M4 .8V1"},
    {'k', "M.8 0V10M5 4L.8 7.8M2.4 6.5L5.4 10"},
    {'l', "M3 0V10"},
    {'0', "M3 0Q5.5 0 5.5 5Q5.5 10 3 10Q.5 10 .5 5Q.5 0 3 0"},
    {'1', "M1 2L3.5 0V10"},
    {'2', "M.6 2.5Q.8 0 3 0Q5.4 0 5.4 2.5Q5.4 4 4 5.8L.6 10H5.6"},
    {'3', "M.6 0H5.2L2.6 4Q5.5 4 5.5 7Q5.5 10 3 10Q1.2 10 .5 8.4"},
    {'4', "M4.3 10V0L.3 7H5.8"},
    {'5', "M5.2 0H1.2L.9 4.6Q1.8 3.8 3 3.8Q5.5 3.8 5.5 6.9Q5.5 10 3 10Q1.2 10 .5 8.6"},
    {'6', "M4.8 0Q.5 2 .5 7" BOWL},
    {'7', "M.5 0H5.5L2.3 10"},
    {'8', "M3 4.6A2.1 2.3 0 1 1 3.01 4.6M3 4.6A2.5 2.7 0 1 0 3.01 4.6"},
    {'9', "M1.2 10Q5.5 8 5.5 3A2.5 3 0 1 0 .5 3A2.5 3 0 1 0 5.5 3"},
};
/* clang-format on */

static const Glyph *find_glyph(char letter)
{
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
        if (glyphs[i].letter == letter) return &glyphs[i];
    return NULL;
}

/* ---- where things are ---- */

typedef struct {
    FILE *out;
    const Game *game;
    char rows[16][16];
    int right, bottom; /* size of the picture */
} Picture;

typedef struct {
    double x, y;
} Point;

/* The middle of the square at column x and row y from the top; also next to the board. */
static Point middle(const Picture *p, double x, double y)
{
    const double width = p->game->width, height = p->game->height, half = 0.70710678;
    if (!p->game->cornerwise) return (Point){MARGIN + SQUARE * (x + 0.5), MARGIN + SQUARE * (y + 0.5)};
    const double from_middle_x = x + 0.5 - width / 2, from_middle_y = y + 0.5 - height / 2;
    return (Point){p->right / 2.0 + SQUARE * half * (from_middle_x + from_middle_y),
                   p->bottom / 2.0 + SQUARE * half * (from_middle_y - from_middle_x)};
}

static void measure(Picture *p)
{
    const int width = SQUARE * p->game->width, height = SQUARE * p->game->height;
    const int diagonal = (int)(0.70710678 * (width + height));
    p->right = 2 * MARGIN + (p->game->cornerwise ? diagonal : width);
    p->bottom = 2 * MARGIN + (p->game->cornerwise ? diagonal : height);
}

/* ---- the parts ---- */

/* Pieces are defined once, if the board has them, and used by reference. */
static void define_pieces(const Picture *p)
{
    fputs("<defs>\n", p->out);
    for (const Piece *piece = pieces_of(p->game); piece->id; piece++) {
        int used = 0;
        for (int y = 0; y < 16; y++)
            for (int x = 0; x < 16; x++)
                used |= p->rows[y][x] == piece->white || p->rows[y][x] == piece->black;
        if (used)
            fprintf(p->out,
                    "<g id=\"%c\"><path d=\"%s\"/>"
                    "<path d=\"%s\" fill=\"none\" stroke=\"currentColor\"/></g>\n",
                    piece->id, piece->outline, piece->details);
    }
    fputs("</defs>\n", p->out);
}

/* Text centred on a point. */
static void draw_text(FILE *out, const char *text, Point at, double scale)
{
    const double step = 8 * scale;
    double x = at.x - (step * (double)strlen(text) - 2 * scale) / 2;
    for (; *text; text++, x += step) {
        const Glyph *glyph = find_glyph(*text);
        if (glyph)
            fprintf(out, "<path transform=\"translate(%g %g) scale(%g)\" d=\"%s\"/>\n", x, at.y - 5 * scale,
                    scale, glyph->strokes);
    }
}

static void begin_strokes(const Picture *p)
{
    fputs("<g fill=\"none\" stroke=\"#3b332b\" stroke-width=\"1.1\" stroke-linecap=\"round\" "
          "stroke-linejoin=\"round\">\n",
          p->out);
}

static void draw_coordinates(const Picture *p)
{
    const int height = p->game->height;
    begin_strokes(p);
    for (int x = 0; x < p->game->width; x++) {
        const char file[] = {(char)('a' + x), 0};
        draw_text(p->out, file, middle(p, x, height - 0.25), 2);
    }
    for (int y = 0; y < height; y++) {
        char rank[12];
        snprintf(rank, sizeof rank, "%d", height - y);
        draw_text(p->out, rank, middle(p, -0.75, y), 2);
    }
    fputs("</g>\n", p->out);
}

/* The number that a game gives to a square, in its upper left corner. */
static void draw_numbers(const Picture *p)
{
    const Game *game = p->game;
    begin_strokes(p);
    for (int y = 0; y < game->height; y++) {
        for (int x = 0; x < game->width; x++) {
            char text[12];
            const int number = game->number(game, x, game->height - 1 - y);
            if (number == 0) continue;
            snprintf(text, sizeof text, "%d", number);
            draw_text(p->out, text, middle(p, x - 0.37, y - 0.38), 1.1);
        }
    }
    fputs("</g>\n", p->out);
}

static int is_dark(const Picture *p, int x, int y)
{
    const int as_a1 = (x + p->game->height - 1 - y) % 2 == 0;
    return p->game->colours == BOARD_A1_DARK ? as_a1 : !as_a1;
}

static void fill_dark_squares(const Picture *p)
{
    fputs("<path fill=\"#b28d66\" d=\"", p->out);
    for (int y = 0; y < p->game->height; y++)
        for (int x = 0; x < p->game->width; x++)
            if (is_dark(p, x, y))
                fprintf(p->out, "M%d %dh%dv%dh-%dz", MARGIN + SQUARE * x, MARGIN + SQUARE * y, SQUARE, SQUARE,
                        SQUARE);
    fputs("\"/>\n", p->out);
}

static void draw_grid(const Picture *p)
{
    const int width = SQUARE * p->game->width, height = SQUARE * p->game->height;
    fputs("<path stroke=\"#b28d66\" stroke-width=\"2\" d=\"", p->out);
    for (int x = SQUARE; x < width; x += SQUARE) fprintf(p->out, "M%d %dv%d", MARGIN + x, MARGIN, height);
    for (int y = SQUARE; y < height; y += SQUARE) fprintf(p->out, "M%d %dh%d", MARGIN, MARGIN + y, width);
    fputs("\"/>\n", p->out);
}

static void draw_board(const Picture *p)
{
    const int width = SQUARE * p->game->width, height = SQUARE * p->game->height;
    if (p->game->cornerwise) /* turned about its own middle, which becomes the picture's */
        fprintf(p->out, "<g transform=\"translate(%g %g) rotate(-45) translate(%d %d)\">\n", p->right / 2.0,
                p->bottom / 2.0, -(MARGIN + width / 2), -(MARGIN + height / 2));
    fprintf(p->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#f1e4cb\"/>\n", MARGIN, MARGIN,
            width, height);
    if (p->game->colours == BOARD_PLAIN) draw_grid(p);
    else fill_dark_squares(p);
    fprintf(p->out,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#3b332b\" "
            "stroke-width=\"3\"/>\n",
            MARGIN, MARGIN, width, height);
    if (p->game->cornerwise) fputs("</g>\n", p->out);
}

static void draw_pieces(const Picture *p)
{
    fputs("<g stroke=\"#1d1a17\" stroke-width=\"3\" stroke-linecap=\"round\" "
          "stroke-linejoin=\"round\">\n",
          p->out);
    for (int y = 0; y < p->game->height; y++) {
        for (int x = 0; x < p->game->width; x++) {
            const char letter = p->rows[y][x];
            const Piece *piece = pieces_of(p->game);
            while (piece->id && piece->white != letter && piece->black != letter) piece++;
            if (!piece->id) continue;
            const char *colours = piece->black == letter ? "fill=\"#3a3530\" color=\"#e9e0d0\""
                                                         : "fill=\"#fffdf8\" color=\"#1d1a17\"";
            const Point at = middle(p, x, y);
            fprintf(p->out, "<use href=\"#%c\" xlink:href=\"#%c\" x=\"%g\" y=\"%g\" %s/>\n", piece->id,
                    piece->id, at.x - SQUARE / 2, at.y - SQUARE / 2, colours);
        }
    }
    fputs("</g>\n", p->out);
}

/* A disc next to the board, on the side whose turn it is. */
static void draw_turn(const Picture *p, int black)
{
    const int y = black ? MARGIN + SQUARE / 2 : p->bottom - MARGIN - SQUARE / 2;
    fprintf(p->out,
            "<circle cx=\"%d\" cy=\"%d\" r=\"11\" fill=\"%s\" stroke=\"#1d1a17\" stroke-width=\"3\"/>\n",
            p->right - MARGIN / 2, y, black ? "#3a3530" : "#fffdf8");
}

static void write_escaped(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '&') fputs("&amp;", out);
        else if (*text == '<') fputs("&lt;", out);
        else putc(*text, out);
    }
}

void svg_write(FILE *out, const Game *game, const GameRecord *record)
{
    Picture p = {.out = out, .game = game};
    char text[GAME_TEXT];
    measure(&p);
    game->board(game, record, p.rows);
    game->format(game, record, text);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
            "viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n<title>",
            p.right, p.bottom, p.right / 2, p.bottom / 2);
    write_escaped(out, text);
    fputs("</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#faf6ee\"/>\n", out);
    define_pieces(&p);
    draw_board(&p);
    draw_coordinates(&p);
    if (game->number) draw_numbers(&p);
    draw_pieces(&p);
    draw_turn(&p, record->black);
    fputs("</svg>\n", out);
}
