#include "svg.h"

#include <ctype.h>
#include <string.h>

enum { SQUARE = 100, MARGIN = 50 };

/* Pieces in a box of 100 by 100 that looks down from its upper left corner. */
typedef struct {
    char letter;
    const char *outline; /* filled */
    const char *details; /* lines on it */
} Shape;

#define DOT(x, y) "M" #x " " #y "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"

static const Shape shapes[] = {
    {'p', "M41 43A14 14 0 1 1 59 43H65V50H58C59 61 64 68 72 74V84H28V74C36 68 41 61 42 50H35V43Z",
     "M30 75H70"},
    {'n',
     "M30 84C30 69 50 66 51 50C45 56 40 56 36 61C32 67 25 67 22 61C20 57 21 54 24 50C29 43 31 38 33 32"
     "C34 28 38 25 42 23L43 13L52 21C70 24 79 46 76 84Z",
     "M59 28C69 38 70 58 67 76M26 57L28 55M38 36A1.6 1.6 0 1 1 41 36A1.6 1.6 0 1 1 38 36"},
    {'b',
     DOT(50, 18)
     "M50 22C61 31 69 43 66 54C65 58 62 61 59 63L62 71C70 73 75 76 76 84H24C25 76 30 73 38 71L41 63"
     "C38 61 35 58 34 54C31 43 39 31 50 22Z",
     "M50 36V52M43 43H57M41 63H59M38 71H62"},
    {'r', "M27 20H37V27H45V20H55V27H63V20H73V36L65 43V66L73 74V84H27V74L35 66V43L27 36Z",
     "M35 43H65M35 66H65M29 75H71"},
    {'q',
     DOT(19, 31) DOT(34, 23) DOT(50, 20) DOT(66, 23) DOT(81, 31)
     "M20 35L30 68C30 75 27 77 27 84H73C73 77 70 75 70 68L80 35L66 54L65 27L55 51L50 24L45 51L35 27L34 54Z",
     "M30 68C42 64 58 64 70 68M29 76C42 72 58 72 71 76"},
    {'k',
     "M47 10H53V16H59V22H53V32H47V22H41V16H47Z"
     "M50 40C52 32 60 29 68 31C82 34 85 48 70 64V84H30V64C15 48 18 34 32 31C40 29 48 32 50 40Z",
     "M50 40V62M30 65C42 60 58 60 70 65M30 75C42 70 58 70 70 75"},
};

/* Strokes of coordinates in a box of 6 by 10; a bowl is the round part of a, b, d, g. */
#define BOWL "M.5 7A2.5 3 0 1 1 5.5 7A2.5 3 0 1 1 .5 7"

static const Shape glyphs[] = {
    {'a', "M5.5 4V10" BOWL, NULL},
    {'b', "M.5 0V10" BOWL, NULL},
    {'c', "M5.2 5.3A2.6 3 0 1 0 5.2 8.7", NULL},
    {'d', "M5.5 0V10" BOWL, NULL},
    {'e', "M.5 7H5.5A2.5 3 0 1 0 4.9 9", NULL},
    {'f', "M5 .3Q2.5-.3 2.5 2.5V10M.6 4H4.6", NULL},
    {'g', "M5.5 4V11Q5.5 13 3 13Q1.6 13 .8 12.2" BOWL, NULL},
    {'h', "M.5 0V10M.5 6.5Q1 4 3 4Q5.5 4 5.5 6.5V10", NULL},
    {'0', "M3 0Q5.5 0 5.5 5Q5.5 10 3 10Q.5 10 .5 5Q.5 0 3 0", NULL},
    {'1', "M1 2L3.5 0V10", NULL},
    {'2', "M.6 2.5Q.8 0 3 0Q5.4 0 5.4 2.5Q5.4 4 4 5.8L.6 10H5.6", NULL},
    {'3', "M.6 0H5.2L2.6 4Q5.5 4 5.5 7Q5.5 10 3 10Q1.2 10 .5 8.4", NULL},
    {'4', "M4.3 10V0L.3 7H5.8", NULL},
    {'5', "M5.2 0H1.2L.9 4.6Q1.8 3.8 3 3.8Q5.5 3.8 5.5 6.9Q5.5 10 3 10Q1.2 10 .5 8.6", NULL},
    {'6', "M4.8 0Q.5 2 .5 7" BOWL, NULL},
    {'7', "M.5 0H5.5L2.3 10", NULL},
    {'8', "M3 4.6A2.1 2.3 0 1 1 3.01 4.6M3 4.6A2.5 2.7 0 1 0 3.01 4.6", NULL},
    {'9', "M1.2 10Q5.5 8 5.5 3A2.5 3 0 1 0 .5 3A2.5 3 0 1 0 5.5 3", NULL},
};

static const Shape *find_shape(const Shape *list, size_t count, char letter)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].letter == letter) return &list[i];
    return NULL;
}

#define FIND(list, letter) find_shape(list, sizeof list / sizeof *list, letter)

/* Pieces are defined once, if the board has them, and used by reference. */
static void define_pieces(FILE *out, char rows[16][16])
{
    fputs("<defs>\n", out);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        int used = 0;
        for (int y = 0; y < 16; y++)
            for (int x = 0; x < 16; x++) used |= tolower((unsigned char)rows[y][x]) == shapes[i].letter;
        if (used)
            fprintf(out, "<g id=\"%c\"><path d=\"%s\"/>"
                    "<path d=\"%s\" fill=\"none\" stroke=\"currentColor\"/></g>\n",
                    shapes[i].letter, shapes[i].outline, shapes[i].details);
    }
    fputs("</defs>\n", out);
}

/* Text centred on (x, y). */
static void draw_text(FILE *out, const char *text, double x, double y)
{
    const double scale = 2, step = 8 * scale;
    x -= (step * (double)strlen(text) - 2 * scale) / 2;
    for (; *text; text++, x += step) {
        const Shape *glyph = FIND(glyphs, *text);
        if (glyph)
            fprintf(out, "<path transform=\"translate(%g %g) scale(%g)\" d=\"%s\"/>\n", x, y - 5 * scale,
                    scale, glyph->outline);
    }
}

static void draw_coordinates(FILE *out, int width, int height)
{
    fputs("<g fill=\"none\" stroke=\"#3b332b\" stroke-width=\"1.1\" stroke-linecap=\"round\" "
          "stroke-linejoin=\"round\">\n", out);
    for (int x = 0; x < width; x++) {
        const char file[] = {(char)('a' + x), 0};
        draw_text(out, file, MARGIN + SQUARE * (x + 0.5), MARGIN * 1.5 + SQUARE * height);
    }
    for (int y = 0; y < height; y++) {
        char rank[12];
        snprintf(rank, sizeof rank, "%d", height - y);
        draw_text(out, rank, MARGIN * 0.5, MARGIN + SQUARE * (y + 0.5));
    }
    fputs("</g>\n", out);
}

static void draw_board(FILE *out, int width, int height)
{
    fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#f1e4cb\"/>\n"
            "<path fill=\"#b28d66\" d=\"",
            MARGIN, MARGIN, SQUARE * width, SQUARE * height);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            if ((x + height - 1 - y) % 2 == 0) /* the lower left corner is dark */
                fprintf(out, "M%d %dh%dv%dh-%dz", MARGIN + SQUARE * x, MARGIN + SQUARE * y, SQUARE, SQUARE,
                        SQUARE);
    fprintf(out, "\"/>\n<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#3b332b\" "
            "stroke-width=\"3\"/>\n", MARGIN, MARGIN, SQUARE * width, SQUARE * height);
}

static void draw_pieces(FILE *out, char rows[16][16], int width, int height)
{
    fputs("<g stroke=\"#1d1a17\" stroke-width=\"3\" stroke-linecap=\"round\" "
          "stroke-linejoin=\"round\">\n", out);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            const char letter = rows[y][x], kind = (char)tolower((unsigned char)letter);
            if (!FIND(shapes, kind)) continue;
            const char *colours = letter == kind ? "fill=\"#3a3530\" color=\"#e9e0d0\""
                                                 : "fill=\"#fffdf8\" color=\"#1d1a17\"";
            fprintf(out, "<use href=\"#%c\" xlink:href=\"#%c\" x=\"%d\" y=\"%d\" %s/>\n", kind, kind,
                    MARGIN + SQUARE * x, MARGIN + SQUARE * y, colours);
        }
    }
    fputs("</g>\n", out);
}

/* A disc beside the board, on the side whose turn it is. */
static void draw_turn(FILE *out, int black, int width, int height)
{
    const int y = black ? MARGIN + SQUARE / 2 : MARGIN + SQUARE * height - SQUARE / 2;
    fprintf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"11\" fill=\"%s\" stroke=\"#1d1a17\" stroke-width=\"3\"/>\n",
            MARGIN + SQUARE * width + MARGIN / 2, y, black ? "#3a3530" : "#fffdf8");
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
    char rows[16][16], text[GAME_TEXT];
    const int width = game->width, height = game->height;
    const int right = 2 * MARGIN + SQUARE * width, bottom = 2 * MARGIN + SQUARE * height;
    game->board(game, record, rows);
    game->format(game, record, text);
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
            "viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n<title>",
            right, bottom, right / 2, bottom / 2);
    write_escaped(out, text);
    fputs("</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#faf6ee\"/>\n", out);
    define_pieces(out, rows);
    draw_board(out, width, height);
    draw_coordinates(out, width, height);
    draw_pieces(out, rows, width, height);
    draw_turn(out, record->black, width, height);
    fputs("</svg>\n", out);
}
